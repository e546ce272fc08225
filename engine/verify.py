"""Is this record of a hand good? Everything that can be checked with the file alone.

In this order: the bytes and the chain, the form and the order of the events, then the meaning:
the seed is the one committed to, the deck follows from it, every action was legal when it was
made, the clock never acted before its deadline and did only what the rules say it does, and the
hand ended as the game says it ended. The line named is the first bad one of the first of these
that fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.absence import Absence, absence_of
from engine.canonical import canonical, written
from engine.chain import GOOD, INCOMPLETE, RecordFault
from engine.events import AWAY, BACK, CREDITED, LONGER, Event, outcome_json, setup_of
from engine.game import game_for
from engine.hand import VOID
from engine.replay import Record, action_of, load, replay
from engine.shuffle import commitment
from engine.timing import CREDIT_SLACK_MS, LONGER_MAX_MS, Clock, Deadline, deadline_after

if TYPE_CHECKING:
    from engine.game import Game, State

_COMMIT_LINE = 2
_OF_TIME = frozenset({AWAY, BACK, CREDITED, LONGER})
# No more states than these are kept for the deadline.
_UNREAD_MAX = 1000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verifier found.

    `line_no` is the first bad line, from 1 (0: none, or the file as a whole).
    `exit_code`: 0 good, 1 tampered, 2 not a record, 3 incomplete. `reason` says what is wrong
    (empty when good), `summary` tells the hand in one sentence, `head` is the last chain value and
    `commit` the commitment to the seed, in hex (empty unless good). `absence`: what it says of
    seats that are away, for the hands around it; None unless good.
    """

    ok: bool
    exit_code: int
    line_no: int
    reason: str
    summary: str
    head: str = ""
    commit: str = ""
    absence: Absence | None = None


def verify(content: str | bytes) -> Verdict:
    """Check a record file and say what was found; never raises for a bad file."""
    try:
        record = load(content)
        summary = check(record)
    except RecordFault as fault:
        return Verdict(
            ok=False,
            exit_code=fault.exit_code,
            line_no=fault.line_no,
            reason=fault.reason,
            summary="",
        )
    return Verdict(
        ok=True,
        exit_code=GOOD,
        line_no=0,
        reason="",
        summary=summary,
        head=record.head.hex(),
        commit=str(record.lines[_COMMIT_LINE - 1].event["commit"]),
        absence=absence_of(record),
    )


def check(record: Record) -> str:
    """Prove the meaning of a loaded record and return its summary.

    Raises RecordFault: exit code 3 while the hand is in play or its deck is not revealed, else 1
    with the line.
    """
    seed = record.seed
    if seed is None:
        closed = record.lines[-1].event["type"] == "close"
        missing = "reveal its deck" if closed else "end: no close and no void"
        reason = f"the record is good as far as it goes, but it does not {missing}"
        raise RecordFault(len(record.lines), reason, INCOMPLETE)
    committed = record.lines[_COMMIT_LINE - 1].event["commit"]
    if commitment(record.hand, seed).hex() != committed:
        reason = f"the revealed seed is not the one committed to in line {_COMMIT_LINE}"
        raise RecordFault(len(record.lines), reason)
    return _Witness(record).watch()


