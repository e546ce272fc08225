"""The lobby, a table, and a finished hand, as pages. They only read; the page's script acts."""

import uuid
from typing import TYPE_CHECKING, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tables import queries
from tables.errors import NoSuchHand, NoSuchTable
from tables.models import Hand
from tables.pages.words import table_words
from wallet.queries import balance

if TYPE_CHECKING:
    from deploy.accounts.models import User


@never_cache
@login_required
@ensure_csrf_cookie
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables, those where the reader sits first."""
    user = _reader(request)
    context = {"tables": queries.lobby(user), "balance": balance(user.pk)}
    return render(request, "tables/lobby.html", context)


@never_cache
@login_required
@ensure_csrf_cookie
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table; all that moves on it comes by its socket."""
    try:
        found = queries.table(table_id)
    except NoSuchTable as refusal:
        raise Http404 from refusal
    context = {"table": found, "words": table_words(), "balance": balance(_reader(request).pk)}
    return render(request, "tables/table.html", context)


@never_cache
@login_required
@require_safe
def hand(request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
    """Tell a hand: who played it, how it ended, where its record is. In play, only that it is."""
    try:
        found = queries.hand(hand_id)
    except NoSuchHand as refusal:
        raise Http404 from refusal
    over = found.state == Hand.State.CLOSED
    context = {
        "hand": found,
        "over": over,
        "players": found.players.select_related("user").order_by("seat"),
        "told": queries.replay_text(found) if over else "",
    }
    return render(request, "tables/hand.html", context)


def _reader(request: HttpRequest) -> "User":
    return cast("User", request.user)
