"""Tables, who sits at them, and the matches they play."""

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
        GRACE = "grace"  # the same, with what was put on top of it for a lost connection
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
    grace_ms = models.PositiveIntegerField(
        default=0, help_text="time beyond action_ms for who has lost the connection, as a pool"
    )
    return_ms = models.PositiveIntegerField(
        default=0, help_text="how long who leaves must bring the same stack to come back"
    )
    private = models.BooleanField(
        default=False, help_text="not in the lobby; its guests are let in by the owner"
    )
    invite = models.CharField(
        max_length=32, default="", help_text="the secret of its link; empty: no link leads here"
    )
    bots_alone = models.BooleanField(
        default=True, help_text="whether hands are dealt while nobody but bots wants one"
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
    held_why = models.JSONField(
        null=True, help_text="what is told of why it is held: a code and its facts"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    seq = models.PositiveBigIntegerField(default=0, help_text="number of the newest event")
    told_seq = models.PositiveBigIntegerField(
        default=0, help_text="number of the newest event that viewers are told"
    )
    touched_at = models.DateTimeField(null=True, help_text="time of the newest event")
    # Nobody looks for a table by its newest hand or match, and each action writes this row anew.
    hand = models.ForeignKey("Hand", models.PROTECT, null=True, related_name="+", db_index=False)
    hand_no = models.PositiveIntegerField(default=0)
    match = models.ForeignKey(
        "TableMatch",
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="the newest match",
    )
    match_no = models.PositiveIntegerField(default=0)
    next_dealer = models.PositiveSmallIntegerField(null=True)
    due_at = models.DateTimeField(null=True, help_text="when the clock acts")
    due_what = models.CharField(max_length=10, choices=Due.choices, null=True)  # noqa: DJ001 - null with due_at
    # The index that sweepers look through is by this and not by `due_at`, which each action
    # changes: a row whose indexed values stay as they are is written without touching an index.
    armed = models.GeneratedField(
        expression=models.ExpressionWrapper(
            Q(due_at__isnull=False), output_field=models.BooleanField()
        ),
        output_field=models.BooleanField(),
        db_persist=True,
    )

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
                name="table_link_if_private", condition=Q(invite="") | Q(private=True)
            ),
            models.UniqueConstraint(
                name="table_links_once", fields=["invite"], condition=~Q(invite="")
            ),
            models.CheckConstraint(
                name="table_held_by_a_tournament",
                condition=Q(held=False, stopping=False) | Q(tournament_id__isnull=False),
            ),
        )
        # Neither changes with an action. Closed tables, of which there are ever more, are in none.
        indexes = (
            models.Index(name="tables_armed", fields=["id"], condition=Q(armed=True)),
            models.Index(name="tables_open", fields=["id"], condition=Q(state="open")),
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
    out_since = models.DateTimeField(
        null=True, editable=False, help_text="when it began to sit out; a trigger keeps it"
    )
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
    grace_ms = models.PositiveIntegerField(
        default=0, help_text="of its time for a lost connection left"
    )
    last_seen = models.DateTimeField(
        null=True, help_text="when its player was heard from; null: the socket was seen to close"
    )
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
