"""The claim window: who may claim, who gets the card, and that nobody learns of it early."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.cards import text, texts
from engine.errors import IllegalAction
from engine.game import Outcome
from engine.pifpaf.state import State
from tests.engine.table import GAME, act, checked_through, close, deal, hand, row_name, rows

SEATS = {"A": 0, "B": 1, "C": 2, "D": 3}
CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"
RUNS = "7S 8S 5D AH 2H 3H KC KD KH"


def window(hands: Mapping[str, str], folded: tuple[str, ...] = ()) -> State:
    """A deals; B draws 9S and discards it."""
    state = deal(4, {SEATS[name]: cards for name, cards in hands.items()}, "9S")
    state = act(state, 1, "check")
    for name in ("C", "D", "A"):
        state = act(state, SEATS[name], "fold" if name in folded else "check")
    return act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")


def code(state: State, seat: int, kind: str, **fields: object) -> str:
    with pytest.raises(IllegalAction) as no:
        act(state, seat, kind, **fields)
    return no.value.code


def can_claim(state: State, seat: int) -> bool:
    return any(move["kind"] == "claim" for move in GAME.legal(state, seat))


def claimed(state: State, name: str) -> State:
    """The state after that seat has taken the first way that it is offered."""
    (claim,) = [move for move in GAME.legal(state, SEATS[name]) if move["kind"] == "claim"]
    return act(state, SEATS[name], "claim", **claim["options"][0])


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("row", rows("claims"), ids=row_name)
def test_claims_as_the_rules_say(row: Mapping[str, Any]) -> None:
    state = window(row["hands"], tuple(row.get("folded", ())))
    for name, expected in row.get("refused", {}).items():
        assert not can_claim(state, SEATS[name])
        thrown = text(state.hands[SEATS[name]][0])
        assert code(state, SEATS[name], "claim", discard=thrown) == expected
    for name, expected in row.get("takes", {}).items():
        assert code(state, SEATS[name], "draw", source="discard") == expected
    for name in row["claims"]:
        state = claimed(state, name)
        assert GAME.outcome(state) is None
    state = close(state)
    if row["winner"] is None:
        assert GAME.outcome(state) is None
        return
    outcome = ended(state)
    assert (outcome.winner, outcome.how) == (SEATS[row["winner"]], "claim")
    assert outcome.next_dealer == outcome.winner
    assert any(text(card) == "9S" for meld in outcome.melds for card in meld)
    if "discard" in row:
        assert texts([outcome.discard or 0]) == [row["discard"]]
        melds = {frozenset(meld) for meld in outcome.melds}
        assert melds == {frozenset(hand(meld)) for meld in row["melds"]}


class TestTheWindow:
    def test_a_claim_waits_and_counts_in_no_tick(self) -> None:
        before = window({"D": CARLA})
        after = claimed(before, "D")
        assert after.tick == before.tick == before.window_tick
        assert GAME.waiting(after) == GAME.waiting(before)
        closed = close(after)
        assert closed.tick == before.tick + 1

    def test_a_claim_is_made_once_and_stands(self) -> None:
        state = claimed(window({"D": CARLA}), "D")
        assert code(state, 3, "claim", discard="5D") == "not-now"
        assert GAME.legal(state, 3) == []

    def test_the_seat_in_turn_claims_at_its_own_place(self) -> None:
        state = claimed(claimed(window({"C": CARLA, "D": RUNS}), "D"), "C")
        assert ended(close(state)).winner == 2

    def test_the_seat_in_turn_may_draw_from_the_stock_and_then_waits(self) -> None:
        state = act(window({"C": CARLA}), 2, "draw", source="stock")
        assert GAME.waiting(state).kind == "window"
        assert GAME.waiting(state).seats == (3, 0)
        assert GAME.legal(state, 2) == []
        assert code(state, 2, "claim", discard="5D") == "not-now"
        assert code(state, 2, "discard", card="5D") == "not-now"
        assert code(state, 2, "go-out", discard="5D") == "not-now"
        assert code(state, 2, "draw", source="stock") == "not-now"
        state = close(state)
        assert GAME.waiting(state).kind == "discard"
        assert GAME.waiting(state).seats == (2,)
        assert code(state, 2, "draw", source="discard") == "not-now"

    def test_who_has_claimed_doesnt_draw(self) -> None:
        state = claimed(window({"C": CARLA}), "C")
        assert code(state, 2, "draw", source="stock") == "not-now"

    def test_a_claim_beats_a_draw_made_meanwhile(self) -> None:
        state = act(window({"D": CARLA}), 2, "draw", source="stock")
        state = close(claimed(state, "D"))
        assert ended(state).winner == 3
        assert [len(held) for held in state.hands] == [9, 9, 10, 9]
        assert texts(state.discards) == ["5D"]

    def test_after_a_window_without_a_claim_the_next_draws(self) -> None:
        state = close(window({}))
        assert GAME.waiting(state).kind == "draw"
        assert GAME.waiting(state).seats == (2,)
        assert code(state, 3, "claim", discard="5D") == "not-now"

    def test_only_the_clock_closes_it(self) -> None:
        state = window({})
        assert GAME.legal(state, None) == [{"kind": "close-window"}]
        assert GAME.default(state) == GAME.default(claimed(window({"D": CARLA}), "D"))

    def test_others_and_the_discarder_do_nothing_else_in_it(self) -> None:
        state = window({})
        assert code(state, 3, "draw", source="stock") == "not-your-turn"
        assert code(state, 1, "discard", card="2S") == "not-your-turn"
        assert code(state, 1, "claim", discard="2S") == "not-now"
        assert GAME.legal(state, 1) == []

    def test_a_claim_lays_melds_that_are_checked(self) -> None:
        state = window({"D": CARLA})
        good = [["2S", "3S", "4S"], ["QH", "QC", "QD"], ["9S", "9C", "9H"]]
        assert ended(close(act(state, 3, "claim", discard="5D", melds=good))).winner == 3
        bad = [["2S", "3S", "4S"], ["QH", "QC", "QD"], ["9C", "9H", "5D"]]
        assert code(state, 3, "claim", discard="9S", melds=bad) == "melds-invalid"
        assert code(state, 3, "claim", discard="5D", melds=bad) == "melds-invalid"
        assert code(state, 3, "claim", discard="2S") == "melds-invalid"
        assert code(state, 3, "claim", discard="7C") == "not-held"

    def test_the_card_claimed_isnt_the_one_thrown(self) -> None:
        state = window({"D": "2S 3S 4S QH QC QD 9C 9H 9D"})
        (claim,) = GAME.legal(state, 3)
        assert "9S" not in [option["discard"] for option in claim["options"]]
        assert code(state, 3, "claim", discard="9S") == "melds-invalid"


def test_the_window_opens_after_each_discard() -> None:
    state = checked_through(deal(3))
    for seat in (1, 2, 0, 1):
        state = act(state, seat, "draw", source="stock")
        state = act(state, seat, "discard", card=text(state.hands[seat][-1]))
        assert GAME.waiting(state).kind == "window"
        assert state.window_tick == state.tick
        state = close(state)
