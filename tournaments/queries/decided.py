"""By what a match was decided: its table, the players, the organiser, the clock, a leaving.

`decided_by` tells it of a match that was not played to its end at its live table. Each answer is
the word for it everywhere: the reason in the record of the hand that was broken off, and so what
the API tells; the pages have a sentence for each. `grounds` tells it of all matches of a stage.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from django.db.models import QuerySet

from tournaments.models import MatchTable, Tournament, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules.log import read
from tournaments.rules.results import FORFEIT, PLAYED, Result

BY_CLOCK: Final = "a player did not come in time"
BY_LEAVING: Final = "a player left the tournament"
BY_PUTTING_OUT: Final = "a player was disqualified"
BY_PLAYERS: Final = "the players reported the result"
BY_ORGANISER: Final = "the organiser decided the match"
BY_CORRECTION: Final = "a result was corrected"
SOMEHOW: Final = "the match is decided"

CORRECTION: Final = "correction"
"""Beside the grounds of the log: what stands now is what a correction put there."""
_WORDS: Final = {
    e.NO_SHOW: BY_CLOCK,
    e.LEFT: BY_LEAVING,
    e.PUT_OUT: BY_PUTTING_OUT,
    e.AGREEMENT: BY_PLAYERS,
    e.RULING: BY_ORGANISER,
    CORRECTION: BY_CORRECTION,
}
DECIDED: Final = (*_WORDS.values(), SOMEHOW)

_RESULTS: Final = (e.ResultRecorded.kind, e.ResultCorrected.kind, e.ResultsRestored.kind)
_GOING: Final = (e.Withdrawn.kind, e.Disqualified.kind)


def decided_by(place: MatchTable) -> str:
    """What decided the match of a live table since that opened: one of `DECIDED`.

    What others played in the same match later is nothing of theirs, and a correction elsewhere in
    the stage only counts where it changed who plays: then nothing was recorded between these.
    """
    since = _of(place.tournament).filter(at__gte=place.opened_at)
    found, elsewhere = "", ""
    for row, event in _read(since):
        if event.stage != place.stage:
            continue
        told = _match_told(event, place.match)
        if told is None:
            elsewhere = elsewhere or ("" if isinstance(event, e.ResultRecorded) else CORRECTION)
            continue
        result, corrects = told
        if result is not None and result.entrants and result.entrants != {*place.players}:
            break
        found = CORRECTION if corrects else _ground(row, event)
        if result is None:
            break  # it is open again, at another table
    return _WORDS.get(found or elsewhere, SOMEHOW)


def grounds(row: Tournament, stage: str) -> dict[str, str]:
    """By match of a stage what its result stands by: a ground of the log, "correction", or "".

    "" where an old log does not tell; a match that is open has none.
    """
    found: dict[str, str] = {}
    for one, event in _read(_of(row).filter(seq__lte=row.seq)):
        if event.stage != stage:
            continue
        if isinstance(event, e.ResultRecorded):
            found[event.match] = _ground(one, event)
        for match, result in _put(event):
            found[match] = CORRECTION
            if result is None:
                del found[match]
    return found


def _of(tournament: Tournament) -> QuerySet[TournamentEvent]:
    rows = TournamentEvent.objects.filter(tournament=tournament, kind__in=_RESULTS)
    return rows.select_related("tournament", "actor").order_by("seq")


Change = e.ResultRecorded | e.ResultCorrected | e.ResultsRestored


def _read(rows: QuerySet[TournamentEvent]) -> Iterator[tuple[TournamentEvent, Change]]:
    for row in rows.iterator(chunk_size=200):
        event = read(row.line)
        if isinstance(event, Change):
            yield row, event


def _put(event: Change) -> Sequence[tuple[str, Result | None]]:
    """The results that a correction, its undoing or redoing put in their places."""
    if isinstance(event, e.ResultCorrected):
        return ((event.match, event.result),)
    return event.results if isinstance(event, e.ResultsRestored) else ()


def _match_told(event: Change, match: str) -> tuple[Result | None, bool] | None:
    """The result that an event gives a match, and whether it corrects; None: it says nothing."""
    if isinstance(event, e.ResultRecorded):
        return (event.result, False) if event.match == match else None
    return next(((result, True) for name, result in _put(event) if name == match), None)


def _ground(row: TournamentEvent, event: Change) -> str:
    """What a recorded result stands by; of old logs as far as its row tells, else ""."""
    assert isinstance(event, e.ResultRecorded)  # noqa: S101 - what corrects has no ground
    if event.ground:
        return event.ground
    result = event.result
    if row.actor is not None:  # written before the log told by whom
        organises = row.actor_id == row.tournament.owner_id or row.actor.is_staff
        return e.RULING if organises or result.how == FORFEIT else e.AGREEMENT
    if result.how == PLAYED:
        return e.TABLE
    if result.how != FORFEIT:
        return ""
    lost = [*result.out, *(one for group in result.places[1:] for one in group)]
    return _left_before(row, lost) or e.NO_SHOW


def _left_before(row: TournamentEvent, refs: Sequence[str]) -> str:
    """Whether one of these was out of the tournament before that event, and how."""
    earlier = TournamentEvent.objects.filter(tournament=row.tournament_id, seq__lt=row.seq)
    moves = earlier.filter(kind__in=(*_GOING, e.Reinstated.kind)).order_by("seq")
    last = {json.loads(line)["entrant"]: kind for line, kind in moves.values_list("line", "kind")}
    gone = {last.get(ref) for ref in refs}
    if e.Disqualified.kind in gone:
        return e.PUT_OUT
    return e.LEFT if e.Withdrawn.kind in gone else ""
