"""Seals: what can be published about the ledger, so that nobody can rewrite it unseen."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from wallet.models.ledger import Account


class Seal(models.Model):
    """A print of every account's chain at one moment, chained to the seal before.

    `root` covers the accounts that moved since; `hash` covers root, number and the seal before.
    Published outside the database, it shows whether anything before it was ever altered.
    `restored`, which is in the hash: the house was restored from a backup before it, so seals of
    this number and above may have been published that are gone.
    """

    n = models.BigIntegerField(primary_key=True, verbose_name=_("number"))
    root = models.BinaryField(max_length=32, verbose_name=_("root"))
    hash = models.BinaryField(max_length=32, verbose_name=_("hash"))
    accounts = models.IntegerField(verbose_name=_("accounts"))
    created_at = models.DateTimeField(verbose_name=_("moment"))
    restored = models.BooleanField(
        default=False, db_default=False, verbose_name=_("first after a restore")
    )

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        db_table = "ledger_seal"

    def __str__(self) -> str:
        return f"seal {self.pk}"


class Restore(models.Model):
    """A restore of the house from a backup: `after` was its newest seal then, 0 if it had none.

    There may be several after one seal: each of a backup that was made before the next one.
    """

    pk = models.CompositePrimaryKey("after", "created_at")
    after = models.BigIntegerField(verbose_name=_("newest seal then"))
    created_at = models.DateTimeField(verbose_name=_("moment"))

    class Meta:
        verbose_name = _("restore")
        verbose_name_plural = _("restores")
        db_table = "ledger_restore"

    def __str__(self) -> str:
        return f"restore after seal {self.after}"


class SealLine(models.Model):
    """One account as a seal found it: the version that its chain had reached."""

    pk = models.CompositePrimaryKey("account_id", "version")
    account = models.ForeignKey(
        Account, models.PROTECT, db_constraint=False, db_index=False, related_name="+"
    )
    version = models.BigIntegerField()
    seal = models.ForeignKey(Seal, models.PROTECT, db_constraint=False, related_name="lines")

    class Meta:
        db_table = "ledger_seal_line"

    def __str__(self) -> str:
        return f"seal {self.seal_id}: {self.account_id}/{self.version}"
