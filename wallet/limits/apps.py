"""The limits app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LimitsConfig(AppConfig):
    """Label `limits`: limits, breaks from play, freezes, and time at tables."""

    name = "wallet.limits"
    label = "limits"
    verbose_name = _("Limits and breaks")
