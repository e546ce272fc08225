"""A PostgreSQL of the test's own, which it may kill, with the ledger in it."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from deploy.postgres import OWNER, SUPERUSER, Cluster

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class LedgerServer:
    """One private server; `start` it again after a kill."""

    cluster: Cluster
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until it answers, crash recovery included."""
        self.cluster.prepare()
        self.process = self.cluster.spawn()
        self.cluster.wait_ready(self.process)

    def stop(self) -> None:
        """Stop cleanly, if it runs."""
        if self.process and self.process.poll() is None:
            self.cluster.stop(self.process)

    def kill(self) -> None:
        """End the server and every process it started by kill -9, at once."""
        assert self.process
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], check=False, capture_output=True, text=True
        )
        victims = [str(self.process.pid), *found.stdout.split()]
        subprocess.run(["kill", "-9", *victims], check=False)
        self.process.wait(20)

    def environment(self, role: str = OWNER) -> dict[str, str]:
        """Return what a Django process needs to work on this server."""
        return os.environ | {
            "DATABASE_URL": self.cluster.url(role),
            "DB_POOL": "0",
            "DB_STATEMENT_TIMEOUT_MS": "60000",
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
        }

    def manage(self, *arguments: str) -> str:
        """Run manage.py as the owner."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment(),
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def python(
        self, script: str, *arguments: str, output: IO[str] | int = subprocess.PIPE
    ) -> subprocess.Popen[str]:
        """Start a script of ours as a process of its own, as the owner."""
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", script, *arguments],
            cwd=ROOT,
            env=self.environment(),
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Ask as the superuser, past every guard if need be."""
        with self.cluster.connect(SUPERUSER) as connection:
            done = connection.execute(question.encode(), values or None)
            return done.fetchall() if done.description else []
