"""A refusal as an RFC 9457 problem object, the same for REST and for a socket's nack."""

from typing import Any

from wallet.errors import Refusal

RESERVED = frozenset({"type", "title", "status", "detail", "instance", "code", "errors"})


def problem_type(code: str) -> str:
    """Return the stable address of a kind of problem; a page that explains it stands there."""
    return f"/problems/{code}"


def problem_of(refusal: Refusal) -> dict[str, Any]:
    """Return the problem object of a refusal, its facts as extra members beside the named ones."""
    facts = {name: value for name, value in refusal.facts.items() if name not in RESERVED}
    return {
        "type": problem_type(refusal.code),
        "title": str(refusal.title),
        "status": refusal.status,
        "detail": refusal.detail,
        "code": refusal.code,
        **facts,
    }
