"""The law of the chips of live freezeouts: all that the log gives out is there, and no more.

Each player was given, in the tournament's unit, the stack of every start at a table and all that
was bought by the log; a start is given out when its table opens, and nothing waits for a table
that is open. The ledger's own laws say that what was given out is held or was taken back.
"""

from collections import Counter
from dataclasses import dataclass, field

from tournaments import states
from tournaments.models import Entrant, MatchTable, Tournament, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules import log
from tournaments.rules.standings import stage_over
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import FREEZEOUT
from tournaments.rules.whereabouts import whereabouts
from wallet import queries as chips

WHAT = "a live freezeout has given out the chips of its log"
_KINDS = (
    e.Seated.kind,
    e.Busted.kind,
    e.ReEntered.kind,
    e.Rebought.kind,
    e.AddedOn.kind,
)


def start_key(stage: str, ref: str, again: int) -> str:
    """The key under which somebody is given the stack of a start; `again`: after re-entries."""
    return f"stack {stage} {ref} {again}"


def given_as_logged() -> chips.Law:
    """Look at every player of the freezeouts that are played at live tables now."""
    playing = Tournament.objects.filter(online=True, phase=Tournament.Phase.RUNNING)
    rows = [row for row in playing.order_by("pk") if FREEZEOUT in row.kinds]
    counted, wrong = 0, []
    for row in rows:
        players, faults = _judge(row)
        counted += players
        wrong += [f"{row.log_name}: {fault}" for fault in faults]
    return chips.Law(WHAT, counted, len(wrong), wrong[0] if wrong else "")


@dataclass(slots=True)
class _Logged:
    """What a log says, by ref: each start (key → its stage and chips), and what was bought."""

    starts: dict[str, dict[str, tuple[str, int]]] = field(default_factory=dict)
    bought: Counter[str] = field(default_factory=Counter)


def _judge(row: Tournament) -> tuple[int, list[str]]:
    state = states.state_of(row)
    said = _read(row, state)
    users = dict(
        Entrant.objects.filter(tournament=row, user__isnull=False).values_list("ref", "user_id")
    )
    unit = chips.unit_of_tournament(row.pk)
    given, waiting = chips.stacks_given(unit), chips.loose(unit)
    keys = [key for starts in said.starts.values() for key in starts]
    begun = chips.stacks_issued(row.pk, keys)
    open_ = set(
        MatchTable.objects.filter(tournament=row, state=MatchTable.State.OPEN).values_list(
            "stage", "match"
        )
    )
    places = whereabouts(state)
    faults = []
    for ref, user in users.items():
        starts = said.starts.get(ref, {})
        due = said.bought[ref] + sum(starts[key][1] for key in starts if key in begun)
        if given.pop(user, 0) != due:
            faults.append(f"{ref} was given other chips than {due}")
        place = places.get(ref)
        if place is None:
            continue
        stage, table, _seat = place
        is_open = (stage, str(table)) in open_
        newest = [key for key, (of, _chips) in starts.items() if of == stage][-1:]
        if is_open and (waiting.get(user) or not begun.issuperset(newest)):
            faults.append(f"{ref} sits at an open table without all chips")
        if not is_open and begun.intersection(newest) and not stage_over(state.stages[stage]):
            faults.append(f"{ref} was given a stack for a table that is not open")
    faults += [f"user {user} was given {amount} for nothing" for user, amount in given.items()]
    return len(users), faults


def _read(row: Tournament, state: State) -> _Logged:
    """Read the starts and what was bought from the log."""
    told = TournamentEvent.objects.filter(tournament=row, kind__in=_KINDS).order_by("seq")
    buying, said = state.structure.buying, _Logged()
    again: Counter[str] = Counter()
    sits: dict[str, set[str]] = {name: set() for name in state.stages}
    for text in told.values_list("line", flat=True):
        event = log.read(text)
        if isinstance(event, e.Seated):
            stack = state.stages[event.stage].spec.stack
            for ref, _table, _seat in event.seats:
                if ref not in sits[event.stage]:
                    key = start_key(event.stage, ref, again[ref])
                    said.starts.setdefault(ref, {})[key] = (event.stage, stack)
                    sits[event.stage].add(ref)
        elif isinstance(event, e.Busted):
            sits[event.stage] -= {bust.entrant for bust in event.busts}
        elif isinstance(event, e.ReEntered):
            again[event.entrant] += 1
        elif isinstance(event, e.Rebought):
            said.bought[event.entrant] += event.brings or buying.rebuy_chips
        elif isinstance(event, e.AddedOn):
            said.bought[event.entrant] += event.brings or buying.addon_chips
    return said
