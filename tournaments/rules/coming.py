"""Who can still sit down in a tournament that runs: what is sold has to be played.

A freezeout seats somebody new as long as something is left to play in it and no stage that takes
from it has begun. Late entry, re-entry, rebuy and add-on ask for that, each for its own stage.
"""

from tournaments.rules.buying import check_late_entry
from tournaments.rules.errors import Refused
from tournaments.rules.standings import stage_over
from tournaments.rules.state import RUNNING, StageState, Tournament
from tournaments.rules.structure import ENTRIES, FREEZEOUT


def seats_more(state: Tournament, stage: StageState, lost: int = 0) -> bool:
    """Whether somebody who comes to a freezeout now will sit down in it, or when it begins.

    `lost`: so many more have lost their last chip, and are not written down as out yet.
    """
    if stage.spec.kind != FREEZEOUT:
        return False
    if not stage.started:
        return True
    left = len(stage.entrants) - sum(map(len, stage.out)) - lost
    return left > stage.spec.ends_at and not (stage_over(stage) or taken_from(state, stage))


def check_seats_more(state: Tournament, stage: StageState, lost: int = 0) -> None:
    """Raise Refused where nobody sits down any more."""
    if not seats_more(state, stage, lost):
        raise Refused(
            "part-over",
            f"Nobody sits down in {stage.spec.id} any more: it is over, or others play on from it"
            " already. Where another flight is still played, enter that one.",
        )


def taken_from(state: Tournament, stage: StageState) -> bool:
    """Whether a stage that takes from this one has begun."""
    return any(
        take.source == stage.spec.id
        for one in state.stages.values()
        if one.started
        for take in one.spec.takes
    )


def late_stage(state: Tournament, flight: str = "") -> str:
    """The freezeout in which a late entrant of a flight will sit. Raises Refused if there's none.

    Only of a tournament that runs.
    """
    check_late_entry(state.structure.buying, state.level)
    if fixed(state):
        raise Refused("entries-closed", "The prizes are fixed: nothing more can be bought.")
    check_place_left(state)
    stages = [stage for stage in state.stages.values() if _takes(stage, flight)]
    for stage in stages:
        if seats_more(state, stage):
            return stage.spec.id
    for stage in stages:
        check_seats_more(state, stage)
    raise Refused("entry-closed", "Late entry is for freezeouts that take from the entries.")


def late_flights(state: Tournament) -> tuple[str, ...]:
    """The flights in which a late entrant will still sit; "" stands for a tournament without."""
    if state.phase != RUNNING:
        return ()
    found = []
    for flight in state.structure.flights or ("",):
        try:
            late_stage(state, flight)
        except Refused:
            continue
        found.append(flight)
    return tuple(found)


def check_place_left(state: Tournament, count: int = 1) -> None:
    """Raise Refused for entries after the start over the cap: nobody moves up from a list then."""
    cap = state.structure.cap
    if state.phase == RUNNING and cap and state.active + count > cap:
        raise Refused("full", "All places are taken, and after the start nobody moves up.")


def fixed(state: Tournament) -> bool:
    """Whether the prizes are, so that nothing more is sold."""
    return state.prizes is not None or state.satellite is not None


def _takes(stage: StageState, flight: str) -> bool:
    return stage.spec.kind == FREEZEOUT and any(
        take.source == ENTRIES and take.flight in ("", flight) for take in stage.spec.takes
    )
