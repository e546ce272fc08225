"""The wallet app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    """See the package docstring."""

    name = "wallet"
    verbose_name = _("The ledger")
