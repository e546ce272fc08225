"""A refusal as an RFC 9457 problem object, the same for REST and for a socket's nack."""

from wallet.errors import Refusal

RESERVED = frozenset({"type", "title", "status", "detail", "instance", "code", "errors"})


def problem_type(code: str) -> str:
    """Return the stable address of a kind of problem; a page that explains it stands there."""
    return f"/problems/{code}"


def title_of(code: str) -> str:
    """Return a code in words: `not-your-turn` reads "Not your turn"."""
    return code.replace("-", " ").capitalize()


def problem_of(refusal: Refusal) -> dict[str, object]:
    """Return the problem object of a refusal, its facts as extra members beside the named ones."""
    facts = {name: value for name, value in refusal.facts.items() if name not in RESERVED}
    return {
        "type": problem_type(refusal.code),
        "title": title_of(refusal.code),
        "status": refusal.status,
        "detail": str(refusal.detail),
        "code": refusal.code,
        **facts,
    }
