"""Bots: always legal, alike for the same choices, and the steady one plays sensibly."""

import random
from collections import Counter
from itertools import islice

import pytest

from engine import bots
from engine.cards import text
from engine.game import parse_action
from engine.pifpaf.state import State
from engine.simulate import Plan, simulate
from engine.simulate_kinds import Kind, Kinds
from tests.engine.hidden import shuffled_secrets
from tests.engine.table import (
    FAMILY,
    GAME,
    PACK,
    act,
    checked_through,
    close,
    deal,
    family_setup,
    random_steps,
    setup,
)

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
                    if chosen:
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
    for seed in range(12):
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


def test_calm_speaks_now_and_then_in_a_window_that_it_may_let_pass() -> None:
    legal: list[bots.Json] = [{"kind": "draw", "from": "stock"}, {"kind": "buy", "cost": 5}]
    rng = random.Random(1)
    said = Counter(
        bots.calm({"phase": "window"}, legal, rng.randrange).get("kind") for _ in range(400)
    )
    assert set(said) == {None, "draw", "buy"}
    assert said[None] > 200


def test_bots_have_names() -> None:
    assert list(bots.BOTS) == ["calm", "steady", "sharp"]
    assert bots.bot_named("sharp") is bots.sharp
    with pytest.raises(bots.UnknownBot, match="there are: calm, steady, sharp"):
        bots.bot_named("wild")


@pytest.mark.parametrize("rules", FAMILY)
def test_each_game_has_all_strengths(rules: str) -> None:
    assert list(bots.for_game(rules)) == list(bots.BOTS)


@pytest.mark.parametrize("rules", FAMILY)
def test_bots_play_every_rule_set_as_its_legal_list_says(rules: str) -> None:
    """EngineFault would tell of a refused action."""
    for name in bots.BOTS:
        plan = Plan(rules, 4, 11, (name, "sharp", "steady", name), records=False)
        assert next(simulate(plan)).actions


@pytest.mark.parametrize("rules", FAMILY)
def test_no_choice_depends_on_what_the_seat_may_not_know(rules: str) -> None:
    rng = random.Random(rules)
    for step in random_steps(rng, family_setup(rng, rules)):
        state = step.after
        if state.outcome is not None or rng.random() > 0.1:
            continue
        for seat in GAME.waiting(state).seats:
            other = shuffled_secrets(state, seat, rng)
            for bot in bots.BOTS.values():
                chance = rng.randrange(2**32)
                assert _chosen(bot, state, seat, chance) == _chosen(bot, other, seat, chance)


def _chosen(bot: bots.Bot, state: State, seat: int, chance: int) -> dict[str, object]:
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    return bot(view, legal, random.Random(chance).randrange) if legal else {}


class TestStrength:
    """The same hands each time, so that nothing here is up to chance."""

    KINDS = ("calm", "steady", "sharp", "steady")

    def test_each_strength_beats_the_one_below(self) -> None:
        calm, steady, sharp = (
            self.counted("pife", 40)[name] for name in ("calm", "steady", "sharp")
        )
        assert calm.chips.mean < steady.chips.mean < sharp.chips.mean
        assert calm.won.mean < steady.won.mean

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", ["pife", "pif-paf-aposta"])
    def test_intervals_over_two_thousand_hands_dont_overlap(self, rules: str) -> None:
        kinds = self.counted(rules, 2000)
        calm, steady, sharp = (kinds[name].chips for name in ("calm", "steady", "sharp"))
        assert calm.mean + calm.within < steady.mean - steady.within
        assert steady.mean + steady.within < sharp.mean - sharp.within

    def counted(self, rules: str, hands: int) -> dict[str, Kind]:
        """What each kind came to in so many hands of four seats."""
        kinds = Kinds()
        for played in islice(simulate(Plan(rules, 4, 1, self.KINDS, records=False)), hands):
            kinds.add(played)
        return kinds.kinds
