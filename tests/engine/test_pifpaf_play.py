"""The play of a hand: draws, discards, going out, the turned pile, and how chips go at the end."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.actions import Action
from engine.cards import text, texts
from engine.errors import IllegalAction
from engine.game import Outcome, parse_action
from engine.pifpaf.state import State
from tests.engine.table import GAME, act, checked_through, close, deal, hand

CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"


def refused(state: State, seat: int | None, kind: str, **fields: object) -> IllegalAction:
    """The refusal of an action; the state must stay as it was."""
    before = repr(state)
    with pytest.raises(IllegalAction) as no:
        act(state, seat, kind, **fields)
    assert repr(state) == before
    assert no.value.allowed == GAME.legal(state, seat)
    assert no.value.detail.endswith(".")
    return no.value


def code(state: State, seat: int | None, kind: str, **fields: object) -> str:
    return refused(state, seat, kind, **fields).code


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def in_play(hands: Mapping[int, str] | None = None, stock: str = "", **how: Any) -> State:
    """Four seats (seat 0 deals), all checked: seat 1 draws first."""
    return checked_through(deal(4, hands, stock, **how))


def turned_over(state: State, names: str, recycled: int = 0) -> State:
    """The state with an empty stock and these discards, oldest first."""
    return replace(state, stock=(), discards=hand(names), recycled=recycled)


class TestTurns:
    def test_the_first_player_draws_from_the_stock_only(self) -> None:
        """S1; there is no discard yet."""
        state = in_play()
        assert GAME.legal(state, 1) == [{"kind": "draw", "from": "stock"}]
        assert code(state, 1, "draw", source="discard") == "not-now"

    def test_a_turn_is_a_draw_then_a_discard(self) -> None:
        state = in_play(stock="KD")
        assert code(state, 1, "discard", card=text(state.hands[1][0])) == "not-now"
        state = act(state, 1, "draw", source="stock")
        assert text(state.hands[1][-1]) == "KD"
        assert code(state, 1, "draw", source="stock") == "not-now"
        state = act(state, 1, "discard", card="KD")
        assert texts(state.discards) == ["KD"]
        assert GAME.waiting(state).kind == "window"

    def test_the_next_takes_the_discard_after_the_window(self) -> None:
        state = act(act(in_play(stock="KD"), 1, "draw", source="stock"), 1, "discard", card="KD")
        assert code(state, 2, "draw", source="discard") == "not-now"
        state = close(state)
        assert GAME.waiting(state).seats == (2,)
        assert GAME.legal(state, 2) == [
            {"kind": "draw", "from": "stock"},
            {"kind": "draw", "from": "discard"},
        ]
        state = act(state, 2, "draw", source="discard")
        assert text(state.hands[2][-1]) == "KD"
        assert state.discards == ()

    def test_the_card_taken_may_be_thrown_again(self) -> None:
        """K21: nothing forbids it here, whichever copy it is."""
        state = in_play(hands={2: "9D AC 3D 5H 7C JD KS 2H 6S"}, stock="9D")
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9D")
        state = act(close(state), 2, "draw", source="discard")
        state = act(state, 2, "discard", card="9D")
        assert texts(state.hands[2]).count("9D") == 1
        assert texts(state.discards) == ["9D"]

    def test_folded_seats_are_passed_over(self) -> None:
        state = act(deal(4), 1, "check")
        state = act(state, 2, "fold")
        state = checked_through(state)
        state = act(state, 1, "draw", source="stock")
        state = act(state, 1, "discard", card=text(state.hands[1][-1]))
        assert GAME.waiting(close(state)).seats == (3,)

    def test_the_first_to_play_is_the_first_in_play_left_of_the_dealer(self) -> None:
        state = checked_through(act(deal(4), 1, "fold"))
        assert GAME.waiting(state).seats == (2,)

    def test_all_in_seats_play_on(self) -> None:
        state = in_play(stacks=[100, 5, 100, 100])
        assert GAME.waiting(state).seats == (1,)


class TestRefusals:
    def test_who_isnt_in_turn(self) -> None:
        state = in_play()
        assert code(state, 2, "draw", source="stock") == "not-your-turn"
        assert code(state, 7, "draw", source="stock") == "not-your-turn"
        drawn = act(state, 1, "draw", source="stock")
        assert code(drawn, 2, "discard", card="7H") == "not-your-turn"
        assert code(drawn, 2, "go-out", discard="7H") == "not-your-turn"

    def test_who_has_folded(self) -> None:
        state = checked_through(act(deal(4), 1, "fold"))
        assert code(state, 1, "draw", source="stock") == "not-your-turn"
        assert GAME.legal(state, 1) == []

    def test_what_belongs_to_another_phase(self) -> None:
        assert code(deal(4), 1, "draw", source="stock") == "not-now"
        assert code(deal(4), 1, "claim", discard="7H") == "not-now"
        assert code(in_play(), 1, "check") == "not-now"
        assert code(in_play(), 1, "bet", to=5) == "not-now"
        assert code(in_play(), 1, "go-out", discard="7H") == "not-now"
        assert code(in_play(), 1, "claim", discard="7H") == "not-now"
        assert code(in_play(), None, "close-window") == "not-now"
        assert code(deal(4), None, "close-window") == "not-now"

    def test_a_card_that_isnt_held(self) -> None:
        state = act(in_play(hands={1: CARLA}, stock="KD"), 1, "draw", source="stock")
        assert code(state, 1, "discard", card="7C") == "not-held"
        assert code(state, 1, "go-out", discard="7C") == "not-held"

    @pytest.mark.parametrize(
        "action",
        [
            Action("discard", 1),
            Action("discard", 1, card=99),
            Action("discard", 1, card=-1),
            Action("go-out", 1),
            Action("draw", 1),
            Action("draw", 1, source="sleeve"),
            Action("win", 1),
            Action("discard", None, card=5),
            Action("close-window", 1),
        ],
    )
    def test_an_action_that_no_door_would_let_in(self, action: Action) -> None:
        """Whoever builds an Action himself is refused as well, and never crashes the engine."""
        drawn = act(in_play(), 1, "draw", source="stock")
        for state in (
            drawn,
            in_play(),
            close(act(drawn, 1, "discard", card=text(drawn.hands[1][0]))),
        ):
            with pytest.raises(IllegalAction):
                GAME.apply(state, action)

    def test_a_hand_that_is_over_takes_nothing(self) -> None:
        state = act(in_play(hands={1: CARLA}, stock="9S"), 1, "draw", source="stock")
        state = act(state, 1, "go-out", discard="5D")
        assert code(state, 1, "discard", card="2S") == "hand-over"
        assert code(state, None, "close-window") == "hand-over"
        assert GAME.legal(state, 1) == GAME.legal(state, None) == []
        assert GAME.waiting(state).kind == "over"
        with pytest.raises(ValueError, match="over"):
            GAME.default(state)


class TestGoingOut:
    def drawn(self) -> State:
        return act(in_play(hands={1: CARLA}, stock="9S"), 1, "draw", source="stock")

    def test_the_engine_offers_every_way(self) -> None:
        go_out = {
            "kind": "go-out",
            "options": [
                {
                    "discard": "5D",
                    "melds": [["9C", "9H", "9S"], ["QC", "QD", "QH"], ["2S", "3S", "4S"]],
                }
            ],
        }
        assert GAME.legal(self.drawn(), 1)[1] == go_out

    def test_the_engine_arranges_the_melds_when_none_are_named(self) -> None:
        state = act(self.drawn(), 1, "go-out", discard="5D")
        outcome = ended(state)
        assert (outcome.winner, outcome.how) == (1, "stock")
        assert texts([outcome.discard or 0]) == ["5D"]
        assert sorted(card for meld in outcome.melds for card in meld) == sorted(state.hands[1])
        assert texts(state.discards) == ["5D"]

    def test_the_players_own_melds_are_kept(self) -> None:
        melds = [["QH", "QC", "QD"], ["4S", "3S", "2S"], ["9S", "9C", "9H"]]
        outcome = ended(act(self.drawn(), 1, "go-out", discard="5D", melds=melds))
        assert [texts(meld) for meld in outcome.melds] == melds

    @pytest.mark.parametrize(
        ("discard", "melds", "sentence"),
        [
            ("2S", None, "Without 2S your other nine cards are not all in melds"),
            ("5D", [["2S", "3S", "4S"], ["QH", "QC", "QD"]], "each of your other nine cards once"),
            ("5D", [["2S", "3S", "4S"]] * 3, "each of your other nine cards once"),
            (
                "5D",
                [["2S", "3S", "4S"], ["QH", "QC", "QD"], ["9S", "9C", "9D"]],
                "each of your other nine cards once",
            ),
            (
                "5D",
                [["2S", "3S"], ["4S", "QH", "QC", "QD"], ["9S", "9C", "9H"]],
                "2S 3S is no meld",
            ),
            (
                "9S",
                [["2S", "3S", "4S"], ["QH", "QC", "QD"], ["9C", "9H", "5D"]],
                "9C 9H 5D is no meld",
            ),
            ("5D", [["JK", "3S", "4S"], ["QH", "QC", "QD"], ["9S", "9C", "9H"]], "once"),
        ],
    )
    def test_melds_that_dont_stand_are_refused(
        self, discard: str, melds: list[list[str]] | None, sentence: str
    ) -> None:
        laid = {} if melds is None else {"melds": melds}
        no = refused(self.drawn(), 1, "go-out", discard=discard, **laid)
        assert no.code == "melds-invalid"
        assert sentence in no.detail

    def test_with_the_discard_taken_it_counts_as_from_the_discard(self) -> None:
        state = in_play(hands={2: CARLA}, stock="9S")
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
        state = act(close(state), 2, "draw", source="discard")
        outcome = ended(act(state, 2, "go-out", discard="5D"))
        assert (outcome.winner, outcome.how, outcome.next_dealer) == (2, "discard", 2)

    def test_nobody_goes_out_before_drawing(self) -> None:
        state = in_play(hands={1: "2S 3S 4S QH QC QD 9C 9H 9S"})
        assert code(state, 1, "go-out", discard="2S") == "not-now"


class TestTheTurnedPile:
    def test_it_is_turned_only_when_a_card_is_asked_for(self) -> None:
        """D11: the last card of the stock drawn turns nothing."""
        state = replace(in_play(), stock=hand("KD"), discards=hand("2C 5D"))
        state = act(state, 1, "draw", source="stock")
        assert state.stock == ()
        assert state.discards == hand("2C 5D")

    def test_taking_the_discard_turns_nothing(self) -> None:
        state = act(turned_over(in_play(), "2C 5D"), 1, "draw", source="discard")
        assert state.stock == ()
        assert state.discards == hand("2C")

    def test_nobody_turns_the_pile_while_its_top_may_be_claimed(self) -> None:
        state = act(in_play(), 1, "draw", source="stock")
        state = replace(act(state, 1, "discard", card=text(state.hands[1][-1])), stock=())
        assert GAME.legal(state, 2) == []
        assert code(state, 2, "draw", source="stock") == "not-now"
        state = close(state)
        assert act(state, 2, "draw", source="stock").recycled == 1

    def test_past_the_limit_the_hand_is_void_and_all_stakes_go_back(self) -> None:
        """D12."""
        state = act(act(deal(4, stacks=[100, 100, 100, 3]), 1, "bet", to=10), 2, "call")
        state = checked_through(state)
        last = act(turned_over(state, "2C 5D 9H", recycled=9), 1, "draw", source="stock")
        assert last.recycled == 10
        void = act(turned_over(state, "2C 5D 9H", recycled=10), 1, "draw", source="stock")
        outcome = ended(void)
        assert (outcome.how, outcome.winner, outcome.next_dealer) == ("void", None, 0)
        assert outcome.deltas == ((0, 0), (1, 0), (2, 0), (3, 0))
        assert outcome.returned == ((0, 15), (1, 15), (2, 15), (3, 3))
        assert outcome.stacks == ((0, 100), (1, 100), (2, 100), (3, 3))
        assert {pot.winner for pot in outcome.pots} == {None}


class TestTheClock:
    def test_it_draws_from_the_stock_and_throws_the_card_drawn(self) -> None:
        state = in_play(stock="KD")
        assert GAME.default(state) == Action("draw", 1, source="stock")
        state = GAME.apply(state, GAME.default(state))
        assert GAME.default(state) == parse_action({"kind": "discard", "card": "KD"}, 1)
        state = GAME.apply(state, GAME.default(state))
        assert GAME.default(state) == Action("close-window")
