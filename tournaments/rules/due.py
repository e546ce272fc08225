"""What a tournament waits for: the events that the house has to add now, nobody deciding anything.

`due(state, seed)` reads the state alone and gives the same events however often it is asked, so a
job that runs twice, late or on two workers adds each of them once: the second time it is refused
or not due any more. Every drawn order comes from the seed, and `audit` draws all of them again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tournaments.rules.advance import NOBODY
from tournaments.rules.balance import rebalance, targets
from tournaments.rules.buying import entries_closed
from tournaments.rules.claims import settled
from tournaments.rules.draw import Draw, drawn_order
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    AGREEMENT,
    FINAL,
    LATE,
    START,
    WORDS_OF_ALL,
    DrawRevealed,
    EntriesClosed,
    Event,
    Finished,
    LeftUnseated,
    ResultRecorded,
    RoundDrawn,
    Seated,
    StageStarted,
)
from tournaments.rules.log import steps
from tournaments.rules.outcome import due_entrants, fixed_prizes, sources_over
from tournaments.rules.playing import gone_by, open_match, players_of
from tournaments.rules.results import FORFEIT, Result, forfeited, nobody_came
from tournaments.rules.rounds import next_round
from tournaments.rules.seating import seat_moves
from tournaments.rules.seats import late_seat, late_table
from tournaments.rules.sitting import gone_unseated
from tournaments.rules.standings import (
    BRACKETS,
    board,
    match_id,
    round_over,
    rounds_planned,
    stage_over,
)
from tournaments.rules.state import CLOSED, RUNNING, StageState, Tournament
from tournaments.rules.structure import FREEZEOUT

MATCH: Final = 2


def due(state: Tournament, seed: bytes) -> tuple[Event, ...]:
    """The next events; none while players have to play, or where `blocked` says why."""
    if state.phase not in (CLOSED, RUNNING) or state.paused:
        return ()
    found: list[Event] = []
    if not _prizes_blocked(state) and _prizes_due(state):
        found.append(EntriesClosed())
    for stage in state.stages.values():
        try:
            found += _due_in_stage(state, stage, seed)
        except Refused:
            continue  # one stage's tie does not hold up another; `blocked` tells it
    if not found and all(map(stage_over, state.stages.values())):
        return (Finished(),)
    return tuple(found)


def walk_overs(state: Tournament) -> tuple[ResultRecorded, ...]:
    """The matches that are decided without being played, because who has gone would play them."""
    if state.phase != RUNNING:
        return ()
    started = [stage for stage in state.stages.values() if stage.started]
    return tuple(event for stage in started for event in _forfeits(state, stage))


def blocked(state: Tournament, seed: bytes) -> tuple[tuple[str, Refused], ...]:
    """What cannot go on by itself, a stage or "prizes", with what would help: break a tie, say."""
    found = [("prizes", reason) for reason in _prizes_blocked(state)]
    if state.phase in (CLOSED, RUNNING):
        for name, stage in state.stages.items():
            try:
                _due_in_stage(state, stage, seed)
            except Refused as reason:
                found.append((name, reason))
    return tuple(found)


def moves_due(
    state: Tournament,
    stage: str,
    dealers: Mapping[int, int],
    seed: bytes,
    lately: Iterable[str] = (),
) -> tuple[Seated, ...]:
    """Breaking and balancing of a freezeout between hands, as one event for each reason.

    `dealers`: who deals the next hand at each table (a seat). `lately`: who moved within the last
    orbit, and is passed over if there is another. When all fit at one table its seats are drawn.
    """
    play = state.stages[stage]
    tables = play.tables()
    if play.spec.final_redraw and len(tables) > 1 and len(play.seats) <= play.spec.size:
        return (_final_table(state, play, seed),)
    counts = {table: len(seats) for table, seats in tables.items()}
    moves = rebalance(counts, play.spec.size, break_order=play.spec.break_order, gave_at=play.gave)
    return seat_moves(play, moves, dealers, frozenset(lately))


def late_seat_due(
    state: Tournament, stage: str, entrant: str, dealers: Mapping[int, int], seed: bytes
) -> Seated:
    """The drawn seat of a late entry or re-entry. Raises Refused when every table is full."""
    play = state.stages[stage]
    tables = play.tables()
    draw = Draw(state.id, seed, f"{stage} late {entrant} {state.entrants[entrant].reentries}")
    table = late_table([(t, len(seats)) for t, seats in tables.items()], play.spec.size, draw)
    taken = list(tables[table])
    seat = late_seat(play.spec.size, dealers[table], taken, draw, play.spec.scheme)
    return Seated(stage, ((entrant, table, seat),), LATE)


def audit(log: Iterable[Event], seed: bytes) -> tuple[str, ...]:
    """Draw everything again from a revealed seed; the complaints, none when all is as drawn.

    Checked are the order of a drawn stage, every drawn round, and the first seats and the final
    table of a freezeout. Late seats depend on who deals at the tables, which the log doesn't know.
    Raises Refused for a log that cannot be.
    """
    complaints: list[str] = []
    for number, (state, event) in enumerate(steps(log), start=2):
        if event not in _as_drawn(state, event, seed):
            complaints.append(f"event {number} ({event.kind}) is not what the seed draws")
        if isinstance(event, DrawRevealed) and bytes.fromhex(event.seed) != seed:
            complaints.append(f"event {number} reveals another seed")
    return tuple(complaints)


def draw_tie(state: Tournament, stage: str, equals: Sequence[str], seed: bytes) -> tuple[str, ...]:
    """The drawn order of equals, for a `TieBroken` by "draw"."""
    return drawn_order(state.id, seed, f"{stage} tie {','.join(sorted(equals))}", equals)


def _as_drawn(state: Tournament, event: Event, seed: bytes) -> Sequence[Event]:
    """What the seed draws where a drawn event stands; the event itself where nothing is drawn."""
    if isinstance(event, Seated) and event.why == FINAL:
        return (_final_table(state, state.stages[event.stage], seed),)
    first_seats = isinstance(event, Seated) and event.why == START
    if first_seats or isinstance(event, StageStarted | RoundDrawn):
        return due(state, seed)
    return (event,)


def _prizes_due(state: Tournament) -> bool:
    """Whether nothing more can be bought, and the prizes are not fixed yet."""
    if state.phase != RUNNING or state.prizes is not None or state.satellite is not None:
        return False
    freezeouts = any(stage.spec.kind == FREEZEOUT for stage in state.stages.values())
    if freezeouts and not entries_closed(state.structure.buying, state.level):
        return False
    return fixed_prizes(state) != (None, None)


def _prizes_blocked(state: Tournament) -> list[Refused]:
    """Why the prizes cannot be fixed, if they cannot."""
    try:
        _prizes_due(state)
    except Refused as reason:
        return [reason]
    return []


def _due_in_stage(state: Tournament, stage: StageState, seed: bytes) -> list[Event]:
    name = stage.spec.id
    if not stage.started:
        if not sources_over(state, stage.spec):
            return []
        return [StageStarted(name, due_entrants(state, stage.spec, seed))]
    if stage.spec.kind == FREEZEOUT:
        if unseated := gone_unseated(state, stage):
            return [LeftUnseated(name, unseated)]
        return [] if stage.seats or stage_over(stage) else [_first_seats(state, stage, seed)]
    decided = [*_forfeits(state, stage), *_agreements(state, stage)]
    if decided or stage.spec.kind in BRACKETS:
        return decided
    if not round_over(stage) or len(stage.rounds) >= rounds_planned(stage):
        return []
    draw = Draw(state.id, seed, f"{name} round {len(stage.rounds) + 1}")
    return [next_round(state, stage, draw)]


def _agreements(state: Tournament, stage: StageState) -> Iterator[Event]:
    """What all who are still at a match say of it: whoever said otherwise may have gone since."""
    if state.words != WORDS_OF_ALL:
        return
    for match in stage.claims:
        try:
            players = open_match(stage, match)
        except Refused:
            continue  # said of others, who do not stand there now
        result = settled(state, stage, match, players)
        if result is not None:
            yield ResultRecorded(stage.spec.id, match, result, AGREEMENT)


def _forfeits(state: Tournament, stage: StageState) -> tuple[ResultRecorded, ...]:
    """Walk-overs in matches for two that somebody who has gone would have to play."""
    open_: list[tuple[str, Sequence[str]]]
    if stage.spec.kind in BRACKETS:
        sides = [(stand.match.id, stand.sides) for stand in board(stage).ready()]
        open_ = [(match, [side or NOBODY for side in both]) for match, both in sides]
    elif stage.rounds:
        number = len(stage.rounds)
        matches = [match_id(number, i + 1) for i in range(len(stage.rounds[-1].tables))]
        open_ = [(m, players_of(stage, m)) for m in matches if m not in stage.results]
    else:
        return ()
    found = []
    for match, players in open_:
        gone = [entrant for entrant in players if state.gone(entrant)]
        if gone and len(players) - len(gone) <= 1:
            result = _forfeit(players, gone)
            ground = gone_by(state, players)
            found.append(ResultRecorded(stage.spec.id, match, result, ground))
    return tuple(found)


def _forfeit(players: Sequence[str], gone: Sequence[str]) -> Result:
    there = [entrant for entrant in players if entrant not in gone]
    if len(players) != MATCH:
        return Result(tuple((entrant,) for entrant in there), FORFEIT, tuple(gone))
    if there:
        return forfeited(there[0], gone[0], leaves=True)
    return nobody_came(players[0], players[1])


def _final_table(state: Tournament, stage: StageState, seed: bytes) -> Seated:
    """All who are left at the lowest table's number, in drawn seats."""
    order = drawn_order(state.id, seed, f"{stage.spec.id} final table", list(stage.seats))
    table = min(stage.tables())
    seats = tuple((entrant, table, seat) for seat, entrant in enumerate(order, start=1))
    return Seated(stage.spec.id, seats, FINAL)


def _first_seats(state: Tournament, stage: StageState, seed: bytes) -> Seated:
    """Everybody to a drawn seat: the tables are filled in turn, seats from 1."""
    if len(stage.entrants) <= 1:
        raise Refused("too-few", "A freezeout needs two players to begin.")
    order = drawn_order(state.id, seed, f"{stage.spec.id} seats", stage.entrants)
    tables = len(targets(len(order), stage.spec.size))
    seats = tuple(
        (entrant, 1 + place % tables, 1 + place // tables) for place, entrant in enumerate(order)
    )
    return Seated(stage.spec.id, seats, START)
