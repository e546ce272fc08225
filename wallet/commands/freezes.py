"""Staff keeps a player from playing, and the player's chips where they are; and lifts that."""

from typing import Any

from django.contrib.auth import get_user_model

from wallet.commands.sense import identity
from wallet.commands.staff import known, stated_reason
from wallet.commands.states import set_player_state
from wallet.idempotency import once
from wallet.limits.errors import AlreadyFrozen, NoSuchPlayer, NotFrozen
from wallet.limits.gate import lock_players
from wallet.limits.models import Freeze
from wallet.models import AccountState

Json = dict[str, Any]


def freeze(*, key: str, staff_id: int, user_id: int, reason: str) -> Json:
    """Keep a player from playing, and chips from leaving the wallet; return {"freeze"}.

    A hand in play is played to its end. The player is shown the reason. Refused: `ReasonMissing`,
    `NoSuchPlayer`, `AlreadyFrozen`, `AccountClosed`.
    """

    def work() -> Json:
        words = stated_reason(reason)
        lock_players([identity(user_id)])
        if not get_user_model().objects.filter(pk=user_id).exists():
            raise NoSuchPlayer
        if Freeze.objects.filter(user=user_id, lifted_at__isnull=True).exists():
            raise AlreadyFrozen
        row = Freeze.objects.create(user_id=user_id, by_id=staff_id, reason=words)
        set_player_state(user_id=user_id, state=AccountState.FROZEN)
        return {"freeze": row.pk}

    known(staff_id)
    content = {"freeze": repr(user_id), "reason": reason}
    return once(actor=f"staff:{staff_id}", key=key, content=content, work=work)


def unfreeze(*, key: str, staff_id: int, user_id: int, reason: str) -> Json:
    """Lift a player's freeze; return {"freeze"}. Refused: `ReasonMissing`, `NotFrozen`."""

    def work() -> Json:
        words = stated_reason(reason)
        now = lock_players([identity(user_id)])
        row = Freeze.objects.filter(user=user_id, lifted_at__isnull=True).first()
        if row is None:
            raise NotFrozen
        row.lifted_at, row.lifted_by_id, row.lift_reason = now, staff_id, words
        row.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
        set_player_state(user_id=user_id, state=AccountState.OPEN)
        return {"freeze": row.pk}

    known(staff_id)
    content = {"unfreeze": repr(user_id), "reason": reason}
    return once(actor=f"staff:{staff_id}", key=key, content=content, work=work)
