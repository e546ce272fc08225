"""What the events of registration, entrants and phases do to a tournament (see `log`)."""

from dataclasses import replace
from typing import Final

from tournaments.rules.buying import check_late_entry
from tournaments.rules.coming import late_stage, seats_more
from tournaments.rules.draw import commitment
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    Cancelled,
    CheckedIn,
    Disqualified,
    DrawCommitted,
    DrawRevealed,
    Finished,
    Paid,
    Paused,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    Reinstated,
    Resumed,
    Withdrawn,
)
from tournaments.rules.standings import stage_over, without
from tournaments.rules.state import (
    ANNOUNCED,
    CANCELLED,
    CHECKED_IN,
    CLOSED,
    DISQUALIFIED,
    FINISHED,
    GONE,
    IN,
    NO_SHOW,
    PAID,
    REGISTERED,
    REGISTERING,
    RUNNING,
    WAITING_LIST,
    WITHDRAWN,
    Entrant,
    Tournament,
)

_BEFORE_START: Final = (ANNOUNCED, REGISTERING, CLOSED)
_ENTRANTS_MAX: Final = 1 << 16


def in_phase(state: Tournament, *phases: str) -> None:
    """Refuse what belongs to another phase."""
    if state.phase not in phases:
        raise Refused(
            "wrong-phase",
            f"This is for a tournament that is {' or '.join(phases)}, not {state.phase}.",
        )


def entrant_of(state: Tournament, entrant: str) -> Entrant:
    """The entrant of that id. Raises Refused."""
    found = state.entrants.get(entrant)
    if found is None:
        raise Refused("no-such-entrant", f"{entrant} has not entered this tournament.")
    return found


def draw_committed(state: Tournament, event: DrawCommitted) -> None:
    """Bind the seed, once, and before anybody could wait for the list of names to choose it."""
    in_phase(state, ANNOUNCED, REGISTERING)
    if state.commitment:
        raise Refused("already-committed", "The seed is committed once.")
    state.commitment = event.commitment


def draw_revealed(state: Tournament, event: DrawRevealed) -> None:
    """Show the seed. Raises Refused when it is not the one that was committed."""
    in_phase(state, CLOSED, RUNNING, FINISHED, PAID, CANCELLED)
    try:
        seed = bytes.fromhex(event.seed)
    except ValueError:
        raise Refused("bad-seed", "A seed is written in hex digits.") from None
    if commitment(state.id, seed).hex() != state.commitment:
        raise Refused("wrong-seed", "This is not the seed that was committed.")
    state.seed = event.seed


def registration_opened(state: Tournament, event: RegistrationOpened) -> None:
    """Entrants may come."""
    in_phase(state, ANNOUNCED)
    state.phase = REGISTERING


def registered(state: Tournament, event: Registered) -> None:
    """Add an entrant, or put him on the waiting list; after the start if late entry is open."""
    if state.phase == RUNNING:
        check_late_entry(state.structure.buying, state.level)
    else:
        in_phase(state, REGISTERING)
    if event.stage and (state.phase != RUNNING or late_stage(state, event.flight) != event.stage):
        raise Refused("not-due", f"{event.entrant} does not play in stage {event.stage}.")
    if not event.entrant or len(state.entrants) >= _ENTRANTS_MAX:
        raise Refused("bad-entrant", "An entrant has a name, and there are 65536 at most.")
    known = state.entrants.get(event.entrant)
    if known is not None and known.status not in GONE:
        raise Refused("already-entered", f"{event.entrant} has entered already.")
    if known is not None:
        if known.status == DISQUALIFIED or not known.left_early:
            raise Refused(
                "cannot-return",
                f"{event.entrant} is {known.status}: a reinstatement is the way back.",
            )
        # Leaving and coming back is one entry, at the end of the line: nothing is gained by it.
        del state.entrants[event.entrant]
    full = bool(state.structure.cap) and state.active >= state.structure.cap
    last = next(reversed(state.entrants.values()), None)
    number = 1 + last.number if last else 1
    status = WAITING_LIST if full else REGISTERED
    state.entrants[event.entrant] = Entrant(
        event.entrant, number, status, event.rating, event.flight
    )
    if full:
        state.waiting.append(event.entrant)
    else:
        _enter(state, event.entrant)
    if event.stage and state.stages[event.stage].started:
        stage = state.stages[event.stage]
        stage.entrants = (*stage.entrants, event.entrant)


def checked_in(state: Tournament, event: CheckedIn) -> None:
    """Note that somebody is there.

    Who waits stays on the list, and comes in for those who are not there.
    """
    in_phase(state, REGISTERING)
    one = entrant_of(state, event.entrant)
    if one.status == REGISTERED:
        state.entrants[one.id] = replace(one, status=CHECKED_IN)
    elif one.status == WAITING_LIST and one.before != CHECKED_IN:
        state.entrants[one.id] = replace(one, before=CHECKED_IN)
    else:
        raise Refused("cannot-check-in", f"{one.id} is {one.status}.")


