"""`manage.py makemessages`: refresh the translations of the whole house, without options.

Collects every string of templates and Python into deploy/locale/<language>/LC_MESSAGES/django.po.
New ones come out empty, never guessed (a guess that reads well is worse than a gap: the tests find
gaps). Needs GNU gettext, which only translators need; deploy/run compiles with Babel.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages

LANGUAGES = ["pt_BR", "fr", "de"]
IGNORED = [".venv", "var", ".static", "tests"]


class Command(makemessages.Command):
    """Django's own command with the house's options."""

    help = "Refresh deploy/locale from the strings of every app."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def add_arguments(self, parser: CommandParser) -> None:
        """Set the house's options as defaults; any may still be given."""
        super().add_arguments(parser)
        parser.set_defaults(
            locale=LANGUAGES, ignore_patterns=IGNORED, no_obsolete=True, add_location="file"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Do as Django does."""
        super().handle(*args, **options)
