"""The log of a tournament: events to text and back, `apply` and `replay`, and the hash chain.

`replay(log)` is the state, always. Whoever stores a log keeps `line(event)` and the chain value
after it, `link(head, line)`, the first head being `genesis(tournament)`.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from engine.record import canonical
from engine.shuffle import tagged_digest
from tournaments.rules import deals, life, playing, sitting
from tournaments.rules import events as e
from tournaments.rules.codec import from_json, to_json
from tournaments.rules.errors import Refused
from tournaments.rules.events_matches import WORDS
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure_checks import check_structure

_HANDLERS: Final[dict[type, Callable[[Tournament, Any], None]]] = {
    e.DrawCommitted: life.draw_committed,
    e.DrawRevealed: life.draw_revealed,
    e.RegistrationOpened: life.registration_opened,
    e.Registered: life.registered,
    e.CheckedIn: life.checked_in,
    e.RegistrationClosed: life.registration_closed,
    e.Withdrawn: life.withdrawn,
    e.Disqualified: life.disqualified,
    e.Reinstated: life.reinstated,
    e.StageStarted: playing.stage_started,
    e.RoundDrawn: playing.round_drawn,
    e.Warned: playing.warned,
    e.Claimed: playing.claimed,
    e.ClaimTakenBack: playing.claim_taken_back,
    e.ResultRecorded: playing.result_recorded,
    e.ResultCorrected: deals.kept(playing.result_corrected),
    e.ResultsRestored: deals.kept(playing.results_restored),
    e.TieBroken: playing.tie_broken,
    e.Seated: sitting.seated,
    e.LevelBegan: sitting.level_began,
    e.HandForHand: sitting.hand_for_hand,
    e.Busted: sitting.busted,
    e.BustsCorrected: deals.kept(sitting.busts_corrected),
    e.LeftUnseated: sitting.left_unseated,
    e.ReEntered: sitting.re_entered,
    e.Rebought: sitting.rebought,
    e.AddedOn: sitting.added_on,
    e.BountyTaken: sitting.bounty_taken,
    e.EntriesClosed: sitting.entries_were_closed,
    e.DealMade: deals.deal_made,
    e.DealEnded: deals.deal_ended,
    e.Paused: life.paused,
    e.Resumed: life.resumed,
    e.Finished: life.finished,
    e.Paid: life.paid,
    e.Cancelled: life.cancelled,
}

_STORED: Final[dict[type, Callable[[Tournament, Any], None]]] = {
    e.DealMade: deals.deal_noted,
    e.ResultCorrected: playing.result_corrected,
    e.ResultsRestored: playing.results_restored,
    e.BustsCorrected: sitting.busts_corrected,
}
"""How a house reads what it wrote before deals were looked at so closely: as it was taken then."""


def opened(event: e.Announced) -> Tournament:
    """The tournament that a log's first event announces."""
    structure = event.structure
    check_structure(structure)
    if event.words not in WORDS:
        raise Refused("bad-log", f"Words decide by {WORDS}, not {event.words!r}.")
    stages = {stage.id: StageState(stage) for stage in structure.stages}
    return Tournament(event.tournament, structure, stages, event.words)


def apply(state: Tournament, event: e.Event) -> Tournament:
    """The state after one more event. Raises Refused; `state` never changes."""
    draft = state.clone()
    _handle(draft, event)
    return draft


def extend(state: Tournament, more: Iterable[e.Event], *, stored: bool = False) -> Tournament:
    """The state after more events, at the cost of one copy. Raises Refused; nothing changes.

    `stored`: they stand in the house's own log already, and an older one may hold a deal that
    would be refused now, as whoever verifies it is told; its tournament can be read all the same.
    """
    draft = state.clone()
    for event in more:
        _handle(draft, event, stored=stored)
    return draft


def replay(log: Iterable[e.Event], *, stored: bool = False) -> Tournament:
    """The state that a whole log makes. Raises Refused at the first event that cannot be.

    `stored`: see `extend`.
    """
    rest = iter(log)
    first = next(rest, None)
    if not isinstance(first, e.Announced):
        raise Refused("bad-log", "A log begins with the announcement.")
    draft = opened(first)
    for event in rest:
        _handle(draft, event, stored=stored)
    return draft


def steps(log: Iterable[e.Event]) -> Iterator[tuple[Tournament, e.Event]]:
    """Each event after the announcement with the state before it, which lasts until the next.

    Whether the log can be is `replay`'s to say: a stored one is read here as it was taken.
    """
    rest = iter(log)
    draft = replay(itertools.islice(rest, 1))
    for event in rest:
        yield draft, event
        _handle(draft, event, stored=True)


def line(event: e.Event) -> str:
    """The event's one text."""
    return canonical({"kind": event.kind, **to_json(event)})


def read(text: str) -> e.Event:
    """The event of a text. Raises Refused for text that `line` would not have written."""
    try:
        data = json.loads(text)
    except ValueError:
        raise Refused("bad-json", "An event is a JSON object.") from None
    name = data.pop("kind", "") if isinstance(data, dict) else ""
    kind = e.EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refused("unknown-event", f"An event's kind is one of {', '.join(e.EVENTS)}.")
    event = from_json(kind, data)
    if line(event) != text:
        raise Refused("not-canonical", "An event is written in one way: sorted keys, no spaces.")
    return event


def genesis(tournament: str) -> bytes:
    """The chain value before the first event, 64 bytes."""
    return tagged_digest("batida/1/tournament-genesis", tournament.encode())


def link(head: bytes, text: str) -> bytes:
    """The chain value after an event's text, given the one before it."""
    return tagged_digest("batida/1/tournament-event", head, text.encode())


def _handle(draft: Tournament, event: e.Event, *, stored: bool = False) -> None:
    handler = (_STORED if stored else _HANDLERS).get(type(event)) or _HANDLERS.get(type(event))
    if handler is None:
        raise Refused("bad-log", "A tournament is announced once.")
    handler(draft, event)
