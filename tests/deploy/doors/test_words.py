"""Every sentence of the house is there in every language, with its places kept."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import gettext, ngettext, override

from wallet.errors import Refusal

LOCALE = Path(settings.LOCALE_PATHS[0])
LANGUAGES = ("pt_BR", "fr", "de")
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
# A number, perhaps a word, and what is counted: one of them would be wrong in the plural.
COUNTED = re.compile(
    r"(?:\{(?!name)\w+\}|%\((?!name)\w+\)[sd]|%[sd]) (?:[a-z]+ )?"
    r"(?:bots|cards|chips|days|discards|entries|groups"
    r"|hands|hours|jetons|lines|matches|melds|minutes|Missions|people|Pilis|places|players|points"
    r"|rounds|seats|seconds|stacks|tables|tricks)\b"
)
# The number is never one, or one has a sentence of its own.
NEVER_ONE = (
    "of 1 to %", "From 1 to %", "1 to %(most)s", "at most %s characters", "{min} to {max} chips",
    "You own %(most)s", "%(most)s phrases in", "%(most)s people wait", "You have %(most)s seats",
    "You left this table with", "at most %(most)s accounts", "is %s days old",
    "Send at least {min_value}", "Send at most {max_value}", "Lay {n} melds", "discard {n} cards",
    "Go out when {n} cards", "With all {n} cards", "{n} cards", "{n} of the {of} cards",
    "{cap} chips at most", "with at most %(chips)s chips", "With %(n)s players left",
    "to whole %(n)s chips", "in %(groups)s groups", "tables of %(size)s, %(rounds)s rounds",
    "%(minutes)s minutes after the match", "with all %(n)s places taken",
)  # fmt: skip
TAG = re.compile(r"</?\w+[^>]*>|`[^`]*`")


def catalog(language: str) -> Catalog:
    """Read the translations of one language."""
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


def forms(text: object) -> list[str]:
    """The forms of a message: one, or one for each number."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_or_guessed(language: str) -> None:
    missing = [m.id for m in messages(language) if not all(forms(m.string)) or m.fuzzy]
    assert missing == [], "run `manage.py makemessages` and translate what is empty"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_form_for_one(language: str) -> None:
    """Nobody is told of 1 minutes: a word that is counted is marked with ngettext."""
    unmarked = [
        str(message.id)
        for message in messages(language)
        if not message.pluralizable
        and COUNTED.search(str(message.id))
        and not any(known in str(message.id) for known in NEVER_ONE)
    ]
    assert unmarked == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_counted_word_differs_between_one_and_many(language: str) -> None:
    """Seconds, minutes, chips and points have two forms in all our languages."""
    counted = [m for m in messages(language) if m.pluralizable]
    known = re.compile(r"(seconds|minutes|chips|points|hands)\b")
    same = [
        one
        for message in counted
        for one, *others in [forms(message.string)]
        if known.search(forms(message.id)[1]) and one in others
    ]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_and_marks_are_kept(language: str) -> None:
    """What is filled in by the program stands in every translation, no more and no less."""
    for message in messages(language):
        source = forms(message.id)[-1]
        for translated in forms(message.string):
            for pattern in (PLACE, TAG):
                kept = sorted(pattern.findall(translated))
                assert kept == sorted(pattern.findall(source)), translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_sentences(language: str) -> None:
    keys = {(m.context, str(m.id)) for m in messages(language)}
    assert keys == {(m.context, str(m.id)) for m in messages("de")}


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="GNU gettext is not installed")
def test_no_sentence_of_the_code_is_unknown(tmp_path: Path) -> None:
    """What is marked in templates and Python is in the files: `manage.py makemessages` was run.

    It is run once more here, on a copy of the house.
    """
    shutil.copy(settings.BASE_DIR / "manage.py", tmp_path)
    for app in ("deploy", "wallet", "tables", "tournaments", "engine"):
        left_out = shutil.ignore_patterns("__pycache__", "static", "*.lock")
        shutil.copytree(settings.BASE_DIR / app, tmp_path / app, ignore=left_out)
    subprocess.run([sys.executable, "manage.py", "makemessages", "-v0"], cwd=tmp_path, check=True)
    file = tmp_path / "deploy" / "locale" / "de" / "LC_MESSAGES" / "django.po"
    with file.open("rb") as refreshed:
        marked = {(m.context, str(m.id)) for m in read_po(refreshed, locale="de") if m.id}
    known = {(m.context, str(m.id)) for m in messages("de")}
    assert marked - known == set(), "run `manage.py makemessages` and translate what is empty"


@pytest.mark.parametrize(
    ("language", "none", "one", "many"),
    [("pt-br", "0 fichas", "1 ficha", "2 fichas"), ("fr", "0 jeton", "1 jeton", "2 jetons")],
)
def test_none_is_counted_as_people_write_it(language: str, none: str, one: str, many: str) -> None:
    with override(language):
        for number, words in enumerate((none, one, many)):
            told = ngettext("%(amount)s chip", "%(amount)s chips", number)
            assert told % {"amount": number} == words


def test_the_compiled_files_are_in_use() -> None:
    """Set-up has compiled them; without, everything would silently be English."""
    with override("de"):
        assert gettext("Sign in") == "Anmelden"


APPS = ("wallet", "tables", "tournaments", "deploy")
# What is said to programs alone: frames of a socket, and settings by the name of their field. What
# the rules of tournaments refuse has a sentence for each code (`tournaments.pages.refusals`).
TO_PROGRAMS = {"BadRequest", "RuleRefused"}
OF_A_FIELD = re.compile(r"[a-z_]+: ")


def refused_in_english(source: str) -> list[str]:
    """Return what a module refuses by a sentence of its own that is not marked for translation."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)):
            continue
        kind = ast.unparse(node.exc.func).rpartition(".")[2]
        if kind not in REFUSALS - TO_PROGRAMS or not node.exc.args:
            continue
        said = node.exc.args[0]
        if isinstance(said, ast.JoinedStr):
            first = said.values[0]
            text = str(first.value) if isinstance(first, ast.Constant) else ""
        else:
            text = str(said.value) if isinstance(said, ast.Constant) else OF_A_FIELD.pattern
        plain = isinstance(said, ast.Constant | ast.JoinedStr)
        if plain and not OF_A_FIELD.match(text):
            found.append(f"{kind}: {ast.unparse(said)}")
    return found


def refusals(kind: type[Exception]) -> set[str]:
    """Return the names of a kind of exception and of all that are of it."""
    return {kind.__name__}.union(*(refusals(child) for child in kind.__subclasses__()))


REFUSALS = refusals(Refusal) | {"Unfit"}


def test_a_refusal_speaks_the_reader_s_language() -> None:
    root = Path(settings.BASE_DIR)
    unmarked = {
        str(path.relative_to(root)): said
        for app in APPS
        for path in sorted((root / app).rglob("*.py"))
        if (said := refused_in_english(path.read_text()))
    }
    assert unmarked == {}
    assert len(REFUSALS) > 100


def test_an_unmarked_refusal_is_found() -> None:
    assert refused_in_english('raise BadDeal("Amounts are whole chips.")')
    assert refused_in_english('raise errors.BadDeal(f"{n} are whole chips.")')
    assert not refused_in_english('raise BadDeal(_("Amounts are whole chips."))')
    assert not refused_in_english('raise BadTournament(f"name: {least} to {most} characters")')
