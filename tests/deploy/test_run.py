"""deploy/run as a person runs it: a real process on a free port."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import requests
from environ import Env
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from deploy.place import read_env
from deploy.postgres import OWNER
from deploy.processes import started, wait_until
from tests.deploy.conftest import (
    PATIENCE_SECONDS,
    RunningHouse,
    assert_refused,
    ready,
    run_to_end,
)

CHILDREN = ("web", "worker", "postgres")
BEAT = "tournaments.jobs.advance"  # what beat asks for most often: every second


def test_open_house_answers_both_questions(house: RunningHouse) -> None:
    assert house.get("/healthz") == (200, "ok\n")
    assert wait_until(lambda: ready(house), PATIENCE_SECONDS)


def test_var_is_private_and_so_are_its_secrets(house: RunningHouse) -> None:
    assert (house.var.stat().st_mode & 0o067) == 0
    assert (house.var / "batida.env").stat().st_mode & 0o777 == 0o600
    assert (house.var / "pg").stat().st_mode & 0o777 == 0o700
    kept = read_env(house.var / "batida.env")
    assert {"SECRET_KEY", "BATIDA_SEAL_KEY", "DATABASE_URL"} == kept.keys()
    assert len(bytes.fromhex(kept["BATIDA_SEAL_KEY"])) == 32


def test_second_run_on_the_same_var_is_refused(house: RunningHouse) -> None:
    refused = run_to_end(house.var, ["--port", "0"])
    assert_refused(refused, rf"already open on .* \(process {house.process.pid}\)")
    assert house.get("/healthz")[0] == 200


@pytest.mark.parametrize("name", CHILDREN)
def test_killed_child_comes_back(house: RunningHouse, name: str) -> None:
    before = house.pid(name)
    assert wait_until(lambda: ready(house), PATIENCE_SECONDS)
    os.kill(before, signal.SIGKILL)
    assert wait_until(lambda: house.pid(name) != before, PATIENCE_SECONDS)
    assert wait_until(
        lambda: started(house.pid(name)) is not None and ready(house), PATIENCE_SECONDS
    )
    assert f"{name} ended (killed by SIGKILL)" in (house.var / "log/run.log").read_text()


def test_no_process_outlives_a_killed_worker(house: RunningHouse) -> None:
    """Beat is a thread: what the worker is made of ends with it."""
    worker = house.pid("worker")
    before = _beats(house)
    assert wait_until(lambda: _beats(house) > before, PATIENCE_SECONDS)
    assert children_of(worker) == []
    os.kill(worker, signal.SIGKILL)
    assert wait_until(lambda: house.pid("worker") != worker, PATIENCE_SECONDS)
    assert wait_until(lambda: ready(house), PATIENCE_SECONDS)
    assert processes_of(house.var, "celery") == [house.pid("worker")]


def test_web_and_worker_log_json_lines(house: RunningHouse) -> None:
    house.get("/healthz")
    lines = (house.var / "log" / "web.log").read_text().splitlines()
    events = [json.loads(line) for line in lines]
    assert all({"event", "level", "timestamp"} <= event.keys() for event in events)


def test_the_workers_log_has_no_line_for_each_task(house: RunningHouse) -> None:
    log = house.var / "log" / "worker.log"
    before = _beats(house)
    assert wait_until(lambda: _beats(house) > before, PATIENCE_SECONDS)
    old = log.read_text()  # another test may have taken the database away: that is told
    assert wait_until(lambda: _beats(house) > before + 3, PATIENCE_SECONDS)
    assert "ready" in old
    assert BEAT not in log.read_text().removeprefix(old)


def test_answers_carry_no_server_name(house: RunningHouse) -> None:
    with socket.create_connection(("127.0.0.1", int(house.url.rsplit(":", 1)[1]))) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        head = line.makefile("rb").read().lower()
    assert b"x-request-id" in head
    assert b"server:" not in head


@pytest.mark.last
def test_life_of_a_house(house: RunningHouse, open_house: Callable[..., RunningHouse]) -> None:
    """Open, close cleanly, open again with the data; be killed, open again with the data.

    In its second life it finds files that no broker wrote, before the start and while it is open,
    and it has two web processes. Its first one is that of the tests before, which may have killed
    what it is made of.
    """
    first, var = house, house.var
    with _connect(var) as connection:
        connection.execute("CREATE TABLE kept (chips int); INSERT INTO kept VALUES (7)")
    pids = [first.pid(name) for name in CHILDREN]
    with an_open_socket(first) as player:
        assert first.stop() == 0
        with pytest.raises(ConnectionClosed) as closed:
            list(player)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1012  # "come back soon", not "broken"
    assert [started(pid) for pid in pids] == [None] * 3
    # The address was the only line, but for one that says why it takes long.
    assert first.said in {"", "deploy: opening the house\n"}

    told = (var / "log/run.log").read_text()
    damage(var)
    second = open_house(var, "--webs", "2")
    assert _chips(var) == 7
    assert_damage_stops_nothing(second, told)
    pids = [second.pid(name) for name in (*CHILDREN, "web-2")]
    assert len(processes_of(var, "deploy.web")) == 2
    second.stop(signal.SIGKILL)
    third = open_house(var)  # at once: leftovers are still closing
    assert not {third.pid(name) for name in CHILDREN} & set(pids)
    assert [started(pid) for pid in pids] == [None] * 4
    assert _chips(var) == 7
    assert len(processes_of(var, "deploy.web")) == 1
    assert processes_of(var, "celery") == [third.pid("worker")]
    assert third.stop(signal.SIGINT) == 0
    assert processes_of(var, "celery") == []

    (var / "pg").rename(var / "pg.elsewhere")
    assert_refused(run_to_end(var, ["--port", "0"]), "put .*/pg back")
    assert not (var / "pg").exists()


def test_stop_while_starting_leaves_nothing(open_folder: Callable[[], Path]) -> None:
    var = open_folder()
    process = subprocess.Popen(
        [Path(__file__).parents[2] / "deploy/run", "--port", "0"],
        env={"PATH": os.environ["PATH"], "HOME": "/", "BATIDA_VAR": str(var)},
    )
    note = var / "pids" / "postgres.pid"
    assert wait_until(note.exists, PATIENCE_SECONDS)
    pid = int(note.read_text().split()[0])
    process.terminate()
    assert process.wait(PATIENCE_SECONDS) == 0
    assert started(pid) is None


def test_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        refused = run_to_end(tmp_path / "var", ["--port", port])
    assert_refused(refused, rf"port {port} of 127.0.0.1 is in use")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "no port"),
        (["--host", "198.51.100.7"], "not on this machine"),
        (["--host", "no.such.host.invalid"], "no address of this machine"),
    ],
)
def test_senseless_address(tmp_path: Path, arguments: list[str], words: str) -> None:
    assert_refused(run_to_end(tmp_path / "var", arguments), words)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DATABASE_URL", "postgres://me:hush@127.0.0.1:1/x", "server of DATABASE_URL cannot"),
        ("DATABASE_URL", "mysql://127.0.0.1/x", "must begin with postgres://"),
    ],
)
def test_outside_server_that_cannot_be_used(
    tmp_path: Path, name: str, value: str, words: str
) -> None:
    refused = run_to_end(tmp_path / "var", ["--port", "0"], **{name: value})
    assert_refused(refused, words)
    assert "hush" not in refused.stderr
    assert not (tmp_path / "var" / "pg").exists()  # no embedded server beside yours


def test_redis_that_does_not_answer(house: RunningHouse, tmp_path: Path) -> None:
    """The database named is the open house's own: only Redis is wrong."""
    url = read_env(house.var / "batida.env")["DATABASE_URL"]
    refused = run_to_end(
        tmp_path / "var", ["--port", "0"], DATABASE_URL=url, REDIS_URL="redis://127.0.0.1:1/0"
    )
    assert_refused(refused, "server of REDIS_URL cannot")


