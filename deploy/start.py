"""`deploy/run` inside .venv: opens the house, watches it, closes it.

In order: var/ and its lock, the listening socket, the database (embedded or DATABASE_URL), Redis
if named, `deploy.ready`, then web and worker. To start is to recover: nothing here needs the last
stop to have been a clean one.
"""

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType

from deploy import outside
from deploy.errors import CannotStart, Stopped
from deploy.options import arguments
from deploy.place import (
    Place,
    clear_half_made,
    empty_broker,
    ensure_nothing_lost,
    ensure_secrets,
    hold,
    open_place,
    read_env,
    write_env,
)
from deploy.postgres import OWNER, Cluster
from deploy.processes import end_noted, wait_until
from deploy.supervise import Child, bound_log, program

SLOW_SECONDS = 2  # a start that takes longer says what it is doing
HEALTHY_SECONDS_MAX = 60
LOG_LOOK_SECONDS = 10
STOP_SECONDS = 9  # a second more than a request in progress is given
# Threads, beat among them (deploy.celery): no process that could outlive this one.
WORKER = (
    *("-q", "-A", "deploy.celery", "worker", "--pool", "threads", "--concurrency", "4"),
    *("--without-gossip", "--without-mingle"),
)


class House:
    """Everything that one deploy/run started. `open` it, `watch` it, `close` it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.place: Place = open_place()
        self.lock = hold(self.place)
        self.environ: dict[str, str] = {}
        self.owner_url = ""
        self.cluster: Cluster | None = None
        self.children: list[Child] = []  # in the order in which they are stopped
        self.postgres: Child | None = None
        self.listener: socket.socket | None = None
        self.stopping = False

    def open(self) -> None:
        """Start everything; return when the page answers."""
        self._end_leftovers()
        # Kept open as long as the house is: a web process that starts again takes it over.
        self.listener = outside.listen(self.options.host, self.options.port)
        host, port = self.listener.getsockname()[:2]
        self.environ = self._environment(host)
        self._open_database()
        if self.environ.get("REDIS_URL"):
            outside.probe_redis(self.environ["REDIS_URL"])
        said = self._make_ready()
        for number in range(self.options.webs):
            self._add_web(self.listener, "web" if number == 0 else f"web-{number + 1}")
        self._add_worker()
        for child in self.children:
            child.start()
        address = outside.address(host, port)
        if not wait_until(self._answers(address), HEALTHY_SECONDS_MAX):
            raise CannotStart(
                f"the page did not answer for {HEALTHY_SECONDS_MAX} s: "
                f"see {self.place.logs}/web.log"
            )
        print(*said, f"Batida is open at {address}", sep="\n", flush=True)

    def watch(self) -> None:
        """Start again what dies, until asked to stop."""
        everyone = [*self.children, *([self.postgres] if self.postgres else [])]
        look_at_logs = time.monotonic()
        while not self.stopping:
            for child in everyone:
                self._look_after(child)
            if time.monotonic() > look_at_logs:
                look_at_logs = time.monotonic() + LOG_LOOK_SECONDS
                for log in self.place.logs.glob("*.log"):
                    bound_log(log)
            time.sleep(0.1)

    def close(self) -> None:
        """Stop the doors first (sockets hear 1012), then the worker, then PostgreSQL."""
        for child in self.children:
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_SECONDS
        for child in self.children:
            child.finish(deadline)
        if self.cluster and self.postgres and self.postgres.process:
            self.cluster.stop(self.postgres.process)
            self.postgres.finish(time.monotonic())
        elif self.cluster:
            self.cluster.remove_socket_folder()
        self._log("closed")

    # -- steps of opening --------------------------------------------------------------------

    def _end_leftovers(self) -> None:
        """End and clear what an earlier deploy/run or deploy/backup left when it was killed."""
        clear_half_made(self.place)
        for note in [*self.place.pids.glob("web*.pid"), self.place.pids / "worker.pid"]:
            end_noted(note)
        for told in self.place.metrics.glob("*"):  # the numbers of those who have ended
            told.unlink(missing_ok=True)

    def _environment(self, host: str) -> dict[str, str]:
        """Return the children's environment: ours, then what var/batida.env keeps."""
        kept = ensure_secrets(self.place, os.environ)
        environ = {**kept, **os.environ, "BATIDA_VAR": str(self.place.path)}
        environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
        environ["PYTHONUNBUFFERED"] = "1"
        if "ALLOWED_HOSTS" not in environ and host not in outside.ANY_ADDRESS:
            environ["ALLOWED_HOSTS"] = f"localhost,127.0.0.1,[::1],{host}"
        return environ

    def _open_database(self) -> None:
        if os.environ.get("DATABASE_URL"):
            self.owner_url = self.environ.pop("DATABASE_OWNER_URL", "")
            for name, url in (
                ("DATABASE_URL", os.environ["DATABASE_URL"]),
                ("DATABASE_OWNER_URL", self.owner_url),
            ):
                if url:
                    outside.probe_database(url, name)
            return
        ensure_nothing_lost(self.place)
        cluster = Cluster(self.place.database, self.place.logs / "postgres.log")
        self.cluster = cluster
        cluster.prepare()
        self.postgres = Child(
            "postgres", cluster.spawn, self.place.pids / "postgres.pid", cluster.log
        )
        self.postgres.start()
        if self.postgres.process:
            cluster.wait_ready(self.postgres.process)
        self.environ["DATABASE_URL"] = cluster.url()
        self.owner_url = cluster.url(OWNER)
        # For manage.py by hand, while the house is open.
        kept = read_env(self.place.env_file)
        if kept.get("DATABASE_URL") != cluster.url():
            write_env(self.place.env_file, kept | {"DATABASE_URL": cluster.url()})

    def _make_ready(self) -> list[str]:
        """Run deploy.ready to its end; return the lines it has for the person (the demo's)."""
        command = [
            sys.executable,
            "-m",
            "deploy.ready",
            *(["--demo"] if self.options.demo else []),
        ]
        # A migration may take longer than a player's request is allowed to.
        environ = {**self.environ, "DB_STATEMENT_TIMEOUT_MS": "0", "DB_LOCK_TIMEOUT_MS": "0"}
        if self.owner_url:  # only this step may alter the ledger's tables
            environ |= {"BATIDA_AS_OWNER": "1", "DATABASE_OWNER_URL": self.owner_url}
        output = self.place.logs / "ready.out"
        output.write_text("")
        process = program(command, environ, self.place.logs / "run.log", output=output)
        try:
            code = process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(10)
        lines = output.read_text().splitlines()
        output.unlink()  # the demo's passwords are shown once and kept nowhere
        if code:
            reason = lines[-1] if lines else f"see {self.place.logs}/run.log"
            raise CannotStart(f"the house cannot open: {reason}")
        return lines if self.options.demo else []

    def _add_web(self, listener: socket.socket, name: str) -> None:
        """Add a web process; all listen on the one socket, and the kernel shares callers out."""
        fd, log = listener.fileno(), self.place.logs / "web.log"
        command = [sys.executable, "-m", "deploy.web", "--fd", str(fd)]

        def spawn() -> subprocess.Popen[bytes]:
            return program(command, self.environ, log, keep=[fd])

        self.children.append(Child(name, spawn, self.place.pids / f"{name}.pid", log))

    def _add_worker(self) -> None:
        log = self.place.logs / "worker.log"
        command = [sys.executable, "-m", "celery", *WORKER]

        def spawn() -> subprocess.Popen[bytes]:
            # Whatever made the last one die may lie there, and nothing there matters.
            empty_broker(self.place)
            return program(command, self.environ, log)

        note_file = self.place.pids / "worker.pid"
        # Web sweeps the tables as well, so people can play while there is no worker.
        self.children.append(Child("worker", spawn, note_file, log, vital=False))

    def _answers(self, address: str) -> Callable[[], bool]:
        probe = outside.Probe(f"{address}/healthz")

        def look() -> bool:
            for child in self.children:
                self._look_after(child)
            return probe()

        return look

    def _look_after(self, child: Child) -> None:
        """Start it again if it died and its pause is over; say so in run.log."""
        if line := child.watch():
            self._log(line)

    def _log(self, line: str) -> None:
        with (self.place.logs / "run.log").open("a") as log:
            log.write(f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {line}\n")


@contextlib.contextmanager
def said_when_slow(line: str) -> Iterator[None]:
    """Print a line on standard error if the block takes longer than a person likes to wait."""

    def say(_number: int, _frame: FrameType | None) -> None:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    signal.signal(signal.SIGALRM, say)
    signal.setitimer(signal.ITIMER_REAL, SLOW_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main(given: Sequence[str]) -> int:
    """Run the house until it is told to stop; 0 after a clean stop, 1 with one sentence if not."""
    house: House | None = None
    code = 0
    calm = False  # true while a signal may not break off what we do

    def stop(_number: int, _frame: FrameType | None) -> None:
        """Break off a start; end a watch."""
        nonlocal calm
        if house:
            house.stopping = True
        if not calm:
            calm = True
            raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        house = House(arguments(given))
        with said_when_slow("deploy: opening the house"):
            house.open()
        calm = True
        house.watch()
    except Stopped:
        pass
    except CannotStart as error:
        sys.stderr.write(f"deploy/run: {error}\n")
        code = 1
    except Exception as error:  # noqa: BLE001 - the person gets a sentence, the log gets the rest
        where = Path(house.place.logs if house else Path.cwd()) / "run.log"
        with where.open("a") as log:
            log.write(traceback.format_exc())
        sys.stderr.write(f"deploy/run: unexpected {type(error).__name__}: {error} (see {where})\n")
        code = 1
    calm = True
    if house:
        house.close()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
