"""`python3 -m engine solve`, as people and scripts meet it."""

import io
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from engine.__main__ import main
from engine.cards import parse
from engine.melds import is_meld
from engine.pifpaf import PIF_PAF_IDS
from engine.pifpaf.deal import with_wilds
from engine.pifpaf.rules import settle_rules
from tests.engine.table import hand, row_name, rows

Solve: TypeAlias = Callable[..., Mapping[str, Any]]

ANNA = "JH QH KH 4C 4H 4S 3C 4C 5C"
CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]) -> Solve:
    """Run the command with --json and give what it says."""

    def run(*arguments: str) -> Mapping[str, Any]:
        assert main(["solve", *arguments, "--json"]) == 0
        found: Mapping[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return run


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which the command refuses."""
    try:
        code = main(["solve", *arguments])
    except SystemExit as left:
        code = int(str(left.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.strip().endswith(".")
    return err


def test_a_hand_that_goes_out(solve: Solve) -> None:
    assert solve("--rules", "pife", ANNA, "--drawn", "8D") == {
        "can_go_out": True,
        "nine": [
            {
                "discard": "8D",
                "melds": [["4C", "4H", "4S"], ["3C", "4C", "5C"], ["JH", "QH", "KH"]],
            }
        ],
        "ten": None,
        "distance": 0,
        "deadwood": 0,
        "throw": "8D",
        "outs": {},
    }


def test_the_card_taken_from_the_discards_may_not_go_back(solve: Solve) -> None:
    """G04; the same card from the stock may."""
    found = solve("--rules", "pife", ANNA, "--drawn", "8D", "--from", "discard")
    assert not found["can_go_out"]
    assert found["nine"] == []
    assert found["distance"] == 1
    assert found["throw"] != "8D"
    allowed = solve("--rules", "pif-paf", ANNA, "--drawn", "8D", "--from", "discard")
    assert allowed["can_go_out"]


def test_the_other_copy_may_go_where_the_card_itself_is_kept(solve: Solve) -> None:
    """K21, D9."""
    nine = "2S 3S 4S QH QC QD 9C 9H 9D"
    taken = ("--drawn", "9D", "--from", "discard")
    assert [way["discard"] for way in solve("--rules", "pife", nine, *taken)["nine"]] == ["9D"]
    by_face = solve("--rules", "pife", "--set", "rediscard=face", nine, *taken)
    assert by_face["nine"] == []


def test_all_ten_melded(solve: Solve) -> None:
    cards = ("8S 8H 8C JD JS JC 4H 5H 6H", "--drawn", "7H")
    assert solve("--rules", "pife", *cards)["ten"] == [
        ["8C", "8H", "8S"],
        ["JC", "JD", "JS"],
        ["4H", "5H", "6H", "7H"],
    ]
    assert solve("--rules", "pif-paf-aposta", *cards)["ten"] is None


def test_the_nine_cards_held(solve: Solve) -> None:
    found = solve("--rules", "pife", CARLA)
    assert not found["can_go_out"]
    assert (found["nine"], found["ten"], found["throw"]) == ([], None, None)
    assert found["distance"] == 1
    assert found["deadwood"] == 3
    assert found["outs"] == {"9D": 2, "9S": 2}


def test_nine_melded_cards_wait_for_a_draw(solve: Solve) -> None:
    """G42: nobody goes out before drawing."""
    found = solve("--rules", "pife", ANNA)
    assert not found["can_go_out"]
    assert found["nine"][0]["discard"] is None
    assert found["distance"] == 0


def test_a_tenth_card_is_the_one_drawn(solve: Solve) -> None:
    assert solve("--rules", "pife", f"{ANNA} 8D")["can_go_out"]
    assert solve("--rules", "pife", *ANNA.split(), "8D")["can_go_out"]


def test_symbols_small_letters_and_tens(solve: Solve) -> None:
    found = solve("--rules", "pife", "j♥ 10h Q♥ 4♣ 4♥ 4♠ 3c 4c 5c", "--drawn", "8d")
    assert [way["discard"] for way in found["nine"]] == ["8D"]


def test_a_vira_and_other_axes(solve: Solve) -> None:
    """G33, G34."""
    cards = ("5D 6D 9S 2H 2S 2C KS KH KC", "--drawn", "7H")
    assert solve("--rules", "cacheta", "--vira", "8C", *cards)["can_go_out"]
    by_suit = solve("--rules", "cacheta", "--set", "vira=suit", "--vira", "8C", *cards)
    assert not by_suit["can_go_out"]


def test_values_count_where_the_rules_have_them(solve: Solve) -> None:
    assert solve("--rules", "pif-paf", CARLA)["deadwood"] == 23
    assert solve("--rules", "pife", CARLA)["deadwood"] == 3


def test_the_vira_is_seen(solve: Solve) -> None:
    found = solve("--rules", "cacheta", "--vira", "9S", CARLA)
    assert found["outs"]["9S"] == 1


def test_every_arrangement_on_request(solve: Solve) -> None:
    found = solve("--rules", "pife", "--all", "4C 5C 6C 4D 5D 6D 4H 5H 6H", "--drawn", "KS")
    assert len(found["nine"][0]["all"]) == 2


@pytest.mark.parametrize("row", [row for row in rows("going_out") if "held" in row], ids=row_name)
def test_the_rows_of_the_rules(row: Mapping[str, Any], solve: Solve) -> None:
    arguments = ["--rules", row["rules"], "--from", row["from"], "--drawn", row["drawn"]]
    arguments += [part for name in row["options"] for part in ("--set", _setting(row, name))]
    arguments += ["--vira", row["vira"]] if "vira" in row else []
    found = solve(*arguments, row["held"])
    assert found["can_go_out"] == (row["nine"] or row["ten"])
    assert bool(found["nine"]) == row["nine"]
    assert (found["ten"] is not None) == row["ten"]
    rules = settle_rules(row["rules"], row["options"])
    axes = with_wilds(rules, parse(row["vira"]) if "vira" in row else None)
    for way in found["nine"]:
        assert all(is_meld(hand(" ".join(meld)), axes) for meld in way["melds"])


def _setting(row: Mapping[str, Any], name: str) -> str:
    return f"{name}={row['options'][name]}"


@pytest.mark.parametrize("rules_id", PIF_PAF_IDS)
def test_every_rule_set_answers(rules_id: str, solve: Solve) -> None:
    rules = settle_rules(rules_id, {})
    vira = () if rules.vira == "none" else ("--vira", "2H")
    cards = " ".join([*ANNA.split(), "9C", "9D", "9S"][: rules.hand_size])
    assert solve("--rules", rules_id, *vira, cards, "--drawn", "8D")["can_go_out"]


class TestForPeople:
    def test_a_hand_that_goes_out(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--rules", "pife", ANNA, "--drawn", "8D"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            f"pife: {ANNA} + 8D",
            "Goes out.",
            "  throw 8D: 4C 4H 4S | 3C 4C 5C | JH QH KH",
            "Distance 0, deadwood 0 cards.",
        ]

    def test_one_that_does_not(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "--rules", "pif-paf", f"{CARLA} KC"]) == 0
        assert capsys.readouterr().out.splitlines()[1:] == [
            "Does not go out.",
            "Distance 1, deadwood 23 points.",
            "Best throw: KC",
            "Nearer with (unseen): 9C 1, 9D 2, 9H 1, 9S 2, JK 4",
        ]


class TestLines:
    """`-`: one hand a line, one object a line."""

    def _run(self, monkeypatch: pytest.MonkeyPatch, text: bytes, *arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), "utf-8"))
        return main(["solve", "--rules", "pife", *arguments, "-"])

    def test_each_line_has_its_answer(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self._run(monkeypatch, f"{ANNA} 8D\n\n{CARLA}\n{CARLA} + 9S\n".encode()) == 0
        found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [one["can_go_out"] for one in found] == [True, False, True]

    def test_the_first_bad_line_ends_it(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self._run(monkeypatch, f"{ANNA}\n7H\n{ANNA}\n".encode()) == 2
        out, err = capsys.readouterr()
        assert out.count("\n") == 1
        assert err.startswith("Line 2: pife is played with 9 cards")

    def test_bytes_that_are_no_text(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert self._run(monkeypatch, b"\xff\xfe") == 2
        assert capsys.readouterr().err == "Standard input is no text in UTF-8.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("7H 7H 7H 2C 3C 4C 5C 6C 7C",), "7H is there three times"),
        (("7H 7H 2H 2C 3C 4C 5C 6C 7C", "--drawn", "7H"), "7H is there three times"),
        (("2H 2C 3C 4C 5C 6C 7C 8C",), "not 8"),
        (("2H 2C 3C 4C 5C 6C 7C 8C 9C TC JC",), "not 11"),
        (("2H 2C 3C 4C 5C 6C 7C 8C 9C TC", "--drawn", "JC"), "not 11"),
        (("",), "not 0"),
        (("1H 2C 3C 4C 5C 6C 7C 8C 9C",), '"1H" is not a card'),
        ((ANNA, "--drawn", "8X"), '"8X" is not a card'),
        (("JK 2C 3C 4C 5C 6C 7C 8C 9C",), "pife is played without jokers"),
        ((ANNA, "--vira", "8C"), "pife turns no vira"),
        ((ANNA, "--set", "colour=red"), 'There is no axis "colour"'),
        ((ANNA, "--set", "ace=up"), '"ace" must be one of'),
        ((ANNA, "--set", "ace"), "--set takes AXIS=VALUE"),
        ((ANNA, "--set", "wild_cap=1"), "doesn't go with jokers none"),
        ((ANNA, "--from", "discard"), "add --drawn CARD"),
        ((ANNA, "--from", "pile", "--drawn", "8D"), "invalid choice"),
        (("-", ANNA), '"-" is not a card'),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, "--rules", "pife", *arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rules", "poker", ANNA), 'no rules "poker"'),
        (("--rules", "cacheta", ANNA), "add --vira CARD"),
        (("--rules", "cacheta", "--vira", "JK", ANNA), "A joker is no vira"),
        (("--rules", "cacheta", "--vira", "4C", ANNA), "4C is there three times"),
        (("--rules", "pif-paf", "JK JK JK JK JK 2C 3C 4C 5C"), "JK is there 5 times"),
        (("--rules", "pif-paf-quatro", ANNA), "played with 12 cards"),
        ((ANNA,), "--rules"),
    ],
)
def test_bad_input_of_other_rules(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, *arguments)
