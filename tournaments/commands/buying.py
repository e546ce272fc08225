"""Re-entries, rebuys and add-ons: house chips into the pool, tournament chips to the player.

In a room where they cost no chips of the house the organiser takes what they cost by hand, and
writes them down for anybody: a guest has no other way to buy.
"""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tables import commands as tables
from tournaments.book import Book
from tournaments.commands import stacks
from tournaments.commands.entering import row_of
from tournaments.commands.keyed import once, rate_for
from tournaments.commands.locking import entrant_of, open_book, organises
from tournaments.commands.money import pay_entry
from tournaments.commands.noting import note_table
from tournaments.commands.writing import finish
from tournaments.errors import BadResult, NotOrganiser, by_the_rules
from tournaments.models import Entrant, Payment
from tournaments.rules import events as e
from tournaments.rules.offers import (
    ADD_ON,
    RE_ENTER,
    REBUY,
    brings,
    check_by_hand,
    check_sale,
)
from tournaments.rules.sitting import stage_of

if TYPE_CHECKING:
    from deploy.accounts.models import User


def re_enter(
    *, user: "User", key: str, tournament_id: int, entrant: str | None = None
) -> dict[str, Any]:
    """Play again after being out, with a new stack and a drawn seat; costs a whole entry.

    For oneself, or, for the organiser of a room, `entrant` (a ref). Returns {"entrant", "chips"}.
    RuleRefused when it is too late or was done too often, and where an organiser buys for nobody
    else (pays-by-hand); NotOrganiser.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = _buyer(book, user, entrant, RE_ENTER)
        chips = _checked(book, one, RE_ENTER, 0)
        paid = pay_entry(book, one, Payment.What.REENTRY)
        stage = stage_of(book.state, one.ref).spec.id
        book.add(e.ReEntered(one.ref, stage), actor=user, ledger=paid)
        Entrant.objects.filter(pk=one.pk).update(stack=chips)
        finish(book)
        return {"entrant": one.ref, "chips": chips}

    content = _content("re-enter", tournament_id, entrant)
    rate = rate_for(entrant)
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=rate)


def rebuy(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    entrant: str | None = None,
    chips: int | None = None,
) -> dict[str, Any]:
    """Buy chips again with few or none in front, between hands; return {"entrant", "chips"}.

    Who has lost the last chip at a live table has half a minute for it before the elimination is
    written down; in a room, until the organiser writes it down. For oneself, or, for the organiser
    of a room, `entrant`, with as many `chips` in front as the organiser has seen (None: none).
    """
    if chips is not None and (type(chips) is not int or chips < 0 or entrant is None):
        raise BadResult(_("Only the organiser says how many chips are in front, a whole number."))

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = _buyer(book, user, entrant, REBUY)
        brought = sell_rebuy(book, user, one, chips or 0 if entrant is not None else None)
        finish(book)
        return {"entrant": one.ref, "chips": brought}

    content = _content("rebuy", tournament_id, entrant)
    content |= {} if chips is None else {"chips": chips}
    rate = rate_for(entrant)
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=rate)


def add_on(
    *, user: "User", key: str, tournament_id: int, entrant: str | None = None
) -> dict[str, Any]:
    """Buy the add-on, once and between hands; return {"entrant", "chips"}.

    For oneself, or, for the organiser of a room, `entrant`.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = _buyer(book, user, entrant, ADD_ON)
        before = _in_front(book, one)
        chips = _checked(book, one, ADD_ON, before)
        paid = pay_entry(book, one, Payment.What.ADDON)
        book.add(e.AddedOn(one.ref, chips), actor=user, ledger=paid)
        stacks.give(book, one, chips, f"add-on {book.row.seq}")
        Entrant.objects.filter(pk=one.pk).update(stack=before + chips)
        finish(book)
        return {"entrant": one.ref, "chips": chips}

    content = _content("add-on", tournament_id, entrant)
    rate = rate_for(entrant)
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=rate)


def sell_rebuy(book: Book, user: "User", one: Entrant, chips: int | None) -> int:
    """Write down a rebuy of somebody with so many chips in front (None: those that are known).

    Returns what it brought. The caller finishes the book.
    """
    before = _in_front(book, one) if chips is None else chips
    brought = _checked(book, one, REBUY, before)
    paid = pay_entry(book, one, Payment.What.REBUY)
    book.add(e.Rebought(one.ref, before, brought), actor=user, ledger=paid)
    stacks.give(book, one, brought, f"rebuy {book.row.seq}")
    Entrant.objects.filter(pk=one.pk).update(bust=None, stack=before + brought)
    return brought


def _buyer(book: Book, user: "User", ref: str | None, what: str) -> Entrant:
    """Who buys: the user, or whom the organiser of a room names where it costs no house chips."""
    if ref is None:
        return entrant_of(book, user)
    if not organises(user, book.row):
        raise NotOrganiser
    book.check(lambda: check_by_hand(book.state, what, online=book.row.online))
    return row_of(book, ref)


def _checked(book: Book, one: Entrant, what: str, chips: int) -> int:
    """What it brings, once the rules have nothing against it."""
    others = Entrant.objects.filter(tournament=book.row, bust__isnull=False).exclude(pk=one.pk)
    with by_the_rules():
        stage = stage_of(book.state, one.ref).spec.id
        lost = others.filter(bust__stage=stage).count()
        check_sale(book.state, what, one.ref, chips, lost=lost)
        return brings(book.state, what, one.ref)


def _in_front(book: Book, one: Entrant) -> int:
    """The chips in front of somebody, as far as they are known.

    At a live table after all that it has told: the hand that took the last chips may have ended
    this moment, and what it left is no count of what is bought now.
    """
    place = stacks.table_of(book, one)
    if place is not None:
        tables.stand_still(table_id=place.table_id)
        note_table(book, place.table_id)
        one.refresh_from_db()
    with by_the_rules():
        return stacks.known(book, one)


def _content(what: str, tournament_id: int, entrant: str | None) -> dict[str, Any]:
    return {what: tournament_id, **({} if entrant is None else {"entrant": entrant})}
