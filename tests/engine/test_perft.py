"""Card perft: the numbers of legal sequences from fixed deals, as a stored table per rule set."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engine.__main__ import main
from engine.actions import action_json
from engine.errors import IllegalAction
from engine.game import game_for
from engine.perft import actions, first_state, perft
from tests.engine.table import FAMILY, row_name, rows

TABLE = rows("perft")


def counted(row: Mapping[str, Any], depth: int) -> list[int]:
    game = game_for(row["rules"])
    return perft(game, first_state(row["rules"], row["seats"], row["seed"]), depth)


@pytest.mark.parametrize("row", TABLE, ids=row_name)
def test_the_table(row: Mapping[str, Any]) -> None:
    assert counted(row, row["fast"]) == row["counts"][: row["fast"]]


@pytest.mark.slow
@pytest.mark.parametrize("row", TABLE, ids=row_name)
def test_the_table_in_depth(row: Mapping[str, Any]) -> None:
    assert counted(row, len(row["counts"])) == row["counts"]


def test_the_table_has_every_rule_set_with_two_and_four_seats() -> None:
    assert {(row["rules"], row["seats"]) for row in TABLE} == {
        (rules, seats) for rules in FAMILY for seats in (2, 4)
    }


@pytest.mark.parametrize("rules", FAMILY)
def test_it_counts_each_action_once_and_none_that_is_refused(rules: str) -> None:
    """A slow second count: every sequence of three actions, played out one by one."""
    game = game_for(rules)
    level = [first_state(rules, 3, 2)]
    expected = []
    for _ in range(3):
        following = []
        for state in level:
            found = list(actions(game, state))
            assert len(set(found)) == len(found)
            try:
                following += [game.apply(state, action) for action in found]
            except IllegalAction as no:
                raise AssertionError([action_json(action) for action in found]) from no
        expected.append(len(following))
        level = following
    assert perft(game, first_state(rules, 3, 2), 3) == expected


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    row = TABLE[0]
    asked = ["--rules", row["rules"], "--seats", str(row["seats"]), "--seed", str(row["seed"])]
    assert main(["perft", *asked, "--depth", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == row["counts"][:3]
    assert main(["perft", *asked, "--depth", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["depth", "sequences"]
    assert [int(line.split()[1]) for line in lines[2:4]] == row["counts"][:2]