def test_var_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("not a folder")
    assert_refused(run_to_end(tmp_path / "var"), "cannot be used")


def test_lost_secrets_beside_old_chips(open_folder: Callable[[], Path]) -> None:
    var = open_folder()
    (var / "pg" / "cluster").mkdir(parents=True)
    assert_refused(run_to_end(var, ["--port", "0"]), "lacks SECRET_KEY and BATIDA_SEAL_KEY")


def test_help_names_the_variables(tmp_path: Path) -> None:
    done = run_to_end(tmp_path / "var", ["--help"])
    assert done.returncode == 0
    for word in ("DATABASE_URL", "REDIS_URL", "BATIDA_VAR", "--demo", "--port"):
        assert word in done.stdout


def damage(var: Path) -> None:
    """Leave what a full disk or a killed writer leaves."""
    for name in ("celery.exchange", "celery.pidbox.exchange"):
        (var / "broker/control").mkdir(parents=True, exist_ok=True)
        (var / "broker/control" / name).write_bytes(b"")
    for number, content in enumerate((b"", b"{", b"[]", b"\xff")):
        (var / "broker/queue").mkdir(parents=True, exist_ok=True)
        (var / "broker/queue" / f"{number}_x.celery.msg").write_bytes(content)


def assert_damage_stops_nothing(house: RunningHouse, told: str) -> None:
    """The worker beats, and does so on when its files are spoilt once more.

    `told`: what run.log had before this life of the house.
    """
    worker = house.pid("worker")
    before = _beats(house)
    assert wait_until(lambda: _beats(house) > before, PATIENCE_SECONDS)
    damage(house.var)
    before = _beats(house)
    assert wait_until(lambda: _beats(house) > before + 1, PATIENCE_SECONDS)
    assert house.pid("worker") == worker
    log = (house.var / "log/run.log").read_text()
    assert log.startswith(told)
    assert "worker ended" not in log.removeprefix(told)


