"""Houses and clusters for these tests: real programs, each in a folder of its own."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

# Long: whoever waits for so long has found something broken, not a busy machine.
PATIENCE_SECONDS = 120
ROOT = Path(__file__).resolve().parents[2]
OURS = (
    "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BATIDA_SEAL_KEY", "BATIDA_VAR",
    "DB_STATEMENT_TIMEOUT_MS", "DB_LOCK_TIMEOUT_MS", "DB_POOL",
)  # fmt: skip


def clean_environment(var: Path, **extra: str) -> dict[str, str]:
    """An environment of a newcomer: nothing of this test run in it."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**kept, "BATIDA_VAR": str(var), **extra}


def run_to_end(
    var: Path, arguments: Sequence[str] = (), **extra: str
) -> subprocess.CompletedProcess[str]:
    """Run deploy/run where it is expected to refuse."""
    return subprocess.run(
        [ROOT / "deploy" / "run", *arguments],
        env=clean_environment(var, **extra),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def assert_refused(done: subprocess.CompletedProcess[str], words: str) -> None:
    """One sentence on standard error, a non-zero exit, no traceback, no standard output."""
    assert done.returncode == 1, done
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("deploy: ")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("deploy/run: ")
    assert re.search(words, lines[0]), lines[0]


@dataclass
class RunningHouse:
    """A deploy/run that is open."""

    process: subprocess.Popen[str]
    var: Path
    url: str
    said: str = ""  # whatever it printed after its address

    def get(self, path: str) -> tuple[int, str]:
        """Status and body; (0, "") when nobody answered."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=30) as answer:  # noqa: S310 - our own
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def pid(self, name: str) -> int:
        """The process id that the house noted for a child."""
        return int((self.var / "pids" / f"{name}.pid").read_text().split()[0])

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to close (by -9: make it end); its exit code."""
        self.process.send_signal(number)
        self.said = "".join(self.process.communicate(timeout=PATIENCE_SECONDS))
        return self.process.returncode


def start_house(var: Path, *arguments: str, **extra: str) -> RunningHouse:
    """Start deploy/run on a free port and wait for its line."""
    process = subprocess.Popen(
        [ROOT / "deploy" / "run", "--port", "0", *arguments],
        env=clean_environment(var, **extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    line = process.stdout.readline()
    if not (found := re.fullmatch(r"Batida is open at (http://\S+)\n", line)):
        process.terminate()
        pytest.fail(
            f"no address, but {line!r} and {process.communicate(timeout=PATIENCE_SECONDS)!r}"
        )
    return RunningHouse(process, var, found[1])


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Callable[[], Path]]:
    """Make folders that other users can reach (pytest's own lie below a private one)."""
    with contextlib.ExitStack() as stack:

        def make() -> Path:
            folder = Path(tempfile.mkdtemp(prefix="batida-test-", dir="/tmp"))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            return folder

        yield make


@pytest.fixture(scope="module")
def open_house(open_folder: Callable[[], Path]) -> Iterator[Callable[..., RunningHouse]]:
    """Open houses; what is still open in the end is closed."""
    opened: list[RunningHouse] = []

    def start(var: Path, *arguments: str) -> RunningHouse:
        opened.append(start_house(var, *arguments))
        return opened[-1]

    yield start
    for running in opened:
        if running.process.returncode is None:
            running.stop()


@pytest.fixture(scope="module")  # an open house costs time: it closes with its file
def house(
    open_folder: Callable[[], Path], open_house: Callable[..., RunningHouse]
) -> RunningHouse:
    """One house that many tests look at; each leaves it open."""
    return open_house(open_folder())


def ready(house: RunningHouse) -> bool:
    """Web, database, migrations and a sweeper all answer."""
    status, body = house.get("/readyz")
    return status == 200 and json.loads(body)["ready"] is True
