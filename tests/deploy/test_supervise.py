"""Children that die, with real processes."""

import errno
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from deploy import supervise
from deploy.errors import CannotStart
from deploy.processes import started, wait_until
from deploy.supervise import Child, bound_log, program


def child(tmp_path: Path, *command: str) -> Child:
    log = tmp_path / "it.log"
    return Child("it", lambda: program(command, {}, log), tmp_path / "it.pid", log)


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[Child]:
    made = child(tmp_path, "/bin/sleep", "60")
    made.start()
    yield made
    made.ask_to_stop()
    made.finish(time.monotonic() + 60)


def test_started_child_is_noted_with_its_start_time(sleeper: Child) -> None:
    assert sleeper.process
    pid, start = sleeper.note_file.read_text().split()
    assert int(pid) == sleeper.process.pid
    assert start == started(int(pid))


def test_dead_child_starts_again_after_a_pause(sleeper: Child) -> None:
    assert sleeper.process
    first = sleeper.process.pid
    sleeper.process.kill()
    sleeper.process.wait()
    assert sleeper.watch() == "it ended (killed by SIGKILL) and starts again in 1 s"
    assert sleeper.watch() is None  # the pause is not over
    assert wait_until(lambda: not sleeper.watch() and sleeper.again_at is None, 60)
    assert sleeper.process.pid != first


def test_three_quick_deaths_close_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "BACKOFF_SECONDS_MAX", 0.02)
    failing = child(tmp_path, "/bin/false")
    failing.start()
    with pytest.raises(CannotStart, match=re.escape("ended 3 times")):
        wait_until(lambda: bool(failing.watch()) and False, 60)
    assert [1, 1, 1] == failing.deaths


def test_one_that_has_worked_is_started_for_as_long_as_it_takes(tmp_path: Path) -> None:
    """The other web process serves meanwhile; and whatever broke it may be over soon."""
    killed = child(tmp_path, "/bin/true")
    assert killed._died("killed", 11.0).endswith("in 0.25 s")
    pauses = {killed._died("killed", 0.1).rpartition(" in ")[2] for _ in range(20)}
    assert pauses == {"1 s", "4 s", "8 s"}


def test_a_child_that_is_not_vital_never_closes_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is started for ever, with a pause that grows to a minute and is told each time."""
    failing = child(tmp_path, "/bin/false")
    failing.vital = False
    monkeypatch.setattr(supervise, "SPARE_BACKOFF_SECONDS_MAX", 0.02)
    failing.start()
    lines: list[str] = []

    def died_often() -> bool:
        if line := failing.watch():
            lines.append(line)
        return len(lines) == 7

    assert wait_until(died_often, 60)
    assert set(lines) == {"it ended (exit code 1) and starts again in 0.02 s"}


def test_the_pause_grows_to_a_minute_and_no_further(tmp_path: Path) -> None:
    failing = child(tmp_path, "/bin/false")
    failing.vital = False
    pauses = [failing._died("ended", 0.1).rpartition(" in ")[2] for _ in range(1000)]
    assert pauses[:5] == ["1 s", "4 s", "16 s", "60 s", "60 s"]
    assert set(pauses[5:]) == {"60 s"}
    assert failing._died("ended", 11.0).endswith("in 0.25 s")


def test_a_child_that_cannot_be_started_again_is_tried_later(tmp_path: Path) -> None:
    def spawn() -> NoReturn:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    ended = child(tmp_path, "/bin/true")
    ended.vital = False
    ended.start()
    ended.spawn = spawn
    assert wait_until(lambda: bool(ended.watch()), 60)
    ended.again_at = 0.0
    assert (ended.watch() or "").startswith("it cannot start: Resource temporarily")
    assert ended.again_at > time.monotonic()


def test_child_that_will_not_stop_is_made_to(tmp_path: Path) -> None:
    stubborn = child(
        tmp_path,
        sys.executable,
        "-c",
        "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True);"
        "time.sleep(60)",
    )
    stubborn.start()
    assert wait_until(lambda: stubborn.log.read_text() == "1\n", 60)
    stubborn.ask_to_stop()
    stubborn.finish(time.monotonic() + 0.2)
    assert stubborn.process
    assert stubborn.process.returncode == -9


def test_long_log_is_cut_and_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "LOG_BYTES_MAX", 10)
    log = tmp_path / "web.log"
    with log.open("a") as writer:
        writer.write("eleven bytes")
        writer.flush()
        bound_log(log)
        writer.write("next")
    assert log.read_text() == "next"
    assert (tmp_path / "web.log.1").read_text() == "eleven bytes"


WRITER = """
import os, sys
for number in range(3000):
    os.write(1, f"{sys.argv[1]} {number:04} {'x' * 40}\\n".encode())
"""


def test_a_log_of_several_writers_is_bounded_and_its_lines_stay_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "LOG_BYTES_MAX", 20_000)
    log = tmp_path / "web.log"
    names = ("a", "b", "c")
    writers = [program([sys.executable, "-c", WRITER, name], {}, log) for name in names]
    while any(writer.poll() is None for writer in writers):
        bound_log(log)
    bound_log(log)
    assert log.stat().st_size <= 20_000
    kept = log.with_suffix(".log.1").read_text().splitlines() + log.read_text().splitlines()
    assert kept
    assert all(re.fullmatch(r"[abc] \d{4} x{40}", line) for line in kept)
    for name in names:  # what is kept of a writer is in the order in which it wrote
        numbers = [line.split()[1] for line in kept if line.startswith(name)]
        assert numbers == sorted(numbers)


def test_a_line_that_is_being_written_is_not_kept_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "LOG_BYTES_MAX", 10)
    log = tmp_path / "web.log"
    log.write_text("one line\nanother\nhal")
    bound_log(log)
    assert log.with_suffix(".log.1").read_text() == "one line\nanother\n"
    assert log.read_text() == ""


def test_a_log_is_cut_even_when_there_is_no_room_for_its_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "LOG_BYTES_MAX", 10)
    log = tmp_path / "web.log"
    log.write_text("eleven bytes")
    log.with_suffix(".log.1").mkdir()  # nothing can be put there
    bound_log(log)
    assert log.read_text() == ""
