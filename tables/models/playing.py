"""Hands and what happened in them."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.models.seating import Table


class Hand(models.Model):
    """One hand. What happened is in its event lines; this row says where the log stands."""

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    table = models.ForeignKey(Table, models.PROTECT, related_name="hands")
    hand_no = models.PositiveIntegerField(help_text="gapless per table, from 1")
    rules_id = models.CharField(max_length=40)
    dealt_in = models.JSONField(help_text="seat numbers that play this hand")
    match = models.ForeignKey("TableMatch", models.PROTECT, null=True, related_name="hands")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    seq = models.PositiveIntegerField(help_text="number of the newest line")
    head = models.BinaryField(help_text="chain value of the newest line")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="hand_numbers_once", fields=["table", "hand_no"]),
            models.UniqueConstraint(
                name="one_open_hand_per_table", fields=["table"], condition=Q(state="open")
            ),
            models.CheckConstraint(
                name="closed_hand_has_result",
                condition=Q(state="open", ended_at__isnull=True, result__isnull=True)
                | Q(state="closed", ended_at__isnull=False, result__isnull=False),
            ),
        )

    def __str__(self) -> str:
        """Table and number, for the admin."""
        return f"hand {self.hand_no} at table {self.table_id}"


class HandSeat(models.Model):
    """Who plays a hand, from which seat. Erasing these rows erases the names from records."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_seats")
    ref = models.CharField(max_length=16)
    arranged = models.JSONField(
        null=True, help_text="the cards as their player put them in order; nobody else's business"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_player_per_hand_seat", fields=["hand", "seat"]),
            models.UniqueConstraint(name="one_seat_per_hand_player", fields=["hand", "user"]),
        )

    def __str__(self) -> str:
        """Hand and seat, for the admin."""
        return f"seat {self.seat} of hand {self.hand_id}"


class HandSecret(models.Model):
    """The seed of a hand, sealed (see `tables.sealing`). Deck and cards are never stored."""

    hand = models.OneToOneField(Hand, models.PROTECT, primary_key=True, related_name="secret")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        """Never the content."""
        return f"sealed seed of hand {self.hand_id}"


class Event(models.Model):
    """One line of a table's log: append-only, gapless per table.

    An event of a hand carries the exact `line` of the hand record and its chain value; an event
    of the table (sat, left, …) carries a `body`.
    """

    # Table and hand begin a unique index already, and nobody looks for all that one account did:
    # one more index would only slow each action down.
    table = models.ForeignKey(Table, models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveBigIntegerField(help_text="gapless per table")
    told = models.PositiveBigIntegerField(
        null=True, help_text="its number among the events that viewers are told; null: a secret"
    )
    at = models.DateTimeField()
    type = models.CharField(max_length=20)
    hand = models.ForeignKey(
        Hand, models.PROTECT, null=True, related_name="events", db_index=False
    )
    hand_seq = models.PositiveIntegerField(null=True)
    line = models.TextField(null=True)  # noqa: DJ001 - null: an event of the table
    head = models.BinaryField(null=True)
    body = models.JSONField(null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False
    )
    action_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null: nobody's key

    class Meta:
        constraints = (
            models.UniqueConstraint(name="event_numbers_once", fields=["table", "seq"]),
            models.UniqueConstraint(name="told_numbers_once", fields=["table", "told"]),
            models.UniqueConstraint(name="hand_lines_once", fields=["hand", "hand_seq"]),
            models.UniqueConstraint(
                name="action_ids_once",
                fields=["table", "actor", "action_id"],
                condition=Q(action_id__isnull=False),
            ),
            models.CheckConstraint(
                name="event_line_or_body",
                condition=Q(
                    hand__isnull=False,
                    hand_seq__isnull=False,
                    line__isnull=False,
                    head__isnull=False,
                )
                | Q(
                    hand__isnull=True, hand_seq__isnull=True, line__isnull=True, body__isnull=False
                ),
            ),
        )

    def __str__(self) -> str:
        """Number and type, for the admin."""
        return f"event {self.seq} at table {self.table_id}: {self.type}"
