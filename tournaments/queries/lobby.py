"""The page of one tournament: facts, money, policies, plan, clock, and the reader's own part."""

from typing import TYPE_CHECKING, Any, Final

from django.db import connection

from tournaments import states
from tournaments.errors import by_the_rules
from tournaments.models import Entrant, Tournament
from tournaments.queries.policies import policies
from tournaments.rules.codec import from_json
from tournaments.rules.coming import late_flights
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.levels import level_at, starts_at
from tournaments.rules.offers import in_front, is_out, late_entry_open, on_sale
from tournaments.rules.outcome import amounts, entries_paid
from tournaments.rules.overlaps import check_apart
from tournaments.rules.plan import Plan, plan, spread_evenly
from tournaments.rules.state import (
    ANNOUNCED,
    GONE,
    IN,
    REGISTERED,
    REGISTERING,
    RUNNING,
    WAITING_LIST,
    StageState,
)
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import Structure
from tournaments.rules.structure_checks import check_bounds

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deploy.accounts.models import User

    Reader = User | AnonymousUser

USUAL: Final = 16
"""How many to plan for where nobody has said it."""
FEWEST: Final = 2
AHEAD: Final = (Tournament.Phase.DRAFT, ANNOUNCED, REGISTERING)


def lobby(row: Tournament, reader: "Reader | None" = None) -> dict[str, Any]:
    """All that is fixed about a tournament, where it stands, and what the reader may do in it.

    "trouble" (why it cannot go on by itself) is told to its organiser only.
    """
    structure = structure_of(row)
    state = states.state_of(row) if row.seq else None
    organiser = reader is not None and (row.owner_id == reader.pk or reader.is_staff)
    return {
        "id": row.pk,
        "name": row.name,
        "about": row.about,
        "note": row.note,
        "organiser": row.owner.username,
        "phase": row.phase,
        "paused": row.paused,
        "online": row.online,
        "table": row.table_settings,
        "head": row.seq,
        "moments": _moments(row),
        "counts": {
            "entered": row.entered,
            "waiting": row.waiting,
            "remaining": row.remaining,
            "cap": row.cap,
            "fewest": structure.fewest,
        },
        "check_in": structure.check_in,
        "starts_full": row.starts_full,
        "expected": row.expected,
        "has_password": bool(row.password),
        "conditions": row.conditions if organiser else {**row.conditions, "only": []},
        "cost": _cost(structure),
        "pool": row.pool,
        "prizes": list(amounts(state)) if state is not None else [],
        "policies": policies(structure, online=row.online),
        "structure": row.structure,
        "plan": plan_of(structure, planned_for(row, structure, state)),
        "draw": {
            "commitment": row.commitment,
            "seed": state.seed if state is not None else "",
        },
        "organises": organiser,
        "trouble": (row.trouble or []) if organiser else [],
        "me": mine(row, state, reader),
    }


def structure_of(row: Tournament) -> Structure:
    """The structure of a tournament, draft or not."""
    return from_json(Structure, row.structure)


def planned_for(row: Tournament, structure: Structure, state: State | None = None) -> int:
    """How many a tournament is planned for: those who are in, once entries have closed.

    Who began counts to the end, also who has left since, where the `state` tells of them.
    Before that it is the cap, or what the organiser expects, or a usual number, and where that
    cannot be played the fewest; at least as many as have entered.
    """
    least = max(row.entered, structure.fewest, FEWEST)
    if row.phase not in AHEAD:
        return max(row.entered if state is None else len(entries_paid(state)), FEWEST)
    if structure.cap or row.expected:
        return max(structure.cap or row.expected, least)
    usual = max(USUAL, least)
    return least if "refused" in plan_of(structure, usual) else usual


def plan_of(structure: Structure, entries: int, *, tables: int = 0) -> dict[str, Any]:
    """The plan for so many entries, or why it cannot be played and what could be.

    They are spread evenly over the flights, where a structure has some.

    {"entries", "seconds", "stages": [{"stage", "entrants", "matches", "starts", "ends", "rounds":
    [{"sizes", "byes"}]}]}, or {"entries", "refused", "code", "nearest"}.
    """
    try:
        found = plan(structure, spread_evenly(structure, entries), tables=tables)
    except Refused as refused:
        return _why_not(entries, refused)
    return {"entries": entries, **_plan_json(found)}


def plan_for(data: object, entries: int, *, tables: int = 0) -> dict[str, Any]:
    """`plan_of` for a structure as JSON, such as a form is about to send; RuleRefused."""
    with by_the_rules():
        structure = from_json(Structure, data)
        check_bounds(structure)
    try:
        check_apart(structure)
    except Refused as refused:
        return _why_not(entries, refused)
    return plan_of(structure, entries, tables=tables)


def _why_not(entries: int, refused: Refused) -> dict[str, Any]:
    nearest = refused.nearest if isinstance(refused, Impossible) else ()
    return {
        "entries": entries,
        "refused": refused.detail,
        "code": refused.code,
        "nearest": [str(one) for one in nearest],
    }


