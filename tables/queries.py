"""Reading tables. Nothing here changes anything."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from django.db import connection
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from engine import record
from engine.narrate import narrate
from tables.admission import is_admitted
from tables.errors import HandNotOver, NoSuchHand, NoSuchTable
from tables.models import (
    Event,
    Guest,
    Hand,
    HandSeat,
    Heartbeat,
    HouseTable,
    Mute,
    Outbox,
    Seat,
    Table,
)
from tables.presence import is_present
from wallet.queries import escrows, stack, stacks_of

if TYPE_CHECKING:
    from deploy.accounts.models import User

LOBBY_MAX = 200
# Who may watch a table whose events are told to anybody, at once.
OPEN_TO_ALL = Table.Watch.LIVE


class LobbyRow(TypedDict):
    """A table as the lobby lists it."""

    id: int
    name: str
    rules: str
    stakes: str
    ante: int
    rake_per_mille: int
    rake_cap: int
    seats: int
    taken: int
    bots: int
    min_players: int
    buy_in_min: int
    buy_in_max: int
    state: str
    playing: bool
    mine: bool
    private: bool
    house: bool
    tournament: bool


def lobby(user: "User | None" = None) -> list[LobbyRow]:
    """Return the open tables, the user's own seats first, then those with most players.

    Private tables are listed to those only who own them, sit there or were let in.
    """
    user_id = user.pk if user else 0  # nobody's
    mine = Q(occupied__user_id=user_id)
    let = Guest.objects.filter(user_id=user_id, state=Guest.State.APPROVED).values("table")
    seated = Seat.objects.filter(user_id=user_id).values("table")
    shown = Q(private=False) | Q(owner_id=user_id) | Q(pk__in=let) | Q(pk__in=seated)
    tables = (
        Table.objects.filter(shown, state=Table.State.OPEN)
        .select_related("hand", "house")
        .annotate(
            taken=Count("occupied"),
            bots=Count("occupied", filter=Q(occupied__user__is_bot=True)),
            own=Count("occupied", filter=mine),
        )
        .filter(Q(tournament_id__isnull=True) | Q(own__gt=0))
        .order_by("-own", "-taken", "-pk")[:LOBBY_MAX]
    )
    return [_lobby_row(table) for table in tables]


def table_names(table_ids: Iterable[int]) -> dict[int, str]:
    """Return tables' names by number, in one query; those that there are not are left out."""
    return dict(Table.objects.filter(pk__in=set(table_ids)).values_list("pk", "name"))


def _lobby_row(table: Any) -> LobbyRow:  # noqa: ANN401 - a Table with the annotations of `lobby`
    return {
        "id": table.pk,
        "name": table.name,
        "rules": table.rules_id,
        "stakes": table.stakes,
        "ante": table.ante,
        "rake_per_mille": table.rake_per_mille,
        "rake_cap": table.rake_cap,
        "seats": table.seats,
        "taken": table.taken,
        "bots": table.bots,
        "min_players": table.min_players,
        "buy_in_min": table.buy_in_min,
        "buy_in_max": table.buy_in_max,
        "state": table.state,
        "playing": table.hand is not None and table.hand.state == Hand.State.OPEN,
        "mine": table.own > 0,
        "private": table.private,
        "house": hasattr(table, "house"),
        "tournament": table.tournament_id is not None,
    }


def table(table_id: int) -> Table:
    """Return a table with its newest hand, or raise `NoSuchTable`."""
    found = Table.objects.select_related("hand", "match", "owner").filter(pk=table_id).first()
    if found is None:
        raise NoSuchTable(facts={"table": table_id})
    return found


class SeatAndStack(TypedDict):
    """Where a user sits, and with how many chips."""

    table_id: int
    table: Table
    number: int
    stack: int
    sitting_out: bool
    leaving: bool


def seats_with_stacks(user: "User") -> list[SeatAndStack]:
    """Return where a user sits now, in the order of sitting down, with the chips at each seat."""
    stacks = escrows(user.pk)
    return [
        {
            "table_id": seat.table_id,
            "table": seat.table,
            "number": seat.number,
            "stack": stacks.get(seat.table_id, 0)
            if seat.table.tournament_id is None
            else stack(user.pk, seat.table_id, seat.table.unit),
            "sitting_out": seat.sitting_out,
            "leaving": seat.leaving,
        }
        for seat in Seat.objects.filter(user=user).select_related("table").order_by("pk")
    ]


def seen_table(table_id: int, user: "User") -> Table:
    """Return a table that this user may see, or raise `NoSuchTable`."""
    found = table(table_id)
    if not is_admitted(found, user.pk):
        raise NoSuchTable(facts={"table": table_id})
    return found


