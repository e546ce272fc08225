"""A wallet is closed for ever: by its player, or by staff with a reason."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib.auth import get_user_model

from wallet.commands.posting import player
from wallet.commands.sense import identity
from wallet.commands.staff import known, stated_reason
from wallet.commands.states import set_player_state
from wallet.errors import AccountClosed, StillEntered
from wallet.idempotency import once
from wallet.limits.errors import NoSuchPlayer, PlayFrozen
from wallet.limits.gate import lock_players
from wallet.limits.models import Closure, Freeze
from wallet.models import AccountKind, AccountState

Json = dict[str, Any]

_OWING: Final[list[Callable[[int], bool]]] = []


def ask_before_closing(owes: Callable[[int], bool]) -> None:
    """Let an app say of a player, by id, whether it may still pay chips that no account holds yet.

    The ledger itself knows of every chip that lies somewhere; a promise, of the house to a
    tournament without a buy-in say, is known to whoever made it. It is asked with the player
    locked (`wallet.limits.gate.may_be_owed`).
    """
    if owes not in _OWING:
        _OWING.append(owes)


def close_my_account(*, key: str, user_id: int) -> Json:
    """Close one's own wallet; return {"closure"}. It can never be opened again.

    Refused: `AccountNotEmpty`, `StillEntered`, `AccountClosed`, and `PlayFrozen`: what staff looks
    into stays as it is.
    """

    def work() -> Json:
        lock_players([user_id])
        freeze = Freeze.objects.filter(user=user_id, lifted_at__isnull=True).first()
        if freeze is not None:
            raise PlayFrozen(freeze.reason, freeze.at)
        return _closed(user_id, user_id, "")

    actor = player(known(user_id))
    return once(actor=actor, key=key, content={"close": user_id}, work=work)


def close_account(*, key: str, staff_id: int, user_id: int, reason: str) -> Json:
    """Close a player's wallet; return {"closure"}. It can never be opened again.

    Refused: `ReasonMissing`, `NoSuchPlayer`, `AccountNotEmpty`, `StillEntered`, `AccountClosed`.
    """

    def work() -> Json:
        words = stated_reason(reason)
        lock_players([identity(user_id)])
        if not get_user_model().objects.filter(pk=user_id).exists():
            raise NoSuchPlayer
        return _closed(user_id, staff_id, words)

    known(staff_id)
    content = {"close": repr(user_id), "reason": reason}
    return once(actor=f"staff:{staff_id}", key=key, content=content, work=work)


def _closed(user_id: int, by: int, reason: str) -> Json:
    if Closure.objects.filter(user=user_id).exists():
        raise AccountClosed(facts={"account": AccountKind.PLAYER.value})
    if any(owes(user_id) for owes in _OWING):
        raise StillEntered
    set_player_state(user_id=user_id, state=AccountState.CLOSED)
    return {"closure": Closure.objects.create(user_id=user_id, by_id=by, reason=reason).pk}
