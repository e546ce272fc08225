"""Entering a tournament and leaving it, by oneself or by the organiser's hand."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth.hashers import check_password
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.accounts import accounts_called, no_accounts
from tournaments.book import Book
from tournaments.commands.keyed import BY_PLAYERS, once, rate_for
from tournaments.commands.locking import (
    book_of_organiser,
    checked_note,
    entrant_of,
    open_book,
    organises,
    possible_note,
)
from tournaments.commands.money import pay_entry, pays_out
from tournaments.commands.proposals import end_deals
from tournaments.commands.writing import finish
from tournaments.errors import (
    BadTournament,
    ConditionsNotMet,
    NoSuchEntrant,
    NoSuchFlight,
    NotOrganiser,
    PaysOwnEntry,
    WrongPassword,
    by_the_rules,
)
from tournaments.models import Entrant, Payment, Tournament
from tournaments.rules import events as e
from tournaments.rules.coming import check_place_left, late_stage
from tournaments.rules.due import walk_overs
from tournaments.rules.offers import check_may_leave, is_out
from tournaments.rules.state import RUNNING
from tournaments.rules.structure import FREEZEOUT
from tournaments.texts import composed, one_line
from wallet.limits.gate import may_be_owed

if TYPE_CHECKING:
    from deploy.accounts.models import User

AT_ONCE_MAX = 1000
NAME_CHARS_MAX = 60
RATING_MAX = 1_000_000


def register(
    *, user: "User", key: str, tournament_id: int, password: str = "", flight: str = ""
) -> dict[str, Any]:
    """Enter a tournament with the user's own chips; return {"entrant", "status", "number"}.

    All parts of the buy-in move in the same transaction. Over the cap the status is "waiting".
    After the start this is a late entry, where the rules allow one, a place is left and a seat
    follows (part-over): nobody moves up any more, so nobody waits and pays for it. WrongPassword,
    NoSuchFlight, ConditionsNotMet, TooManyRequests, what the gate and the ledger have against it,
    and the rules' refusals.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        _check_may_enter(book, user, password)
        _check_flight(book, one_line(flight))
        stage = _late_stage(book, one_line(flight))
        entrant = _row_for(book, user)
        _check_can_be_paid(book, [entrant])
        paid = pay_entry(book, entrant, Payment.What.ENTRY)
        event = e.Registered(entrant.ref, 0, one_line(flight), stage)
        book.add(event, actor=user, ledger=paid)
        finish(book)
        return _told(book, entrant.ref)

    content = {"register": tournament_id, "password": password, "flight": flight}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=BY_PLAYERS)


def enter_others(
    *, user: "User", key: str, tournament_id: int, entries: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Enter people by list, in its order: the organiser of a free tournament may.

    An entry: {"name", "rating", "flight", "account"}; with "account" the name is that of an
    account, else of a guest of a live room. All or none. Returns {"entrants": [refs]}.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        refs = enter_listed(book, user, entries)
        finish(book)
        return {"entrants": refs}

    content = {"enter": tournament_id, "entries": list(entries)}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def judge_entries(*, user: "User", tournament_id: int, entries: Sequence[dict[str, Any]]) -> None:
    """Raise what `enter_others` would raise for this list; nothing is written."""
    with transaction.atomic():
        enter_listed(book_of_organiser(user, tournament_id), user, entries)
        transaction.set_rollback(True)


def enter_listed(book: Book, user: "User", entries: Sequence[dict[str, Any]]) -> list[str]:
    """Write down all of a list, or refuse it; the refs."""
    if book.row.cost:
        raise PaysOwnEntry
    if not 1 <= len(entries) <= AT_ONCE_MAX:
        raise BadTournament(_("From 1 to %s entries at once.") % AT_ONCE_MAX)
    for one in entries:
        _check_flight(book, one_line(str(one.get("flight", ""))))
    accounts = _accounts_of(entries)
    rows = [_listed(book, one, accounts) for one in entries]
    _check_can_be_paid(book, rows)
    book.check(lambda: check_place_left(book.state, len(rows)))
    flights = [one_line(str(one.get("flight", ""))) for one in entries]
    events = [
        e.Registered(row.ref, int(one.get("rating", 0)), flight, _late_stage(book, flight))
        for row, one, flight in zip(rows, entries, flights, strict=True)
    ]
    book.add(*events, actor=user)
    return [row.ref for row in rows]


def check_in(
    *, user: "User", key: str, tournament_id: int, entrant: str | None = None
) -> dict[str, Any]:
    """Say that somebody is there: oneself, or, for the organiser, `entrant` (a ref)."""

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        ref = _own_or_named(book, user, entrant)
        book.add(e.CheckedIn(ref), actor=user)
        finish(book)
        return _told(book, ref)

    content = {"check-in": tournament_id, "entrant": entrant}
    rate = rate_for(entrant)
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=rate)