def hands(
    table_id: int | None = None, user: "User | None" = None, reader: "User | None" = None
) -> QuerySet[Hand]:
    """Return finished hands, newest first, of one table or of one player if asked.

    Hands at private tables are listed to those who played them and to the table's owner; whoever
    has a hand's id reads its record all the same, as every record can be checked by all.
    """
    found = Hand.objects.filter(state=Hand.State.CLOSED)
    if user is None:
        played = HandSeat.objects.filter(hand=OuterRef("pk"), user=reader)
        found = found.filter(Q(table__private=False) | Q(table__owner=reader) | Exists(played))
    if table_id is not None:
        found = found.filter(table_id=table_id)
    if user is not None:
        found = found.filter(players__user=user)
    return found.order_by("-ended_at", "-pk")


def hand(hand_id: uuid.UUID) -> Hand:
    """Return a hand, in play or over, or raise `NoSuchHand`."""
    found = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if found is None:
        raise NoSuchHand(facts={"hand": str(hand_id)})
    return found


def hand_for(hand_id: uuid.UUID, user_id: int) -> Hand:
    """Return `hand`; in play at a private table it is nobody's business who is no guest there.

    When it is over its record is open to whoever has its address.
    """
    found = hand(hand_id)
    if found.state == Hand.State.CLOSED or is_admitted(found.table, user_id):
        return found
    if not HandSeat.objects.filter(hand=found, user_id=user_id).exists():
        raise NoSuchHand(facts={"hand": str(hand_id)})
    return found


class Player(TypedDict):
    """Who played in a seat of a hand, whoever sits there now."""

    seat: int
    name: str
    bot: bool


def players_of(hand_ids: Iterable[uuid.UUID]) -> dict[str, list[Player]]:
    """Return who played in these hands, by the hand's id as text; one query, none for no hand."""
    wanted = set(hand_ids)
    found: dict[str, list[Player]] = {str(hand_id): [] for hand_id in wanted}
    if wanted:
        seats = HandSeat.objects.filter(hand__in=wanted).order_by("seat")
        rows = seats.values_list("hand_id", "seat", "user__username", "user__is_bot")
        for hand_id, seat, name, bot in rows:
            found[str(hand_id)].append({"seat": seat, "name": name, "bot": bot})
    return found


def record_text(hand: Hand) -> str:
    """Return the record file of a finished hand, from the stored bytes; `HandNotOver` in play."""
    if hand.state != Hand.State.CLOSED:
        raise HandNotOver
    lines = Event.objects.filter(hand=hand).order_by("hand_seq").values_list("line", "head")
    return "".join(record.file_line(str(line), bytes(head or b"")) for line, head in lines)


def replay_text(hand: Hand) -> str:
    """Return a finished hand told in plain text; `HandNotOver` in play.

    A record that is not good is told as far as it goes, and the last line says what is wrong.
    """
    text = record_text(hand)
    told: list[str] = []
    try:
        told.extend(narrate(record.load(text)))
    except record.RecordFault as fault:
        told.append(f"This record is not good. Line {fault.line_no}: {fault.reason}.")
    return "".join(f"{line}\n" for line in told)


def head(table_id: int) -> tuple[int, int]:
    """Return the number of a table's newest event that is told, and the database's time (ms).

    `NoSuchTable` if there is none.
    """
    newest, now, _watch = head_and_watch(table_id)
    return newest, now


def head_and_watch(table_id: int) -> tuple[int, int, str]:
    """Return what `head` does, and who may watch the table.

    That is `OPEN_TO_ALL` where everybody sees everything at once; else `tables.past` has to look.
    """
    found, now = heads([table_id])
    if table_id not in found:
        raise NoSuchTable(facts={"table": table_id})
    newest, watch = found[table_id]
    return newest, now, watch


def heads(table_ids: Sequence[int]) -> tuple[dict[int, tuple[int, str]], int]:
    """Return (newest told number, who may watch) by table, and the database's time (ms)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,"
            " id, told_seq, CASE WHEN private THEN 'private' ELSE watch END"
            " FROM (SELECT 1) one LEFT JOIN tables_table ON id = ANY(%s)",
            [list(table_ids)],
        )
        rows = cursor.fetchall()
    return {table: (int(told), str(watch)) for _now, table, told, watch in rows if table}, rows[0][
        0
    ]


def due_tables(limit: int) -> list[int]:
    """Return tables at which the clock is due, the longest overdue first."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM tables_table WHERE armed AND due_at <= clock_timestamp()"
            " ORDER BY due_at LIMIT %s",
            [limit],
        )
        return [row[0] for row in cursor.fetchall()]


def armed_tables() -> list[int]:
    """Return all tables whose clock is set."""
    return list(Table.objects.filter(armed=True).values_list("pk", flat=True))


def idle_tables() -> Iterable[int]:
    """Return open tables whose clock is not set though somebody is there."""
    unarmed = Table.objects.filter(due_at__isnull=True, state=Table.State.OPEN)
    stuck = Q(hand__state=Hand.State.OPEN) | Q(occupied__sitting_out=False, held=False)
    return unarmed.filter(stuck).distinct().values_list("pk", flat=True)


