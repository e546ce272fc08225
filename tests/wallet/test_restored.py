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

from tests.wallet.kept import back_to, forged, hashes, play, verify
from wallet import commands, jobs, queries, sealed
from wallet.published import Told, parse

pytestmark = pytest.mark.django_db


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
