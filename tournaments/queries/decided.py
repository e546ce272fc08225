"""By what a match was decided that was not played to its end at its live table.

Each answer is the word for it everywhere: the reason in the record of the hand that was broken
off, and so what the API tells; the pages have a sentence for each.
"""

import json
from collections.abc import Sequence
from typing import Final

from tournaments.models import MatchTable, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules.log import read
from tournaments.rules.results import FORFEIT

BY_CLOCK: Final = "a player did not come in time"
BY_LEAVING: Final = "a player left the tournament"
BY_PLAYERS: Final = "the players reported the result"
BY_ORGANISER: Final = "the organiser decided the match"
BY_CORRECTION: Final = "a result was corrected"
SOMEHOW: Final = "the match is decided"
DECIDED: Final = (BY_CLOCK, BY_LEAVING, BY_PLAYERS, BY_ORGANISER, BY_CORRECTION, SOMEHOW)

_CORRECTIONS: Final = (e.ResultCorrected.kind, e.ResultsRestored.kind)
_GOING: Final = (e.Withdrawn.kind, e.Disqualified.kind)


def decided_by(place: MatchTable) -> str:
    """What decided the match of a live table since that opened: one of `DECIDED`.

    Who entered a result is told by the row that holds its event; nobody did where the house added
    it: then somebody had not come in time, or had left before.
    """
    since = TournamentEvent.objects.select_related("tournament", "actor").filter(
        tournament=place.tournament_id,
        kind__in=(e.ResultRecorded.kind, *_CORRECTIONS),
        at__gte=place.opened_at,
    )
    for row in since.order_by("-seq").iterator(chunk_size=50):
        event = read(row.line)
        if isinstance(event, e.ResultRecorded):
            if (event.stage, event.match) == (place.stage, place.match):
                return _recorded_by(row, event)
            continue
        if isinstance(event, e.ResultCorrected | e.ResultsRestored) and event.stage == place.stage:
            return BY_CORRECTION
    return SOMEHOW


def _recorded_by(row: TournamentEvent, event: e.ResultRecorded) -> str:
    result = event.result
    if event.ground:
        return BY_PLAYERS if event.ground == e.AGREEMENT else BY_ORGANISER
    if row.actor is not None:  # written before the log told by whom
        organises = row.actor_id == row.tournament.owner_id or row.actor.is_staff
        return BY_ORGANISER if organises or result.how == FORFEIT else BY_PLAYERS
    if result.how != FORFEIT:
        return SOMEHOW
    lost = [*result.out, *(one for group in result.places[1:] for one in group)]
    return BY_LEAVING if _had_left(row, lost) else BY_CLOCK


def _had_left(row: TournamentEvent, refs: Sequence[str]) -> bool:
    """Whether one of these was out of the tournament before that event."""
    earlier = TournamentEvent.objects.filter(tournament=row.tournament_id, seq__lt=row.seq)
    moves = earlier.filter(kind__in=(*_GOING, e.Reinstated.kind)).order_by("seq")
    last = {json.loads(line)["entrant"]: kind for line, kind in moves.values_list("line", "kind")}
    return any(last.get(ref) in _GOING for ref in refs)
