"""A tournament whose prizes are seats in another one (2.9)."""

from dataclasses import dataclass

from tournaments.rules.errors import Refused


@dataclass(frozen=True, slots=True)
class Satellite:
    """So many seats of that value to the best, and money to the places after them."""

    seats: int
    seat_value: int
    money: tuple[int, ...]

    @property
    def amounts(self) -> tuple[int, ...]:
        """The worth of each place's prize; they sum to the pool."""
        return (self.seat_value,) * self.seats + self.money


def satellite(
    pool: int, seat_value: int, entries: int, *, portion: int | None = None
) -> Satellite:
    """The prizes of a satellite: as many seats as the pool buys, but no more than entries.

    The rest goes to the next place, or, with a `portion` (as twice the buy-in), to as many next
    places as it fills, the last of them getting what is left. Without a next place it goes to the
    first, in money beside the seat.
    """
    if pool < 0 or seat_value < 1 or entries < 1 or (portion is not None and portion < 1):
        raise Refused("bad-satellite", "A satellite has entries, a pool, and a seat with a price.")
    seats = min(pool // seat_value, entries)
    rest = pool - seats * seat_value
    if not rest:
        return Satellite(seats, seat_value, ())
    places = entries - seats
    if not places:
        raise Refused(
            "no-next-place",
            f"All {entries} have a seat and {rest} are left: add seats, or pay the rest out.",
        )
    if portion is None:
        return Satellite(seats, seat_value, (rest,))
    money = [portion] * (rest // portion) + ([rest % portion] if rest % portion else [])
    if len(money) > places:
        money = [*money[: places - 1], sum(money[places - 1 :])]
        money.sort(reverse=True)
    return Satellite(seats, seat_value, tuple(money))


def over(remaining: int, seats: int) -> bool:
    """A satellite ends when everybody left has a seat: all of them share the first rank."""
    return remaining <= seats
