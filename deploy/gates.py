"""The house rules, held by machines: `python -m deploy.gates` prints one line for each.

A gate that is shut prints why, below its line. The exit code is 0 when all are open, else 1.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from deploy import house_rules

ROOT = Path(__file__).resolve().parent.parent
Judge = Callable[[Mapping[str, str]], str]


@dataclass(frozen=True)
class Gate:
    """`judge` returns what is wrong, or nothing."""

    name: str
    judge: Judge


def command(*arguments: str, **extra: str) -> Judge:
    """Return a judge that runs a Python program of .venv and repeats what it said if it failed."""

    def judge(environ: Mapping[str, str]) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env={**environ, **extra},
            cwd=ROOT,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return "" if done.returncode == 0 else done.stdout.strip() or f"exit {done.returncode}"

    return judge


def tests_are_the_same(environ: Mapping[str, str]) -> str:
    """Find the tests twice: what the clock, chance or a set's order names anew stops the suite.

    Its processes find the tests each for itself and refuse to go on where their lists differ.
    """
    found = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q"],
            env={**environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            return done.stdout.strip() or f"exit {done.returncode}"
        found.append({line for line in done.stdout.splitlines() if "::" in line})
    changing = "\n".join(sorted(found[0] ^ found[1]))
    return changing and f"another name each time:\n{changing}"


def rule(check: Callable[[Path], Sequence[str]]) -> Judge:
    """Return a judge for a rule that is ours alone."""
    return lambda _environ: "\n".join(check(ROOT))


GATES = (
    Gate("mypy, strict", command("-m", "mypy")),
    # Compiles what three processes would each compile for themselves when they run the tests.
    Gate("tests are found", tests_are_the_same),
    Gate("ruff check", command("-m", "ruff", "check", ".")),
    Gate("ruff format", command("-m", "ruff", "format", "--check", ".")),
    Gate(
        "imports",
        command("-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"),
    ),
    Gate("sizes", rule(house_rules.sizes)),
    Gate("names", rule(house_rules.names)),
    Gate("migrations", command("manage.py", "makemigrations", "--check", "--dry-run")),
    Gate(
        "check --deploy",
        # As behind a TLS proxy: every security warning counts.
        command("manage.py", "check", "--deploy", "--fail-level", "WARNING", BATIDA_HTTPS="1"),
    ),
    Gate(
        "API schema",
        command("manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
    ),
)


def judge(environ: Mapping[str, str]) -> list[str]:
    """Ask every gate, two at a time; print the answers in order; return the names of the shut."""

    def ask(gate: Gate) -> tuple[str, float]:
        begun = time.monotonic()
        return gate.judge(environ), time.monotonic() - begun

    shut = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for gate, (wrong, seconds) in zip(GATES, pool.map(ask, GATES), strict=True):
            print(
                f"gate {gate.name:<16} {'SHUT: failed' if wrong else 'open: passed'}"
                f" {seconds:6.1f} s",
                flush=True,
            )
            if wrong:
                shut.append(gate.name)
                print("\n".join(f"    {line}" for line in wrong.splitlines()), flush=True)
    return shut


def environment() -> dict[str, str]:
    """Return an environment in which the settings load; no gate needs a database's answer."""
    return {
        "SECRET_KEY": secrets.token_hex(50),
        "BATIDA_SEAL_KEY": secrets.token_hex(32),
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
    }


if __name__ == "__main__":
    sys.exit(1 if judge(environment()) else 0)
