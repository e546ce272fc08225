"""The open variant where what was taken may not be thrown: a taken card that is laid is gone."""

import random

import pytest

from engine.cards import parse
from engine.pifpaf.state import State, changed
from engine.pifpaf.throwing import to_throw
from tests.engine.hidden import check_no_leak
from tests.engine.laws import check_legality, check_step
from tests.engine.table import GAME, act, deal, steps_from

BARRED = ["card", "face"]
HELD = "2C 3C 7D 7H 5S KH TD 9D QS"


def taken(hand: str, rediscard: str, upcard: str = "4C") -> State:
    """Seat 1 has taken the first upcard, and has one meld with it."""
    state = deal(4, {1: hand}, upcard, rules="pif-paf-aberto", rediscard=rediscard)
    return act(state, 1, "draw", source="discard")


def thrown(state: State) -> list[str]:
    """The cards that seat 1 may throw, as its legal list has them."""
    (move,) = GAME.legal(state, 1)
    assert move["kind"] == "discard"
    return list(move["cards"])


@pytest.mark.parametrize("rediscard", BARRED)
def test_whoever_lays_the_taken_card_throws_any_other(rediscard: str) -> None:
    state = act(taken(HELD, rediscard), 1, "lay")
    assert sorted(thrown(state)) == ["5S", "7D", "7H", "9D", "KH", "QS", "TD"]
    assert GAME.view(state, 1)["taken"] is None
    assert GAME.default(state).card == parse("QS")
    assert act(state, 1, "discard", card="KH").turn == 2


@pytest.mark.parametrize(
    ("rediscard", "goes"), [("allowed", True), ("card", True), ("face", False)]
)
def test_copy_that_was_held_before_goes_unless_no_card_of_the_face_may(
    rediscard: str, *, goes: bool
) -> None:
    state = act(taken("2C 3C 4C 7D 7H 5S KH TD 9D", rediscard), 1, "lay")
    assert ("4C" in thrown(state)) is goes
    assert GAME.view(state, 1)["taken"] == (None if goes else "4C")


@pytest.mark.parametrize("rediscard", BARRED)
def test_taken_card_that_is_not_laid_stays(rediscard: str) -> None:
    state = act(taken("2C 3C 4C 7D 7H 5S KH TD 9D", rediscard, "JS"), 1, "lay")
    assert "JS" not in thrown(state)
    assert GAME.view(state, 1)["taken"] == "JS"


def test_who_holds_nothing_else_throws_it_all_the_same() -> None:
    state = taken(HELD, "face")
    left = changed(
        state, hands=tuple((parse("4C"),) if n == 1 else h for n, h in enumerate(state.hands))
    )
    assert to_throw(left, 1) == [parse("4C")]


@pytest.mark.parametrize("rediscard", BARRED)
@pytest.mark.parametrize("seed", range(6))
def test_laws_hold_where_melds_are_laid_with_what_was_taken(rediscard: str, seed: int) -> None:
    """Hands full of near melds, so that what is taken is laid soon."""
    rng = random.Random(seed)
    hands = {0: "7S 8S 5D AH 2H KC KD 3C 9H", 1: HELD, 2: "2S 3S QH QC 9C 9S 5D 6D JH"}
    laid = False
    start = deal(3, hands, "4C 4S 9D", rules="pif-paf-aberto", rediscard=rediscard)
    for step in steps_from(start, rng):
        check_step(step)
        check_legality(step.after, rng)
        check_no_leak(step, rng)
        laid |= step.action.kind == "lay" and step.before.drew == "discard"
        if step.after.tick > 60:
            break
    assert GAME.load(GAME.dump(step.after)) == step.after
    assert laid or seed
