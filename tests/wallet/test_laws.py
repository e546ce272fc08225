"""The ledger's laws against raw SQL: whoever writes, by whatever door, the database refuses."""

import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import connection

from wallet import commands, queries
from wallet.models import Account, Entry, IssueRequest, Seal, SealLine, Transfer, TransferKind

pytestmark = pytest.mark.django_db

Refused = Callable[[str], AbstractContextManager[None]]
Player = Callable[..., int]

TRANSFER = (
    "INSERT INTO ledger_transfer"
    " (request, kind, unit_id, n_entries, ref, reverses_id, actor, reason)"
    " VALUES (gen_random_uuid(), %(kind)s, 1, %(n)s, %(ref)s, %(reverses)s, 'raw', '')"
    " RETURNING *"
)
# What an honest writer does: each entry goes on from its account.
ENTRIES = (
    "INSERT INTO ledger_entry (account_id, version, transfer_id, amount, balance_after, hash)"
    " SELECT a.id, a.version + 1, t.id, leg.amount, a.balance + leg.amount,"
    " ledger_link(a.head, ledger_digest(ROW(t.*)::ledger_transfer),"
    " a.id, a.version + 1, leg.amount, a.balance + leg.amount)"
    " FROM {t} t, unnest(%(accounts)s::bigint[], %(amounts)s::bigint[]) AS leg (id, amount)"
    " JOIN ledger_account a ON a.id = leg.id"
)
ANSWERED_KEY = (
    "INSERT INTO ledger_request_key (actor, key, fingerprint, answer) VALUES ('a', 'k', '', '1')"
)
NEW_ACCOUNT = "INSERT INTO ledger_account (unit_id, kind, floor) VALUES (1, %(kind)s, %(floor)s)"


