"""An entrant's and a tournament's life: lists, check-in, leaving, coming back, prizes, deals."""

from dataclasses import replace

import pytest

from tests.tournaments.house import LEVELS, NAME, SEED, opening
from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.draw import commitment
from tournaments.rules.due import blocked, due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import (
    amounts,
    entries_paid,
    final_groups,
    paid_by,
)
from tournaments.rules.results import won
from tournaments.rules.standings import board, stage_over
from tournaments.rules.state import Tournament
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    PrizeRules,
    Stage,
    Structure,
    Take,
)

BRACKET = Structure((Stage("a", SINGLE),), PrizeRules(prize_part=100, fee_part=10))


def announced(structure: Structure = BRACKET, *entrants: str) -> Tournament:
    return replay(
        [
            e.Announced(NAME, structure),
            e.DrawCommitted(commitment(NAME, SEED).hex()),
            e.RegistrationOpened(),
            *map(e.Registered, entrants),
        ]
    )


def statuses(state: Tournament) -> dict[str, str]:
    return {one.id: one.status for one in state.entrants.values()}


def refused(state: Tournament, event: e.Event) -> str:
    before = state.clone()
    with pytest.raises(Refused) as refusal:
        apply(state, event)
    assert state == before
    return refusal.value.code


class TestRegistration:
    def test_over_the_cap_they_wait_and_the_first_comes_in_for_who_leaves(self) -> None:
        state = announced(replace(BRACKET, cap=2), "a", "b", "c", "d")
        assert statuses(state) == {
            "a": "registered",
            "b": "registered",
            "c": "waiting",
            "d": "waiting",
        }
        state = apply(state, e.Withdrawn("a"))
        assert statuses(state)["c"] == "registered"
        assert state.waiting == ["d"]
        assert state.active == 2

    def test_leaving_and_coming_back_is_one_entry_at_the_end_of_the_line(self) -> None:
        """Issue 29."""
        state = extend(announced(BRACKET, "a", "b"), [e.Withdrawn("a"), e.Registered("a")])
        assert list(state.entrants) == ["b", "a"]
        assert state.active == 2
        assert refused(state, e.Registered("a")) == "already-entered"

    def test_nobody_registers_back_after_a_disqualification_or_after_playing(self) -> None:
        state = extend(announced(BRACKET, "a", "b"), [e.Disqualified("a", "cheated")])
        assert refused(state, e.Registered("a")) == "cannot-return"

    def test_who_did_not_check_in_makes_room_for_who_waits_and_is_there(self) -> None:
        state = announced(replace(BRACKET, cap=2, check_in=True), "a", "b", "c", "d")
        state = extend(state, [e.CheckedIn("a"), e.CheckedIn("d"), e.RegistrationClosed()])
        assert statuses(state) == {
            "a": "checked-in",
            "b": "no-show",
            "c": "waiting",
            "d": "checked-in",
        }
        assert due(state, SEED) == (e.StageStarted("a", ("a", "d")),)
        assert [one.id for one in entries_paid(state)] == ["a", "d"]

    def test_check_in_is_once(self) -> None:
        state = apply(announced(BRACKET, "a"), e.CheckedIn("a"))
        assert refused(state, e.CheckedIn("a")) == "cannot-check-in"

    def test_too_few_do_not_start(self) -> None:
        assert refused(announced(BRACKET, "a"), e.RegistrationClosed()) == "too-few"

    def test_nobody_enters_before_it_opens_or_after_it_closes(self) -> None:
        first = replay([e.Announced(NAME, BRACKET)])
        assert refused(first, e.Registered("a")) == "wrong-phase"
        closed = apply(announced(BRACKET, "a", "b"), e.RegistrationClosed())
        assert refused(closed, e.Registered("c")) == "wrong-phase"
        assert refused(announced(), e.Registered("")) == "bad-entrant"

    def test_the_seed_is_committed_once_and_before_it_closes(self) -> None:
        assert refused(announced(), e.DrawCommitted("00")) == "already-committed"
        closed = apply(announced(BRACKET, "a", "b"), e.RegistrationClosed())
        assert refused(closed, e.DrawCommitted("00")) == "wrong-phase"
        assert refused(announced(), e.DrawRevealed(SEED.hex())) == "wrong-phase"
        assert apply(closed, e.DrawRevealed(SEED.hex())).seed == SEED.hex()

    def test_cancelled_gives_everything_back(self) -> None:
        state = apply(announced(BRACKET, "a", "b"), e.Cancelled("storm"))
        assert {one.id: paid_by(state, one) for one in entries_paid(state)} == {"a": 110, "b": 110}
        assert refused(state, e.Registered("c")) == "wrong-phase"
        assert refused(state, e.Cancelled("again")) == "wrong-phase"

    def test_a_reinstated_entrant_is_back_in_unless_the_place_is_gone(self) -> None:
        state = extend(announced(BRACKET, "a", "b"), [e.Disqualified("a", "x")])
        assert statuses(apply(state, e.Reinstated("a", "y")))["a"] == "registered"
        full = extend(announced(replace(BRACKET, cap=1, fewest=1), "a", "b"), [e.Withdrawn("a")])
        assert refused(full, e.Reinstated("a", "y")) == "full"
        assert refused(state, e.Reinstated("b", "y")) == "still-in"
        assert refused(state, e.Disqualified("a", "x")) == "already-gone"