def presence(table_id: int) -> dict[str, bool]:
    """Return for each taken seat, by its number as text, whether its player is here now."""
    now = clock()
    seats = Seat.objects.filter(table_id=table_id).values_list(
        "number", "user__is_bot", "last_seen"
    )
    return {str(number): is_bot or is_present(seen, now) for number, is_bot, seen in seats}


def tables_with_idle_seats(since: timedelta) -> list[int]:
    """Return the tables at which somebody has sat out for longer than that; no tournament's."""
    idle = Seat.objects.filter(
        sitting_out=True, out_since__lt=Now() - since, table__tournament_id__isnull=True
    )
    return list(idle.values_list("table_id", flat=True).distinct())


def house_tables() -> list[int]:
    """Return the house tables that a sweeper has to keep, or to close."""
    kept = Q(is_open=True) | Q(table__state=Table.State.OPEN)
    return list(HouseTable.objects.filter(kept).order_by("pk").values_list("pk", flat=True))


def house_definitions() -> QuerySet[HouseTable]:
    """Return all tables that the house keeps or has kept, the newest first."""
    return HouseTable.objects.order_by("-pk")


class Told(TypedDict):
    """A row of the outbox."""

    id: int
    table_id: int
    kind: str
    body: dict[str, Any]


class Standing(TypedDict):
    """Where an arranged table stands between its hands; `stacks` by user id."""

    playing: bool
    held: bool
    stopping: bool
    why: dict[str, Any] | None
    ante: int
    closed: bool
    hand_no: int
    next_dealer: int | None
    players: dict[int, int]
    stacks: dict[int, int]


def told(tournament_id: int, limit: int | None = 100, table_id: int | None = None) -> list[Told]:
    """What a tournament's tables told it and it has not taken note of yet, oldest first.

    Of all its tables, or of one; no more rows than `limit`, if there is one.
    """
    rows = Outbox.objects.filter(tournament_id=tournament_id, done_at__isnull=True).order_by("pk")
    if table_id is not None:
        rows = rows.filter(table=table_id)
    return [
        {"id": one.pk, "table_id": one.table_id, "kind": one.kind, "body": one.body}
        for one in rows[:limit]
    ]


def telling() -> list[int]:
    """The tournaments whose tables have told something that waits."""
    waiting = Outbox.objects.filter(done_at__isnull=True).values_list("tournament_id", flat=True)
    return sorted(set(waiting.distinct()))


def arranged(table_ids: Iterable[int], unit: str) -> dict[int, Standing]:
    """Where tables of one tournament stand now, in three queries however many they are."""
    tables = Table.objects.filter(pk__in=list(table_ids)).select_related("hand")
    seats: dict[int, dict[int, int]] = {}
    for table_id, number, user_id in Seat.objects.filter(table__in=tables).values_list(
        "table_id", "number", "user_id"
    ):
        seats.setdefault(table_id, {})[number] = user_id
    stacks = stacks_of(seats, unit)
    return {
        one.pk: {
            "playing": one.hand is not None and one.hand.state == Hand.State.OPEN,
            "held": one.held,
            "stopping": one.stopping,
            "why": one.held_why,
            "ante": one.ante,
            "closed": one.state == Table.State.CLOSED,
            "hand_no": one.hand_no,
            "next_dealer": one.next_dealer,
            "players": seats.get(one.pk, {}),
            "stacks": stacks.get(one.pk, {}),
        }
        for one in tables
    }


def absent(table_ids: Sequence[int]) -> dict[int, set[int]]:
    """Who of each table is not there and never acted at it, by user id; bots always are."""
    found: dict[int, set[int]] = {table_id: set() for table_id in table_ids}
    now = clock()
    acted = set(
        Event.objects.filter(table__in=table_ids, actor__isnull=False)
        .values_list("table_id", "actor_id")
        .distinct()
    )
    seats = Seat.objects.filter(table__in=table_ids, user__is_bot=False)
    for table_id, user_id, last_seen in seats.values_list("table_id", "user_id", "last_seen"):
        if not is_present(last_seen, now) and (table_id, user_id) not in acted:
            found[table_id].add(user_id)
    return found


def hands_in_play(table_ids: Iterable[int]) -> int:
    """Return at how many of these tables a hand is in play."""
    return Hand.objects.filter(table_id__in=list(table_ids), state=Hand.State.OPEN).count()


def clock() -> datetime:
    """Return the database's time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def doors_open(within: timedelta) -> bool:
    """Whether some web process was heard of within that time."""
    gone = silence()
    return gone is not None and gone <= within


def silence() -> timedelta | None:
    """Return how long no web process has been heard of; None if none ever was."""
    newest = Heartbeat.objects.filter(is_door=True).aggregate(at=Max("at"))["at"]
    if newest is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() - %s", [newest])
        gone: timedelta = cursor.fetchone()[0]
    return gone


def muted_by(user: "User") -> set[str | None]:
    """Return the names of those whom a user does not hear; None among them: everybody."""
    return set(Mute.objects.filter(user=user).values_list("muted__username", flat=True))