def withdraw(*, user: "User", key: str, tournament_id: int, reason: str = "") -> dict[str, Any]:
    """Leave: before the start with all chips back, later without; matches ahead are forfeited.

    RuleRefused (already-out) for who has nothing left to play.
    """
    said = possible_note(reason)

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        ref = entrant_of(book, user).ref
        book.check(lambda: check_may_leave(book.state, ref))
        book.add(e.Withdrawn(ref, said), actor=user)
        _walk_over(book)
        finish(book)
        return _told(book, ref)

    content = {"withdraw": tournament_id, "reason": reason}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=BY_PLAYERS)


def remove(
    *, user: "User", key: str, tournament_id: int, entrant: str, note: str
) -> dict[str, Any]:
    """Take somebody out, as if they had withdrawn (a no-show, say); the organiser may.

    RuleRefused (already-out) for who has nothing left to play.
    """
    return _judged(user, key, tournament_id, e.Withdrawn(entrant), note)


def disqualify(
    *, user: "User", key: str, tournament_id: int, entrant: str, note: str
) -> dict[str, Any]:
    """Put somebody out from now on; what was played stands. The organiser may, with a reason.

    A hand in play is played to its end, as for whoever leaves: the others' hand stays what it was.
    Then the seat's chips leave the game, also those won in that hand. While places are still
    played for, a deal that shared with them ends before. Those who are left may make another as
    soon as nobody who is out may still win what it shares: where points decide, who is put out
    keeps the points, and so that is not before the last result.
    """
    return _judged(user, key, tournament_id, e.Disqualified(entrant, ""), note)


def reinstate(
    *, user: "User", key: str, tournament_id: int, entrant: str, note: str
) -> dict[str, Any]:
    """Take a withdrawal, no-show or disqualification back, from now on; the organiser may.

    Who had the buy-in given back pays it again.
    """
    return _judged(user, key, tournament_id, e.Reinstated(entrant, ""), note)


def _judged(
    user: "User",
    key: str,
    tournament_id: int,
    event: e.Withdrawn | e.Disqualified | e.Reinstated,
    note: str,
) -> dict[str, Any]:
    """Add this event with the reason that was given, checked."""
    said = checked_note(note)

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        row = row_of(book, event.entrant)
        paid: tuple[int, ...] = ()
        if isinstance(event, e.Withdrawn):
            book.check(lambda: check_may_leave(book.state, row.ref))
        if isinstance(event, e.Reinstated):
            _check_can_be_paid(book, [row])
        if isinstance(event, e.Reinstated) and book.state.entrants[row.ref].left_early:
            paid = pay_entry(book, row, Payment.What.ENTRY)
        if isinstance(event, e.Disqualified):
            _end_deal(book, user, row.ref, said)
        book.add(replace(event, reason=said), actor=user, note=said, ledger=paid)
        _walk_over(book)
        finish(book)
        return _told(book, row.ref)

    content = {event.kind: tournament_id, "entrant": event.entrant, "note": note}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _walk_over(book: Book) -> None:
    """Write down at once, in a room, the matches that are decided because somebody has gone.

    So none of them stands as one to play. At live tables `advance` does it: what the tables have
    told is noted first.
    """
    while not book.row.online and (decided := walk_overs(book.state)):
        book.add(*decided)


def _end_deal(book: Book, user: "User", ref: str, note: str) -> None:
    """End the deal of which somebody is one who is put out; who leaves keeps the agreed share.

    Whose place is reached already keeps it, and the share: nothing of the others' changes.
    """
    if ref in book.state.deal and book.state.phase == RUNNING and not is_out(book.state, ref):
        book.add(e.DealEnded(note), actor=user, note=note)
        end_deals(book)


