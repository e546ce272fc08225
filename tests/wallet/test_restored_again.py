"""Several restores: each explains what was published before it and after the one before."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from tests.wallet.kept import back_to, forged, play, verify
from wallet import commands, queries
from wallet.models import Restore

pytestmark = pytest.mark.django_db


def test_a_backup_from_before_the_next_seal_explains_what_came_after_it(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    """It holds the mark of the restore before; the house came back twice with the same seal."""
    commands.note_restore()
    newer = play(move, "d", "e")
    back_to(1)
    commands.note_restore()
    for several in ((newer,), (kept, newer)):  # right after it, and when it is sealed
        assert verify(tmp_path, *several)[0] == 3
    later = play(move, "f")
    assert queries.audit().ok
    assert verify(tmp_path, newer)[0] == 3
    code, lines = verify(tmp_path, kept, newer, later)
    assert code == 3
    assert lines[-1].startswith("ledger: RESTORED after seal 1: ")
    assert "2 of 6 published seals agree" in lines[-1]


def test_a_second_restore_of_the_same_backup_is_explained_by_what_was_kept(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    """The backup knows nothing of the first restore; the first seal after that says so."""
    commands.note_restore()
    newer = play(move, *"def")
    back_to(1, noted=False)
    commands.note_restore()
    assert verify(tmp_path, kept, newer)[0] == 3
    later = play(move, *"gh")
    code, lines = verify(tmp_path, kept, newer, later)
    assert (code, len(lines)) == (3, 6)
    assert lines[-1].startswith("ledger: RESTORED after seal 1: ")
    # Without that seal, or what it says, there is one restore for two lines of seals.
    without = {n: line for n, line in newer.items() if n != 2}
    unsaid = newer | {2: newer[2].removesuffix(" after-a-restore")}
    for line in (without, unsaid):
        code, lines = verify(tmp_path, kept, line)
        assert code == 1
        assert lines[0].endswith(
            " explains one seal of this number, not two, and no kept seal tells of another"
        )
    # And it explains one seal of a number, as every restore does.
    for line in (kept, newer):
        assert verify(tmp_path, kept, newer, {3: forged(line[3])})[0] == 1


def test_a_house_that_comes_back_to_a_line_that_it_had_left_is_explained(
    move: Callable[[str], None], tmp_path: Path
) -> None:
    """The wrong backup was restored, an old one; and then the newer one that was meant."""
    kept = play(move, *"abc")
    tables = ("ledger_seal", "ledger_seal_line")
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"CREATE TEMP TABLE newer_{table} ON COMMIT DROP AS TABLE {table}")
    back_to(1)
    commands.note_restore()
    wrong = play(move, *"de")
    back_to(0, noted=False)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"INSERT INTO {table} SELECT * FROM newer_{table}")
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert verify(tmp_path, kept, wrong)[0] == 1  # nobody said so
    commands.note_restore()
    for _ in range(2):
        code, lines = verify(tmp_path, kept, wrong)
        assert (code, len(lines)) == (3, 3)
        assert lines[-1].startswith("ledger: RESTORED after seal 1: ")
        assert verify(tmp_path, kept, wrong, {2: forged(kept[2])})[0] == 1
        play(move, "f")
    assert queries.audit().ok


def test_a_seal_that_tells_of_a_restore_does_not_explain_itself(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    commands.note_restore()
    newer = play(move, *"de")
    back_to(1, noted=False)
    code, lines = verify(tmp_path, newer)
    after = "it was published after the restore, which so does not explain it"
    assert code == 1
    assert lines[:2] == [f"seal {n} was published and is gone; {after}" for n in (2, 3)]


def test_no_two_seals_of_a_number_are_gone_by_one_of_several_restores(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    """Noted twice, as when the first start was killed, it still explains one."""
    assert [commands.note_restore(), commands.note_restore()] == [1, 1]
    assert verify(tmp_path, kept, {2: forged(kept[2])})[0] == 1
    newer = play(move, "d", "e")
    back_to(1)
    commands.note_restore()
    assert verify(tmp_path, kept, newer)[0] == 3
    for line in (kept, newer):
        code, lines = verify(tmp_path, kept, newer, {2: forged(line[2])})
        assert (code, lines[0].partition(";")[0]) == (1, "seal 2 was published and is gone")
    assert verify(tmp_path, newer)[0] == 3


@pytest.mark.parametrize(
    "alteration",
    [
        "UPDATE ledger_restore SET created_at = created_at + interval '1 us' WHERE after = 1",
        "INSERT INTO ledger_restore VALUES (1, clock_timestamp())",
        "DELETE FROM ledger_restore",
    ],
)
def test_the_moments_of_several_restores_are_in_the_hash_of_the_seal(
    kept: dict[int, str], move: Callable[[str], None], alteration: str
) -> None:
    for _ in range(2):
        commands.note_restore()
    play(move, "d")
    assert queries.audit().ok
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(alteration)
    assert [law.what for law in queries.audit().broken] == ["the seals hold, from the first one"]


def test_of_one_restore_the_seal_is_what_it_was(
    kept: dict[int, str], move: Callable[[str], None]
) -> None:
    """As before there could be several, so that the seals that were made then hold."""
    commands.note_restore()
    play(move, "d")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.hash = ledger_seal_hash(b.hash, s.n, s.accounts, s.created_at, s.root, true)"
            " FROM ledger_seal s JOIN ledger_seal b ON b.n = s.n - 1 WHERE s.restored"
        )
        assert cursor.fetchone() == (True,)


def test_each_restore_is_one(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    assert commands.note_restore() == 1
    older = play(move, "d")
    assert commands.note_restore() == 2
    play(move, "e")
    assert Restore.objects.count() == 2
    assert [after for after, _ in queries.restores()] == [1, 2]
    assert queries.audit().ok
    code, lines = verify(tmp_path, kept, older)
    assert code == 3
    assert "RESTORED after seal 1" in lines[-1]
