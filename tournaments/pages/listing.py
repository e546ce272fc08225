"""The list of tournaments, and the same as a calendar."""

from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.naming import bot_name
from tables.queries import clock
from tournaments import queries
from tournaments.pages.calendar import Entry, calendar
from tournaments.pages.door import may_organise
from tournaments.pages.plan_told import expected_seconds
from tournaments.pages.reading import seen
from tournaments.pages.words import KINDS, phase_said, said
from tournaments.rules.structure import FREEZEOUT

if TYPE_CHECKING:
    from deploy.accounts.models import User

COMING: Final = ("announced", "registering", "closed")
OVER: Final = ("finished", "paid", "cancelled")
OVER_MAX: Final = 30
COMING_MAX: Final = 200
LENGTH_MAX: Final = timedelta(days=366)
"""Of an entry in a calendar: a plan of many long stages would go beyond what calendars hold."""


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show what runs, what comes (by day) and what is over; `kind`, `mine`, `free` filter."""
    reader: User | None = request.user if request.user.is_authenticated else None
    mine = bool(request.GET.get("mine")) and reader is not None
    kind = request.GET.get("kind", "")
    found = queries.tournaments(reader, mine=mine)
    if kind in KINDS:
        found = found.filter(kinds__contains=[kind])
    if free := bool(request.GET.get("free")):
        found = found.filter(cost=0)
    coming = list(found.filter(phase__in=COMING).order_by("starts_at", "pk")[:COMING_MAX])
    context = {
        "drafts": _told(list(found.filter(phase="draft")[:OVER_MAX]) if reader else []),
        "running": _told(list(found.filter(phase="running"))),
        "days": [(day, _told(list(rows))) for day, rows in groupby(coming, key=_day)],
        "over": _told(list(found.filter(phase__in=OVER).order_by("-finished_at")[:OVER_MAX])),
        "kinds": KINDS.items(),
        "kind": kind,
        "mine": mine,
        "free": free,
        "organises": reader is not None and may_organise(reader),
    }
    return render(request, "tournaments/list.html", context)


@require_safe
def calendar_file(request: HttpRequest) -> HttpResponse:
    """All that come and run, as a file for a calendar."""
    found = queries.tournaments(None, phases=[*COMING, "running"])
    rows = found.filter(starts_at__isnull=False).order_by("starts_at")[:COMING_MAX]
    return _file(request, list(rows), "batida-tournaments.ics")


@require_safe
def one_calendar_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One tournament as a file for a calendar."""
    row = seen(request, tournament_id).row
    return _file(request, [row] if row.starts_at else [], f"batida-tournament-{row.pk}.ics")


def _file(request: HttpRequest, rows: list[Any], name: str) -> HttpResponse:
    host = request.get_host()
    entries = [
        Entry(
            uid=f"tournament-{row.pk}@{host}",
            name=row.name,
            about=row.about,
            address=request.build_absolute_uri(reverse("tournament", args=[row.pk])),
            starts_at=row.starts_at,
            length=_length(row),
            cancelled=row.phase == "cancelled",
            sequence=row.seq,
        )
        for row in rows
    ]
    now = datetime.fromtimestamp(clock().timestamp(), UTC)
    answer = HttpResponse(calendar(entries, now), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _length(row: Any) -> timedelta:  # noqa: ANN401 - a row of tournaments
    return timedelta(seconds=min(expected_seconds(row), LENGTH_MAX.total_seconds()))


def _day(row: Any) -> Any:  # noqa: ANN401 - a row of tournaments, and its day or None
    return timezone.localtime(row.starts_at).date() if row.starts_at else None


def _told(rows: list[Any]) -> list[dict[str, Any]]:
    playing = [row for row in rows if row.phase == "running" and row.kinds == [FREEZEOUT]]
    begun = [row for row in rows if row.started_at is not None]
    began = queries.began(begun) if begun else {}
    over = [row for row in rows if row.phase in ("finished", "paid")]
    winners = queries.winners(over) if over else {}
    return [
        {
            "row": row,
            "left": row in playing,
            "began": began.get(row.pk, 0),
            "winners": ", ".join(map(bot_name, winners.get(row.pk, ()))),
            "kinds": ", ".join(said(KINDS, kind) for kind in row.kinds),
            "phase": phase_said(row),
        }
        for row in rows
    ]
