"""A tournament whose prizes are seats in another one (2.9)."""

from dataclasses import dataclass

from tournaments.rules.errors import Refused


@dataclass(frozen=True, slots=True)
class Satellite:
    """So many seats of that value to the best, and money to the places after them.

    `beside`: money to the first with the seat, where everybody has one and no place comes after.
    """

    seats: int
    seat_value: int
    money: tuple[int, ...]
    beside: int = 0

    @property
    def amounts(self) -> tuple[int, ...]:
        """The worth of each place's prize; they sum to the pool."""
        places = (self.seat_value,) * self.seats + self.money
        return (places[0] + self.beside, *places[1:]) if self.beside else places


def satellite(
    pool: int, seat_value: int, entries: int, *, portion: int | None = None
) -> Satellite:
    """The prizes of a satellite: as many seats as the pool buys, but no more than entries.

    The rest goes to the next place, or, with a `portion` (as twice the buy-in), to as many next
    places as it fills, the last of them getting what is left. Without a next place it goes to the
    first, in money beside the seat, as what is left by rounding does.
    """
    if pool < 0 or seat_value < 1 or entries < 1 or (portion is not None and portion < 1):
        raise Refused("bad-satellite", "A satellite has entries, a pool, and a seat with a price.")
    seats = min(pool // seat_value, entries)
    rest = pool - seats * seat_value
    places = entries - seats
    if not rest or not places:
        return Satellite(seats, seat_value, (), beside=rest)
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
