"""How the wallet reads over REST. Chips are JSON integers, never text or fractions."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from wallet.api.fields import ChipsField, StrictSerializer
from wallet.books import WALLET_CHOICES
from wallet.commands.staff import REASON_MAX
from wallet.errors import AMOUNT_MAX
from wallet.limits.models import Length, Period, What
from wallet.models import AccountKind, AccountState, Entry, IssueRequest, TransferKind

NOTE_MAX = 100


class WholeField(ChipsField):
    """A whole number that counts no chips, as strict as one that does."""

    default_error_messages = {
        "not-an-integer": _("Send a whole number as a JSON integer, such as 3."),
        "below-minimum": _("Send at least {min_value}."),
        "above-maximum": _("Send at most {max_value}."),
    }


class EscrowSerializer(serializers.Serializer[Any]):
    """Chips in escrow at one table, until the player leaves it."""

    table = serializers.IntegerField()
    chips = serializers.IntegerField()


class EscrowsSerializer(serializers.Serializer[Any]):
    """All chips in escrow."""

    in_play = serializers.IntegerField(help_text="The sum of all escrows.")
    results = EscrowSerializer(many=True)


class PendingSerializer(serializers.Serializer[Any]):
    """A looser limit that waits to hold, and may be cancelled until then."""

    id = serializers.IntegerField()
    most = serializers.IntegerField(allow_null=True, help_text="null: no limit.")
    holds_from = serializers.DateTimeField()


class LimitSerializer(serializers.Serializer[Any]):
    """One limit, and how much of it is used."""

    what = serializers.ChoiceField(choices=What.choices)
    period = serializers.ChoiceField(choices=Period.choices)
    most = serializers.IntegerField(
        allow_null=True, help_text="Chips, or minutes for time; null: no limit (yet)."
    )
    used = serializers.IntegerField(help_text="In this period; below 0 where more was won.")
    ends_at = serializers.DateTimeField(help_text="When the next period begins.")
    pending = PendingSerializer(allow_null=True)


class SetLimitSerializer(serializers.Serializer[Any]):
    """A limit as it stands after a change."""

    what = serializers.ChoiceField(choices=What.choices)
    period = serializers.ChoiceField(choices=Period.choices)
    most = serializers.IntegerField(allow_null=True)
    pending = PendingSerializer(allow_null=True)


class BreakSerializer(serializers.Serializer[Any]):
    """A break from play."""

    ends_at = serializers.DateTimeField(allow_null=True, help_text="null: for ever.")


class FrozenSerializer(serializers.Serializer[Any]):
    """A freeze by staff."""

    reason = serializers.CharField()
    since = serializers.DateTimeField()


class SessionSerializer(serializers.Serializer[Any]):
    """My time at tables that goes on now."""

    begun_at = serializers.DateTimeField()
    minutes = serializers.IntegerField()
    result = serializers.IntegerField(help_text="Chips won, or lost if below 0.")
    entered = serializers.IntegerField(
        help_text="Paid for tournaments that still go on; not in `result` yet."
    )
    in_matches = serializers.IntegerField(
        help_text="In the pots of matches that still go on; not in `result` yet."
    )


class LimitsSerializer(serializers.Serializer[Any]):
    """What I set for myself, and what else keeps me from playing."""

    limits = LimitSerializer(many=True)
    exclusion = BreakSerializer(allow_null=True)
    freeze = FrozenSerializer(allow_null=True)
    session = SessionSerializer(allow_null=True)


class WalletSerializer(serializers.Serializer[Any]):
    """What a player has: `balance` may be spent now, `escrows` are in play at tables."""

    balance = serializers.IntegerField()
    in_play = serializers.IntegerField(help_text="The sum of all escrows.")
    state = serializers.ChoiceField(
        choices=AccountState.choices, help_text="frozen: chips arrive but cannot leave."
    )
    escrows = EscrowSerializer(many=True)
    limits = LimitsSerializer()


class LineSerializer(serializers.ModelSerializer[Entry]):
    """One line of a statement: what came or went, and the balance after it."""

    n = serializers.IntegerField(source="version", help_text="Lines of an account count from 1.")
    at = serializers.DateTimeField(source="transfer.created_at")
    kind = serializers.ChoiceField(choices=TransferKind.choices, source="transfer.kind")
    transfer = serializers.IntegerField(source="transfer_id")
    reason = serializers.CharField(
        source="transfer.reason", help_text='Of an "entry": re-entry, rebuy, add-on, or empty.'
    )
    table = serializers.IntegerField(source="at_table", allow_null=True)
    tournament = serializers.IntegerField(source="in_tournament", allow_null=True)

    class Meta:
        model = Entry
        fields = [
            "n",
            "at",
            "kind",
            "amount",
            "balance_after",
            "table",
            "tournament",
            "reason",
            "transfer",
        ]
        read_only_fields = fields


class StatementQuerySerializer(StrictSerializer):
    """Which lines of a statement."""

    kind = serializers.ChoiceField(
        choices=WALLET_CHOICES,
        required=False,
        help_text="Only lines of this kind.",
    )
    table = serializers.IntegerField(
        min_value=1, max_value=AMOUNT_MAX, required=False, help_text="Only from and to one table."
    )
    since = serializers.DateTimeField(required=False, help_text="From this moment on.")
    until = serializers.DateTimeField(required=False, help_text="Before this moment.")


class LimitBodySerializer(StrictSerializer):
    """A limit to set. A tighter one holds at once, a looser one a day later."""

    what = serializers.ChoiceField(choices=What.choices)
    period = serializers.ChoiceField(choices=Period.choices)
    most = ChipsField(
        min_value=0, allow_null=True, help_text="Chips, or minutes for time; null: no limit."
    )


class ExclusionBodySerializer(StrictSerializer):
    """How long a break from play to take. Nobody can end it early."""

    length = serializers.ChoiceField(choices=Length.choices)


class NothingSerializer(StrictSerializer):
    """A request that says nothing but its address: an empty object, or no body."""


class PaySerializer(StrictSerializer):
    """Chips for another player."""

    to = WholeField(help_text="The other player's id.")
    amount = ChipsField()
    note = serializers.CharField(max_length=NOTE_MAX, required=False, allow_blank=True)


class PaidSerializer(serializers.Serializer[Any]):
    """The payment that stands."""

    transfer = serializers.IntegerField()
    amount = serializers.IntegerField()


class HolderSerializer(serializers.Serializer[Any]):
    """Whose an account is."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=AccountKind.choices)
    user = serializers.IntegerField(allow_null=True, source="user_id")
    name = serializers.CharField(allow_null=True, source="user.username", default=None)
    table = serializers.IntegerField(allow_null=True, source="table_id")
    tournament = serializers.IntegerField(allow_null=True, source="tournament_id")


