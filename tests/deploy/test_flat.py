"""What is over costs nothing: whatever asks again and again reads as little among thousands."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.metrics import exposition
from tables import queries as tables
from tests.house import a_player, a_table
from tournaments import queries as tournaments
from tournaments.models import Tournament
from tournaments.webhooks import delivering
from tournaments.webhooks.models import Webhook

pytestmark = pytest.mark.django_db

PAGES_MAX = 90
# Each of these has far more pages once `much_that_is_over` has filled it.
LARGE = {
    *("tables_table", "tables_hand", "tables_outbox", "tables_spectator"),
    *("tournaments_tournament", "webhooks_webhook", "webhooks_delivery"),
}
MUCH = """
INSERT INTO tables_table (name, rules_id, options, ante, seats, min_players, buy_in_min,
    buy_in_max, action_ms, window_ms, pause_ms, state, created_at, seq, hand_no, owner_id,
    told_seq, match_no, rake_cap, rake_per_mille, reserve_ms, stakes, watch, watch_ms, bots_alone,
    grace_ms, invite, private, return_ms, held, stopping, unit)
SELECT name, rules_id, options, ante, seats, min_players, buy_in_min, buy_in_max, action_ms,
    window_ms, pause_ms, 'closed', created_at, 0, 0, owner_id, 0, 0, rake_cap, rake_per_mille,
    reserve_ms, stakes, watch, watch_ms, bots_alone, grace_ms, '', false, return_ms, false, false,
    unit FROM tables_table, generate_series(1, 4000);
INSERT INTO tables_hand (id, hand_no, rules_id, dealt_in, state, seq, head, started_at, ended_at,
    result, table_id)
SELECT gen_random_uuid(), 1, 'pife', '[]', 'closed', 9, '', now(), now(), '{}', id
    FROM tables_table WHERE state = 'closed';
INSERT INTO tables_outbox (tournament_id, kind, body, at, done_at, table_id)
SELECT id, 'hand', '{}', now(), now(), id FROM tables_table WHERE state = 'closed';
INSERT INTO tables_spectator (seen_at, table_id, user_id)
SELECT now() - interval '1 day', id, owner_id FROM tables_table WHERE state = 'closed';
INSERT INTO tournaments_tournament (name, about, structure, online, table_settings, conditions,
    password, protest_s, note, created_at, phase, paused, seq, head, touched_at, commitment, kinds,
    seats, cap, entered, waiting, remaining, cost, pool, bounty_seq, elapsed_s, owner_id,
    clock_stage, starts_full, expected)
SELECT 'Copa', '', '{}', true, '{}', '{}', '', 0, '', now(), 'paid', '', 9, '',
    now() - interval '1 day', '', '[]', 6, 0, 9, 0, 0, 0, 0, 0, 0, owner_id, '', false, 0
    FROM tables_table WHERE state = 'closed';
INSERT INTO webhooks_webhook (url, kinds, secret, cursor, failures, disabled, due_at, removed,
    created_at, by_id, tournament_id)
SELECT 'https://club.example', '[]', '', 9, 0, '', now(), false, now(), owner_id, id
    FROM tournaments_tournament;
INSERT INTO webhooks_webhook (url, kinds, secret, cursor, failures, disabled, due_at, removed,
    created_at, by_id)
SELECT 'https://club.example', '[]', '', 0, 0, '', now(), false, now(), min(by_id)
    FROM webhooks_webhook;
INSERT INTO webhooks_cursor (webhook_id, tournament_id, seq)
SELECT w.id, t.id, t.seq FROM webhooks_webhook w, tournaments_tournament t
    WHERE w.tournament_id IS NULL;
INSERT INTO webhooks_delivery (name, event_seq, kind, body, state, attempts, tries, created_at,
    webhook_id, tournament_id)
SELECT gen_random_uuid(), 9, 'reported', '{}', CASE WHEN id % 9 = 0 THEN 'failed' ELSE 'done' END,
    1, '[]', now() - interval '2 days', id, tournament_id FROM webhooks_webhook
    WHERE tournament_id IS NOT NULL;
INSERT INTO tables_housetable (name, chosen, bots, plays, bots_alone, is_open, created_at,
    staff_id, table_id)
SELECT name || n, '{}', 2, 'calm', true, n < 5, now(), owner_id, NULL
    FROM tables_table, generate_series(1, 20) n WHERE state = 'open';
