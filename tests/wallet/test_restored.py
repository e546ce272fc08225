"""A restore is an event of the ledger: what it took is told from what somebody altered."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
import structlog
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils.translation import override

from wallet import commands, jobs, queries, sealed
from wallet.models import Restore
from wallet.published import Told, parse

pytestmark = pytest.mark.django_db

Player = Callable[..., int]


@pytest.fixture
def move(seated: Player) -> Callable[[str], None]:
    """Play a hand of this name at table 4."""
    one, two = seated(4, 100), seated(4, 100)

    def settled(hand: str) -> None:
        deltas = {one: 3, two: -3}
        commands.settle_hand(key=hand, table_id=4, hand_id=hand, deltas=deltas)

    return settled


def hashes() -> dict[int, str]:
    """What each line that is kept says after the number: the hash, the time, and a restore."""
    return {
        seal.n: f"{bytes(seal.hash).hex()} {seal.created_at.isoformat()}"
        + " after-a-restore" * seal.restored
        for seal in queries.seals()
    }


def forged(line: str) -> str:
    """The same time with a hash that never was."""
    return f"{'0' * 64} {line.split()[1]}"


def back_to(seal: int, *, noted: bool = True) -> None:
    """Forget the seals above this one, as an older copy of the database has none of them.

    `noted`: the copy is from after the restores that were noted.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        if not noted:
            cursor.execute("DELETE FROM ledger_restore WHERE after >= %s", [seal])
        cursor.execute("DELETE FROM ledger_seal_line WHERE seal_id > %s", [seal])
        cursor.execute("DELETE FROM ledger_seal WHERE n > %s", [seal])
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.fixture
def kept(move: Callable[[str], None]) -> dict[int, str]:
    """Three seals that somebody kept; the house came back with the first alone."""
    for hand in "abc":
        move(hand)
        commands.seal()
    found = hashes()
    back_to(1)
    return found


def play(move: Callable[[str], None], *hands: str) -> dict[int, str]:
    """Play these hands with a seal after each; what somebody kept of the seals then."""
    for hand in hands:
        move(hand)
        commands.seal()
    return hashes()


def verify(tmp_path: Path, *several: dict[int, str]) -> tuple[int, list[str]]:
    """What the command line says of the seals that were kept."""
    file, out = tmp_path / "kept", io.StringIO()
    rows = [f"{n} {value}\n" for kept in several for n, value in kept.items()]
    file.write_text("".join(rows))
    code = 0
    try:
        call_command("ledger", "verify", "--seals", str(file), stdout=out)
    except SystemExit as end:
        code = int(str(end.code))
    return code, out.getvalue().splitlines()


def test_seals_that_are_gone_without_a_restore_are_a_fault(
    kept: dict[int, str], tmp_path: Path
) -> None:
    code, lines = verify(tmp_path, kept)
    assert code == 1
    assert lines[0] == "seal 2 was published and is gone"


def test_right_after_a_restore_its_seals_are_told_as_gone(
    kept: dict[int, str], tmp_path: Path
) -> None:
    assert commands.note_restore() == 1
    code, lines = verify(tmp_path, kept)
    assert code == 3
    assert [line[:12] for line in lines[:2]] == [
        f"seal 2 ({kept[2][:4]}",
        f"seal 3 ({kept[3][:4]}",
    ]
    assert lines[-1].startswith("ledger: RESTORED after seal 1: ")
    assert "1 of 3 published seals agree" in lines[-1]
    assert "take it for an alteration" in lines[-1]


