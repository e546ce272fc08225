"""Rows of tournaments. The log is the truth; other rows are an index of it, or what it needs not.

Triggers (sql/0002_laws.sql) keep the log append-only, gapless and chained.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.rules import state as phases
from tournaments.texts import NOTE_CHARS_MAX

User = settings.AUTH_USER_MODEL


class Tournament(models.Model):
    """A tournament. Its row is the lock for everything that happens in it, and its clock.

    From `seq` to `places` the columns say what the newest state says, for lists.
    """

    class Phase(models.TextChoices):
        """Where it stands; all but "draft" are the phases of `rules.state`."""

        DRAFT = "draft"
        ANNOUNCED = phases.ANNOUNCED
        REGISTERING = phases.REGISTERING
        CLOSED = phases.CLOSED
        RUNNING = phases.RUNNING
        FINISHED = phases.FINISHED
        PAID = phases.PAID
        CANCELLED = phases.CANCELLED

    name = models.CharField(max_length=60)
    about = models.TextField(max_length=2000, blank=True, default="")
    owner = models.ForeignKey(User, models.PROTECT, related_name="+")
    structure = models.JSONField(help_text="as in the announcement; it may change in a draft only")
    online = models.BooleanField(default=True, help_text="matches open live tables by themselves")
    table_settings = models.JSONField(
        default=dict, help_text="of its live tables: rules, clocks …"
    )
    conditions = models.JSONField(default=dict, help_text="who may enter: see `conditions`")
    password = models.CharField(max_length=128, blank=True, default="", help_text="hashed")
    opens_at = models.DateTimeField(null=True, help_text="when registration opens by itself")
    closes_at = models.DateTimeField(null=True, help_text="when it closes; null: with the start")
    starts_at = models.DateTimeField(null=True, help_text="when it starts; null: by hand")
    starts_full = models.BooleanField(
        default=False, help_text="it starts as soon as as many are in as the cap allows"
    )
    expected = models.PositiveIntegerField(
        default=0, help_text="how many the organiser plans for; 0: not said"
    )
    protest_s = models.PositiveIntegerField(
        default=0, help_text="seconds between the end and the payment of the prizes"
    )
    note = models.TextField(max_length=2000, blank=True, default="", help_text="to everybody")
    created_at = models.DateTimeField(auto_now_add=True)

    phase = models.CharField(max_length=12, choices=Phase.choices, default=Phase.DRAFT)
    paused = models.CharField(
        max_length=NOTE_CHARS_MAX, blank=True, default="", help_text="why it stands"
    )
    seq = models.PositiveIntegerField(default=0, help_text="number of the newest event")
    head = models.BinaryField(default=b"", help_text="chain value of the newest event")
    touched_at = models.DateTimeField(null=True, help_text="time of the newest event")
    commitment = models.CharField(max_length=128, blank=True, default="")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    kinds = models.JSONField(default=list, help_text="the kinds of its stages")
    seats = models.PositiveSmallIntegerField(default=2, help_text="players at a table, at most")
    cap = models.PositiveIntegerField(default=0, help_text="0: no limit")
    entered = models.PositiveIntegerField(default=0, help_text="entrants who are in")
    waiting = models.PositiveIntegerField(default=0, help_text="on the waiting list")
    remaining = models.PositiveIntegerField(default=0, help_text="who may still win")
    cost = models.PositiveBigIntegerField(default=0, help_text="house chips for one entry")
    pool = models.PositiveBigIntegerField(default=0, help_text="what prizes come to by now")

    bounty_seq = models.PositiveIntegerField(
        default=0, help_text="up to this event bounties are paid"
    )
    due_at = models.DateTimeField(null=True, help_text="when `advance` has to look next")
    put_off_until = models.DateTimeField(
        null=True, help_text="`advance` failed, and does not look before; null: it works"
    )
    trouble = models.JSONField(
        null=True, help_text="why it cannot go on by itself: where, code and what would help"
    )
    clock_stage = models.CharField(
        max_length=40, blank=True, default="", help_text="the freezeout whose levels it counts"
    )
    elapsed_s = models.PositiveIntegerField(default=0, help_text="the levels' clock, so far")
    clock_from = models.DateTimeField(null=True, help_text="since when it runs; null: it stands")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="tournament_draft_has_no_log",
                condition=Q(phase="draft", seq=0) | ~Q(phase="draft") & Q(seq__gt=0),
            ),
        )
        indexes = (
            models.Index(
                name="tournament_due", fields=["due_at"], condition=Q(due_at__isnull=False)
            ),
            models.Index(name="tournament_by_start", fields=["-starts_at", "-id"]),
            models.Index(
                name="tournament_not_over",
                fields=["-starts_at", "-id"],
                condition=Q(phase__in=phases.NOT_OVER),
            ),
            models.Index(name="tournament_touched", fields=["touched_at"]),
        )

    def __str__(self) -> str:
        """Name and number, for the admin."""
        return f"{self.name} (tournament {self.pk})"

    @property
    def log_name(self) -> str:
        """How its log and its draws call it."""
        return f"tournament-{self.pk}"


class TournamentSecret(models.Model):
    """The seed of all its draws, sealed (`tables.sealing`); the log reveals it at the end."""

    tournament = models.OneToOneField(
        Tournament, models.PROTECT, primary_key=True, related_name="secret"
    )
    sealed = models.BinaryField()

    def __str__(self) -> str:
        """Never the content."""
        return f"sealed seed of tournament {self.tournament_id}"


class TournamentEvent(models.Model):
    """One event of the log: append-only, gapless, chained.

    `line` and `head` are what `rules.log` makes of it. `note` is public; who did it is shown to
    the organiser only. `ledger`: the transfers that were made with it.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField(help_text="gapless per tournament, from 1")
    kind = models.CharField(max_length=24)
    line = models.TextField()
    head = models.BinaryField()
    at = models.DateTimeField()
    actor = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    note = models.CharField(max_length=NOTE_CHARS_MAX, blank=True, default="")
    ledger = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="tournament_events_once", fields=["tournament", "seq"]),
        )

    def __str__(self) -> str:
        """Number and kind, for the admin."""
        return f"event {self.seq} of tournament {self.tournament_id}: {self.kind}"


