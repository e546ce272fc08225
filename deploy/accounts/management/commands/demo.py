"""People, tables and tournaments to look at: `manage.py demo`, which `deploy/run --demo` calls.

Run it as often as you like: what is there stays as it is. The passwords are made by chance and
shown once; nobody keeps them.
"""

import secrets
from argparse import ArgumentParser
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand
from django.utils.crypto import salted_hmac

from deploy.accounts import commands as accounts
from deploy.accounts.errors import UsernameTaken
from deploy.accounts.models import User
from tables import commands as tables
from tournaments import commands as tournaments
from tournaments.rules.codec import to_json
from tournaments.rules.structure import SINGLE, PrizeRules, Stage, Structure
from wallet.errors import KeyReused
from wallet.queries import was_done

# Without letters and digits that look alike.
SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"


class Person(NamedTuple):
    """An account of the demo and the role it has besides player."""

    name: str
    role: str


class Show(NamedTuple):
    """A table of the demo: who owns it, its settings, and how many bots play at it."""

    owner: str
    bots: int
    settings: dict[str, object]


class Kept(NamedTuple):
    """A table that the house keeps open in the demo, with so many bots of a strength."""

    bots: int
    plays: str
    settings: dict[str, object]


class Cup(NamedTuple):
    """A tournament of the demo: how many bots enter, how many it takes; full, it starts."""

    name: str
    bots: int
    cap: int
    about: str


PAUSE_MS = 8_000  # between hands: whoever is new reads the result
PEOPLE = (
    Person("ana", "player"),
    Person("olga", "organiser"),
    Person("aud", "auditor"),
    Person("sofia", "staff"),
)
TABLES = (
    Show("olga", 4, {"name": "Mesa da Lua", "ante": 5, "seats": 6, "pause_ms": PAUSE_MS}),
    Show(
        "olga",
        4,
        {"name": "Mesa do Sol", "ante": 10, "seats": 5, "action_ms": 20_000, "pause_ms": PAUSE_MS},
    ),
    # Two bots wait here for a third player: whoever sits down is dealt in seconds later.
    Show("olga", 2, {"name": "Mesa Aberta", "ante": 5, "seats": 6, "pause_ms": PAUSE_MS}),
    # Three bots in a match, and a seat for whoever wants to be in the next one.
    Show(
        "olga",
        3,
        {"name": "Mesa Pili Pili", "rules": "pili-pili", "seats": 4, "pause_ms": PAUSE_MS},
    ),
)
# Nobody signs in as the keeper: the account has no password, and owns the house's tables.
KEEPER = "casa"
HOUSE_TABLES = (
    Kept(3, "steady", {"name": "Mesa da Casa", "ante": 5, "seats": 5, "pause_ms": PAUSE_MS}),
    Kept(
        2,
        "calm",
        {"name": "Cacheta da Casa", "rules": "cacheta", "seats": 4, "pause_ms": PAUSE_MS},
    ),
)
# Free cups of two at a table, with these bots in them.
CUPS = (
    Cup("Copa dos Robôs", 4, 4, "Só robôs: para ver um torneio andar sozinho."),
    Cup("Copa Aberta", 3, 8, "Entre quem quiser: começa quando olga mandar, ou com oito."),
)
AS_IT_WAS = "(as it was)"
MADE, KEPT, STRANGER = "new", "there already", "another account has this name"


