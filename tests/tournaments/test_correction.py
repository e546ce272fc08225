"""Corrections: preview, rulings, undo; nothing is ever silently rewritten."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import SEED, finish, in_order, opening, step
from tournaments.rules import events as e
from tournaments.rules.correction import changes_nothing, inverse, preview
from tournaments.rules.due import due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import final_groups
from tournaments.rules.results import VOID, Result, won
from tournaments.rules.standings import BRACKETS, board, stage_groups
from tournaments.rules.state import Tournament
from tournaments.rules.structure import DOUBLE, SINGLE, SWISS, TABLES, Stage


def chalk(rounds: int = 3) -> Tournament:
    """Eight in a single elimination, the better seed wins, so many rounds played."""
    state = replay(opening([Stage("a", SINGLE)], 8))
    state = extend(state, due(state, SEED))
    for _ in range(rounds):
        state = extend(
            state,
            [
                e.ResultRecorded("a", stand.match.id, won(*sorted(s for s in stand.sides if s)))
                for stand in board(state.stages["a"]).ready()
            ],
        )
    return state


def wrong(match: str = "w1.1", *sides: str, **rulings: str) -> e.ResultCorrected:
    winner, loser = sides or ("p8", "p1")
    named = tuple((key.replace("_", "."), ruling) for key, ruling in rulings.items())
    return e.ResultCorrected("a", match, won(winner, loser), "misread", named)


def sides(state: Tournament, match: str) -> tuple[str | None, str | None]:
    return board(state.stages["a"]).stand(match).sides


def test_the_preview_names_every_match_rank_and_undo() -> None:
    state = chalk()
    found = preview(state, wrong())
    assert [one.match for one in found.matches] == ["w2.1", "w3.1"]
    assert found.matches[0].before == ("p1", "p4")
    assert found.matches[0].after == ("p8", "p4")
    assert found.matches[0].played
    assert ("p1", "1", "5-8") in [(one, now, then[0] + "-8") for one, now, then in found.ranks]
    assert state == chalk()
    after = apply(state, wrong())
    assert apply(after, found.undo) == state


def test_the_preview_shows_the_prizes_that_move() -> None:
    state = extend(chalk(), [e.EntriesClosed(), e.Finished()])
    swap = wrong("w3.1", "p2", "p1")
    assert preview(state, swap).prizes == (("p1", 560, 240), ("p2", 240, 560))
    assert preview(state, wrong()).prizes is None


def test_replay_sets_the_later_result_aside_and_asks_for_it_again() -> None:
    after = apply(chalk(), wrong())
    stand = board(after.stages["a"]).stand("w2.1")
    assert stand.status == "ready"
    assert stand.set_aside
    assert sides(after, "w3.1") == (None, "p2")
    again = apply(after, wrong("w1.1", "p1", "p8"))
    assert again == chalk()


def test_keep_leaves_the_match_to_those_who_played_it() -> None:
    after = apply(chalk(), wrong(w2_1="keep"))
    assert sides(after, "w2.1") == ("p1", "p4")
    assert sides(after, "w3.1") == ("p1", "p2")
    assert final_groups(after)[0] == ("p1",)
    back = apply(after, wrong("w1.1", "p1", "p8"))
    assert back == chalk()


def test_swap_gives_the_newcomer_the_place_of_the_other() -> None:
    after = apply(chalk(), wrong(w2_1="swap", w3_1="swap"))
    assert sides(after, "w2.1") == ("p8", "p4")
    assert final_groups(after)[0] == ("p8",)
    back = apply(after, wrong("w1.1", "p1", "p8", w2_1="swap", w3_1="swap"))
    assert back == chalk()


def test_void_counts_for_nobody() -> None:
    after = apply(chalk(), wrong(w2_1="void"))
    stage = after.stages["a"]
    assert stage.results["w2.1"] == Result((), VOID)
    assert board(stage).stand("w3.1").status == "walkover"
    assert sorted(one for group in stage_groups(stage) for one in group) == sorted(after.entrants)
    assert apply(after, inverse(chalk(), wrong(w2_1="void"))) == chalk()


def test_a_result_can_be_taken_back_altogether() -> None:
    event = e.ResultCorrected("a", "w3.1", None, "not played yet")
    after = apply(chalk(), event)
    assert after.stages["a"].results == chalk(2).stages["a"].results
    assert apply(after, inverse(chalk(), event)) == chalk()


def test_a_correction_that_names_the_same_places_changes_nothing() -> None:
    """Also with equals named in another order."""
    state = chalk()
    assert changes_nothing(state, wrong("w1.1", "p1", "p8"))
    assert not changes_nothing(state, wrong())
    assert not changes_nothing(state, e.ResultCorrected("a", "w3.1", None, "not played yet"))
    swiss = replay(opening([Stage("a", SWISS, rounds=3)], 8))
    while not swiss.stages["a"].started or not swiss.stages["a"].rounds:
        swiss = extend(swiss, due(swiss, SEED))
    one, two = swiss.stages["a"].rounds[0].tables[0]
    drawn = Result(((one, two),))
    swiss = apply(swiss, e.ResultRecorded("a", "r1.1", drawn))
    again = Result(((two, one),))
    assert changes_nothing(swiss, e.ResultCorrected("a", "r1.1", again, "misread"))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (wrong(w2_1="forget"), "bad-ruling"),
        (wrong(w9_9="keep"), "bad-ruling"),
        (wrong(gf1="keep"), "bad-ruling"),
        (e.ResultCorrected("a", "w1.1", won("p1", "p2"), "why"), "not-in-match"),
    ],
)
def test_a_bad_correction_is_refused_and_changes_nothing(
    event: e.ResultCorrected, code: str
) -> None:
    state = chalk()
    with pytest.raises(Refused) as refused:
        apply(state, event)
    assert refused.value.code == code
    assert state == chalk()


def test_a_ruling_on_a_match_without_a_result_is_refused() -> None:
    with pytest.raises(Refused):
        apply(chalk(1), wrong(w2_1="keep"))


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([SINGLE, DOUBLE]), st.integers(3, 12), st.randoms())
def test_correct_then_correct_back_is_nothing(kind: str, count: int, rng: random.Random) -> None:
    log = opening([Stage("a", kind)], count)
    state = replay(log)
    for _ in range(rng.randrange(3, 3 * count)):
        more = step(state, rng)
        if not more or isinstance(more[0], e.Finished):
            break
        state = extend(state, more[:1] if more[0].kind != "stage-started" else more)
    stage = state.stages["a"]
    played = [match for match, result in stage.results.items() if len(result.places) == 2]
    if not played:
        return
    match = rng.choice(played)
    first, second = (group[0] for group in stage.results[match].places)
    there = e.ResultCorrected("a", match, won(second, first), "misread")
    back = e.ResultCorrected("a", match, won(first, second), "misread back")
    assert apply(apply(state, there), back) == state
    undo = inverse(state, there)
    undone = apply(apply(state, there), undo)
    assert undone == state
    redo = inverse(apply(state, there), undo)
    assert apply(undone, redo) == apply(state, there)


@settings(deadline=None, max_examples=25)
@given(st.sampled_from([SINGLE, DOUBLE]), st.integers(3, 9), st.randoms())
def test_any_ruling_can_be_undone(kind: str, count: int, rng: random.Random) -> None:
    log = opening([Stage("a", kind)], count)
    state = finish(log, rng)
    stage = state.stages["a"]
    match = rng.choice(sorted(stage.results))
    first, second = (group[0] for group in stage.results[match].places)
    there = e.ResultCorrected("a", match, won(second, first), "misread")
    later = [one.match for one in preview(state, there).matches if one.played]
    rulings = tuple((one, rng.choice(["keep", "swap", "replay", "void"])) for one in later)
    ruled = e.ResultCorrected("a", match, won(second, first), "misread", rulings)
    try:
        after = apply(state, ruled)
    except Refused as refused:
        # Only a swap can fail: where nobody stands who could be swapped in.
        if refused.code != "nobody-to-swap":
            raise
        return
    groups = stage_groups(after.stages["a"])
    assert sorted(one for group in groups for one in group) == sorted(state.entrants)
    assert apply(after, inverse(state, ruled)) == state
    assert stage.spec.kind in BRACKETS


class TestTables:
    """Sixteen at four tables, two of each go on; table 1 of round 1 was misread."""

    def state(self, *, played: bool = True) -> Tournament:
        state = replay(opening([Stage("a", TABLES, sizes=(4, 4, 4), advance=(2, 2))], 16))
        for _ in range(2 + 3 * played):
            more = due(state, SEED) or [
                e.ResultRecorded("a", f"r{number}.{table}", in_order(sorted(players)))
                for number in [len(state.stages["a"].rounds)]
                for table, players in enumerate(state.stages["a"].rounds[-1].tables, start=1)
            ]
            state = extend(state, more)
        return state

    def swapped(self, state: Tournament, **rulings: str) -> e.ResultCorrected:
        players = sorted(state.stages["a"].rounds[0].tables[0])
        players[1], players[2] = players[2], players[1]
        named = tuple((key.replace("_", "."), ruling) for key, ruling in rulings.items())
        return e.ResultCorrected("a", "r1.1", in_order(players), "misread", named)

    def test_the_preview_names_the_table_of_who_should_not_have_gone_on(self) -> None:
        state = self.state()
        (one,) = preview(state, self.swapped(state)).matches
        gone, come = set(one.before) - set(one.after), set(one.after) - set(one.before)
        assert len(gone) == len(come) == 1
        assert gone | come <= set(state.stages["a"].rounds[0].tables[0])

    @pytest.mark.parametrize("ruling", ["keep", "swap", "replay", "void"])
    def test_every_ruling_and_its_undo(self, ruling: str) -> None:
        state = self.state()
        (one,) = preview(state, self.swapped(state)).matches
        event = self.swapped(state, **{one.match.replace(".", "_"): ruling})
        after = apply(state, event)
        table = after.stages["a"].rounds[1].tables[int(one.match.split(".")[1]) - 1]
        assert table == (one.after if ruling in ("swap", "replay") else one.before)
        assert (one.match in after.stages["a"].results) is (ruling != "replay")
        assert apply(after, inverse(state, event)) == state


def test_in_a_swiss_later_rounds_stand_and_the_standings_change() -> None:
    state = finish(opening([Stage("a", SWISS, rounds=3)], 8), random.Random(2))
    first, second = state.stages["a"].rounds[0].tables[0]
    old = state.stages["a"].results["r1.1"]
    new = Result(old.places[::-1])
    found = preview(state, e.ResultCorrected("a", "r1.1", new, "misread"))
    assert found.matches == ()
    assert {one for one, _, _ in found.ranks} >= {first, second} or found.ranks
