"""`manage.py` as a person meets it: beside a closed house, without settings, without Django."""

import json
import subprocess
import sys
from pathlib import Path

from tests.deploy.conftest import ROOT, clean_environment

SECRETS = {"SECRET_KEY": "s" * 60, "BATIDA_SEAL_KEY": "00" * 32}
CLOSED = "manage.py: the house is closed: start deploy/run, or set DATABASE_URL\n"


def manage(
    var: Path, *arguments: str, python: str = sys.executable, **extra: str
) -> subprocess.CompletedProcess[str]:
    """Run a management command to its end."""
    return subprocess.run(
        [python, ROOT / "manage.py", *arguments],
        env=clean_environment(var, **extra),
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_closed_house_is_one_sentence(tmp_path: Path) -> None:
    """Neither a missing socket nor a deaf port is a traceback."""
    for where in (f"/{tmp_path}/batida", "127.0.0.1:1/batida"):
        done = manage(tmp_path, "audit", DATABASE_URL=f"postgres://me@{where}", **SECRETS)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", CLOSED)


def test_no_command_waits_for_a_pool(tmp_path: Path) -> None:
    """A pool would try for ten seconds to reach a house that is closed."""
    done = manage(tmp_path, "diffsettings", DATABASE_URL="postgres://me@127.0.0.1:1/x", **SECRETS)
    (databases,) = [line for line in done.stdout.splitlines() if line.startswith("DATABASES = ")]
    assert "statement_timeout" in databases
    assert "'pool'" not in databases


def test_missing_settings_are_one_sentence(tmp_path: Path) -> None:
    done = manage(tmp_path, "audit")
    assert done.returncode == 1
    assert done.stderr == (
        "manage.py: SECRET_KEY is not set: start with deploy/run, which sets it, "
        "export it yourself, or set BATIDA_VAR if the house keeps its data elsewhere\n"
    )


def test_a_python_without_django_is_told_which_one_has_it(tmp_path: Path) -> None:
    bare = str(Path(sys.executable).resolve())  # the one that .venv was made with
    done = manage(tmp_path, "audit", "--json", python=bare, PYTHONPATH="", PYTHONNOUSERSITE="1")
    assert done.returncode == 1
    assert ".venv/bin/python manage.py audit --json" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_command_logs_warnings_alone_unless_it_is_asked_for_more(tmp_path: Path) -> None:
    """`manage.py role` began with a line of JSON before its one sentence."""
    says = (
        "import structlog; log = structlog.get_logger('deploy'); log.info('i'); log.warning('w')"
    )
    given = {"DATABASE_URL": "postgres://me@127.0.0.1:1/x", **SECRETS}
    for level, told in (({}, ["w"]), ({"BATIDA_LOG_LEVEL": "INFO"}, ["i", "w"])):
        done = manage(tmp_path, "shell", "--no-imports", "-c", says, **given, **level)
        lines = [json.loads(line)["event"] for line in done.stderr.splitlines()]
        assert (done.stdout, lines) == ("", told)