class Entrant(models.Model):
    """Somebody who entered. `ref` is the name in the log; `user` null: a guest of a live room.

    `status` is that of `rules.state`; "playing" and "out" follow from the stages.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entrants")
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="tournament_entries")
    ref = models.CharField(max_length=16)
    name = models.CharField(max_length=60, help_text="as it is shown")
    number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=12)
    left_early = models.BooleanField(default=False)
    out = models.BooleanField(default=False, help_text="of a freezeout in play")
    stage = models.CharField(max_length=40, blank=True, default="", help_text="of a freezeout")
    table_no = models.PositiveIntegerField(null=True, help_text="of a freezeout, from 1")
    seat_no = models.PositiveSmallIntegerField(null=True, help_text="from 1")
    stack = models.PositiveBigIntegerField(null=True, help_text="chips when its last hand ended")
    bust = models.JSONField(
        null=True, help_text="lost the last chip, and is not out yet: when, and in which hand"
    )
    moving = models.JSONField(
        null=True, help_text="where it moves as soon as the hands are over: table, seat, why"
    )
    moved_hand = models.PositiveIntegerField(default=0, help_text="hand at which it came here")
    place_first = models.PositiveIntegerField(null=True, help_text="final place, when finished")
    place_last = models.PositiveIntegerField(null=True)
    prize = models.PositiveBigIntegerField(default=0, help_text="paid so far, bounties too")
    plays = models.CharField(
        max_length=10, default="steady", help_text="how well a bot plays; nothing to people"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(name="entrant_refs_once", fields=["tournament", "ref"]),
            models.UniqueConstraint(name="entrant_accounts_once", fields=["tournament", "user"]),
        )

    def __str__(self) -> str:
        """Name, for the admin."""
        return f"{self.name} in tournament {self.tournament_id}"


class StackCount(models.Model):
    """What an entrant had in front when a hand ended, or when the chips of a room were counted."""

    entrant = models.ForeignKey(
        Entrant, models.PROTECT, related_name="stack_counts", db_index=False
    )
    at = models.DateTimeField()
    chips = models.PositiveBigIntegerField()

    class Meta:
        indexes = (models.Index(name="stack_counts_in_order", fields=["entrant", "id"]),)

    def __str__(self) -> str:
        """Chips, for the admin."""
        return f"{self.chips} chips of entrant {self.entrant_id}"


class Payment(models.Model):
    """Chips that an entrant paid in: one transfer, and the one that gave them back, if any."""

    class What(models.TextChoices):
        """What was bought."""

        ENTRY = "entry"
        REENTRY = "re-entry"
        REBUY = "rebuy"
        ADDON = "add-on"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="payments")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="payments")
    what = models.CharField(max_length=10, choices=What.choices)
    amount = models.PositiveBigIntegerField()
    transfer_id = models.BigIntegerField(unique=True)
    refund_id = models.BigIntegerField(null=True, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        """What it paid for, for the admin."""
        return f"{self.what} of entrant {self.entrant_id}"


class MatchTable(models.Model):
    """A live table on which a match, or a table of a freezeout, is played.

    `match` is the match's id in the log, or the number of the freezeout's table.
    """

    class State(models.TextChoices):
        """Whether it is played on."""

        OPEN = "open"
        DONE = "done"
        DROPPED = "dropped"  # the match was decided otherwise, or opened again

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="match_tables")
    stage = models.CharField(max_length=40)
    match = models.CharField(max_length=16)
    players = models.JSONField(help_text="entrants' refs in the order of seats; null: empty seat")
    table = models.OneToOneField("tables.Table", models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    stopping = models.BooleanField(default=False, help_text="for a pause of the tournament")
    opened_at = models.DateTimeField(help_text="or went on after a pause")
    called = models.BooleanField(default=False, help_text="who had not come was called to it")
    judged = models.BooleanField(default=False, help_text="its time to come is over")
    empty_since = models.DateTimeField(
        null=True, help_text="of a freezeout: since when all its players have been away"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="one_open_table_for_a_match",
                fields=["tournament", "stage", "match"],
                condition=Q(state="open"),
            ),
        )

    def __str__(self) -> str:
        """Match, for the admin."""
        return f"{self.stage} {self.match} of tournament {self.tournament_id}"


class Correction(models.Model):
    """A correction that can be taken back, or put in force again: the event that does it."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="corrections")
    event_seq = models.PositiveIntegerField(help_text="of the correction")
    back = models.TextField(help_text="line of the event that undoes it (or, undone, redoes it)")
    undone = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(name="corrections_once", fields=["tournament", "event_seq"]),
        )

    def __str__(self) -> str:
        """Number of its event, for the admin."""
        return f"correction {self.event_seq} of tournament {self.tournament_id}"


class Deal(models.Model):
    """A proposal to share the prizes; it is made when everybody who is left has said yes.

    `amounts` by ref; `stacks` are frozen when it is proposed, and so is the log's `seq`: when
    somebody busts meanwhile the proposal is off.
    """

    class State(models.TextChoices):
        """Whether it is voted on, agreed, or off the table."""

        OPEN = "open"
        MADE = "made"
        OFF = "off"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deals")
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    method = models.CharField(max_length=12, help_text='"icm", "chip-chop" or "custom"')
    amounts = models.JSONField()
    for_first = models.PositiveBigIntegerField(default=0)
    stacks = models.JSONField()
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                name="one_open_deal", fields=["tournament"], condition=Q(state="open")
            ),
        )

    def __str__(self) -> str:
        """Method, for the admin."""
        return f"{self.method} in tournament {self.tournament_id}"


class DealVote(models.Model):
    """One player's answer to a proposal."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="votes")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="+")
    yes = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(name="one_vote_each", fields=["deal", "entrant"]),)

    def __str__(self) -> str:
        """Yes or no, for the admin."""
        return "yes" if self.yes else "no"
