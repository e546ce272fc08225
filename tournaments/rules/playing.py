"""What the events of stages, rounds and results do to a tournament (see `log`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from tournaments.rules import claims
from tournaments.rules.advance import READY
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    AGREEMENT,
    GROUNDS,
    LEFT,
    NO_SHOW,
    PUT_OUT,
    WORDS_OF_NONE,
    WORDS_OF_TWO,
    Claimed,
    ClaimTakenBack,
    ResultCorrected,
    ResultRecorded,
    ResultsRestored,
    RoundDrawn,
    StageStarted,
    TieBroken,
    Warned,
)
from tournaments.rules.fitting import fitted
from tournaments.rules.life import in_phase
from tournaments.rules.outcome import due_entrants, sources_over
from tournaments.rules.results import (
    FORFEIT,
    REPORTED,
    Result,
    check_decided,
    check_result,
    check_scores,
)
from tournaments.rules.rulings import corrected
from tournaments.rules.standings import (
    BRACKETS,
    board,
    match_id,
    round_over,
    rounds_planned,
    stage_groups,
)
from tournaments.rules.state import (
    CLOSED,
    DISQUALIFIED,
    FINISHED,
    PAID,
    RUNNING,
    Round,
    StageState,
    Tournament,
)
from tournaments.rules.structure import AS_DRAWN, FREEZEOUT


def stage_of(state: Tournament, name: str) -> StageState:
    """The stage of that id. Raises Refused."""
    found = state.stages.get(name)
    if found is None:
        raise Refused("no-such-stage", f"This tournament has no stage {name}.")
    return found


def started_stage(state: Tournament, name: str) -> StageState:
    """The same when it has begun."""
    found = stage_of(state, name)
    if not found.started:
        raise Refused("not-started", f"Stage {name} has not begun.")
    return found


def stage_started(state: Tournament, event: StageStarted) -> None:
    """Begin a stage with exactly those who are due, in the order that its seeding gives.

    A drawn order is checked as soon as the seed is known: see `audit`.
    """
    in_phase(state, CLOSED, RUNNING)
    stage = stage_of(state, event.stage)
    if stage.started or not sources_over(state, stage.spec):
        raise Refused("not-now", f"Stage {event.stage} begins once, when its sources are over.")
    drawn = stage.spec.seeding == AS_DRAWN
    if drawn and not state.seed:
        taken = _taken_unordered(state, stage)
        fits = Counter(event.entrants) == Counter(taken)
    else:
        fits = event.entrants == due_entrants(state, stage.spec, bytes.fromhex(state.seed))
    if not fits:
        raise Refused("wrong-entrants", f"These are not the entrants of {event.stage}, in order.")
    stage.spec = fitted(stage.spec, len(event.entrants))
    stage.entrants = event.entrants
    stage.started = True
    stage.read = None
    state.phase = RUNNING


def round_drawn(state: Tournament, event: RoundDrawn) -> None:
    """Add a round. Raises Refused while the one before is open, or when somebody sits twice."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    if stage.spec.kind in (*BRACKETS, FREEZEOUT):
        raise Refused("no-rounds", f"A {stage.spec.kind} has no rounds to be drawn.")
    if not round_over(stage) or len(stage.rounds) >= rounds_planned(stage):
        raise Refused("not-now", "A round is drawn when the one before is over.")
    named = [*chain.from_iterable(event.tables), *event.byes]
    if len(named) != len(set(named)) or not set(named) <= set(stage.entrants):
        raise Refused("bad-round", "Each entrant of the stage sits once or has a bye.")
    if any(len(table) < 2 for table in event.tables):  # noqa: PLR2004 - nobody plays alone
        raise Refused("bad-round", "Nobody sits alone: that is a bye.")
    stage.rounds.append(Round(event.tables, event.byes))


