"""The tables app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """See the package docstring."""

    name = "tables"

    def ready(self) -> None:
        """Have the wallet ask whether a match is in play before chips of it are corrected."""
        from tables.commands.matches import is_played_for  # noqa: PLC0415 - models are loaded now
        from wallet.commands.undoing import ask_before_correcting  # noqa: PLC0415 - the same

        ask_before_correcting(is_played_for)
