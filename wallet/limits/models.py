"""What players and staff have set, and who was at a table when. Laws are in the migrations.

Nothing here is ever rewritten: a change of mind is another row.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wallet.errors import AMOUNT_MAX

MINUTES_MAX = 24 * 60


class What(models.TextChoices):
    """What a limit counts: chips received, chips lost, or minutes at tables."""

    DEPOSIT = "deposit", _("chips received")
    LOSS = "loss", _("chips lost")
    TIME = "time", _("minutes at tables")


class Period(models.TextChoices):
    """The stretch of the calendar (UTC) that a limit is for; a week begins on Monday."""

    DAY = "day", pgettext_lazy("a limit", "a day")
    WEEK = "week", pgettext_lazy("a limit", "a week")
    MONTH = "month", pgettext_lazy("a limit", "a month")


class Length(models.TextChoices):
    """How long a break from play lasts."""

    DAY = "24h", _("24 hours")
    WEEK = "7d", _("7 days")
    MONTH = "30d", _("30 days")
    HALF_YEAR = "6m", _("6 months")
    FOR_EVER = "for-ever", _("for ever")


def _now() -> models.Func:
    return models.Func(function="clock_timestamp", output_field=models.DateTimeField())


class LimitChange(models.Model):
    """A limit that a player asked for. The newest one that holds by now is the limit in force.

    `most` is in chips, or in minutes for time; null takes the limit away. A looser one holds only
    a day after it was asked for, and may be cancelled until then.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    what = models.CharField(max_length=8, choices=What, verbose_name=_("what"))
    period = models.CharField(max_length=8, choices=Period, verbose_name=_("period"))
    most = models.BigIntegerField(null=True, verbose_name=_("at most"))
    asked_at = models.DateTimeField(db_default=_now(), verbose_name=_("asked at"))
    holds_from = models.DateTimeField(verbose_name=_("holds from"))
    cancelled_at = models.DateTimeField(null=True, verbose_name=_("cancelled at"))

    class Meta:
        verbose_name = _("limit of a player")
        verbose_name_plural = _("limits of players")
        indexes = [
            models.Index(fields=["user", "what", "period", "-id"], name="limits_newest_change")
        ]
        constraints = [
            models.CheckConstraint(
                name="limits_change_in_range",
                condition=Q(most__isnull=True)
                | Q(what=What.TIME, most__range=(0, MINUTES_MAX))
                | (~Q(what=What.TIME) & Q(most__range=(0, AMOUNT_MAX))),
            ),
            models.CheckConstraint(
                name="limits_time_is_by_day", condition=~Q(what=What.TIME) | Q(period=Period.DAY)
            ),
            models.CheckConstraint(
                name="limits_change_cancelled_in_time",
                condition=Q(cancelled_at__isnull=True) | Q(cancelled_at__lt=F("holds_from")),
            ),
        ]

    def __str__(self) -> str:
        """Whose limit, and what it is."""
        return f"{self.what} {self.period} of user {self.user_id}: {self.most}"


class Exclusion(models.Model):
    """A break from play that a player asked for; `ends_at` null is for ever. It always stands."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    length = models.CharField(max_length=8, choices=Length, verbose_name=_("length"))
    begun_at = models.DateTimeField(db_default=_now(), verbose_name=_("begun at"))
    ends_at = models.DateTimeField(null=True, verbose_name=_("ends at"))

    class Meta:
        verbose_name = _("break from play")
        verbose_name_plural = _("breaks from play")
        constraints = [
            models.CheckConstraint(
                name="limits_exclusion_has_its_end",
                condition=Q(length=Length.FOR_EVER, ends_at__isnull=True)
                | (~Q(length=Length.FOR_EVER) & Q(ends_at__gt=F("begun_at"))),
            ),
        ]

    def __str__(self) -> str:
        """Whose break, and until when."""
        return f"user {self.user_id} until {self.ends_at or 'for ever'}"


class Freeze(models.Model):
    """A player whom staff keeps from playing, and why; lifted by staff, with a reason too."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    reason = models.CharField(max_length=200, verbose_name=_("reason"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("done by")
    )
    at = models.DateTimeField(db_default=_now(), verbose_name=_("moment"))
    lifted_at = models.DateTimeField(null=True, verbose_name=_("lifted at"))
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("lifted by"),
    )
    lift_reason = models.CharField(
        max_length=200, blank=True, default="", verbose_name=_("why it was lifted")
    )

    class Meta:
        verbose_name = _("freeze")
        verbose_name_plural = _("freezes")
        constraints = [
            models.UniqueConstraint(
                name="limits_one_freeze_at_a_time",
                fields=["user"],
                condition=Q(lifted_at__isnull=True),
            ),
            models.CheckConstraint(
                name="limits_freeze_lifted_whole",
                condition=Q(lifted_at__isnull=True, lifted_by__isnull=True, lift_reason="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lift_reason="")),
            ),
            models.CheckConstraint(name="limits_freeze_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        """Whose freeze, and whether it holds."""
        return f"freeze of user {self.user_id}{' (lifted)' if self.lifted_at else ''}"


class Closure(models.Model):
    """A wallet that was closed for ever: by its player, or by staff with a reason."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("done by")
    )
    reason = models.CharField(max_length=200, blank=True, default="", verbose_name=_("reason"))
    at = models.DateTimeField(db_default=_now(), verbose_name=_("moment"))

    class Meta:
        verbose_name = _("closed wallet")
        verbose_name_plural = _("closed wallets")
        constraints = [
            models.CheckConstraint(
                name="limits_closure_by_staff_has_reason",
                condition=Q(by=F("user")) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        """Whose wallet."""
        return f"closure of user {self.user_id}"


class Spell(models.Model):
    """A time at a table without a break: from sitting down, or in, to sitting out or leaving.

    Rows are written by the tables' database trigger, so that no way of leaving a seat is missed.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    table_id = models.BigIntegerField()
    begun_at = models.DateTimeField(db_default=_now())
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-ended_at"], name="limits_spell_of_user")]
        constraints = [
            models.UniqueConstraint(
                name="limits_one_spell_at_a_table",
                fields=["user", "table_id"],
                condition=Q(ended_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        """Who, where, and since when."""
        return f"user {self.user_id} at table {self.table_id} since {self.begun_at}"
