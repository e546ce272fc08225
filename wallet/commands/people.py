"""Chips from one player to another, where the house allows it."""

from django.conf import settings

from wallet.commands.posting import Leg, Order, player, post
from wallet.commands.sense import checked, identity, text
from wallet.errors import PaymentsOff, SamePlayer
from wallet.idempotency import once
from wallet.limits.gate import lock_players, may_play, may_receive
from wallet.models import AccountKind, TransferKind


def pay(
    *, key: str, user_id: int, to_user_id: int, amount: int, note: str = ""
) -> dict[str, object]:
    """Pay another player: {"transfer", "amount"}. The same key pays once.

    PaymentsOff unless the setting PLAYER_PAYMENTS allows it; SamePlayer, InsufficientChips,
    NoSuchAccount, and what the gate has against it: who may not play may not pay either, and
    nobody receives more than their deposit limit. A door of its own: it opens its transaction,
    and remembers a refusal.
    """

    def work() -> dict[str, object]:
        if not settings.PLAYER_PAYMENTS:
            raise PaymentsOff
        if identity(user_id) == identity(to_user_id):
            raise SamePlayer
        lock_players([user_id, to_user_id])
        may_play(user_id=user_id)
        may_receive(user_id=to_user_id, amount=checked(amount))
        legs = [
            Leg(AccountKind.PLAYER, checked(amount), to_user_id),
            Leg(AccountKind.PLAYER, -amount, user_id),
        ]
        order = Order(
            kind=TransferKind.PAYMENT, key=key, actor=player(user_id), legs=legs, reason=text(note)
        )
        receipt = post(order)
        return {"transfer": receipt.transfer_id, "amount": receipt.amount}

    content = {"pay": repr(to_user_id), "amount": repr(amount), "note": note}
    return once(actor=player(user_id), key=key, content=content, work=work)
