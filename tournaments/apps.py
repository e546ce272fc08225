"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """See the package docstring."""

    name = "tournaments"

    def ready(self) -> None:
        """Let addresses name stages; have the wallet ask and prove what tournaments know."""
        from django.urls import register_converter  # noqa: PLC0415 - settings are loaded now

        from tournaments.commands import money  # noqa: PLC0415 - models are loaded now
        from tournaments.stack_laws import given_as_logged  # noqa: PLC0415 - the same
        from tournaments.stage_addresses import StageConverter  # noqa: PLC0415 - the same
        from wallet.commands.closures import ask_before_closing  # noqa: PLC0415 - the same
        from wallet.commands.undoing import ask_before_correcting  # noqa: PLC0415 - the same
        from wallet.queries import prove_also  # noqa: PLC0415 - the same

        register_converter(StageConverter, "stage")
        ask_before_closing(money.may_be_paid)
        ask_before_correcting(money.is_played_for)
        prove_also(given_as_logged)
