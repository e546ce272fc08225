"""Tournaments: entries, prizes, bounties and fees in house chips; stacks in a unit of their own.

House chips wait in the tournament's prize pool, its fee account and a bounty account for each
entrant; the chips that are played with are another unit, so that no transfer can mix the two.
`close_tournament` shuts the house-chip accounts, which the database allows only when they are
empty: nothing can be left over or forgotten.
"""

from collections.abc import Mapping

from django.db import connection, transaction

from wallet.commands.posting import (
    Leg,
    Order,
    Receipt,
    locked_balance,
    moved_before,
    player,
    post,
)
from wallet.commands.sense import checked, identity, is_id
from wallet.commands.sense import shares as pairs
from wallet.commands.undoing import undo
from wallet.errors import BadText, NoSuchTransfer, TournamentNotPaidOut
from wallet.limits.gate import may_play
from wallet.models import TOURNAMENT_UNIT, AccountKind, EntryFor, Transfer, TransferKind
from wallet.queries import undoings
from wallet.request_ids import request_id

_HOUSE = "house"


def enter(
    *,
    key: str,
    user_id: int,
    tournament_id: int,
    buy_in: int,
    fee: int = 0,
    bounty: int = 0,
    paid_for: str = "",
) -> Receipt:
    """Enter a tournament: player → prize pool, and its fee and bounty in the same transfer.

    InsufficientChips if the player has fewer than all three together, and what the gate
    (`wallet.limits.gate`) has against the player's risking them. A re-entry, rebuy or
    add-on is another entry, under another key; `paid_for` (an `EntryFor`) is its reason, and
    BadText if there is no such.
    """
    if type(paid_for) not in (str, EntryFor) or paid_for not in EntryFor.values:
        raise BadText
    parts = [
        Leg(AccountKind.PRIZE_POOL, checked(buy_in), tournament_id=tournament_id),
    ]
    if _some(fee):
        parts.append(Leg(AccountKind.FEE, checked(fee), tournament_id=tournament_id))
    if _some(bounty):
        parts.append(
            Leg(AccountKind.BOUNTY, checked(bounty), user_id, tournament_id=tournament_id)
        )
    total = checked(buy_in + (fee or 0) + (bounty or 0))
    legs = [*parts, Leg(AccountKind.PLAYER, -total, user_id)]
    order = Order(
        kind=TransferKind.ENTRY,
        key=key,
        actor=player(user_id),
        legs=legs,
        reason=str(paid_for),
    )
    with transaction.atomic():
        if not moved_before(TransferKind.ENTRY, player(user_id), key):
            may_play(user_id=identity(user_id), risk=total)
        return post(order)


def refund(*, key: str, entry_id: int, reason: str = "") -> Receipt:
    """Give an entry back whole, fee and bounty too: the exact negative of `enter`'s transfer.

    Once for each entry (AlreadyReversed); NoSuchTransfer if `entry_id` is none of an entry. An
    entry that was corrected, and whose correction was undone, stands: that undoing is undone.
    """
    sought = entry_id if is_id(entry_id) else 0
    if not Transfer.objects.filter(pk=sought, kind=TransferKind.ENTRY).exists():
        raise NoSuchTransfer(facts={"transfer": sought})
    done = undoings(sought)[::2]
    # The same key again has the same answer, whatever came after.
    request = request_id(TransferKind.REFUND, _HOUSE, key)
    before = Transfer.objects.filter(request=request).values_list("reverses_id", flat=True).first()
    chosen = before if before in done else done[-1]
    return undo(TransferKind.REFUND, key=key, actor=_HOUSE, transfer_id=chosen, reason=reason)


def overlay(*, key: str, tournament_id: int, amount: int) -> Receipt:
    """Add chips of the house to a prize pool (a guarantee that entries did not reach)."""
    legs = [
        Leg(AccountKind.PRIZE_POOL, checked(amount), tournament_id=tournament_id),
        Leg(AccountKind.HOUSE, -amount),
    ]
    return post(Order(kind=TransferKind.OVERLAY, key=key, actor=_HOUSE, legs=legs))


def pay_prizes(*, key: str, tournament_id: int, prizes: Mapping[int, int]) -> Receipt:
    """Pay prizes in one transfer: prize pool → players, user id → chips. InsufficientChips."""
    return _pay_pool(TransferKind.PRIZE, key, tournament_id, prizes)


