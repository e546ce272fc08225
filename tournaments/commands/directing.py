"""What an organiser does to a tournament as a whole: open, close, start, pause, cancel, tell."""

from typing import TYPE_CHECKING, Any

from tournaments.book import Book
from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser, checked_note
from tournaments.commands.money import give_everything_back
from tournaments.commands.starting import begin
from tournaments.commands.writing import drop_deals, finish
from tournaments.errors import NoteMissing
from tournaments.rules import events as e
from tournaments.rules.errors import Refused
from tournaments.rules.life import in_phase
from tournaments.rules.state import ANNOUNCED, CLOSED, FINISHED, REGISTERING, RUNNING
from tournaments.texts import is_readable, paragraphs

if TYPE_CHECKING:
    from deploy.accounts.models import User

PINNED_CHARS_MAX = 2000


def open_registration(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Let entrants come now; return {"phase"}."""

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.add(e.RegistrationOpened(), actor=user)
        return _done(book)

    return _once(user, key, {"open": tournament_id}, work)


def close_registration(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Close the list; with check-in, who is not there is a no-show and gets everything back.

    Refused with too few entrants. Returns {"phase"}.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.add(e.RegistrationClosed(), actor=user)
        return _done(book)

    return _once(user, key, {"close": tournament_id}, work)


def start(*, user: "User", key: str, tournament_id: int, nearest: bool = False) -> dict[str, Any]:
    """Start now, whatever the clock says; an open registration closes with it.

    Refused with the reason, and the nearest plans, when these entrants cannot play it; unless it
    may be what is `nearest` to the announced plan (see `rules.fitting`).
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.check(lambda: in_phase(book.state, ANNOUNCED, REGISTERING, CLOSED))
        begin(book, actor=user, nearest=nearest)
        return _done(book)

    content = {"start": tournament_id, **({"nearest": True} if nearest else {})}
    return _once(user, key, content, work)


def pause(*, user: "User", key: str, tournament_id: int, note: str) -> dict[str, Any]:
    """Stop the clock: hands in play are played out and no new ones dealt. Everybody reads why."""
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.add(e.Paused(said), actor=user, note=said)
        return _done(book)

    return _once(user, key, {"pause": tournament_id, "note": note}, work)


def resume(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Let it run again; returns {"phase"}."""

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.add(e.Resumed(), actor=user)
        return _done(book)

    return _once(user, key, {"resume": tournament_id}, work)


def cancel(*, user: "User", key: str, tournament_id: int, note: str) -> dict[str, Any]:
    """End it without a result: everybody gets back all that was paid in. The seed is shown.

    When all is played only while its prizes cannot be paid (see `Tournament.trouble`), and none of
    its bounties has been. Returns {"phase", "refunded"}: how many chips went back with it. Two
    hundred entries do so in this transaction; of a larger field `advance` gives back the others.
    """
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        seed = book.seed()
        book.check(lambda: _check_may_cancel(book))
        book.add(e.Cancelled(said), actor=user, note=said)
        book.add(e.DrawRevealed(seed.hex()))
        refunded = give_everything_back(book, said)
        drop_deals(book)
        return {**_done(book), "refunded": refunded}

    return _once(user, key, {"cancel": tournament_id, "note": note}, work)


def _check_may_cancel(book: Book) -> None:
    """Refuse to take from the winners what they won: only what nobody can be paid goes back."""
    if book.state.phase != FINISHED:
        return
    if not book.row.trouble:
        raise Refused("all-won", "All is played and will be paid: correct a wrong result.")
    if book.row.bounty_seq:
        raise Refused("bounties-paid", "Bounties are paid already: they cannot be given back.")


def say(*, user: "User", key: str, tournament_id: int, note: str) -> dict[str, Any]:
    """Pin a note on the tournament's page; an empty one takes it down. Returns {"note"}.

    It may have several lines. NoteMissing for what cannot be printed.
    """
    said = paragraphs(note)[:PINNED_CHARS_MAX]
    if not is_readable(said):
        raise NoteMissing

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        book.row.note = said
        book.row.save(update_fields=["note"])
        return {"note": book.row.note}

    content = {"say": tournament_id, "note": note}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate="talk")


def _done(book: Book) -> dict[str, Any]:
    if book.state.phase in (REGISTERING, RUNNING):
        book.row.trouble = None
    finish(book)
    return {"phase": book.state.phase, "paused": book.state.paused}


def _once(user: "User", key: str, content: dict[str, Any], work: Any) -> dict[str, Any]:  # noqa: ANN401 - a closure
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)