class TestLeavingInPlay:
    def started(self, stage: Stage, count: int = 4) -> Tournament:
        state = replay(opening([stage], count))
        return extend(state, due(state, SEED))

    def test_the_opponent_of_who_left_goes_through(self) -> None:
        state = apply(self.started(Stage("a", DOUBLE)), e.Withdrawn("p1"))
        state = extend(state, due(state, SEED))
        stand = board(state.stages["a"])
        assert stand.stand("w1.1").winner == "p4"
        assert stand.stand("l1.1").sides[0] == ""

    def test_both_leave_and_both_are_out(self) -> None:
        state = extend(self.started(Stage("a", SINGLE)), [e.Withdrawn("p1"), e.Withdrawn("p4")])
        state = extend(state, due(state, SEED))
        assert board(state.stages["a"]).stand("w2.1").status == "waiting"
        state = apply(state, e.ResultRecorded("a", "w1.2", won("p2", "p3")))
        assert due(state, SEED) == (e.Finished(),)
        assert final_groups(state) == (("p2",), ("p1", "p3", "p4"))

    def test_all_leave_and_the_event_ends(self) -> None:
        """Issue 26."""
        state = self.started(Stage("a", SINGLE))
        state = extend(state, [e.Withdrawn(f"p{n}") for n in range(1, 5)])
        while more := due(state, SEED):
            state = extend(state, more)
        assert state.phase == "finished"

    @pytest.mark.parametrize("kind", [ROUND_ROBIN, SWISS])
    def test_who_left_is_not_paired_again_and_what_was_played_stands(self, kind: str) -> None:
        """Issues 20, 24, 25."""
        state = self.started(Stage("a", kind, rounds=3 if kind == SWISS else 0), 6)
        state = extend(state, due(state, SEED))
        tables = state.stages["a"].rounds[0].tables
        state = extend(
            state,
            [e.ResultRecorded("a", f"r1.{i}", won(*t)) for i, t in enumerate(tables, start=1)],
        )
        gone = tables[0][0]
        before = [group for group in final_groups(state) if gone in group]
        state = apply(state, e.Withdrawn(gone, "ill"))
        assert [group for group in final_groups(state) if gone in group] == before
        while (more := due(state, SEED)) or not stage_over(state.stages["a"]):
            number = len(state.stages["a"].rounds)
            state = extend(
                state,
                more
                or [
                    e.ResultRecorded("a", f"r{number}.{i}", won(*t))
                    for i, t in enumerate(state.stages["a"].rounds[-1].tables, start=1)
                    if f"r{number}.{i}" not in state.stages["a"].results
                ],
            )
            if kind == SWISS and len(state.stages["a"].rounds) > 1:
                last = state.stages["a"].rounds[-1]
                assert gone not in [one for table in last.tables for one in table]
        assert state.phase == "finished"

    def test_reinstated_in_play_he_plays_on(self) -> None:
        state = extend(
            self.started(Stage("a", SINGLE)), [e.Disqualified("p1", "x"), e.Reinstated("p1", "y")]
        )
        assert due(state, SEED) == (e.EntriesClosed(),)
        assert state.active == 4


