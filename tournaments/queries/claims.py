"""What players of a room say of matches that are still open, and whether they contradict."""

from collections.abc import Collection, Sequence
from typing import Any

from tournaments.models import Report, Tournament

Json = dict[str, Any]


def claims(row: Tournament, stage: str) -> dict[str, list[Json]]:
    """By match, what its players have said, the first to speak first.

    A claim: {"entrant", "places", "scores", "at"}. What was said of a match that was decided since
    is in it too: ask `open_claims` for those that still count.
    """
    found: dict[str, list[Json]] = {}
    said = Report.objects.filter(tournament=row, stage=stage).select_related("entrant")
    for one in said.order_by("at", "pk"):
        found.setdefault(one.match, []).append(
            {
                "entrant": one.entrant.ref,
                "places": one.result["places"],
                "scores": one.result.get("scores", []),
                "at": one.at.isoformat(),
            }
        )
    return found


def open_claims(said: Sequence[Json], players: Collection[str | None]) -> Json:
    """What those who play an open match say: {"claims", "disputed"}."""
    counted = [one for one in said if one["entrant"] in players]
    return {"claims": counted, "disputed": contradict(counted)}


def contradict(said: Sequence[Json]) -> bool:
    """Whether two of these claims differ: then more words or the organiser have to decide."""
    told = [(one["places"], one["scores"]) for one in said]
    return any(one != told[0] for one in told)
