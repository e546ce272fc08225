"""The ledger's tables. Their laws are constraints here and triggers in wallet/sql/.

Foreign keys are made in SQL, not deferrable: Django's own are checked at commit, too late to
refuse anything by name. Identifiers of tables and hands are plain values, since the wallet knows
no app above it.
"""

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wallet.errors import AMOUNT_MAX
from wallet.models.kinds import (
    REVERSING_KINDS,
    TOURNAMENT_UNIT,
    AccountKind,
    AccountState,
    TransferKind,
)


class Unit(models.Model):
    """A kind of chip. No transfer mixes units."""

    code = models.SlugField(max_length=40, unique=True, verbose_name=_("code"))

    class Meta:
        verbose_name = _("kind of chip")
        verbose_name_plural = _("kinds of chip")
        db_table = "ledger_unit"

    def __str__(self) -> str:
        return self.code

    @property
    def said(self) -> str:
        """Which chips these are, for people: a tournament's are named by its number."""
        number = self.code.removeprefix(TOURNAMENT_UNIT)
        if number == self.code:
            return str(self.code)
        return gettext("chips of tournament %(n)s") % {"n": number}


class Account(models.Model):
    """Chips of one unit held for one purpose.

    `balance` and `version` are kept by the database: each entry moves both. `floor` is the least
    that the balance may be; only an issuer has none, and its balance is minus the chips in
    existence. `head` is the end of the account's hash chain. `held_by` is the open hand that a
    seat's chips play in: only the settlement of that hand moves them.
    """

    unit = models.ForeignKey(
        Unit, models.PROTECT, db_constraint=False, db_index=False, verbose_name=_("kind of chip")
    )
    kind = models.CharField(max_length=12, choices=AccountKind, verbose_name=_("kind"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("player"),
    )
    table_id = models.BigIntegerField(null=True, verbose_name=_("table"))
    tournament_id = models.BigIntegerField(null=True, verbose_name=_("tournament"))
    balance = models.BigIntegerField(default=0, db_default=0, verbose_name=_("balance"))
    floor = models.BigIntegerField(null=True, default=0, verbose_name=_("least balance"))
    version = models.BigIntegerField(default=0, db_default=0, verbose_name=_("version"))
    state = models.CharField(
        max_length=8,
        choices=AccountState,
        default=AccountState.OPEN,
        db_default=AccountState.OPEN,
        verbose_name=_("state"),
    )
    held_by = models.CharField(max_length=100, null=True, verbose_name=_("held by"))  # noqa: DJ001 - null: no hand
    head = models.BinaryField(
        max_length=32, db_default=b"", verbose_name=_("end of the hash chain")
    )
    # From the kind, by the database: accounts are locked in this order, then by id.
    lock_rank = models.SmallIntegerField(editable=False, db_default=0)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        db_table = "ledger_account"
        indexes = [models.Index("table_id", name="ledger_account_table")]
        # Checks are read anew by each statement that writes, so what can only be wrong when an
        # account is opened is seen to by its guard (wallet/sql/0006_chain.sql).
        constraints = [
            # One account for each purpose. No id is 0, so 0 stands for "none": an expression
            # index can be searched for "none", which a plain one cannot.
            models.UniqueConstraint(
                "unit",
                "kind",
                Coalesce("user", models.Value(0, models.BigIntegerField())),
                Coalesce("table_id", models.Value(0, models.BigIntegerField())),
                Coalesce("tournament_id", models.Value(0, models.BigIntegerField())),
                name="ledger_account_one_for_each",
            ),
            models.CheckConstraint(
                condition=models.Q(balance__gte=models.F("floor")),
                name="ledger_account_never_below_floor",
            ),
            models.CheckConstraint(
                condition=models.Q(balance__gte=-AMOUNT_MAX),
                name="ledger_account_issue_limit",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=[AccountState.OPEN, AccountState.FROZEN])
                | models.Q(state=AccountState.CLOSED, balance=0),
                name="ledger_account_closed_is_empty",
            ),
            models.CheckConstraint(
                condition=models.Q(held_by__isnull=True)
                | models.Q(kind=AccountKind.SEAT, held_by__gt=""),
                name="ledger_account_only_seats_are_held",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Transfer(models.Model):
    """One event that moved chips: `n_entries` entries that sum to zero.

    `request` is made from the caller's key, and unique for ever. `ref` names what may happen only
    once for each kind, e.g. the hand of a settlement. A settlement of a void hand has no entries.
    """

    request = models.UUIDField(unique=True, verbose_name=_("request"))
    kind = models.CharField(max_length=20, choices=TransferKind, verbose_name=_("kind"))
    unit = models.ForeignKey(
        Unit, models.PROTECT, db_constraint=False, db_index=False, verbose_name=_("kind of chip")
    )
    n_entries = models.IntegerField(verbose_name=_("entries"))
    ref = models.CharField(max_length=100, null=True, verbose_name=_("reference"))  # noqa: DJ001 - unique per kind, if any
    reverses = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        db_constraint=False,
        related_name="reversed_by",
        verbose_name=_("takes back"),
    )
    actor = models.CharField(max_length=100, verbose_name=_("done by"))
    reason = models.CharField(max_length=200, blank=True, default="", verbose_name=_("reason"))
    created_at = models.DateTimeField(
        db_default=models.Func(function="clock_timestamp", output_field=models.DateTimeField()),
        verbose_name=_("moment"),
    )

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        db_table = "ledger_transfer"
        constraints = [
            # Most transfers have no ref: they do not pay for the index.
            models.UniqueConstraint(
                fields=["kind", "ref"],
                condition=models.Q(ref__isnull=False),
                name="ledger_transfer_once_for_ref",
            ),
            models.CheckConstraint(
                condition=models.Q(n_entries__gte=2)
                | models.Q(n_entries=0, kind=TransferKind.SETTLEMENT),
                name="ledger_transfer_two_entries_or_void_hand",
            ),
            models.CheckConstraint(
                condition=(models.Q(reverses__isnull=True) & ~models.Q(kind__in=REVERSING_KINDS))
                | models.Q(reverses__isnull=False, kind__in=REVERSING_KINDS),
                name="ledger_transfer_reverses_by_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Hand(models.Model):
    """A hand of cards that seats were held for, and its table. It is locked before its seats."""

    ref = models.CharField(max_length=100, primary_key=True)
    table_id = models.BigIntegerField()

    class Meta:
        db_table = "ledger_hand"

    def __str__(self) -> str:
        return self.ref


class Entry(models.Model):
    """What one transfer did to one account; `version` counts the account's entries from 1.

    `hash` links it to the account's entry before and to all that its transfer says
    (wallet/sql/0006_chain.sql).
    """

    pk = models.CompositePrimaryKey("account_id", "version")
    account = models.ForeignKey(Account, models.PROTECT, db_constraint=False, db_index=False)
    version = models.BigIntegerField()
    transfer = models.ForeignKey(
        Transfer, models.PROTECT, db_constraint=False, related_name="entries"
    )
    amount = models.BigIntegerField()
    balance_after = models.BigIntegerField()
    hash = models.BinaryField(max_length=32, db_default=b"")

    class Meta:
        db_table = "ledger_entry"
        verbose_name_plural = "entries"
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(amount=0), name="ledger_entry_moves_something"
            ),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="ledger_entry_counts_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}/{self.version}: {self.amount:+d}"


class RequestKey(models.Model):
    """A caller's key, the print of the request it came with, and the answer; kept for months.

    `answer` is JSON text, so that a repeated request gets the same bytes. It is empty only while
    the request's own transaction runs.
    """

    pk = models.CompositePrimaryKey("actor", "key")
    actor = models.CharField(max_length=100)
    key = models.CharField(max_length=100)
    fingerprint = models.BinaryField(max_length=32)
    refused = models.BooleanField(default=False, db_default=False)
    answer = models.TextField(blank=True, default="", db_default="")
    created_at = models.DateTimeField(
        db_default=models.Func(function="clock_timestamp", output_field=models.DateTimeField())
    )

    class Meta:
        db_table = "ledger_request_key"
        indexes = (
            BrinIndex(fields=["created_at"], name="ledger_request_key_age", pages_per_range=32),
            models.Index(
                fields=["created_at"],
                name="ledger_request_key_refused",
                condition=models.Q(refused=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"
