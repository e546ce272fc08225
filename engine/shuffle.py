"""From a sealed seed to the order of the cards, so that anybody can check it afterwards.

The house draws 64 bytes (`seed`) for each hand and publishes `commitment(hand_id, seed)` before a
card is dealt. When the hand is over it reveals the seed; then everybody can work out the same
deck. This module only turns bytes into an order: it draws no randomness itself (the tables draw
the seed and seal it).

Words: `lp(x)` is the length of x as four big-endian bytes, then x. `H(tag, a, b, …)` is SHA-512
over `lp(tag) lp(a) lp(b) …`; text is UTF-8. The tag says what a digest is for, the lengths keep
the parts apart, so no two different inputs can run together into the same bytes. Keys have 64
bytes because two packs have about 2^500 orders.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha512
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEED_BYTES = 64
"""Length of the house's seed for one hand, in bytes."""

PLAYER_BYTES_MIN = 16
PLAYER_BYTES_MAX = 64

_BYTE_VALUES = 256
_FEWEST_CHOICES = 2
# For n: bytes below this may be folded into 0…n - 1 without bias. No choice is among none.
_FAIR_BELOW = (0, *(_BYTE_VALUES - _BYTE_VALUES % n for n in range(1, _BYTE_VALUES + 1)))

Item = TypeVar("Item")


class Choices(Protocol):
    """Whatever can answer 'a whole number below n, each equally likely'."""

    def below(self, n: int, /) -> int:
        """Return a number from 0 to n - 1."""


@dataclass(frozen=True, slots=True)
class Entropy:
    """One seat's line in the roster: what its player added to the key, if it came in time.

    A seat that sent nothing (`value` is None) is written with flag 0 and no bytes; nothing is ever
    filled in for it.
    """

    seat: int
    value: bytes | None = field(repr=False)


def lp(part: bytes) -> bytes:
    """Return `part` with its length in front, four bytes, big-endian."""
    return len(part).to_bytes(4, "big") + part


def tagged_digest(tag: str, *parts: bytes) -> bytes:
    """Return H(tag, parts…), 64 bytes: SHA-512 with a tag, and a length before every part."""
    return sha512(lp(tag.encode()) + b"".join(map(lp, parts))).digest()


def commitment(hand_id: str, seed: bytes) -> bytes:
    """Return what the house publishes before the deal: it binds the seed and does not tell it.

    Raises ValueError when the seed is not 64 bytes.
    """
    return tagged_digest("batida/1/commit", hand_id.encode(), _checked_seed(seed))


def player_commitment(hand_id: str, seat: int, value: bytes) -> bytes:
    """Return what a client sends before the deal to bind its player's own bytes (16 to 64).

    Raises ValueError when there are fewer or more bytes, or the seat is not in 0…255.
    """
    return tagged_digest(
        "batida/1/player", hand_id.encode(), _u8(seat, "seat"), _checked_value(value)
    )


def deck_key(
    hand_id: str, seed: bytes, witness: bytes = b"", roster: Iterable[Entropy] = ()
) -> bytes:
    """Return the 64-byte key of the hand's stream.

    `witness` is the second house seed of another process (empty when the table has none); `roster`
    lists the seats in their frozen order. A seat's part is one byte seat, one byte flag (1: value
    follows, 0: missing), the value.

    Raises ValueError for a seed, seat or value of the wrong size.
    """
    entries = [_roster_part(entry) for entry in roster]
    return tagged_digest("batida/1/key", hand_id.encode(), _checked_seed(seed), witness, *entries)


