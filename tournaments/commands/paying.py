"""Paying out: bounties first, then the prizes, the fees, and the accounts are closed for ever."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _

from tournaments.book import Book, content_of
from tournaments.models import Entrant, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules.outcome import entries_paid, payments, pool_part
from wallet import commands as wallet
from wallet.errors import InsufficientChips, Refusal

BOUNTIES_AT_ONCE: Final = 50
BANKROLL: Final = 1_000_000
"""House chips issued at a time when the house has too few for a guarantee."""


def top_up_pool(book: Book) -> tuple[int, ...]:
    """Let the house add what a guaranteed pool lacks; return the transfer, if there is one."""
    state = book.state
    paid_in = sum(pool_part(state, one) for one in entries_paid(state))
    missing = state.structure.prizes.guarantee - paid_in
    if missing <= 0:
        return ()
    key = book.key()
    try:
        return (_overlay(book, key, missing),)
    except InsufficientChips:
        wallet.fund_house(
            key=key, actor="house", amount=max(BANKROLL, missing), reason="for a guarantee"
        )
        return (_overlay(book, key, missing),)


def pay(book: Book) -> bool:
    """Pay some bounties; when all of them are, everything else, in one transaction."""
    rows = list(
        TournamentEvent.objects.filter(
            tournament=book.row, kind=e.BountyTaken.kind, seq__gt=book.row.bounty_seq
        ).order_by("seq")[:BOUNTIES_AT_ONCE]
    )
    users = _users(book)
    for row in rows:
        _pay_bounty(book, row, users)
        book.row.bounty_seq = row.seq
    if not rows:
        _pay_prizes(book, users)
    return True


def _pay_prizes(book: Book, users: Mapping[str, int]) -> None:
    state, pk = book.state, book.row.pk
    owed = {ref: amount for ref, amount in payments(state).items() if amount}
    nobody = [ref for ref in owed if ref not in users]
    if nobody:
        raise Refusal(
            _("%(names)s: a prize goes to an account.") % {"names": ", ".join(nobody)},
            code="no-account",
        )
    dealt = {ref: amount for ref, amount in owed.items() if ref in state.deal}
    prizes = {ref: amount for ref, amount in owed.items() if ref not in state.deal}
    transfers = []
    if dealt:
        shares = {users[ref]: amount for ref, amount in dealt.items()}
        transfers.append(wallet.deal(key="deal", tournament_id=pk, shares=shares).transfer_id)
    if prizes:
        shares = {users[ref]: amount for ref, amount in prizes.items()}
        paid = wallet.pay_prizes(key="prizes", tournament_id=pk, prizes=shares)
        transfers.append(paid.transfer_id)
    wallet.sweep_fees(key=f"tournament {pk}", tournament_id=pk)
    wallet.close_tournament(tournament_id=pk)
    _note_prizes(book, owed)
    book.add(e.Paid(), ledger=transfers)
    book.row.trouble = None


def _pay_bounty(book: Book, row: TournamentEvent, users: Mapping[str, int]) -> None:
    fields = content_of(row)
    cash = {one["killer"]: one.get("cash", 0) for one in fields["taken"]}
    heads = {one["killer"]: one.get("head", 0) for one in fields["taken"]}
    if not any(cash.values()) and not any(heads.values()):
        return
    wallet.pay_bounty(
        key=f"event {row.seq}",
        tournament_id=book.row.pk,
        user_id=users[fields["victim"]],
        winners={users[ref]: chips for ref, chips in cash.items() if chips},
        growing={users[ref]: chips for ref, chips in heads.items() if chips},
    )
    _note_prizes(book, {ref: chips for ref, chips in cash.items() if chips})


def _note_prizes(book: Book, paid: Mapping[str, int]) -> None:
    rows = list(Entrant.objects.filter(tournament=book.row, ref__in=list(paid)))
    for one in rows:
        one.prize += paid[one.ref]
    Entrant.objects.bulk_update(rows, ["prize"])


def _users(book: Book) -> dict[str, int]:
    found = Entrant.objects.filter(tournament=book.row, user__isnull=False)
    return dict(found.values_list("ref", "user_id"))


def _overlay(book: Book, key: str, amount: int) -> int:
    return wallet.overlay(key=key, tournament_id=book.row.pk, amount=amount).transfer_id