def result_recorded(state: Tournament, event: ResultRecorded) -> None:
    """Write down a result. Raises Refused unless the match is ready for exactly these players."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    if stage.spec.kind == FREEZEOUT:
        raise Refused("no-matches", "A freezeout has busts, not results of matches.")
    players = open_match(stage, event.match)
    _check_fits(stage, event.result, players)
    _check_ground(state, stage, event, players)
    stage.results[event.match] = event.result
    stage.claims.pop(event.match, None)
    if stage.read is not None:
        stage.read.forget(event.match)


def warned(state: Tournament, event: Warned) -> None:
    """Call some of the players of a match that is open; it changes nothing else."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    if event.minutes != state.structure.no_show or not event.minutes:
        raise Refused("bad-warning", "The time in which to come is that of the announcement.")
    players = open_match(stage, event.match)
    named = set(event.entrants)
    if not named or len(named) != len(event.entrants) or not named <= set(players):
        raise Refused("not-in-match", "Players of the match are called, each once.")


def claimed(state: Tournament, event: Claimed) -> None:
    """Note what a player says of a match that is open. It decides nothing by itself."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    if state.words == WORDS_OF_NONE:
        raise Refused("table-decides", "A match at a live table ends there, not by what is said.")
    players = open_match(stage, event.match)
    unheard = claims.unheard(state, players)
    if event.entrant not in players or event.entrant in unheard:
        raise Refused("not-in-match", "A player who is in the match says how it ended.")
    if event.result.how != REPORTED or event.result.out:
        raise Refused("bad-result", "A player says who finished where, and sends nobody out.")
    check_scores(event.result)
    _check_fits(stage, event.result, players)
    if event != claims.claim(stage, event.match, players, event.entrant, event.result, unheard):
        raise Refused("bad-claim", "A claim tells whose words it contradicts, and if it is anew.")
    claims.keep(stage, event)


def claim_taken_back(state: Tournament, event: ClaimTakenBack) -> None:
    """Forget what a player says of a match that is open. Raises Refused if that is nothing."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    players = open_match(stage, event.match)
    if event.entrant not in claims.standing(stage, event.match, players):
        raise Refused("no-claim", f"{event.entrant} says nothing of match {event.match}.")
    claims.drop(stage, event)


def _check_fits(stage: StageState, result: Result, players: Sequence[str]) -> None:
    """Refuse a result that cannot be that of a match of this stage between these."""
    check = check_decided if stage.spec.kind in BRACKETS else check_result
    check(result, players)


def _check_ground(
    state: Tournament, stage: StageState, event: ResultRecorded, players: Sequence[str]
) -> None:
    """Refuse a result that is said to stand by what is not so."""
    if event.ground not in GROUNDS and (event.ground or state.words != WORDS_OF_TWO):
        raise Refused("bad-log", f"A result stands by {', '.join(GROUNDS)}, not {event.ground!r}.")
    if event.ground in (NO_SHOW, LEFT, PUT_OUT) and not _forfeits(state, event, players):
        raise Refused("bad-log", f"Nobody forfeits match {event.match} by {event.ground}.")
    if event.ground == AGREEMENT:
        said = claims.standing(stage, event.match, players, claims.unheard(state, players))
        two = state.words == WORDS_OF_TWO
        voices = claims.AGREE if two else claims.enough(state, players)
        if sum(claims.says_same(one, event.result) for one in said.values()) < voices:
            raise Refused(
                "not-agreed", "All who are still at the match say the same, or it is open."
            )


def _forfeits(state: Tournament, event: ResultRecorded, players: Sequence[str]) -> bool:
    """Whether somebody can have lost a match so: by the clock, by leaving, or put out."""
    if event.result.how != FORFEIT:
        return False
    if event.ground == NO_SHOW:
        return bool(state.structure.no_show and event.result.out)
    return event.ground == gone_by(state, players)


def gone_by(state: Tournament, players: Sequence[str]) -> str:
    """Why a match is a walk-over: PUT_OUT if one of these was disqualified, LEFT, or ""."""
    gone = [state.entrants[one].status for one in players if state.gone(one)]
    if DISQUALIFIED in gone:
        return PUT_OUT
    return LEFT if gone else ""


