"""How an operation reads in the OpenAPI document: by its resource, with a line of its own."""

from collections.abc import Iterator
from inspect import isfunction
from typing import Any

from django.utils.translation import override
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import (
    SAFE_METHODS,
    AllowAny,
    IsAuthenticated,
    IsAuthenticatedOrReadOnly,
)

from deploy.api.catalogue import PLAY
from deploy.api.refusals import APPS, LEDGERS, refusals
from tables.errors import IllegalMove, Stale
from wallet import errors
from wallet.api.pages import Pages

REFUSALS = "x-refusals"  # code → (status, what it means); only until the document is finished
OURS = tuple(f"{app}." for app in APPS)
# The first word of a path below /api/v1/ and the group it stands under, in order of need.
GROUPS = {
    "": "start",
    "server-time": "start",
    "accounts": "accounts",
    "tokens": "accounts",
    "me": "me",
    "transfers": "me",
    "ledger": "ledger",
    "tables": "tables",
    "invites": "tables",
    "house-tables": "tables",
    "hands": "hands",
    "ws-tickets": "sockets",
    "asyncapi": "sockets",
    "phrases": "tables",
    "tournaments": "tournaments",
}


class Described(AutoSchema):
    """The first sentence of a method's docstring is its summary; its resource is its tag."""

    def get_tags(self) -> list[str]:
        """Return the group of the path; a new path must be added above."""
        rest = self.path.removeprefix("/api/v1").strip("/")
        return [GROUPS[rest.partition("/")[0]]]

    def get_summary(self) -> str | None:
        """Return the docstring's first line, without its full stop."""
        lines = (self.get_description() or "").strip().splitlines()
        return lines[0].rstrip(".") if lines else None

    def get_operation(self, *given: Any, **named: Any) -> dict[str, Any] | None:
        """Return the operation with its refusals, as `deploy.api.schema` wants them."""
        operation = super().get_operation(*given, **named)
        if operation is None:
            return None
        found = set(self._refusals())
        if self.method in SAFE_METHODS:
            found -= set(LEDGERS)  # to read moves nothing
        told = {kind.code: (kind.status, _first_sentence(kind.__doc__)) for kind in found}
        if told.pop(IllegalMove.code, None):  # it comes with the game's own code
            told |= _of_games()
        operation[REFUSALS] = told | dict(self._before_the_view(operation))
        return operation

    def _refusals(self) -> Iterator[type[errors.Refusal]]:
        kind, method = type(self.view), self.method.lower()
        yield from refusals(getattr(kind, method))
        for throttle in self.view.throttle_classes:
            yield from refusals(throttle.allow_request)
        for name in dir(kind):  # what the method may call by `self`, of ours
            part = getattr(kind, name)
            ours = getattr(part, "__module__", None) or ""
            if ours.startswith(OURS) and name not in kind.http_method_names and isfunction(part):
                yield from refusals(part)
        if method == "get" and issubclass(getattr(kind, "pagination_class", None) or int, Pages):
            yield errors.BadCursor

    def _before_the_view(self, operation: dict[str, Any]) -> Iterator[tuple[str, tuple[int, str]]]:
        """What is refused of any request of this form, before the house looks at it."""
        allowed = {type(one) for one in self.view.get_permissions()}
        reads = self.method in SAFE_METHODS
        if AllowAny not in allowed and not (reads and IsAuthenticated not in allowed):
            yield "not-authenticated", (401, "Neither a token nor a session came along.")
        if self.view.get_authenticators():
            yield "authentication-failed", (401, "The token is not known, or no longer.")
            if not reads:
                yield "csrf-failed", (403, "A page's session came without that page's own token.")
        if allowed - {AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly}:
            yield "forbidden", (403, "The account has not the role that this needs.")
        if "requestBody" in operation:
            yield "malformed-request", (400, "The body is no JSON.")
            yield "too-large", (413, "The body has more than 64 KiB.")
            yield "unsupported-media-type", (415, "The body is not application/json.")
        if not reads or _has_query(operation):  # also a field where none is taken
            yield "invalid-request", (400, "A field is missing or wrong; `errors` names each.")
        yield "internal-error", (500, "The house made a mistake.")
        yield "unavailable", (503, "The database is away for a moment: send it again.")


def _of_games() -> dict[str, tuple[int, str]]:
    ours = {Stale.code, IllegalMove.code}
    with override("en"):
        return {
            code: (400 if code == "bad-action" else 409, str(kind.advice))
            for code, kind in PLAY.items()
            if code not in ours
        }


def _has_query(operation: dict[str, Any]) -> bool:
    return any(one["in"] == "query" for one in operation.get("parameters", ()))


def _first_sentence(text: str | None) -> str:
    return " ".join((text or "").strip().partition("\n\n")[0].split())
