"""How an operation reads in the OpenAPI document: by its resource, with a line of its own."""

from drf_spectacular.openapi import AutoSchema

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
