"""The big screen of a hall: large type, nothing to press, brought up to date by itself."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.pages.clock_told import clock_told
from tournaments.pages.live import average_stack
from tournaments.pages.lobby import head_of, payouts
from tournaments.pages.plan_told import planning
from tournaments.pages.prizes_told import OVER, shares
from tournaments.pages.projector_views import views
from tournaments.pages.reading import Seen, seen
from tournaments.pages.timeline import timeline

RESULTS: Final = 8
PRIZES: Final = 3
CHAMPIONS: Final = 3
"""If more share the first place, nobody has won alone: the standings name them."""
TOLD: Final = frozenset(
    {"result-recorded", "busted", "result-corrected", "round-drawn", "tie-broken"}
)


@never_cache
@require_safe
def projector(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the clock and who is left; in turns the bracket, seats, standings, newest results."""
    here = seen(request, tournament_id)
    if here.state is None:
        raise Http404
    head = head_of(here)
    planned = planning(here)
    found = payouts(here, planned)
    prizes = found["amounts"] if found else ()
    context = {
        **head,
        "clock": clock_told(here, head["now"]),
        "average": average_stack(here),
        "views": views(here),
        "results": timeline(here, 60, TOLD)[:RESULTS],
        "first_prizes": shares(here, prizes, planned["plan"].entries)[:PRIZES],
        "champions": champions(here),
    }
    return render(request, "tournaments/projector.html", context)


def champions(here: Seen) -> list[str]:
    """The names of who has won, when all is played; empty before, and where seats are won."""
    if here.row.phase not in OVER or here.state is None or here.state.satellite is not None:
        return []
    first = [here.name(rank.entrant) for rank in here.ranks() if rank.first == 1]
    return first if len(first) <= CHAMPIONS else []
