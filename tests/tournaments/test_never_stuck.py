"""Whoever comes late, leaves or is put out, and whenever: a tournament ends, and all is paid."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from tournaments.rules import events as e
from tournaments.rules.bounties import Taken
from tournaments.rules.buying import BuyingRules, entries_closed
from tournaments.rules.coming import late_flights, late_stage
from tournaments.rules.due import audit, blocked, draw_tie, due, late_seat_due, moves_due
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.levels import Level
from tournaments.rules.log import extend, line, read, replay
from tournaments.rules.offers import RE_ENTER, check_may_leave, on_sale
from tournaments.rules.outcome import amounts, entries_paid, final_groups, payments, still_here
from tournaments.rules.plan import plan
from tournaments.rules.results import REPORTED, Result
from tournaments.rules.sitting import stage_of
from tournaments.rules.standings import BRACKETS, board, match_id, places_at, stage_over
from tournaments.rules.state import FINISHED, GONE, IN, RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT, PrizeRules, Stage, Structure, Take
from tournaments.rules.swiss_split import POLICIES

SEED: Final = bytes(range(64))
STEPS_MAX: Final = 600
LEVELS: Final = tuple(Level(10 * number, 600) for number in range(1, 6))
PRIZES: Final = PrizeRules(prize_part=100, fee_part=10, weights=(50, 30, 20))
LATE: Final = BuyingRules(500, late_until=1, reentries=2)
FLIGHTS: Final = ("A", "B")


def freezeout(name: str, *takes: Take, ends_at: int = 1, size: int = 4) -> Stage:
    """A freezeout of tables of four."""
    return Stage(
        name, "freezeout", takes or (Take(),), size=size, levels=LEVELS, stack=500, ends_at=ends_at
    )


def swiss(name: str, size: int, *takes: Take, split: str = "short-bottom") -> Stage:
    """Three rounds at tables of that size."""
    points = tuple(range(size, 0, -1))
    return Stage(
        name, "swiss", takes or (Take(),), size=size, rounds=3, points=points, split=split
    )


def _flights() -> Structure:
    flights = [freezeout(name, Take(flight=name), ends_at=2) for name in FLIGHTS]
    final = freezeout("final", Take("A", 1, 2), Take("B", 1, 2))
    return Structure((*flights, final), PRIZES, LATE)


FORMATS: Final[dict[str, Structure]] = {
    "freezeout": Structure((freezeout("main"),), PRIZES, LATE),
    "bounties": Structure(
        (freezeout("main", size=3),), PrizeRules(100, 10, 50, weights=(50, 30, 20)), LATE
    ),
    "flights": _flights(),
    "two days": Structure(
        (freezeout("day1", ends_at=3), freezeout("day2", Take("day1", 1, 3))), PRIZES, LATE
    ),
    "satellite": Structure(
        (freezeout("main", ends_at=2),), PrizeRules(100, seat_value=150), LATE
    ),
    "single": Structure((Stage("main", "single-elimination", third_place=True),), PRIZES),
    "double": Structure((Stage("main", "double-elimination"),), PRIZES),
    "tables": Structure((Stage("main", "tables", sizes=(4, 4), advance=(2,)),), PRIZES),
    "pairs": Structure((swiss("main", 2),), PRIZES),
    **{f"swiss {one}": Structure((swiss("main", 4, split=one),), PRIZES) for one in POLICIES},
    "threes": Structure((swiss("main", 3),), PRIZES),
    "robin": Structure((Stage("main", "round-robin"),), PRIZES),
    "plane": Structure(
        (Stage("main", "round-robin", size=3, points=(2, 1, 0)),), PRIZES
    ),
    "groups": Structure(
        (
            Stage("groups", "round-robin", groups=2),
            Stage("cup", "single-elimination", (Take("groups", 1, 4),), third_place=True),
        ),
        PRIZES,
    ),
    "only the final counts": Structure(
        (swiss("main", 4), Stage("final", "double-elimination", (Take("main", 1, 2),))),
        PRIZES,
        ranking=("final",),
    ),
    **{
        f"into {kind}": Structure((swiss("main", 3), stage), PRIZES)
        for kind, stage in {
            "tables": Stage(
                "last", "tables", (Take("main", 1, 8),), sizes=(4, 2), advance=(1,)
            ),
            "shootout": Stage(
                "last", "tables", (Take("main", 1, 8),), sizes=(2, 2, 2), advance=(1, 1)
            ),
            "plane": Stage(
                "last", "round-robin", (Take("main", 1, 9),), size=3, points=(2, 1, 0)
            ),
            "groups": Stage("last", "round-robin", (Take("main", 1, 6),), groups=3),
            "swiss": swiss("last", 4, Take("main", 1, 8)),
            "pairs": swiss("last", 2, Take("main", 1, 4)),
            "bracket": Stage(
                "last", "single-elimination", (Take("main", 1, 4),), third_place=True
            ),
            "freezeout": freezeout("last", Take("main", 1, 6), ends_at=2),
        }.items()
    },
}  # fmt: skip


class Played:
    """A tournament whose organiser, players and worker do something at random, and its log."""

    def __init__(self, structure: Structure, chance: random.Random, entries: int) -> None:
        """Start it with so many entrants."""
        self.chance = chance
        self.log: list[e.Event] = [e.Announced("t", structure), e.RegistrationOpened()]
        self.state = replay(self.log)
        names = structure.flights or ("",)
        for number in range(entries):
            self.add(e.Registered(f"p{number + 1}", flight=names[number % len(names)]))
        self.add(e.RegistrationClosed())
        each, more = divmod(entries, len(names))
        try:
            plan(structure, {one: each + (i < more) for i, one in enumerate(names)})
        except Refused:
            return  # nothing to start with: the organiser is told so
        self.add(*due(self.state, SEED))

    def add(self, *events: e.Event) -> None:
        """Write down what happens. Raises Refused."""
        self.state = extend(self.state, events)
        self.log += events

    def run(self) -> None:
        """Play to the end: what is due comes at once, or after what somebody does meanwhile."""
        for _step in range(STEPS_MAX):
            if self.state.phase != RUNNING:
                return
            if self.chance.random() < 0.25 and self._somebody_does_something():
                continue
            if not self._worker() and not self._breaks_tie() and not self._plays():
                break
        told = [(where, str(why)) for where, why in blocked(self.state, SEED)]
        pytest.fail(f"stuck: {told}; {[line(event) for event in self.log[-12:]]}")

    def _worker(self) -> bool:
        """Do the next thing that the house does by itself; whether there was one."""
        events = tuple(self._closing()) or due(self.state, SEED)
        if not events:
            return any(self._seats(stage) for stage in self._freezeouts())
        if isinstance(events[0], e.Finished):
            events = (*self._heads(), *events)
        self.add(*events)
        return True

    def _closing(self) -> Iterator[e.Event]:
        """Entries close when all is played, as `eliminating.close_buying` has it."""
        state, buying = self.state, self.state.structure.buying
        names = [one.spec.id for one in state.stages.values() if one.spec.kind == FREEZEOUT]
        over = names and all(map(stage_over, state.stages.values())) and state.prizes is None
        if over and not entries_closed(buying, state.level):
            yield e.LevelBegan(names[0], 1 + buying.late_until)

    def _heads(self) -> list[e.Event]:
        best = final_groups(self.state)[0]
        return [
            e.BountyTaken(one, (Taken(one if one in best else best[0], head, 0),))
            for one, head in self.state.heads.items()
        ]

    def _freezeouts(self) -> list[StageState]:
        stages = self.state.stages.values()
        return [one for one in stages if one.spec.kind == FREEZEOUT and one.started and one.seats]

    def _seats(self, stage: StageState) -> bool:
        """Seat a late entrant, break and balance; whether somebody took a seat."""
        name = stage.spec.id
        if stage_over(stage):
            return False
        out = {one for group in stage.out for one in group}
        gone = [one for one in stage.seats if self.state.gone(one)]
        if gone and len(gone) < len(stage.seats):
            self.add(e.Busted(name, tuple(self._bust(stage, one) for one in gone)))
            return True
        dealers = {number: min(seats) for number, seats in stage.tables().items()}
        for ref in stage.entrants:
            if ref in stage.seats or ref in out or self.state.gone(ref):
                continue
            try:
                event = late_seat_due(self.state, name, ref, dealers, SEED)
            except Refused:
                event = e.Seated(name, ((ref, 1 + max(stage.tables()), 1),), e.LATE)
            self.add(event)
            return True
        moves = moves_due(self.state, name, dealers, SEED)
        if moves:
            self.add(*moves)
        return bool(moves)

    def _bust(self, stage: StageState, ref: str) -> Bust:
        return Bust(ref, stage.seats[ref][0], self.chance.choice((100, 200)), 0)

    def _breaks_tie(self) -> bool:
        """Draw for what lies across a cut, if something does."""
        if not blocked(self.state, SEED):
            return False
        for stage in self.state.stages.values():
            if not stage.started:
                continue
            groups: list[Sequence[str]] = [*still_here(self.state, stage)]
            for table in range(len(stage.rounds[-1].tables) if stage.rounds else 0):
                groups += places_at(stage, len(stage.rounds), table + 1) or ()
            for group in groups:
                if len(group) > 1 and (stage_over(stage) or stage.spec.kind == "tables"):
                    order = draw_tie(self.state, stage.spec.id, group, SEED)
                    self.add(e.TieBroken(stage.spec.id, order, "draw"))
                    return True
        return False

    def _plays(self) -> bool:
        """Play one match, or one hand with eliminations, or let a level begin."""
        open_ = [(name, one) for name in self.state.stages for one in self._open(name)]
        if open_:
            name, players = self.chance.choice(open_)
            match, seated = players
            self.add(e.ResultRecorded(name, match, self._result(name, seated)))
            return True
        stages = [one for one in self._freezeouts() if not stage_over(one)]
        if not stages:
            return False
        stage = self.chance.choice(stages)
        if self.chance.random() < 0.2 and stage.level + 1 < len(LEVELS):
            self.add(e.LevelBegan(stage.spec.id, stage.level + 1))
        if len(stage.seats) < 2:
            return False
        most = min(len(stage.seats) - 1, self.chance.choice((1, 1, 2)))
        batch = self.chance.sample(sorted(stage.seats), most)
        self.add(e.Busted(stage.spec.id, tuple(self._bust(stage, one) for one in batch)))
        return True

    def _open(self, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        stage = self.state.stages[name]
        if not stage.started:
            return
        if stage.spec.kind in BRACKETS:
            for stand in board(stage).ready():
                yield stand.match.id, tuple(side for side in stand.sides if side)
        elif stage.rounds:
            for table, players in enumerate(stage.rounds[-1].tables, start=1):
                match = match_id(len(stage.rounds), table)
                if match not in stage.results:
                    yield match, players

    def _result(self, name: str, players: Sequence[str]) -> Result:
        order = [one for one in players if not self.state.gone(one)]
        self.chance.shuffle(order)
        out = tuple(one for one in players if one not in order)
        places = [(one,) for one in order]
        ties = self.state.stages[name].spec.kind not in BRACKETS and self.chance.random() < 0.2
        if ties and len(places) > 1:
            places[:2] = [(order[0], order[1])]  # type: ignore[list-item]  # a group of two
        return Result(tuple(places), REPORTED, out)

    def _somebody_does_something(self) -> bool:
        """Leave, be put out, come back, come late, re-enter: what is possible, and drawn."""
        acts = [self._leaves, self._put_out, self._reinstated, self._late, self._re_enters]
        act = self.chance.choice(acts)
        return act()

    def _who(self, *status: str) -> str:
        found = [one.id for one in self.state.entrants.values() if one.status in status]
        return self.chance.choice(found) if found else ""

    def _leaves(self) -> bool:
        who = self._who(*IN)
        if not who:
            return False
        try:
            check_may_leave(self.state, who)
        except Refused:
            return False
        self.add(e.Withdrawn(who))
        return True

    def _put_out(self) -> bool:
        if who := self._who(*IN):
            self.add(e.Disqualified(who, "why"))
        return bool(who)

    def _reinstated(self) -> bool:
        if who := self._who(*GONE):
            self.add(e.Reinstated(who, "why"))
        return bool(who)

    def _late(self) -> bool:
        flights = late_flights(self.state)
        if not flights or len(self.state.entrants) > 30:
            return False
        flight = self.chance.choice(flights)
        who = f"p{len(self.state.entrants) + 1}"
        self.add(e.Registered(who, flight=flight, stage=late_stage(self.state, flight)))
        if self.chance.random() < 0.4:
            self.add(e.Withdrawn(who))
        return True

    def _re_enters(self) -> bool:
        for stage in self._freezeouts():
            for who in (one for group in stage.out for one in group):
                if RE_ENTER in on_sale(self.state, who, 0):
                    self.add(e.ReEntered(who, stage_of(self.state, who).spec.id))
                    if self.chance.random() < 0.4:
                        self.add(e.Withdrawn(who))
                    return True
        return False


def check_ends(name: str, number: int) -> None:
    """Play a tournament of that format by that chance, and see that it ends and adds up."""
    chance = random.Random(f"{name} {number}")
    structure, entries = FORMATS[name], chance.randint(2, 17)
    played = Played(structure, chance, entries)
    if played.state.phase != RUNNING:
        return
    played.run()
    state = played.state
    assert state.phase == FINISHED
    ranked = [one for group in final_groups(state) for one in group]
    assert sorted(ranked) == sorted(one.id for one in entries_paid(state))
    assert sum(payments(state).values()) == sum(amounts(state)) > 0
    assert [*map(read, map(line, played.log))] == played.log
    assert replay(played.log) == state
    assert audit(played.log, SEED) == ()


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("name", FORMATS)
def test_it_ends_and_everybody_is_paid(name: str) -> None:
    for number in range(8):
        check_ends(name, number)


@pytest.mark.slow
@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize("name", FORMATS)
def test_it_ends_and_everybody_is_paid_many_times(name: str) -> None:
    for number in range(8, 200):
        check_ends(name, number)
