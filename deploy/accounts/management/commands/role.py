"""`manage.py role NAME ROLE`: makes somebody an organiser, auditor or staff, or no more."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deploy.accounts import commands, queries
from wallet.errors import Refusal


class Command(BaseCommand):
    """Gives an account a role, or takes it away, and says which ones it has now."""

    help = "Give an account a role, or take it away. Whoever runs the house decides who has which."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name, role, and whether to take it away."""
        parser.add_argument("name", help="of an account, as at sign-up")
        parser.add_argument("role", choices=queries.ROLES)
        parser.add_argument("--take-away", action="store_true", help="instead of giving it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Set it; one sentence either way."""
        name, role, has = options["name"], options["role"], not options["take_away"]
        try:
            user = commands.set_role(username=name, role=role, has=has)
        except Refusal as refusal:
            raise CommandError(str(refusal.problem()["detail"])) from refusal
        self.stdout.write(f"{user.username}: {', '.join(queries.roles(user)) or 'no role'}")
