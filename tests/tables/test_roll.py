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
    sockets = [Socket(player.pk, table_id, f"{2:016x}") for player in players]
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
    other = sockets[0]._replace(token=f"{1:016x}")
    assert commands.mark_present([other, sockets[1]]) == {sockets[1]}
    assert seen_lately() == {players[1].pk}


def test_the_newest_of_two_that_were_open_before_has_the_seat(
    table_id: int, players: list[User]
) -> None:
    """Who sat down by REST has said hello from neither since; chance must not decide."""
    sockets = own(players, table_id)
    Seat.objects.filter(user=players[0]).update(socket="")
    older = sockets[0]._replace(token=f"{1:016x}")
    assert commands.mark_present([older]) == {older}
    assert commands.mark_present([sockets[0]]) == {sockets[0]}
    assert commands.mark_present([older]) == set()
    Seat.objects.filter(user=players[0]).update(socket="")
    assert commands.mark_present([older, sockets[0]]) == {sockets[0]}
    assert Seat.objects.get(user=players[0]).socket == sockets[0].token


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
    """Also when one of them takes no goodbye, and another fails: the next round comes."""
    monkeypatch.setattr(roll, "GATHER_SECONDS", 0.01)
    sockets = own(players, table_id)
    older = [one._replace(token=f"{1:016x}") for one in sockets]
    sent_away: list[Socket] = []

    async def leaves(one: Socket) -> None:
        sent_away.append(one)

    async def takes_nothing() -> None:
        await asyncio.Event().wait()

    async def fails() -> None:
        raise OSError("closed just now")

    async def run() -> None:
        ours = Roll()
        ours.note(older[0], takes_nothing)
        ours.note(older[1], fails)
        job = ours._job
        assert job is not None
        ours.note(older[2], lambda: leaves(older[2]))
        assert ours._job is job, "one job notes them all"
        await job
        ours.note(sockets[2], lambda: leaves(sockets[2]))
        assert ours._job is not None
        await ours._job
        assert len(ours._leaving) == 1

    asyncio.run(run())
    assert sent_away == [older[2]]
    assert seen_lately() == {players[2].pk}
