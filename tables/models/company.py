"""Who else is about a table, and the signs of life of those who serve it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.models.seating import Table


class Heartbeat(models.Model):
    """A sweeper's sign of life; the newest one of a door says until when players could act."""

    name = models.CharField(max_length=80, primary_key=True)
    at = models.DateTimeField()
    is_door = models.BooleanField(
        default=False, help_text="its process lets players in (a web process)"
    )

    def __str__(self) -> str:
        """The sweeper's name."""
        return self.name


class Spectator(models.Model):
    """Somebody without a seat who watches a table; old rows count for nothing."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="spectators")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seen_at = models.DateTimeField(help_text="when their socket or program asked last")

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_spectator_row_each", fields=["table", "user"]),
        )

    def __str__(self) -> str:
        """User and table, for the admin."""
        return f"user {self.user_id} at table {self.table_id}"


class Mute(models.Model):
    """Whose talk an account does not want to hear; `muted` null: anybody's."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="muted_once", fields=["user", "muted"], nulls_distinct=False
            ),
        )

    def __str__(self) -> str:
        """Who does not hear whom, for the admin."""
        return f"user {self.user_id} mutes {self.muted_id or 'everybody'}"


class Guest(models.Model):
    """Somebody who followed a private table's link and asked to play there."""

    class State(models.TextChoices):
        ASKED = "asked"  # waits for the owner's answer
        APPROVED = "approved"  # may sit down, now and later
        REFUSED = "refused"  # may ask again by a new link only

    table = models.ForeignKey(Table, models.PROTECT, related_name="guests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    invite = models.CharField(max_length=32, help_text="the link by which they asked")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_guest_row_each", fields=["table", "user"]),
            models.CheckConstraint(
                name="guest_answered_if_not_asking",
                condition=Q(state="asked", answered_at__isnull=True)
                | ~Q(state="asked") & Q(answered_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        """User, table and answer, for the admin."""
        return f"user {self.user_id} at table {self.table_id}: {self.state}"


class Departure(models.Model):
    """The stack that a player took away from a table, and when: it must be brought back."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="departures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    chips = models.PositiveBigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_departure_row_each", fields=["table", "user"]),
        )

    def __str__(self) -> str:
        """Who left with what, for the admin."""
        return f"user {self.user_id} left table {self.table_id} with {self.chips}"


class HouseTable(models.Model):
    """A table that the house keeps open, and how many bots keep people company at it."""

    name = models.CharField(max_length=40, unique=True)
    chosen = models.JSONField(help_text="its settings, as for opening a table")
    bots = models.PositiveSmallIntegerField(help_text="bots at most; one seat is left for people")
    plays = models.CharField(max_length=10, default="steady", help_text="how well they play")
    bots_alone = models.BooleanField(
        default=False, help_text="whether the bots play while nobody else is there"
    )
    is_open = models.BooleanField(default=True, help_text="false: it closes when people have left")
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    table = models.OneToOneField(
        Table, models.PROTECT, null=True, related_name="house", help_text="the one open now"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Its name, for the admin."""
        return self.name


class Counter(models.Model):
    """How often something happened since the house began; a metric that outlives processes."""

    name = models.CharField(max_length=40, primary_key=True)
    value = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        """Name and value."""
        return f"{self.name} {self.value}"
