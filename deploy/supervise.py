"""Children of deploy/run: started, watched, started again, and stopped in order."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from deploy.errors import CannotStart
from deploy.processes import end_with_parent, note

QUICK_SECONDS = 10  # a child that dies sooner than this after its start died quickly
QUICK_DEATHS_MAX = 3
BACKOFF_SECONDS_MAX = 8
SPARE_BACKOFF_SECONDS_MAX = 60  # of a child without which the house stays open
LOG_BYTES_MAX = 20_000_000
LINE_BYTES_MAX = 1_000_000  # of one with a long traceback


@dataclass
class Child:
    """One supervised process; `spawn` starts it. The house stays open without one not `vital`.

    A vital one that dies at once, again and again, was set up wrong: the house closes and says so.
    One that has worked is started again for as long as it takes.
    """

    name: str
    spawn: Callable[[], subprocess.Popen[bytes]]
    note_file: Path
    log: Path
    vital: bool = True
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    quick_deaths: int = 0
    has_worked: bool = False
    again_at: float | None = None  # when to start it again; None while it runs
    deaths: list[int] = field(default_factory=list)

    def start(self) -> None:
        """Start it now."""
        self.again_at = None
        self.process = self.spawn()
        self.started_at = time.monotonic()
        note(self.note_file, self.process.pid)

    def watch(self) -> str | None:
        """Start it again when it died and its pause is over; return a line about a new death.

        CannotStart when a vital one, which never worked, died too often at its start.
        """
        if self.again_at is not None:
            if time.monotonic() < self.again_at:
                return None
            try:
                self.start()
            except OSError as error:  # no memory, no process to be had
                return self._died(f"cannot start: {error.strerror}", 0.0)
            return None
        if self.process is None or self.process.poll() is None:
            return None
        code = self.process.returncode
        self.deaths.append(code)
        return self._died(f"ended ({_how(code)})", time.monotonic() - self.started_at)

    def _died(self, what: str, lived: float) -> str:
        """Set the time of the next start; longer each time it lived for seconds only."""
        quick = lived < QUICK_SECONDS
        self.quick_deaths = self.quick_deaths + 1 if quick else 0
        self.has_worked = self.has_worked or not quick
        if self.vital and not self.has_worked and self.quick_deaths >= QUICK_DEATHS_MAX:
            raise CannotStart(
                f"the {self.name} process ended {QUICK_DEATHS_MAX} times within seconds of its "
                f"start (last: {what}): see {self.log}"
            )
        longest = BACKOFF_SECONDS_MAX if self.vital else SPARE_BACKOFF_SECONDS_MAX
        pause = min(0.25 * 4 ** min(self.quick_deaths, 9), longest)
        self.again_at = time.monotonic() + pause
        return f"{self.name} {what} and starts again in {pause:g} s"

    def ask_to_stop(self) -> None:
        """Send SIGTERM."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def finish(self, deadline: float) -> None:
        """Wait for its end until then (by the monotonic clock), then make it end."""
        self.again_at = None
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
        self.note_file.unlink(missing_ok=True)


def _how(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def program(
    command: Sequence[str],
    environ: Mapping[str, str],
    log: Path,
    *,
    keep: Sequence[int] = (),
    output: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program of ours in a session of its own (Ctrl-C is ours to pass on, in order).

    What it says goes to the log; its standard output to `output` where one is named.
    """
    with log.open("ab") as file, (output or log).open("ab") as out:
        return subprocess.Popen(
            command,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=file,
            start_new_session=True,
            pass_fds=keep,
            umask=0o077,
            preexec_fn=end_with_parent(signal.SIGTERM),  # noqa: PLW1509 - one prctl call; no threads here
        )


def bound_log(path: Path) -> None:
    """Keep a log from growing for ever: copy a long one to `.1` and empty it.

    Several processes write to it through one opened file each, and in append mode (`program`), so
    that each line goes to what is the end by then: they need not be told, and no line is cut in
    two. What is written between copy and cut is lost. A copy that finds no room is given up, and
    the log is cut all the same: a full disk stops the house, an old line does not.
    """
    with contextlib.suppress(OSError):
        if path.stat().st_size <= LOG_BYTES_MAX:
            return
        kept, partial = path.with_suffix(".log.1"), path.with_suffix(".log.partial")
        try:
            shutil.copyfile(path, partial)
            _end_at_a_line(partial)
            partial.replace(kept)
        except OSError:
            partial.unlink(missing_ok=True)
        os.truncate(path, 0)


def _end_at_a_line(copy: Path) -> None:
    """Cut off a line that was being written: the kernel shows it by the page."""
    with copy.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - LINE_BYTES_MAX))
        tail = file.read()
        end = tail.rfind(b"\n")
        if end >= 0:
            file.truncate(size - len(tail) + end + 1)
