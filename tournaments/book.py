"""Writing a tournament's log: what one transaction on a locked tournament has to say, in order."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from engine.record import NotCanonical
from tables import doorbell
from tables.sealing import unseal
from tournaments import states
from tournaments.errors import RuleRefused, by_the_rules
from tournaments.indexing import index
from tournaments.models import Tournament, TournamentEvent, TournamentSecret
from tournaments.rules import events as e
from tournaments.rules import log as rules_log
from tournaments.rules.state import Tournament as State

if TYPE_CHECKING:
    from deploy.accounts.models import User


class Book:
    """Collects the events of one command; `write` stores them and brings the index up to date.

    The caller holds the lock on the tournament's row. `state` is the state after what was added;
    `before` the one that the transaction began with. Times never go back within a log.
    """

    def __init__(self, row: Tournament, now: datetime) -> None:
        """Start at the newest event of an announced tournament."""
        self.row = row
        self.now = max(now, row.touched_at or now)
        self.before: State | None = states.state_of(row) if row.seq else None
        self._state = self.before
        self._events: list[TournamentEvent] = []
        self._began = (row.seq, bytes(row.head))
        self._seed: bytes | None = None

    @property
    def state(self) -> State:
        """The state now. There is none before the announcement."""
        if self._state is None:
            message = "a draft has no log, and so no state"
            raise AssertionError(message)
        return self._state

    @property
    def changed(self) -> bool:
        """Whether anything was added."""
        return bool(self._events)

    def key(self) -> str:
        """Return the key of a transfer that goes with the event to be added next.

        Nothing that a caller sends can be such a key: theirs have no spaces.
        """
        return f"tournament {self.row.pk} event {self.row.seq + 1}"

    def seed(self) -> bytes:
        """Return the seed of the draws. Nothing of it may leave the house before the end."""
        if self._seed is None:
            secret = TournamentSecret.objects.get(tournament=self.row)
            self._seed = unseal(self.row.log_name, bytes(secret.sealed))
        return self._seed

    def open(self, event: e.Announced, actor: "User") -> None:
        """Begin the log with the announcement."""
        with by_the_rules():
            self._state = rules_log.opened(event)
        self.row.head = rules_log.genesis(event.tournament)
        self._append(event, actor, "", ())

    def add(
        self,
        *events: e.Event,
        actor: "User | None" = None,
        note: str = "",
        ledger: Iterable[int] = (),
    ) -> None:
        """Add events, all or none; RuleRefused says why not, and nothing has changed.

        `note` is public, `ledger` names the transfers made with the first of them.
        """
        with by_the_rules():
            self._state = rules_log.extend(self.state, events)
        for event in events:
            self._append(event, actor, note, ledger)
            ledger = ()

    def check(self, rule: Callable[[], object]) -> None:
        """Ask a rule that refuses by Refused; RuleRefused relays it."""
        with by_the_rules():
            rule()

    def forget(self) -> None:
        """Drop what was added, as if it had not been; rows are the caller's savepoint's affair."""
        self.row.seq, self.row.head = self._began
        self._state, self._events = self.before, []

    def write(self) -> None:
        """Store events, index and row; nothing after this may fail but COMMIT.

        The events' insert and the row's update are a constant number of statements.
        """
        row = self.row
        if self._events:
            row.touched_at = self.now
            TournamentEvent.objects.bulk_create(self._events)
            index(row, self.before, self.state)
        row.save()
        if self._events:
            states.keep(row, self.state)
            doorbell.ring_now(f"{doorbell.TOURNAMENT}{row.pk} {row.seq}")
        self.before, self._events = self._state, []
        self._began = (row.seq, bytes(row.head))

    def _append(
        self, event: e.Event, actor: "User | None", note: str, ledger: Iterable[int]
    ) -> None:
        row = self.row
        try:
            text = rules_log.line(event)
        except NotCanonical as error:  # doors refuse such texts and numbers: this is the last one
            raise RuleRefused(f"{error}.", code="not-canonical") from error
        row.head = rules_log.link(bytes(row.head), text)
        row.seq += 1
        self._events.append(
            TournamentEvent(
                tournament=row,
                seq=row.seq,
                kind=event.kind,
                line=text,
                head=row.head,
                at=self.now,
                actor=actor,
                note=note,
                ledger=list(ledger),
            )
        )


def chained(row: Tournament) -> bool:
    """Whether every stored event is linked to the one before it, up to the row's head."""
    head = rules_log.genesis(row.log_name)
    for line, stored in (
        TournamentEvent.objects.filter(tournament=row).order_by("seq").values_list("line", "head")
    ):
        head = rules_log.link(head, line)
        if head != bytes(stored):
            return False
    return head == bytes(row.head)


def content_of(event: TournamentEvent) -> dict[str, Any]:
    """Return an event's fields, and its kind, as JSON."""
    found: dict[str, Any] = json.loads(event.line)
    return found
