"""`deploy/test` inside .venv: a PostgreSQL of its own, the gates, then pytest in three processes.

The exit code is 0 only when every gate and every test passed. Tests use DATABASE_URL's server when
the environment names one; else a cluster in var/test-pg, as durable as the product's.

Each process of pytest has a database of its own and takes whole files, the longest first (see
tests/conftest.py). `-n 0` keeps all in one process, as `--pdb` needs it.
"""

import contextlib
import fcntl
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType

from deploy import gates, outside
from deploy.errors import CannotStart, Stopped
from deploy.place import open_place
from deploy.postgres import OWNER, SUPERUSER, Cluster

ROOT = Path(__file__).resolve().parent.parent
# The tests take the first that is there. The one without windows shows the same pages in two
# thirds of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# One more than CI has cores: a test that waits for a clock or a page leaves its core to others.
TOGETHER = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
ALONE = ("-n", "--numprocesses", "--pdb", "--trace", "no:xdist")
# A test server shares its machine with compilers and browsers: a limit that was reached there
# says nothing about the house. Tests that are about a limit set their own.
PATIENCE = {"DB_STATEMENT_TIMEOUT_MS": "120000", "DB_LOCK_TIMEOUT_MS": "30000"}


def main(given: Sequence[str]) -> int:
    """Set up, judge, test, and stop what was started."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)
    arguments = [argument for argument in given if argument != "--no-gates"]
    try:
        ensure_browser()
        with database() as url:
            environ = environment(url)
            _run_module(["deploy.assets"], environ)
            begun = time.monotonic()
            failed = [] if "--no-gates" in given else gates.judge(environ)
            judged = time.monotonic()
            code = _run_module(["pytest", *processes(arguments), *arguments], environ)
            tested = time.monotonic()
    except CannotStart as error:
        sys.stderr.write(f"deploy/test: {error}\n")
        return 1
    except (Stopped, KeyboardInterrupt):
        sys.stderr.write("deploy/test: stopped\n")
        return 130
    print(f"deploy/test: gates {judged - begun:.0f} s, tests {tested - judged:.0f} s", flush=True)
    if failed:
        sys.stderr.write(f"deploy/test: closed gates: {', '.join(failed)} (see above)\n")
    return code or (1 if failed else 0)


def processes(arguments: Sequence[str]) -> Sequence[str]:
    """Return what makes pytest work in three processes; nothing when the arguments decide that."""
    return () if any(argument.startswith(ALONE) for argument in arguments) else TOGETHER


@contextlib.contextmanager
def database() -> Iterator[str]:
    """Give the address of a PostgreSQL for the time of the block."""
    if given := os.environ.get("DATABASE_URL"):
        outside.probe_database(given)
        yield given
        return
    place = open_place()
    with (place.path / "test.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotStart(
                f"another deploy/test is using {place.path}: wait for it, or set BATIDA_VAR"
            ) from error
        cluster = Cluster(place.path / "test-pg", place.logs / "test-postgres.log")
        cluster.prepare()
        process = cluster.spawn()
        try:
            cluster.wait_ready(process)
            with cluster.connect(SUPERUSER) as connection:
                # The tests clean up what the ledger's guards would refuse to delete, and play
                # a stranger to them.
                connection.execute(f"GRANT SET ON PARAMETER session_replication_role TO {OWNER}")
                connection.execute(f"ALTER ROLE {OWNER} CREATEROLE")
                connection.execute(
                    f"ALTER ROLE {OWNER} SET createrole_self_grant = 'set, inherit'"
                )
            yield cluster.url(OWNER)
        finally:
            cluster.stop(process)


def environment(url: str) -> dict[str, str]:
    """Return the tests' environment: secrets for this run, nothing of a running house."""
    var = open_place().path / "test"
    open_place(var)
    inherited = dict(os.environ)
    if inherited.pop("PYTHONDONTWRITEBYTECODE", ""):
        # Tests start the house dozens of times: compile it once, though not beside the sources.
        inherited["PYTHONPYCACHEPREFIX"] = str(var / "bytecode")
    return {
        **PATIENCE,
        **inherited,
        "BATIDA_VAR": str(var),
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "SECRET_KEY": secrets.token_hex(50),
        "BATIDA_SEAL_KEY": secrets.token_hex(32),
    }


def ensure_browser() -> None:
    """Install Debian's Chromium when there is no browser and we may; else say what to do."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    sentence = (
        "the browser tests need Chromium: install Debian's package "
        f"(apt-get install {BROWSERS[0]})"
    )
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotStart(sentence)
    sys.stderr.write("deploy: installing Debian's Chromium for the browser tests\n")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["update", "-q"],
        ["install", "-q", "-y", "--no-install-recommends", BROWSERS[0]],
    ):
        done = subprocess.run(
            ["apt-get", *command],
            env=quiet,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        if done.returncode and command[0] == "install":
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise CannotStart(f"{sentence}; trying it here failed: {last}")


def _run_module(module: Sequence[str], environ: dict[str, str]) -> int:
    """Run it to its end; a stop of ours stops it first."""
    process = subprocess.Popen([sys.executable, "-m", *module], env=environ, cwd=ROOT)
    try:
        return process.wait()
    except BaseException:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
