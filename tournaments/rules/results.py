"""The result of one match, for two or for a table of many: who finished where, and how."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tournaments.rules.errors import Refused

PLAYED: Final = "played"
REPORTED: Final = "reported"
FORFEIT: Final = "forfeit"
VOID: Final = "void"
HOWS: Final = (PLAYED, REPORTED, FORFEIT, VOID)
SCORE_MAX: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    `places`: groups of equals, best first; each entrant of the match stands in exactly one, or in
    `out`. `out`: those who leave the stage with this match and play nowhere in it again (absent,
    withdrawn, disqualified), best first. `how`: "played" at a live table, "reported" by hand,
    "forfeit", or "void" (the match counts for nobody: no places). `scores`: points of the game, as
    far as the format or the page wants them.
    """

    places: tuple[tuple[str, ...], ...]
    how: str = PLAYED
    out: tuple[str, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()

    @property
    def entrants(self) -> frozenset[str]:
        """Everybody in it."""
        return frozenset([entrant for group in self.places for entrant in group] + [*self.out])

    def swapped(self, old: str, new: str) -> "Result":
        """The same with `new` wherever `old` stood, and the other way round."""
        names = {old: new, new: old}
        return Result(
            tuple(tuple(names.get(name, name) for name in group) for group in self.places),
            self.how,
            tuple(names.get(name, name) for name in self.out),
            tuple((names.get(name, name), score) for name, score in self.scores),
        )


def won(winner: str, loser: str, how: str = PLAYED) -> Result:
    """A match for two with a winner."""
    return Result(((winner,), (loser,)), how)


def forfeited(winner: str, absent: str, *, leaves: bool = False) -> Result:
    """A match for two that one did not play; `leaves`: and is out of the stage altogether."""
    if leaves:
        return Result(((winner,),), FORFEIT, (absent,))
    return won(winner, absent, FORFEIT)


def nobody_came(first: str, second: str) -> Result:
    """A match for two to which neither came: both are out."""
    return Result((), FORFEIT, (first, second))


def check_result(result: Result, players: Collection[str]) -> None:
    """Raise Refused unless the result names exactly these players, each once."""
    if result.how not in HOWS:
        raise Refused("bad-result", f"A match is {', '.join(HOWS)}, not {result.how!r}.")
    named = [entrant for group in result.places for entrant in group] + [*result.out]
    scored = [entrant for entrant, _ in result.scores]
    if len(named) != len(set(named)) or len(scored) != len(set(scored)):
        raise Refused("bad-result", "A result names each player once.")
    if any(not group for group in result.places):
        raise Refused("bad-result", "A place in a result has at least one player.")
    wanted = set() if result.how == VOID else set(players)
    if set(named) != wanted or not set(scored) <= set(players):
        raise Refused(
            "not-in-match", f"The result is for {', '.join(sorted(players))}, all of them."
        )


def check_scores(result: Result) -> None:
    """Raise Refused for points that are too many to be any game's."""
    if any(abs(score) > SCORE_MAX for _, score in result.scores):
        raise Refused("bad-result", f"A score is from -{SCORE_MAX} to {SCORE_MAX}.")


def check_agrees(result: Result) -> None:
    """Raise Refused for scores that contradict the places: nobody ahead has fewer points.

    For matches told by hand, where a score is what was won (3 : 1). In a game in which fewer
    points win, the places say who won, and the scores stay out.
    """
    scores = dict(result.scores)
    told = [[scores[one] for one in group if one in scores] for group in result.places]
    told = [group for group in told if group]
    for ahead, behind in pairwise(told):
        if min(ahead) < max(behind):
            raise Refused(
                "score-contradicts",
                "Who stands ahead has no fewer points; leave scores out where fewer win.",
            )


def check_decided(result: Result, players: Collection[str]) -> None:
    """The same for a match that has to have one winner: no ties."""
    check_result(result, players)
    if any(len(group) > 1 for group in result.places):
        raise Refused("tie", "This match needs a winner: play another hand, or draw for it.")
