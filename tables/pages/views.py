"""The lobby and a table, as pages. They only read; the page's script acts."""

from typing import TYPE_CHECKING, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tables import queries
from tables.errors import NoSuchTable
from tables.models import Table
from tables.naming import RULE_SETS, rules_name
from tables.pages.lobby import lobby_entry
from tables.pages.new_table import new_table_form
from tables.pages.rules_told import rules_told
from tables.pages.words import table_words
from wallet.queries import balance

if TYPE_CHECKING:
    from deploy.accounts.models import User


@never_cache
@ensure_csrf_cookie
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables, those where the reader sits first; with `game` those of one game.

    A visitor sees the list; to watch a table or to sit down is for those who are signed in.
    """
    user = _reader(request) if request.user.is_authenticated else None
    rows = queries.lobby(user)
    asked = request.GET.get("game", "")
    games = {row["rules"] for row in rows}
    context = {
        "tables": [lobby_entry(row) for row in rows if asked in ("", row["rules"])],
        "open_tables": len(rows),
        "game": asked,
        "games": [(rules_id, rules_name(rules_id)) for rules_id in RULE_SETS if rules_id in games],
        "balance": balance(user.pk) if user else 0,
        "form": new_table_form() if user else None,
    }
    return render(request, "tables/lobby.html", context)


@never_cache
@login_required
@ensure_csrf_cookie
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table; all that moves on it comes by its socket."""
    try:
        found = queries.seen_table(table_id, _reader(request))
    except NoSuchTable as refusal:
        raise Http404 from refusal
    context = {
        "table": found,
        "words": table_words(),
        "rules": rules_told(found),
        "balance": balance(_reader(request).pk),
        "tournament_url": _tournament_url(found),
        "after_url": _after_url(found),
    }
    return render(request, "tables/table.html", context)


def _tournament_url(found: Table) -> str:
    """The live page of the table's tournament, by the name that the site gives it; or empty."""
    if found.tournament_id is None:
        return ""
    return reverse("tournament-live", args=[found.tournament_id])


def _after_url(found: Table) -> str:
    """Where the tournament says how the table's match ended and where a player goes next."""
    if found.tournament_id is None:
        return ""
    return reverse("tournament-after-table", args=[found.tournament_id, found.pk])


def _reader(request: HttpRequest) -> "User":
    return cast("User", request.user)
