"""How a hand ended, and where the match stands after it, as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine import cards
from engine.game import MatchRules
from engine.hand import Outcome
from engine.match import Match, ranking, winners
from engine.pifpaf.telling import HOW
from engine.terminal.screen import name_of

OVER: Final = {
    "hand": "The game is over",
    "threshold": "The threshold is reached and the match is over",
    "hands": "All hands are played and the match is over",
    "last-left": "One seat is left and the match is over",
    "limit": "The limit of hands is reached and the match is over",
}
_VOID: Final = "Nobody wins: there is nothing left to draw, and the hand is void."


def ended(
    outcome: Outcome,
    hands: Mapping[int, Sequence[str]],
    rules: MatchRules,
    names: Mapping[int, str],
) -> Iterator[str]:
    """How the hand ended: the winner's melds, the cards of all, points, pots and chips.

    `hands`: what each seat holds at the end. Its cards are no secret then: the record tells them.
    """
    yield _headline(outcome, names)
    if outcome.melds:
        melds = "   ".join(" ".join(cards.texts(meld)) for meld in outcome.melds)
        yield f"  melds   {melds}"
        thrown = "nothing" if outcome.discard is None else cards.text(outcome.discard)
        yield f"  throws  {thrown}"
    sign = "-" if rules.scoring == "lives" else "+"
    yield from _seats(outcome, hands, sign, names)
    yield from _pots(outcome, names)


def standing(match: Match, rules: MatchRules, names: Mapping[int, str]) -> Iterator[str]:
    """Where every seat stands after a hand."""
    yield f"After hand {match.hands}{_aim(rules)}:"
    yield from _standings(match, rules, names)


def match_over(match: Match, rules: MatchRules, names: Mapping[int, str]) -> Iterator[str]:
    """How the match ended, with the ranking."""
    best = winners(match)
    won = " and ".join(name_of(seat, names) for seat in best)
    how = OVER.get(str(match.over), "The match is over")
    verb = "share it" if len(best) > 1 else "wins"
    yield f"{how} after {_hands(match.hands)}: {won} {verb}."
    yield from _standings(match, rules, names)


def _headline(outcome: Outcome, names: Mapping[int, str]) -> str:
    if outcome.winner is None:
        return _VOID
    told = HOW.get(outcome.how, outcome.how)
    direto = ", on the first turn (direto)" if outcome.direto else ""
    if names[outcome.winner] == "you":
        return f"You win: {told}{direto}."
    return f"{name_of(outcome.winner, names).capitalize()} wins: {told}{direto}."


def _seats(
    outcome: Outcome,
    hands: Mapping[int, Sequence[str]],
    sign: str,
    names: Mapping[int, str],
) -> Iterator[str]:
    """Every seat with its cards, but for the winner's, which are melded, and what it counts."""
    points, deltas, stacks = dict(outcome.points), dict(outcome.deltas), dict(outcome.stacks)
    left = {
        seat: "" if outcome.melds and seat == outcome.winner else " ".join(held)
        for seat, held in hands.items()
    }
    width = max(map(len, left.values()))
    for seat, held in left.items():
        facts = []
        if seat in points:
            facts.append(_points(points[seat], sign))
        if deltas[seat]:
            facts.append(f"{deltas[seat]:+d} chips, now {stacks[seat]}")
        yield f"  {name_of(seat, names):<16} {held:<{width}}  {', '.join(facts)}".rstrip()


def _points(count: int, sign: str) -> str:
    return f"{sign if count else ''}{count} {'point' if count == 1 else 'points'}"


def _pots(outcome: Outcome, names: Mapping[int, str]) -> Iterator[str]:
    for pot in outcome.pots:
        if pot.amount:
            whose = "goes back" if pot.winner is None else f"to {name_of(pot.winner, names)}"
            yield f"  pot {pot.amount} {whose}"
    for seat, amount in outcome.returned:
        yield f"  back {amount} to {name_of(seat, names)}"
    if outcome.rake:
        yield f"  rake {outcome.rake}"


def _aim(rules: MatchRules) -> str:
    if rules.kind == "penalty":
        effect = "eliminate a seat" if rules.end == "eliminate" else "end the match"
        return f" ({rules.threshold} points {effect}, fewest are best)"
    if rules.kind == "countdown":
        return " (points left; the last one left wins)"
    if rules.kind == "fixed-hands":
        return f" of {rules.hands}"
    return ""


def _standings(match: Match, rules: MatchRules, names: Mapping[int, str]) -> Iterator[str]:
    ranks = dict(ranking(match))
    counts = rules.scoring != "win"
    for one in sorted(match.standings, key=lambda one: (ranks[one.seat], one.seat)):
        points = f"{one.points:>5} points" if counts else ""
        out = "" if one.out_after is None else f"  out after hand {one.out_after}"
        yield (
            f"  {ranks[one.seat]}. {name_of(one.seat, names):<16}{points}"
            f"{one.wins:>4} won {one.stack:>8} chips{out}"
        )


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count} hands"
