"""The laws of the log hold against anybody with SQL."""

import pytest
from django.db import IntegrityError, connection, transaction

from deploy.accounts.models import User
from tests.tables.felt import (
    deal,
    digest,
    fold_out,
)

pytestmark = pytest.mark.django_db(transaction=True)


def refused(sql: str) -> str:
    """Run SQL that a law must refuse; return what it said."""
    before = digest()
    with (
        pytest.raises(IntegrityError) as caught,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert digest() == before
    return str(caught.value)


@pytest.mark.parametrize("table", ["tables_event", "tables_handsecret"])
@pytest.mark.parametrize(
    "sql",
    ["UPDATE {} SET {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"],
)
def test_what_is_logged_stays(table_id: int, table: str, sql: str) -> None:
    deal(table_id)
    change = "type = 'x'" if table == "tables_event" else "sealed = ''"
    assert "append-only" in refused(sql.format(table, change))


@pytest.mark.parametrize("sql", ["DELETE FROM tables_hand", "TRUNCATE tables_hand CASCADE"])
def test_no_hand_disappears(table_id: int, sql: str) -> None:
    deal(table_id)
    assert "append-only" in refused(sql)


@pytest.mark.parametrize("change", ["seq = seq - 1", "hand_no = hand_no + 1", "table_id = 0"])
def test_a_hand_only_goes_forward(table_id: int, change: str) -> None:
    deal(table_id)
    assert "only goes forward" in refused(f"UPDATE tables_hand SET {change}")


def test_a_closed_hand_stays_as_it_is(table_id: int, players: list[User]) -> None:
    deal(table_id)
    fold_out(table_id, players)
    for change in ("result = '{}'", "state = 'open', ended_at = NULL, result = NULL", "seq = 999"):
        assert "is over" in refused(f"UPDATE tables_hand SET {change}")


def test_nothing_is_added_to_the_record_of_a_hand_that_is_over(
    table_id: int, players: list[User]
) -> None:
    hand = deal(table_id)
    fold_out(table_id, players)
    more = (
        "INSERT INTO tables_event (table_id, seq, at, type, hand_id, hand_seq, line, head)"
        f" VALUES ({table_id}, 9999, now(), 'act', '{hand.pk}', 999, '{{}}', '')"
    )
    assert "nothing is added" in refused(more)


@pytest.mark.parametrize(
    ("sql", "law"),
    [
        ("UPDATE tables_seat SET number = 0", "one_player_per_seat"),
        ("UPDATE tables_seat SET user_id = (SELECT min(user_id) FROM tables_seat)", "one_seat"),
        ("UPDATE tables_table SET due_at = NULL", "table_due_both_or_none"),
        ("UPDATE tables_table SET seats = 9", "table_seats_2_to_8"),
        ("UPDATE tables_table SET min_players = 7", "table_players_fit"),
        ("UPDATE tables_table SET ante = 0", "table_buy_in_range"),
        ("UPDATE tables_table SET buy_in_min = 2000", "table_buy_in_range"),
        ("UPDATE tables_hand SET state = 'closed'", "closed_hand_has_result"),
        ("UPDATE tables_handseat SET seat = 0", "one_player_per_hand_seat"),
    ],
)
def test_rows_keep_to_their_constraints(table_id: int, sql: str, law: str) -> None:
    deal(table_id)
    assert law in refused(sql)


def test_a_table_has_one_open_hand_and_each_number_once(
    table_id: int, players: list[User]
) -> None:
    columns = "table_id, rules_id, dealt_in, seq, head, started_at"
    insert = (
        f"INSERT INTO tables_hand (id, hand_no, state, {columns})"
        f" SELECT gen_random_uuid(), %s, 'open', {columns} FROM tables_hand"
    )
    deal(table_id)
    assert "one_open_hand_per_table" in refused(insert % 2)
    fold_out(table_id, players)
    assert "hand_numbers_once" in refused(insert % 1)


def test_an_event_is_a_line_or_a_body(table_id: int) -> None:
    deal(table_id)
    insert = (
        "INSERT INTO tables_event (table_id, seq, at, type)"
        " SELECT id, 999, now(), 'x' FROM tables_table"
    )
    assert "event_line_or_body" in refused(insert)
    twice = (
        "INSERT INTO tables_event (table_id, seq, at, type, body)"
        " SELECT table_id, seq, at, type, '{}' FROM tables_event WHERE seq = 1"
    )
    assert "event_numbers_once" in refused(twice)
