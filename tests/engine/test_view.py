"""What leaves a hand toward a person, and that it tells no secret."""

import json
import random
from dataclasses import replace

from hypothesis import given, settings

from engine.actions import Action
from engine.cards import texts
from engine.game import Seating, Setup, Stakes, game_for
from engine.pifpaf.state import State
from tests.engine.hidden import as_bytes, check_no_leak
from tests.engine.table import (
    GAME,
    act,
    checked_through,
    close,
    deal,
    random_setup,
    random_steps,
    randoms,
)

CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"


@settings(max_examples=15, deadline=None)
@given(randoms)
def test_no_view_depends_on_what_the_viewer_may_not_know(rng: random.Random) -> None:
    for step in random_steps(rng, random_setup(rng)):
        if rng.random() < 0.1 or step.after.outcome is not None:
            check_no_leak(step, rng)


def test_a_claim_shows_nothing_to_the_others() -> None:
    before = window()
    claim = Action("claim", 3, card=hand_card("5D"))
    after = GAME.apply(before, claim)
    for viewer in (None, 0, 1, 2):
        assert as_bytes(GAME.view(before, viewer)) == as_bytes(GAME.view(after, viewer))
        assert GAME.seen(before, claim, after, viewer) is None
    assert GAME.view(after, 3)["claimed"] is True
    seen = GAME.seen(before, claim, after, 3)
    assert seen == {"seat": 3, "action": {"kind": "claim", "discard": "5D"}}


def test_the_closed_window_shows_the_winner_to_all() -> None:
    before = act(window(), 3, "claim", discard="5D")
    after = close(before)
    for viewer in (None, 0, 3):
        seen = GAME.seen(before, Action("close-window"), after, viewer)
        assert seen is not None
        result = seen["result"]
        assert (result["winner"], result["how"], result["discard"]) == (3, "claim", "5D")
        assert sorted(card for meld in result["melds"] for card in meld) == sorted(
            texts(after.hands[3])
        )


def window() -> State:
    """Seat 1 has just discarded 9S, and seat 3 goes out with it."""
    state = checked_through(deal(4, {3: CARLA}, "9S"))
    return act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")


def hand_card(name: str) -> int:
    return texts(range(52)).index(name)


class TestTheView:
    PUBLIC = (
        *(
            "seq",
            "phase",
            "dealer",
            "turn",
            "seats",
            "drew",
            "ante",
            "level",
            "cap",
            "pot",
            "pots",
        ),
        *("stock", "discards", "top", "pile", "recycled", "window", "result"),
    )
    OWN = ("you", "cards", "drawn", "claimed")
    RULES = (
        *("rules", "options", "vira", "wilds", "taken", "hand_size", "direction", "out_of_turn"),
        *("ten_card_out", "open_melds", "rediscard"),
    )

    def test_every_viewer_gets_the_same_keys_in_every_state(self) -> None:
        state = deal(4)
        for seen_by in (None, 0, 99):
            assert list(GAME.view(state, seen_by)) == [*self.PUBLIC, *self.OWN, *self.RULES]

    def test_a_spectator_sees_no_cards(self) -> None:
        view = GAME.view(window(), None)
        assert (view["cards"], view["drawn"], view["claimed"]) == (None, None, False)

    def test_the_table_is_told_in_full(self) -> None:
        state = act(act(deal(4, stacks=[100, 100, 8, 100]), 1, "bet", to=10), 2, "call")
        view = GAME.view(state, 0)
        assert view["phase"] == "bet"
        assert (view["dealer"], view["turn"], view["seq"]) == (0, 3, 2)
        assert (view["ante"], view["level"], view["cap"], view["pot"]) == (
            5,
            10,
            20,
            5 + 15 + 8 + 5,
        )
        assert view["seats"][2] == {
            "seat": 2,
            "cards": 9,
            "stack": 0,
            "score": None,
            "bet": 3,
            "paid": 8,
            "folded": False,
            "all_in": True,
            "laid": [],
            "announced": False,
            "burned": False,
            "stock_only": False,
            "bought": 0,
        }
        assert (view["stock"], view["discards"], view["top"], view["recycled"]) == (68, 0, None, 0)
        assert view["window"] is None
        assert view["result"] is None
        assert sum(pot["amount"] for pot in view["pots"]) == view["pot"]

    def test_only_the_drawer_sees_the_card_drawn_and_all_see_from_where(self) -> None:
        state = act(checked_through(deal(4, stock="KD")), 1, "draw", source="stock")
        mine, theirs = GAME.view(state, 1), GAME.view(state, 2)
        assert (mine["drawn"], mine["cards"][-1], mine["drew"]) == ("KD", "KD", {"from": "stock"})
        assert (theirs["drawn"], theirs["drew"]) == (None, {"from": "stock"})
        assert theirs["seats"][1]["cards"] == 10

    def test_a_window_shows_its_card_and_who_threw_it(self) -> None:
        view = GAME.view(window(), 0)
        assert view["window"] == {"card": "9S", "from": 1}
        assert (view["phase"], view["turn"], view["top"]) == ("window", 2, "9S")

    def test_a_window_of_seat_zero_too(self) -> None:
        state = checked_through(deal(4, dealer=3, stock="KD"))
        state = act(act(state, 0, "draw", source="stock"), 0, "discard", card="KD")
        assert GAME.view(state, 2)["window"] == {"card": "KD", "from": 0}

    def test_a_folded_seat_still_sees_its_cards(self) -> None:
        state = act(deal(4), 1, "fold")
        assert GAME.view(state, 1)["cards"] == texts(state.hands[1])

    def test_an_end_shows_the_winners_melds_and_no_other_hand(self) -> None:
        state = close(act(window(), 3, "claim", discard="5D"))
        view = GAME.view(state, 0)
        assert view["result"]["winner"] == 3
        assert (view["turn"], view["pot"], view["pots"]) == (None, 0, [])
        assert view["result"]["deltas"] == [[0, -5], [1, -5], [2, -5], [3, 15]]
        assert [seat["stack"] for seat in view["seats"]] == [95, 95, 95, 115]
        assert view["cards"] == texts(state.hands[0])

    def test_it_is_plain_json(self) -> None:
        for state in (deal(4), window(), close(act(window(), 3, "claim", discard="5D"))):
            for seen_by in (None, 1, 3):
                view = GAME.view(state, seen_by)
                assert json.loads(json.dumps(view)) == view
                legal = GAME.legal(state, seen_by)
                assert json.loads(json.dumps(legal)) == legal


