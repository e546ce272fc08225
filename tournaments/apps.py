"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package docstring."""

    name = "tournaments"
