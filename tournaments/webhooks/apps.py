"""The webhooks app."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Label `webhooks`: addresses, deliveries, and how they went."""

    name = "tournaments.webhooks"
    label = "webhooks"
