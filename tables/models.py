"""Rows of the live tables. Their laws are constraints here and triggers in the migrations."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Table(models.Model):
    """A chip table. Its row is the lock for everything that happens at it, and its clock."""

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    class Due(models.TextChoices):
        """What the clock does next at a table; at any moment it is one thing."""

        DEAL = "deal"  # the pause is over: deal the next hand
        ACT = "act"  # a player's time is up: act for that seat
        RESERVE = "reserve"  # a player's time is up, and the reserve that was put on top of it
        BOT = "bot"  # a bot has thought long enough
        WINDOW = "window"  # the claim window closes

    class Watch(models.TextChoices):
        """What people without a seat are shown of a table, and when."""

        LIVE = "live"  # what everybody at the table may see, at once
        DELAYED = "delayed"  # the same, watch_ms later
        HAND = "hand"  # the same, when the hand is over
        NOBODY = "nobody"  # nothing

    name = models.CharField(max_length=40)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    rules_id = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    stakes = models.CharField(
        max_length=20, default="ante-capped-round", help_text="how chips move (rules 0.2)"
    )
    ante = models.PositiveIntegerField(
        help_text="chips: the ante, the fixed stake, what a match costs, or what a point is worth"
    )
    rake_per_mille = models.PositiveSmallIntegerField(default=0)
    rake_cap = models.PositiveIntegerField(default=0, help_text="chips of a rake at most")
    seats = models.PositiveSmallIntegerField()
    min_players = models.PositiveSmallIntegerField()
    buy_in_min = models.PositiveBigIntegerField()
    buy_in_max = models.PositiveBigIntegerField()
    action_ms = models.PositiveIntegerField(help_text="time for one decision, in milliseconds")
    window_ms = models.PositiveIntegerField(help_text="length of the claim window")
    pause_ms = models.PositiveIntegerField(help_text="pause between two hands")
    reserve_ms = models.PositiveIntegerField(
        default=0, help_text="time beyond action_ms that a player has once in a match"
    )
    watch = models.CharField(max_length=10, choices=Watch.choices, default=Watch.LIVE)
    watch_ms = models.PositiveIntegerField(
        default=0, help_text="how long after the table its spectators see what happens"
    )
    unit = models.CharField(
        max_length=40, default="chips", help_text="the kind of chips that it is played for"
    )
    tournament_id = models.BigIntegerField(
        null=True, help_text="whose table it is; that number is all that is known of it here"
    )
    held = models.BooleanField(
        default=False, help_text="no hand is dealt until its tournament lets it go on"
    )
    stopping = models.BooleanField(
        default=False, help_text="it is held as soon as the hand in play is over"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    seq = models.PositiveBigIntegerField(default=0, help_text="number of the newest event")
    told_seq = models.PositiveBigIntegerField(
        default=0, help_text="number of the newest event that viewers are told"
    )
    touched_at = models.DateTimeField(null=True, help_text="time of the newest event")
    hand = models.ForeignKey("Hand", models.PROTECT, null=True, related_name="+")
    hand_no = models.PositiveIntegerField(default=0)
    match = models.ForeignKey(
        "TableMatch", models.PROTECT, null=True, related_name="+", help_text="the newest match"
    )
    match_no = models.PositiveIntegerField(default=0)
    next_dealer = models.PositiveSmallIntegerField(null=True)
    due_at = models.DateTimeField(null=True, help_text="when the clock acts")
    due_what = models.CharField(max_length=10, choices=Due.choices, null=True)  # noqa: DJ001 - null with due_at

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="table_due_both_or_none",
                condition=Q(due_at__isnull=True, due_what__isnull=True)
                | Q(due_at__isnull=False, due_what__isnull=False),
            ),
            models.CheckConstraint(name="table_seats_2_to_8", condition=Q(seats__range=(2, 8))),
            models.CheckConstraint(
                name="table_players_fit", condition=Q(min_players__range=(2, F("seats")))
            ),
            models.CheckConstraint(
                name="table_buy_in_range",
                condition=Q(buy_in_min__gte=F("ante"), buy_in_max__gte=F("buy_in_min"), ante__gt=0)
                | Q(stakes="play", ante=0, buy_in_min=0, buy_in_max=0),
            ),
            models.CheckConstraint(
                name="table_rake_possible", condition=Q(rake_per_mille__lte=1000)
            ),
            models.CheckConstraint(
                name="table_delay_if_delayed",
                condition=Q(watch="delayed", watch_ms__gt=0) | ~Q(watch="delayed") & Q(watch_ms=0),
            ),
            models.CheckConstraint(
                name="table_held_by_a_tournament",
                condition=Q(held=False, stopping=False) | Q(tournament_id__isnull=False),
            ),
        )
        indexes = (
            models.Index(name="table_due", fields=["due_at"], condition=Q(due_at__isnull=False)),
        )

    def __str__(self) -> str:
        """Name and number, for the admin."""
        return f"{self.name} (table {self.pk})"


class Seat(models.Model):
    """An occupied seat. The chips at it are in the ledger (account kind `seat`), not here."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="occupied")
    number = models.PositiveSmallIntegerField(help_text="0 … seats − 1, clockwise")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="table_seats")
    ref = models.CharField(max_length=16, help_text="how records name this player")
    sitting_out = models.BooleanField(default=False)
    kept_out = models.JSONField(
        null=True, help_text="why the gate made this seat sit out: a code and its facts"
    )
    topping_up = models.PositiveBigIntegerField(
        default=0, help_text="chips to add when the hand is over"
    )
    leaving = models.BooleanField(default=False, help_text="leaves when the hand is over")
    plays = models.CharField(
        max_length=10, default="steady", help_text="how well a bot here plays; nothing to people"
    )
    missed = models.PositiveSmallIntegerField(default=0, help_text="decisions missed in a row")
    reserve_ms = models.PositiveIntegerField(default=0, help_text="of its reserve of time left")
    last_seen = models.DateTimeField(null=True)
    socket = models.CharField(
        max_length=16, default="", help_text="the socket that the seat is played from"
    )
    preaction = models.JSONField(
        null=True, help_text="what to do when the turn comes: hand, kind, and the price it is for"
    )
    said_at = models.JSONField(
        default=list, help_text="when its player spoke last, a few times, ms since 1970"
    )
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="one_player_per_seat", fields=["table", "number"]),
            models.UniqueConstraint(name="one_seat_per_player", fields=["table", "user"]),
        )

    def __str__(self) -> str:
        """Table and seat number, for the admin."""
        return f"seat {self.number} at table {self.table_id}"


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


