"""What a viewer sees of a table at one moment: the snapshot.

A board is loaded once and shown to any number of viewers; what differs between them comes from
the engine's `view`, `seen` and `legal` and from nothing else.
"""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson

from engine.game import State, game_for
from tables.ahead import holds
from tables.aside import NOTHING_ASIDE, Aside
from tables.board_rows import read_table, seats_of
from tables.board_told import clock_json, held_json, match_json, table_json
from tables.commands.ahead import in_order
from tables.commands.hand import is_away
from tables.endings import ended_view
from tables.log import milliseconds
from tables.models import Hand, Seat, Table
from tables.presence import HEARD_EVERY, is_present
from tables.states import state_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Board:
    """A table at one moment, with all that any viewer may be shown."""

    table: Table
    now: datetime
    seats: tuple[Seat, ...]
    stacks: dict[int, int]
    hand: Hand | None
    state: State | None
    hand_seats: dict[int, int] = field(default_factory=dict)  # user id → seat in the hand
    arranged: dict[int, list[str]] = field(default_factory=dict)  # user id → cards in order
    aside: Aside = NOTHING_ASIDE
    # What was put together once, for the next viewer or the next question.
    _same: Json = field(init=False, default_factory=dict, repr=False, compare=False)
    _views: dict[int | None, Json] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )
    _encoded: Json = field(init=False, default_factory=dict, repr=False, compare=False)

    @property
    def players(self) -> dict[uuid.UUID, dict[int, int]]:
        """Who plays in which seat (user id → seat) of the newest hand, by its id."""
        return {} if self.hand is None else {self.hand.pk: self.hand_seats}

    def snapshot(self, user_id: int | None) -> Json:
        """Return the table as this user may see it now."""
        own = next((seat for seat in self.seats if seat.user_id == user_id), None)
        same = self._same_for_all()
        return {
            "table": same["table"],
            "head": self.table.told_seq,
            "now": same["now"],
            "you": None if own is None else self._you(own),
            "seats": same["seats"],
            "match": same["match"],
            "hand": self._hand_json(user_id),
            "clock": same["clock"],
            "held": same["held"],
            "watching": self.aside.watching,
            "legal": self.legal(user_id),
            "host": self.host_json(user_id),
            "bring": self.bring(user_id),
        }

    def _same_for_all(self) -> Json:
        """What every viewer is shown, put together once: nobody may change it."""
        if not self._same:
            self._same.update(
                table=table_json(self.table),
                now=milliseconds(self.now),
                seats=[self._seat_json(seat) for seat in self.seats],
                match=match_json(self.table.match),
                clock=clock_json(self.table, self.seats, self.hand, self.state),
                held=held_json(self.table),
            )
        return self._same

    def encoded(self) -> dict[str, Any]:
        """Return those parts of a snapshot that are the same for all, as orjson has written them.

        They stand in for the parts of the same name where a snapshot is written by orjson.
        """
        if not self._encoded:
            same = self._same_for_all()
            parts = {name: orjson.Fragment(orjson.dumps(part)) for name, part in same.items()}
            self._encoded.update(parts)
        return self._encoded

    def shows_all_to(self, user_id: int | None) -> bool:
        """Whether this user sees what happens when it happens: a player, or where all do."""
        return self.table.watch == Table.Watch.LIVE or self.seats_user(user_id)

    def concerns(self, user_id: int | None) -> bool:
        """Whether this user may be shown anything here that strangers are not."""
        own = self.seats_user(user_id) or user_id == self.table.owner_id
        return own or user_id in self.hand_seats or user_id in self.aside.departed

    def admits(self, user_id: int | None) -> bool:
        """Whether a user may see anything of this table; see `tables.admission`."""
        if not self.table.private or user_id == self.table.owner_id or self.seats_user(user_id):
            return True
        return user_id is not None and user_id in self.aside.approved

    def host_json(self, user_id: int | None) -> Json | None:
        """Return what the owner of a private table alone is shown: its link and its guests."""
        if not self.table.private or user_id != self.table.owner_id:
            return None
        return {
            "invite": self.table.invite or None,
            "asking": list(self.aside.asking),
            "guests": sorted(self.aside.approved.values()),
        }

    def bring(self, user_id: int | None) -> int | None:
        """Return the stack that a user who left lately has to bring back, if there is one."""
        if user_id is None or self.seats_user(user_id):
            return None
        return self.aside.departed.get(user_id) or None

    def seats_user(self, user_id: int | None) -> bool:
        """Whether a user has a seat here."""
        return user_id is not None and any(seat.user_id == user_id for seat in self.seats)

    def is_due_a_note(self, user_id: int) -> bool:
        """Whether it should be noted that this player's program asks (`commands.mark_heard`)."""
        own = next((seat for seat in self.seats if seat.user_id == user_id), None)
        if own is None:
            return False
        return own.last_seen is None or self.now - own.last_seen > HEARD_EVERY

    def legal(self, user_id: int | None) -> list[Json]:
        """Return what the user may do now, with bounds."""
        if self.hand is None or self.hand.state != Hand.State.OPEN or self.state is None:
            return []
        seat = self.hand_seats.get(user_id) if user_id is not None else None
        return [] if seat is None else game_for(self.hand.rules_id).legal(self.state, seat)

    def _you(self, seat: Seat) -> Json:
        return {
            "seat": seat.number,
            "name": seat.user.username,
            "stack": self._stack(seat),
            "sitting_out": seat.sitting_out,
            "away": self._is_away(seat),
            "kept_out": seat.kept_out if seat.sitting_out else None,
            "leaving": seat.leaving,
            "reserve_ms": seat.reserve_ms,
            "grace_ms": seat.grace_ms,
            "topping_up": seat.topping_up,
            "preaction": self._preaction(seat),
            "preaction_with": self._preaction(seat) and (seat.preaction or {}).get("with"),
            "order": self._order(seat.user_id),
        }

    def _preaction(self, seat: Seat) -> str | None:
        """What the player has said to do when the turn comes, while it still holds."""
        if seat.preaction is None or not holds(seat.preaction, self.hand, self.state):
            return None
        return str(seat.preaction["kind"])

    def _order(self, user_id: int) -> list[str] | None:
        """The player's cards as the player arranged them; those that came since are last."""
        number = self.hand_seats.get(user_id)
        if self.hand is None or self.state is None or number is None:
            return None
        cards = self._view(self.hand, self.state, number).get("cards")
        return None if cards is None else in_order(cards, self.arranged.get(user_id))

    def _seat_json(self, seat: Seat) -> Json:
        return {
            "seat": seat.number,
            "name": seat.user.username,
            "bot": seat.user.is_bot,
            "stack": self._stack(seat),
            "sitting_out": seat.sitting_out,
            "away": self._is_away(seat),
            "present": seat.user.is_bot or is_present(seat.last_seen, self.now),
        }

    def _is_away(self, seat: Seat) -> bool:
        """Whether the clock plays for this seat at once, or a tournament's table waits for it."""
        if not is_away(seat):
            return False
        if self.hand is not None and self.hand.state == Hand.State.OPEN:
            return seat.user_id in self.hand_seats
        # Elsewhere who is away sits out the next hand, and the state says that.
        return self.table.tournament_id is not None

    def _stack(self, seat: Seat) -> int:
        return self.stacks.get(seat.user_id, 0)

    def _hand_json(self, user_id: int | None) -> Json | None:
        if self.hand is None or self.state is None:
            return None
        # The seat in the hand, not at the table: who takes a seat later never sees its old cards.
        seat = self.hand_seats.get(user_id) if user_id is not None else None
        view = self._view(self.hand, self.state, seat)
        if self.hand.state == Hand.State.CLOSED:
            view = {**ended_view(view, self.hand), "left": self._left()}
        return {"id": str(self.hand.pk), "hand_no": self.hand.hand_no, **view}

    def _left(self) -> list[int]:
        """Return the seats of the newest hand at which its players sit no more."""
        here = {(seat.user_id, seat.number) for seat in self.seats}
        return sorted(
            seat for player, seat in self.hand_seats.items() if (player, seat) not in here
        )

    def _view(self, hand: Hand, state: State, seat: int | None) -> Json:
        if seat not in self._views:
            self._views[seat] = game_for(hand.rules_id).view(state, seat)
        return self._views[seat]


def load_board(table_id: int) -> Board:
    """Read a table once, for all its viewers; `NoSuchTable` if there is none.

    Two statements, and two more in a process that does not know the hand yet (`state_of`).
    """
    table, now, aside, in_hand = read_table(table_id)
    seats, stacks = seats_of(table_id, table.unit)
    hand = table.hand
    return Board(
        table,
        now,
        seats,
        stacks,
        hand,
        None if hand is None else state_of(hand),
        {user_id: seat for user_id, seat, _arranged in in_hand},
        {user_id: arranged for user_id, _seat, arranged in in_hand if arranged is not None},
        aside,
    )
