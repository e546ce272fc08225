"""Corrections. Nothing is unmade: another transfer goes the other way, chip for chip."""

from django.db import transaction

from wallet.commands.posting import Leg, Order, Receipt, post
from wallet.commands.sense import is_id, text
from wallet.errors import NoSuchTransfer, ReasonMissing
from wallet.models import AccountKind, Entry, Transfer, TransferKind


def reverse(*, key: str, actor: str, transfer_id: int, reason: str) -> Receipt:
    """Undo a transfer by its exact negative; once for each transfer (AlreadyReversed).

    The chips must still be where it put them: InsufficientChips, AccountHeld and the like.
    NoSuchTransfer if there is none, or none that moved chips; ReasonMissing without a reason.
    """
    if not text(reason).strip():
        raise ReasonMissing
    return undo(
        TransferKind.REVERSAL, key=key, actor=actor, transfer_id=transfer_id, reason=reason
    )


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