def row_of(book: Book, ref: str) -> Entrant:
    """The row of an entrant by ref; NoSuchEntrant."""
    found = Entrant.objects.filter(tournament=book.row, ref=ref).first()
    if found is None or ref not in book.state.entrants:
        raise NoSuchEntrant(facts={"entrant": ref})
    return found


def _own_or_named(book: Book, user: "User", ref: str | None) -> str:
    if ref is None:
        return entrant_of(book, user).ref
    if not organises(user, book.row):
        raise NotOrganiser
    return row_of(book, ref).ref


def _row_for(book: Book, user: "User") -> Entrant:
    """The user's row: a new one, or that of an entry that was withdrawn before the start."""
    found = Entrant.objects.filter(tournament=book.row, user=user).first()
    return found or Entrant.objects.create(
        tournament=book.row, user=user, ref=_next_ref(book.row), name=user.username, status="new"
    )


def _accounts_of(entries: Sequence[dict[str, Any]]) -> "dict[str, User]":
    """The accounts that entries name; BadTournament with all names that are nobody's."""
    names = list(dict.fromkeys(_name_of(one) for one in entries if one.get("account")))
    accounts = accounts_called(names)
    if missing := [name for name in names if name not in accounts]:
        raise BadTournament(no_accounts(missing))
    return accounts


def _name_of(entry: dict[str, Any]) -> str:
    return str(composed(entry.get("name", ""))).strip()


def _listed(book: Book, entry: dict[str, Any], accounts: "dict[str, User]") -> Entrant:
    name = _name_of(entry)
    if not 1 <= len(name) <= NAME_CHARS_MAX or not name.isprintable():
        raise BadTournament(_("An entrant has a name of 1 to %s characters.") % NAME_CHARS_MAX)
    rating = entry.get("rating", 0)
    if type(rating) is not int or entry.keys() - _ENTRY:
        raise BadTournament(_("An entry has: %s.") % ", ".join(sorted(_ENTRY)))
    if abs(rating) > RATING_MAX:
        raise BadTournament(_("A rating is at most %s in size.") % RATING_MAX)
    if entry.get("account"):
        return _row_for(book, accounts[name])
    if pays_out(book.state) or (book.row.online and FREEZEOUT in book.row.kinds):
        raise BadTournament(
            _(
                "Who plays at live tables, or for chips, has an account. Guests play in a room"
                " where nothing costs chips and no chips are won."
            )
        )
    return Entrant.objects.create(
        tournament=book.row, ref=_next_ref(book.row), name=name, status="new"
    )


_ENTRY = frozenset({"name", "rating", "flight", "account"})


def _next_ref(row: Tournament) -> str:
    return f"p{Entrant.objects.filter(tournament=row).count() + 1}"


def _check_may_enter(book: Book, user: "User", password: str) -> None:
    row = book.row
    if row.password and not check_password(password, row.password):
        raise WrongPassword
    only = row.conditions.get("only")
    if only and user.pk not in {one.pk for one in accounts_called(only).values()}:
        raise ConditionsNotMet(_("This tournament is by invitation only."))
    days = row.conditions.get("account_days", 0)
    if days and user.date_joined > book.now - timedelta(days=days):
        raise ConditionsNotMet(_("An account is %s days old to enter this tournament.") % days)


def _late_stage(book: Book, flight: str) -> str:
    """Where a late entrant will sit, before anything is taken for it; "" before the start."""
    if book.state.phase != RUNNING:
        return ""
    with by_the_rules():
        return late_stage(book.state, flight)


def _check_flight(book: Book, flight: str) -> None:
    """Refuse an entry that no stage would take, before anything is taken for it."""
    known = book.state.structure.flights
    if known and flight not in known:
        facts = {"flight": flight, "known": ", ".join(known), "flights": list(known)}
        raise NoSuchFlight(facts=facts)


def _check_can_be_paid(book: Book, rows: Sequence[Entrant]) -> None:
    """Refuse whom no prize could be paid to: a closed wallet takes no chips (AccountClosed)."""
    if pays_out(book.state):
        may_be_owed([row.user_id for row in rows if row.user_id is not None])


def _told(book: Book, ref: str) -> dict[str, Any]:
    held = book.state.entrants[ref]
    playing = book.state.phase == RUNNING
    return {"entrant": ref, "status": held.status, "number": held.number, "playing": playing}
