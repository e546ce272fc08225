"""A downloaded log: what a stranger is told of one that was altered."""

import json
import random
from pathlib import Path

import pytest

from tests.tournaments.house import SEED, finish, opening
from tournaments.rules import events as e
from tournaments.rules.__main__ import main
from tournaments.rules.files import file_of, read_file
from tournaments.rules.log import link
from tournaments.rules.structure import SINGLE, Stage

LOG = opening([Stage("a", SINGLE, seeding="drawn")], 6)
finish(LOG, random.Random(5))
TEXT = file_of(LOG)
RESULT = next(n for n, event in enumerate(LOG) if isinstance(event, e.ResultRecorded))


def verdict(path: Path, text: str, *more: str) -> int:
    """What the command line says of a file."""
    file = path / "log.jsonl"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    return main(["verify", str(file), "--seed", SEED.hex(), *more])


def test_a_file_is_its_log() -> None:
    assert list(read_file(TEXT).events) == LOG


@pytest.mark.parametrize("cut", ["winner", "dropped", "moved", "doubled"])
def test_an_altered_line_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cut: str
) -> None:
    rows = TEXT.splitlines(keepends=True)
    if cut == "winner":
        row = json.loads(rows[RESULT])
        places = row["event"]["result"]["places"]
        places.reverse()
        rows[RESULT] = json.dumps(row, sort_keys=True, separators=(",", ":")) + "\n"
    elif cut == "dropped":
        del rows[RESULT]
    elif cut == "moved":
        rows[RESULT], rows[RESULT + 1] = rows[RESULT + 1], rows[RESULT]
    else:
        rows.insert(RESULT, rows[RESULT])
    assert verdict(tmp_path, "".join(rows)) == 1
    line = RESULT + 2 if cut == "doubled" else RESULT + 1
    told = f"tampered at line {line}: the hash of event {line} does not follow: "
    assert told in capsys.readouterr().out


@pytest.mark.parametrize("unlike", ["another field", "no announcement", "spaces"])
def test_hash_is_named_before_what_the_line_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], unlike: str
) -> None:
    """Whoever checks a log need not know how its events are called in a program."""
    rows = TEXT.splitlines(keepends=True)
    at = 0 if unlike == "no announcement" else RESULT
    field = {"another field": "result", "no announcement": "structure", "spaces": "stage"}[unlike]
    rows[at] = rows[at].replace(f'"{field}":', f'"{field}": ' if unlike == "spaces" else '"x":', 1)
    assert verdict(tmp_path, "".join(rows)) == 1
    told = f"tampered at line {at + 1}: the hash of event {at + 1} does not follow: "
    assert capsys.readouterr().out.startswith(told)


def test_line_whose_hash_follows_is_told_what_it_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A chain that somebody made anew around an event that is none."""
    rows = TEXT.splitlines(keepends=True)
    event = '{"kind":"result-recorded","x":1}'
    head = link(bytes.fromhex(read_file(TEXT).heads[RESULT - 1]), event).hex()
    rows[RESULT] = f'{{"event":{event},"hash":"{head}"}}\n'
    assert verdict(tmp_path, "".join(rows)) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"tampered at line {RESULT + 1}: It should be ResultRecorded with ")


def test_a_chain_made_anew_is_not_the_one_that_was_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noted = read_file(TEXT).heads[RESULT]
    assert verdict(tmp_path, TEXT, "--head", noted) == 0
    shorter = file_of(LOG[:RESULT])
    assert verdict(tmp_path, shorter, "--head", noted) == 1
    assert "the head that was noted" in capsys.readouterr().out


def test_the_commitment_that_was_published_is_asked_for(tmp_path: Path) -> None:
    said = next(one.commitment for one in LOG if isinstance(one, e.DrawCommitted))
    assert verdict(tmp_path, TEXT, "--commit", said) == 0
    assert verdict(tmp_path, TEXT, "--commit", "0" * 128) == 1
    with pytest.raises(SystemExit) as wrong:
        verdict(tmp_path, TEXT, "--commit", "")
    assert wrong.value.code == 2


@pytest.mark.parametrize(
    "text",
    ["", "{}\n", "[1]\n", "not JSON\n", '{"event":1,"hash":"x"}\n', TEXT.replace("\n", "\r\n")],
)
def test_what_is_no_log_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert verdict(tmp_path, text) == 2
    assert capsys.readouterr().out.startswith("not a log: ")


# All that `str.splitlines` takes for the end of a line, but "\n", which JSON escapes.
SEPARATORS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r"


@pytest.mark.parametrize("mark", SEPARATORS, ids=ascii)
def test_a_text_may_hold_what_others_take_for_the_end_of_a_line(mark: str) -> None:
    log = [*LOG[:4], e.Withdrawn("p1", f"a{mark}b")]
    assert len(f"a{mark}b".splitlines()) == 2
    assert list(read_file(file_of(log)).events) == log


@pytest.mark.parametrize(
    ("altered", "line"),
    [
        (TEXT.replace("\n", "\r\n", 2), 1),
        (TEXT[:-1], len(LOG)),
        (TEXT + "\n", len(LOG) + 1),
        (TEXT.replace("\n", "\u2028\n", 1), 1),
        (TEXT + "more", len(LOG) + 1),
        (TEXT.replace('"kind":"announced"', '"kind":["announced"]'), 1),
        (TEXT.replace('"kind":"announced"', '"kind":{}'), 1),
        (TEXT.replace('"kind":"announced"', '"kind":' + "[" * 700 + "]" * 700), 1),
        (TEXT.replace('"tournament":"t1"', '"tournament":"\udcff"'), 1),
        (TEXT.replace('"tournament":"t1"', '"tournament":9007199254740992'), 1),
    ],
)
def test_any_other_byte_is_told_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], altered: str, line: int
) -> None:
    assert altered != TEXT
    assert verdict(tmp_path, altered) == 1
    assert capsys.readouterr().out.startswith(f"tampered at line {line}: ")


def test_a_seed_that_is_none_is_not_the_fault_of_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        verdict(tmp_path, TEXT, "--seed", "no seed")
    assert ended.value.code == 2
    assert "hex digits, not 'no seed'" in capsys.readouterr().err
