"""/metrics: what it tells, to whom, and that a table the watchdog healed is counted."""

import re

import pytest
from django.db import connection
from django.test import Client

from deploy.accounts.models import User
from tables import commands, metrics, queries
from tests.house import a_player, a_table, sit

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLE = re.compile(r"^(batida_[a-z_]+) ([0-9.]+)$")


def read(client: Client) -> dict[str, float]:
    """Read the numbers as Prometheus would."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    samples = {}
    for line in answer.content.decode().splitlines():
        if line.startswith("#"):
            assert line.split()[1] in {"HELP", "TYPE"}
            continue
        found = SAMPLE.match(line)
        assert found, line
        samples[found[1]] = float(found[2])
    return samples


def table_in_play() -> int:
    """Return a table at which three people have been dealt a hand."""
    players = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = a_table(players[0])
    for player in players:
        sit(player, table_id)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET due_at = now() - interval '1 second'")
    assert commands.tick(table_id=table_id)
    return table_id


def test_a_table_whose_clock_row_is_lost_is_found_healed_and_counted(client: Client) -> None:
    table_id = table_in_play()
    before = read(client)
    assert (before["batida_hands_unarmed"], before["batida_tables_healed_total"]) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET due_at = NULL, due_what = NULL WHERE id = %s", [table_id]
        )
    assert read(client)["batida_hands_unarmed"] == 1
    assert list(queries.idle_tables()) == [table_id]
    assert commands.heal(table_id=table_id) is True
    assert commands.heal(table_id=table_id) is False
    after = read(client)
    assert (after["batida_hands_unarmed"], after["batida_tables_healed_total"]) == (0, 1)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT due_what, due_at > now() FROM tables_table WHERE id = %s", [table_id]
        )
        assert cursor.fetchone() == ("act", True)


def test_it_counts_what_is_there(client: Client) -> None:
    table_in_play()
    commands.beat(name="a test", is_door=True)
    told = read(client)
    assert told["batida_tables_open"] == told["batida_hands_in_play"] == 1
    assert (told["batida_seats_taken"], told["batida_seats_of_bots"]) == (3, 0)
    assert told["batida_events_total"] > 3
    assert told["batida_sweeper_silence_seconds"] < 60
    assert set(told) == {metric.name for metric in metrics.METRICS}


def test_strangers_and_whoever_comes_by_a_proxy_see_nothing(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 403
    assert client.get("/metrics", REMOTE_ADDR="").status_code == 403
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        assert client.get("/metrics", headers={name: "203.0.113.7"}).status_code == 403
    client.force_login(a_player("ana"))
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 403
    client.force_login(User.objects.create(username="boss", is_staff=True))
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 200
