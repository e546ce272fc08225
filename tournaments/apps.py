"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Let addresses name stages; have the wallet ask who may still win, and what for."""
        from django.urls import register_converter  # noqa: PLC0415 - settings are loaded now

        from tournaments.commands import money  # noqa: PLC0415 - models are loaded now
        from tournaments.stage_addresses import StageConverter  # noqa: PLC0415 - the same
        from wallet.commands.closures import ask_before_closing  # noqa: PLC0415 - the same
        from wallet.commands.undoing import ask_before_correcting  # noqa: PLC0415 - the same

        register_converter(StageConverter, "stage")
        ask_before_closing(money.may_be_paid)
        ask_before_correcting(money.is_played_for)
