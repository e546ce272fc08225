"""The accounts app: people, bots and their roles."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Label `accounts`, so that AUTH_USER_MODEL reads `accounts.User`."""

    name = "deploy.accounts"
    label = "accounts"
