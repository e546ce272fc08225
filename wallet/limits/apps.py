"""The limits app."""

from django.apps import AppConfig


class LimitsConfig(AppConfig):
    """Label `limits`: limits, breaks from play, freezes, and time at tables."""

    name = "wallet.limits"
    label = "limits"
