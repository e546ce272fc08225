"""Making a tournament: a draft that may change, and the announcement after which it may not."""

import secrets
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine.shuffle import SEED_BYTES
from tables.sealing import seal
from tournaments.book import Book
from tournaments.commands.keyed import once
from tournaments.commands.locking import check_may_organise, check_organiser, lock_tournament
from tournaments.commands.settings import checked, structure_of
from tournaments.commands.writing import finish
from tournaments.errors import BadTournament, NotADraft, by_the_rules
from tournaments.indexing import describe
from tournaments.models import Tournament, TournamentSecret
from tournaments.rules import events as e
from tournaments.rules.draw import commitment
from tournaments.rules.startable import check_can_start
from tournaments.rules.structure import Structure

if TYPE_CHECKING:
    from deploy.accounts.models import User


def draft(*, user: "User", key: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Make a draft and return {"id"}; organisers and staff may. Same key, same draft.

    Settings: see `tournaments.commands.settings`. BadTournament names the one that makes no
    sense; MayNotOrganise.
    """
    check_may_organise(user)
    chosen = checked(settings, by_staff=user.is_staff)

    def work() -> dict[str, Any]:
        row = Tournament(owner=user, **chosen)
        describe(row, structure_of(row.structure))
        row.save()
        return {"id": row.pk}

    return once(actor=f"user:{user.pk}", key=key, content={"draft": settings}, work=work)


def edit(
    *, user: "User", key: str, tournament_id: int, settings: dict[str, Any]
) -> dict[str, Any]:
    """Change a draft (all its settings are given again); return {"id"}. NotADraft later.

    But for the password, which nobody can read to give it again: left out, it stays; "" takes it
    away.
    """
    chosen = checked(settings, by_staff=user.is_staff)
    if "password" not in settings:
        del chosen["password"]

    def work() -> dict[str, Any]:
        row = _locked_draft(user, tournament_id)
        for name, value in chosen.items():
            setattr(row, name, value)
        describe(row, structure_of(row.structure))
        row.save()
        return {"id": row.pk}

    content = {"edit": tournament_id, "settings": settings}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def discard(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Throw a draft away; return {"id"}. NotADraft for what was announced."""

    def work() -> dict[str, Any]:
        _locked_draft(user, tournament_id).delete()
        return {"id": tournament_id}

    return once(actor=f"user:{user.pk}", key=key, content={"discard": tournament_id}, work=work)


def announce(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Make a draft public, with the commitment to the seed of all its draws.

    From now on it is its log, and nothing of its structure changes. Returns {"id",
    "commitment"}. Without `opens_at`, registration opens with it. RuleRefused, as `plan` refuses,
    for what no number of entrants could ever start.
    """

    def work() -> dict[str, Any]:
        row, now = _lock(user, tournament_id)
        if row.starts_at is not None and row.starts_at <= now:
            raise BadTournament(
                _("starts_at: the start lies ahead when a tournament is announced.")
            )
        structure = structure_of(row.structure)
        _check_can_start(structure)
        seed = secrets.token_bytes(SEED_BYTES)
        TournamentSecret.objects.create(tournament=row, sealed=seal(row.log_name, seed))
        book = Book(row, now)
        words = e.WORDS_OF_NONE if row.online else e.WORDS_OF_ALL
        book.open(e.Announced(row.log_name, structure, words), user)
        committed = commitment(row.log_name, seed).hex()
        book.add(e.DrawCommitted(committed), actor=user)
        if row.opens_at is None or row.opens_at <= now:
            book.add(e.RegistrationOpened(), actor=user)
        finish(book)
        return {"id": row.pk, "commitment": committed}

    return once(actor=f"user:{user.pk}", key=key, content={"announce": tournament_id}, work=work)


def _check_can_start(structure: Structure) -> None:
    with by_the_rules():
        check_can_start(structure)


def _locked_draft(user: "User", tournament_id: int) -> Tournament:
    row, _now = _lock(user, tournament_id)
    return row


def _lock(user: "User", tournament_id: int) -> "tuple[Tournament, Any]":
    row, now = lock_tournament(tournament_id)
    check_organiser(user, row)
    if row.seq:
        raise NotADraft
    return row, now
