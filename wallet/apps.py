"""The wallet app."""

from django.apps import AppConfig


class WalletConfig(AppConfig):
    """See the package docstring."""

    name = "wallet"
