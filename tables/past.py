"""A table as its late spectators see it: a public view of an earlier moment.

The moment is the number of the newest event that they may know. All that is shown follows from
the events up to it, from what is fixed, and from nothing later: no stack, no seat and no clock
may betray the hand that runs now.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Min

from engine.game import State, game_for
from tables import queries
from tables.board_told import held_json, table_json
from tables.boards import Board, load_board
from tables.endings import ended_view
from tables.errors import NoSuchTable, NotWatchable
from tables.log import milliseconds
from tables.models import Event, Hand, HandSeat, Table
from tables.states import kept, lines_of, walk

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PastBoard:
    """A table as of an earlier event; the same for everybody who sees it late."""

    board: Board
    head: int
    event: Event | None  # the newest event of a hand up to `head`
    state: State | None  # of that hand, after that event
    players: tuple[HandSeat, ...]  # of that hand

    @property
    def later_ms(self) -> int | None:
        """In how many milliseconds at most more may be shown; None: when the hand is over."""
        return self.board.table.watch_ms or None

    def concerns(self, user_id: int | None) -> bool:
        """Nobody is shown anything here that others are not."""
        return False

    def snapshot(self, user_id: int | None) -> Json:
        """Return the table as of then; `host` and `bring` alone are the user's own."""
        return {
            "table": table_json(self.board.table),
            "head": self.head,
            "now": milliseconds(self.board.now),
            "you": None,
            "seats": self._seats_json(),
            "match": None,
            "hand": self._hand_json(),
            "clock": None,
            "held": held_json(self.board.table)
            if self.head == self.board.table.told_seq
            else None,
            "watching": self.board.aside.watching,
            "legal": [],
            "host": self.board.host_json(user_id),
            "bring": self.board.bring(user_id),
        }

    def _seats_json(self) -> list[Json]:
        """Who played the hand shown, with the chips that they had in it at that point."""
        hand = self._hand_json()
        stacks = {} if hand is None else {one["seat"]: one["stack"] for one in hand["seats"]}
        return [
            {
                "seat": one.seat,
                "name": one.user.username,
                "bot": one.user.is_bot,
                "stack": stacks.get(one.seat),
                "sitting_out": False,
                "away": False,
                "present": True,
            }
            for one in self.players
        ]

    def _hand_json(self) -> Json | None:
        if self.event is None or self.event.hand is None or self.state is None:
            return None
        hand = self.event.hand
        view = game_for(hand.rules_id).view(self.state, None)
        if self.event.type == "void":
            view = ended_view(view, hand)
        if view["phase"] == "over":
            view = {**view, "left": []}  # the seats shown are those of this hand
        return {"id": str(hand.pk), "hand_no": hand.hand_no, **view}


def load_seen(table_id: int, user_id: int | None) -> "Board | PastBoard":
    """Read a table as this user may see it now; `NotWatchable`, `NoSuchTable`.

    A private table is none to whoever was not let in (`tables.admission`).
    """
    board = load_board(table_id)
    if not board.admits(user_id):
        raise NoSuchTable(facts={"table": table_id})
    return board if board.shows_all_to(user_id) else load_past(board)


def head_for(table_id: int, user_id: int | None) -> int:
    """Return the number of the newest event that a user may know; refused as `load_seen` is."""
    head, _now, watch = queries.head_and_watch(table_id)
    if watch == queries.OPEN_TO_ALL:
        return head
    seen = load_seen(table_id, user_id)
    return seen.head if isinstance(seen, PastBoard) else seen.table.told_seq


def load_past(board: Board) -> PastBoard:
    """Read what late spectators may see of a table now; `NotWatchable` where nobody may."""
    table = board.table
    if table.watch == Table.Watch.NOBODY:
        raise NotWatchable
    head = shown_head(board)
    event = (
        Event.objects.filter(table=table, told__lte=head, hand__isnull=False)
        .select_related("hand")
        .order_by("-told")
        .first()
    )
    if event is None or event.hand is None:
        return PastBoard(board, head, None, None, ())
    players = HandSeat.objects.filter(hand=event.hand).select_related("user").order_by("seat")
    return PastBoard(board, head, event, _state_at(event, event.hand), tuple(players))


def shown_head(board: Board) -> int:
    """Return the number of the newest event that late spectators may know."""
    table = board.table
    if table.watch == Table.Watch.HAND:
        if board.hand is None or board.hand.state == Hand.State.CLOSED:
            return table.told_seq
        first = Event.objects.filter(hand=board.hand).aggregate(first=Min("told"))["first"]
        return table.told_seq if first is None else int(first) - 1
    until = board.now - timedelta(milliseconds=table.watch_ms)
    # The times of a table never go back, so only what is held back is looked through.
    shown = Event.objects.filter(
        table=table, told__isnull=False, told__lte=table.told_seq, at__lte=until
    )
    newest = shown.order_by("-told").values_list("told", flat=True).first()
    return newest or 0


def _state_at(event: Event, hand: Hand) -> State:
    state = kept.get(bytes(event.head or b""))
    if state is None:
        lines = lines_of(hand)[: (event.hand_seq or 0) + 1]
        *_, (_event, state) = walk(hand, lines)
    return state
