"""Fields of bots for tournaments under load: entered, paid for, and audited at the end.

Importing this sets Django up, on the database of DATABASE_URL.
"""

import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from django.contrib.auth.models import Group  # noqa: E402 - after Django's set-up

from deploy.accounts.models import User  # noqa: E402 - as above
from tournaments import commands, queries, states  # noqa: E402 - as above
from tournaments.book import chained  # noqa: E402 - as above
from tournaments.models import Entrant, Tournament  # noqa: E402 - as above
from tournaments.rules.codec import to_json  # noqa: E402 - as above
from tournaments.rules.due import audit  # noqa: E402 - as above
from tournaments.rules.files import read_file  # noqa: E402 - as above
from tournaments.rules.log import replay  # noqa: E402 - as above
from tournaments.rules.outcome import final_groups  # noqa: E402 - as above
from tournaments.rules.structure import PrizeRules, Structure  # noqa: E402 - as above
from wallet import commands as wallet  # noqa: E402 - as above
from wallet import queries as chips  # noqa: E402 - as above

PRIZES = PrizeRules(prize_part=100, fee_part=10)
BUY_IN = 110
NAME_DIGITS = 8


def people(count: int, chips: int = BUY_IN) -> tuple[User, list[User]]:
    """An organiser, and so many bots with so many chips: those of one entry, as a rule."""
    mark = uuid.uuid4().hex[:NAME_DIGITS]
    users = User.objects.bulk_create(
        User(username=f"{mark} {place} (bot)", is_bot=True) for place in range(count)
    )
    wallet.fund_house(key=mark, actor="load", amount=chips * count, reason="load run")
    for user in users:
        wallet.stake_bot(key=f"{mark} {user.pk}", user_id=user.pk, amount=chips)
    olga = User.objects.create(username=f"{mark} olga")
    olga.groups.add(Group.objects.get(name="organiser"))
    return olga, users


def announced(olga: User, structure: Structure, name: str, **played: object) -> int:
    """The number of a tournament that takes entries."""
    settings = {"name": name, "structure": to_json(structure), **played}
    number = int(commands.draft(user=olga, key=fresh(), settings=settings)["id"])
    commands.announce(user=olga, key=fresh(), tournament_id=number)
    return number


def prove(number: int, users: list[User], bought: int = 0, unspent: int = 0) -> None:
    """Print what the audit of a tournament that is over finds.

    `bought`: chips paid in later; `unspent`: chips that were there for it, and stayed.
    """
    with timed("audit"):
        row = row_of(number)
        log = list(read_file(queries.log_text(row)).events)
        state = replay(log)
        ranked = [ref for group in final_groups(state) for ref in group]
        prizes = sum(Entrant.objects.filter(tournament=row).values_list("prize", flat=True))
        balances = sum(chips.balance(user.pk) for user in users)
        found = {
            "phase": row.phase,
            "events": row.seq,
            "chained": chained(row),
            "replay is the state": state == states.state_of(row),
            "ranks are a permutation": sorted(ranked) == sorted(state.entrants),
            "draws that are not the seed's": len(audit(log, bytes.fromhex(state.seed))),
            "prizes": (prizes, len(users) * PRIZES.prize_part + bought),
            "players' chips": (balances, len(users) * PRIZES.prize_part + bought + unspent),
        }
    for name, value in found.items():
        print(f"  {name}: {value}")
    print(f"  {chips.audit().summary}")


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Print how long something took."""
    begun = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - begun:.2f} s", flush=True)


def row_of(number: int) -> Tournament:
    """The row as it is now."""
    return Tournament.objects.get(pk=number)


def fresh() -> str:
    """A key that nobody used."""
    return str(uuid.uuid4())
