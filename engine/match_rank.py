"""Who is how far ahead in a match: ranks, and points for the stakes per point."""

from engine.hand import MatchRules
from engine.match_setup import settled_rules
from engine.match_state import Match, Standing


def ranking(match: Match) -> tuple[tuple[int, int], ...]:
    """Each seat with its rank, best first; equal ranks are shared and the next ones skipped.

    While the match goes on, the ranks that it would end with now.
    """
    rules = settled_rules(match.setup).match
    keys = {one.seat: _badness(one, rules) for one in match.standings}
    ranks = {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}
    return tuple(sorted(ranks.items(), key=lambda pair: (pair[1], pair[0])))


def winners(match: Match) -> tuple[int, ...]:
    """The seats that share the first rank."""
    return tuple(seat for seat, rank in ranking(match) if rank == 1)


def lost_points(match: Match) -> dict[int, int]:
    """Each seat's points against it, for stakes per point: fewer are better.

    Penalty points; points lost in a countdown; where hands count no points, minus the hands won.
    """
    rules = settled_rules(match.setup).match
    return {one.seat: _against(one, rules) for one in match.standings}


def _badness(one: Standing, rules: MatchRules) -> tuple[int, ...]:
    """The lower, the better: who is in, then who dropped out last, then the totals."""
    out = (0, 0) if one.out_after is None else (1, -one.out_after)
    if rules.kind == "chips":
        return (*out, -one.stack)
    if rules.kind == "hand":
        return (*out, -one.wins, one.points)
    return (*out, _against(one, rules))


def _against(one: Standing, rules: MatchRules) -> int:
    if rules.kind == "countdown":
        return rules.start - one.points
    return -one.wins if rules.scoring == "win" else one.points
