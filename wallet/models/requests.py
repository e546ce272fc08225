"""What one member of staff asked for and another has to agree to."""

from django.conf import settings
from django.db import models

from wallet.models.kinds import TransferKind
from wallet.models.ledger import Transfer

ISSUE_CHOICES = [(kind.value, kind.label) for kind in (TransferKind.GRANT, TransferKind.BURN)]


class IssueRequest(models.Model):
    """A grant or burn above the limit of one person: it waits for a second one's word.

    Asked once and decided once; the database keeps both (wallet/sql/0006_*.sql).
    """

    kind = models.CharField(
        max_length=20,
        choices=ISSUE_CHOICES,
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_constraint=False, related_name="+"
    )
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_constraint=False, related_name="+"
    )
    asked_at = models.DateTimeField(
        db_default=models.Func(function="clock_timestamp", output_field=models.DateTimeField())
    )
    approved = models.BooleanField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, db_constraint=False, related_name="+"
    )
    decided_at = models.DateTimeField(null=True)
    transfer = models.OneToOneField(
        Transfer, models.PROTECT, null=True, db_constraint=False, related_name="+"
    )

    class Meta:
        db_table = "ledger_issue_request"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=[TransferKind.GRANT, TransferKind.BURN])
                & models.Q(amount__gte=1)
                & ~models.Q(reason=""),
                name="ledger_issue_request_sound",
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by__isnull=True)
                | ~models.Q(approved=True)
                | ~models.Q(decided_by=models.F("asked_by")),
                name="ledger_issue_request_two_people",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    approved__isnull=True,
                    decided_by__isnull=True,
                    decided_at__isnull=True,
                    transfer__isnull=True,
                )
                | models.Q(
                    approved=False,
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    transfer__isnull=True,
                )
                | models.Q(
                    approved=True,
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    transfer__isnull=False,
                ),
                name="ledger_issue_request_decided_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} request {self.pk}"
