"""Re-entries, rebuys and add-ons: house chips into the pool, tournament chips to the player."""

from typing import TYPE_CHECKING, Any

from django.db.models import F

from tables import commands as tables
from tournaments.book import Book
from tournaments.commands.keyed import once
from tournaments.commands.locking import entrant_of, open_book
from tournaments.commands.money import pay_entry
from tournaments.commands.writing import finish
from tournaments.errors import BadTournament
from tournaments.models import Entrant, MatchTable, Payment
from tournaments.rules import events as e
from tournaments.rules.state import StageState
from tournaments.rules.structure import FREEZEOUT
from wallet import commands as wallet

if TYPE_CHECKING:
    from deploy.accounts.models import User


def re_enter(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Play again after being out, with a new stack and a drawn seat; costs a whole entry.

    Returns {"entrant", "chips"}. RuleRefused when it is too late or was done too often.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = entrant_of(book, user)
        paid = pay_entry(book, one, Payment.What.REENTRY)
        book.add(e.ReEntered(one.ref), actor=user, ledger=paid)
        finish(book)
        stack = next(iter(_freezeouts(book, one.ref))).spec.stack
        return {"entrant": one.ref, "chips": stack}

    return once(actor=f"user:{user.pk}", key=key, content={"re-enter": tournament_id}, work=work)


def rebuy(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Buy chips again with few or none in front, between hands; return {"entrant", "chips"}.

    Who has lost the last chip has half a minute for it before the elimination is written down.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = entrant_of(book, user)
        chips = book.state.structure.buying.rebuy_chips
        paid = pay_entry(book, one, Payment.What.REBUY)
        book.add(e.Rebought(one.ref, _in_front(book, one)), actor=user, ledger=paid)
        _hand_over(book, one, chips, f"rebuy {book.row.seq}")
        Entrant.objects.filter(pk=one.pk).update(bust=None, stack=F("stack") + chips)
        finish(book)
        return {"entrant": one.ref, "chips": chips}

    return once(actor=f"user:{user.pk}", key=key, content={"rebuy": tournament_id}, work=work)


def add_on(*, user: "User", key: str, tournament_id: int) -> dict[str, Any]:
    """Buy the add-on, once and between hands; return {"entrant", "chips"}."""

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        one = entrant_of(book, user)
        chips = book.state.structure.buying.addon_chips
        paid = pay_entry(book, one, Payment.What.ADDON)
        book.add(e.AddedOn(one.ref), actor=user, ledger=paid)
        _hand_over(book, one, chips, f"add-on {book.row.seq}")
        Entrant.objects.filter(pk=one.pk).update(stack=F("stack") + chips)
        finish(book)
        return {"entrant": one.ref, "chips": chips}

    return once(actor=f"user:{user.pk}", key=key, content={"add-on": tournament_id}, work=work)


def _freezeouts(book: Book, ref: str) -> list[StageState]:
    """The freezeouts that an entrant plays in, the latest first."""
    found = [
        stage
        for stage in book.state.stages.values()
        if stage.spec.kind == FREEZEOUT and ref in stage.entrants
    ]
    if not found:
        raise BadTournament("You play in no freezeout of this tournament.")
    return found[::-1]


def _in_front(book: Book, one: Entrant) -> int:
    """The chips that somebody has, as far as is known: where nobody has counted, a whole stack."""
    if one.bust is not None:
        return 0
    return one.stack if one.stack is not None else _freezeouts(book, one.ref)[0].spec.stack


def _hand_over(book: Book, one: Entrant, chips: int, key: str) -> None:
    """Issue chips and put them in front of the player, at the live table if there is one."""
    if not chips:
        return
    place = MatchTable.objects.filter(
        tournament=book.row,
        stage=one.stage,
        match=str(one.table_no),
        state=MatchTable.State.OPEN,
    ).first()
    if place is None or one.user_id is None:
        return
    wallet.issue_stack(key=key, tournament_id=book.row.pk, user_id=one.user_id, amount=chips)
    tables.add_chips(table_id=place.table_id, user_id=one.user_id, amount=chips)
