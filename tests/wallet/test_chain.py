"""The chains and seals against somebody who can do everything to the database."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from wallet import commands, jobs, queries, sealed
from wallet.published import Published, Told, parse

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
CHAINS, SEALS = sealed.CHAIN_LAWS
SEAT = "(SELECT min(id) FROM ledger_account WHERE kind = 'seat')"
# What a thorough forger does after an edit: every later hash of the account, and its head.
REHASH = """
DO $$
DECLARE
    one record;
    v_head bytea;
BEGIN
    SELECT ledger_genesis(a) INTO v_head FROM ledger_account a WHERE a.id = {account};
    FOR one IN SELECT e.*, ledger_digest(t) AS digest FROM ledger_entry e
        JOIN ledger_transfer t ON t.id = e.transfer_id
        WHERE e.account_id = {account} ORDER BY e.version
    LOOP
        v_head := ledger_link(v_head, one.digest, one.account_id, one.version, one.amount,
            one.balance_after);
        UPDATE ledger_entry SET hash = v_head
        WHERE account_id = one.account_id AND version = one.version;
    END LOOP;
    UPDATE ledger_account SET head = v_head WHERE id = {account};
END $$
"""
# And the seals after it, so that the database alone looks whole.
RESEAL = """
DO $$
DECLARE
    one record;
    v_hash bytea := '';
BEGIN
    FOR one IN SELECT s.n, s.accounts, s.created_at, sha256(string_agg(
            int8send(l.account_id) || int8send(l.version) || e.hash, '' ORDER BY l.account_id))
            AS root
        FROM ledger_seal s JOIN ledger_seal_line l ON l.seal_id = s.n
        JOIN ledger_entry e ON e.account_id = l.account_id AND e.version = l.version
        GROUP BY s.n ORDER BY s.n
    LOOP
        v_hash := ledger_seal_hash(v_hash, one.n, one.accounts, one.created_at, one.root);
        UPDATE ledger_seal SET root = one.root, hash = v_hash WHERE n = one.n;
    END LOOP;
END $$
"""


@pytest.fixture
def published(seated: Player) -> Published:
    """Two hands at table 4, a seal after each; what was published of them."""
    one, two = seated(4, 100), seated(4, 100)
    for hand in ("a", "b"):
        deltas = {one: 30, two: -30}
        commands.settle_hand(key=hand, table_id=4, hand_id=hand, deltas=deltas)
        commands.seal()
    commands.settle_hand(key="c", table_id=4, hand_id="c", deltas={one: -7, two: 7})
    return {seal.n: {bytes(seal.hash).hex(): Told(seal.created_at)} for seal in queries.seals()}


@pytest.fixture
def forge(published: Published) -> Iterator[Callable[[str], None]]:
    """Do what no guard would let through; the test's transaction is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor.execute


def broken() -> set[str]:
    return {law.what for law in queries.audit().broken}


def test_sound_books_verify(published: Published) -> None:
    verdict = sealed.verify(published)
    assert verdict.faults == ()
    assert (verdict.seals, verdict.published) == (2, 2)
    assert verdict.entries == 14


ENTRY = "WHERE (account_id, version) = ({seat}, 2)"
HAND = "UPDATE ledger_transfer SET {change} WHERE kind = 'settlement'"
EDITS = {
    "flipped bit of an amount": f"UPDATE ledger_entry SET amount = amount # 1 {ENTRY}",
    "balance": f"UPDATE ledger_entry SET balance_after = balance_after # 1 {ENTRY}",
    "flipped bit of a hash": (
        "UPDATE ledger_entry SET hash = set_byte(hash, 31, get_byte(hash, 31) # 1)" + ENTRY
    ),
    "entry of another transfer": (
        f"UPDATE ledger_entry SET transfer_id = transfer_id + 1 {ENTRY}"
    ),
    "re-ordered pair": (
        "UPDATE ledger_entry SET version = 107 - version"
        " WHERE account_id = {seat} AND version IN (3, 4);"
        " UPDATE ledger_entry SET version = version - 100 WHERE version > 100"
    ),
    "head": "UPDATE ledger_account SET head = sha256('x') WHERE id = {seat}",
    "account of another player": (
        "UPDATE ledger_account SET user_id = user_id + 1000 WHERE id = {seat}"
    ),
    "reason": HAND.replace("{change}", "reason = 'other'"),
    "actor": HAND.replace("{change}", "actor = 'other'"),
    "hand": HAND.replace("{change}", "ref = ref || 'x'"),
    "request": HAND.replace("{change}", "request = gen_random_uuid()"),
    "moment": HAND.replace("{change}", "created_at = created_at + interval '1 microsecond'"),
    "lost transfer": "DELETE FROM ledger_transfer WHERE kind = 'settlement' AND ref = 'a'",
}
SEAL_EDITS = {
    "line lost": "DELETE FROM ledger_seal_line WHERE account_id = {seat} AND seal_id = 1",
    "line of an older version": (
        "UPDATE ledger_seal_line SET version = version - 1 WHERE account_id = {seat}"
        " AND seal_id = 1"
    ),
    "moment": "UPDATE ledger_seal SET created_at = created_at - interval '1 s' WHERE n = 1",
    "root": "UPDATE ledger_seal SET root = sha256('x') WHERE n = 1",
    "hash": "UPDATE ledger_seal SET hash = sha256('x') WHERE n = 1",
    "lost": "DELETE FROM ledger_seal WHERE n = 1",
    "order": "UPDATE ledger_seal SET n = 3 - n",
}


