"""What players say of their match is in the log, and is there again whenever it is replayed."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import SEED, opening
from tournaments.rules import events as e
from tournaments.rules.claims import agreed, claim, disputed, says_same, standing
from tournaments.rules.due import due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, line, read, replay
from tournaments.rules.playing import open_match
from tournaments.rules.results import FORFEIT, REPORTED, Result
from tournaments.rules.standings import board
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import SINGLE, SWISS, Stage

MATCH = "w1.1"


def said(*order: str, scores: tuple[tuple[str, int], ...] = ()) -> Result:
    """These finished in this order, as a player tells it."""
    return Result(tuple((one,) for one in order), REPORTED, scores=scores)


ONE, EIGHT = said("p1", "p8"), said("p8", "p1")
BY_P1 = e.Claimed("a", MATCH, "p1", ONE)
BY_P8 = e.Claimed("a", MATCH, "p8", EIGHT, against=("p1",))
BACK = e.ClaimTakenBack("a", MATCH, "p1")
AGREED = e.ResultRecorded("a", MATCH, ONE, e.AGREEMENT)


def begun(kind: str = SINGLE) -> list[e.Event]:
    """The log of a stage of eight whose first matches are open."""
    log = opening([Stage("a", kind, rounds=2 if kind == SWISS else 0)], 8)
    while more := due(replay(log), SEED):
        log += more
    return log


def words(state: Tournament, match: str = MATCH) -> dict[str, Result]:
    stage = state.stages["a"]
    return standing(stage, match, open_match(stage, match))


def test_a_word_stands_until_the_same_player_says_another() -> None:
    state = extend(replay(begun()), [BY_P1, BY_P8])
    assert (words(state), disputed(words(state))) == ({"p1": ONE, "p8": EIGHT}, True)
    assert board(state.stages["a"]).stand(MATCH).status == "ready"
    state = apply(state, e.Claimed("a", MATCH, "p8", ONE, anew=True))
    assert (agreed(words(state), 2), disputed(words(state))) == (ONE, False)
    state = apply(state, AGREED)
    assert state.stages["a"].results[MATCH] == ONE
    assert not state.stages["a"].claims


def test_a_word_that_is_taken_back_is_as_if_never_said() -> None:
    silent = replay(begun())
    assert extend(silent, [BY_P1, BACK]) == silent
    state = extend(silent, [BY_P1, BY_P8, BACK])
    assert (words(state), disputed(words(state))) == ({"p8": EIGHT}, False)
    assert apply(silent, e.Claimed("a", MATCH, "p8", EIGHT)) == state
    again = apply(state, e.Claimed("a", MATCH, "p1", EIGHT))  # and not `anew`: nothing stands
    assert agreed(words(again), 2) == EIGHT
    with pytest.raises(Refused) as refused:
        extend(again, [e.ResultRecorded("a", MATCH, EIGHT, e.AGREEMENT), BACK])
    assert refused.value.code == "not-ready"


def test_order_of_equals_and_of_scores_is_no_contradiction() -> None:
    scores = (("p1", 3), ("p8", 1))
    first = Result((("p1", "p8"),), REPORTED, scores=scores)
    second = Result((("p8", "p1"),), REPORTED, scores=scores[::-1])
    assert says_same(first, second)
    assert not says_same(first, Result((("p1", "p8"),), REPORTED))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (e.Claimed("a", MATCH, "p2", ONE), "not-in-match"),
        (e.Claimed("a", MATCH, "p8", said("p2", "p7")), "not-in-match"),
        (e.Claimed("a", MATCH, "p8", Result((("p1",),), REPORTED, ("p8",))), "bad-result"),
        (e.Claimed("a", MATCH, "p8", Result((("p1",), ("p8",)), FORFEIT)), "bad-result"),
        (e.Claimed("a", MATCH, "p8", Result((("p1", "p8"),), REPORTED)), "tie"),
        (e.Claimed("a", MATCH, "p8", EIGHT), "bad-claim"),
        (e.Claimed("a", MATCH, "p8", ONE, against=("p1",)), "bad-claim"),
        (e.Claimed("a", MATCH, "p8", ONE, anew=True), "bad-claim"),
        (e.Claimed("a", MATCH, "p1", EIGHT), "bad-claim"),
        (e.Claimed("a", "w2.1", "p1", ONE), "not-ready"),
        (e.Claimed("a", "w9.9", "p1", ONE), "no-such-match"),
        (e.Claimed("b", MATCH, "p1", ONE), "no-such-stage"),
        (AGREED, "not-agreed"),
        (e.ClaimTakenBack("a", MATCH, "p8"), "no-claim"),
        (e.ClaimTakenBack("a", "w2.1", "p1"), "not-ready"),
        (e.ClaimTakenBack("b", MATCH, "p1"), "no-such-stage"),
        (e.ResultRecorded("a", MATCH, ONE, "hearsay"), "bad-log"),
    ],
)
def test_a_log_that_tells_words_wrongly_is_refused(event: e.Event, code: str) -> None:
    state = apply(replay(begun()), BY_P1)
    with pytest.raises(Refused) as refused:
        apply(state, event)
    assert refused.value.code == code


def test_a_ruling_needs_no_words_and_ends_a_dispute() -> None:
    state = extend(replay(begun()), [BY_P1, BY_P8])
    state = apply(state, e.ResultRecorded("a", MATCH, EIGHT, e.RULING))
    assert state.stages["a"].results[MATCH] == EIGHT
    assert not state.stages["a"].claims


def test_words_about_others_count_again_when_these_stand_there_again() -> None:
    results = {MATCH: ONE, "w1.2": said("p4", "p5")}
    state = extend(replay(begun()), [e.ResultRecorded("a", *one) for one in results.items()])
    state = apply(state, e.Claimed("a", "w2.1", "p4", said("p4", "p1")))
    there = apply(state, e.ResultCorrected("a", MATCH, EIGHT, "misread"))
    assert words(there, "w2.1") == {}
    back = apply(there, e.ResultCorrected("a", MATCH, ONE, "misread back"))
    assert back == state
    assert list(words(back, "w2.1")) == ["p4"]


def test_a_match_that_is_opened_again_needs_new_words() -> None:
    state = extend(replay(begun()), [BY_P1, e.Claimed("a", MATCH, "p8", ONE), AGREED])
    state = apply(state, e.ResultCorrected("a", MATCH, None, "never played"))
    assert words(state) == {}


def test_a_result_of_an_old_log_is_read_as_it_was_written() -> None:
    old = (
        '{"kind":"result-recorded","match":"w1.1","result":{"how":"reported",'
        '"places":[["p1"],["p8"]]},"stage":"a"}'
    )
    assert read(old) == e.ResultRecorded("a", MATCH, ONE)
    assert line(read(old)) == old
    assert apply(replay(begun()), read(old)).stages["a"].results[MATCH] == ONE


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([SINGLE, SWISS]), st.integers(1, 30), st.randoms())
def test_replay_of_a_log_with_words_is_its_state(
    kind: str, count: int, rng: random.Random
) -> None:
    log = begun(kind)
    state = replay(log)
    for _ in range(count):
        stage = state.stages["a"]
        match, players = rng.choice(_open(stage))
        order = rng.sample(players, len(players))
        sayers = list(standing(stage, match, players))
        if sayers and rng.random() < 0.3:
            log.append(e.ClaimTakenBack("a", match, rng.choice(sayers)))
            state = apply(state, log[-1])
            continue
        told = claim(stage, match, players, rng.choice(players), said(*order))
        log.append(told)
        state = apply(state, told)
        assert disputed(words(state, match)) == bool(told.against)
        found = agreed(words(state, match), 2)
        if found is not None:
            log.append(e.ResultRecorded("a", match, found, e.AGREEMENT))
            state = apply(state, log[-1])
        if not _open(state.stages["a"]):
            break
    assert replay(read(line(event)) for event in log) == state


def _open(stage: StageState) -> list[tuple[str, tuple[str, ...]]]:
    """The matches of the first round that are open."""
    prefix = "r" if stage.spec.kind == SWISS else "w"
    ids = [f"{prefix}1.{number}" for number in range(1, 5)]
    return [(one, open_match(stage, one)) for one in ids if one not in stage.results]
