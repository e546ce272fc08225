"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Have the wallet ask who may still win a prize, and which pools are played for."""
        from tournaments.commands import money  # noqa: PLC0415 - models are loaded now
        from wallet.commands.closures import ask_before_closing  # noqa: PLC0415 - the same
        from wallet.commands.undoing import ask_before_correcting  # noqa: PLC0415 - the same

        ask_before_closing(money.may_be_paid)
        ask_before_correcting(money.is_played_for)
