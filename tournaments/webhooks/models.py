"""Rows of webhooks."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Webhook(models.Model):
    """An address that is told what happens in a tournament, or in all of an organiser's.

    `tournament` null: in all that `by` organises, those to come too; each has a `Cursor`. `cursor`
    of the others: up to this event deliveries are made. `kinds` empty: every event. The secret is
    sealed (`tables.sealing`), shown once, and needed in the clear to sign.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, related_name="webhooks"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    url = models.CharField(max_length=500)
    kinds = models.JSONField(default=list)
    secret = models.BinaryField()
    cursor = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0, help_text="tries in a row that failed")
    disabled = models.CharField(max_length=200, blank=True, default="", help_text="why")
    due_at = models.DateTimeField(help_text="not looked at before: busy, or waiting")
    removed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (
            models.Index(
                name="webhook_due", fields=["due_at"], condition=Q(removed=False, disabled="")
            ),
            models.Index(
                name="webhook_disabled",
                fields=["id"],
                condition=~Q(disabled="") & Q(removed=False),
            ),
        )

    def __str__(self) -> str:
        """Number and address, for the admin."""
        return f"webhook {self.pk} to {self.url}"


class Cursor(models.Model):
    """Up to which event of a tournament a webhook of its organiser has deliveries; none: to 0."""

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="cursors")
    tournament = models.ForeignKey("tournaments.Tournament", models.PROTECT, related_name="+")
    seq = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_cursor_each", fields=["webhook", "tournament"]),
        )

    def __str__(self) -> str:
        """Where it stands, for the admin."""
        return f"webhook {self.webhook_id} at event {self.seq} of {self.tournament_id}"


class Delivery(models.Model):
    """One event for one webhook, and every try to deliver it.

    `tries`: [{"at", "status" (null: no answer), "error", "ms"}], the newest last.
    """

    class State(models.TextChoices):
        """Whether it is still to be sent."""

        PENDING = "pending"
        DONE = "done"
        FAILED = "failed"

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="deliveries")
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.PROTECT, null=True, related_name="+"
    )
    name = models.UUIDField(default=uuid.uuid4, unique=True)
    event_seq = models.PositiveIntegerField(null=True, help_text="null: a test")
    kind = models.CharField(max_length=24)
    body = models.TextField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveIntegerField(default=0, help_text="since it was last asked for")
    tries = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="one_delivery_each", fields=["webhook", "tournament", "event_seq"]
            ),
        )
        indexes = (
            models.Index(
                name="delivery_pending", fields=["webhook", "id"], condition=Q(state="pending")
            ),
            models.Index(
                name="delivery_failed", fields=["created_at"], condition=Q(state="failed")
            ),
            models.Index(
                name="delivery_old", fields=["created_at"], condition=~Q(state="pending")
            ),
        )

    def __str__(self) -> str:
        """Kind, for the admin."""
        return f"{self.kind} for webhook {self.webhook_id}"
