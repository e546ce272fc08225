"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Have the wallet ask who may still win a prize before one is closed."""
        from tournaments.commands.money import may_be_paid  # noqa: PLC0415 - models are loaded now
        from wallet.commands.closures import ask_before_closing  # noqa: PLC0415 - the same

        ask_before_closing(may_be_paid)
