"""The page behind a private table's link. It only reads; its script asks through the API."""

from typing import TYPE_CHECKING, NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from tables.errors import NoSuchInvite
from tables.invites import invitation
from tables.models import Table
from tables.naming import rules_name
from tables.pages.rules_told import rules_about, table_line

if TYPE_CHECKING:
    from deploy.accounts.models import User


class Told(NamedTuple):
    """What is played and for what, in the reader's words."""

    game: str
    about: str
    stakes: str
    chips: bool


@never_cache
@login_required
@ensure_csrf_cookie
@require_safe
def invite(request: HttpRequest, invite: str) -> HttpResponse:
    """Show what is played at the table, and where the reader is with it."""
    try:
        found = invitation(invite, cast("User", request.user))
    except NoSuchInvite as refusal:
        raise Http404 from refusal
    context = {"invite": invite, "found": found, "told": told(found.table)}
    return render(request, "tables/invite.html", context)


def told(table: Table) -> Told:
    """Return a table's game and stakes in the reader's words."""
    return Told(
        rules_name(table.rules_id),
        rules_about(table.rules_id),
        table_line(table),
        table.stakes != "play",
    )
