"""How the wallet reads over REST. Chips are JSON integers, never text or fractions."""

from typing import Any

from rest_framework import serializers

from wallet.models import Entry, TransferKind


class EscrowSerializer(serializers.Serializer[Any]):
    """Chips in escrow at one table, until the player leaves it."""

    table = serializers.IntegerField()
    chips = serializers.IntegerField()


class WalletSerializer(serializers.Serializer[Any]):
    """What a player has: `balance` may be spent now, `escrows` are in play at tables."""

    balance = serializers.IntegerField()
    in_play = serializers.IntegerField(help_text="The sum of all escrows.")
    escrows = EscrowSerializer(many=True)


class LineSerializer(serializers.ModelSerializer[Entry]):
    """One line of a statement: what came or went, and the balance after it."""

    n = serializers.IntegerField(source="version", help_text="Lines of a wallet count from 1.")
    at = serializers.DateTimeField(source="transfer.created_at")
    kind = serializers.ChoiceField(choices=TransferKind.choices, source="transfer.kind")
    transfer = serializers.IntegerField(source="transfer_id")
    reason = serializers.CharField(source="transfer.reason")
    table = serializers.IntegerField(source="at_table", allow_null=True)

    class Meta:
        model = Entry
        fields = ["n", "at", "kind", "amount", "balance_after", "table", "reason", "transfer"]
        read_only_fields = fields
