"""The door that every command with a key goes through: done once, and refused in one form."""

from collections.abc import Callable
from typing import Any

from tournaments.errors import by_the_rules
from wallet import idempotency


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
