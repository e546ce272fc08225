"""Who can still sit down, by the rules alone: what the log takes, and what older logs hold."""

import pytest

from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.coming import late_flights, late_stage
from tournaments.rules.due import due
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.fitting import fitted, fitting_split
from tournaments.rules.levels import Level
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import final_groups, payments
from tournaments.rules.plan import plan
from tournaments.rules.qualify import plan_cuts
from tournaments.rules.standings import stage_over
from tournaments.rules.state import Tournament
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from tournaments.rules.swiss_split import POLICIES, Split

SEED = bytes(64)
LEVELS = tuple(Level(10 * number, 600) for number in range(1, 5))
PRIZES = PrizeRules(prize_part=100, weights=(50, 30, 20))
LATE = BuyingRules(500, late_until=1, reentries=1)
MAIN = Stage("main", "freezeout", size=4, levels=LEVELS, stack=500)


def begun(count: int, structure: Structure = Structure((MAIN,), PRIZES, LATE)) -> Tournament:  # noqa: B008 - a frozen value
    """A freezeout with its first seats."""
    names = structure.flights or ("",)
    state = replay(
        [
            e.Announced("t", structure),
            e.RegistrationOpened(),
            *(e.Registered(f"p{i + 1}", flight=names[i % len(names)]) for i in range(count)),
            e.RegistrationClosed(),
        ]
    )
    for _ in range(2):
        state = extend(state, due(state, SEED))
    return state


def out(state: Tournament, entrant: str, stage: str = "main") -> Tournament:
    """One elimination."""
    return apply(state, e.Busted(stage, (Bust(entrant, 1, 500, 0),)))


def code(state: Tournament, event: e.Event) -> str:
    """The code with which the log refuses an event."""
    with pytest.raises(Refused) as refused:
        apply(state, event)
    return refused.value.code


def test_a_late_entrant_counts_from_the_entry_on() -> None:
    state = apply(begun(2), e.Registered("p3", stage="main"))
    assert not stage_over(out(state, "p2").stages["main"])
    assert stage_over(out(begun(2), "p2").stages["main"])


def test_the_log_takes_nobody_where_nobody_sits_down_any_more() -> None:
    over = out(begun(2), "p2")
    assert late_flights(over) == ()
    assert code(over, e.Registered("p3", stage="main")) == "part-over"
    assert code(over, e.ReEntered("p2", "main")) == "part-over"
    assert code(begun(2), e.Registered("p3", stage="other")) == "not-due"
    assert code(out(begun(3), "p3"), e.ReEntered("p3", "other")) == "not-due"


def test_the_log_takes_only_who_has_gone_out_as_never_seated() -> None:
    late = apply(begun(2), e.Registered("p3", stage="main"))
    gone = apply(late, e.Withdrawn("p3"))
    assert code(late, e.LeftUnseated("main", ("p3",))) == "bad-log"
    assert code(gone, e.LeftUnseated("main", ())) == "bad-log"
    assert code(gone, e.LeftUnseated("main", ("p2",))) == "bad-log"
    assert due(gone, SEED) == (e.LeftUnseated("main", ("p3",)),)
    assert code(apply(gone, due(gone, SEED)[0]), e.LeftUnseated("main", ("p3",))) == "bad-log"


def test_those_who_never_sat_are_equals_behind_all_others() -> None:
    state = begun(3)
    for late in ("p4", "p5"):
        state = extend(state, [e.Registered(late, stage="main"), e.Withdrawn(late)])
        state = extend(state, due(state, SEED))
        state = out(state, "p3") if late == "p4" else state
    assert state.stages["main"].out == [("p4", "p5"), ("p3",)]