def execute(sql: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def transfer(legs: dict[int, int], **other: object) -> None:
    """Write a transfer with its entries in one statement, as `ledger_post` does."""
    values: dict[str, object] = {"kind": "buy-in", "ref": None, "reverses": None, "n": len(legs)}
    values |= {"accounts": list(legs), "amounts": list(legs.values())} | other
    execute(f"WITH made AS ({TRANSFER}) {ENTRIES.format(t='made')}", **values)


def account(user_id: int) -> int:
    return int(Account.objects.get(user_id=user_id, kind="player").pk)


@pytest.fixture
def two(player: Player) -> tuple[int, int]:
    """Two players' accounts with 100 chips each."""
    return account(player(100)), account(player(100))


def test_honest_raw_transfer_moves_the_balances(two: tuple[int, int]) -> None:
    one, other = two
    transfer({one: -30, other: 30})
    assert list(
        Account.objects.filter(pk__in=two).order_by("pk").values_list("balance", "version")
    ) == [(70, 2), (130, 2)]
    assert queries.audit().ok


@pytest.mark.parametrize("amounts", [(5, -4), (5, 5), (-1, 2)])
def test_unbalanced_transfer(
    two: tuple[int, int], amounts: tuple[int, int], refused_by: Refused
) -> None:
    with refused_by("ledger_transfer_balances"):
        transfer(dict(zip(two, amounts, strict=True)))


def test_transfer_of_one_entry(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_transfer_two_entries_or_void_hand"):
        transfer({two[0]: 5})


def test_transfer_without_entries(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_transfer_complete"):
        execute(TRANSFER, kind="buy-in", n=2, ref=None, reverses=None)


def test_transfer_without_entries_that_is_no_settlement(refused_by: Refused) -> None:
    with refused_by("ledger_transfer_two_entries_or_void_hand"):
        execute(TRANSFER, kind="buy-in", n=0, ref=None, reverses=None)


def test_kinds_are_those_of_the_code() -> None:
    """The database's own list, read from its guard, names each kind once and no other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'ledger_transfer_added'")
        (text,) = cursor.fetchone() or ("",)
    known = text.partition("'{")[2].partition("}'")[0].split(",")
    assert sorted(known) == sorted(TransferKind.values)


@pytest.mark.parametrize("kind", ["", "gift", "Buy-in", "settlement"])
def test_transfer_of_no_kind(two: tuple[int, int], kind: str, refused_by: Refused) -> None:
    """A settlement without its hand is of no kind either."""
    with refused_by("ledger_transfer_of_a_kind"):
        transfer({two[0]: 5, two[1]: -5}, kind=kind)


def test_fewer_entries_than_the_transfer_says(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_transfer_complete"):
        transfer({two[0]: 5, two[1]: -5}, n=3)


def append(transfer_id: int, legs: dict[int, int]) -> None:
    """Add a balanced pair of entries to a transfer that is there already."""
    old = "(SELECT * FROM ledger_transfer WHERE id = %(transfer)s)"
    values = {"accounts": list(legs), "amounts": list(legs.values())}
    execute(ENTRIES.format(t=old), transfer=transfer_id, **values)


def test_pair_appended_to_a_transfer_of_the_same_transaction(
    two: tuple[int, int], refused_by: Refused
) -> None:
    transfer({two[0]: 5, two[1]: -5})
    with refused_by("ledger_transfer_sealed"):
        append(Transfer.objects.latest("pk").pk, {two[0]: 7, two[1]: -7})


@pytest.mark.django_db(transaction=True)
def test_pair_appended_to_an_old_transfer(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_transfer_sealed"):
        append(Transfer.objects.latest("pk").pk, {two[0]: 7, two[1]: -7})
    with refused_by("ledger_transfer_sealed"):
        append(Transfer.objects.earliest("pk").pk, {two[0]: -7, two[1]: 7})


@pytest.mark.django_db(transaction=True)
def test_entries_of_a_void_hand_settled_before(two: tuple[int, int], refused_by: Refused) -> None:
    execute(TRANSFER, kind="settlement", n=0, ref="hand", reverses=None)
    with refused_by("ledger_transfer_sealed"):
        append(Transfer.objects.latest("pk").pk, {two[0]: 7, two[1]: -7})


@pytest.mark.parametrize("table", ["ledger_transfer", "ledger_entry", "ledger_unit"])
@pytest.mark.parametrize(
    "attack", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"]
)
def test_what_happened_stays(
    two: tuple[int, int], table: str, attack: str, refused_by: Refused
) -> None:
    column = {"ledger_entry": "amount", "ledger_transfer": "kind", "ledger_unit": "code"}[table]
    with refused_by("ledger_append_only"):
        execute(attack.format(table, column, column))


@pytest.mark.parametrize("table", ["ledger_account", "ledger_request_key"])
def test_accounts_and_keys_stay(two: tuple[int, int], table: str, refused_by: Refused) -> None:
    execute(ANSWERED_KEY)
    for attack in ("DELETE FROM {}", "TRUNCATE {} CASCADE"):
        with refused_by("ledger_append_only"):
            execute(attack.format(table))


@pytest.mark.parametrize("change", ["answer = '2'", "key = 'other'", "fingerprint = 'x'"])
def test_answer_is_given_once(change: str, refused_by: Refused) -> None:
    execute(ANSWERED_KEY)
    with refused_by("ledger_append_only"):
        execute(f"UPDATE ledger_request_key SET {change}")


@pytest.mark.parametrize(
    "change",
    [
        "balance = balance + 1",
        "version = version + 1",
        "balance = balance + 1, version = version + 1",
        "balance = balance - 1, version = version - 1",
        "balance = 0",
    ],
)
def test_balance_edited_without_an_entry(
    two: tuple[int, int], change: str, refused_by: Refused
) -> None:
    with refused_by("ledger_account_moves_by_entry"):
        execute(f"UPDATE ledger_account SET {change} WHERE id = %(id)s", id=two[0])


def test_account_born_with_chips(player: Player, refused_by: Refused) -> None:
    with refused_by("ledger_account_moves_by_entry"):
        execute(
            "INSERT INTO ledger_account (unit_id, kind, user_id, floor, balance)"
            " VALUES (1, 'player', %(user)s, 0, 5)",
            user=player(),
        )


@pytest.mark.parametrize("change", ["kind = 'house'", "user_id = NULL", "floor = 7", "id = 99999"])
def test_account_given_another_purpose(
    two: tuple[int, int], change: str, refused_by: Refused
) -> None:
    with refused_by("ledger_append_only"):
        execute(f"UPDATE ledger_account SET {change} WHERE id = %(id)s", id=two[0])


def test_entry_that_lies_about_the_balance(two: tuple[int, int], refused_by: Refused) -> None:
    lying = ENTRIES.replace("a.balance + leg.amount", "a.balance + leg.amount + 1")
    with refused_by("ledger_account_moves_by_entry"):
        execute(
            f"WITH made AS ({TRANSFER}) {lying.format(t='made')}",
            kind="buy-in",
            n=2,
            ref=None,
            reverses=None,
            accounts=list(two),
            amounts=[5, -5],
        )


@pytest.mark.parametrize("step", [0, 2])
def test_entry_that_repeats_or_skips_a_version(
    two: tuple[int, int], step: int, refused_by: Refused
) -> None:
    law = "ledger_account_moves_by_entry" if step else "ledger_entry_pkey"
    odd = ENTRIES.replace("a.version + 1", f"a.version + {step}")
    with refused_by(law):
        execute(
            f"WITH made AS ({TRANSFER}) {odd.format(t='made')}",
            kind="buy-in",
            n=2,
            ref=None,
            reverses=None,
            accounts=list(two),
            amounts=[5, -5],
        )


def test_more_chips_than_are_there(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_account_never_below_floor"):
        transfer({two[0]: -101, two[1]: 101})


def test_entry_of_nothing(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_entry_moves_something"):
        transfer({two[0]: 0, two[1]: 0})


def test_same_account_twice(two: tuple[int, int], refused_by: Refused) -> None:
    with refused_by("ledger_entry_pkey"):
        transfer({}, n=2, accounts=[two[0], two[0]], amounts=[5, -5])


def test_account_that_does_not_exist(two: tuple[int, int], refused_by: Refused) -> None:
    sql = (
        f"WITH made AS ({TRANSFER}) INSERT INTO ledger_entry"
        " (account_id, version, transfer_id, amount, balance_after, hash)"
        " SELECT leg.id, 1, made.id, leg.amount, leg.amount, sha256('')"
        " FROM made, (VALUES (0, 5), (-1, -5)) AS leg (id, amount)"
    )
    with refused_by("ledger_entry_has_account"):
        execute(sql, kind="buy-in", n=2, ref=None, reverses=None)


def test_chips_of_two_units_in_one_transfer(two: tuple[int, int], refused_by: Refused) -> None:
    execute("INSERT INTO ledger_unit (code) VALUES ('cup')")
    execute(
        "INSERT INTO ledger_account (unit_id, kind, floor)"
        " SELECT id, 'house', 0 FROM ledger_unit WHERE code = 'cup'"
    )
    with refused_by("ledger_transfer_balances"):
        transfer({two[0]: -5, Account.objects.get(unit__code="cup").pk: 5})


def test_second_settlement_of_a_hand(two: tuple[int, int], refused_by: Refused) -> None:
    transfer({two[0]: 5, two[1]: -5}, kind="settlement", ref="hand")
    with refused_by("ledger_transfer_once_for_ref"):
        transfer({two[0]: -5, two[1]: 5}, kind="settlement", ref="hand")


def test_second_reversal_of_a_transfer(two: tuple[int, int], refused_by: Refused) -> None:
    transfer({two[0]: 5, two[1]: -5})
    first = Transfer.objects.latest("pk").pk
    transfer({two[0]: -5, two[1]: 5}, kind="reversal", reverses=first)
    with refused_by("ledger_transfer_reverses_id_key"):
        transfer({two[0]: -5, two[1]: 5}, kind="refund", reverses=first)


def test_second_account_for_one_purpose(two: tuple[int, int], refused_by: Refused) -> None:
    for kind, floor in (("issuer", None), ("house", 0)):
        execute(f"{NEW_ACCOUNT} ON CONFLICT DO NOTHING", kind=kind, floor=floor)
        with refused_by("ledger_account_one_for_each"):
            execute(NEW_ACCOUNT, kind=kind, floor=floor)


@pytest.mark.parametrize(
    ("kind", "floor", "law"),
    [
        ("house", None, "ledger_account_only_issuer_floorless"),
        ("issuer", 0, "ledger_account_only_issuer_floorless"),
        ("house", -1, "ledger_account_only_issuer_floorless"),
        ("pot", 0, "ledger_account_owner_fits_kind"),
        ("seat", 0, "ledger_account_owner_fits_kind"),
        ("player", 0, "ledger_account_owner_fits_kind"),
        ("purse", 0, "ledger_account_owner_fits_kind"),
    ],
)
def test_account_of_no_sense(kind: str, floor: int | None, law: str, refused_by: Refused) -> None:
    with refused_by(law):
        execute(NEW_ACCOUNT, kind=kind, floor=floor)


def test_frozen_account_gives_nothing_and_still_receives(
    two: tuple[int, int], refused_by: Refused
) -> None:
    execute("UPDATE ledger_account SET state = 'frozen' WHERE id = %(id)s", id=two[0])
    transfer({two[0]: 5, two[1]: -5})
    with refused_by("ledger_account_state"):
        transfer({two[0]: -5, two[1]: 5})


def test_closed_account_is_empty_and_stays_closed(
    two: tuple[int, int], refused_by: Refused
) -> None:
    with refused_by("ledger_account_closed_is_empty"):
        execute("UPDATE ledger_account SET state = 'closed' WHERE id = %(id)s", id=two[0])
    transfer({two[0]: -100, two[1]: 100})
    execute("UPDATE ledger_account SET state = 'closed' WHERE id = %(id)s", id=two[0])
    with refused_by("ledger_account_state"):
        transfer({two[0]: 5, two[1]: -5})
    with refused_by("ledger_account_state"):
        execute("UPDATE ledger_account SET state = 'open' WHERE id = %(id)s", id=two[0])


def test_user_with_a_wallet_cannot_be_deleted(player: Player, refused_by: Refused) -> None:
    with refused_by("ledger_account_has_user"):
        execute("DELETE FROM accounts_user WHERE id = %(id)s", id=player(1))


def test_models_cannot_write_behind_the_function(
    two: tuple[int, int], refused_by: Refused
) -> None:
    with refused_by("ledger_transfer_complete"):
        Transfer.objects.create(request=uuid.uuid4(), kind="grant", unit_id=1, n_entries=2)
    with refused_by("ledger_append_only"):
        Entry.objects.update(amount=1)
    with refused_by("ledger_account_moves_by_entry"):
        Account.objects.filter(pk=two[0]).update(balance=1_000_000)


def test_foreign_keys_are_checked_at_once() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint"
            " WHERE conrelid::regclass::text LIKE 'ledger\\_%' AND condeferrable"
        )
        assert cursor.fetchall() == []


def test_every_foreign_key_of_the_models_is_in_the_database() -> None:
    models = (Account, Transfer, Entry, Seal, SealLine, IssueRequest)
    wanted = {
        (model._meta.db_table, field.column)
        for model in models
        for field in model._meta.fields
        if field.remote_field
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.conrelid::regclass::text, a.attname FROM pg_constraint c JOIN pg_attribute a"
            " ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
            " WHERE c.contype = 'f' AND c.conrelid::regclass::text LIKE 'ledger\\_%'"
        )
        assert wanted == set(cursor.fetchall())


def test_a_stranger_may_not_call_the_posting_function() -> None:
    """Only the owner, and whom the owner grants it to."""
    execute("CREATE ROLE ledger_stranger")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT proname FROM pg_proc WHERE proname IN ('ledger_post', 'ledger_earlier')"
            " AND has_function_privilege('ledger_stranger', oid, 'EXECUTE')"
        )
        assert cursor.fetchall() == []


def test_refused_statement_leaves_no_trace(two: tuple[int, int], refused_by: Refused) -> None:
    before = list(Account.objects.order_by("pk").values())
    with refused_by("ledger_account_never_below_floor"):
        transfer({two[0]: -101, two[1]: 101})
    assert before == list(Account.objects.order_by("pk").values())
    assert queries.audit().ok


def test_settlement_through_the_command_obeys_the_same_laws(seated: Player) -> None:
    """The door and the attacks above write the same tables."""
    one, other = seated(7, 50), seated(7, 50)
    commands.settle_hand(key="s", table_id=7, hand_id="h", deltas={one: 20, other: -20})
    assert {one: 70, other: 30} == queries.stacks(7)
    assert queries.audit().ok
