"""A hand in play inside one transaction: act, log, arm the clock, settle."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine import record
from engine.cards import parse
from engine.errors import IllegalAction
from engine.game import Action, Game, Outcome, State, game_for, parse_action
from tables import outbox
from tables.ahead import action_of
from tables.commands.matches import abandon_match, advance_match, in_match, is_bound
from tables.commands.seats import call_players, give_up, stay_out
from tables.errors import IllegalMove
from tables.log import Log, milliseconds
from tables.models import Hand, Seat, Table
from tables.states import kept, seed_of, state_of
from wallet import commands as wallet

# The clock acts this much after the deadline that players are shown: a packet sent in time counts.
GRACE_MS = 500
# How long a bot seems to think, and how fast the clock plays for somebody who is away.
BOT_THINKS_MS = 900
# A bot in turn has thought while the window was open: people wait for it no longer than they must.
BOT_HAS_THOUGHT_MS = 250
AWAY_ACTS_MS = 700
# Decisions missed in a row after which a player counts as away and sits out the next hands.
AWAY_AFTER = 2
# What `missed` says of a seat that was away and has been heard from since, but has not acted: the
# clock waits for it once before it hurries there again.
AWAY_BEFORE = AWAY_AFTER + 1
# Where a seat keeps the time that may be put on top of a turn, by what the clock then waits for.
POOLS = {Table.Due.RESERVE: "reserve_ms", Table.Due.GRACE: "grace_ms"}


@dataclass(slots=True)
class OpenHand:
    """The hand in play at a locked table. Begin with `open_hand`, end with `finish`."""

    table: Table
    hand: Hand
    log: Log
    seats: Mapping[int, Seat]
    state: State

    def put(
        self,
        action: Action,
        *,
        by: str = "player",
        actor_id: int | None = None,
        action_id: str | None = None,
    ) -> int:
        """Apply an action and log it; return the event's number. `IllegalMove` changes nothing."""
        game = game_for(self.hand.rules_id)
        action = _spelled_out(game, self.state, action)
        try:
            after = game.apply(self.state, action)
        except IllegalAction as error:
            raise IllegalMove.of(error) from error
        before, self.state = self.state, after
        number = self.log.line(
            self.hand,
            _event_of(self, action, by),
            body={"tick": after.tick},
            secret=game.seen(before, action, after, None) is None,
            actor_id=actor_id,
            action_id=action_id,
        )
        kept.put(bytes(self.hand.head), after)
        if record.turn_of(game.waiting(after)) != record.turn_of(game.waiting(before)):
            self._keep_unused(action)
            self.arm(thought=action.seat is None)
        elif self.table.due_what == Table.Due.BOT:
            self.arm()  # the same bot goes on, or the next of several that choose together
        return number

    def credit(self, missing: timedelta) -> None:
        """Put the running deadline off by the time the house was down, on record."""
        ms = int(missing.total_seconds() * 1000)
        self._line(record.credited(str(self.hand.pk), self.hand.seq + 1, self.log.at, ms))
        if self.table.due_at is not None:
            self.table.due_at += timedelta(milliseconds=ms)

    def mark_away(self, seat: Seat, *, away: bool) -> None:
        """Log that the clock plays for a seat from now on, or no longer does."""
        tell = record.away if away else record.back
        self._line(tell(str(self.hand.pk), self.hand.seq + 1, self.log.at, seat.number))
        if seat.number in [one.number for one in self.awaited()]:
            self.arm()

    def lengthen(self, seat: Seat, why: Table.Due) -> None:
        """Put what is left of a reserve or grace on top of the running turn, on record."""
        pool = POOLS[why]
        number, ms = self.hand.seq + 1, int(getattr(seat, pool))
        line = record.longer(str(self.hand.pk), number, self.log.at, seat.number, ms)
        self._line(line, why=why.value)
        due = max(self.table.due_at or self.log.now, self.log.now)
        self.log.due(why, ms + milliseconds(due) - self.log.at)
        setattr(seat, pool, 0)
        seat.save(update_fields=[pool])

    def finish(self) -> None:
        """Do what players said ahead, settle if the hand is over, then write everything."""
        self._keep_promises()
        outcome = game_for(self.hand.rules_id).outcome(self.state)
        if outcome is not None:
            self._settle(outcome)
        self.log.write()

    def commit(self, commitment: bytes) -> None:
        """Log the house's commitment to its seed, and set the clock: the hand is on."""
        self._line(record.commit(str(self.hand.pk), self.hand.seq + 1, self.log.at, commitment))
        self.arm()

    def arm(self, *, thought: bool = False) -> None:
        """Set the clock for what the hand waits for now; `thought`: a window went before it."""
        waiting = game_for(self.hand.rules_id).waiting(self.state)
        if waiting.kind == "over":
            return
        if waiting.kind == "window":
            self.log.due(Table.Due.WINDOW, waiting.ms or self.table.window_ms)
            return
        awaited = self.awaited()
        if any(seat.user.is_bot for seat in awaited):
            thinks = min(BOT_THINKS_MS, BOT_HAS_THOUGHT_MS) if thought else BOT_THINKS_MS
            self.log.due(Table.Due.BOT, thinks)
        elif all(is_away(seat) for seat in awaited):
            self.log.due(Table.Due.ACT, AWAY_ACTS_MS)
        else:
            self.log.due(Table.Due.ACT, self.table.action_ms + GRACE_MS)

    def awaited(self) -> list[Seat]:
        """Return the seats that the hand waits for: one, or those of several yet to choose."""
        game = game_for(self.hand.rules_id)
        waiting = game.waiting(self.state)
        numbers = [
            number
            for number in waiting.seats
            if not waiting.together or game.legal(self.state, number)
        ]
        return [self.seats[number] for number in numbers]

    def abandon(self, reason: str) -> None:
        """End a hand that nobody plays any more: every stack goes back to where the hand began."""
        hand, hand_id = self.hand, str(self.hand.pk)
        self._line(record.void(hand_id, hand.seq + 1, self.log.at, reason, seed_of(hand)))
        hand.result = {
            "winner": None,
            "how": "void",
            "melds": [],
            "discard": None,
            "pots": [],
            "returned": [],
            "deltas": [[seat, 0] for seat in hand.dealt_in],
            "reason": reason,
        }
        self._pay({self.seats[seat].user_id: 0 for seat in hand.dealt_in})
        row = in_match(self.table)
        if row is not None:
            abandon_match(self.log, row)
        outbox.nobody_plays(self.log, self.seats)
        self._go_on()

    def _dealer(self) -> int:
        view = game_for(self.hand.rules_id).view(self.state, None)
        return int(view["dealer"])

    @property
    def _arranged(self) -> bool:
        return self.table.tournament_id is not None

    def _keep_promises(self) -> None:
        """Act for whoever is awaited and said ahead what to do; and so on for the next."""
        while self.hand.state == Hand.State.OPEN:
            turn = record.turn_of(game_for(self.hand.rules_id).waiting(self.state))
            seat = None if turn is None or turn[1] is None else self.seats[turn[1]]
            if seat is None or seat.preaction is None:
                return
            asked = action_of(seat.preaction, self.hand, self.state, seat.number)
            seat.preaction = None
            seat.save(update_fields=["preaction"])
            if asked is not None:
                self.put(parse_action(asked, seat.number), actor_id=seat.user_id)

    def _keep_unused(self, action: Action) -> None:
        """Give a player back what the turn did not use of the reserve or the grace."""
        if self.table.due_what is None or self.table.due_at is None:
            return
        pool = POOLS.get(Table.Due(self.table.due_what))
        left = milliseconds(self.table.due_at) - GRACE_MS - self.log.at
        if pool is not None and action.seat is not None and left > 0:
            seat = self.seats[action.seat]
            setattr(seat, pool, left)
            seat.save(update_fields=[pool])

    def _line(self, event: record.Event, *, secret: bool = False, **aside: str) -> None:
        body = {"tick": self.state.tick, **aside}
        self.log.line(self.hand, event, body=body, secret=secret)
        kept.put(bytes(self.hand.head), self.state)

    def _settle(self, outcome: Outcome) -> None:
        hand, hand_id = self.hand, str(self.hand.pk)
        self._line(record.closing(hand_id, hand.seq + 1, self.log.at, outcome))
        # The seed is in the record, which everybody may have now; it is no news at the table.
        self._line(record.reveal(hand_id, hand.seq + 1, self.log.at, seed_of(hand)), secret=True)
        hand.result = record.outcome_json(outcome)
        self.table.next_dealer = outcome.next_dealer
        stacks = dict(outcome.stacks)
        broke = {seat for seat, stack in stacks.items() if stack == 0}
        deltas = {self.seats[seat].user_id: delta for seat, delta in outcome.deltas}
        self._pay(deltas, outcome.rake)
        row = in_match(self.table)
        if row is not None:
            advance_match(self.log, row, outcome)
        outbox.hand_over(self.log, self.seats, self._dealer(), outcome, row)
        self._go_on(broke if row is None else ())

    def _pay(self, deltas: Mapping[int, int], rake: int = 0) -> None:
        hand, hand_id = self.hand, str(self.hand.pk)
        hand.state = Hand.State.CLOSED
        hand.ended_at = self.log.now
        wallet.settle_hand(
            key=f"hand {hand_id}",
            table_id=self.table.pk,
            hand_id=hand_id,
            deltas=deltas,
            rake=rake,
            unit=self.table.unit,
        )

    def _go_on(self, broke: Collection[int] = ()) -> None:
        """Let go who waits for it, and call the others to the next hand."""
        self.log.due(None)
        row = in_match(self.table)
        for seat in self.seats.values():
            if row is not None and is_bound(row, seat):
                continue
            if seat.leaving:
                give_up(self.log, seat)
            elif seat.number in broke and not seat.user.is_bot and not self._arranged:
                stay_out(self.log, seat)
        call_players(self.log)