def test_who_is_reinstated_waits_for_a_seat_again_while_there_are_any() -> None:
    state = extend(begun(3), [e.Registered("p4", stage="main"), e.Withdrawn("p4")])
    state = extend(state, due(state, SEED))
    back = apply(state, e.Reinstated("p4", "why"))
    assert (back.stages["main"].out, back.stages["main"].unseated) == ([], set())
    over = apply(out(out(state, "p2"), "p3"), e.Reinstated("p4", "why"))
    assert stage_over(over.stages["main"])
    assert final_groups(over)[-1] == ("p4",)


def test_an_older_log_reads_as_it_was_and_is_paid() -> None:
    """There a late entrant counted from the seat on, and nothing told who was not waited for."""
    state = extend(begun(3), [e.Registered("p4"), e.Withdrawn("p4")])
    assert due(state, SEED) == ()
    state = out(state, "p3")
    state = extend(state, [e.ReEntered("p3"), e.Withdrawn("p3")])
    state = out(state, "p2")
    assert not stage_over(state.stages["main"])
    assert due(state, SEED) == (e.LeftUnseated("main", ("p3",)),)
    state = extend(state, [*due(state, SEED), e.LevelBegan("main", 2), e.EntriesClosed()])
    state = extend(state, due(state, SEED))
    assert state.phase == "finished"
    assert final_groups(state) == (("p1",), ("p2",), ("p3",), ("p4",))
    assert payments(state) == {"p1": 250, "p2": 150, "p3": 100, "p4": 0}


def test_a_flight_takes_entries_as_long_as_nobody_plays_on_from_it() -> None:
    flights = [
        Stage(name, "freezeout", (Take(flight=name),), size=4, levels=LEVELS, stack=500, ends_at=2)
        for name in "AB"
    ]
    final = Stage(
        "final", "freezeout", (Take("A", 1, 2), Take("B", 1, 2)), size=4, levels=LEVELS, stack=500
    )
    state = begun(6, Structure((*flights, final), PRIZES, LATE))
    assert late_flights(state) == ("A", "B")
    state = out(state, "p1", "A")
    assert late_flights(state) == ("B",)
    assert late_stage(state, "B") == "B"
    state = out(state, "p2", "B")
    assert late_flights(state) == ()
    state = extend(state, due(state, SEED))
    assert state.stages["final"].started
    assert code(state, e.ReEntered("p2", "B")) == "part-over"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("size", range(3, 9))
def test_whoever_is_left_of_a_swiss_can_be_seated(policy: str, size: int) -> None:
    for players in range(60):
        found = fitting_split(players, size, policy)
        assert sum(found.sizes) + found.byes == players
        assert all(2 <= one <= size + (policy == "long") for one in found.sizes)
        assert found.byes < (size if policy == "byes" else 2)
    assert fitting_split(1, size, policy) == Split((), 1)
    assert fitting_split(2, size, policy) == Split((2,))


@pytest.mark.parametrize(
    ("sizes", "advance"), [((4, 4), (2,)), ((8, 4, 2), (3, 1)), ((2, 2, 2), (1, 1)), ((5,), ())]
)
def test_tables_are_fitted_to_any_number_and_left_alone_where_they_fit(
    sizes: tuple[int, ...], advance: tuple[int, ...]
) -> None:
    stage = Stage("main", "tables", sizes=sizes, advance=advance)
    for players in range(2, 40):
        found = fitted(stage, players)
        plan_cuts(players, found.sizes, found.advance)
        assert max(found.sizes) <= max(3, *sizes)
        try:
            plan_cuts(players, sizes, advance)
        except Refused:
            assert found != stage
        else:
            assert found is stage


def test_the_nearest_plan_is_told_before_it_is_played() -> None:
    groups = Stage("groups", "round-robin", groups=4)
    cup = Stage("cup", "single-elimination", (Take("groups", 1, 8),), third_place=True)
    structure = Structure((groups, cup), PRIZES)
    for players in range(2, 8):
        with pytest.raises(Refused):
            plan(structure, players)
        found = plan(structure, players, nearest=True)
        assert [one.entrants for one in found.stages] == [players, players]
        assert [len(one.rounds) > 0 for one in found.stages] == [True, True]