def test_a_satellite_with_more_seats_than_entries_pays_the_rest_to_the_first() -> None:
    prizes = PrizeRules(prize_part=100, seat_value=60)
    state = replay(opening(Structure((Stage("a", SINGLE),), prizes), 4))
    state = extend(state, due(state, SEED))
    assert blocked(state, SEED) == ()
    state = extend(state, due(state, SEED))
    assert amounts(state) == (60 + 160, 60, 60, 60)


@pytest.mark.parametrize(
    "structure",
    [
        Structure((Stage("a", SINGLE, seeding="by height"),)),
        Structure((Stage("a", SWISS, rounds=1, split="anyhow"),)),
        Structure((Stage("a", SWISS, rounds=1, tie_breaks=("hair",)),)),
        Structure((Stage("a", SWISS, rounds=1, points=(0, 2)),)),
        Structure((Stage("a", SWISS, rounds=1, points=()),)),
        Structure((Stage("a", SINGLE, seconds=0),)),
        Structure((Stage("a", FREEZEOUT, size=8, stack=1000),)),
        Structure((Stage("a", FREEZEOUT, size=8, levels=LEVELS),)),
        Structure((Stage("a", FREEZEOUT, size=8, stack=1, levels=LEVELS, scheme="x"),)),
        Structure((Stage("a", FREEZEOUT, size=8, stack=1, levels=LEVELS, bust_policy="x"),)),
        Structure((Stage("a", SINGLE),), PrizeRules(prize_part=-1)),
        Structure((Stage("a", SINGLE),), PrizeRules(weights=(30, 70))),
        Structure((Stage("a", SINGLE),), PrizeRules(rounding="up")),
        Structure((Stage("a", SINGLE),), buying=BuyingRules(0, rebuys=-2)),
        Structure((Stage("a", SINGLE),), cap=1),
    ],
)
def test_a_structure_that_makes_no_sense_is_not_announced(structure: Structure) -> None:
    with pytest.raises(Refused) as refusal:
        replay([e.Announced(NAME, structure)])
    assert str(refusal.value).endswith(".")


def test_flights_feed_a_final() -> None:
    flights = tuple(
        Stage(f"day{day}", SWISS, rounds=1, takes=(take_of(flight=day),)) for day in ("a", "b")
    )
    final = Stage("last", SINGLE, takes=(take_of("daya", 2), take_of("dayb", 2)))
    structure = Structure((*flights, final))
    state = replay(
        [
            e.Announced(NAME, structure),
            e.RegistrationOpened(),
            *(e.Registered(f"{day}{n}", flight=day) for day in "ab" for n in range(1, 5)),
            e.RegistrationClosed(),
        ]
    )
    state = extend(state, due(state, SEED))
    assert state.stages["dayb"].entrants == ("b1", "b2", "b3", "b4")
    assert not state.stages["last"].started
    state = extend(state, due(state, SEED))
    for day in ("daya", "dayb"):
        tables = state.stages[day].rounds[0].tables
        for number, players in enumerate(tables, start=1):
            state = apply(state, e.ResultRecorded(day, f"r1.{number}", won(*players)))
    (start,) = due(state, SEED)
    assert isinstance(start, e.StageStarted)
    assert [one[0] for one in start.entrants] == ["a", "a", "b", "b"]


def take_of(source: str = "entries", last: int = 0, *, flight: str = "") -> Take:
    return Take(source, 1, last, flight)
