"""Every random choice of a tournament, from one committed seed, so that an outsider can check it.

Before registration closes the organiser publishes `commitment(tournament, seed)`; afterwards the
seed is revealed. Each choice has a purpose of its own ("seeding", "seats 3", "tie m12"), and each
purpose has a stream of its own: choices may be made in any order, and one more or fewer changes
no other. The bytes come from `engine.shuffle.Stream`, as the decks of hands do.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from engine.shuffle import SEED_BYTES, Stream, shuffled, tagged_digest
from tournaments.rules.errors import Refused

_BYTE_VALUES: Final = 256
_WORD_BYTES: Final = 8
_WORDS: Final = 256**_WORD_BYTES

Item = TypeVar("Item")


def commitment(tournament: str, seed: bytes) -> bytes:
    """What is published first: it binds the seed and does not tell it. 64 bytes."""
    return tagged_digest("batida/1/draw-commit", tournament.encode(), _checked(seed))


def stream(tournament: str, seed: bytes, purpose: str) -> Stream:
    """The bytes for one purpose of one tournament."""
    key = tagged_digest("batida/1/draw", tournament.encode(), purpose.encode(), _checked(seed))
    return Stream(key)


class Draw:
    """Fair choices for one purpose: `below(n)` for any n, and orders of items."""

    def __init__(self, tournament: str, seed: bytes, purpose: str) -> None:
        """Start the purpose's own stream. Raises Refused for a seed that has not 64 bytes."""
        self._stream = stream(tournament, seed, purpose)

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1, each equally likely, for n in 1…2^64.

        Up to 256 it costs one byte or more, as in a deck; above, eight bytes (big-endian), and a
        word at or above the greatest multiple of n is thrown away. Nothing is read for n = 1.
        """
        if 1 < n <= _BYTE_VALUES:
            return self._stream.below(n)
        if not 1 <= n <= _WORDS:
            raise Refused("bad-draw", f"A draw is from 1 to 2^64 choices, not {n}.")
        if n == 1:
            return 0
        limit = _WORDS - _WORDS % n
        while (word := self._word()) >= limit:
            pass
        return word % n

    def order(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a drawn order (Fisher-Yates from the top, as a deck is shuffled)."""
        return shuffled(items, self)

    def _word(self) -> int:
        return int.from_bytes(bytes(self._stream.byte() for _ in range(_WORD_BYTES)), "big")


def drawn_order(
    tournament: str, seed: bytes, purpose: str, items: Sequence[str]
) -> tuple[str, ...]:
    """The drawn order of entrants: from their sorted names, so that no arrival order matters."""
    return Draw(tournament, seed, purpose).order(sorted(items))


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise Refused("bad-seed", f"A tournament's seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
