"""Which kind of bot does better: results by kind, with the interval that chance leaves open."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine.jsonable import Json
from engine.match import Match, winners
from engine.simulate import Played

_NORMAL_95: Final = 1.96
_NAME_WIDTH: Final = 8


@dataclass
class Mean:
    """The mean of numbers, and half the width of its 95 % interval."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Count one more."""
        self.count += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def within(self) -> float:
        """How far the true mean may be from this one, at 95 %; 0 while only one is known."""
        if self.count <= 1:
            return 0.0
        spread = (self.squares - self.total * self.mean) / (self.count - 1)
        return _NORMAL_95 * sqrt(max(spread, 0.0) / self.count)

    def json(self) -> list[float]:
        """The mean and its half-width, rounded."""
        return [round(self.mean, 4), round(self.within, 4)]


@dataclass
class Kind:
    """What one kind of bot came to. `seats`: its seats in all hands together.

    The means are over hands (or matches): of one hand, the mean of its seats of this kind counts
    as one number, for seats at one table don't win independently.
    """

    seats: int = 0
    wins: int = 0
    won: Mean = field(default_factory=Mean)
    chips: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)
    matches_won: Mean = field(default_factory=Mean)
    match_chips: Mean = field(default_factory=Mean)


class Kinds:
    """All kinds that sit at a table."""

    def __init__(self) -> None:
        self.kinds: dict[str, Kind] = {}

    def add(self, played: Played) -> None:
        """Count one hand, and the match that it ended."""
        outcome = played.outcome
        chips, points = dict(outcome.deltas), dict(outcome.points)
        for name, seats in _by_kind(played.bots, chips).items():
            kind = self.kinds.setdefault(name, Kind())
            wins = seats.count(outcome.winner) if outcome.winner is not None else 0
            kind.seats += len(seats)
            kind.wins += wins
            kind.won.add(wins / len(seats))
            kind.chips.add(sum(chips[seat] for seat in seats) / len(seats))
            if points:
                kind.points.add(sum(points[seat] for seat in seats) / len(seats))
        if played.match is not None:
            self._add_match(played.match, played.bots)

    def _add_match(self, match: Match, bots: Mapping[int, str]) -> None:
        best = winners(match)
        before = {one.seat: one.stack for one in match.setup.seats}
        gains = {one.seat: one.stack - before[one.seat] for one in match.standings}
        for name, seats in _by_kind(bots, gains).items():
            kind = self.kinds[name]
            shares = sum(seat in best for seat in seats) / len(best)
            kind.matches_won.add(shares / len(seats))
            kind.match_chips.add(sum(gains[seat] for seat in seats) / len(seats))

    def told(self) -> Iterator[str]:
        """A table for people: a line for each kind, the best first. Nothing for one kind alone."""
        if len(self.kinds) <= 1:
            return
        titles = _columns(Kind(), self._has)
        yield "".join(
            [f"  {'bots':{_NAME_WIDTH}}", *(f"{title:>{len(cell)}}" for title, cell in titles)]
        )
        for name in sorted(self.kinds, key=lambda name: -self.kinds[name].won.mean):
            cells = _columns(self.kinds[name], self._has)
            yield "".join([f"  {name:{_NAME_WIDTH}}", *(cell for _, cell in cells)])
        yield "  ±: 95 % interval of the mean over hands or matches"

    def json(self) -> list[Json]:
        """The same for machines: means as [mean, half of the 95 % interval]."""
        return [
            {
                "bot": name,
                "seats": kind.seats,
                "wins": kind.wins,
                "win_share": kind.won.json(),
                "chips_per_hand": kind.chips.json(),
                "points_per_hand": kind.points.json() if kind.points.count else None,
                "matches_won_share": kind.matches_won.json() if kind.matches_won.count else None,
                "chips_per_match": kind.match_chips.json() if kind.match_chips.count else None,
            }
            for name, kind in sorted(self.kinds.items())
        ]

    @property
    def _has(self) -> tuple[bool, bool]:
        """Whether hands count points, and whether matches were played to their end."""
        kinds = self.kinds.values()
        return (
            any(kind.points.count for kind in kinds),
            any(kind.match_chips.count for kind in kinds),
        )


def _by_kind(bots: Mapping[int, str], dealt_in: Mapping[int, int]) -> dict[str, list[int]]:
    """The seats dealt in, by the kind of bot on them."""
    found: dict[str, list[int]] = {}
    for seat, name in bots.items():
        if seat in dealt_in:
            found.setdefault(name, []).append(seat)
    return found


def _columns(kind: Kind, has: tuple[bool, bool]) -> list[tuple[str, str]]:
    """Titles and cells of a line."""
    points, matches = has
    columns = [
        ("hands", f"{kind.seats:8}"),
        ("wins", f"{kind.wins:7}"),
        ("win share", f"{100 * kind.won.mean:9.1f} ± {100 * kind.won.within:4.1f} %"),
    ]
    if matches:
        won, chips = kind.matches_won, kind.match_chips
        columns.append(("matches won", f"{100 * won.mean:9.1f} ± {100 * won.within:4.1f} %"))
        columns.append(("chips a match", f"{chips.mean:+11.2f} ± {chips.within:5.2f}"))
    else:
        columns.append(("chips a hand", f"{kind.chips.mean:+11.2f} ± {kind.chips.within:5.2f}"))
    if points:
        columns.append(("points a hand", f"{kind.points.mean:10.2f} ± {kind.points.within:5.2f}"))
    return columns
