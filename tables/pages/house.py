"""The staff's page of the house's own tables: see them, open one, change its company, close it."""

import uuid
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from tables import commands, queries
from tables.commands.settings import checked
from tables.models import HouseTable
from tables.pages.lobby import LobbyEntry, lobby_entry
from tables.pages.new_table import new_table_form
from tables.pages.play_words import PLAY_WORDS
from wallet.errors import Refusal

if TYPE_CHECKING:
    from deploy.accounts.models import User

View = Callable[[HttpRequest], HttpResponse]
BOTS_MAX = 7


class CompanyForm(forms.Form):
    """What the page sends: which table, and what to do with it. The commands judge it."""

    key = forms.UUIDField()
    house = forms.IntegerField(min_value=1)
    do = forms.ChoiceField(choices=[("change", ""), ("close", "")])
    bots = forms.IntegerField(min_value=0, max_value=BOTS_MAX, required=False)
    plays = forms.CharField(max_length=10, required=False)
    bots_alone = forms.BooleanField(required=False)


class HouseEntry(NamedTuple):
    """A house table as the page tells it; `lobby` is None while no table of it is open."""

    house: HouseTable
    lobby: LobbyEntry | None
    key: uuid.UUID
    numbers: range  # of bots that may sit there


def for_staff(view: View) -> View:
    """Let staff in; others are refused, visitors sent to sign in."""

    @never_cache
    @login_required
    @ensure_csrf_cookie
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not request.user.is_staff:
            raise PermissionDenied
        return view(request)

    return guarded


@for_staff
@require_http_methods(["GET", "POST"])
def house_tables(request: HttpRequest) -> HttpResponse:
    """Show the tables of the house, and do what staff says of one."""
    failed = None
    if request.method == "POST":
        failed = _done(request)
        if failed is None:
            return redirect("house-tables")
    context = {
        "kept": _entries(),
        "failed": failed,
        "strengths": strengths(),
        "numbers": range(BOTS_MAX + 1),
        "form": new_table_form(),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed else HTTPStatus.OK
    return render(request, "tables/house.html", context, status=status)


def strengths() -> list[tuple[str, object, object]]:
    """Return how well bots can play: id, name, and a line about it."""
    names = ("calm", "steady", "sharp")
    return [(one, PLAY_WORDS[f"bot.{one}"], PLAY_WORDS[f"bot.{one}-hint"]) for one in names]


def _entries() -> list[HouseEntry]:
    """Those that are kept open, and those that only wait for people to leave."""
    rows = {row["id"]: lobby_entry(row) for row in queries.lobby()}
    return [
        HouseEntry(
            house,
            rows.get(house.table_id or 0),
            uuid.uuid4(),
            range(int(str(checked(house.chosen)["seats"]))),
        )
        for house in queries.house_definitions()
        if house.is_open or house.table_id in rows
    ]


def _done(request: HttpRequest) -> str | None:
    """Do what the form says; return None, or what is wrong in words."""
    form = CompanyForm(request.POST)
    if not form.is_valid():
        return _("The form was incomplete. Load the page again and repeat it.")
    asked = form.cleaned_data
    about = {
        "user": cast("User", request.user),
        "key": str(asked["key"]),
        "house_id": asked["house"],
    }
    try:
        if asked["do"] == "close":
            commands.retire_house_table(**about)
        else:
            company = {name: asked[name] for name in ("bots", "plays", "bots_alone")}
            commands.change_house_table(**about, **company)
    except Refusal as refusal:
        return refusal.detail
    return None
