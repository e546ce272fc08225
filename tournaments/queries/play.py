"""What a tournament's live page shows: brackets, rounds, tables, standings, prizes, deals."""

from dataclasses import asdict
from typing import Any, Final

from django.db.models import Count

from tournaments import states
from tournaments.errors import NoSuchStage
from tournaments.models import Deal, Entrant, MatchTable, Payment, Tournament
from tournaments.queries.claims import claims, open_claims
from tournaments.queries.decided import grounds
from tournaments.rules.advance import DONE, READY, WAITING
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts, final_ranks, payments
from tournaments.rules.ranks import ranks_of
from tournaments.rules.rounds import weak_spots
from tournaments.rules.standings import (
    BRACKETS,
    board,
    games,
    lines,
    match_id,
    stage_groups,
    stage_over,
)
from tournaments.rules.state import CANCELLED, StageState
from tournaments.rules.structure import ROUND_ROBIN, SWISS
from tournaments.rules.tiebreaks import TIE_BREAKS, Games

Json = dict[str, Any]

NOT_PLAYED: Final = "cancelled"
"""The status of a match that was still to be played when its tournament was cancelled."""


def status_of(row: Tournament, status: str) -> str:
    """What a match is that is `status` by its stage alone: a cancelled one is not played."""
    over = row.phase == Tournament.Phase.CANCELLED and status in (READY, WAITING)
    return NOT_PLAYED if over else status


def stages(row: Tournament) -> list[Json]:
    """The stages: {"stage", "kind", "started", "over", "entrants", "rounds"}."""
    return [
        {
            "stage": name,
            "kind": stage.spec.kind,
            "started": stage.started,
            "over": stage.started and stage_over(stage),
            "entrants": len(stage.entrants),
            "rounds": len(stage.rounds),
        }
        for name, stage in states.state_of(row).stages.items()
    ]


def bracket(row: Tournament, stage: str) -> list[Json]:
    """The matches of a bracket in its order: where sides come from, who stands there, how it went.

    {"match", "from": [{"kind", "match", "number"}], "sides": [ref | "" (nobody) | null (not
    known)], "status", "winner", "optional", "winner_place", "loser_place", "result", "set_aside",
    "table", "claims" (what players of an open match have said), "disputed", "decided_by" (what
    the result stands by: see `grounds`; null while there is none)}. `status` is one of
    `rules.advance.Stand`, or "cancelled" (`status_of`). An empty list for a stage that has none,
    or has not begun.
    """
    held = _stage(row, stage)
    if held.spec.kind not in BRACKETS or not held.started:
        return []
    tables, said = _tables_of(row, stage), claims(row, stage)
    by = grounds(row, stage)
    return [
        {
            "match": stand.match.id,
            "from": [
                {"kind": side.kind, "match": side.match, "number": side.number}
                for side in stand.match.sides
            ],
            "sides": list(stand.sides),
            "status": status_of(row, stand.status),
            "winner": stand.winner,
            "optional": stand.match.optional,
            "winner_place": stand.match.winner_place,
            "loser_place": stand.match.loser_place,
            "result": None if stand.result is None else to_json(stand.result),
            "set_aside": stand.set_aside,
            "table": tables.get(stand.match.id),
            "decided_by": None if stand.result is None else by.get(stand.match.id, ""),
            **open_claims(
                said.get(stand.match.id, ()),
                stand.sides if status_of(row, stand.status) == READY else (),
            ),
        }
        for stand in board(held).stands()
    ]


def rounds(row: Tournament, stage: str) -> list[Json]:
    """The drawn rounds: {"round", "tables": [{"match", "players", …}], "byes"}.

    A table has "status" ("ready", "done" or "cancelled"), "result", the live "table", "claims" and
    "disputed", what players of an open match have said, and "decided_by", what its result stands
    by, as a match of a bracket has.
    Of a Swiss stage also "weak", what the seating could not avoid: {"repeats": [[one, other, times
    before]], "pulled_up": [who plays above the own score]}.
    """
    held, tables, said = _stage(row, stage), _tables_of(row, stage), claims(row, stage)
    by = grounds(row, stage)
    weak = weak_spots(held) if held.spec.kind == SWISS else []
    found: list[Json] = []
    for number, each in enumerate(held.rounds, start=1):
        drawn = []
        for table, players in enumerate(each.tables, start=1):
            match = match_id(number, table)
            result = held.results.get(match)
            status = status_of(row, READY if result is None else DONE)
            drawn.append(
                {
                    "match": match,
                    "players": list(players),
                    "status": status,
                    "result": None if result is None else to_json(result),
                    "table": tables.get(match),
                    "decided_by": None if result is None else by.get(match, ""),
                    **open_claims(said.get(match, ()), players if status == READY else ()),
                }
            )
        found.append({"round": number, "tables": drawn, "byes": list(each.byes)})
    for told, spots in zip(found, weak, strict=False):
        repeats = [list(pair) for pair in spots.repeats]
        told["weak"] = {"repeats": repeats, "pulled_up": list(spots.pulled_up)}
    return found


