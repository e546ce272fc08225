"""Card perft of Pili Pili: the numbers of legal sequences from fixed rounds, by Mission."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engine.__main__ import main
from engine.perft import actions, perft
from engine.pilipili.missions import EFFECTS
from tests.engine.pilipili import GAME, deal, setup
from tests.engine.table import row_name, rows

TABLE = rows("pilipili_perft")


@pytest.mark.parametrize("row", TABLE, ids=row_name)
def test_the_table(row: Mapping[str, Any]) -> None:
    mission = row["mission"]
    made = setup(row["players"], mission=mission, cards=None if mission else row["cards"])
    state = deal(made, dict(enumerate(row["hands"])))
    counts = row["counts"]
    assert perft(GAME, state, len(counts)) == counts
    level = [state]
    for count in counts[:4]:
        found = [(one, action) for one in level for action in actions(GAME, one)]
        assert len(set(found)) == len(found) == count
        level = [GAME.apply(one, action) for one, action in found]


def test_the_table_has_every_kind_with_two_and_three_seats() -> None:
    told = {(row["id"].split("(")[0].split(" ")[0], row["players"]) for row in TABLE}
    assert {(kind, seats) for kind in (*EFFECTS, "none") for seats in (2, 3)} <= told


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["perft", "--rules", "pili-pili-sem-missoes", "--seats", "3", "--depth", "3"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == [6, 36, 195]
