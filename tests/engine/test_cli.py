"""`python3 -m engine`, as a person at a terminal meets it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.verify import verify

ENGINE = Path(engine.__file__).parent
# Debian's own interpreter has nothing of ours in it; elsewhere our own must do.
SYSTEM = Path("/usr/bin/python3.11")
BARE = str(SYSTEM if SYSTEM.exists() else sys.executable)


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the records of three hands."""
    folder = tmp_path / "records"
    assert main(["simulate", "--hands", "3", "--seed", "7", "--records", str(folder)]) == 0
    capsys.readouterr()
    return folder


def tampered(path: Path) -> int:
    """Change one byte in the middle, and return its line."""
    content = bytearray(path.read_bytes())
    place = len(content) // 2
    content[place] ^= 1
    path.write_bytes(content)
    return content.count(b"\n", 0, place) + 1


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which a command refuses, on stderr."""
    try:
        code = main(list(arguments))
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.strip().endswith(".")
    return err


class TestVerify:
    def test_good_records(self, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["verify", *map(str, sorted(records.iterdir()))]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"{records}/hand-0001.jsonl: good: hand 1 of table 0")
        assert lines[-1] == "3 files: 3 good"

    def test_a_folder_stands_for_its_records(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["verify", "--quiet", str(records)]) == 0
        assert capsys.readouterr().out == "3 files: 3 good\n"

    def test_a_tampered_record_is_named_with_its_first_bad_line(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = records / "hand-0002.jsonl"
        line = tampered(path)
        assert main(["verify", str(path)]) == 1
        assert capsys.readouterr().out.startswith(f"{path}: tampered at line {line}: ")

    def test_the_worst_of_several_decides(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        one, two, three = sorted(records.iterdir())
        one.write_text("".join(one.read_text().splitlines(keepends=True)[:9]))
        assert main(["verify", str(records)]) == 3
        two.write_bytes(b"\x00\x01")
        assert main(["verify", str(records)]) == 2
        tampered(three)
        assert main(["verify", str(records)]) == 1
        assert capsys.readouterr().out.endswith(
            "3 files: 1 tampered, 1 not a record, 1 incomplete\n"
        )

    def test_a_file_that_is_not_there(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["verify", str(records / "none"), str(records / "hand-0001.jsonl")]) == 2
        out, err = capsys.readouterr()
        assert err == f"Can't read {records}/none: No such file or directory.\n"
        assert "hand-0001.jsonl: good" in out

    def test_a_folder_without_records(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "There is no record" in refused(capsys, "verify", str(tmp_path))

    def test_no_file_at_all(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "FILE" in refused(capsys, "verify")


class TestBareCopy:
    """An auditor has a copy of engine/ and a Python, and nothing else of ours."""

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        return subprocess.run(
            [BARE, "-S", "-E", "-B", "-m", "engine", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def test_it_verifies_and_replays_by_itself(self, records: Path, tmp_path: Path) -> None:
        alone = tmp_path / "alone"
        alone.mkdir()
        skip = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ENGINE, alone / "engine", ignore=skip)
        path = records / "hand-0001.jsonl"

        good = self.run(alone, "verify", str(path))
        assert (good.returncode, good.stderr) == (0, "")
        assert ": good: " in good.stdout
        told = self.run(alone, "replay", str(path))
        assert (told.returncode, told.stderr) == (0, "")
        assert "Seat 2 wins" in told.stdout

        line = tampered(path)
        bad = self.run(alone, "verify", str(path))
        assert (bad.returncode, bad.stderr) == (1, "")
        assert f"tampered at line {line}" in bad.stdout

    def test_a_reader_who_leaves_early_gets_no_traceback(self, records: Path) -> None:
        command = f"{BARE} -S -E -B -m engine replay {records}/hand-0001.jsonl | head -1"
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=ENGINE.parent,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert (ran.stdout.count("\n"), ran.stderr) == (1, "")


class TestReplay:
    def test_a_good_hand(self, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["replay", str(records / "hand-0001.jsonl")]) == 0
        out, err = capsys.readouterr()
        assert out.startswith("Hand 1 of table 0 (simulated-7-1)\n")
        assert err == ""
        assert "\x1b" not in out

    def test_only_what_a_seat_saw(self, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["replay", str(records / "hand-0001.jsonl"), "--seat", "1"]) == 0
        assert capsys.readouterr().out.count("is dealt") == 1

    def test_a_seat_that_was_not_there(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = str(records / "hand-0001.jsonl")
        assert "Seat 7 was not dealt in" in refused(capsys, "replay", path, "--seat", "7")
        assert "invalid int value" in refused(capsys, "replay", path, "--seat", "x")

    def test_a_tampered_hand_is_said_to_be_one(
        self, records: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = records / "hand-0001.jsonl"
        line = tampered(path)
        assert main(["replay", str(path)]) == 1
        assert f"line {line}" in capsys.readouterr().err

    def test_a_hand_in_play(self, records: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = records / "hand-0001.jsonl"
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:9]))
        assert main(["replay", str(path)]) == 3
        assert "no close and no void" in capsys.readouterr().err

    def test_a_file_that_cannot_be_read(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "Can't read" in refused(capsys, "replay", str(tmp_path / "none"))
        assert "is not a file" in refused(capsys, "replay", str(tmp_path))


class TestSimulate:
    def test_the_same_seed_gives_the_same_bytes(self, tmp_path: Path) -> None:
        for folder in ("a", "b"):
            main(["simulate", "--hands", "4", "--seed", "9", "--records", str(tmp_path / folder)])
        a, b = (
            [path.read_bytes() for path in sorted((tmp_path / folder).iterdir())]
            for folder in ("a", "b")
        )
        assert len(a) == 4
        assert a == b
        main(["simulate", "--hands", "4", "--seed", "10", "--records", str(tmp_path / "c")])
        assert a[0] != (tmp_path / "c" / "hand-0001.jsonl").read_bytes()

    def test_what_a_person_reads(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["simulate", "--hands", "3", "--bots", "steady,calm", "--records", str(tmp_path)])
        out, err = capsys.readouterr()
        assert "seats: 0 steady, 1 calm, 2 steady" in out
        assert "3 hands ended by: " in out
        assert "actions a hand" in out
        assert f"python3 -m engine verify {tmp_path}" in out
        assert err == ""

    def test_one_json_object(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        main(["simulate", "--hands", "3", "--seed", "7", "--json", "--records", str(tmp_path)])
        result = json.loads(capsys.readouterr().out)
        assert [hand["hand_no"] for hand in result["hands"]] == [1, 2, 3]
        assert result["hands"][0]["file"] == str(tmp_path / "hand-0001.jsonl")
        assert sum(result["ends"].values()) == 3
        for hand in result["hands"]:
            assert sum(delta for _, delta in hand["deltas"]) == 0

    def test_bust_seats_get_a_fresh_stack_and_it_is_said(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        play = ["simulate", "--hands", "12", "--stack", "12", "--seed", "5"]
        assert main([*play, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        fresh = sum(times for _, times in result["topped_up"])
        assert fresh > 0
        assert sum(stack for _, stack in result["stacks"]) == 12 * (3 + fresh)
        assert main(play) == 0
        out = capsys.readouterr().out
        assert out.count("was bust and gets a fresh stack of 12") == fresh
        assert "of 12 on the way" in out

    def test_two_may_play(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["simulate", "--seats", "2", "--hands", "2"]) == 0

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--rules", "poker"], 'There are no rules "poker"'),
            (["--seats", "1"], "is for 2 to 8 seats, not 1"),
            (["--seats", "9"], "is for 2 to 8 seats, not 9"),
            (["--seats", "two"], "invalid int value: 'two'"),
            (["--hands", "0"], "must be a whole number from 1 to"),
            (["--hands", "-3"], "must be a whole number from 1 to"),
            (["--stack", "0"], "must be a whole number from 1 to"),
            (["--seed", "-1"], "must be a whole number from 0 to"),
            (["--seed", "1.5"], "must be a whole number from 0 to"),
            (["--seed", "18446744073709551616"], "must be a whole number from 0 to"),
            (["--seed", "lucky"], "must be a whole number from 0 to"),
            (["--bots", "shark"], 'There is no bot "shark"'),
            (["--bots", ""], 'There is no bot ""'),
            (["--bots", "calm,calm,calm,calm"], "4 bots have no place on 3 seats"),
            (["--records", "/proc/no/where"], "Can't write"),
            (["--records", "/etc/passwd"], "Can't write"),
            (["--colour"], "Unrecognized arguments: --colour"),
        ],
        ids=str,
    )
    def test_what_cannot_be_done_is_said_in_one_sentence(
        self, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert sentence in refused(capsys, "simulate", *arguments)


class TestRules:
    def test_every_mark_of_the_code_is_explained_and_no_other(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["rules", "--sources"]) == 0
        out = capsys.readouterr().out
        told = set(re.findall(r"^([SD]\d+) ", out, re.MULTILINE))
        files = [file for file in ENGINE.rglob("*.py") if file.name != "sources.py"]
        used = {
            mark
            for file in files
            for mark in re.findall(r"\b(?:S[0-4]|D[1-9]\d?)\b", file.read_text())
        }
        assert told == used
        assert main(["rules", "--sources", "--json"]) == 0
        assert set(json.loads(capsys.readouterr().out)["sources"]) == told

    def test_one_that_is_not_there(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert 'There are no rules "poker"' in refused(capsys, "rules", "poker")


def test_no_command_or_an_unknown_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "COMMAND" in refused(capsys)
    assert "deal" in refused(capsys, "deal")


def test_a_record_made_up_whole_fails_against_what_its_reader_kept(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A chain written anew is good in itself; the head or the commitment that was kept tells."""
    path = min(records.glob("*.jsonl"))
    good = verify(path.read_bytes())
    kept = ["--head", good.head, "--commit", good.commit]
    assert main(["verify", *kept, str(path)]) == 0
    capsys.readouterr()
    for name, other in (("--head", "00" * 32), ("--commit", "00" * 64)):
        assert main(["verify", name, other, str(path)]) == 1
        assert "another record" in capsys.readouterr().out
    assert main(["verify", *kept, str(records), str(path)]) == 2