def is_away(seat: Seat) -> bool:
    """Whether the clock plays for a seat at once, in the hand in play or the next one."""
    return seat.missed == AWAY_AFTER


def open_hand(table: Table, hand: Hand, log: Log) -> OpenHand:
    """Return the hand in play at a locked table, ready for an action."""
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table).select_related("user")}
    return OpenHand(table, hand, log, seats, state_of(hand))


def deadline_ms(table: Table) -> int | None:
    """Return the deadline that clients are shown (ms since 1970); the clock waits longer."""
    if table.due_at is None:
        return None
    due = milliseconds(table.due_at)
    return due - GRACE_MS if table.due_what in {Table.Due.ACT, *POOLS} else due


def _spelled_out(game: Game, state: State, action: Action) -> Action:
    """Return the action with its melds: a record must not depend on how an engine lays them."""
    if action.melds is not None or action.kind not in {"go-out", "claim", "lay"}:
        return action
    legal: list[dict[str, Any]] = game.legal(state, action.seat)
    options = [option for act in legal if act["kind"] == action.kind for option in act["options"]]
    for option in options:
        thrown = parse(option["discard"]) if "discard" in option else None
        if thrown == action.card:
            asked = {"kind": action.kind, **option}
            return parse_action(asked, action.seat)
    return action  # not legal, or a false hand: the engine says which


def _event_of(hand: OpenHand, action: Action, by: str) -> record.Event:
    hand_id, seq, at = str(hand.hand.pk), hand.hand.seq + 1, hand.log.at
    if action.seat is None:
        return record.window_closed(hand_id, seq, at)
    return record.act(hand_id, seq, at, action, by=by)