def registration_closed(state: Tournament, event: RegistrationClosed) -> None:
    """Close the list. With check-in, who is not there makes room for who is and waits."""
    in_phase(state, REGISTERING)
    if state.structure.check_in:
        for one in list(state.entrants.values()):
            if one.status == REGISTERED:
                state.entrants[one.id] = replace(
                    one, status=NO_SHOW, before=one.status, left_early=True
                )
                _leave(state, one.id)
        state.waiting = [
            name for name in state.waiting if state.entrants[name].before == CHECKED_IN
        ]
        _promote(state)
    if state.active < state.structure.fewest:
        raise Refused(
            "too-few",
            f"{state.active} entrants are here and {state.structure.fewest} are needed: wait, or"
            " cancel.",
        )
    state.phase = CLOSED


def withdrawn(state: Tournament, event: Withdrawn) -> None:
    """Let somebody go; before the start the first of the waiting list takes the place."""
    _out(state, event.entrant, WITHDRAWN)


def disqualified(state: Tournament, event: Disqualified) -> None:
    """Put somebody out, from now on."""
    _out(state, event.entrant, DISQUALIFIED)


def reinstated(state: Tournament, event: Reinstated) -> None:
    """Take it back, from now on: what was forfeited meanwhile is corrected match by match."""
    in_phase(state, REGISTERING, CLOSED, RUNNING)
    one = entrant_of(state, event.entrant)
    if one.status not in GONE:
        raise Refused("still-in", f"{one.id} is {one.status}.")
    if one.left_early and state.phase == RUNNING:
        raise Refused("too-late", f"{one.id} left before the start: late entry is the way back.")
    cap = state.structure.cap
    if one.left_early and cap and state.active >= cap:
        raise Refused("full", "The place has gone to the next one on the waiting list.")
    back = one.before if one.before in IN else REGISTERED
    state.entrants[one.id] = replace(one, status=back, before="", left_early=False)
    if one.left_early:
        _enter(state, one.id)
    else:
        state.active += 1
    _sits_down_yet(state, one.id)


def _sits_down_yet(state: Tournament, entrant: str) -> None:
    """Let a late entrant who left unseated wait for a seat again, where there are any."""
    for stage in state.stages.values():
        if entrant in stage.unseated and seats_more(state, stage):
            stage.unseated.discard(entrant)
            stage.out = without(stage.out, entrant)


def paused(state: Tournament, event: Paused) -> None:
    """Stop the clock."""
    in_phase(state, RUNNING)
    if state.paused:
        raise Refused("already-paused", "The tournament is paused already.")
    state.paused = event.reason or "paused"


def resumed(state: Tournament, event: Resumed) -> None:
    """Let it run again."""
    in_phase(state, RUNNING)
    if not state.paused:
        raise Refused("not-paused", "The tournament is running.")
    state.paused = ""


def finished(state: Tournament, event: Finished) -> None:
    """Close the play. Raises Refused while something is left to play."""
    in_phase(state, RUNNING)
    open_ = [name for name, stage in state.stages.items() if not stage_over(stage)]
    if open_:
        raise Refused("still-playing", f"Not over yet: {', '.join(open_)}.")
    state.phase = FINISHED


def paid(state: Tournament, event: Paid) -> None:
    """Note that the prizes have been transferred."""
    in_phase(state, FINISHED)
    state.phase = PAID


def cancelled(state: Tournament, event: Cancelled) -> None:
    """End it without a result: also when all is played, as long as no prize is paid."""
    in_phase(state, ANNOUNCED, REGISTERING, CLOSED, RUNNING, FINISHED)
    state.phase = CANCELLED


def _out(state: Tournament, entrant: str, status: str) -> None:
    in_phase(state, *_BEFORE_START, RUNNING, FINISHED)
    one = entrant_of(state, entrant)
    if one.status in GONE:
        raise Refused("already-gone", f"{one.id} is {one.status} already.")
    early = state.phase in _BEFORE_START
    waits = one.status == WAITING_LIST
    left_early = early or waits
    state.entrants[entrant] = replace(one, status=status, before=one.status, left_early=left_early)
    if waits:
        state.waiting.remove(entrant)
        return
    if not early:
        state.active -= 1
        return
    _leave(state, entrant)
    _promote(state)


def _promote(state: Tournament) -> None:
    cap = state.structure.cap
    while state.waiting and (not cap or state.active < cap):
        one = state.entrants[state.waiting.pop(0)]
        status = CHECKED_IN if one.before == CHECKED_IN else REGISTERED
        state.entrants[one.id] = replace(one, status=status, before="")
        _enter(state, one.id)


def _enter(state: Tournament, entrant: str) -> None:
    state.active += 1
    if state.structure.prizes.bounty_part:
        state.heads[entrant] = state.structure.prizes.bounty_part


def _leave(state: Tournament, entrant: str) -> None:
    state.active -= 1
    state.heads.pop(entrant, None)
