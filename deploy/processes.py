"""Processes by id *and* start time, so that a reused id is never mistaken for one of ours."""

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

PROC = Path("/proc")
PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)  # loaded here: a forked child must not load libraries


def started(pid: int) -> str | None:
    """Return when the process began (kernel ticks since boot); None when it is gone or dead."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else fields[19]  # a zombie has ended


def command_line(pid: int) -> list[str]:
    """Return the arguments the process was started with; [] when it is gone."""
    try:
        return (PROC / str(pid) / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return []


def end_with_parent(signal_number: int) -> Callable[[], None]:
    """Return a hook for a new child: the kernel sends it the signal when we die, even by -9."""

    def hook() -> None:
        _libc.prctl(PR_SET_PDEATHSIG, signal_number)

    return hook


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    """Return whether `done` came true within the time; looks twenty times a second."""
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.05)
    return True


def end(pid: int, start: str, *, first: int, seconds: float) -> None:
    """Ask the process to end, and after the time make it; leave a later owner of the id alone."""
    for number, limit in ((first, seconds), (signal.SIGKILL, 5.0)):
        if started(pid) != start:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        if wait_until(lambda: started(pid) != start, limit):
            return


def note(path: Path, pid: int) -> None:
    """Write down a child, for the start that comes after a kill -9 of us."""
    # Whole or not at all: somebody may be reading, and a kill may come between.
    partial = path.with_suffix(".partial")
    partial.write_text(f"{pid} {started(pid) or '0'}\n")
    partial.replace(path)


def end_noted(path: Path) -> None:
    """End the process that an earlier start wrote down and left behind, if it still runs."""
    try:
        pid, start = path.read_text().split()
        end(int(pid), start, first=signal.SIGTERM, seconds=10)
    except (OSError, ValueError):
        pass  # no such note, or a half-written one: then nothing of ours was running
    path.unlink(missing_ok=True)