class TableMatch(models.Model):
    """A match at a table: hands that add up to a winner. Where it stands follows from its hands.

    `standing` is the engine's match as JSON (`engine.match_json`), the fold of the outcomes of
    the match's hands over its set-up; it is kept so that nobody has to fold again.
    """

    class State(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    table = models.ForeignKey(Table, models.PROTECT, related_name="matches")
    match_no = models.PositiveIntegerField(help_text="gapless per table, from 1")
    players = models.JSONField(help_text="seat number → user id")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    standing = models.JSONField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="match_numbers_once", fields=["table", "match_no"]),
            models.UniqueConstraint(
                name="one_open_match_per_table", fields=["table"], condition=Q(state="open")
            ),
            models.CheckConstraint(
                name="closed_match_has_ended",
                condition=Q(state="open", ended_at__isnull=True)
                | Q(state="closed", ended_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        """Table and number, for the admin."""
        return f"match {self.match_no} at table {self.table_id}"


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

    table = models.ForeignKey(Table, models.PROTECT, related_name="events")
    seq = models.PositiveBigIntegerField(help_text="gapless per table")
    told = models.PositiveBigIntegerField(
        null=True, help_text="its number among the events that viewers are told; null: a secret"
    )
    at = models.DateTimeField()
    type = models.CharField(max_length=20)
    hand = models.ForeignKey(Hand, models.PROTECT, null=True, related_name="events")
    hand_seq = models.PositiveIntegerField(null=True)
    line = models.TextField(null=True)  # noqa: DJ001 - null: an event of the table
    head = models.BinaryField(null=True)
    body = models.JSONField(null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
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


class Outbox(models.Model):
    """What a table tells whoever it belongs to; written with what happened, in one transaction.

    `kind`: "hand-over", "match-over" or "match-void"; see `tables.outbox` for the bodies.
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