class Stream:
    """The hand's random bytes, in order.

    They are HMAC-SHA-512(key, "deck" ‖ counter), counter = 0, 1, … as four big-endian bytes.

    The deck uses the first bytes; a reshuffle later in the hand goes on where the deck stopped.
    `position` counts the bytes used so far, so `Stream(key, position)` is the same stream at the
    same place: a state that must be a value keeps these two and builds the stream when it needs
    one.
    """

    __slots__ = ("_block", "_block_no", "_offset", "_start")

    def __init__(self, key: bytes, position: int = 0) -> None:
        """Start `position` bytes into the stream of `key`."""
        if position < 0:
            detail = f"a stream position is zero or more, not {position}"
            raise ValueError(detail)
        self._start = hmac.new(key, b"deck", "sha512")
        self._block_no, self._offset = divmod(position, sha512().digest_size)
        self._block = self._read_block()

    @property
    def position(self) -> int:
        """Bytes used so far."""
        return self._block_no * len(self._block) + self._offset

    def byte(self) -> int:
        """Return the next byte, 0…255."""
        if self._offset == len(self._block):
            self._block_no += 1
            self._offset = 0
            self._block = self._read_block()
        value = self._block[self._offset]
        self._offset += 1
        return value

    def take(self, count: int) -> bytes:
        """Return the next so many bytes, at most as many as a block has."""
        if self._offset == len(self._block):
            self._block_no += 1
            self._offset = 0
            self._block = self._read_block()
        end = self._offset + count
        if end <= len(self._block):
            taken = self._block[self._offset : end]
            self._offset = end
            return taken
        return bytes(self.byte() for _ in range(count))

    def below(self, n: int, /) -> int:
        """Return a number from 0 to n - 1, each exactly as likely as the others, for n in 2…256.

        A byte at or above the greatest multiple of n is thrown away, because `byte % n` alone
        would favour the small numbers. Raises ValueError for any other n.
        """
        if not _FEWEST_CHOICES <= n <= _BYTE_VALUES:
            detail = f"below(n) takes n from 2 to 256, not {n}"
            raise ValueError(detail)
        value = fair = _FAIR_BELOW[n]
        while value >= fair:
            if self._offset == len(self._block):
                self._block_no += 1
                self._offset = 0
                self._block = self._read_block()
            value = self._block[self._offset]
            self._offset += 1
        return value % n

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return what `shuffled(items, self)` does, for up to 256 items; five times as fast."""
        order = list(items)
        block, offset = self._block, self._offset
        i = len(order) - 1
        while i > 0:
            if offset == len(block):
                self._block_no += 1
                block, offset = self._read_block(), 0
            value = block[offset]
            offset += 1
            if value < _FAIR_BELOW[i + 1]:
                j = value % (i + 1)
                order[i], order[j] = order[j], order[i]
                i -= 1
        self._block, self._offset = block, offset
        return tuple(order)

    def _read_block(self) -> bytes:
        mac = self._start.copy()
        mac.update(self._block_no.to_bytes(4, "big"))
        return mac.digest()


@dataclass(frozen=True, slots=True)
class StreamPlace:
    """A place in a hand's stream, as a value that a state can keep: what comes after is unread.

    As secret as the deck, for the key tells all of it.
    """

    key: bytes = field(repr=False)
    position: int

    def shuffled(self, items: Sequence[Item]) -> tuple[tuple[Item, ...], StreamPlace]:
        """Return the items in a new order, and the place where the stream goes on after it."""
        stream = Stream(self.key, self.position)
        order = stream.shuffled(items)
        return order, StreamPlace(self.key, stream.position)


def shuffled(items: Sequence[Item], choices: Choices) -> tuple[Item, ...]:
    """Return the items in a new order: Fisher-Yates from the top.

    For i = last … 1 the item at i changes places with the one at `below(i + 1)`. Each order comes
    from exactly one list of choices, so fair choices give fair orders.
    """
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = choices.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def deck_of(
    hand_id: str,
    seed: bytes,
    pack: Sequence[Item],
    *,
    witness: bytes = b"",
    roster: Iterable[Entropy] = (),
) -> tuple[Item, ...]:
    """Return a hand's deck: the rule set's start order, shuffled by the start of its stream."""
    deck, _ = stream_start(hand_id, seed, witness=witness, roster=roster).shuffled(pack)
    return deck


def stream_start(
    hand_id: str, seed: bytes, *, witness: bytes = b"", roster: Iterable[Entropy] = ()
) -> StreamPlace:
    """Return the start of a hand's stream: its deck comes first, later reshuffles after it."""
    return StreamPlace(deck_key(hand_id, seed, witness, roster), 0)


def _roster_part(entry: Entropy) -> bytes:
    seat = _u8(entry.seat, "seat")
    if entry.value is None:
        return seat + b"\x00"
    return seat + b"\x01" + _checked_value(entry.value)


def _u8(number: int, what: str) -> bytes:
    if not 0 <= number < _BYTE_VALUES:
        detail = f"a {what} is a number from 0 to 255, not {number}"
        raise ValueError(detail)
    return bytes([number])


def _checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        detail = f"a seed has {SEED_BYTES} bytes, not {len(seed)}"
        raise ValueError(detail)
    return seed


def _checked_value(value: bytes) -> bytes:
    if not PLAYER_BYTES_MIN <= len(value) <= PLAYER_BYTES_MAX:
        detail = f"a player adds {PLAYER_BYTES_MIN} to {PLAYER_BYTES_MAX} bytes, not {len(value)}"
        raise ValueError(detail)
    return value
