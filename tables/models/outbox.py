"""What tables tell those to whom they belong."""

from django.db import models
from django.db.models import Q

from tables.models.seating import Table


class Outbox(models.Model):
    """What a table tells whoever it belongs to; written with what happened, in one transaction.

    `kind`: "hand-over", "match-over", "match-void" or "nobody-plays"; `tables.outbox` says what
    each body holds.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    tournament_id = models.BigIntegerField()
    kind = models.CharField(max_length=12)
    body = models.JSONField()
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, help_text="when it was taken note of")

    class Meta:
        indexes = (
            models.Index(
                name="outbox_waiting", fields=["tournament_id"], condition=Q(done_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        """Kind and table, for the admin."""
        return f"{self.kind} at table {self.table_id}"