@pytest.mark.parametrize("damage", EDITS)
def test_any_edit_breaks_a_chain(forge: Callable[[str], None], damage: str) -> None:
    assert broken() == set()
    forge(EDITS[damage].format(seat=SEAT))
    assert CHAINS in broken()


@pytest.mark.parametrize("damage", SEAL_EDITS)
def test_any_edit_of_a_seal_shows(forge: Callable[[str], None], damage: str) -> None:
    forge("ALTER TABLE ledger_seal DROP CONSTRAINT ledger_seal_pkey CASCADE")
    forge(SEAL_EDITS[damage].format(seat=SEAT))
    assert SEALS in broken()


def test_deleted_tail_shows_by_a_seal(forge: Callable[[str], None], published: Published) -> None:
    """The last sealed hand taken away from all accounts, which look whole after it."""
    for ref in ("b", "c"):
        one = f"(SELECT id FROM ledger_transfer WHERE ref = '{ref}')"
        forge(
            "UPDATE ledger_account a SET balance = balance - e.amount, version = e.version - 1,"
            " head = p.hash FROM ledger_entry e JOIN ledger_entry p"
            " ON p.account_id = e.account_id AND p.version = e.version - 1"
            " WHERE e.account_id = a.id AND (e.transfer_id, a.version) = "
            f"({one}, e.version) OR (e.account_id = a.id AND e.transfer_id = {one})"
        )
    forge(
        "DELETE FROM ledger_entry USING ledger_transfer t WHERE transfer_id = t.id AND ref > 'a'"
    )
    forge("DELETE FROM ledger_transfer WHERE ref IN ('b', 'c')")
    forge(
        "UPDATE ledger_account a SET (balance, version, head) ="
        " (SELECT balance_after, version, hash FROM ledger_entry WHERE account_id = a.id"
        " ORDER BY version DESC LIMIT 1) WHERE kind = 'seat'"
    )
    assert broken() == {SEALS}
    forge("DELETE FROM ledger_seal_line WHERE seal_id = 2")
    forge("DELETE FROM ledger_seal WHERE n = 2")
    assert broken() == set()
    assert sealed.verify(published).faults == ("seal 2 was published and is gone",)


def test_rehashed_account_shows_by_a_published_seal_only(
    forge: Callable[[str], None], published: Published
) -> None:
    """Somebody moves chips in the past and recomputes everything that depends on it."""
    for amount, order in (("amount + 1", "ASC"), ("amount - 1", "DESC")):
        account = (
            f"(SELECT id FROM ledger_account WHERE kind = 'seat' ORDER BY id {order} LIMIT 1)"
        )
        sign = "+ 1" if order == "ASC" else "- 1"
        forge(
            f"UPDATE ledger_entry SET amount = {amount}"
            f" WHERE (account_id, version) = ({account}, 2)"
        )
        forge(
            f"UPDATE ledger_entry SET balance_after = balance_after {sign}"
            f" WHERE account_id = {account} AND version >= 2"
        )
        forge(f"UPDATE ledger_account SET balance = balance {sign} WHERE id = {account}")
        assert CHAINS in broken()
        forge(REHASH.format(account=account))
    assert broken() == {SEALS}
    forge(RESEAL)
    assert queries.audit().ok
    faults = sealed.verify(published).faults
    assert faults == ("seal 1 is not what was published", "seal 2 is not what was published")


def test_entry_with_a_hash_of_its_own_making(
    published: Published, refused_by: Callable[..., object]
) -> None:
    sql = (
        "WITH made AS (INSERT INTO ledger_transfer"
        " (request, kind, unit_id, n_entries, actor, reason)"
        " VALUES (gen_random_uuid(), 'buy-in', 1, 2, 'raw', '') RETURNING *)"
        " INSERT INTO ledger_entry (account_id, version, transfer_id, amount, balance_after, hash)"
        " SELECT a.id, a.version + 1, made.id, v.amount, a.balance + v.amount, sha256('x')"
        " FROM made, ledger_account a, LATERAL (SELECT CASE row_number() OVER () WHEN 1 THEN 1"
        f" ELSE 1 END) x, LATERAL (SELECT CASE WHEN a.id = {SEAT} THEN 1 ELSE -1 END AS amount) v"
        " WHERE a.kind = 'seat'"
    )
    with refused_by("ledger_entry_chained"), connection.cursor() as cursor:  # type: ignore[attr-defined]  # a context manager
        cursor.execute(sql)


