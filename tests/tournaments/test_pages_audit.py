"""The auditor's page: every command that stands on it works as it stands there."""

import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from engine.__main__ import main as engine_main
from tests.house import a_player
from tests.tournaments.organiser import an_organiser, row_of
from tests.tournaments.reader import free, got, named, of, report
from tournaments import queries
from tournaments.rules.__main__ import main as tournaments_main
from wallet.commands import seal

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]


def commands_of(page: str, what: str) -> list[list[str]]:
    """The commands that the page gives for one kind of file, without the program's name."""
    found = re.search(rf'<code data-check="{what}">(.*?)</code>', page, re.DOTALL)
    assert found is not None
    return [line.split() for line in unescape(found[1]).splitlines()]


@pytest.fixture
def audit(client: Client) -> str:
    """The page, as anybody sees it."""
    return got(client, "/audit/")


def test_every_page_leads_to_it(client: Client) -> None:
    for path in ("/", "/tournaments/", "/help/", "/integrity/", "/audit/"):
        assert 'href="/audit/"' in got(client, path), path


def test_commands_for_a_hand_check_one(audit: str, tmp_path: Path) -> None:
    made = ["simulate", "--rules", "pife", "--seats", "3", "--hands", "1", "--seed", "7"]
    assert engine_main([*made, "--records", str(tmp_path)]) == 0
    (record,) = tmp_path.glob("*.jsonl")
    commit = re.search(r'"commit":"([0-9a-f]+)"', record.read_text(encoding="utf-8"))
    assert commit is not None
    told = commands_of(audit, "hand")
    assert len(told) == 3
    for words in told:
        assert words[:3] == ["python3", "-m", "engine"]
        swapped = {words[-1]: str(record), "HEX": commit[1]}
        assert engine_main([swapped.get(word, word) for word in words[3:]]) == 0, words


def test_commands_for_a_tournament_check_its_downloaded_log(audit: str, tmp_path: Path) -> None:
    number = named(an_organiser(), free("single-elimination"), 2)
    report(row_of(number).owner, number, "w1.1", "p1", "p2")
    told = commands_of(audit, "tournament")
    file = tmp_path / told[0][-1]
    file.write_bytes(of(None).get(f"/tournaments/{number}/log.jsonl").content)
    marks = {
        "--commit": row_of(number).commitment,
        "--head": queries.events(row_of(number))[-1]["head"],
    }
    assert len(told) == 3
    for words in told:
        assert words[:3] == ["python3", "-m", "tournaments.rules"]
        mark = next((marks[word] for word in words if word in marks), "")
        swapped = {file.name: str(file), "HEX": mark}
        assert tournaments_main([swapped.get(word, word) for word in words[3:]]) == 0, words


def test_commands_for_the_chips_prove_the_ledger(audit: str, tmp_path: Path) -> None:
    told = commands_of(audit, "ledger")
    assert len(told) == 3
    file = tmp_path / "seals.txt"
    a_player("caio")  # with chips, so that there is something to seal
    assert seal() is not None
    with file.open("w", encoding="utf-8") as kept:
        call_command("ledger", "seals", stdout=kept)
    for words in told:
        assert words[:2] == [".venv/bin/python", "manage.py"]
        call_command(*[{"FILE": str(file)}.get(word, word) for word in words[2:]])


@pytest.mark.parametrize("what", ["hand", "tournament"])
def test_folders_that_the_page_names_are_all_that_a_check_needs(
    audit: str, tmp_path: Path, what: str
) -> None:
    """Without the house's packages, and with nothing of its program beside these folders."""
    named_ = audit.split(f"For a {what}</dt>")[1].split("</dd>", maxsplit=1)[0]
    folders = re.findall(r"<code>([a-z/]+)/</code>", named_)
    for folder in folders:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    words = commands_of(audit, what)[0]
    checked = [sys.executable, "-S", "-E", *words[1:-1], str(tmp_path / "none.jsonl")]
    (tmp_path / "none.jsonl").write_text("no record\n", encoding="utf-8")
    answer = subprocess.run(checked, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (2, "")
