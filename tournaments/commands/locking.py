"""The lock that every command takes first: the tournament's row; and who may do what."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Func
from django.utils.translation import gettext as _

from tournaments.book import Book
from tournaments.errors import (
    MayNotOrganise,
    NoSuchTournament,
    NoteMissing,
    NotEntered,
    NotOrganiser,
    StillADraft,
)
from tournaments.models import Entrant, Tournament
from tournaments.texts import NOTE_CHARS_MAX, one_line

if TYPE_CHECKING:
    from deploy.accounts.models import User


class DatabaseClock(Func):
    """The database's clock at this very moment; the only clock that tournaments live by."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = models.DateTimeField()


def lock_tournament(tournament_id: int) -> tuple[Tournament, datetime]:
    """Lock a tournament and return it with the database's time; NoSuchTournament."""
    # NO KEY: rows that refer to the tournament are inserted by others without waiting.
    rows = Tournament.objects.filter(pk=tournament_id).select_for_update(no_key=True)
    found = next(iter(rows.annotate(now=DatabaseClock())), None)
    if found is None:
        raise NoSuchTournament(facts={"tournament": tournament_id})
    return found, found.now


def open_book(tournament_id: int) -> Book:
    """Lock an announced tournament and open its log; NoSuchTournament for a draft."""
    row, now = lock_tournament(tournament_id)
    if not row.seq:
        raise NoSuchTournament(facts={"tournament": tournament_id})
    return Book(row, now)


def book_of_organiser(user: "User", tournament_id: int) -> Book:
    """The same for its organiser or staff; NotOrganiser for others, StillADraft."""
    row, now = lock_tournament(tournament_id)
    check_organiser(user, row)
    if not row.seq:
        raise StillADraft
    return Book(row, now)


def check_organiser(user: "User", row: Tournament) -> None:
    """Refuse who is neither its organiser nor staff; a stranger's draft is none to them."""
    if organises(user, row):
        return
    if not row.seq:
        raise NoSuchTournament(facts={"tournament": row.pk})
    raise NotOrganiser


def organises(user: "User", row: Tournament) -> bool:
    """Whether somebody is the organiser of a tournament, or staff."""
    return row.owner_id == user.pk or user.is_staff


def check_may_organise(user: "User") -> None:
    """Refuse who is neither in the organisers' group nor staff."""
    if not user.is_staff and not user.groups.filter(name="organiser").exists():
        raise MayNotOrganise


def entrant_of(book: Book, user: "User") -> Entrant:
    """The user's own entry; NotEntered."""
    found = Entrant.objects.filter(tournament=book.row, user=user).first()
    if found is None or found.ref not in book.state.entrants:
        raise NotEntered
    return found


def checked_note(note: str) -> str:
    """Return a public reason, which whoever touches others has to give; NoteMissing."""
    text = possible_note(note)
    if not text:
        raise NoteMissing
    return text


def possible_note(note: str) -> str:
    """Return a public reason on one line and in NFC, or "" for none; NoteMissing."""
    text = one_line(note)
    if len(text) > NOTE_CHARS_MAX or not text.isprintable():
        raise NoteMissing(
            _("A reason has at most %s characters, and each can be read.") % NOTE_CHARS_MAX
        )
    return text
