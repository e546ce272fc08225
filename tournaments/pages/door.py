"""The door of what organisers alone see: who is none reads so before typing anything."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.errors import MayNotOrganise, NotOrganiser

if TYPE_CHECKING:
    from deploy.accounts.models import User


def may_organise(reader: "User") -> bool:
    """Whether somebody may make tournaments."""
    return reader.is_staff or reader.groups.filter(name="organiser").exists()


def no_organiser(request: HttpRequest) -> HttpResponse:
    """403: tournaments are made by organisers, and how one becomes one of them."""
    return _closed(request, MayNotOrganise)


def not_yours(request: HttpRequest) -> HttpResponse:
    """403: this belongs to the tournament's organiser. A stranger's draft is a 404 before that."""
    return _closed(request, NotOrganiser)


def _closed(
    request: HttpRequest, refusal: type[MayNotOrganise] | type[NotOrganiser]
) -> HttpResponse:
    told = {"heading": refusal.title, "sentence": refusal.sentence}
    return render(request, "tournaments/closed.html", told, status=HTTPStatus.FORBIDDEN)
