"""The application's role against raw SQL: it reads the ledger and calls its functions, no more."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from psycopg import sql

from wallet import commands, queries, roles
from wallet.errors import HandSettled
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db(transaction=True)

Player = Callable[..., int]
App = psycopg.Connection[Any]
LEDGER = [
    "ledger_unit",
    "ledger_account",
    "ledger_transfer",
    "ledger_entry",
    "ledger_hand",
    "ledger_request_key",
    "ledger_seal",
    "ledger_seal_line",
    "ledger_restore",
]
POST = (
    "SELECT outcome FROM ledger_post(gen_random_uuid(), 'buy-in', 'chips', NULL, NULL, 'app', '',"
    " ARRAY['seat', 'player'], ARRAY[%(user)s, %(user)s]::bigint[], ARRAY[4, NULL]::bigint[],"
    " ARRAY[NULL, NULL]::bigint[], ARRAY[%(n)s, -%(n)s]::bigint[], true, NULL)"
)


@pytest.fixture
def app() -> Iterator[App]:
    """A connection of a role that got its rights as `deploy.ready` gives them."""
    place = connection.settings_dict
    role, password = f"app_{place['NAME']}", secrets.token_hex(8)
    name = sql.Identifier(role)
    with connection.cursor() as cursor:
        make = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(name, sql.Literal(password))
        cursor.execute(make.as_string(cursor.connection))
        roles.let(role)
    try:
        with psycopg.connect(
            host=place["HOST"] or None,
            port=place["PORT"] or None,
            user=role,
            password=password,
            dbname=place["NAME"],
            autocommit=True,
        ) as opened:
            yield opened
    finally:
        with connection.cursor() as cursor:
            drop = sql.SQL("DROP OWNED BY {}; DROP ROLE {}").format(name, name)
            cursor.execute(drop.as_string(cursor.connection))


def test_it_posts_and_reads_through_functions(app: App, player: Player) -> None:
    user = player(100)
    assert app.execute(POST, {"user": user, "n": 60}).fetchone() == ("posted",)
    assert app.execute(POST, {"user": user, "n": 60}).fetchone() == ("insufficient",)
    assert app.execute("SELECT count(*) FROM ledger_entry").fetchone() == (4,)
    assert app.execute("SELECT ledger_seal_now()").fetchone() == (1,)
    assert queries.stack(user, 4) == 60
    assert queries.audit().ok


SETTLE = (
    "SELECT outcome FROM ledger_post(gen_random_uuid(), 'settlement', 'chips', 'H5', NULL, 'app',"
    " '', ARRAY['player', 'player'], ARRAY[%(a)s, %(b)s]::bigint[], ARRAY[NULL, NULL]::bigint[],"
    " ARRAY[NULL, NULL]::bigint[], ARRAY[-5, 5]::bigint[], false, %(table)s)"
)


@pytest.mark.parametrize("table", [None, 4])
def test_a_settlement_moves_stacks_of_its_own_table_alone(
    app: App, player: Player, table: int | None
) -> None:
    told = {"a": player(100), "b": player(100), "table": table}
    assert app.execute(SETTLE, told).fetchone() == ("no-account",)


EMPTY = "ARRAY[]::text[], ARRAY[]::bigint[], ARRAY[]::bigint[], ARRAY[]::bigint[]"
VOID = (
    "SELECT outcome FROM ledger_post(gen_random_uuid(), 'settlement', 'chips', %(hand)s, NULL,"
    f" 'app', '', {EMPTY}, ARRAY[]::bigint[], false, %(table)s)"
)
HOLD = "SELECT outcome FROM ledger_hold('chips', %(table)s, %(hand)s, %(users)s)"


def holders() -> list[str | None]:
    return list(Account.objects.filter(held_by__isnull=False).values_list("held_by", flat=True))


def test_only_its_own_table_settles_a_hand(app: App, player: Player) -> None:
    """A settlement without legs, by another table, would leave the seats held for ever."""
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=60)
    commands.hold_stacks(table_id=4, hand_id="h", user_ids=[user])
    for table in (5, None):
        told = app.execute(VOID, {"hand": "h", "table": table}).fetchone()
        assert told == ("elsewhere" if table else "no-account",)
        assert holders() == ["h"]
    assert app.execute(VOID, {"hand": "h", "table": 4}).fetchone() == ("posted",)
    assert holders() == []
    assert queries.audit().ok


def test_a_settlement_without_a_hand(app: App) -> None:
    assert app.execute(VOID, {"hand": None, "table": 4}).fetchone() == ("no-account",)


def test_a_hand_is_held_at_one_table_and_not_after_its_end(app: App, player: Player) -> None:
    user = player(100)
    for table in (4, 5):
        commands.buy_in(key=f"b{table}", user_id=user, table_id=table, amount=10)
    told = {"hand": "h", "users": [user]}
    assert app.execute(HOLD, told | {"table": 4}).fetchone() == ("holding",)
    assert app.execute(HOLD, told | {"table": 5}).fetchone() == ("elsewhere",)
    assert app.execute(VOID, {"hand": "h", "table": 4}).fetchone() == ("posted",)
    assert app.execute(HOLD, told | {"table": 4}).fetchone() == ("settled",)
    # A hand for which nothing was held, settled by the table that nobody holds it at.
    assert app.execute(VOID, {"hand": "x", "table": 5}).fetchone() == ("posted",)
    assert app.execute(HOLD, told | {"hand": "x", "table": 4}).fetchone() == ("settled",)
    assert holders() == []


def test_settled_and_held_at_the_same_moment(app: App, player: Player) -> None:
    """One table settles a hand while another begins to hold for it: the second one waits."""
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=60)
    app.autocommit = False
    assert app.execute(VOID, {"hand": "h", "table": 5}).fetchone() == ("posted",)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = 50")
        with pytest.raises(OperationalError, match="lock timeout"):
            commands.hold_stacks(table_id=4, hand_id="h", user_ids=[user])
        transaction.set_rollback(True)
    app.commit()
    with pytest.raises(HandSettled):
        commands.hold_stacks(table_id=4, hand_id="h", user_ids=[user])
    assert holders() == []


def test_no_kind_but_those_that_there_are(app: App, player: Player) -> None:
    user = player(100)
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        app.execute(POST.replace("'buy-in'", "'gift'"), {"user": user, "n": 5})
    assert caught.value.diag.constraint_name == "ledger_transfer_of_a_kind"


TOUCHES = (
    "INSERT INTO {} DEFAULT VALUES",
    "DELETE FROM {}",
    "TRUNCATE {} CASCADE",
    "ALTER TABLE {} DISABLE TRIGGER ALL",
    "ALTER TABLE {} ADD COLUMN mine int",
    "DROP TABLE {} CASCADE",
    "DO $$ BEGIN LOCK TABLE {} IN ACCESS EXCLUSIVE MODE; END $$",
    "CREATE TRIGGER mine AFTER INSERT ON {} EXECUTE FUNCTION ledger_append_only()",
    "SELECT 1 FROM {} FOR UPDATE",
)
OTHER_ATTACKS = (
    "UPDATE ledger_account SET balance = balance + 1",
    "UPDATE ledger_account SET state = 'open'",
    "UPDATE ledger_account SET held_by = NULL",
    "UPDATE ledger_transfer SET reason = 'other'",
    "UPDATE ledger_entry SET amount = amount",
    "UPDATE ledger_request_key SET answer = '{}'",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE sql AS ''",
    "DROP FUNCTION ledger_append_only() CASCADE",
    "ALTER FUNCTION ledger_seal_now() SECURITY INVOKER",
    "CREATE TABLE mine (n int)",
    "DELETE FROM django_migrations",
    "SELECT setval('ledger_transfer_id_seq', 1)",
    "UPDATE ledger_issue_request SET amount = 1",
    "DELETE FROM ledger_issue_request",
    "SELECT ledger_note_restore()",
)


def test_i12_it_cannot_touch_a_table_or_switch_a_guard_off(app: App, player: Player) -> None:
    player(100)
    attacks = [attack.format(table) for attack in TOUCHES for table in LEDGER]
    for attack in [*attacks, *OTHER_ATTACKS]:
        with pytest.raises(psycopg.Error) as caught:
            app.execute(attack.encode())
        assert isinstance(caught.value, psycopg.errors.InsufficientPrivilege), attack
    assert queries.audit().ok


def test_its_own_tables_in_front_of_ours_fool_no_function(app: App, player: Player) -> None:
    """Functions look in public alone: a temporary ledger_account changes nothing."""
    user = player(100)
    app.execute("CREATE TEMP TABLE ledger_account AS SELECT * FROM public.ledger_account")
    app.execute("UPDATE ledger_account SET balance = 1000000")
    app.execute("SET search_path = pg_temp, public")
    assert app.execute(POST, {"user": user, "n": 101}).fetchone() == ("insufficient",)


def test_functions_refuse_what_commands_never_ask(app: App, player: Player) -> None:
    """By calling the function with amounts of its own it can mint nothing out of nothing."""
    user = player(100)
    sneaky = POST.replace("-%(n)s]", "-%(n)s + 1]")
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        app.execute(sneaky, {"user": user, "n": 5})
    assert caught.value.diag.constraint_name == "ledger_transfer_balances"
    issuing = POST.replace("'player']", "'issuer']").replace("%(user)s]::bigint[]", "NULL]", 1)
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        app.execute(issuing, {"user": user, "n": 5})
    assert caught.value.diag.constraint_name == "ledger_issuer_moves_by_issue"


def test_commands_work_as_this_role(player: Player, app: App) -> None:
    """Every command of a table's and a tournament's life, with the rights of the application."""
    one, two, three = player(1000), player(1000), player(1000)
    role = sql.Identifier(app.info.user).as_string(app)
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {role}")
    try:
        for user in (one, two):
            commands.buy_in(key="b", user_id=user, table_id=4, amount=100)
        commands.hold_stacks(table_id=4, hand_id="h", user_ids=[one, two])
        commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 9, two: -10}, rake=1)
        assert commands.leave(key="l", user_id=one, table_id=4) == 109
        assert commands.sweep_rake(key="s", table_id=4) == 1
        entry = commands.enter(key="e", user_id=one, tournament_id=9, buy_in=50, fee=5)
        commands.refund(key="r", entry_id=entry.transfer_id)
        commands.close_tournament(tournament_id=9)
        commands.issue_stack(key="i", tournament_id=9, user_id=one, amount=1500)
        asked = commands.staff_grant(
            key="g", staff_id=one, user_id=two, amount=10**6, reason="prize"
        )
        commands.approve(key="a", staff_id=three, request_id=asked.request or 0)
        assert commands.seal() is not None
        assert queries.audit().ok
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
    assert Transfer.objects.filter(kind="refund").exists()
    assert Account.objects.filter(state="closed").count() == 2


def test_roles_are_judged_by_what_they_could_do(app: App) -> None:
    role = sql.Identifier(app.info.user).as_string(app)

    def found() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(f"SET ROLE {role}")
            try:
                return [fault.code for fault in roles.faults()]
            finally:
                cursor.execute("RESET ROLE")

    assert found() == []
    with connection.cursor() as cursor:
        cursor.execute(f"GRANT UPDATE ON ledger_entry TO {role}")
        assert found() == ["writes"]
        cursor.execute(f"REVOKE UPDATE ON ledger_entry FROM {role}")
        cursor.execute(f"GRANT INSERT ON ledger_restore TO {role}")
        assert found() == ["writes"]
        cursor.execute(f"REVOKE INSERT ON ledger_restore FROM {role}")
    assert found() == []


def test_only_the_owner_states_a_restore(app: App) -> None:
    """Also from a role that was let before it was so, and from one that was never let anything."""
    name = sql.Identifier(app.info.user).as_string(app)
    with connection.cursor() as cursor:
        cursor.execute(f"GRANT EXECUTE ON FUNCTION ledger_note_restore() TO {name}")
        roles.let(app.info.user)
        cursor.execute(
            "SELECT count(*) FROM pg_proc, aclexplode(proacl) a"
            " WHERE proname = 'ledger_note_restore' AND a.grantee <> proowner"
        )
        assert cursor.fetchone() == (0,)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute("SELECT ledger_note_restore()")
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {name}")
        try:
            with pytest.raises(CommandError, match="Only the owner of the ledger's tables"):
                call_command("ledger", "restored")
        finally:
            cursor.execute("RESET ROLE")
    assert commands.note_restore() == 0  # the owner's connection, as deploy.ready has it


OWNERS_FUNCTIONS = """
SELECT p.oid::regprocedure::text, p.proconfig,
    EXISTS (SELECT FROM aclexplode(COALESCE(p.proacl, acldefault('f', p.proowner))) right_of
        WHERE right_of.grantee = 0 AND right_of.privilege_type = 'EXECUTE')
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')
"""


def owners_functions() -> list[tuple[str, list[str] | None, bool]]:
    """Each function that acts as its owner, its settings, and whether everybody may call it."""
    with connection.cursor() as cursor:
        cursor.execute(OWNERS_FUNCTIONS)
        found: list[tuple[str, list[str] | None, bool]] = cursor.fetchall()
    return found


def test_no_function_that_acts_as_the_owner_is_everybodys() -> None:
    """As migrated, whoever serves: with a role of its own or as the owner of all."""
    found = owners_functions()
    assert len(found) > 10
    assert [name for name, _, everybodys in found if everybodys] == []
    for name, settings, _ in found:
        assert "search_path=public, pg_temp" in (settings or []), name


def test_the_role_may_call_what_it_needs_and_no_restore_makes_it_everybodys(app: App) -> None:
    """`pg_restore --no-privileges` leaves functions to PUBLIC; the next start takes them back."""
    names = [name for name, *_ in owners_functions()]
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"GRANT EXECUTE ON FUNCTION {name} TO PUBLIC")
    roles.let(app.info.user)
    assert [name for name, _, everybodys in owners_functions() if everybodys] == []
    may = "SELECT has_function_privilege(%s, 'EXECUTE')"
    refused = [name for name in names if app.execute(may, [name]).fetchone() != (True,)]
    assert refused == ["ledger_note_restore()"]


def test_a_role_that_may_switch_triggers_off_is_found(app: App) -> None:
    role = sql.Identifier(app.info.user).as_string(app)
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if not cursor.fetchone()[0]:
            pytest.skip("only a superuser can give that right away")
        cursor.execute(f"GRANT SET ON PARAMETER session_replication_role TO {role}")
        cursor.execute(f"SET ROLE {role}")
        try:
            assert [fault.code for fault in roles.faults()] == ["replica"]
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute(f"REVOKE SET ON PARAMETER session_replication_role FROM {role}")


def test_role_of_the_tests_may_not_serve() -> None:
    """It made the tables, so it could unmake them: `check --deploy` says so."""
    found = run_checks(tags=["database"], databases=["default"], include_deployment_checks=True)
    assert {message.id for message in found} <= {f"batida.E02{n}" for n in range(5)}
    assert found
