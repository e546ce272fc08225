"""What players say of a match that is open: whose word counts, who contradicts, what is agreed.

A claim is about the match as it stands when it is made: with the same players in it. One that was
made while others stood there counts again when they do, and when the match is decided or opened
anew by whatever event, all that was said of it is forgotten: the log has it.

What such words can decide is announced with the tournament (`Announced.words`): where all have to
agree, the word of who has gone counts no more, nor is it waited for, until they are back.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tournaments.rules.events_matches import WORDS_OF_TWO, Claimed, ClaimTakenBack
from tournaments.rules.results import Result
from tournaments.rules.state import StageState, Tournament

AGREE: Final = 2
"""So many players have to say the same at least: nobody alone decides a match."""


def standing(
    stage: StageState, match: str, players: Collection[str], unheard: Collection[str] = ()
) -> dict[str, Result]:
    """What those who are to play an open match say, by entrant, the first to speak first.

    `unheard`: of these, whose word does not count.
    """
    there = frozenset(players)
    return {
        entrant: result
        for entrant, result in stage.claims.get(match, {}).items()
        if entrant in there and entrant not in unheard and result.entrants == there
    }


def unheard(state: Tournament, players: Collection[str]) -> tuple[str, ...]:
    """Which players of a match say nothing that counts: those who have gone.

    Not so in the logs of tournaments that were announced before that was the rule.
    """
    if state.words == WORDS_OF_TWO:
        return ()
    return absent(state, players)


def absent(state: Tournament, players: Collection[str]) -> tuple[str, ...]:
    """Which players of a match have gone."""
    return tuple(one for one in players if state.gone(one))


def enough(state: Tournament, players: Collection[str]) -> int:
    """How many players of a match have to say the same: all who have not gone, two at least."""
    return max(AGREE, len(players) - len(absent(state, players)))


def claim(
    stage: StageState,
    match: str,
    players: Sequence[str],
    entrant: str,
    result: Result,
    unheard: Collection[str] = (),
) -> Claimed:
    """The event that says what a player says, with what it does to the words of the others.

    `unheard`: the players whose words do not count.
    """
    said = standing(stage, match, players, unheard)
    against = tuple(
        one
        for one in players
        if one != entrant and one in said and not says_same(said[one], result)
    )
    return Claimed(stage.spec.id, match, entrant, result, entrant in said, against)


def agreed(said: Mapping[str, Result], voices: int) -> Result | None:
    """The result that so many of these say, if one is."""
    for result in said.values():
        if sum(says_same(result, other) for other in said.values()) >= voices:
            return result
    return None


def settled(
    state: Tournament, stage: StageState, match: str, players: Collection[str]
) -> Result | None:
    """The result that all who are still at an open match say, if they do."""
    gone = absent(state, players)
    return agreed(standing(stage, match, players, gone), enough(state, players))


def disputed(said: Mapping[str, Result]) -> bool:
    """Whether two of these differ: then one has to say otherwise, or the organiser decides."""
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