class TestSeen:
    def test_a_bet_tells_the_level_and_the_chips(self) -> None:
        before = act(deal(4), 1, "bet", to=10)
        after = act(before, 2, "raise", to=20)
        raised = Action("raise", 2, to=20)
        assert GAME.seen(before, raised, after, None) == {
            "seat": 2,
            "action": {"kind": "raise", "to": 20},
            "pay": 20,
        }

    def test_the_last_call_tells_its_chips_though_some_went_back_to_another(self) -> None:
        state = act(deal(3, stacks=[8, 100, 100]), 1, "bet", to=10)
        state = act(state, 2, "fold")
        after = act(state, 0, "call")
        assert after.returned == ((1, 7),)
        seen = GAME.seen(state, Action("call", 0), after, 2)
        assert seen is not None
        assert seen["pay"] == 3

    def test_a_draw_from_the_pile_is_open_and_from_the_stock_is_not(self) -> None:
        before = close(window())
        pile, stock = Action("draw", 2, source="discard"), Action("draw", 2, source="stock")
        taken, drawn = GAME.apply(before, pile), GAME.apply(before, stock)
        assert GAME.seen(before, pile, taken, None)["card"] == "9S"  # type: ignore[index]  # not a claim
        assert "card" not in GAME.seen(before, stock, drawn, 0)  # type: ignore[operator]  # not a claim
        assert GAME.seen(before, stock, drawn, 2)["card"] == texts(drawn.hands[2])[-1]  # type: ignore[index]  # not a claim

    def test_a_draw_that_turns_the_pile_says_so(self) -> None:
        before = replace(close(window()), stock=())
        stock = Action("draw", 2, source="stock")
        after = GAME.apply(before, stock)
        seen = GAME.seen(before, stock, after, 0)
        assert seen == {"seat": 2, "action": {"kind": "draw", "from": "stock"}, "recycled": True}

    def test_a_draw_that_ends_the_hand_shows_a_void_result_and_no_card(self) -> None:
        before = replace(close(window()), stock=(), recycled=10)
        stock = Action("draw", 2, source="stock")
        seen = GAME.seen(before, stock, GAME.apply(before, stock), 2)
        assert seen is not None
        assert seen["result"]["how"] == "void"
        assert "card" not in seen


def test_an_open_bet_is_no_side_pot() -> None:
    """A bet that waits for callers shows one pot, with them in it; an all-in splits it."""
    setup = Setup(
        "pif-paf-aposta",
        (),
        tuple(Seating(seat, stack) for seat, stack in ((0, 100), (1, 100), (2, 8), (3, 100))),
        dealer=3,
        stakes=Stakes("ante-capped-round", 5),
    )
    game = game_for("pif-paf-aposta")
    state = game.deal(setup, game.pack(game.rules("pif-paf-aposta", {})))
    state = game.apply(state, Action("bet", seat=0, to=10))
    assert game.view(state, None)["pots"] == [{"amount": 30, "seats": [0, 1, 2, 3]}]
    state = game.apply(game.apply(state, Action("fold", seat=1)), Action("call", seat=2))
    assert game.view(state, None)["pots"] == [
        {"amount": 26, "seats": [0, 2, 3]},
        {"amount": 7, "seats": [0, 3]},
    ]
