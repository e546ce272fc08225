"""Seats of a freezeout turned into seats at live tables, with the chips that go along."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.db.models import Q, QuerySet

from tables import commands as tables
from tables import queries as live
from tables.queries import Standing
from tournaments.book import Book
from tournaments.commands.bots import bots_play
from tournaments.commands.levels import ante_now
from tournaments.commands.stacks import retire, start
from tournaments.models import Entrant, MatchTable
from tournaments.rules import events as e
from tournaments.rules.state import IN, StageState
from tournaments.rules.structure import ENTRIES
from wallet import commands as wallet

SEATS: Final[Mapping[str, object]] = {"code": "seats"}
"""Why a table stands still at which seats are given anew."""
ELSEWHERE: Final = "the tournament goes on elsewhere"

Place = tuple[MatchTable, Standing]
Places = dict[int, Place]


def rows(book: Book, stage: StageState) -> QuerySet[MatchTable]:
    """The open live tables of a stage."""
    return MatchTable.objects.filter(
        tournament=book.row, stage=stage.spec.id, state=MatchTable.State.OPEN
    )


def places(book: Book, stage: StageState) -> Places:
    """The open live tables of a stage by number, and where each stands."""
    found = {row.table_id: row for row in rows(book, stage)}
    standings = live.arranged(found, wallet.tournament_unit(book.row.pk)) if found else {}
    return {int(row.match): (row, standings[table_id]) for table_id, row in found.items()}


def dealers(stage: StageState, known: Places) -> dict[int, int]:
    """Who deals the next hand at each table, as a seat from 1; where nobody knows, the first."""
    found = {}
    for number, seats in stage.tables().items():
        wanted = known[number][1]["next_dealer"] if number in known else None
        taken = sorted(seats)
        at = 0 if wanted is None else wanted + 1
        found[number] = next((seat for seat in taken if seat >= at), taken[0])
    return found


def lately(book: Book, stage: StageState, known: Places) -> list[str]:
    """Who has come to a table within its last orbit."""
    moved = Entrant.objects.filter(
        tournament=book.row, stage=stage.spec.id, moved_hand__gt=0
    ).values_list("ref", "table_no", "moved_hand")
    return [
        ref
        for ref, number, hand in moved
        if number in known
        and known[number][1]["hand_no"] - (hand - 1) < len(known[number][1]["players"])
    ]


def homeless(book: Book, stage: StageState) -> Iterator[str]:
    """Refs of those who play in a stage and have no seat: late entries, and re-entries."""
    if len(stage.entrants) == len(stage.seats) + sum(map(len, stage.out)) and not any(
        take.source == ENTRIES for take in stage.spec.takes
    ):
        return
    gone = {ref for group in stage.out for ref in group}
    flights = {take.flight for take in stage.spec.takes if take.source == ENTRIES}
    members = set(stage.entrants)
    for ref, one in book.state.entrants.items():
        if one.status not in IN or ref in stage.seats or ref in gone:
            continue
        if ref in members or "" in flights or one.flight in flights:
            yield ref


def stop(place: Place, why: Mapping[str, object] | None = None) -> bool:
    """Let a table stop after its hand, or hold it if none is in play; whether that was news.

    `why` is what its page tells; of a table that stands still already it is told anew.
    """
    row, standing = place
    if not (standing["held"] or standing["stopping"]):
        tables.stop_table(table_id=row.table_id, why=why)
        return True
    return why is not None and say_why(place, why)


def say_why(place: Place, why: Mapping[str, object]) -> bool:
    """Say why a table stands still; whether that was news."""
    row, standing = place
    if standing["why"] == why:
        return False
    tables.set_table(table_id=row.table_id, why=why)
    return True


def stopped(
    book: Book, stage: StageState, events: Sequence[e.Seated], known: Places
) -> list[e.Seated]:
    """Stop every table between which somebody moves; return the moves between those that have.

    Who moves can see it, and why, from now on. A table that breaks empties seat by seat, as those
    to which its players go have ended their hands: no table waits for one that it has nothing to
    do with. Nobody is moved for balance before the breaking is done.
    """
    moves = {ref: (table, seat, event.why) for event in events for ref, table, seat in event.seats}
    _tell_moves(book, moves)
    involved = {stage.seats[ref][0] for ref in moves} | {table for table, _, _ in moves.values()}
    playing: set[int] = set()
    for number in sorted(involved & known.keys()):
        row, standing = known[number]
        stands = standing["held"] and not standing["playing"]
        if not stands and tables.stop_table(table_id=row.table_id, why=SEATS):
            playing.add(number)
    return _between_stopped(stage, events, playing)


def _between_stopped(
    stage: StageState, events: Sequence[e.Seated], playing: Collection[int]
) -> list[e.Seated]:
    found: list[e.Seated] = []
    taken = set(stage.seats.values())
    for event in events:
        seats = []
        for ref, table, seat in event.seats:
            source = stage.seats[ref]
            if source[0] in playing or table in playing:
                continue
            if event.why != e.FINAL and (table, seat) in taken:
                continue  # of somebody who moves too, and has to wait
            taken = taken - {source} | {(table, seat)}
            seats.append((ref, table, seat))
        whole = len(seats) == len(event.seats)
        if seats and (whole or event.why != e.FINAL):
            found.append(e.Seated(event.stage, tuple(seats), event.why))
        if not whole:
            break
    return found


def carry_out(book: Book, stage: StageState, event: e.Seated, known: Places) -> None:
    """Move everybody of an event to the new seats, chips and all; close tables left empty."""
    before = dict(stage.seats)
    book.add(event)
    if not known:
        return
    movers = {
        one.ref: one
        for one in Entrant.objects.filter(
            tournament=book.row, ref__in=[ref for ref, _, _ in event.seats]
        ).select_related("user")
    }
    chips = {
        ref: tables.unseat_player(
            table_id=known[before[ref][0]][0].table_id, user_id=_user_id(movers[ref])
        )
        for ref, _table, _seat in event.seats
    }
    for ref, table, seat in event.seats:
        one = movers[ref]
        row, standing = known[table]
        user = one.user
        if user is not None:
            tables.seat_player(
                table_id=row.table_id,
                user=user,
                seat=seat - 1,
                stack=chips[ref],
                plays=one.plays,
            )
        one.moved_hand = standing["hand_no"] + 1
    # Not by bulk_update, which would write JSON's null where none is meant.
    Entrant.objects.filter(pk__in=[one.pk for one in movers.values()]).update(moving=None)
    Entrant.objects.bulk_update(movers.values(), ["moved_hand"])
    left = book.state.stages[stage.spec.id].tables()
    for number in sorted(known.keys() - left.keys()):
        if known[number][0].state == MatchTable.State.OPEN:
            close_table(book, known[number][0])


def open_table(book: Book, stage: StageState, number: int) -> None:
    """Open a table with the players that the log seats there; held.

    Each has a new stack, and the chips that were bought meanwhile.
    """
    seats = stage.tables()[number]
    users = _users(book, seats.values())
    stacks = start(book, stage, {ref: users[ref] for ref in seats.values()})
    table_id = tables.arrange_table(
        tournament_id=book.row.pk,
        owner=book.row.owner,
        name=f"{book.row.name[:28]} {number}",
        settings=book.row.table_settings,
        ante=ante_now(stage),
        players={
            seat - 1: users[seats[seat]] if seat in seats else None
            for seat in range(1, stage.spec.size + 1)
        },
        stacks=stacks,
        unit=wallet.tournament_unit(book.row.pk),
        held=True,
        plays=bots_play(book),
    )
    MatchTable.objects.create(
        tournament=book.row,
        stage=stage.spec.id,
        match=str(number),
        players=[seats.get(seat) for seat in range(1, stage.spec.size + 1)],
        table_id=table_id,
        opened_at=book.now,
    )


def close_table(book: Book, row: MatchTable, reason: str = ELSEWHERE) -> None:
    """Close a live table; its chips leave the game. `reason`: of a hand that it breaks off."""
    row.state = MatchTable.State.DONE
    row.save(update_fields=["state"])
    moved = tables.dissolve_table(table_id=row.table_id, reason=reason)
    for user_id, chips in sorted(moved.items()):
        retire(book, user_id, chips, f"table {row.pk}")


def seat_with_stack(book: Book, stage: StageState, one: Entrant, table_id: int, seat: int) -> None:
    """Give a late entrant of a stage a seat at an open table, and a new stack."""
    user = one.user
    if user is not None:
        stacks = start(book, stage, {one.ref: user.pk})
        tables.seat_player(
            table_id=table_id, user=user, seat=seat, stack=stacks[user.pk], plays=one.plays
        )


def _users(book: Book, refs: Iterable[str]) -> dict[str, int]:
    found = Entrant.objects.filter(tournament=book.row, ref__in=list(refs), user__isnull=False)
    return dict(found.values_list("ref", "user_id"))


def _user_id(one: Entrant) -> int:
    return one.user_id or 0


def _tell_moves(book: Book, moves: dict[str, tuple[int, int, str]]) -> None:
    told = Q(moving__isnull=False) | Q(ref__in=list(moves))
    for one in Entrant.objects.filter(told, tournament=book.row):
        planned = moves.get(one.ref)
        wanted = planned and dict(zip(("table", "seat", "why"), planned, strict=True))
        if one.moving != wanted:
            one.moving = wanted
            one.save(update_fields=["moving"])