def children_of(pid: int) -> list[int]:
    """The processes that it started, whichever of its threads did."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def processes_of(var: Path, module: str) -> list[int]:
    """Every process of this house that runs the module, whoever its parent is."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            environ = (folder / "environ").read_bytes().split(b"\0")
            command = (folder / "cmdline").read_bytes().split(b"\0")
            if f"BATIDA_VAR={var}".encode() in environ and module.encode() in command:
                found.append(int(folder.name))
    return found


def _beats(house: RunningHouse) -> int:
    """How often the workers have done what beat asks for, since the house was opened."""
    line = rf'^batida_task_runs_total{{outcome="ok",task="{BEAT}"}} (\d+)$'
    found = re.search(line, house.get("/metrics")[1], re.MULTILINE)
    return int(found[1]) if found else 0


@contextlib.contextmanager
def an_open_socket(house: RunningHouse) -> Iterator[ClientConnection]:
    """A new player's socket at a table of their own, all by outside means."""
    api = f"{house.url}/api/v1"
    person = {"username": "ana", "password": "a-long-enough-secret"}

    def post(path: str, body: object, **head: str) -> dict[str, Any]:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = requests.post(f"{api}/{path}", json=body, headers={**key, **head}, timeout=60)
        assert answer.ok, answer.text
        return dict(answer.json())

    post("accounts", person)
    head = {"Authorization": f"Token {post('tokens', person)['token']}"}
    table = post("tables", {"name": "Ana's", "rules": "pif-paf-aposta"}, **head)
    ticket = post("ws-tickets", {}, **head)["ticket"]
    address = f"{house.url.replace('http', 'ws')}/ws/v1/tables/{table['id']}"
    with connect(address, subprotocols=[Subprotocol(f"ticket.{ticket}")]) as player:
        player.send(json.dumps({"type": "hello", "cursor": None}))
        assert json.loads(player.recv(timeout=60))["type"] == "welcome"
        yield player


def _connect(var: Path) -> psycopg.Connection:
    """Connect as the owner of the house's tables, who alone may make one."""
    found = Env.db_url_config(read_env(var / "batida.env")["DATABASE_URL"])
    passwords = json.loads((var / "pg" / "cluster" / "credentials.json").read_text())
    return psycopg.connect(
        host=found["HOST"], user=OWNER, password=passwords[OWNER], dbname=found["NAME"]
    )


def _chips(var: Path) -> int:
    with _connect(var) as connection:
        (chips,) = connection.execute("SELECT chips FROM kept").fetchone() or (0,)
    return int(chips)
