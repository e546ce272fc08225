"""What the engine says no to.

Every refusal is one of these, carries a sentence that says what would be right, and changes
nothing.
"""

from engine.jsonable import Json


class IllegalAction(Exception):
    """The action can't be taken in this state.

    `code` is stable and part of the API: ``bad-action`` (malformed), ``not-your-turn``,
    ``not-now`` (the kind isn't possible in this phase), ``above-cap``, ``below-minimum``,
    ``not-enough-chips``, ``not-held``, ``melds-invalid``, ``stale``, ``hand-over``; in Pili Pili
    ``bid-forbidden``, ``card-forbidden``, ``joker-value``, ``wrong-count`` (of cards given),
    ``not-a-choice`` (a seat that can't be picked). `detail` is a
    sentence for a person. `allowed` is what the seat may do instead, as `Game.legal` lists it.
    """

    def __init__(self, code: str, detail: str, allowed: list[Json] | None = None) -> None:
        """Keep the three facts as attributes; `str()` of the error is the sentence."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.allowed: list[Json] = [] if allowed is None else allowed


class UnknownRules(LookupError):
    """No game plays rules of that id. The sentence lists the ids that exist."""


class BadRules(ValueError):
    """An option is unknown, has a value it can't have, or makes no sense beside another one."""


class BadSetup(ValueError):
    """A hand can't be dealt from this: seats, dealer, stakes or deck are wrong.

    The sentence says which and what would do.
    """
