"""The door that every command with a key goes through: done once, and refused in one form."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tournaments.errors import by_the_rules
from wallet import idempotency
from wallet.rate_limits import take

if TYPE_CHECKING:
    from deploy.accounts.models import User

BY_PLAYERS: Final = "entries"
"""The limit on whatever players do that makes a tournament's log grow, or its rows."""


def once(
    *,
    actor: str,
    key: str,
    content: object,
    work: Callable[[], dict[str, Any]],
    rate: str = "",
) -> dict[str, Any]:
    """`wallet.idempotency.once`, where what the rules refuse is RuleRefused: an answer."""

    def by_rules() -> dict[str, Any]:
        with by_the_rules():
            return work()

    return idempotency.once(actor=actor, key=key, content=content, work=by_rules, rate=rate)


def count_player(user: "User") -> None:
    """Count a request of a player, inside the work of a verb that organisers have no limit on.

    TooManyRequests above the limit `BY_PLAYERS`.
    """
    take(BY_PLAYERS, f"user:{user.pk}")


def rate_for(entrant: str | None) -> str:
    """The limit of a verb that a player does for themselves; an organiser names the entrant."""
    return BY_PLAYERS if entrant is None else ""
