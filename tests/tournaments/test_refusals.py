"""Whatever the rules or the commands refuse, a reader is told in the language of the page."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from tournaments.errors import RuleRefused
from tournaments.pages.refusal_words import GENERAL
from tournaments.pages.refusals import (
    DRAFTS,
    PLANS,
    SENTENCES,
    rule_sentence,
    sentence_of,
    trouble_sentence,
)
from tournaments.rules.errors import Refused

HOUSE = Path(__file__).parents[2] / "tournaments"
BY_RULES = {"Refused", "Impossible", "NoLog"}
BY_CODE = {"RuleRefused", "Refusal", "BadTournament", *BY_RULES}
KNOWN = {**PLANS, **GENERAL, **SENTENCES, **DRAFTS}


def codes() -> set[str]:
    """Every code that stands in a refusal by the rules, anywhere in the tournaments' code."""
    trees = (ast.parse(path.read_text()) for path in HOUSE.rglob("*.py"))
    calls = (one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Call))
    return {code for call in calls for code in _codes(call)}


def _codes(call: ast.Call) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    told = call.args[:1] if name in BY_RULES else []
    if name in BY_CODE:
        told += [one.value for one in call.keywords if one.arg == "code"]
    for one in told:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value


def test_each_code_has_a_sentence_and_no_sentence_is_for_none() -> None:
    assert codes() - KNOWN.keys() == set()
    assert KNOWN.keys() - codes() == set()
    assert len(codes()) > 90


@pytest.mark.parametrize("language", ["pt-br", "fr", "de"])
def test_each_sentence_is_translated(language: str) -> None:
    english = {code: str(words) for code, words in KNOWN.items()}
    with override(language):
        same = {code for code, words in KNOWN.items() if str(words) == english[code]}
    assert same == set()


def test_the_numbers_of_the_rules_are_read_where_their_language_is() -> None:
    refused = RuleRefused.of(Refused("seat-taken", "Seat 3 of table 2 is taken."))
    trouble = {"code": "seat-taken", "detail": refused.detail}
    for told in (sentence_of(refused), trouble_sentence(trouble)):
        assert told == refused.detail
    with override("de"):
        for told in (sentence_of(refused), trouble_sentence(trouble)):
            assert told == "Auf diesem Platz sitzt jemand: Nimm einen freien."
        assert rule_sentence(Refused("bad-points", "x")).startswith("Ein voller Tisch hat Punkte")