def deal(*, key: str, tournament_id: int, shares: Mapping[int, int]) -> Receipt:
    """Share the prize pool as the last players agreed: user id → chips. InsufficientChips."""
    return _pay_pool(TransferKind.DEAL, key, tournament_id, shares)


def pay_bounty(
    *,
    key: str,
    tournament_id: int,
    user_id: int,
    winners: Mapping[int, int],
    growing: Mapping[int, int] | None = None,
) -> Receipt:
    """Pay the bounty on a player to who knocked him out: user id → chips.

    `growing` chips go onto the winners' own bounties instead (progressive knockout). The winner
    of a tournament is paid his own bounty. InsufficientChips beyond what the bounty holds.
    """
    growing = {} if growing is None else growing
    legs = [
        Leg(AccountKind.PLAYER, checked(chips), winner) for winner, chips in pairs(winners)
    ] + [
        Leg(AccountKind.BOUNTY, checked(chips), winner, tournament_id=tournament_id)
        for winner, chips in pairs(growing)
    ]
    total = checked(sum(leg.amount for leg in legs))
    legs.append(Leg(AccountKind.BOUNTY, -total, user_id, tournament_id=tournament_id))
    return post(
        Order(kind=TransferKind.BOUNTY, key=key, actor=_tournament(tournament_id), legs=legs)
    )


def sweep_fees(*, key: str, tournament_id: int) -> int:
    """Collect a tournament's fees: fee → house. Return the chips moved; 0 if there were none."""
    with transaction.atomic():
        fees = locked_balance(Leg(AccountKind.FEE, 0, tournament_id=tournament_id))
        amount = moved_before(TransferKind.FEE_SWEEP, _HOUSE, key) or fees
        if not amount:
            return 0
        legs = [
            Leg(AccountKind.FEE, -amount, tournament_id=tournament_id),
            Leg(AccountKind.HOUSE, amount),
        ]
        order = Order(kind=TransferKind.FEE_SWEEP, key=key, actor=_HOUSE, legs=legs)
        return post(order).amount


def close_tournament(*, tournament_id: int) -> None:
    """Close a finished tournament's prize pool, fees and bounties for ever; again is harmless.

    TournamentNotPaidOut while chips are left in any of them.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_close_tournament(%s)", [identity(tournament_id)])
        left = int(cursor.fetchone()[0])
    if left:
        raise TournamentNotPaidOut(facts={"left": left})


def tournament_unit(tournament_id: int) -> str:
    """Return the unit of a tournament's own chips, for `unit=`; made when first asked for."""
    code = f"{TOURNAMENT_UNIT}{identity(tournament_id)}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_open_unit(%s)", [code])
    return code


def issue_stack(*, key: str, tournament_id: int, user_id: int, amount: int) -> Receipt:
    """Give an entrant tournament chips, which exist for this tournament only: issuer → player."""
    legs = [
        Leg(AccountKind.PLAYER, checked(amount), user_id),
        Leg(AccountKind.ISSUER, -amount),
    ]
    return post(
        Order(
            kind=TransferKind.STACK,
            key=key,
            actor=_tournament(tournament_id),
            legs=legs,
            unit=tournament_unit(tournament_id),
        )
    )


def retire_stack(*, key: str, tournament_id: int, user_id: int, amount: int) -> Receipt:
    """Take tournament chips out of existence, e.g. when it is over: player → issuer."""
    legs = [
        Leg(AccountKind.ISSUER, checked(amount)),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    return post(
        Order(
            kind=TransferKind.UNSTACK,
            key=key,
            actor=_tournament(tournament_id),
            legs=legs,
            unit=tournament_unit(tournament_id),
        )
    )


def _tournament(tournament_id: int) -> str:
    return f"tournament:{tournament_id}"


def _some(amount: object) -> bool:
    """False for the one way to say nothing, 0; what is no amount at all is left to `checked`."""
    return amount != 0 or type(amount) is not int


def _pay_pool(
    kind: TransferKind, key: str, tournament_id: int, shares: Mapping[int, int]
) -> Receipt:
    legs = [Leg(AccountKind.PLAYER, checked(chips), winner) for winner, chips in pairs(shares)]
    total = checked(sum(leg.amount for leg in legs))
    legs.append(Leg(AccountKind.PRIZE_POOL, -total, tournament_id=tournament_id))
    return post(Order(kind=kind, key=key, actor=_tournament(tournament_id), legs=legs))
