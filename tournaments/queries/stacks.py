"""Chips over time, and how somebody went out of a freezeout."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q

from tables import queries as live
from tournaments.models import Entrant, MatchTable, StackCount, Tournament, TournamentEvent
from tournaments.rules.bounties import PotShare, takers
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    BountyTaken,
    Busted,
    LevelBegan,
    Rebought,
    ReEntered,
    StageStarted,
)

Count = tuple[datetime, int]
BOUGHT: Final = (ReEntered.kind, Rebought.kind)


@dataclass(frozen=True, slots=True)
class Out:
    """How somebody went out: when, at which table, with how much before the last hand.

    `hand`: the id of that hand, "" in a room. `by`: refs of those who took the last chips, as far
    as anybody knows.
    """

    at: datetime
    seq: int
    table: int
    stack: int
    hand: str = ""
    by: tuple[str, ...] = ()


def stack_counts(row: Tournament, refs: Collection[str]) -> dict[str, list[Count]]:
    """What these entrants had in front after each hand or count, in order; 0 when they are out."""
    found: dict[str, list[Count]] = {ref: [] for ref in refs}
    named = Entrant.objects.filter(tournament=row, ref__in=refs).values_list("pk", "ref")
    ids = dict(named)
    counts = StackCount.objects.filter(entrant_id__in=ids).order_by("entrant_id", "pk")
    for entrant, at, chips in counts.values_list("entrant_id", "at", "chips"):
        found[ids[entrant]].append((at, chips))
    for event in _about(row, Busted.kind, refs):
        for bust in json.loads(event.line)["busts"]:
            if bust["entrant"] in found:
                found[bust["entrant"]].append((event.at, 0))
    return {ref: sorted(given) for ref, given in found.items()}


def started_with(row: Tournament, stage: str) -> tuple[datetime, frozenset[str]] | None:
    """When a stage started, and with whom; None before that."""
    events = TournamentEvent.objects.filter(tournament=row, kind=StageStarted.kind)
    for event in events.order_by("seq"):
        said = json.loads(event.line)
        if said["stage"] == stage:
            return event.at, frozenset(said["entrants"])
    return None


def levels_began(row: Tournament, stage: str) -> list[tuple[datetime, int]]:
    """The moments at which the levels of a stage began, but the first: (when, its index)."""
    found = TournamentEvent.objects.filter(tournament=row, kind=LevelBegan.kind).order_by("seq")
    told = [(event.at, json.loads(event.line)) for event in found]
    return [(at, int(said["level"])) for at, said in told if said["stage"] == stage]


def bust_batches(row: Tournament, stage: str) -> list[list[tuple[str, int]]]:
    """Who went out of a stage together, with the stacks before that hand; the first ones first."""
    found = TournamentEvent.objects.filter(tournament=row, kind=Busted.kind).order_by("seq")
    told = [json.loads(line) for line in found.values_list("line", flat=True)]
    return [
        [(bust["entrant"], bust["stack"]) for bust in one["busts"]]
        for one in told
        if one["stage"] == stage
    ]


def went_out(row: Tournament, ref: str) -> Out | None:
    """How an entrant lost the last chips, the last time; None for who never did."""
    event = _about(row, Busted.kind, [ref]).last()
    if event is None:
        return None
    said = json.loads(event.line)
    bust = next(one for one in said["busts"] if one["entrant"] == ref)
    out = Out(event.at, event.seq, int(bust["table"]), int(bust["stack"]))
    hand, by = _last_hand(row, said["stage"], ref, out)
    return Out(out.at, out.seq, out.table, out.stack, hand, by or _bounty_by(row, ref, out.seq))


def _about(row: Tournament, kind: str, refs: Collection[str]) -> Any:  # noqa: ANN401 - a QuerySet
    """The events of a kind that name one of these entrants, in order."""
    named = Q(pk__in=())
    for ref in refs:
        named |= Q(line__contains=json.dumps(ref))
    return TournamentEvent.objects.filter(named, tournament=row, kind=kind).order_by("seq")


def _last_hand(row: Tournament, stage: str, ref: str, out: Out) -> tuple[str, tuple[str, ...]]:
    """The hand that left an entrant without chips, and who won the last pot that held some."""
    user = Entrant.objects.select_related("user").get(tournament=row, ref=ref).user
    places = MatchTable.objects.filter(tournament=row, stage=stage, match=str(out.table))
    if user is None:
        return "", ()
    for table in places.order_by("-pk").values_list("table_id", flat=True):
        hands = live.hands(table, user).filter(ended_at__lte=out.at)
        hand = hands.prefetch_related("players").first()
        if hand is None or hand.result is None:
            continue
        users = {one.seat: one.user_id for one in hand.players.all()}
        refs = dict(
            Entrant.objects.filter(tournament=row, user__in=users.values()).values_list(
                "user_id", "ref"
            )
        )
        names = {seat: refs.get(user_id, "") for seat, user_id in users.items()}
        mine = next(seat for seat, user_id in users.items() if user_id == user.pk)
        if dict(hand.result["stacks"]).get(mine, 0):
            return "", ()  # left with chips: nobody took them
        return str(hand.pk), _takers(hand.result.get("pots", []), names, ref)
    return "", ()


def _takers(
    pots: Sequence[Mapping[str, Any]], names: Mapping[int, str], ref: str
) -> tuple[str, ...]:
    shares = [
        PotShare(
            tuple(names.get(seat, "") for seat in pot["seats"]),
            () if pot["winner"] is None else (names.get(pot["winner"], ""),),
        )
        for pot in pots
    ]
    try:
        return tuple(one for one in takers(shares, ref) if one)
    except Refused:
        return ()


def _bounty_by(row: Tournament, ref: str, seq: int) -> tuple[str, ...]:
    """Who took the head of somebody who went out at that event."""
    for event in _about(row, BountyTaken.kind, [ref]).filter(seq__gt=seq)[:1]:
        said = json.loads(event.line)
        if said["victim"] == ref:
            return tuple(one["killer"] for one in said["taken"])
    return ()
