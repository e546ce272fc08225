"""Bots: always legal, alike for the same choices, and the steady one plays sensibly."""

import random
from collections import Counter

import pytest

from engine import bots
from engine.cards import text
from engine.game import parse_action
from engine.pifpaf.state import State
from tests.engine.table import GAME, PACK, act, checked_through, close, deal, setup

TURNS_MAX = 200


def played(seed: int, names: tuple[str, ...]) -> tuple[State, int]:
    """A hand played by bots, seat by seat of that name, and its number of turns."""
    rng = random.Random(seed)
    state = GAME.deal(
        setup(len(names), dealer=seed % len(names)), tuple(rng.sample(PACK, len(PACK)))
    )
    turns = 0
    while GAME.outcome(state) is None:
        waiting = GAME.waiting(state)
        if waiting.kind == "window":
            for seat in waiting.seats:
                legal = GAME.legal(state, seat)
                if any(move["kind"] == "claim" for move in legal):
                    chosen = bots.bot_named(names[seat])(
                        GAME.view(state, seat), legal, rng.randrange
                    )
                    state = GAME.apply(state, parse_action(chosen, seat))
            state = close(state)
            continue
        (seat,) = waiting.seats
        bot = bots.bot_named(names[seat])
        chosen = bot(GAME.view(state, seat), GAME.legal(state, seat), rng.randrange)
        state = GAME.apply(state, parse_action(chosen, seat))
        turns += waiting.kind == "draw"
    return state, turns


def choice(state: State, seat: int, number: int = 0) -> dict[str, object]:
    """What the steady bot does, always taking the same of n choices."""
    return bots.steady(GAME.view(state, seat), GAME.legal(state, seat), lambda n: number % n)


@pytest.mark.parametrize("names", [("steady",) * 4, ("calm", "steady") * 2, ("steady",) * 8])
def test_hands_of_bots_are_legal_and_end(names: tuple[str, ...]) -> None:
    for seed in range(12):
        state, _ = played(seed, names)
        assert GAME.outcome(state) is not None


def test_calm_bots_end_a_hand_too() -> None:
    for seed in range(4):
        assert GAME.outcome(played(seed, ("calm",) * 3)[0]) is not None


def test_steady_hands_end_in_reasonable_time() -> None:
    ends: Counter[str] = Counter()
    turns = []
    for seed in range(60):
        state, count = played(seed, ("steady",) * 4)
        outcome = GAME.outcome(state)
        assert outcome is not None
        ends[outcome.how] += 1
        if outcome.how != "folds":
            turns.append(count)
    assert ends["void"] == 0
    assert ends["folds"] < 12
    assert max(turns) < TURNS_MAX
    assert sum(turns) / len(turns) < 40


def test_steady_beats_calm() -> None:
    gains: Counter[int] = Counter()
    for seed in range(40):
        outcome = GAME.outcome(played(seed, ("steady", "calm", "steady", "calm"))[0])
        assert outcome is not None
        gains.update(dict(outcome.deltas))
    assert gains[0] + gains[2] > 0


def test_the_same_choices_give_the_same_hand() -> None:
    names = ("steady", "calm", "steady")
    assert played(5, names) == played(5, names)
    assert played(5, names) != played(6, names)


class TestSteady:
    def test_it_goes_out_when_it_can(self) -> None:
        state = checked_through(deal(4, {1: "2S 3S 4S QH QC QD 9C 9H 5D"}, "9S"))
        state = act(state, 1, "draw", source="stock")
        assert choice(state, 1)["kind"] == "go-out"

    def test_it_claims_when_it_can(self) -> None:
        state = checked_through(deal(4, {2: "2S 3S 4S QH QC QD 9C 9H 5D"}, "9S"))
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
        assert choice(state, 2)["kind"] == "claim"

    def test_it_throws_the_card_that_fits_nothing(self) -> None:
        state = checked_through(deal(4, {1: "2S 3S 4S QH QC QD 9C 9H 5C"}, "8C"))
        state = act(state, 1, "draw", source="stock")
        assert {choice(state, 1, number)["card"] for number in range(5)} == {"5C"}

    def test_it_takes_the_discard_that_brings_it_nearer(self) -> None:
        state = checked_through(deal(4, {2: "2S 3S 4S QH QC 6D 9C 9H KD"}, "QS"))
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="QS")
        assert choice(close(state), 2) == {"kind": "draw", "from": "discard"}

    def test_it_leaves_the_discard_that_doesnt(self) -> None:
        state = checked_through(deal(4, {2: "2S 3S 4S QH QC 6D 9C 9H KD"}, "AH"))
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="AH")
        assert choice(close(state), 2) == {"kind": "draw", "from": "stock"}

    def test_it_bets_a_good_hand_and_folds_a_bad_one_to_a_raise(self) -> None:
        good, bad = "2S 3S 4S QH QC QD 9C 9H 5D", "AC 4C 7C TC KC 3D 6D 9D QD"
        state = deal(4, {1: good, 2: bad})
        assert choice(state, 1, 1)["kind"] == "bet"
        assert choice(act(state, 1, "bet", to=20), 2) == {"kind": "fold"}
        assert choice(act(state, 1, "check"), 2) == {"kind": "check"}


def test_calm_takes_whatever_the_list_has() -> None:
    state = act(checked_through(deal(4)), 1, "draw", source="stock")
    legal = GAME.legal(state, 1)
    rng = random.Random(1)
    chosen = {bots.calm({}, legal, rng.randrange)["card"] for _ in range(300)}
    assert chosen == {text(card) for card in state.hands[1]}


def test_bots_have_names() -> None:
    assert {bots.bot_named(name) for name in bots.BOTS} == {bots.calm, bots.steady}
    with pytest.raises(bots.UnknownBot, match="there are: steady, calm"):
        bots.bot_named("wild")
