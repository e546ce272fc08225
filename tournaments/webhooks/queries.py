"""Reading webhooks and their deliveries; for the organiser of their tournament."""

from django.db.models import QuerySet

from tournaments.models import Tournament
from tournaments.webhooks.errors import NoSuchWebhook
from tournaments.webhooks.models import Delivery, Webhook


def webhooks(row: Tournament) -> QuerySet[Webhook]:
    """Those that are told, or were until they failed."""
    return Webhook.objects.filter(tournament=row, removed=False).order_by("pk")


def deliveries(row: Tournament, webhook: int) -> QuerySet[Delivery]:
    """The deliveries of one, with how each went; NoSuchWebhook."""
    if not webhooks(row).filter(pk=webhook).exists():
        raise NoSuchWebhook
    return Delivery.objects.filter(webhook=webhook)