UPDATE tables_housetable SET table_id = (SELECT max(id) FROM tables_table) WHERE name = 'Mesa9';
ANALYZE tables_housetable, tables_table, tables_hand, tables_outbox, tables_spectator,
    tournaments_tournament, webhooks_webhook, webhooks_cursor, webhooks_delivery;
"""


@pytest.fixture
def much_that_is_over() -> int:
    """One open table among thousands of closed ones, and the like of all else; its number."""
    table_id = a_table(a_player("ana"))
    with connection.cursor() as cursor:
        cursor.execute(MUCH)
    return table_id


def lately() -> object:
    """Look for what webhooks are to be told, as the worker does each second."""
    look = delivering.Look()
    look.found_nothing()
    return delivering._claimed(look.news()[0])


@pytest.mark.parametrize(
    "ask",
    [
        tables.lobby,
        lambda: tables.due_tables(10),
        tables.armed_tables,
        lambda: list(tables.idle_tables()),
        lambda: tables.tables_with_idle_seats(timedelta(minutes=10)),
        tables.house_tables,
        tables.telling,
        tournaments.due_tournaments,
        lambda: list(tournaments.tournaments(None, phases=["announced", "running"])[:50]),
        lambda: list(tournaments.tournaments(None)[:50]),
        lately,
        exposition,
    ],
    ids=[
        *("lobby", "due", "armed", "unarmed", "idle-seats", "house-tables", "told"),
        *("due-tournaments", "tournaments-to-come", "tournaments", "webhooks", "metrics"),
    ],
)
@pytest.mark.usefixtures("much_that_is_over")
def test_it_reads_a_few_pages_however_much_is_over(ask: Callable[[], object]) -> None:
    with CaptureQueriesContext(connection) as asked:
        ask()
    for query in asked.captured_queries:
        if not query["sql"].lstrip().startswith("SELECT"):
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {query['sql']}")
            plan = cursor.fetchone()[0][0]["Plan"]
        assert whole_reads(plan) & LARGE == set(), query["sql"]
        assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < PAGES_MAX, query["sql"]


def whole_reads(plan: dict[str, Any]) -> set[str]:
    """The tables that a plan reads from end to end."""
    found = {plan["Relation Name"]} if plan["Node Type"] == "Seq Scan" else set()
    return found.union(*(whole_reads(part) for part in plan.get("Plans", ())))


@pytest.mark.usefixtures("much_that_is_over")
def test_each_of_the_large_tables_is_large() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, relpages FROM pg_class WHERE relname = ANY(%s)", [list(LARGE)]
        )
        pages = dict(cursor.fetchall())
    assert pages.keys() == LARGE
    assert min(pages.values()) > 20, json.dumps(pages)


def test_a_table_s_next_action_touches_no_index(much_that_is_over: int) -> None:
    """What an action changes in the table's row is in none, so PostgreSQL writes the row alone."""
    with connection.cursor() as cursor:
        hot = "SELECT pg_stat_get_xact_tuples_hot_updated('tables_table'::regclass)"
        cursor.execute(hot)
        (before,) = cursor.fetchone()
        for seq in range(1, 6):
            cursor.execute(
                "UPDATE tables_table SET seq = %s, told_seq = %s, touched_at = clock_timestamp(),"
                " due_at = clock_timestamp(), due_what = 'turn' WHERE id = %s AND armed"
                if seq > 1
                else "UPDATE tables_table SET seq = %s, told_seq = %s,"
                " due_at = clock_timestamp(), due_what = 'turn' WHERE id = %s",
                [seq, seq, much_that_is_over],
            )
        cursor.execute(hot)
        (after,) = cursor.fetchone()
    assert after - before >= 4  # the first arms the clock, and so is in the index of those


def test_a_webhook_for_all_that_has_been_told_all_is_left_alone(much_that_is_over: int) -> None:
    """Also where everything is looked at, and its own number is that of no tournament of its."""
    assert delivering._claimed(Tournament.objects.filter(seq__gt=0)) == []
    Tournament.objects.filter(pk=Tournament.objects.earliest("pk").pk).update(seq=10)
    taken = delivering._claimed(Tournament.objects.filter(seq__gt=0))
    assert {batch.webhook.tournament_id is None for batch in taken} == {True, False}
    assert Webhook.objects.filter(tournament=None).count() == 1
