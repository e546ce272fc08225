"""The gates that are ours alone, on repositories with planted faults."""

import subprocess
from pathlib import Path

import pytest

from deploy import house_rules


@pytest.fixture
def root(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "wallet").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pip install --" + "index" + "-url x", "package host or index"),
        ("see files.python" + "hosted/x", "package host or index"),
        ("open('../" + "shared/design')", "outside the repository"),
        ("x = 1  # TO" + "DO: later", "a note for later"),
        ("import x  # " + "noqa", "without its code and reason"),
        ("import x  # " + "noqa: F401", "without its code and reason"),
        ("y = f()  # " + "type: ignore[arg-type]", "without its code and reason"),
    ],
)
def test_bad_words_are_found_where_they_stand(root: Path, line: str, words: str) -> None:
    (root / "wallet" / "a.py").write_text(f'"""Doc."""\n{line}\n')
    (found,) = house_rules.names(root)
    assert found.startswith("wallet/a.py:2: ")
    assert words in found


@pytest.mark.parametrize(
    "line",
    [
        "import x  # " + "noqa: F401 - re-exported",
        "y = f()  # " + "type: ignore[arg-type]  # Django's stub is too narrow",
        "# the list of chips to do something with",
    ],
)
def test_reasoned_lines_pass(root: Path, line: str) -> None:
    (root / "wallet" / "a.py").write_text(line + "\n")
    assert house_rules.names(root) == []


@pytest.mark.parametrize("name", ["wallet/utils.py", "wallet/core/a.py"])
def test_vague_modules_are_found(root: Path, name: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text("")
    assert ["a vague name"] == [
        line.split(": ")[1].split(";")[0] for line in house_rules.names(root)
    ]


def test_strangers_at_the_top_level_are_found(root: Path) -> None:
    (root / "notes.txt").write_text("")
    (root / ".gitignore").write_text("")
    assert ["notes.txt: notes.txt is no part of the top level"] == house_rules.names(root)


def test_ignored_files_are_nobodys_business(root: Path) -> None:
    (root / ".gitignore").write_text("/var/\n")
    (root / "var").mkdir()
    (root / "var" / "utils.py").write_text("")
    assert house_rules.names(root) == []


def test_sizes(root: Path) -> None:
    long = "def long():\n" + "    x = 1\n" * 60
    wide = "def wide(a, b, c, d, e, f, g): ...\n"
    fine = "class A:\n    def fine(self, a, b, c, d, e, f, *, g, h): ...\n"
    (root / "wallet" / "a.py").write_text(long + wide + fine)
    (root / "wallet" / "b.py").write_text("x = 1\n" * 451)
    (root / "wallet" / "c.py").write_text("def (\n")
    assert [
        "wallet/a.py:1: long has 61 lines, at most 60",
        "wallet/a.py:62: wide takes 7 positional parameters, at most 6",
        "wallet/b.py:1: 451 lines, at most 450: split it",
        "wallet/c.py:1: invalid syntax",
    ] == house_rules.sizes(root)
