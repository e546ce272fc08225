"""SIGKILL of one of two web processes with twenty tables in play.

The trial is `python -m tests.load kill`; here nothing may be lost. How long the players were cut
off is printed beside its limit of 5 s (a busy machine is no fault of the house).
"""

import subprocess
import sys

import pytest

from tests.deploy.conftest import ROOT

SECONDS = 20


@pytest.mark.slow
def test_nobody_loses_a_turn_by_a_killed_web_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.load", "kill", "--seconds", str(SECONDS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    sys.stdout.write(done.stdout)
    lines = {line[:52].strip(): line.split() for line in done.stdout.splitlines()}
    assert "sockets cut off" in done.stdout, done.stdout + done.stderr
    assert lines["a web process killed: turns lost or refused"][-1] == "ok", done.stdout
    assert lines["kill: errors in the web processes' logs"][-1] == "ok", done.stdout