def open_match(stage: StageState, match: str) -> tuple[str, ...]:
    """The players of a match that is to be played now. Raises Refused."""
    if stage.spec.kind in BRACKETS:
        stand = board(stage).stand(match)
        if stand.status != READY:
            raise Refused("not-ready", f"Match {match} is {stand.status}.")
        return tuple(side for side in stand.sides if side)
    if stage.spec.kind == FREEZEOUT or match in stage.results:
        raise Refused("not-ready", f"Match {match} is done, or none of {stage.spec.id}.")
    return players_of(stage, match)


def result_corrected(state: Tournament, event: ResultCorrected) -> None:
    """Put another result in the place of a recorded one, with the rulings that go with it."""
    in_phase(state, RUNNING, FINISHED, PAID)
    stage = started_stage(state, event.stage)
    before = {**stage.results}
    corrected(stage, event)
    claims.forget(stage, before, event.match)


def results_restored(state: Tournament, event: ResultsRestored) -> None:
    """Undo or redo: set these as they were before."""
    in_phase(state, RUNNING, FINISHED, PAID)
    stage = started_stage(state, event.stage)
    stage.read = None
    for match, result in event.results:
        if result is None:
            stage.results.pop(match, None)
        else:
            stage.results[match] = result
    for match, pin in event.pins:
        if pin is None:
            stage.pins.pop(match, None)
        else:
            stage.pins[match] = pin
    for match, players in event.tables:
        set_players(stage, match, players)
    for match, _ in event.results:
        stage.claims.pop(match, None)


def tie_broken(state: Tournament, event: TieBroken) -> None:
    """Put equals in order. Raises Refused unless they are equals, all of them or some."""
    in_phase(state, RUNNING)
    stage = started_stage(state, event.stage)
    named = set(event.order)
    if len(named) != len(event.order) or not named <= set(stage.entrants):
        raise Refused("bad-tie", "A tie is broken among entrants of the stage, each named once.")
    groups = [set(group) for group in stage_groups(stage)]
    for number in range(1, len(stage.rounds) + 1):
        for table in range(1, len(stage.rounds[number - 1].tables) + 1):
            result = stage.results.get(match_id(number, table))
            groups += [set(group) for group in result.places] if result else []
    if not any(named <= group for group in groups):
        raise Refused("no-tie", "These are not equal: nothing is to be broken.")
    first = 1 + max(stage.ties.values(), default=0)
    stage.ties.update({entrant: first + i for i, entrant in enumerate(event.order)})


def players_of(stage: StageState, match: str) -> tuple[str, ...]:
    """Who sits at a table of a drawn round. Raises Refused."""
    number, table = place_of(stage, match)
    return stage.rounds[number].tables[table]


def set_players(stage: StageState, match: str, players: tuple[str, ...]) -> None:
    """Seat others at a table of a drawn round."""
    number, table = place_of(stage, match)
    tables = [*stage.rounds[number].tables]
    tables[table] = players
    stage.rounds[number] = Round(tuple(tables), stage.rounds[number].byes)


def place_of(stage: StageState, match: str) -> tuple[int, int]:
    """The indices (from 0) of round and table in the id `r2.5`. Raises Refused."""
    parts = match.removeprefix("r").split(".")
    if match.startswith("r") and len(parts) == 2 and all(map(str.isdecimal, parts)):  # noqa: PLR2004 - round, table
        number, table = int(parts[0]) - 1, int(parts[1]) - 1
        if 0 <= number < len(stage.rounds) and 0 <= table < len(stage.rounds[number].tables):
            return number, table
    raise Refused("no-such-match", f"There is no match {match} in {stage.spec.id}.")


def _taken_unordered(state: Tournament, stage: StageState) -> tuple[str, ...]:
    return due_entrants(state, replace(stage.spec, seeding="taken"))
