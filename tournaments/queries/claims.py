"""What players say of matches that are still open, and whether they contradict: from the log."""

from collections.abc import Collection, Sequence
from typing import Any

from tournaments import states
from tournaments.models import Tournament, TournamentEvent
from tournaments.rules.claims import disputed
from tournaments.rules.events import Claimed
from tournaments.rules.log import read
from tournaments.rules.results import Result

Json = dict[str, Any]


def claims(row: Tournament, stage: str) -> dict[str, list[Json]]:
    """By match, what its players say who have not gone, the first to speak first.

    A claim: {"entrant", "places", "scores", "at"}. What was said while others stood in the match
    is in it too: ask `open_claims` for those that count.
    """
    state = states.state_of(row)
    held = state.stages.get(stage)
    if held is None or not held.claims:
        return {}
    heard = {
        match: {ref: result for ref, result in said.items() if not state.gone(ref)}
        for match, said in held.claims.items()
    }
    told = _times(row, stage, {(match, ref) for match, said in heard.items() for ref in said})
    return {
        match: [
            {
                "entrant": ref,
                "places": [list(group) for group in result.places],
                "scores": [list(one) for one in result.scores],
                "at": told[match, ref],
            }
            for ref, result in said.items()
        ]
        for match, said in heard.items()
    }


def open_claims(said: Sequence[Json], players: Collection[str | None]) -> Json:
    """What those who play an open match say: {"claims", "disputed"}."""
    there = set(players)
    counted = {
        one["entrant"]: one
        for one in said
        if one["entrant"] in there and {ref for group in one["places"] for ref in group} == there
    }
    return {
        "claims": list(counted.values()),
        "disputed": disputed({ref: _result(one) for ref, one in counted.items()}),
    }


def _result(one: Json) -> Result:
    places = tuple(tuple(group) for group in one["places"])
    return Result(places, scores=tuple((ref, score) for ref, score in one["scores"]))


def _times(
    row: Tournament, stage: str, wanted: Collection[tuple[str, str]]
) -> dict[tuple[str, str], str]:
    """When the newest claim of each was made; reads back no further than to the oldest."""
    found: dict[tuple[str, str], str] = {}
    events = TournamentEvent.objects.filter(tournament=row, kind=Claimed.kind, seq__lte=row.seq)
    told = events.order_by("-seq").values_list("line", "at")
    for line, at in told.iterator(chunk_size=50):
        event = read(line)
        if isinstance(event, Claimed) and event.stage == stage:
            key = (event.match, event.entrant)
            if key in wanted:
                found.setdefault(key, at.isoformat())
        if len(found) == len(wanted):
            break
    return found
