"""The chips of entries: paid with the event, given back when the event is taken back.

Each function runs inside the caller's transaction, with the tournament locked, and does in the
ledger what the log says.
"""

from tournaments import states
from tournaments.book import Book
from tournaments.models import Entrant, Payment, Tournament
from tournaments.rules.state import CANCELLED, GONE, RUNNING, WAITING_LIST
from tournaments.rules.state import Entrant as Held
from tournaments.rules.state import Tournament as State
from wallet import commands as wallet
from wallet import queries as chips
from wallet.commands.undoing import Stakes

AT_ONCE = 200
"""Entries given back in one transaction."""


def pay_entry(book: Book, entrant: Entrant, what: Payment.What) -> tuple[int, ...]:
    """Take what an entry, re-entry, rebuy or add-on costs; return the transfer, if there is one.

    A place on the waiting list is paid for too: its chips wait in the pool, so that whoever comes
    in by somebody's leaving can always pay, and come back when there was no place.
    """
    prizes = book.state.structure.prizes
    parts = {
        Payment.What.REBUY: (prizes.rebuy_price, 0, 0),
        Payment.What.ADDON: (prizes.addon_price, 0, 0),
    }.get(what, (prizes.prize_part, prizes.fee_part, prizes.bounty_part))
    if not sum(parts) or entrant.user_id is None:
        return ()
    receipt = wallet.enter(
        key=book.key(),
        user_id=entrant.user_id,
        tournament_id=book.row.pk,
        buy_in=parts[0],
        fee=parts[1],
        bounty=parts[2],
        paid_for="" if what == Payment.What.ENTRY else what.value,
    )
    Payment.objects.create(
        tournament=book.row,
        entrant=entrant,
        what=what,
        amount=sum(parts),
        transfer_id=receipt.transfer_id,
        at=book.now,
    )
    return (receipt.transfer_id,)


def give_back(book: Book) -> None:
    """Pay back who has left before anything was played, and who waited in vain for the start."""
    refs = _owed(book.before, book.state)
    if refs:
        found = Payment.objects.filter(
            tournament=book.row, entrant__ref__in=refs, refund_id__isnull=True
        )
        _refund(book, list(found.order_by("pk")), "")


def give_everything_back(book: Book, reason: str) -> int:
    """Give entries of a cancelled tournament back; return the chips that went back.

    So many at a time that one transaction stays short: `advance` gives back the rest.
    """
    found = Payment.objects.filter(tournament=book.row, refund_id__isnull=True)
    return _refund(book, list(found.order_by("pk")[:AT_ONCE]), reason)


def give_back_rest(book: Book) -> bool:
    """Go on giving back what was paid into a cancelled tournament; whether something was left."""
    if book.state.phase != CANCELLED:
        return False
    return give_everything_back(book, "the tournament was cancelled") > 0


def _owed(before: State | None, after: State) -> list[str]:
    """Refs of those who have just become entitled to what they paid."""
    if before is None:
        return []
    began = after.phase == RUNNING and before.phase != RUNNING
    found = []
    for ref, one in after.entrants.items():
        if (before.entrants.get(ref) is not one and one.left_early and one.status in GONE) or (
            began and one.status == WAITING_LIST
        ):
            found.append(ref)
    return found


def _refund(book: Book, payments: list[Payment], reason: str) -> int:
    given = 0
    for one in payments:
        undone = chips.undone_by(one.transfer_id)
        if undone is None:
            receipt = wallet.refund(
                key=f"payment {one.pk}", entry_id=one.transfer_id, reason=reason[:200]
            )
            undone = receipt.transfer_id
            given += one.amount
        # Else staff gave it back by a correction: once is enough, and keeps nobody else waiting.
        one.refund_id = undone
        one.save(update_fields=["refund_id"])
    return given


def pays_out(state: State) -> bool:
    """Whether there may be prizes, whoever pays for them."""
    prizes = state.structure.prizes
    return any((prizes.prize_part, prizes.guarantee, prizes.rebuy_price, prizes.addon_price))


def may_be_paid(user_id: int) -> bool:
    """Whether a tournament may still pay a prize to somebody, who need not have paid to enter."""
    rows = Entrant.objects.filter(user=user_id).exclude(
        tournament__phase__in=(Tournament.Phase.PAID, Tournament.Phase.CANCELLED)
    )
    for row in rows.select_related("tournament"):
        state = states.state_of(row.tournament)
        held = state.entrants.get(row.ref)
        if held is not None and not held.left_early and pays_out(state):
            return True
    return False


def is_played_for(stakes: Stakes) -> bool:
    """Whether one of these tournaments is not over: its pool has to be what its log says."""
    rows = Tournament.objects.filter(pk__in=stakes.tournaments).order_by("pk")
    over = (Tournament.Phase.PAID, Tournament.Phase.CANCELLED)
    return any(row.phase not in over for row in rows.select_for_update(no_key=True))


def still_paid(held: Held) -> bool:
    """Whether an entrant's buy-in is in the pool."""
    return held.status != WAITING_LIST and not held.left_early
