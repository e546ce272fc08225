"""Corrections. Nothing is unmade: another transfer goes the other way, chip for chip."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from wallet.commands.posting import Leg, Order, Receipt, post
from wallet.commands.sense import is_id, text
from wallet.errors import NoSuchTransfer, ReasonMissing, StillPlayedFor
from wallet.models import TOURNAMENT_UNIT, AccountKind, Entry, Transfer, TransferKind
from wallet.request_ids import request_id


@dataclass(frozen=True, slots=True)
class Stakes:
    """Where a transfer has put chips, or has taken them from: tables and tournaments, by id."""

    tables: frozenset[int]
    tournaments: frozenset[int]


_PLAYED_FOR: Final[list[Callable[[Stakes], bool]]] = []


def ask_before_correcting(is_played_for: Callable[[Stakes], bool]) -> None:
    """Let an app say whether a match or a tournament of its own is not over yet.

    To the ledger a pot is an account like any other; that somebody still plays for exactly so
    many chips is known to whoever had them collected. It is asked within the correction's
    transaction, and locks what it answers for. Who registers later is asked first: an app comes
    after those it is built on, and locks before them.
    """
    if is_played_for not in _PLAYED_FOR:
        _PLAYED_FOR.insert(0, is_played_for)


def reverse(*, key: str, actor: str, transfer_id: int, reason: str) -> Receipt:
    """Undo a transfer by its exact negative; once for each transfer (AlreadyReversed).

    The chips must still be where it put them: InsufficientChips, AccountHeld and the like.
    NoSuchTransfer if there is none, or none that moved chips; ReasonMissing without a reason;
    StillPlayedFor while a match or a tournament counts on them.
    """
    if not text(reason).strip():
        raise ReasonMissing
    with transaction.atomic():
        done = Transfer.objects.filter(request=request_id(TransferKind.REVERSAL, actor, key))
        stakes = _stakes_of(transfer_id if is_id(transfer_id) else 0)
        if any(asked(stakes) for asked in _PLAYED_FOR) and not done.exists():
            raise StillPlayedFor
        return undo(
            TransferKind.REVERSAL, key=key, actor=actor, transfer_id=transfer_id, reason=reason
        )


def _stakes_of(transfer_id: int) -> Stakes:
    found = Entry.objects.filter(transfer=transfer_id).values_list(
        "account__kind", "account__table_id", "account__tournament_id", "transfer__unit__code"
    )
    tables, tournaments = set(), set()
    for kind, table, tournament, unit in found:
        if table is not None and kind in (AccountKind.SEAT, AccountKind.POT):
            tables.add(table)
        of_unit = unit.removeprefix(TOURNAMENT_UNIT)
        if tournament is not None:
            tournaments.add(tournament)
        elif of_unit != unit:
            tournaments.add(int(of_unit))
    return Stakes(frozenset(tables), frozenset(tournaments))


def undo(
    kind: TransferKind,
    *,
    key: str,
    actor: str,
    transfer_id: int,
    reason: str,
) -> Receipt:
    """Post the negative of a transfer."""
    sought = transfer_id if is_id(transfer_id) else 0
    found = Transfer.objects.select_related("unit").filter(pk=sought)
    with transaction.atomic():
        undone = found.first()
        if undone is None or not undone.n_entries:
            raise NoSuchTransfer(facts={"transfer": sought})
        entries = Entry.objects.filter(transfer=undone).select_related("account")
        legs = [
            Leg(
                AccountKind(entry.account.kind),
                -entry.amount,
                entry.account.user_id,
                entry.account.table_id,
                entry.account.tournament_id,
            )
            for entry in entries.order_by("account_id")
        ]
        return post(
            Order(
                kind=kind,
                key=key,
                actor=actor,
                legs=legs,
                unit=undone.unit.code,
                reverses=undone.pk,
                reason=reason,
                open_accounts=False,
            )
        )
