"""kill -9 in mid-hand: the hand goes on with the same cards, stacks and turn."""

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.processes import wait_until
from tests.deploy.conftest import (
    PATIENCE_SECONDS,
    ROOT,
    RunningHouse,
    open_folder,
    ready,
    start_house,
)
from tests.faults.outsider import Json, Outsider, play

pytestmark = [pytest.mark.slow]
__all__ = ["open_folder"]

VICTIMS = ("web", "worker", "postgres")
PHASES: dict[str, Callable[[Json], bool]] = {
    "betting": lambda state: bool(state["hand"]) and state["hand"]["phase"] == "bet",
    "play": lambda state: bool(state["hand"]) and state["hand"]["seq"] > 8,
}
DOWN_SECONDS = 5


@pytest.fixture(scope="module")
def house(open_folder: Callable[[], Path]) -> Iterator[RunningHouse]:
    """A house of these tests' own."""
    running = start_house(open_folder())
    yield running
    if running.process.poll() is None:
        running.stop()


def three_at_a_table(url: str) -> tuple[list[Outsider], int]:
    """Sign three people up and seat them at a table that they open."""
    mark = uuid.uuid4().hex[:6]
    players = [Outsider(url, f"{name}-{mark}").sign_up() for name in ("ana", "bia", "caio")]
    settings = {
        "name": "Mesa",
        "ante": 5,
        "window_ms": 300,
        "pause_ms": 1000,
        "action_ms": 300_000,
    }
    table = players[0].post("/tables", settings)["id"]
    for player in players:
        player.post(f"/tables/{table}/seats", {"buy_in": 500})
    return players, table


def essence(state: Json) -> Json:
    """What may not change while the house is down."""
    hand = state["hand"]
    names = ("id", "seq", "phase", "turn", "seats", "cards", "drawn", "pot", "stock", "top")
    return {name: hand.get(name) for name in names} | {"chips": state["you"]["stack"]}


def finish_and_prove(players: list[Outsider], table: int, alone: Path) -> str:
    """Play the hand out; its record is good for an outsider who has only `engine/`."""
    over = play(players, table, lambda state: state["hand"]["phase"] == "over")
    record = players[0].text(f"/hands/{over['hand']['id']}/record")
    shutil.copytree(ROOT / "engine", alone / "engine")
    (alone / "hand.jsonl").write_text(record)
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-m", "engine", "verify", "hand.jsonl"],
        cwd=alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    stacks = [seat["stack"] for seat in over["seats"]]
    assert sum(stacks) == 1500
    return record


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("victim", VICTIMS)
def test_a_killed_process_costs_no_card_chip_or_turn(
    house: RunningHouse, victim: str, phase: str, tmp_path: Path
) -> None:
    players, table = three_at_a_table(house.url)
    play(players, table, PHASES[phase])
    assert wait_until(lambda: not _in_window(players[0].state(table)), PATIENCE_SECONDS)
    before = [essence(player.state(table)) for player in players]
    killed = house.pid(victim)
    os.kill(killed, signal.SIGKILL)
    assert wait_until(lambda: house.pid(victim) != killed, PATIENCE_SECONDS)
    assert wait_until(lambda: ready(house), PATIENCE_SECONDS)
    assert [essence(player.state(table)) for player in players] == before
    finish_and_prove(players, table, tmp_path)


def test_a_whole_house_killed_in_mid_hand_goes_on(
    open_folder: Callable[[], Path], tmp_path: Path
) -> None:
    var = open_folder()
    first = start_house(var)
    players, table = three_at_a_table(first.url)
    play(players, table, PHASES["play"])
    assert wait_until(lambda: not _in_window(players[0].state(table)), PATIENCE_SECONDS)
    before = [essence(player.state(table)) for player in players]
    due = players[0].state(table)["clock"]["due"]
    victims = [first.pid(name) for name in VICTIMS]
    first.process.kill()
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    first.stop(signal.SIGKILL)  # reaps it and closes its pipes
    time.sleep(DOWN_SECONDS)
    second = start_house(var)
    try:
        for player in players:
            player.url = second.url
        assert wait_until(lambda: players[0].state(table)["clock"]["due"] > due, PATIENCE_SECONDS)
        credit = players[0].state(table)["clock"]["due"] - due
        assert credit >= DOWN_SECONDS * 1000, "the time the house was down is given back"
        assert [essence(player.state(table)) for player in players] == before
        record = finish_and_prove(players, table, tmp_path)
        assert '"what":"credited"' in record
    finally:
        second.stop()


def test_an_answer_that_never_came_is_settled_by_the_same_key(house: RunningHouse) -> None:
    """The web process dies while sits are under way: each key sits once, or not at all."""
    players, _table = three_at_a_table(house.url)
    settings = {"name": "Outra", "ante": 5, "pause_ms": 60_000}
    table = players[0].post("/tables", settings)["id"]
    os.kill(house.pid("web"), signal.SIGKILL)
    for player in players:
        key = uuid.uuid4().hex
        first = player.post(f"/tables/{table}/seats", {"buy_in": 100}, key=key)
        assert player.post(f"/tables/{table}/seats", {"buy_in": 100}, key=key) == first
    state = players[0].state(table)
    assert [seat["stack"] for seat in state["seats"]] == [100, 100, 100]
    assert players[0].get("/me/wallet")["balance"] == 400


def _in_window(state: Json) -> bool:
    return bool(state["hand"]["phase"] == "window")
