"""REST doors to the webhooks of a tournament, for its organiser."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.answers import Told, many, whole, words
from tournaments.api.doors import CostlyThrottle, Door, Method, done_by, reader, seen
from tournaments.api.views import NewestPages
from tournaments.errors import NotOrganiser
from tournaments.models import Tournament
from tournaments.queries import seen_by
from tournaments.webhooks import commands, queries
from tournaments.webhooks.addresses import URL_CHARS_MAX
from tournaments.webhooks.models import Delivery, Webhook
from wallet.api.fields import StrictSerializer


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """A webhook; its secret was shown when it was made."""

    kinds = many(words(), "Kinds of events; empty: every event.")

    class Meta:
        model = Webhook
        fields = ("id", "url", "kinds", "cursor", "failures", "disabled", "created_at")
        read_only_fields = fields


class WebhooksSerializer(Told):
    """The webhooks of a tournament."""

    results = WebhookSerializer(many=True)


class WebhookAskedSerializer(StrictSerializer):
    """Where to send what."""

    url = serializers.CharField(max_length=URL_CHARS_MAX, help_text="https://…")
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=24),
        max_length=40,
        default=list,
        help_text='Kinds of events, such as "result-recorded"; empty: every event.',
    )


class SecretSerializer(Told):
    """The secret, shown this once."""

    id = whole()
    secret = words("For checking signatures; null when the request is a repeat.", allow_null=True)


class WebhookNumberSerializer(Told):
    """The webhook's number."""

    id = whole()


class DeliveryNumberSerializer(Told):
    """The delivery's number."""

    delivery = whole()


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A delivery, and every try."""

    tries = many(serializers.DictField(), "status (null: no answer), error, ms; newest last.")

    class Meta:
        model = Delivery
        fields = ("id", "name", "tournament", "event_seq", "kind", "state", "tries", "created_at")
        read_only_fields = fields


def organised(request: Request, tournament_id: int) -> Tournament:
    """Return a tournament of the reader's own; NotOrganiser."""
    row = seen(request, tournament_id)
    if not seen_by(row, reader(request)):
        raise NotOrganiser
    return row


class WebhooksView(Door):
    """The webhooks."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]

    @extend_schema(operation_id="webhooks", responses=WebhooksSerializer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the webhooks of my tournament, and whether they work."""
        rows = queries.webhooks(organised(request, tournament_id))
        return Response(WebhooksSerializer({"results": rows}).data)

    post = done_by(
        "register_webhook",
        commands.register_webhook,
        "Have an address told what happens from now on; the secret is shown this once.",
        SecretSerializer,
        WebhookAskedSerializer,
        code=status.HTTP_201_CREATED,
    )


class WebhookView(Door):
    """One webhook."""

    permission_classes = [IsAuthenticated]

    delete = done_by(
        "remove_webhook",
        commands.remove_webhook,
        "Tell that address nothing more.",
        WebhookNumberSerializer,
    )


class DeliveriesView(ListAPIView[Delivery]):
    """The deliveries of a webhook."""

    permission_classes = [IsAuthenticated]
    serializer_class = DeliverySerializer
    pagination_class = NewestPages

    @extend_schema(operation_id="webhook_deliveries")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the deliveries of a webhook, the newest first, with the answer to each try."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Delivery]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Delivery.objects.none()
        row = organised(self.request, self.kwargs["tournament_id"])
        return queries.deliveries(queries.webhooks(row), self.kwargs["webhook"])


class MyWebhooksView(Door):
    """The webhooks for all tournaments of an organiser."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [CostlyThrottle]

    @extend_schema(operation_id="my_webhooks", responses=WebhooksSerializer)
    def get(self, request: Request) -> Response:
        """List the webhooks that are told of all my tournaments, and whether they work."""
        return Response(WebhooksSerializer({"results": queries.webhooks_of(reader(request))}).data)

    post = done_by(
        "register_my_webhook",
        commands.register_webhook,
        "Have an address told what happens from now on in all my tournaments, those to come too.",
        SecretSerializer,
        WebhookAskedSerializer,
        code=status.HTTP_201_CREATED,
    )


class MyDeliveriesView(DeliveriesView):
    """The deliveries of a webhook for all tournaments of an organiser."""

    @extend_schema(operation_id="my_webhook_deliveries")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List its deliveries, the newest first, with the answer to each try."""
        return super(DeliveriesView, self).get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Delivery]:
        """Find them; nothing is found when only the schema is drawn."""
        if getattr(self, "swagger_fake_view", False):
            return Delivery.objects.none()
        hooks = queries.webhooks_of(reader(self.request))
        return queries.deliveries(hooks, self.kwargs["webhook"])


class MyWebhookView(Door):
    """One webhook for all tournaments of an organiser."""

    permission_classes = [IsAuthenticated]

    delete = done_by(
        "remove_my_webhook",
        commands.remove_webhook,
        "Tell that address nothing more.",
        WebhookNumberSerializer,
    )


def verbs(mine: str = "") -> dict[str, Method]:
    """The other verbs of a webhook; `mine` goes into the names of their operations."""
    return {
        "enable": done_by(
            f"enable_{mine}webhook",
            commands.enable_webhook,
            "Begin anew with a webhook that was disabled: what it missed follows.",
            WebhookNumberSerializer,
        ),
        "secret": done_by(
            f"renew_{mine}webhook_secret",
            commands.renew_secret,
            "Make another secret, shown this once; the old one signs no more.",
            SecretSerializer,
        ),
        "test": done_by(
            f"test_{mine}webhook",
            commands.ping_webhook,
            "Send a test.",
            DeliveryNumberSerializer,
        ),
        "deliveries/<int:delivery>/redeliver": done_by(
            f"redeliver{mine and '_mine'}",
            commands.redeliver,
            "Send a delivery again; it keeps its name, so the receiver can tell.",
            DeliveryNumberSerializer,
        ),
    }
