"""What is read of tables and hands."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import queries
from tables.errors import HandNotOver, NoSuchHand, NoSuchTable
from tables.models import Event, Table
from tests.house import sit
from tests.tables.felt import (
    deal,
    fold_out,
    quick_table,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_lobby_has_my_tables_first_then_the_fullest(
    table_id: int, players: list[User], stranger: User
) -> None:
    empty = quick_table(stranger)
    mine = quick_table(stranger)
    sit(stranger, mine)
    assert [row["id"] for row in queries.lobby(stranger)] == [mine, table_id, empty]
    assert [row["id"] for row in queries.lobby()] == [table_id, mine, empty]
    row = queries.lobby(stranger)[0]
    assert (row["taken"], row["bots"], row["mine"], row["playing"]) == (1, 0, True, False)
    deal(table_id)
    assert queries.lobby(players[0])[0]["playing"] is True


def test_the_lobby_costs_one_statement(table_id: int, players: list[User]) -> None:
    for _ in range(5):
        sit(players[0], quick_table(players[0]), 100)
    with CaptureQueriesContext(connection) as captured:
        queries.lobby(players[0])
    assert len(captured) == 1


def test_closed_tables_are_not_in_the_lobby(table_id: int) -> None:
    Table.objects.filter(pk=table_id).update(state="closed")
    assert queries.lobby() == []
    assert queries.table(table_id).state == "closed"


def test_what_is_not_there() -> None:
    with pytest.raises(NoSuchTable):
        queries.table(0)
    with pytest.raises(NoSuchTable):
        queries.head(0)
    with pytest.raises(NoSuchHand):
        queries.hand(uuid.uuid4())


def test_the_head_is_the_newest_event(table_id: int) -> None:
    deal(table_id)
    head, now = queries.head(table_id)
    newest = Event.objects.filter(table_id=table_id).order_by("seq").last()
    assert newest is not None
    assert head == newest.told
    assert 0 <= now - newest.at.timestamp() * 1000 < 60_000


def test_a_record_opens_when_its_hand_is_over(table_id: int, players: list[User]) -> None:
    hand = deal(table_id)
    with pytest.raises(HandNotOver):
        queries.record_text(hand)
    with pytest.raises(HandNotOver):
        queries.replay_text(hand)
    hand = fold_out(table_id, players)
    lines = queries.record_text(hand).splitlines()
    assert len(lines) == hand.seq + 1
    assert '"type":"reveal-deck"' in lines[-1]
    assert "deals next" in queries.replay_text(hand).splitlines()[-1]


def test_a_record_that_was_changed_is_told_as_far_as_it_goes(
    table_id: int, players: list[User]
) -> None:
    """Somebody with all rights on the database turned a law off and changed a line."""
    deal(table_id)
    hand = fold_out(table_id, players)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tables_event DISABLE TRIGGER USER")
        cursor.execute(
            'UPDATE tables_event SET line = replace(line, \'"by":"player"\', \'"by":"clock"\')'
            " WHERE hand_id = %s AND hand_seq = 2",
            [hand.pk],
        )
        cursor.execute("ALTER TABLE tables_event ENABLE TRIGGER USER")
    assert queries.replay_text(hand).startswith("This record is not good. Line 3: ")


def test_where_i_sit(table_id: int, players: list[User]) -> None:
    other = quick_table(players[1])
    sit(players[0], other, 200)
    with CaptureQueriesContext(connection) as captured:
        seats = queries.seats_with_stacks(players[0])
    assert [(seat["table_id"], seat["stack"]) for seat in seats] == [(table_id, 500), (other, 200)]
    assert len(captured) == 2


def test_due_armed_and_idle_tables(table_id: int, players: list[User]) -> None:
    quick_table(players[0])
    assert queries.armed_tables() == [table_id]
    Table.objects.filter(pk=table_id).update(due_at="2020-01-01T00:00:00Z")
    assert queries.due_tables(10) == [table_id]
    assert queries.due_tables(0) == []
    Table.objects.filter(pk=table_id).update(due_at="2100-01-01T00:00:00Z")
    assert queries.due_tables(10) == []
    assert list(queries.idle_tables()) == []
