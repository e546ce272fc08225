"""Single and double elimination as a graph of matches between two (2.1, 2.2).

A bracket is fixed before it starts: each match names where its two sides come from (a seed, a
match's winner, a match's loser), so whoever has one can draw it, and no result can change its
shape. Which seed an entrant has is the stage's business; `advance` says who stands where.

Ids: `w1.3` is the third match of the winners' first round, `l2.1` of the losers' second; `gf1`
and `gf2` are the grand final and its reset; `third` is the match for the third place.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

from tournaments.rules.drops import drop_order
from tournaments.rules.errors import Refused
from tournaments.rules.seeding import bracket_size, standard_order

SEED: Final = "seed"
WINNER: Final = "winner"
LOSER: Final = "loser"
BYE: Final = "bye"

NO_FINAL: Final = "none"
SINGLE_FINAL: Final = "single"
RESET_FINAL: Final = "reset"
FINALS: Final = (NO_FINAL, SINGLE_FINAL, RESET_FINAL)


@dataclass(frozen=True, slots=True)
class Side:
    """Where a side of a match comes from.

    `kind` "seed": seed `number`; "bye": nobody, and nobody will come (which is not the same as
    not known yet); "winner" or "loser": whoever wins or loses the match `match`.
    """

    kind: str
    number: int = 0
    match: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket.

    `loser_place`: the place of the loser, when it is out with this match; 0 when it plays on or
    another match decides. `winner_place`: the place of the winner, when nothing follows; else 0.
    `optional`: it is played only if the second side won the match before (the reset).
    """

    id: str
    part: str
    round: int
    sides: tuple[Side, Side]
    loser_place: int = 0
    winner_place: int = 0
    optional: bool = False


Matches: TypeAlias = tuple[Match, ...]


@dataclass(frozen=True)
class Bracket:
    """A bracket for so many entrants: its matches, each after those that feed it."""

    entrants: int
    matches: Matches

    def match(self, match_id: str) -> Match:
        """The match of that id. Raises Refused."""
        found = self._by_id.get(match_id)
        if found is None:
            raise Refused("no-such-match", f"This bracket has no match {match_id}.")
        return found

    @cached_property
    def feeds(self) -> dict[str, tuple[Match, ...]]:
        """By match: the matches that its winner and its loser go to."""
        found: dict[str, list[Match]] = {match.id: [] for match in self.matches}
        for match in self.matches:
            for source in dict.fromkeys(side.match for side in match.sides if side.match):
                found[source].append(match)
        return {match_id: tuple(following) for match_id, following in found.items()}

    @cached_property
    def reach(self) -> dict[str, tuple[int, int]]:
        """By match: the best and the worst place that its players can still come to hold."""
        found: dict[str, tuple[int, int]] = {}
        for match in reversed(self.matches):
            places = [place for place in (match.winner_place, match.loser_place) if place]
            places += [place for each in self.feeds[match.id] for place in found[each.id]]
            found[match.id] = (min(places), max(places))
        return found

    @cached_property
    def _by_id(self) -> dict[str, Match]:
        return {match.id: match for match in self.matches}


@lru_cache(maxsize=64)
def single_elimination(entrants: int, *, third_place: bool = False) -> Bracket:
    """Everybody plays until beaten. With `third_place` the losers of the semi-finals meet."""
    rounds = _winners_rounds(entrants)
    size = bracket_size(entrants)
    for number, matches in enumerate(rounds, start=1):
        place = (size >> number) + 1
        decides = third_place and place == _SEMI_LOSERS
        rounds[number - 1] = [_placed(match, 0 if decides else place) for match in matches]
    rounds[-1] = [_placed(rounds[-1][0], 2, winner=1)]
    matches = [match for each in rounds for match in each]
    if third_place:
        if entrants <= _SEMI_LOSERS:
            raise Refused(
                "no-third-place", "A match for the third place needs four entrants or more."
            )
        semis = rounds[-2]
        sides = (Side(LOSER, match=semis[0].id), Side(LOSER, match=semis[1].id))
        matches.append(Match("third", "third", len(rounds), sides, 4, 3))
    return Bracket(entrants, tuple(matches))