def test_the_next_seal_says_so_and_is_a_line_of_its_own(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    commands.note_restore()
    for hand in "de":
        move(hand)
        commands.seal()
    made = {seal.n: seal.restored for seal in queries.seals()}
    assert made == {1: False, 2: True, 3: False}
    assert queries.audit().ok
    code, lines = verify(tmp_path, kept, hashes())
    assert code == 3
    assert "3 of 5 published seals agree" in lines[-1]
    assert verify(tmp_path, hashes())[0] == 0  # who kept only what was made since lost nothing


def test_a_restore_explains_nothing_below_it(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    commands.note_restore()
    move("d")
    commands.seal()
    code, lines = verify(tmp_path, kept | {1: forged(kept[1])})
    assert (code, lines[0]) == (1, "seal 1 is not what was published")


def test_a_restore_explains_no_seal_that_was_published_after_it(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    """One old honest restore, and then somebody takes newer seals away and makes others."""
    commands.note_restore()
    for hand in "def":
        move(hand)
        commands.seal()
    newer = hashes()
    back_to(3)
    move("g")
    commands.seal()
    code, lines = verify(tmp_path, kept, newer)
    after = "it was published after the restore, which so does not explain it"
    assert (code, lines[0]) == (1, f"seal 4 is not what was published; {after}")
    back_to(2)
    code, lines = verify(tmp_path, newer)
    assert code == 1
    assert lines[:2] == [f"seal {n} was published and is gone; {after}" for n in (3, 4)]


def test_without_its_time_no_seal_is_explained(kept: dict[int, str], tmp_path: Path) -> None:
    commands.note_restore()
    for cut in (" ", " yesterday", " 2026-01-01T00:00:00"):  # none, no time, a time of no zone
        code, lines = verify(tmp_path, {n: line.split()[0] + cut for n, line in kept.items()})
        assert code == 1
        assert lines[0] == (
            "seal 2 was published and is gone;"
            " the time when it was published is missing, so no restore explains it"
        )


def test_a_restore_explains_one_seal_of_a_number(kept: dict[int, str], tmp_path: Path) -> None:
    commands.note_restore()
    code, lines = verify(tmp_path, kept, {2: forged(kept[2])})
    assert code == 1
    assert " explains one seal of this number, not two" in lines[0]


def publish(shape: str, client: Client) -> str:
    """Publish the seals in one of the ways that there are."""
    out = io.StringIO()
    if shape == "list":
        call_command("ledger", "seals", stdout=out)
    elif shape == "api":
        out.write(json.dumps(client.get("/api/v1/ledger/seals").json()) + "\n")
    else:
        for n, line in hashes().items():
            value, at, *after = line.split()
            told: dict[str, object] = {"event": "seal", "n": n, "hash": value, "timestamp": at}
            out.write(json.dumps(told | ({"restored": True} if after else {})) + "\n")
    return out.getvalue()


@pytest.mark.parametrize("shape", ["list", "api", "log"])
def test_each_way_to_publish_says_when(
    shape: str, move: Callable[[str], None], client: Client, tmp_path: Path
) -> None:
    play(move, *"ab")
    file = tmp_path / "saved"
    file.write_text(publish(shape, client))
    back_to(1)
    commands.note_restore()
    with pytest.raises(SystemExit) as end:
        call_command("ledger", "verify", "--seals", str(file), stdout=io.StringIO())
    assert end.value.code == 3


@pytest.mark.parametrize("shape", ["list", "api", "log"])
def test_each_way_to_publish_says_of_a_restore(
    shape: str,
    kept: dict[int, str],
    move: Callable[[str], None],
    client: Client,
) -> None:
    """And a kept seal that says so counts after a second restore of the same, older backup."""
    commands.note_restore()
    play(move, *"de")
    newer = publish(shape, client)
    back_to(1, noted=False)
    commands.note_restore()
    older = "".join(f"{n} {line}\n" for n, line in kept.items())
    published = parse(older.splitlines())
    for n, values in parse(newer.splitlines()).items():
        published[n] |= values
    verdict = sealed.verify(published)
    assert (verdict.faults, verdict.after, len(verdict.gone)) == ((), 1, 4)


def test_whoever_declares_a_restore_at_will_is_seen(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    """Back to before the first seal: no kept seal holds, and that is what is said."""
    back_to(0)
    commands.note_restore()
    move("d")
    commands.seal()
    code, lines = verify(tmp_path, kept)
    assert code == 3
    assert "RESTORED after seal 0" in lines[-1]
    assert "0 of 3 published seals agree" in lines[-1]


@pytest.mark.parametrize("flag", ["restored = NOT restored WHERE n = 2", "restored = true"])
def test_the_mark_of_a_seal_is_in_its_hash(
    kept: dict[int, str], move: Callable[[str], None], flag: str
) -> None:
    commands.note_restore()
    move("d")
    commands.seal()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(f"UPDATE ledger_seal SET {flag}")
    assert not queries.audit().ok


def test_a_row_without_a_seal_that_says_so_explains_nothing(
    kept: dict[int, str], move: Callable[[str], None], tmp_path: Path
) -> None:
    move("d")
    commands.seal()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO ledger_restore VALUES (1, clock_timestamp())")
    assert verify(tmp_path, kept)[0] == 1


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


def test_what_was_noted_stays(kept: dict[int, str]) -> None:
    commands.note_restore()
    with pytest.raises(Exception, match="append"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM ledger_restore")


def test_log_list_api_and_page_say_so(
    kept: dict[int, str], move: Callable[[str], None], client: Client
) -> None:
    out = io.StringIO()
    call_command("ledger", "restored", stdout=out)
    assert out.getvalue() == "ledger: restored after seal 1; the next seal says so\n"
    move("d")
    with structlog.testing.capture_logs() as logs:
        commands.seal()
        move("e")
        assert jobs.seal() == 3
    assert "restored" not in logs[0]
    out = io.StringIO()
    call_command("ledger", "seals", stdout=out)
    lines = out.getvalue().splitlines()
    assert [line.endswith(" after-a-restore") for line in lines] == [False, True, False]
    assert parse(lines) == {
        seal.n: {bytes(seal.hash).hex(): Told(seal.created_at, seal.restored)}
        for seal in queries.seals()
    }
    listed = client.get("/api/v1/ledger/seals").json()["results"]
    assert [seal["restored"] for seal in listed] == [False, True, False]
    words = {"pt-br": "restaurar", "en": "restore", "fr": "restauration", "de": "Sicherung"}
    for language, word in words.items():
        with override(language):
            page = client.get("/integrity/", headers={"accept-language": language})
        assert word in page.content.decode(), json.dumps(language)
