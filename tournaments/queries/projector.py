"""What a hall sees from afar: one small answer, the same for everybody, that rarely changes.

While the clock runs it names moments and no seconds that are left, so the answer stays the same
from one second to the next.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import BigIntegerField, Count, Sum, Value
from django.db.models.functions import Coalesce

from tournaments import states
from tournaments.models import Entrant, Tournament, TournamentEvent
from tournaments.queries.lobby import clock
from tournaments.rules.events import Busted, ResultRecorded
from tournaments.rules.outcome import amounts

RECENT: Final = 8
PRIZES: Final = 10

Json = dict[str, Any]


def projector(row: Tournament) -> Json:
    """The feed of the big screen of a tournament that has been announced."""
    state = states.state_of(row)
    return {
        "id": row.pk,
        "name": row.name,
        "note": row.note,
        "phase": row.phase,
        "paused": row.paused,
        "head": row.seq,
        "starts_at": None if row.starts_at is None else row.starts_at.isoformat(),
        "entered": row.entered,
        "remaining": row.remaining,
        "pool": row.pool,
        "prizes": list(amounts(state))[:PRIZES],
        "average_stack": _average_stack(row, state.structure.buying.start_chips),
        "clock": _clock(row),
        "recent": _recent(row),
    }


def _average_stack(row: Tournament, start_chips: int) -> int | None:
    """Of those who are seated in a freezeout; who was not counted yet has what all began with."""
    seated = Entrant.objects.filter(tournament=row, table_no__isnull=False)
    stack = Coalesce("stack", Value(start_chips), output_field=BigIntegerField())
    found = seated.aggregate(chips=Sum(stack), players=Count("pk"))
    return found["chips"] // found["players"] if found["players"] else None


def _clock(row: Tournament) -> Json | None:
    found = clock(row)
    if found is None:
        return None
    levels = states.state_of(row).stages[found["stage"]].spec.levels
    ends_s = sum(one.seconds for one in levels[: found["level"]])
    ahead = range(found["level"], len(levels))
    pause = next((number for number in ahead if levels[number].is_break), None)
    names = ("level", "ante", "break", "running", "next", "hand_for_hand")
    told = {name: found[name] for name in names}
    if row.clock_from is None:
        return {**told, "seconds_left": found["seconds_left"], "next_break_at": None}
    began = row.clock_from - timedelta(seconds=row.elapsed_s)
    before_s = None if pause is None else sum(one.seconds for one in levels[:pause])
    return {
        **told,
        "ends_at": (began + timedelta(seconds=ends_s)).isoformat(),
        "next_break_at": (
            None if before_s is None else (began + timedelta(seconds=before_s)).isoformat()
        ),
    }


def _recent(row: Tournament) -> list[Json]:
    """The newest results and busts, the newest first, with names."""
    kinds = (ResultRecorded.kind, Busted.kind)
    found = TournamentEvent.objects.filter(tournament=row, kind__in=kinds).order_by("-seq")
    told = [_told(one) for one in found[:RECENT]]
    refs = {ref for one in told for ref in [*_flat(one["places"]), *one["out"]]}
    people = Entrant.objects.filter(tournament=row, ref__in=refs)
    names: Mapping[str, str] = dict(people.values_list("ref", "name"))
    return [
        {
            **one,
            "places": [[names[ref] for ref in group] for group in one["places"]],
            "out": [names[ref] for ref in one["out"]],
        }
        for one in told
    ]


def _told(event: TournamentEvent) -> Json:
    said: Json = json.loads(event.line)
    result: Json = said.get("result", {})
    busts: Sequence[Json] = said.get("busts", [])
    return {
        "seq": event.seq,
        "at": event.at.isoformat(),
        "what": event.kind,
        "stage": said["stage"],
        "match": said.get("match", ""),
        "places": result.get("places", []),
        "out": [*result.get("out", []), *(bust["entrant"] for bust in busts)],
    }


def _flat(groups: Sequence[Sequence[str]]) -> list[str]:
    return [ref for group in groups for ref in group]
