"""An entrant's and a tournament's life: lists, check-in, leaving, coming back, prizes, deals."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tournaments.house import LEVELS, NAME, SEED, finish, opening
from tournaments.rules import events as e
from tournaments.rules.bounties import Taken
from tournaments.rules.buying import BuyingRules
from tournaments.rules.correction import preview
from tournaments.rules.draw import commitment
from tournaments.rules.due import audit, blocked, due, late_seat_due, moves_due
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import (
    amounts,
    entries_paid,
    final_groups,
    final_ranks,
    paid_by,
    payments,
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


BUYING = BuyingRules(
    1000,
    late_until=2,
    reentries=1,
    rebuys=1,
    rebuy_until=1,
    rebuy_stack=1000,
    rebuy_chips=1000,
    addon_at=2,
    addon_chips=2000,
)
MONEY = PrizeRules(
    prize_part=100,
    fee_part=10,
    bounty_part=50,
    rebuy_price=80,
    addon_price=60,
    bounty_cash_per_cent=50,
)
FREEZE = Structure(
    (Stage("f", FREEZEOUT, size=4, stack=1000, levels=LEVELS, early_bubble=True),), MONEY, BUYING
)


class TestFreezeout:
    def started(self, count: int = 6, structure: Structure = FREEZE) -> Tournament:
        state = replay(opening(structure, count))
        state = extend(state, due(state, SEED))
        return extend(state, due(state, SEED))

    def bust(self, state: Tournament, *entrants: str) -> Tournament:
        seats = state.stages["f"].seats
        busts = tuple(Bust(one, seats[one][0], 100 + n) for n, one in enumerate(entrants))
        return apply(state, e.Busted("f", busts))

    def levels(self, state: Tournament, level: int) -> Tournament:
        return apply(state, e.LevelBegan("f", level))

    def test_everybody_gets_a_drawn_seat(self) -> None:
        tables = self.started().stages["f"].tables()
        assert {table: sorted(seats) for table, seats in tables.items()} == {
            1: [1, 2, 3],
            2: [1, 2, 3],
        }

    def test_busts_rank_and_tables_break(self) -> None:
        state = self.bust(self.started(), "p1", "p2")
        assert [str(r) for r in final_ranks(state) if r.entrant in ("p1", "p2")] == ["5", "6"]
        counts = state.stages["f"].tables()
        moves = moves_due(state, "f", {table: min(seats) for table, seats in counts.items()}, SEED)
        state = extend(state, moves)
        assert len(state.stages["f"].tables()) == 1
        assert moves_due(state, "f", dict.fromkeys(state.stages["f"].tables(), 1), SEED) == ()

    def test_late_entry_while_it_is_open(self) -> None:
        state = extend(self.started(), [e.Registered("late"), e.Seated("f", (("late", 1, 4),))])
        assert "late" in state.stages["f"].entrants
        late = self.levels(state, 3)
        assert refused(late, e.Registered("later")) == "entry-closed"
        assert refused(state, e.Seated("f", (("p1", 1, 4),))) == "seat-taken"
        assert refused(state, e.Seated("f", (("p1", 1, 5),))) == "no-such-seat"

    def test_re_entry_is_a_fresh_stack_and_head_and_one_rank(self) -> None:
        state = self.bust(self.started(), "p1")
        assert refused(state, e.Seated("f", (("p1", 1, 4),))) == "already-out"
        state = apply(state, e.BountyTaken("p1", (Taken("p2", 25, 25),)))
        state = extend(state, [e.ReEntered("p1"), e.Seated("f", (("p1", 1, 4),))])
        assert state.heads["p1"] == 50
        assert state.heads["p2"] == 75
        assert state.bounties == {"p2": 25}
        assert refused(state, e.ReEntered("p1")) == "still-in"
        again = self.bust(state, "p1")
        assert refused(again, e.ReEntered("p1")) == "limit-reached"
        assert len(final_ranks(again)) == 6

    def test_rebuy_and_add_on(self) -> None:
        state = self.started()
        assert refused(state, e.Rebought("p1", 1001)) == "too-many-chips"
        state = apply(state, e.Rebought("p1", 0))
        assert refused(state, e.Rebought("p1", 0)) == "limit-reached"
        assert refused(state, e.AddedOn("p1")) == "no-addon"
        state = self.levels(state, 2)
        assert refused(state, e.Rebought("p2", 0)) == "rebuy-closed"
        state = apply(state, e.AddedOn("p1"))
        assert refused(state, e.AddedOn("p1")) == "limit-reached"
        assert refused(state, e.EntriesClosed()) == "still-open"
        state = extend(self.levels(state, 3), [e.EntriesClosed()])
        assert sum(amounts(state)) == 6 * 100 + 80 + 60
        assert refused(state, e.AddedOn("p2")) == "entries-closed"
        assert refused(state, e.EntriesClosed()) == "entries-closed"
        assert refused(state, e.LevelBegan("f", 2)) == "bad-level"

    def test_a_bounty_moves_the_whole_head(self) -> None:
        state = self.bust(self.started(), "p1")
        assert refused(state, e.BountyTaken("p1", (Taken("p2", 25, 20),))) == "bad-bounty"
        gone = apply(state, e.BountyTaken("p1", (Taken("p2", 50, 0),)))
        assert refused(gone, e.BountyTaken("p1", ())) == "bad-bounty"
        assert refused(gone, e.BountyTaken("p3", (Taken("p1", 25, 25),))) == "bad-bounty"

    def test_a_late_entrants_seat_is_drawn_at_a_shortest_table(self) -> None:
        state = self.bust(self.started(), "p1")
        short = min(state.stages["f"].tables().items(), key=lambda pair: len(pair[1]))[0]
        state = apply(state, e.Registered("late"))
        dealers = {table: min(seats) for table, seats in state.stages["f"].tables().items()}
        event = late_seat_due(state, "f", "late", dealers, SEED)
        assert event.seats[0][:2] == ("late", short)
        assert event == late_seat_due(state, "f", "late", dealers, SEED)
        assert apply(state, event).stages["f"].seats["late"][0] == short

    def test_the_final_table_is_drawn_and_the_audit_sees_it(self) -> None:
        log = opening(FREEZE, 6)
        finish(log, random.Random(4))
        drawn = [event for event in log if isinstance(event, e.Seated) and event.why == e.FINAL]
        assert len(drawn) == 1
        assert [seat for _, _, seat in drawn[0].seats] == list(range(1, len(drawn[0].seats) + 1))
        assert audit(log, SEED) == ()
        (one, table, seat), (other, _, its_seat), *rest = drawn[0].seats
        turned = ((one, table, its_seat), (other, table, seat), *rest)
        log[log.index(drawn[0])] = replace(drawn[0], seats=turned)
        assert len(audit(log, SEED)) == 1

    def test_without_a_redraw_the_last_table_breaks(self) -> None:
        structure = replace(FREEZE, stages=(replace(FREEZE.stages[0], final_redraw=False),))
        state = self.bust(self.started(6, structure), "p1", "p2")
        tables = state.stages["f"].tables()
        (moves,) = moves_due(state, "f", {t: min(seats) for t, seats in tables.items()}, SEED)
        assert moves.why == e.BREAK

    def test_who_gave_last_gives_last(self) -> None:
        state = self.started(11)
        mover = state.stages["f"].tables()[1][1]
        state = apply(state, e.Seated("f", ((mover, 3, 4),), e.BALANCE))
        assert state.stages["f"].gave == {1: 1}
        assert refused(state, e.Seated("f", (("x", 1, 1),), e.BALANCE)) == "no-such-entrant"

    def test_a_wrong_order_of_busts_is_corrected_and_taken_back(self) -> None:
        state = self.bust(self.bust(self.started(), "p1"), "p2")
        event = e.BustsCorrected("f", (("p2",), ("p1",)), "hands mixed up")
        found = preview(state, event)
        assert found.ranks == (("p2", "5", "6"), ("p1", "6", "5"))
        assert apply(apply(state, event), found.undo) == state
        assert refused(state, e.BustsCorrected("f", (("p2",),), "x")) == "bad-order"

    def test_not_all_can_bust(self) -> None:
        state = self.started(2)
        busts = tuple(Bust(one, 1, 10) for one in ("p1", "p2"))
        assert refused(state, e.Busted("f", busts)) == "bad-batch"
        assert refused(state, e.Busted("f", (Bust("x", 1, 1),))) == "not-seated"

    def money(self, *out: Sequence[str]) -> Tournament:
        state = extend(self.levels(self.started(), 3), [e.EntriesClosed()])
        for batch in out:
            state = self.bust(state, *batch)
        return state

    def test_prizes_are_paid_by_rank_when_all_is_over(self) -> None:
        state = self.money(["p1"], ["p2"], ["p3"])
        with pytest.raises(Refused):
            payments(state)
        state = self.bust(self.bust(state, "p4"), "p5")
        assert payments(state) == {"p6": 420, "p5": 180, "p4": 0, "p3": 0, "p2": 0, "p1": 0}
        assert due(state, SEED) == (e.Finished(),)

    def test_a_tie_across_the_money_is_split(self) -> None:
        state = self.money(["p1"], ["p2"], ["p3"])
        seats = state.stages["f"].seats
        busts = tuple(Bust(one, seats[one][0], 300) for one in ("p4", "p5"))
        state = apply(state, e.Busted("f", busts))
        assert payments(state) == {"p6": 420, "p4": 90, "p5": 90, "p3": 0, "p2": 0, "p1": 0}

    def test_a_deal_shares_what_is_left_and_the_winner_takes_the_rest(self) -> None:
        state = self.money(["p1"], ["p2"], ["p3"], ["p4"])
        assert refused(state, e.DealMade((("p5", 300), ("p6", 301)))) == "bad-deal"
        assert refused(state, e.DealMade((("p5", 600),))) == "bad-deal"
        state = apply(state, e.DealMade((("p5", 290), ("p6", 280)), 30))
        state = self.bust(state, "p6")
        assert payments(state) == {"p5": 320, "p6": 280, "p4": 0, "p3": 0, "p2": 0, "p1": 0}
        assert sum(payments(state).values()) == 600

    def test_a_deal_of_three_for_two_prizes(self) -> None:
        state = self.money(["p1"], ["p2"], ["p3"])
        state = apply(state, e.DealMade((("p4", 200), ("p5", 200), ("p6", 200))))
        state = self.bust(self.bust(state, "p6"), "p5")
        assert sum(payments(state).values()) == 600
        assert payments(state)["p6"] == 200

    def test_hand_for_hand_is_written_down(self) -> None:
        state = apply(self.started(), e.HandForHand("f", on=True))
        assert state.stages["f"].one_hand
        assert not apply(state, e.HandForHand("f", on=False)).stages["f"].one_hand

    def test_a_satellite_ends_with_its_seats(self) -> None:
        stage = replace(FREEZE.stages[0], ends_at=2)
        prizes = PrizeRules(prize_part=100, seat_value=250, seat_into="t2")
        state = self.started(6, Structure((stage,), prizes))
        assert amounts(state) == (250, 250, 100)
        for one in ("p1", "p2", "p3", "p4"):
            state = self.bust(state, one)
        assert payments(state) == {"p5": 250, "p6": 250, "p4": 100, "p3": 0, "p2": 0, "p1": 0}
        assert due(state, SEED) == (e.Finished(),)
        busts = (Bust("p5", 1, 10),)
        assert refused(state, e.Busted("f", busts)) == "bad-batch"


def test_a_satellite_with_more_seats_than_entries_waits_and_says_why() -> None:
    prizes = PrizeRules(prize_part=100, seat_value=60)
    state = replay(opening(Structure((Stage("a", SINGLE),), prizes), 4))
    state = extend(state, due(state, SEED))
    assert due(state, SEED) == ()
    ((what, reason),) = blocked(state, SEED)
    assert (what, reason.code) == ("prizes", "no-next-place")


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
