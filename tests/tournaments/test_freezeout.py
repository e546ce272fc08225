"""Freezeouts as a log: seats, busts, buying again, bounties, prizes, deals, the final table."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tournaments.house import LEVELS, SEED, finish, opening
from tournaments.rules import events as e
from tournaments.rules.bounties import Taken
from tournaments.rules.buying import BuyingRules
from tournaments.rules.correction import preview
from tournaments.rules.due import audit, due, late_seat_due, moves_due
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import (
    amounts,
    final_ranks,
    payments,
)
from tournaments.rules.state import Tournament
from tournaments.rules.structure import (
    FREEZEOUT,
    PrizeRules,
    Stage,
    Structure,
)


def refused(state: Tournament, event: e.Event) -> str:
    before = state.clone()
    with pytest.raises(Refused) as refusal:
        apply(state, event)
    assert state == before
    return refusal.value.code


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
