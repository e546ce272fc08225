"""What one member of staff asked for and another has to agree to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from wallet.models.kinds import TransferKind
from wallet.models.ledger import Transfer

ISSUE_CHOICES = [(kind.value, kind.label) for kind in (TransferKind.GRANT, TransferKind.BURN)]


class IssueRequest(models.Model):
    """A grant or burn above the limit of one person: it waits for a second one's word.

    Asked once and decided once; the database keeps both (wallet/sql/0006_*.sql).
    """

    kind = models.CharField(max_length=20, choices=ISSUE_CHOICES, verbose_name=_("kind"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
    )
    amount = models.BigIntegerField(verbose_name=_("amount"))
    reason = models.CharField(max_length=200, verbose_name=_("reason"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        db_constraint=False,
        related_name="+",
        verbose_name=_("asked by"),
    )
    asked_at = models.DateTimeField(
        db_default=models.Func(function="clock_timestamp", output_field=models.DateTimeField()),
        verbose_name=_("asked at"),
    )
    approved = models.BooleanField(null=True, verbose_name=_("approved"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(null=True, verbose_name=_("decided at"))
    transfer = models.OneToOneField(
        Transfer,
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("transfer"),
    )

    class Meta:
        verbose_name = _("request for chips")
        verbose_name_plural = _("requests for chips")
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
