"""/metrics: what it tells, to whom, and that a table the watchdog healed is counted."""

import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from deploy import measured
from deploy import metrics as house
from deploy.accounts.commands import create_token
from deploy.accounts.models import User
from tables import commands, measures, metrics, queries
from tables.errors import NoSuchTable
from tests.house import a_player, a_table, sit

pytestmark = pytest.mark.django_db(transaction=True)

SAMPLE = re.compile(r'^(batida_[a-z_]+(?:{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*})?) ([0-9.]+)$')
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def read(client: Client) -> dict[str, float]:
    """Read the numbers as Prometheus would."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    samples = {}
    for line in answer.content.decode().splitlines():
        if line.startswith("#"):
            assert line.split()[1] in {"HELP", "TYPE"}
            continue
        found = SAMPLE.match(line)
        assert found, line
        samples[found[1]] = float(found[2])
    return samples


def table_in_play() -> int:
    """Return a table at which three people have been dealt a hand."""
    players = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = a_table(players[0])
    for player in players:
        sit(player, table_id)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET due_at = now() - interval '1 second'")
    assert commands.tick(table_id=table_id)
    return table_id


def test_a_table_whose_clock_row_is_lost_is_found_healed_and_counted(client: Client) -> None:
    table_id = table_in_play()
    before = read(client)
    assert (before["batida_hands_unarmed"], before["batida_tables_healed_total"]) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET due_at = NULL, due_what = NULL WHERE id = %s", [table_id]
        )
    assert read(client)["batida_hands_unarmed"] == 1
    assert list(queries.idle_tables()) == [table_id]
    assert commands.heal(table_id=table_id) is True
    assert commands.heal(table_id=table_id) is False
    after = read(client)
    assert (after["batida_hands_unarmed"], after["batida_tables_healed_total"]) == (0, 1)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT due_what, due_at > now() FROM tables_table WHERE id = %s", [table_id]
        )
        assert cursor.fetchone() == ("act", True)


def test_it_counts_what_is_there(client: Client) -> None:
    table_in_play()
    commands.beat(name="a test", is_door=True)
    told = read(client)
    assert told["batida_tables_open"] == told["batida_hands_in_play"] == 1
    assert (told["batida_seats_taken"], told["batida_seats_of_bots"]) == (3, 0)
    assert told["batida_events_total"] > 3
    assert told["batida_sweeper_silence_seconds"] < 60
    always = {metric.name for metric in (*metrics.METRICS, *house.METRICS)}
    unknown = {"batida_worker_silence_seconds", "batida_seal_age_seconds"}  # no worker, no seal
    assert always - unknown <= told.keys()
    commands.beat(name="a worker", is_door=False)
    assert read(client)["batida_worker_silence_seconds"] < 60


def test_it_says_how_late_the_latest_clock_is(client: Client) -> None:
    table_in_play()
    assert read(client)["batida_tables_overdue_seconds"] == 0
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET due_at = now() - interval '90 seconds'")
    assert 90 <= read(client)["batida_tables_overdue_seconds"] < 900


def test_every_number_is_told_in_the_readme() -> None:
    rows = set(re.findall(r"^\| `(batida_\w+)", README, re.MULTILINE))
    assert rows == {one.name for one in (*metrics.METRICS, *house.METRICS, *measured.FAMILIES)}


def test_an_action_is_timed(client: Client) -> None:
    before = measures.here.written()
    with pytest.raises(NoSuchTable):
        commands.act(
            user=a_player("ana"),
            table_id=404,
            action_id="1",
            expected_seq=0,
            action={"kind": "check"},
        )
    assert measures.here.written() != before
    assert read(client)['batida_action_seconds_count{outcome="refused"}'] >= 1


async def test_answers_and_sockets_are_counted_by_door_and_status() -> None:
    async def inner(scope: measured.Message, receive: object, send: measured.Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            seen.append(held())
            raise ValueError
        if scope["path"] != "/gone":
            await send({"type": "http.response.start", "status": scope["status"]})

    async def nothing(_message: measured.Message | None = None) -> Any:  # noqa: ANN401 - receive and send in one
        return {}

    def held() -> float:
        return total().values["batida_sockets_open"].get((("what", "table"),), 0)

    def total() -> measures.Sum:
        found = measures.Sum()
        found.take(measures.here.written(), lives=True)
        return found

    seen: list[float] = []
    before, count = held(), dict(total().values["batida_request_seconds_count"])
    app = measured.measured(inner)
    for path, query, status in (
        ("/api/v1/tables", b"", 200),
        ("/api/v1/tables/1/events", b"after=1&wait=25", 200),
        ("/tables/", b"", 404),
        ("/healthz", b"", 200),
        ("/gone", b"", 0),
        ("*", b"", 400),
    ):
        asked = {"type": "http", "path": path, "query_string": query, "status": status}
        await app(asked, nothing, nothing)
    with pytest.raises(ValueError):  # noqa: PT011 - ours, from above
        await app({"type": "websocket", "path": "/ws/v1/tables/1"}, nothing, nothing)
    assert (seen, held()) == ([before + 1], before)
    after = total().values["batida_request_seconds_count"]
    assert {
        key: after[key] - count.get(key, 0) for key in after if after[key] != count.get(key)
    } == {
        (("door", door), ("status", status)): number
        for door, status, number in (
            ("api", "2xx", 1),
            ("poll", "2xx", 1),
            ("page", "4xx", 2),
            ("probe", "2xx", 1),
            ("page", "none", 1),
        )
    }


def test_numbers_of_several_processes_are_summed_and_an_ended_ones_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "here", measures.Process())
    ended = subprocess.Popen(["/bin/true"])
    ended.wait()
    for pid, seconds in ((ended.pid, 0.02), (os.getppid(), 7.0)):
        other = measures.Process()
        other.time("t_seconds", seconds, door="api")
        other.hold("t_open", 3)
        other._at["t_at", ()] = seconds
        (tmp_path / f"{pid}.json").write_text(other.written())
    (tmp_path / "1.json").write_text("{half")
    measures.here.time("t_seconds", 0.001, door="api")
    measures.here.hold("t_open", 1)
    measures.share(tmp_path)
    families = (
        measures.Family("t_seconds", "histogram", "Times."),
        measures.Family("t_open", "gauge", "Open."),
        measures.Family("t_at", "moment", "When."),
        measures.Family("t_never", "counter", "Never."),
    )
    told = list(measures.lines(families, measures.together(tmp_path)))
    assert "# TYPE t_seconds histogram" in told
    assert 't_seconds_bucket{door="api",le="0.005"} 1' in told
    assert 't_seconds_bucket{door="api",le="0.025"} 2' in told
    assert 't_seconds_bucket{door="api",le="5.0"} 2' in told
    assert 't_seconds_bucket{door="api",le="+Inf"} 3' in told
    assert 't_seconds_sum{door="api"} 7.021' in told
    assert 't_seconds_count{door="api"} 3' in told
    assert "t_open 4" in told  # this process's and the living one's
    assert told[-2:] == ["# TYPE t_at gauge", "t_at 7"]


def test_a_task_is_counted_and_an_audit_that_finds_a_fault_is_no_success() -> None:
    names: list[tuple[str, str]] = [("a.task", "SUCCESS"), ("a.task", "FAILURE")]
    for name, state in names:
        task = SimpleNamespace(name=name)
        measured._task_begins()
        measured._task_ended(task=task, state=state, retval=0)
    measured._task_ended(task=SimpleNamespace(name="bad.audit"), state="SUCCESS", retval=False)
    total = measures.Sum()
    total.take(measures.here.written(), lives=True)
    runs = total.values["batida_task_runs_total"]
    assert runs[("outcome", "ok"), ("task", "a.task")] >= 1
    assert runs[("outcome", "failed"), ("task", "a.task")] >= 1
    assert runs[("outcome", "failed"), ("task", "bad.audit")] >= 1
    moments = total.values["batida_task_last_success_timestamp_seconds"]
    assert (("task", "a.task"),) in moments
    assert (("task", "bad.audit"),) not in moments


def test_strangers_and_whoever_comes_by_a_proxy_see_nothing(client: Client) -> None:
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 403
    assert client.get("/metrics", REMOTE_ADDR="").status_code == 403
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP"):
        assert client.get("/metrics", headers={name: "203.0.113.7"}).status_code == 403
    client.force_login(a_player("ana"))
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 403
    boss = User.objects.create(username="boss", is_staff=True)
    client.force_login(boss)
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.7").status_code == 200


def test_a_token_of_staff_reads_them_from_anywhere(client: Client) -> None:
    def status(token: str) -> int:
        headers = {"Authorization": f"Token {token}", "X-Forwarded-For": "203.0.113.7"}
        return client.get("/metrics", REMOTE_ADDR="203.0.113.7", headers=headers).status_code

    boss = User.objects.create(username="boss", is_staff=True)
    row, token = create_token(boss)
    assert status(token) == 200
    assert status(create_token(a_player("ana"))[1]) == 403
    assert status("0" * 64) == 403
    assert status("no token") == 403
    row.delete()
    assert status(token) == 403


def counted(folder: Path) -> float:
    total = measures.together(folder)
    return sum(total.values["t_total"].values())


def test_files_of_ended_processes_become_one_and_no_counter_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measures, "here", measures.Process())
    for pid in (2**22 + 1, 2**22 + 2, os.getppid()):  # two that cannot be, and one that lives
        one = measures.Process()
        one.add("t_total", 5, door="api")
        one.hold("t_open", 1)
        one.note("t_at")
        (tmp_path / f"{pid}.json").write_text(one.written())
    assert counted(tmp_path) == 15
    written = measures._write_ended

    def killed(folder: Path, total: measures.Sum, merged: list[str]) -> None:
        written(folder, total, merged)
        if merged:
            raise OSError("killed here")

    monkeypatch.setattr(measures, "_write_ended", killed)
    measures.gather(tmp_path)
    assert len([*tmp_path.glob("*.json")]) == 4  # nothing is removed yet
    assert counted(tmp_path) == 15
    monkeypatch.setattr(measures, "_write_ended", written)
    for _ in range(2):
        measures.gather(tmp_path)
        names = {path.name for path in tmp_path.glob("*.json")}
        assert names == {measures.ENDED, f"{os.getppid()}.json"}
        assert counted(tmp_path) == 15
        assert measures.together(tmp_path).values["t_open"][()] == 1
        assert measures.together(tmp_path).values["t_at"][()] > 0
