"""Seals that somebody kept are read in every form that they are published in, also in one file."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from wallet.published import BadSeals, parse

AT = "2026-11-30T19:48:37.581207+00:00"
LIST = {n: f"{n} {f'{n:x}' * 64} {AT}" for n in range(1, 10)}
SEALS = {
    n: {"n": n, "at": AT, "accounts": 2, "restored": False, "hash": f"{n:x}" * 64} for n in LIST
}
LOG = {
    n: json.dumps({"event": "seal", "level": "info", "timestamp": AT} | seal)
    for n, seal in SEALS.items()
}
OTHER = json.dumps({"event": "audit", "ok": True, "hash": "0" * 64, "timestamp": AT})
# What the worker's log begins with when the house is root's.
WARNED = """\
/usr/lib/python3.11/site-packages/celery/platforms.py:893: SecurityWarning: You're running the
worker with superuser privileges: this is absolutely not recommended!

User information: uid=0 euid=0 gid=0 egid=0

  _warn_or_raise_security_error(egid, euid, gid, uid,
[queues] celery
[1] 2026
"""


def answer(*seals: int, indent: int | None = None) -> str:
    """What GET /api/v1/ledger/seals answers, without a line's end as a program saves it."""
    page = {"next": None, "previous": None, "results": [SEALS[n] for n in seals]}
    return json.dumps(page, indent=indent)


def read(text: str) -> list[int]:
    """The numbers of the seals in a text; each has its hash and time."""
    found = parse(text.splitlines(keepends=True))
    assert all([*values] == [f"{n:x}" * 64] for n, values in found.items())
    assert all(told.at for values in found.values() for told in values.values())
    return sorted(found)


@pytest.mark.parametrize("indent", [None, 2], ids=["compact", "indented"])
@pytest.mark.parametrize("end", ["\n", ""], ids=["line's end", "no line's end"])
@pytest.mark.parametrize("kept", [LIST, LOG], ids=["list", "log"])
def test_an_answer_of_the_api_is_read_among_lines(
    indent: int | None, end: str, kept: dict[int, str]
) -> None:
    api, lines = answer(4, 3, indent=indent) + end, f"{kept[1]}\n{kept[2]}\n"
    assert read(lines + "\n" + api) == [1, 2, 3, 4]
    assert read(api + lines) == [1, 2, 3, 4]
    assert read(lines + api + answer(6, 5) + end + kept[7]) == [1, 2, 3, 4, 5, 6, 7]


def test_all_forms_are_read_in_one_file() -> None:
    single = json.dumps(SEALS[5])
    bare = json.dumps([SEALS[6], SEALS[7]])
    assert read("\n".join([WARNED, LIST[1], OTHER, LOG[2], answer(3, 4), single, bare])) == [
        *range(1, 8)
    ]


def test_the_log_of_a_house_of_root_is_read() -> None:
    assert read(WARNED + OTHER + "\n" + LOG[1] + "\nworker: Warm shutdown\n" + LOG[2]) == [1, 2]
    assert read(WARNED + LOG[1] + "\n" + '{"event": "cut sho') == [1]


@pytest.mark.parametrize("text", [WARNED, "worker: Warm shutdown\n"], ids=["warning", "end"])
def test_what_is_no_log_holds_seals_alone(text: str) -> None:
    line = text.splitlines()[0]
    for kept, number in ((text + LIST[1], 1), (f"{LIST[1]}\n{text}", 2)):
        with pytest.raises(BadSeals) as refused:
            read(kept)
        assert str(refused.value).startswith(f"line {number} is no seal: {line[:80]!r}")


HELD = {
    "in an envelope": json.dumps({"data": json.loads(answer(2))}),
    "in the log of a container": json.dumps({"log": LOG[2], "stream": "stdout"}),
    "in the log of a container, cut short": '{"log": "{\\"event\\": \\"seal\\", \\"n\\": 2',
    "after a word": f"worker-1  | {LOG[2]}",
    "after a time": f"{AT} {LIST[2]}",
    "in capitals": LIST[1].replace("1" * 64, "A" * 64),
    "with a hash cut short": "2 " + "2" * 40,
    "with a hash that is none": f"2 {'2' * 40}xyz {AT}",
    "in an answer cut short": answer(2)[:-2],
    "in a list with something else": json.dumps([SEALS[2], {"id": 4}]),
    "with its number as a word": json.dumps(SEALS[2] | {"n": "2"}),
}


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("kept", [LIST, LOG], ids=["list", "log"])
def test_what_holds_a_seal_and_cannot_be_read_is_refused_by_its_line(
    held: str, kept: dict[int, str]
) -> None:
    """Also in a log: a seal that is skipped would be taken for one that agrees."""
    with pytest.raises(BadSeals, match=r"^line 3 is "):
        read(f"{kept[1]}\n\n{HELD[held]}\n{kept[3]}\n")


def test_an_indented_answer_that_is_cut_short_is_refused_where_it_is() -> None:
    whole = f"{LOG[1]}\n{answer(2, 3, indent=1)}"
    assert read(whole) == [1, 2, 3]
    at = whole.index('"n": 3')
    for text in (whole[: at + 6], whole[: whole.rindex('"hash"') + 20], whole[:-20]):
        with pytest.raises(BadSeals) as refused:
            read(text)
        number = whole[:at].count("\n") + 1
        assert str(refused.value).startswith(f'line {number} is no seal: \'"n": 3')


def test_a_line_of_the_log_that_is_cut_short_is_refused_wherever_it_is_cut() -> None:
    """As the log writes it, the event comes last."""
    line = json.dumps(SEALS[2] | {"event": "seal", "level": "info"})
    for cut in (5, 10, 40, 100, 160, len(line) - 1):
        with pytest.raises(BadSeals, match=r"^line 2 is no seal"):
            read(f"{LOG[1]}\n{line[:cut]}\n{LOG[3]}")
    for cut in (60, 150):
        with pytest.raises(BadSeals, match=r"^line 1 is no seal"):
            read(f"{line[cut:]}\n{LOG[3]}")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", [None, "", "no seal", "\udcff"], ids=["no file", "empty", "no seal", "no text"]
)
def test_a_file_that_cannot_be_used_has_an_exit_code_of_its_own(
    text: str | None, tmp_path: Path
) -> None:
    """Not that of a ledger that was altered: nothing was compared."""
    file = tmp_path / "kept"
    if text is not None:
        file.write_text(text, errors="surrogateescape")
    with pytest.raises(CommandError, match="cannot be used") as refused:
        call_command("ledger", "verify", "--seals", str(file), stdout=io.StringIO())
    assert refused.value.returncode == 2


@pytest.mark.django_db
def test_a_ledger_that_cannot_be_read_is_not_called_altered() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ledger_seal RENAME TO ledger_seal_of_old")
    with pytest.raises(CommandError, match="cannot be read, so nothing is proved: ") as refused:
        call_command("ledger", "verify", stdout=io.StringIO())
    assert refused.value.returncode == 2