class LegSerializer(serializers.Serializer[Any]):
    """What a transfer did to one account."""

    account = HolderSerializer()
    amount = serializers.IntegerField()
    balance_after = serializers.SerializerMethodField(
        help_text="null where the account is somebody else's."
    )

    def get_balance_after(self, entry: Entry) -> int | None:
        """Tell a balance to its owner, and to those who see all."""
        known = self.context.get("sees_all") or (
            entry.account.user_id and entry.account.user_id == self.context.get("user_id")
        )
        return entry.balance_after if known else None


class TransferSerializer(serializers.Serializer[Any]):
    """One transfer with everything it moved."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField(source="created_at")
    kind = serializers.ChoiceField(choices=TransferKind.choices)
    unit = serializers.CharField(source="unit.code")
    ref = serializers.CharField(allow_null=True, help_text="What it was for, e.g. the hand.")
    reason = serializers.CharField()
    actor = serializers.SerializerMethodField(help_text="null where that is not for you to know.")
    reverses = serializers.IntegerField(source="reverses_id", allow_null=True)
    reversed_by = serializers.IntegerField(source="reversed_by.pk", allow_null=True, default=None)
    entries = LegSerializer(many=True)

    def get_actor(self, transfer: Any) -> str | None:  # noqa: ANN401 - a Transfer
        """Tell who did it to those who see all."""
        return str(transfer.actor) if self.context.get("sees_all") else None


class AccountSerializer(HolderSerializer):
    """An account, for staff and auditors."""

    unit = serializers.CharField(source="unit.code")
    balance = serializers.IntegerField()
    version = serializers.IntegerField(help_text="How many entries it has.")
    state = serializers.ChoiceField(choices=AccountState.choices)


class AccountQuerySerializer(StrictSerializer):
    """Which accounts."""

    name = serializers.CharField(
        max_length=150, required=False, help_text="The beginning of the owner's name."
    )
    kind = serializers.ChoiceField(choices=AccountKind.choices, required=False)
    state = serializers.ChoiceField(choices=AccountState.choices, required=False)
    table = serializers.IntegerField(min_value=1, max_value=AMOUNT_MAX, required=False)


class TransferQuerySerializer(StrictSerializer):
    """Which transfers."""

    kind = serializers.ChoiceField(choices=TransferKind.choices, required=False)


class ReasonSerializer(StrictSerializer):
    """Why. It stays on record, and the player can read it."""

    reason = serializers.CharField(max_length=REASON_MAX)


class IssueSerializer(ReasonSerializer):
    """Chips to grant to a player, or to take out of play."""

    user = WholeField()
    amount = ChipsField()


class CorrectionSerializer(ReasonSerializer):
    """The transfer that is to be undone."""

    transfer = WholeField()


class FreezeBodySerializer(ReasonSerializer):
    """Whom to keep from playing."""

    user = WholeField()


class AskedSerializer(serializers.Serializer[Any]):
    """The transfer that stands, or the request that waits for a second person."""

    transfer = serializers.IntegerField(allow_null=True)
    request = serializers.IntegerField(allow_null=True)


class FreezeMadeSerializer(serializers.Serializer[Any]):
    """The freeze that was made or lifted."""

    freeze = serializers.IntegerField()


class ClosureSerializer(serializers.Serializer[Any]):
    """The closure that was made; it stands for ever."""

    closure = serializers.IntegerField()


class IssueRequestSerializer(serializers.ModelSerializer[IssueRequest]):
    """What one member of staff asked for and another has to agree to."""

    user_name = serializers.CharField(source="user.username")
    asked_by_name = serializers.CharField(source="asked_by.username")

    class Meta:
        model = IssueRequest
        fields = [
            "id",
            "kind",
            "user",
            "user_name",
            "amount",
            "reason",
            "asked_by",
            "asked_by_name",
            "asked_at",
            "approved",
            "decided_by",
            "decided_at",
            "transfer",
        ]
        read_only_fields = fields


class FreezeSerializer(serializers.Serializer[Any]):
    """Whom staff keeps from playing, and why."""

    id = serializers.IntegerField()
    user = serializers.IntegerField(source="user_id")
    user_name = serializers.CharField(source="user.username")
    reason = serializers.CharField()
    by_name = serializers.CharField(source="by.username")
    at = serializers.DateTimeField()
    lifted_at = serializers.DateTimeField(allow_null=True)
    lifted_by_name = serializers.CharField(
        source="lifted_by.username", allow_null=True, default=None
    )
    lift_reason = serializers.CharField()


class HeldSerializer(serializers.Serializer[Any]):
    """Chips that accounts of one kind hold."""

    kind = serializers.ChoiceField(choices=AccountKind.choices)
    accounts = serializers.IntegerField()
    chips = serializers.IntegerField()


class SupplySerializer(serializers.Serializer[Any]):
    """All house chips. `total` is what is held less what exists: 0, or the books are broken."""

    existing = serializers.IntegerField()
    held = HeldSerializer(many=True)
    total = serializers.IntegerField()


class SealSerializer(serializers.Serializer[Any]):
    """A print of every account's chain, linked to the seal before; the hash is in hex."""

    n = serializers.IntegerField()
    at = serializers.DateTimeField(source="created_at")
    accounts = serializers.IntegerField(help_text="How many moved since the seal before.")
    restored = serializers.BooleanField(
        help_text="The house was restored from a backup before it: published seals of this number"
        " and above may be gone."
    )
    hash = serializers.SerializerMethodField()

    def get_hash(self, seal: Any) -> str:  # noqa: ANN401 - a Seal
        """Return the seal itself."""
        return bytes(seal.hash).hex()