def test_nothing_moved_nothing_sealed(published: Published) -> None:
    assert commands.seal() is not None
    assert commands.seal() is None
    assert sealed.verify(published).faults == ()


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE ledger_seal SET root = root",
        "DELETE FROM ledger_seal",
        "TRUNCATE ledger_seal CASCADE",
        "UPDATE ledger_seal_line SET version = 1",
        "DELETE FROM ledger_seal_line",
        "TRUNCATE ledger_seal_line",
    ],
)
def test_seals_stay(published: Published, attack: str, refused_by: Callable[..., object]) -> None:
    with refused_by("ledger_append_only"), connection.cursor() as cursor:  # type: ignore[attr-defined]  # a context manager
        cursor.execute(attack)


def ledger(*arguments: str) -> tuple[int, list[str]]:
    """Run `manage.py ledger`: (exit code, lines)."""
    out = io.StringIO()
    try:
        call_command("ledger", *arguments, stdout=out)
    except SystemExit as stop:
        return int(str(stop.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_command_prints_seals_and_takes_them_back(
    published: Published, tmp_path: Path, forge: Callable[[str], None]
) -> None:
    code, lines = ledger("seals")
    assert code == 0
    assert [line.split()[:2] for line in lines] == [
        [str(n), *values] for n, values in sorted(published.items())
    ]
    kept = tmp_path / "seals.txt"
    kept.write_text("\n".join(lines) + "\n\n")
    code, lines = ledger("verify", "--seals", str(kept))
    assert (code, lines) == (
        0,
        ["ledger: 14 entries and 2 seals hold, 2 published seals agree"],
    )
    kept.write_text(f"1 {'0' * 64}\n9 {'1' * 64}\n")
    code, lines = ledger("verify", "--seals", str(kept))
    assert code == 1
    assert lines == [
        "seal 1 is not what was published",
        "seal 9 was published and is gone",
        "ledger: BROKEN: 2 faults, see above",
    ]
    forge("UPDATE ledger_transfer SET reason = 'other' WHERE kind = 'settlement'")
    assert ledger("verify")[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "one " + "0" * 64,
        "1 " + "0" * 63,
        "1 " + "g" * 64,
        "-1 " + "0" * 64,
        pytest.param("9" * 5000 + " " + "0" * 64, id="number of 5000 digits"),
        pytest.param("[" * 100_000, id="deep list"),
        pytest.param('{"event": "seal", "n": ' + "[" * 100_000, id="deep line of the log"),
        pytest.param('{"event": "seal", "hash": "' + "0" * 64 + '"}', id="log without number"),
        pytest.param('{"event": "seal", "n": 1, "hash": "00"}', id="log without hash"),
        pytest.param('{"event": "seal", "n": 1, "ha', id="log cut short"),
    ],
)
def test_file_that_holds_no_seals(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "seals.txt"
    kept.write_text(text)
    with pytest.raises(CommandError, match="line 1 is no seal"):
        ledger("verify", "--seals", str(kept))
    with pytest.raises(CommandError, match="cannot be used"):
        ledger("verify", "--seals", str(tmp_path / "none"))


def test_seals_saved_from_the_api_are_compared(
    published: Published, tmp_path: Path, client: Client
) -> None:
    answer = client.get("/api/v1/ledger/seals").json()
    kept = tmp_path / "seals.json"
    for text in (json.dumps(answer), json.dumps(answer, indent=2), json.dumps(answer["results"])):
        kept.write_text(text)
        code, lines = ledger("verify", "--seals", str(kept))
        assert (code, lines[-1].endswith(", 2 published seals agree")) == (0, True)
    answer["results"][0]["hash"] = "0" * 64
    kept.write_text(json.dumps(answer))
    code, lines = ledger("verify", "--seals", str(kept))
    assert (code, lines[0]) == (1, "seal 2 is not what was published")


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", '{"results": []}', "[]", '{"detail": "?"}', '{"event": "audit", "ok": true}\n'],
)
def test_nothing_compared_is_no_proof(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "seals.json"
    kept.write_text(text)
    with pytest.raises(CommandError, match=r"there is no seal in it\. Wanted are published seals"):
        ledger("verify", "--seals", str(kept))


def test_answer_of_another_list_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "tables.json"
    kept.write_text('{"results": [{"id": 4}]}')
    with pytest.raises(CommandError, match="line 1 is no seal"):
        ledger("verify", "--seals", str(kept))


def test_seal_published_twice_with_two_hashes(published: Published) -> None:
    """One of them may be of the line before a restore; without a restore it is a fault."""
    (right,) = published[1]
    both = parse([f"1 {right}", f"1 {'1' * 64}"])
    assert both == {1: {right: Told(None), "1" * 64: Told(None)}}
    assert sealed.verify(both).faults == ("seal 1 is not what was published",)


@pytest.mark.django_db(transaction=True)
def test_job_publishes_in_the_log_what_verify_reads(seated: Player) -> None:
    seated(4, 100)
    with structlog.testing.capture_logs() as logs:
        assert jobs.seal() == 1
        assert jobs.seal() == 0
    lines = [json.dumps(line) for line in logs]
    published = parse([*lines, "{", json.dumps({"event": "other"})])
    assert set(published) == {1}
    assert [told.at for told in published[1].values()] == [queries.seals()[0].created_at]
    assert sealed.verify(published).faults == ()
