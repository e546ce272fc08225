"""What the rules of tournaments say no to: each with a stable code and one sentence of advice."""


class Refused(ValueError):
    """A decision, an event or a plan that the rules do not allow; nothing has changed.

    `code` is stable and part of the API. `detail` says what would be right.
    """

    def __init__(self, code: str, detail: str) -> None:
        """Keep both facts; `str()` of the error is the sentence."""
        super().__init__(detail)
        self.code = code
        self.detail = detail


class Impossible(Refused):
    """A plan that cannot be played; `nearest` holds the closest plans that can, nearest first."""

    def __init__(self, code: str, detail: str, nearest: tuple[object, ...] = ()) -> None:
        """Keep the reason, and what could be played instead."""
        super().__init__(code, detail)
        self.nearest = nearest
