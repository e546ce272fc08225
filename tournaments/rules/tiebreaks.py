"""Tie-breaks, each with its terms, so that a page can say why one stands before the other (2.4).

All are exact fractions. A round that was not played counts against a virtual opponent who had the
player's own score before that round and half a point for each round after it (FIDE's rule of the
virtual opponent).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.rules.errors import Refused

HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Game:
    """One round of one player: the points it brought, against whom.

    `opponents` is empty for a bye or a missed round, one for a match, several for a table; met
    twice counts twice.
    """

    points: Fraction
    opponents: tuple[str, ...] = ()
    won: bool = False


class Games(dict[str, Sequence[Game]]):
    """By player, one entry for each round so far; nobody changes it.

    What a player has is added up once, though every opponent's tie-breaks ask for it.
    """

    def __init__(self, played: Mapping[str, Sequence[Game]]) -> None:
        """Keep what was played."""
        super().__init__(played)
        self._points: dict[str, Fraction] = {}

    def points(self, player: str) -> Fraction:
        """All points of a player."""
        found = self._points.get(player)
        if found is None:
            found = sum((game.points for game in self[player]), Fraction(0))
            self._points[player] = found
        return found


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a tie-break: the opponent ("" for the virtual one) and what it adds."""

    opponent: str
    value: Fraction


def buchholz(games: Games, player: str) -> tuple[Term, ...]:
    """The points of all opponents."""
    return tuple(
        Term(opponent, strength)
        for number, game in enumerate(games[player])
        for opponent, strength in _strengths(games, player, number, game)
    )


def cut_buchholz(games: Games, player: str) -> tuple[Term, ...]:
    """The same without the weakest one."""
    terms = sorted(buchholz(games, player), key=lambda term: term.value)
    return tuple(terms[1:])


def sonneborn_berger(games: Games, player: str) -> tuple[Term, ...]:
    """The points of the opponents, each times what was won against it."""
    return tuple(
        Term(opponent, strength * game.points)
        for number, game in enumerate(games[player])
        for opponent, strength in _strengths(games, player, number, game)
    )


def progressive(games: Games, player: str) -> tuple[Term, ...]:
    """The player's score after each round, added up."""
    total, terms = Fraction(0), []
    for game in games[player]:
        total += game.points
        terms.append(Term(player, total))
    return tuple(terms)


def wins(games: Games, player: str) -> tuple[Term, ...]:
    """Matches or tables won."""
    return tuple(Term(",".join(game.opponents), Fraction(game.won)) for game in games[player])


TIE_BREAKS: Final[dict[str, Callable[[Games, str], tuple[Term, ...]]]] = {
    "buchholz": buchholz,
    "buchholz-cut-1": cut_buchholz,
    "sonneborn-berger": sonneborn_berger,
    "progressive": progressive,
    "wins": wins,
}
DIRECT: Final = "direct-encounter"
NAMES: Final = (*TIE_BREAKS, DIRECT)
"""All tie-breaks; the direct encounter needs to know who is equal so far."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings: points, and the value of each tie-break in its order."""

    entrant: str
    points: Fraction
    values: tuple[Fraction, ...]


def standings(games: Games, breaks: Sequence[str]) -> tuple[tuple[Line, ...], ...]:
    """Groups of equals, best first: by points, then by each tie-break in turn.

    Raises Refused for a tie-break that nobody knows.
    """
    unknown = [name for name in breaks if name != DIRECT and name not in TIE_BREAKS]
    if unknown:
        raise Refused("bad-tie-break", f"Tie-breaks are {', '.join(NAMES)}.")
    groups = _divided([[Line(player, games.points(player), ()) for player in games]], games)
    for name in breaks:
        groups = _divided(groups, games, name)
    return tuple(map(tuple, groups))


def direct_encounter(games: Games, player: str, equals: Collection[str]) -> tuple[Term, ...]:
    """The points of the matches among those who are equal so far; none unless all of them met.

    For matches of two: at a table of many, points are not against anybody in particular.
    """
    others = set(equals)
    met = all(
        others - {one} <= {game.opponents[0] for game in games[one] if len(game.opponents) == 1}
        for one in equals
    )
    if not met:
        return ()
    among = [game for game in games[player] if len(game.opponents) == 1]
    return tuple(
        Term(game.opponents[0], game.points) for game in among if game.opponents[0] in others
    )


def _divided(groups: Sequence[Sequence[Line]], games: Games, name: str = "") -> list[list[Line]]:
    """The groups in smaller ones, by points or by a tie-break, best first."""
    found: list[list[Line]] = []
    for group in groups:
        equals = [line.entrant for line in group]
        parts: dict[Fraction, list[Line]] = {}
        for line in group:
            if not name:
                parts.setdefault(line.points, []).append(line)
                continue
            if name == DIRECT:
                terms = direct_encounter(games, line.entrant, equals)
                worth = sum((term.value for term in terms), Fraction(0))
            else:
                worth = value(games, name, line.entrant)
            new = Line(line.entrant, line.points, (*line.values, worth))
            parts.setdefault(worth, []).append(new)
        found += [parts[key] for key in sorted(parts, reverse=True)]
    return found


def value(games: Games, name: str, player: str) -> Fraction:
    """The value of a tie-break: the sum of its terms."""
    return sum((term.value for term in TIE_BREAKS[name](games, player)), Fraction(0))


def _strengths(games: Games, player: str, number: int, game: Game) -> list[tuple[str, Fraction]]:
    if game.opponents:
        return [(opponent, games.points(opponent)) for opponent in game.opponents]
    rounds = games[player]
    before = sum((each.points for each in rounds[:number]), Fraction(0))
    # The virtual opponent gets what the player did not in this round, and draws after it.
    after = HALF * (len(rounds) - number - 1)
    return [("", before + (1 - game.points) + after)]
