"""What players say of a match that is open: whose word counts, who contradicts, what is agreed.

A claim is about the match as it stands when it is made: with the same players in it. One that was
made while others stood there counts again when they do, and when the match is decided or opened
anew by whatever event, all that was said of it is forgotten: the log has it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tournaments.rules.events_matches import Claimed, ClaimTakenBack
from tournaments.rules.results import Result
from tournaments.rules.state import StageState

AGREE: Final = 2
"""So many players who say the same make it the result."""


def standing(stage: StageState, match: str, players: Collection[str]) -> dict[str, Result]:
    """What those who are to play an open match say, by entrant, the first to speak first."""
    there = frozenset(players)
    return {
        entrant: result
        for entrant, result in stage.claims.get(match, {}).items()
        if entrant in there and result.entrants == there
    }


def claim(
    stage: StageState, match: str, players: Sequence[str], entrant: str, result: Result
) -> Claimed:
    """The event that says what a player says, with what it does to the words of the others."""
    said = standing(stage, match, players)
    against = tuple(
        one
        for one in players
        if one != entrant and one in said and not says_same(said[one], result)
    )
    return Claimed(stage.spec.id, match, entrant, result, entrant in said, against)


def agreed(said: Mapping[str, Result]) -> Result | None:
    """The result that enough of these say, if one is."""
    for result in said.values():
        if sum(says_same(result, other) for other in said.values()) >= AGREE:
            return result
    return None


def disputed(said: Mapping[str, Result]) -> bool:
    """Whether two of these differ: then more words or the organiser have to decide."""
    told = list(said.values())
    return any(not says_same(told[0], other) for other in told[1:])


def says_same(one: Result, other: Result) -> bool:
    """Whether two results are one: nobody stands before an equal, and scores have no order."""
    places = [*map(set, one.places)] == [*map(set, other.places)]
    return places and dict(one.scores) == dict(other.scores)


def keep(stage: StageState, event: Claimed) -> None:
    """Let a claim stand in the place of the one before; the stage is the caller's copy."""
    rest = dict(stage.claims.get(event.match, {}))
    rest.pop(event.entrant, None)
    stage.claims[event.match] = {**rest, event.entrant: event.result}


def drop(stage: StageState, event: ClaimTakenBack) -> None:
    """Let a claim stand no more; the stage is the caller's copy."""
    rest = {who: told for who, told in stage.claims[event.match].items() if who != event.entrant}
    if rest:
        stage.claims[event.match] = rest
    else:
        del stage.claims[event.match]


def forget(stage: StageState, before: Mapping[str, Result], *matches: str) -> None:
    """Drop what was said of these matches, and of those that have another result than `before`."""
    now = stage.results
    changed = {match for match in stage.claims if before.get(match) != now.get(match)}
    for match in changed.union(matches):
        stage.claims.pop(match, None)
