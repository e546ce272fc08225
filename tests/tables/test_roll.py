"""Who was heard from: noted for all sockets of a process at once."""

import asyncio
from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import commands, roll
from tables.commands import Socket
from tables.models import Seat, Spectator
from tables.roll import Roll
from tests.house import a_player

pytestmark = pytest.mark.django_db(transaction=True)


def own(players: list[User], table_id: int) -> list[Socket]:
    """A socket of each player."""
    sockets = [Socket(player.pk, table_id, f"socket-{player.pk}") for player in players]
    for one in sockets:
        commands.take_over(user_id=one.user_id, table_id=table_id, token=one.token)
    Seat.objects.update(last_seen=Now() - timedelta(minutes=1))
    return sockets


def seen_lately() -> set[int]:
    """The users whose seats were heard from within the last half minute."""
    lately = Seat.objects.filter(last_seen__gt=Now() - timedelta(seconds=30))
    return set(lately.values_list("user_id", flat=True))


def test_seats_are_marked_and_watchers_counted_by_few_statements(
    table_id: int, players: list[User]
) -> None:
    sockets = own(players, table_id)
    watchers = [Socket(a_player(f"w{n}").pk, table_id, "x") for n in range(3)]
    with CaptureQueriesContext(connection) as asked:
        assert commands.mark_present([*sockets, *watchers]) == {*sockets, *watchers}
    assert len(asked) == 2
    assert seen_lately() == {player.pk for player in players}
    assert Spectator.objects.count() == 3


def test_a_seat_played_from_another_socket_is_not_marked_and_may_not_stay(
    table_id: int, players: list[User]
) -> None:
    sockets = own(players, table_id)
    other = sockets[0]._replace(token="older")
    assert commands.mark_present([other, sockets[1]]) == {sockets[1]}
    assert seen_lately() == {players[1].pk}


def test_a_seat_that_somebody_works_on_is_left_for_the_next_time(
    table_id: int, players: list[User]
) -> None:
    """A heartbeat that waited for a table's lock would hold up those of all other tables."""
    sockets = own(players, table_id)
    parameters = connection.get_connection_params()
    names = {"dbname", "user", "password", "host", "port"} & parameters.keys()
    with psycopg.connect(**{name: parameters[name] for name in names}) as working:
        working.execute("SELECT 1 FROM tables_seat WHERE user_id = %s FOR UPDATE", [players[0].pk])
        assert commands.mark_present(sockets) == {*sockets}
    assert seen_lately() == {player.pk for player in players[1:]}


def test_the_roll_gathers_and_sends_away_whose_seat_is_played_elsewhere(
    table_id: int, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roll, "GATHER_SECONDS", 0.01)
    sockets = own(players, table_id)
    older = sockets[0]._replace(token="older")
    sent_away: list[Socket] = []

    async def run() -> None:
        ours = Roll()

        async def replaced(one: Socket) -> None:
            sent_away.append(one)

        for one in (older, *sockets[1:]):
            ours.note(one, lambda one=one: replaced(one))  # type: ignore[misc]  # bound now
        job = ours._job
        assert job is not None
        ours.note(sockets[1], lambda: replaced(sockets[1]))
        assert ours._job is job, "one job notes them all"
        await job

    asyncio.run(run())
    assert sent_away == [older]
    assert seen_lately() == {player.pk for player in players[1:]}
