"""What a viewer may know of a table's events, from a cursor on.

News is loaded once and told to any number of viewers: the states around each action are found
once, and the engine's `seen` decides what each viewer may know of it.
"""

import json
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, cast

from django.db.models import Q

from engine import record
from engine.game import Action, State, game_for
from tables.log import milliseconds
from tables.models import Event, Hand, HandSeat, Mute
from tables.raw_rows import RawRows, join
from tables.states import kept, lines_of, walk
from wallet.prepared import prepared_cursor

Json = dict[str, Any]

EVENTS_MAX = 500
NEWEST = 2**62  # no table has as many events


@dataclass(frozen=True, slots=True)
class _Step:
    """One action with the states before and after it."""

    action: Action
    before: State
    after: State


@dataclass(frozen=True, slots=True)
class News:
    """Some events of a table, in order, ready to be told to anybody."""

    rows: Sequence[Event]
    steps: dict[int, _Step]  # by event number
    seats: dict[tuple[str, int], int]  # (hand id, user id) → seat in that hand
    unheard: frozenset[tuple[int, str | None]] = frozenset()  # (user id, whom they have muted)
    # What strangers were sent of it, by their cursor: written once for all of them.
    frames: dict[int, str] = field(default_factory=dict)

    def mutes(self, user_id: int) -> bool:
        """Whether a user does not hear somebody who speaks here."""
        return any(listener == user_id for listener, _speaker in self.unheard)

    def told_to(self, user_id: int | None, after: int = 0) -> list[Json]:
        """Return the events above `after` as a user may know them, the others left out."""
        told = (self._tell(row, user_id) for row in self.rows if (row.told or 0) > after)
        return [event for event in told if event is not None]

    def _tell(self, row: Event, user_id: int | None) -> Json | None:
        common: Json = {"seq": row.told, "at": milliseconds(row.at), "type": row.type}
        if row.hand is None:
            if row.type == "said" and self._is_muted(row, user_id):
                return None
            body = dict(row.body or {})
            only_to = body.pop("only_to", None)  # told to one account alone
            return common | body if only_to in (None, user_id) else None
        event = _event(row)
        common["hand"] = str(row.hand.pk)
        if row.type == "commit":
            number, commitment = row.hand.hand_no, event["commit"]
            return common | {"type": "hand", "hand_no": number, "commit": commitment}
        if row.type in {"close", "void"}:
            return common | {"type": "close", "result": row.hand.result}
        step = self.steps.get(row.seq)
        if step is None:
            told = event | {"why": (row.body or {}).get("why")}
            shown = ("what", "ms", "seat", "why")
            return common | {key: told[key] for key in shown if told.get(key) is not None}
        seat = None if user_id is None else self.seats.get((str(row.hand.pk), user_id))
        seen = game_for(row.hand.rules_id).seen(step.before, step.action, step.after, seat)
        return None if seen is None else common | seen | {"by": event.get("by", "clock")}

    def _is_muted(self, row: Event, user_id: int | None) -> bool:
        speaker = (row.body or {}).get("name")
        return user_id is not None and bool({(user_id, None), (user_id, speaker)} & self.unheard)


class _Read(NamedTuple):
    """An event as it was read, with the chain value of its hand's line before it."""

    event: Event
    head_before: bytes


def load_news(
    table_id: int,
    after: int,
    upto: int | None = None,
    players: Mapping[uuid.UUID, Mapping[int, int]] | None = None,
) -> News:
    """Read the events above told number `after`, at most `EVENTS_MAX`, oldest first.

    With `upto`, none above that number: what a late spectator may know. `players`: who plays in
    which seat (user id → seat) of the hands that the caller knows; others are read.

    A secret event has no such number and is never news: who did it sees it in the state.
    """
    found = _read_rows(table_id, after, NEWEST if upto is None else upto)
    rows = [one.event for one in found]
    hands = {row.hand.pk: row.hand for row in rows if row.hand is not None}
    known = {hand_id: seats for hand_id, seats in (players or {}).items() if hand_id in hands}
    known |= _players_of(hands.keys() - known.keys())
    seats = {
        (str(hand_id), user_id): seat
        for hand_id, in_hand in known.items()
        for user_id, seat in in_hand.items()
    }
    return News(rows, _steps(found), seats, _unheard(rows))


def _players_of(hand_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, dict[int, int]]:
    if not hand_ids:
        return {}
    seats: dict[uuid.UUID, dict[int, int]] = {}
    found = HandSeat.objects.filter(hand__in=hand_ids).values_list("hand_id", "user_id", "seat")
    for hand_id, user_id, seat in found:
        seats.setdefault(hand_id, {})[user_id] = seat
    return seats


def _read_rows(table_id: int, after: int, upto: int) -> list[_Read]:
    events, hands, sql = _statement()
    read = []
    with prepared_cursor() as cursor:
        cursor.execute(sql, [table_id, after, upto, EVENTS_MAX])
        for found in cursor.fetchall():
            event = events.make(found[: events.width])
            if event is not None:
                join(event, "hand", hands.make(found[events.width : -1]))
                read.append(_Read(event, bytes(found[-1] or b"")))
    return read


@lru_cache(maxsize=1)
def _statement() -> tuple[RawRows[Event], RawRows[Hand], str]:
    # Without what is no news, and is read later by whoever needs it.
    events = RawRows(Event, "e", without=("actor", "action_id"))
    hands = RawRows(Hand, "h", without=("dealt_in", "match", "started_at", "ended_at"))
    sql = (
        f"SELECT {events.columns}, {hands.columns}, p.head FROM tables_event e"  # noqa: S608 - our own columns
        " LEFT JOIN tables_hand h ON h.id = e.hand_id"
        " LEFT JOIN tables_event p ON p.hand_id = e.hand_id AND p.hand_seq = e.hand_seq - 1"
        " WHERE e.table_id = %s AND e.told > %s AND e.told <= %s ORDER BY e.told LIMIT %s"
    )
    return events, hands, sql


def _unheard(rows: Sequence[Event]) -> frozenset[tuple[int, str | None]]:
    """Return who has muted whom among those who speak in these events; None: everybody."""
    speakers = {(row.body or {}).get("name") for row in rows if row.type == "said"}
    if not speakers:
        return frozenset()
    muted = Mute.objects.filter(Q(muted=None) | Q(muted__username__in=speakers))
    return frozenset(muted.values_list("user_id", "muted__username"))


def _steps(found: Sequence[_Read]) -> dict[int, _Step]:
    steps: dict[int, _Step] = {}
    for row, head_before in found:
        action = None if row.hand is None else record.action_of(_event(row))
        if action is None or row.hand is None:
            continue
        before, after = kept.get(head_before), kept.get(bytes(row.head or b""))
        if before is None or after is None:
            states = [state for _event, state in walk(row.hand, lines_of(row.hand))]
            number = cast("int", row.hand_seq)
            before, after = states[number - 1], states[number]
        steps[row.seq] = _Step(action, before, after)
    return steps


def _event(row: Event) -> Json:
    return cast("Json", json.loads(row.line or "{}"))
