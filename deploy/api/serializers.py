"""The accounts' shapes on the wire."""

from django.conf import settings
from rest_framework import serializers

from wallet.api.fields import StrictSerializer


class SignUpSerializer(StrictSerializer):
    """A new account."""

    username = serializers.CharField(
        trim_whitespace=False,
        max_length=150,
        help_text="3 to 20 characters: Latin letters, digits, _ - and a full stop.",
    )
    password = serializers.CharField(
        trim_whitespace=False, max_length=128, help_text="At least 8 characters, not a common one."
    )
    language = serializers.ChoiceField(choices=settings.LANGUAGES, required=False)


class CredentialsSerializer(StrictSerializer):
    """A name and its password."""

    username = serializers.CharField(trim_whitespace=False, max_length=150)
    password = serializers.CharField(trim_whitespace=False, max_length=128)


class TokenSerializer(serializers.Serializer[object]):
    """A new token. It is shown this once; we keep only its hash."""

    token = serializers.CharField(help_text="Send it as `Authorization: Token <token>`.")
    expires_at = serializers.DateTimeField()


class MeSerializer(serializers.Serializer[object]):
    """The account that asks."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    language = serializers.CharField(help_text="Empty: by the Accept-Language header.")
    roles = serializers.ListField(
        child=serializers.CharField(), help_text="Of player, organiser, auditor, staff."
    )
    chips = serializers.IntegerField(help_text="Free chips; those on tables are not among them.")


class TicketSerializer(serializers.Serializer[object]):
    """A one-use ticket to a socket."""

    ticket = serializers.CharField()
    subprotocol = serializers.CharField(help_text="Offer this as the socket's subprotocol.")
    expires_in = serializers.IntegerField(help_text="Seconds.")


class ServerTimeSerializer(serializers.Serializer[object]):
    """The server's clock."""

    now = serializers.IntegerField(help_text="Milliseconds since 1970-01-01 UTC.")


class IndexSerializer(serializers.Serializer[object]):
    """What there is."""

    name = serializers.CharField()
    version = serializers.CharField()
    links = serializers.DictField(child=serializers.CharField())