@lru_cache(maxsize=64)
def double_elimination(entrants: int, *, final: str = RESET_FINAL) -> Bracket:
    """Everybody plays until beaten twice.

    `final`: "none" (the winners' bracket's winner is first, the losers' second), "single" (one
    match decides), "reset" (a second one if the losers' side wins the first).
    """
    if final not in FINALS:
        raise Refused("bad-final", f"A final is one of {', '.join(FINALS)}, not {final!r}.")
    winners = _winners_rounds(entrants)
    if entrants == 2:  # noqa: PLR2004 - two entrants have one match and no losers' bracket
        return Bracket(entrants, (_placed(winners[0][0], 2, winner=1),))
    losers = _losers_rounds(winners)
    if final == NO_FINAL:
        winners[-1] = [_placed(winners[-1][0], 0, winner=1)]
        losers[-1] = [_placed(losers[-1][0], 3, winner=2)]
    matches = [match for each in (*winners, *losers) for match in each]
    if final != NO_FINAL:
        matches += _grand_final(winners[-1][0].id, losers[-1][0].id, reset=final == RESET_FINAL)
    return Bracket(entrants, tuple(matches))


_SEMI_LOSERS: Final = 3


def _winners_rounds(entrants: int) -> list[list[Match]]:
    """The rounds of a plain bracket; its losers' places are not written yet."""
    size = bracket_size(entrants)
    order = standard_order(size)
    sides = [Side(SEED, seed) if seed <= entrants else Side(BYE) for seed in order]
    rounds: list[list[Match]] = []
    while len(sides) > 1:
        number = len(rounds) + 1
        pairs = zip(sides[::2], sides[1::2], strict=True)
        rounds.append(
            [Match(f"w{number}.{i}", "winners", number, pair) for i, pair in enumerate(pairs, 1)]
        )
        sides = [Side(WINNER, match=match.id) for match in rounds[-1]]
    return rounds


def _losers_rounds(winners: list[list[Match]]) -> list[list[Match]]:
    """Rounds 1, 3, 5… among those who lost before; 2, 4, 6… against those who lost just now."""
    size = 2 * len(winners[0])
    first, *later = [[match.id for match in each] for each in winners]
    dropped = [Side(LOSER, match=first[i]) for i in drop_order(size, 0)]
    rounds: list[list[Match]] = []
    place = size
    for wave, ids in enumerate(later, start=1):
        pairs = list(zip(dropped[::2], dropped[1::2], strict=True))
        place -= len(pairs)
        rounds.append(_losers_round(len(rounds) + 1, pairs, place + 1))
        fresh = [Side(LOSER, match=ids[i]) for i in drop_order(size, wave)]
        kept = [Side(WINNER, match=match.id) for match in rounds[-1]]
        place -= len(fresh)
        rounds.append(
            _losers_round(len(rounds) + 1, list(zip(fresh, kept, strict=True)), place + 1)
        )
        dropped = [Side(WINNER, match=match.id) for match in rounds[-1]]
    return rounds


def _losers_round(number: int, pairs: list[tuple[Side, Side]], place: int) -> list[Match]:
    return [
        Match(f"l{number}.{i}", "losers", number, pair, place) for i, pair in enumerate(pairs, 1)
    ]


def _grand_final(winners: str, losers: str, *, reset: bool) -> list[Match]:
    sides = (Side(WINNER, match=winners), Side(WINNER, match=losers))
    if not reset:
        return [Match("gf1", "final", 1, sides, 2, 1)]
    # The reset's sides are the final's own two: `advance` reads the first one's sides again.
    again = (Side(WINNER, match="gf1"), Side(LOSER, match="gf1"))
    return [
        Match("gf1", "final", 1, sides, 2, 1),
        Match("gf2", "final", 2, again, 2, 1, optional=True),
    ]


def _placed(match: Match, loser: int, *, winner: int = 0) -> Match:
    return Match(match.id, match.part, match.round, match.sides, loser, winner, match.optional)