def standings(row: Tournament, stage: str = "") -> list[Json]:
    """The ranking, final or so far, of the tournament or of one stage, best first.

    {"entrant", "first", "last"}; of a Swiss or round robin also "points" and "tie_breaks":
    {"name", "value", "terms": [[opponent, value]]}, as far as they were needed: why it stands
    there. Who left before anything was played is in none.
    """
    state = states.state_of(row)
    if not stage:
        return [asdict(rank) for rank in final_ranks(state)]
    held = _stage(row, stage)
    if not held.started:
        return []
    ranked = [asdict(rank) for rank in ranks_of(stage_groups(held))]
    if held.spec.kind not in (SWISS, ROUND_ROBIN):
        return ranked
    by_entrant = {line.entrant: line for group in lines(held) for line in group}
    played = games(held)
    for one in ranked:
        line = by_entrant[one["entrant"]]
        one["points"] = str(line.points)
        one["tie_breaks"] = [
            {"name": name, "value": str(value), "terms": _terms(played, name, line.entrant)}
            for name, value in zip(held.spec.tie_breaks, line.values, strict=False)
        ]
    return ranked


def tables(row: Tournament) -> list[Json]:
    """The tables of freezeouts: {"stage", "no", "table", "seats": [{"seat", "entrant", …}]}.

    A seat has "stack" (when its last hand ended), "moving" (where to, and why) and "busted".
    """
    live = {
        (stage, match): table
        for stage, match, table in MatchTable.objects.filter(
            tournament=row, state=MatchTable.State.OPEN
        ).values_list("stage", "match", "table_id")
    }
    found: dict[tuple[str, int], Json] = {}
    seated = Entrant.objects.filter(tournament=row, table_no__isnull=False)
    for one in seated.order_by("stage", "table_no", "seat_no"):
        number = one.table_no or 0
        table = found.setdefault(
            (one.stage, number),
            {
                "stage": one.stage,
                "no": number,
                "table": live.get((one.stage, str(number))),
                "seats": [],
            },
        )
        table["seats"].append(
            {
                "seat": one.seat_no,
                "entrant": one.ref,
                "name": one.name,
                "stack": one.stack,
                "moving": one.moving,
                "busted": one.bust is not None,
            }
        )
    return list(found.values())


def names(row: Tournament) -> dict[str, str]:
    """How each entrant is shown, by ref."""
    return dict(Entrant.objects.filter(tournament=row).values_list("ref", "name"))


def prizes(row: Tournament) -> Json:
    """The money, with the sums that prove it, in house chips.

    {"paid_in", "given_back", "prize_part", "fee_part", "bounty_part", "overlay", "pool",
    "places": [amounts], "awards": {ref: amount} | None, "bounties": {ref: amount}, "deal",
    "for_first", "paid"}: `pool` is the sum of places, and of awards when all are decided, and
    always paid_in - fees - bounties_paid_in + overlay. What was paid for a place on the waiting
    list is in none of them; a cancelled tournament has nothing but what is still to be given back.
    """
    state = states.state_of(row)
    rules, bought = state.structure.prizes, Payment.objects.filter(tournament=row)
    cancelled = state.phase == CANCELLED
    kept = bought.filter(refund_id__isnull=True)
    if not cancelled:
        kept = kept.exclude(entrant__ref__in=state.waiting)
    entries = kept.filter(what__in=(Payment.What.ENTRY, Payment.What.REENTRY)).count()
    paid_in = sum(kept.values_list("amount", flat=True))
    fees, bounties = rules.fee_part * entries, rules.bounty_part * entries
    inside = paid_in - fees - bounties
    places = [] if cancelled else list(amounts(state))
    pool = inside if cancelled else sum(places) if places else row.pool
    try:
        awards = payments(state) if places else None
    except Refused:
        awards = None
    return {
        "paid_in": paid_in,
        "given_back": sum(bought.filter(refund_id__isnull=False).values_list("amount", flat=True)),
        "fees": fees,
        "bounties_paid_in": bounties,
        "overlay": max(0, pool - inside),
        "pool": pool,
        "places": places,
        "awards": awards,
        "bounties": {} if cancelled else dict(state.bounties),
        "heads": {} if cancelled else dict(state.heads),
        "deal": {} if cancelled else dict(state.deal),
        "for_first": 0 if cancelled else state.for_first,
        "paid": row.phase == Tournament.Phase.PAID,
    }


def deal(row: Tournament) -> Json | None:
    """The newest proposal: amounts, stacks, and who has said yes or no; None: there was none."""
    found = Deal.objects.filter(tournament=row).order_by("-pk").first()
    if found is None:
        return None
    votes = found.votes.select_related("entrant")
    return {
        "deal": found.pk,
        "state": found.state,
        "method": found.method,
        "amounts": found.amounts,
        "for_first": found.for_first,
        "stacks": found.stacks,
        "votes": {vote.entrant.ref: vote.yes for vote in votes},
    }


def deal_mark(row: Tournament) -> str:
    """What differs whenever a deal is proposed, or answered; "" while there is no proposal."""
    found = Deal.objects.filter(tournament=row, state=Deal.State.OPEN).annotate(
        said=Count("votes")
    )
    return " ".join(f"{deal} {said}" for deal, said in found.values_list("pk", "said"))


def _stage(row: Tournament, stage: str) -> StageState:
    found = states.state_of(row).stages.get(stage)
    if found is None:
        raise NoSuchStage(facts={"stage": stage})
    return found


def _terms(played: Games, name: str, ref: str) -> list[list[str]]:
    """The summands of a tie-break; "" is the virtual opponent of a round that was not played."""
    found = TIE_BREAKS.get(name)
    terms = () if found is None else found(played, ref)
    return [[term.opponent, str(term.value)] for term in terms]


def _tables_of(row: Tournament, stage: str) -> dict[str, int]:
    """By match, the live table on which it is or was played."""
    rows = MatchTable.objects.filter(tournament=row, stage=stage).order_by("pk")
    return dict(rows.values_list("match", "table_id"))
