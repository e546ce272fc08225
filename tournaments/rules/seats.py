"""Which seat a moved player takes, and who of a table moves (2.6).

The rule of the card room, "a moved player takes the worst position, never a better one", is made
for blinds: he becomes the big blind as soon as can be, and never sits between the button and the
small blind, where he would skip both. Seats are numbered clockwise. Counting from the dealer of
the next hand, the newcomer with the others, position 1 is the seat at the dealer's left. He pays
in position 2, so he waits (position - 2) hands; position 1 is not allowed.

**Translated to our games.** Nobody pays for a position: every seat antes in every hand. What is
worth something is the order of acting.

* `first-to-act` (Pif Paf, Pife, Cacheta): the seat left of the dealer speaks first in the betting
  round and knows least; the dealer speaks last. So the burden is position 1, the newcomer waits
  (position - 1) hands for it where the deal passes left, and no seat is forbidden, because nobody
  there skips a payment. Where the winner deals next, only the next hand is known: in it, too, the
  earlier he acts the worse, so the seat is the same.
* `last-bidder` (Pili Pili): the dealer bids first, and the last to bid, at the dealer's right, is
  bound by the rule on the sum. The burden is the last position. The deal passes left, so a
  newcomer in position p is last when the seat after his deals: he waits p modulo the players.

"Next to act" is therefore the player who would be in the burden's position in the next hand at
the table that gives, and he is the one who moves; who moved within the last orbit is passed over
as long as there is another.
"""

from collections.abc import Collection, Sequence
from typing import Final

from engine.shuffle import Choices
from tournaments.rules.errors import Refused

BLINDS: Final = "blinds"
FIRST_TO_ACT: Final = "first-to-act"
LAST_BIDDER: Final = "last-bidder"
SCHEMES: Final = (FIRST_TO_ACT, LAST_BIDDER, BLINDS)


def hands_until_burden(
    seats: int, dealer: int, occupied: Collection[int], seat: int, scheme: str = FIRST_TO_ACT
) -> int | None:
    """Hands that pass before a newcomer in that seat has the burden; None: not allowed there.

    `dealer` deals the next hand; `occupied` are the seats taken (the newcomer's is not).
    """
    _check(seats, dealer, occupied, scheme)
    at = _position(seats, dealer, occupied, seat)
    if scheme == FIRST_TO_ACT:
        return at - 1
    if scheme == LAST_BIDDER:
        players = len(set(occupied) | {dealer, seat})
        return at % players if at != players - 1 else 0
    return at - 2 if at > 1 else None


def choose_seat(
    seats: int, dealer: int, occupied: Collection[int], scheme: str = FIRST_TO_ACT
) -> int:
    """The open seat whose burden comes soonest; of equal ones the first clockwise.

    If only forbidden seats are open, the first of them: he is dealt in after the button has
    passed. Raises Refused when no seat is open.
    """
    _check(seats, dealer, occupied, scheme)
    free = _clockwise(seats, dealer, [s for s in range(1, seats + 1) if s not in occupied])
    if not free:
        raise Refused("table-full", "Every seat of this table is taken.")
    waits = [hands_until_burden(seats, dealer, occupied, seat, scheme) for seat in free]
    allowed = [(wait, i) for i, wait in enumerate(waits) if wait is not None]
    return free[min(allowed)[1]] if allowed else free[0]


def late_seat(
    seats: int, dealer: int, occupied: Collection[int], draw: Choices, scheme: str = FIRST_TO_ACT
) -> int:
    """A late entrant's seat: drawn among the open ones that are allowed; if none is, the first."""
    _check(seats, dealer, occupied, scheme)
    free = [seat for seat in range(1, seats + 1) if seat not in occupied]
    allowed = [
        seat
        for seat in free
        if hands_until_burden(seats, dealer, occupied, seat, scheme) is not None
    ]
    if not allowed:
        return choose_seat(seats, dealer, occupied, scheme)
    return allowed[draw.below(len(allowed))]


def late_table(counts: Sequence[tuple[int, int]], seats: int, draw: Choices) -> int:
    """A late entrant's table, of (table, players): drawn among the shortest that have a seat."""
    shortest = min((count for _, count in counts), default=seats)
    if shortest >= seats:
        raise Refused("no-seat", "Every table is full: open another one, or wait for a seat.")
    tables = sorted(table for table, count in counts if count == shortest)
    return tables[draw.below(len(tables))]


def choose_mover(
    seats: int,
    dealer: int,
    occupied: Collection[int],
    *,
    scheme: str = FIRST_TO_ACT,
    moved_lately: Collection[int] = (),
) -> int:
    """Who of a table moves: the player whose burden is next; who moved lately only if all did."""
    _check(seats, dealer, occupied, scheme)
    order = _clockwise(seats, dealer, list(occupied))
    if not order:
        raise Refused("table-empty", "Nobody sits at this table.")
    if scheme == LAST_BIDDER:
        order = order[-2:-1] + order[-1:] + order[:-2] if len(order) > 1 else order
    elif scheme == BLINDS and len(order) > 2:  # noqa: PLR2004 - heads-up the dealer has a blind
        order = order[1:] + order[:1]
    fresh = [seat for seat in order if seat not in moved_lately]
    return (fresh or order)[0]


def heads_up_dealer(last_big_blind: int, pair: tuple[int, int]) -> int:
    """With blinds and two left, who deals and pays the small one: nobody is big blind twice."""
    first, second = pair
    return first if last_big_blind == first else second


def _position(seats: int, dealer: int, occupied: Collection[int], seat: int) -> int:
    order = _clockwise(seats, dealer, [s for s in occupied if s != dealer] + [seat])
    return order.index(seat) + 1


def _clockwise(seats: int, dealer: int, which: Sequence[int]) -> list[int]:
    """These seats from the dealer's left round to the dealer himself."""
    return sorted(which, key=lambda seat: (seat - dealer - 1) % seats)


def _check(seats: int, dealer: int, occupied: Collection[int], scheme: str) -> None:
    if scheme not in SCHEMES:
        raise Refused("bad-scheme", f"A scheme is one of {', '.join(SCHEMES)}.")
    if not all(1 <= seat <= seats for seat in (dealer, *occupied)):
        raise Refused("no-such-seat", f"This table has seats 1 to {seats}.")