class Command(BaseCommand):
    help = "Make people, tables and tournaments to look at, once; safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--reset-passwords", action="store_true", help="give the demo's people new passwords"
        )

    def handle(self, *args: Any, reset_passwords: bool = False, **options: Any) -> None:
        rows = [self._person(person, reset=reset_passwords) for person in PEOPLE]
        ours = {name for name, _role, _password, state in rows if state != STRANGER}
        for number, show in enumerate(TABLES, 1):
            if show.owner in ours:
                set_table(number, show)
        if not User.objects.filter(username=KEEPER, is_staff=False).exists():
            set_house_tables()
        if "olga" in ours:
            for number, cup in enumerate(CUPS, 1):
                set_cup(number, cup)
        self._print(rows)

    def _person(self, person: Person, *, reset: bool) -> tuple[str, str, str, str]:
        """Make an account, or find it; return its row of the table that is printed."""
        name, role = person
        password = new_password()
        state = KEPT if is_ours(name) else MADE
        if state == MADE:
            try:
                accounts.sign_up(username=name, password=password, key=secret(name))
            except (UsernameTaken, KeyReused):
                # No role and no password for somebody who only has the same name.
                return name, role, "", STRANGER
        user = accounts.set_role(username=name, role=role)
        if state == KEPT and not reset:
            return name, role, AS_IT_WAS, state
        user.set_password(password)
        user.save(update_fields=["password"])
        return name, role, password, state

    def _print(self, rows: list[tuple[str, str, str, str]]) -> None:
        lines = [("name", "role", "password", ""), *rows]
        widths = [max(len(line[column]) for line in lines) for column in range(4)]
        for line in lines:
            cells = zip(line, widths, strict=True)
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in cells).rstrip())
        if any(password == AS_IT_WAS for _name, _role, password, _state in rows):
            self.stdout.write(
                "For new passwords: .venv/bin/python manage.py demo --reset-passwords"
            )


def is_ours(name: str) -> bool:
    """Whether an earlier demo made the account of that name: the house remembers the request."""
    return was_done(actor=f"sign-up:{name}", key=secret(name))


def set_table(number: int, show: Show) -> None:
    """Open a table of the demo and seat its bots; what was done before is not done again."""
    owner = User.objects.get(username=show.owner)
    opened = tables.open_table(
        user=owner, key=secret(f"table {number}"), settings=dict(show.settings)
    )
    table_id = int(str(opened["id"]))
    for bot in range(show.bots):
        tables.add_bot(user=owner, key=secret(f"table {number} bot {bot}"), table_id=table_id)


def set_house_tables() -> None:
    """Have the house keep tables of its own open; sweepers seat their bots."""
    keeper, is_new = User.objects.get_or_create(username=KEEPER, defaults={"is_staff": True})
    if is_new:
        keeper.set_unusable_password()
        keeper.save(update_fields=["password"])
    for number, table in enumerate(HOUSE_TABLES, 1):
        tables.define_house_table(
            user=keeper,
            key=secret(f"house table {number}"),
            settings=dict(table.settings),
            bots=table.bots,
            plays=table.plays,
        )


def set_cup(number: int, cup: Cup) -> None:
    """Announce a cup, open it and enter bots that sit at the demo's tables already."""
    olga = User.objects.get(username="olga")
    structure = Structure((Stage("main", SINGLE),), PrizeRules(), cap=cup.cap)
    settings = {
        "name": cup.name,
        "about": cup.about,
        "structure": to_json(structure),
        "starts_full": True,
        "table": {"rules": "pife-partida", "pause_ms": PAUSE_MS},
    }
    drafted = tournaments.draft(user=olga, key=secret(f"cup {number}"), settings=settings)
    about: dict[str, Any] = {"user": olga, "tournament_id": int(drafted["id"])}
    tournaments.announce(**about, key=secret(f"cup {number} announced"))
    bots = User.objects.filter(is_bot=True).order_by("pk")[: cup.bots]
    entries = [{"name": bot.username, "account": True} for bot in bots]
    tournaments.enter_others(**about, key=secret(f"cup {number} bots"), entries=entries)


def secret(what: str) -> str:
    """Return the key under which the demo asks for something; nobody can send it before us."""
    return salted_hmac("batida.demo", what, algorithm="sha256").hexdigest()[:40]


def new_password() -> str:
    """Return a password that is easy to read and to type."""
    groups = ("".join(secrets.choice(SIGNS) for _ in range(4)) for _ in range(3))
    return "-".join(groups)
