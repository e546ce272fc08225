"""People, tables and session cookies for load, made through the commands in this process."""

import uuid
from dataclasses import dataclass

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from deploy.accounts.models import User
from tables import commands
from tables.models import Table
from tests.house import a_player, a_table

CHIPS = 2_000_000
BUY_IN = 1_000_000
BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Guest:
    """Somebody who is signed in."""

    user_id: int
    name: str
    cookie: str


def guests(count: int, prefix: str) -> list[Guest]:
    """Make accounts without chips, each signed in."""
    mark = uuid.uuid4().hex[:6]
    users = User.objects.bulk_create(User(username=f"{prefix}-{mark}-{n}") for n in range(count))
    return [Guest(user.pk, user.username, _cookie(user)) for user in users]


def a_full_table(seats: int) -> tuple[int, list[Guest]]:
    """Open a table at which nobody's time runs out, and seat players with a million chips."""
    mark = uuid.uuid4().hex[:8]
    users = [a_player(f"player-{mark}-{seat}", chips=CHIPS) for seat in range(seats)]
    table_id = a_table(
        users[0],
        seats=seats,
        min_players=seats,
        buy_in_min=100,
        buy_in_max=BUY_IN,
        action_ms=300_000,
        window_ms=200,
        pause_ms=200,
    )
    for user in users:
        commands.sit(user=user, key=uuid.uuid4().hex, table_id=table_id, buy_in=BUY_IN)
    return table_id, [Guest(user.pk, user.username, _cookie(user)) for user in users]


def heads(table_ids: list[int]) -> dict[int, int]:
    """Return each table's newest event that is told."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "told_seq"))


def _cookie(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return f"sessionid={session.session_key}"
