"""A house for load: its own database, and as many web processes as asked for on one socket."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

DATABASE = "batida_load"
STARTUP_SECONDS = 120
STOP_SECONDS = 15
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Web:
    """Some web processes behind one listening socket; the kernel shares connections out."""

    listening: socket.socket
    log: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.listening.getsockname()[1])

    def add(self) -> subprocess.Popen[bytes]:
        """Start one more web process."""
        fd = self.listening.fileno()
        with self.log.open("ab") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "deploy.web", "--fd", str(fd)],
                pass_fds=[fd],
                stdout=out,
                stderr=out,
            )
        self.processes.append(process)
        return process

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Stop them all for the time of the block, as a machine does that has too much to do."""
        for process in self.processes:
            process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for process in self.processes:
                process.send_signal(signal.SIGCONT)

    def rss_kib(self) -> int:
        """Memory of all of them, in KiB."""
        pages = 0
        for process in self.processes:
            pages += int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        return pages * _PAGE // 1024

    def cpu_seconds(self) -> float:
        """Processor time that all of them have used, in Python and in the kernel."""
        ticks = 0
        for process in self.processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / _TICKS

    def faults(self) -> int:
        """How many errors they wrote down."""
        text = self.log.read_text(errors="replace")
        return text.count('"level": "error"') + text.count("Traceback")

    def wait_ready(self) -> None:
        """Return when a page is answered."""
        until = time.monotonic() + STARTUP_SECONDS
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"no web process answered; see {self.log}")


@contextmanager
def open_web(count: int, log: Path) -> Iterator[Web]:
    """Run `count` web processes on a free port, and end them afterwards."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    log.write_bytes(b"")
    web = Web(listening, log)
    try:
        for _ in range(count):
            web.add()
        web.wait_ready()
        yield web
    finally:
        for process in web.processes:
            process.terminate()
        for process in web.processes:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        listening.close()
