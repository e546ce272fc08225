"""Matches at a table: hands that add up to a winner, from the first deal to the sharing out."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model

from engine import match as matches
from engine.game import Outcome, Seating, Setup
from engine.match import Match, MatchSetup
from engine.match_json import match_json, match_of
from engine.match_rank import ranking
from engine.match_setup import BUY_IN
from tables.log import Log
from tables.models import Seat, Table, TableMatch
from tables.playing_for import rules_of, stakes_of
from wallet import commands as wallet
from wallet.commands.undoing import Stakes

# A match of silent players has to end: after so many hands it ends as it stands.
HAND_LIMIT = 200


def in_match(table: Table) -> TableMatch | None:
    """Return the match in play at a locked table, if there is one."""
    row = table.match
    return row if row is not None and row.state == TableMatch.State.OPEN else None


def is_played_for(stakes: Stakes) -> bool:
    """Whether a match is in play at one of these tables: its pot and stacks are counted on."""
    tables = Table.objects.filter(pk__in=stakes.tables).order_by("pk")
    # `of`: a table may be without a match, and PostgreSQL locks no missing row.
    rows = tables.select_for_update(no_key=True, of=("self",)).select_related("match")
    return any(in_match(table) is not None for table in rows)


def standing_of(row: TableMatch) -> Match:
    """Return where a match stands."""
    return match_of(row.standing)


def begin_match(log: Log, ready: Sequence[tuple[Seat, int]], dealer: int) -> TableMatch:
    """Open a match for these seats and collect what it costs from their stacks; tell it.

    `ready` gives each seat with its stack, enough to pay for the match.
    """
    table = log.table
    rules = rules_of(table)
    hand_stakes, stakes = stakes_of(table)
    match = matches.begin(
        MatchSetup(
            rules_id=table.rules_id,
            options=rules.options,
            seats=tuple(Seating(seat.number, stack) for seat, stack in ready),
            dealer=dealer,
            hand_stakes=hand_stakes,
            stakes=stakes,
            hand_limit=HAND_LIMIT,
        )
    )
    row = TableMatch.objects.create(
        table=table,
        match_no=table.match_no + 1,
        players={str(seat.number): seat.user_id for seat, _stack in ready},
        standing=match_json(match),
        started_at=log.now,
    )
    table.match, table.match_no = row, row.match_no
    if stakes.kind == BUY_IN:
        wallet.collect_match(
            key=log.key(),
            table_id=table.pk,
            match_id=str(row.pk),
            amounts={seat.user_id: stakes.amount for seat, _stack in ready},
        )
    numbers = [seat.number for seat, _stack in ready]
    log.tell("match", match_no=row.match_no, seats=numbers, pot=match.pot)
    Seat.objects.filter(pk__in=[seat.pk for seat, _stack in ready]).update(
        reserve_ms=table.reserve_ms, grace_ms=table.grace_ms
    )
    return row


def next_setup(row: TableMatch) -> Setup:
    """Return the set-up of the next hand of a match in play."""
    return matches.next_hand(standing_of(row))


def advance_match(log: Log, row: TableMatch, outcome: Outcome) -> None:
    """Count a finished hand; when that ends the match, pay out and tell who won."""
    before = standing_of(row)
    match = matches.apply(before, outcome)
    row.standing = match_json(match)
    if match.over is None:
        row.save(update_fields=["standing"])
        return
    rake = match.rake - before.rake - outcome.rake
    # What the hand itself moved is settled already; the rest is the match's.
    stacks = {one.seat: one.stack for one in before.standings} | dict(outcome.stacks)
    gains = {row.players[str(one.seat)]: one.stack - stacks[one.seat] for one in match.standings}
    wallet.settle_match(
        key=log.key(),
        table_id=log.table.pk,
        match_id=str(row.pk),
        gains=gains,
        pot=before.pot,
        rake=rake,
    )
    _close(log, row)
    log.tell(
        "match-over",
        match_no=row.match_no,
        how=match.over,
        winners=list(matches.winners(match)),
        standings=standings_json(match),
        pot=before.pot,
        rake=rake,
    )


def abandon_match(log: Log, row: TableMatch) -> None:
    """End a match that nobody plays any more: what it cost goes back to those who paid it."""
    match = standing_of(row)
    if match.pot:
        amount = match.setup.stakes.amount
        wallet.settle_match(
            key=log.key(),
            table_id=log.table.pk,
            match_id=str(row.pk),
            gains=dict.fromkeys(row.players.values(), amount),
            pot=match.pot,
            rake=0,
        )
        _send_after(log, row)
    _close(log, row)
    log.tell("match-void", match_no=row.match_no)


def is_bound(row: TableMatch, seat: Seat) -> bool:
    """Whether a seat must stay for a match in play: it is still in, or owes for its points."""
    match = standing_of(row)
    standing = next((one for one in match.standings if one.seat == seat.number), None)
    if standing is None or row.players.get(str(seat.number)) != seat.user_id:
        return False
    return standing.out_after is None or match.setup.stakes.kind not in {BUY_IN, "none"}


def standings_json(match: Match) -> list[dict[str, Any]]:
    """Return where each seat stands, the best first; equal ranks are shared.

    "chips": what it has won or lost since before the buy-in.
    """
    ranks, moved = dict(ranking(match)), dict(matches.deltas(match))
    told: list[dict[str, Any]] = [
        {
            "seat": one.seat,
            "rank": ranks[one.seat],
            "points": one.points,
            "wins": one.wins,
            "out_after": one.out_after,
            "chips": moved[one.seat],
        }
        for one in match.standings
    ]
    return sorted(told, key=lambda one: (one["rank"], one["seat"]))


def _send_after(log: Log, row: TableMatch) -> None:
    """Send what came back to who has left the table since: nobody sits there to take it along."""
    table = log.table
    seated = set(Seat.objects.filter(table=table).values_list("user_id", flat=True))
    gone = get_user_model().objects.filter(pk__in=set(row.players.values()) - seated)
    for user in gone.order_by("pk"):
        key = f"{log.key()} {user.pk}"
        moved = wallet.leave(key=key, user_id=user.pk, table_id=table.pk, unit=table.unit)
        if user.is_bot and moved:
            wallet.unstake_bot(key=key, user_id=user.pk, amount=moved)


def _close(log: Log, row: TableMatch) -> None:
    row.state = TableMatch.State.CLOSED
    row.ended_at = log.now
    row.save(update_fields=["standing", "state", "ended_at"])
