"""Reading webhooks and their deliveries; for the organiser of their tournament."""

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from tournaments.models import Tournament
from tournaments.webhooks.errors import NoSuchWebhook
from tournaments.webhooks.models import Delivery, Webhook

if TYPE_CHECKING:
    from deploy.accounts.models import User


def webhooks_of(user: "User") -> QuerySet[Webhook]:
    """Those that are told of everything in all tournaments of an organiser."""
    return Webhook.objects.filter(tournament=None, by=user, removed=False).order_by("pk")


def webhooks(row: Tournament) -> QuerySet[Webhook]:
    """Those that are told, or were until they failed."""
    return Webhook.objects.filter(tournament=row, removed=False).order_by("pk")


def deliveries(hooks: QuerySet[Webhook], webhook: int) -> QuerySet[Delivery]:
    """The deliveries of one of these, with how each went; NoSuchWebhook."""
    if not hooks.filter(pk=webhook).exists():
        raise NoSuchWebhook
    return Delivery.objects.filter(webhook=webhook)
