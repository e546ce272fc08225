"""Every word that the table page's scripts ask for exists, and none is left over."""

import re
from pathlib import Path

from tables.pages.words import WORDS, table_words

SCRIPTS = Path(__file__).parents[2] / "tables" / "static" / "tables"
# Keys that scripts put together: a fixed beginning, then something the table says.
BUILT = re.compile(r"\b(?:t|worded)\(`([^`$]*)\$\{[^}]*\}([^`$]*)`")
PLAIN = re.compile(r"'([a-z-]+\.[\w-]+)'")


def _source() -> str:
    return "\n".join(path.read_text() for path in sorted(SCRIPTS.rglob("*.js")))


def test_every_plain_key_is_a_word() -> None:
    asked = set(re.findall(r"\b(?:t|worded)\('([^']+)'", _source()))
    assert asked - WORDS.keys() == set()
    assert len(asked) > 100


def test_every_built_key_has_words() -> None:
    for begin, end in BUILT.findall(_source()):
        if begin:
            found = [key for key in WORDS if key.startswith(begin) and key.endswith(end)]
            assert found, f"no word begins with {begin!r} and ends with {end!r}"


def test_no_word_is_left_over() -> None:
    source = _source()
    plain = set(PLAIN.findall(source))
    built = [begin for begin, _end in BUILT.findall(source) if begin]
    unused = [
        key
        for key in WORDS
        if key not in plain
        and key.removesuffix("-hint") not in plain
        and not key.startswith(tuple(built))
    ]
    assert unused == []


def test_every_reason_that_breaks_off_a_hand_has_words() -> None:
    root = SCRIPTS.parents[2]  # of the repository
    source = "".join(
        path.read_text()
        for app in ("tables", "tournaments")
        for path in (root / app / "commands").glob("*.py")
    )
    named = re.findall(r'(?:table_id, reason=|abandon\()"([^"]+)"', source)
    named += re.findall(r'"(the (?:match|tournament) is [a-z]+)"', source)
    assert len(named) > 4
    assert {f"void.{reason.replace(' ', '-')}" for reason in named} - WORDS.keys() == set()


def test_words_are_plain_text_by_key() -> None:
    words = table_words()
    assert words.keys() == WORDS.keys()
    counted = [word for word in words.values() if isinstance(word, dict)]
    assert len(counted) > 20
    for word in counted:
        assert len(word["forms"]) == 2
        assert all(f"{{{word['by']}}}" in form for form in word["forms"])
    assert all(type(word) is str and word for word in words.values() if word not in counted)
