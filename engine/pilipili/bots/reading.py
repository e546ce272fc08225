"""What a seat's view says, in the numbers that the bots reckon with."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.jsonable import Json

JOKER: Final = -1
"""Stands for the Joker among powers: it has none before its owner names one."""
TOP: Final = 56


@dataclass(frozen=True, slots=True)
class Table:
    """The round as one seat sees it; places from 0 clockwise, cards as powers.

    `mission`: its kind. `hands`: the cards that are seen, None for a hand that isn't. `sizes`: how
    many cards each holds. `unseen`: the cards that may be anywhere out of sight. `bids`: None
    before a place has bid. `trick`: powers on the table, the leader's first.
    """

    me: int
    dealer: int
    leader: int
    to_play: int
    mission: str
    reverse: bool
    hands: tuple[tuple[int, ...] | None, ...]
    sizes: tuple[int, ...]
    unseen: tuple[int, ...]
    bids: tuple[int | None, ...]
    taken: tuple[int, ...]
    trick: tuple[int, ...]

    @property
    def count(self) -> int:
        """Players."""
        return len(self.sizes)

    @property
    def unseen_play(self) -> bool:
        """Whether all choose their cards for a trick unseen by each other."""
        return self.mission == "SIMUL"

    @property
    def hands_move(self) -> bool:
        """Whether all hands go to other players after the bids."""
        return self.mission == "HAND"

    @property
    def left(self) -> int:
        """Tricks not yet won, the one on the table too."""
        return self.to_play - sum(self.taken)


def table_of(view: Json) -> Table:
    """The table that a seat's view shows."""
    seats = [one["seat"] for one in view["seats"]]
    kind = view["mission"]["kind"]
    reverse = kind == "REVERSE"
    shown = {seat: powers(held, reverse=reverse) for seat, held in view["hands"]}
    me = seats.index(view["you"])
    if view["cards"] is not None:
        shown[view["you"]] = powers(view["cards"], reverse=reverse)
    played = [one["card"] for trick in view["tricks"] for one in trick["played"]]
    gone = {*powers(played, reverse=reverse), *(card for held in shown.values() for card in held)}
    gone |= set(powers((one["card"] for one in view["trick"]), reverse=reverse))
    return Table(
        me=me,
        dealer=seats.index(view["dealer"]),
        leader=seats.index(view["leader"]),
        to_play=view["tricks_to_play"],
        mission=kind,
        reverse=reverse,
        hands=tuple(shown.get(seat) for seat in seats),
        sizes=tuple(one["cards"] for one in view["seats"]),
        unseen=tuple(card for card in _ALL if card not in gone),
        bids=tuple(one["bid"] for one in view["seats"]),
        taken=tuple(one["taken"] for one in view["seats"]),
        trick=tuple(_flipped(one["value"], reverse=reverse) for one in view["trick"]),
    )


def powers(names: Iterable[str], *, reverse: bool) -> tuple[int, ...]:
    """The powers of cards by their names."""
    return tuple(JOKER if name == "JK" else _flipped(int(name), reverse=reverse) for name in names)


def named(power: int, *, reverse: bool) -> str:
    """The name of the card with that power."""
    return "JK" if power == JOKER else str(_flipped(power, reverse=reverse))


def joker_value(power: int, *, reverse: bool) -> int:
    """The value that gives the Joker that power."""
    return _flipped(power, reverse=reverse)


def _flipped(value: int, *, reverse: bool) -> int:
    return TOP - value if reverse else value


_ALL: Final = (JOKER, *range(1, TOP))