def mine(row: Tournament, state: State | None, reader: "Reader | None") -> dict[str, Any] | None:
    """The reader's own part: entry, seat, move, and the verbs that are open now; None: a guest."""
    if state is None or reader is None or reader.pk is None:
        return None
    one = Entrant.objects.filter(tournament=row, user_id=reader.pk).first()
    held = state.entrants.get(one.ref) if one is not None else None
    return {
        "entrant": None if one is None or held is None else one.ref,
        "status": None if held is None else held.status,
        "out": one is not None and one.out,
        "table": None if one is None else one.table_no,
        "seat": None if one is None else one.seat_no,
        "stack": None if one is None else one.stack,
        "moving": None if one is None else one.moving,
        "busted": one is not None and one.bust is not None,
        "place": [one.place_first, one.place_last] if one is not None else None,
        "prize": 0 if one is None else one.prize,
        "flights": list(_open_flights(state)),
        "verbs": _verbs(row, state, one),
    }


def clock(row: Tournament) -> dict[str, Any] | None:
    """The clock of antes: the level, what is next, and the seconds left; None: no freezeout."""
    state = states.state_of(row) if row.seq else None
    stage = _levels_stage(state)
    if state is None or stage is None:
        return None
    levels, elapsed = stage.spec.levels, _elapsed(row)
    now = level_at(levels, max(elapsed, starts_at(levels, stage.level)))
    ahead = levels[stage.level + 1] if stage.level + 1 < len(levels) else None
    return {
        "stage": stage.spec.id,
        "level": stage.level + 1,
        "ante": levels[stage.level].ante,
        "break": levels[stage.level].is_break,
        "seconds_left": now.seconds_left,
        "running": row.clock_from is not None,
        "next": None if ahead is None else {"ante": ahead.ante, "seconds": ahead.seconds},
        "hand_for_hand": stage.one_hand,
        "levels": [{"ante": one.ante, "seconds": one.seconds} for one in levels],
    }


def _levels_stage(state: State | None) -> StageState | None:
    stages = [] if state is None else list(state.stages.values())
    found = [stage for stage in stages if stage.started and stage.spec.levels]
    return found[-1] if found else None


def _elapsed(row: Tournament) -> int:
    if row.clock_from is None:
        return row.elapsed_s
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp() - %s)", [row.clock_from])
        return row.elapsed_s + max(0, int(cursor.fetchone()[0]))


def _open_flights(state: State) -> tuple[str, ...]:
    """The flights that take entries now; none where a tournament has no flights."""
    if state.phase == REGISTERING:
        return state.structure.flights
    return tuple(filter(None, late_flights(state)))


def _verbs(row: Tournament, state: State, one: Entrant | None) -> list[str]:
    """What the reader may try now; the command says whether it may be."""
    held = state.entrants.get(one.ref) if one is not None else None
    running, open_ = state.phase == RUNNING, state.phase == REGISTERING
    if one is None or held is None or held.status in GONE:
        may_enter = open_ or late_entry_open(state)
        return ["register"] if may_enter and (held is None or held.left_early) else []
    verbs = []
    if open_ and state.structure.check_in and held.status in (REGISTERED, WAITING_LIST):
        verbs.append("check-in")
    still_in = running and held.status in IN and not is_out(state, one.ref)
    if state.phase in (ANNOUNCED, REGISTERING, "closed") or still_in:
        verbs.append("withdraw")
    if running and any(one.ref in s.entrants for s in state.stages.values() if s.spec.levels):
        chips = in_front(state, one.ref, one.stack, busted=one.bust is not None)
        verbs += on_sale(state, one.ref, chips)
    return verbs


def _cost(structure: Structure) -> dict[str, int]:
    prizes = structure.prizes
    return {
        "prize": prizes.prize_part,
        "fee": prizes.fee_part,
        "bounty": prizes.bounty_part,
        "all": prizes.prize_part + prizes.fee_part + prizes.bounty_part,
        "rebuy": prizes.rebuy_price,
        "add_on": prizes.addon_price,
        "guarantee": prizes.guarantee,
    }


def _moments(row: Tournament) -> dict[str, str | None]:
    names = ("opens_at", "closes_at", "starts_at", "started_at", "finished_at")
    moments = {name: getattr(row, name) for name in names}
    return {name: None if at is None else at.isoformat() for name, at in moments.items()}


def _plan_json(found: Plan) -> dict[str, Any]:
    return {
        "seconds": found.seconds,
        "stages": [
            {
                "stage": stage.stage,
                "entrants": stage.entrants,
                "matches": stage.matches,
                "starts": stage.starts,
                "ends": stage.ends,
                "rounds": [
                    {"sizes": list(each.sizes), "byes": each.byes} for each in stage.rounds
                ],
            }
            for stage in found.stages
        ],
    }
