"""The big screen of a hall: large type, nothing to press, brought up to date by itself."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.pages.bracket_told import numbered
from tournaments.pages.clock_told import clock_told
from tournaments.pages.live import average_stack
from tournaments.pages.lobby import head_of, payouts
from tournaments.pages.matches import open_matches
from tournaments.pages.plan_told import planning
from tournaments.pages.reading import Seen, seen
from tournaments.pages.standings_told import standings
from tournaments.pages.timeline import timeline
from tournaments.rules.standings import stage_over

RESULTS: Final = 6
PLACES: Final = 8
SHOWN: Final = 12
TOLD: Final = frozenset(
    {"result-recorded", "busted", "result-corrected", "round-drawn", "tie-broken"}
)


@never_cache
@require_safe
def projector(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the clock, who is left, what is played where, the newest results."""
    here = seen(request, tournament_id)
    if here.state is None:
        raise Http404
    head = head_of(here)
    found = payouts(here, planning(here.row, here.structure))
    context = {
        **head,
        "clock": clock_told(here, head["now"]),
        "average": average_stack(here),
        "matches": _matches(here),
        "results": timeline(here, 60, TOLD)[:RESULTS],
        "standings": _best(here),
        "first_prizes": found["rows"][:3] if found else [],
    }
    return render(request, "tournaments/projector.html", context)


def _matches(here: Seen) -> list[dict[str, Any]]:
    """What is played now, each with the names of its players, and for freezeouts the seats."""
    found: list[dict[str, Any]] = []
    for stage in here.played:
        if stage_over(stage):
            continue
        called = numbered(here, stage)
        for match, players in open_matches(stage):
            names = [here.name(one) for one in players]
            found.append({"called": called.get(match, match), "names": names})
        for table, seats in sorted(stage.tables().items()):
            names = [f"{seat}. {here.name(one)}" for seat, one in sorted(seats.items())]
            found.append({"called": "", "table": table, "names": names})
    return found[:SHOWN]


def _best(here: Seen) -> list[dict[str, Any]]:
    if not here.played:
        return []
    table = standings(here, here.played[-1])
    return table["rows"][:PLACES] if table["columns"] or here.row.phase != "running" else []
