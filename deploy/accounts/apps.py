"""The accounts app: people, bots and their roles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Label `accounts`, so that AUTH_USER_MODEL reads `accounts.User`."""

    name = "deploy.accounts"
    label = "accounts"
    verbose_name = _("Players")