class _Witness:
    """Follows a record and keeps what a line is judged by: state and deadline before it."""

    def __init__(self, record: Record) -> None:
        setup = setup_of(record.opening)
        times = cast("dict[str, int]", record.opening["clock"])
        self._record = record
        self._rules_id = setup.rules_id
        self._clock = Clock(times["action_ms"], times["window_ms"])
        self._deadline: Deadline | None = None
        self._unread: list[tuple[Event, State]] = []  # steps since the deadline was worked out
        self._seats = {one.seat for one in setup.seats}
        self._silent: set[int] = set()  # seats whose latest action was the clock's
        self._away = set(cast("list[int]", record.opening.get("away", [])))
        self._away_before = frozenset(self._away)

    def watch(self) -> str:
        before: State | None = None
        game: Game | None = None
        lines = self._record.lines
        last = next((line.number for line in reversed(lines) if _is_of_clock(line.event)), 0)
        steps = replay(self._record)
        for line, (event, after) in zip(lines[1:], steps, strict=True):
            # The fold yields only when the setup could be dealt, so the game is known here.
            game = game or game_for(self._rules_id)
            if before is not None and event.get("by") != "player":
                fault = self._fault(game, before, event)
                if fault:
                    raise RecordFault(line.number, fault)
            # Only what the clock does asks for the deadline, so it is worked out then, and not at
            # all after the last time.
            if line.number < last:
                self._unread.append((event, after))
                if len(self._unread) == _UNREAD_MAX:
                    self._catch_up(game)
            before = after
        return self._summary()

    def _fault(self, game: Game, before: State, event: Event) -> str | None:
        if event["type"] == "close":
            return _close_fault(game, before, event)
        if event["type"] == "void" and game.outcome(before) is not None:
            return "a hand that is over cannot be made void"
        return self._clock_fault(game, before, event) if _is_of_clock(event) else None

    def _clock_fault(self, game: Game, before: State, event: Event) -> str | None:
        self._catch_up(game)
        if self._deadline is None:
            return "the clock has nothing to do when a hand is over"
        if event.get("what") in _OF_TIME:
            return self._time_fault(event, self._deadline)
        at = cast("int", event["at"])
        seat = cast("int | None", event.get("seat"))
        # Where several choose together, nobody waits for a seat that is away.
        hurried = self._deadline.seat is None and seat in self._away
        if at < self._deadline.due and not hurried:
            return f"the clock acted at {at}, before its deadline {self._deadline.due}"
        if action_of(event) != game.default(before, seat):
            return "the clock did something else than the rules' default"
        return None

    def _time_fault(self, event: Event, deadline: Deadline) -> str | None:
        """What is wrong with a line that gives or takes time and does nothing else."""
        what, seat, ms = event["what"], event.get("seat"), cast("int", event.get("ms", 0))
        lasted = cast("int", event["at"]) - cast("int", self._record.opening["at"])
        if what == AWAY and seat not in self._silent:
            return f"seat {seat} is called away though the clock has not just acted for it"
        if what == BACK and seat not in self._seats:
            return f"seat {seat} is called back and isn't in the hand"
        if what == LONGER and seat != deadline.seat:
            return f"seat {seat} is given more time though it is not its turn"
        if what == LONGER and ms > LONGER_MAX_MS:
            return f"seat {seat} is given {ms} ms more, and {LONGER_MAX_MS} is the most there is"
        if what == CREDITED and ms > lasted + CREDIT_SLACK_MS:
            return f"the clock is credited {ms} ms in a hand that has lasted {lasted} ms"
        return None

    def _catch_up(self, game: Game) -> None:
        for event, after in self._unread:
            self._arm(game, event, after)
        self._unread.clear()

    def _arm(self, game: Game, event: Event, after: State) -> None:
        at, what = cast("int", event["at"]), event.get("what")
        if self._silent or self._away or event.get("by") != "player":
            self._follow_absence(event)
        if what == CREDITED and self._deadline is not None:
            self._deadline = self._deadline.credited(cast("int", event["ms"]))
            return
        if what == LONGER and self._deadline is not None:
            self._deadline = self._deadline.longer(at, cast("int", event["ms"]))
            return
        if what == BACK and self._deadline and self._deadline.seat == event["seat"]:
            self._deadline = None  # a fresh one is armed below
        self._deadline = deadline_after(self._deadline, game.waiting(after), at, self._clock)
        if self._away and self._deadline is not None and self._deadline.seat in self._away:
            self._deadline = self._deadline.hurried(at)

    def _follow_absence(self, event: Event) -> None:
        by, what = event.get("by"), event.get("what")
        seat = cast("int", event.get("seat"))
        if what == AWAY:
            self._away.add(seat)
        elif what == BACK or by == "player":
            self._away.discard(seat)
            self._silent.discard(seat)
        elif by == "clock":
            self._silent.add(seat)

    def _summary(self) -> str:
        lines = self._record.lines
        opening = self._record.opening
        where = f"hand {opening['hand_no']} of table {opening['table']} ({self._record.hand})"
        seats = cast("list[object]", opening["seats"])
        end = next(
            line.event for line in reversed(lines) if line.event["type"] in {"close", "void"}
        )
        told = _end_told(end)
        gone = f", away from the deal: {sorted(self._away_before)}" if self._away_before else ""
        return f"{where}: {len(seats)} seats{gone}, {len(lines)} lines, {told}"


def _is_of_clock(event: Event) -> bool:
    return event["type"] == "clock" or event.get("by") == "clock"


def _close_fault(game: Game, before: State, event: Event) -> str | None:
    outcome = game.outcome(before)
    if outcome is None:
        return "the hand is closed before it is over"
    expected = outcome_json(outcome)
    stated = cast("dict[str, object]", event["outcome"])
    # Compared as text: 1 and true are equal to Python, not to a reader of the record. Both are
    # known to be canonical: one was read from a line, the other is of ours.
    if written(stated) == written(expected):
        if event["rake"] == outcome.rake:
            return None
        return f"the rake is {event['rake']} where the stakes make it {outcome.rake}"
    names = sorted(stated.keys() ^ expected.keys()) or [
        name for name in expected if canonical(stated[name]) != canonical(expected[name])
    ]
    return f"the outcome is not the game's: {', '.join(names)}"


def _end_told(end: Event) -> str:
    if end["type"] == "void":
        return f"abandoned ({end['reason']})"
    outcome = cast("dict[str, object]", end["outcome"])
    if outcome["how"] == VOID:
        return "void by the rules, stakes returned"
    if outcome["winner"] is None:
        return str(outcome["how"])
    return f"won by seat {outcome['winner']} ({outcome['how']})"
