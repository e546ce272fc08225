"""Makes .venv from the lock files, then hands over to the program inside it.

Runs before anything is installed: the standard library only. Packages come as wheels
(`--only-binary :all:`), so no compiler is needed and none can be missing.
"""

import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from deploy import installed, options
from deploy.errors import CannotStart

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PRODUCT = "requirements.lock"
DEVELOPMENT = "requirements-dev.lock"  # pins all of PRODUCT too
TESTS_USAGE = (
    "usage: deploy/test [--no-gates] [ARGUMENTS OF PYTEST]\n\n"
    "Runs every gate and then the tests, on a real PostgreSQL (DATABASE_URL's if set)."
)
STAMP = "batida.json"  # written last: a .venv without it was never finished


def main(arguments: Sequence[str]) -> int:
    """Set up .venv and become `deploy.start`, `deploy.trial` for tests, or `deploy.backup`."""
    tests, saving = arguments[:1] == ["--tests"], arguments[:1] == ["--backup"]
    name = "deploy/test" if tests else "deploy/backup" if saving else "deploy/run"
    if saving:
        options.backup(arguments[1:])
    elif not tests:
        options.arguments(arguments)  # --help and a wrong word are answered at once
    elif {"-h", "--help"} & set(arguments):
        print(TESTS_USAGE)
        return 0
    try:
        python = environment(development=tests)
    except CannotStart as error:
        sys.stderr.write(f"{name}: {error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write(f"{name}: stopped before the set-up was finished; start again any time\n")
        return 130
    if "BATIDA_VAR" in os.environ:
        os.environ["BATIDA_VAR"] = str(Path(os.environ["BATIDA_VAR"]).absolute())
    if saving:
        arguments = [*arguments[:-1], str(Path(arguments[-1]).absolute())]
    os.chdir(ROOT)
    program = ["deploy.start", *arguments]
    if tests or saving:
        program = ["deploy.trial" if tests else "deploy.backup", *arguments[1:]]
    os.execv(python, [str(python), "-m", *program])  # noqa: S606 - no shell, and no way back
    return 1  # never reached: execv replaces this program


def environment(*, development: bool, root: Path = ROOT, venv: Path | None = None) -> Path:
    """Return the interpreter of a .venv that holds exactly what the lock file says.

    Makes, completes or remakes it as needed; two starts at the same time wait for one another.
    Raises CannotStart when Python's venv is missing or the lock cannot be satisfied.
    """
    venv = venv or root / ".venv"
    lock = root / "deploy" / (DEVELOPMENT if development else PRODUCT)
    with lock.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        python = venv / "bin" / "python"
        wanted = {name: _digest(root / "deploy" / name) for name in _covered(development)}
        found = _stamp(venv)
        if found and found.get(lock.name) == wanted[lock.name] and installed.missing(venv, lock):
            found = None  # somebody took out what we had put in
        if found is None:
            _make(venv)
        if found is None or any(found.get(name) != value for name, value in wanted.items()):
            _install(python, lock)
            _write_stamp(venv, wanted)
    return python


def _covered(development: bool) -> list[str]:  # noqa: FBT001 - private, one caller
    return [PRODUCT, DEVELOPMENT] if development else [PRODUCT]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _stamp(venv: Path) -> dict[str, str] | None:
    """Return what is installed by lock file; None when .venv is absent, half made or broken."""
    if not os.access(venv / "bin" / "python", os.X_OK):  # also when its Python was removed
        return None
    try:
        content = json.loads((venv / STAMP).read_text())
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


def _write_stamp(venv: Path, content: dict[str, str]) -> None:
    partial = venv / f"{STAMP}.partial"
    partial.write_text(json.dumps(content, indent=1))
    partial.replace(venv / STAMP)


def missing(modules: Sequence[str] = ("venv", "ensurepip")) -> list[str]:
    """Return those of the modules that this Python lacks (Debian ships venv's apart)."""
    return [name for name in modules if importlib.util.find_spec(name) is None]


def _make(venv: Path) -> None:
    if missing():
        _install_venv_package()
    _say("making .venv")
    if venv.exists():
        shutil.rmtree(venv)
    made = _quiet([sys.executable, "-m", "venv", str(venv)])
    if made.returncode:
        shutil.rmtree(venv, ignore_errors=True)
        raise CannotStart(f"Python could not make .venv: {_last_line(made.stdout)}")


def _install_venv_package() -> None:
    """Install Debian's python3-venv when we may; otherwise say which package to install."""
    package = f"python3.{sys.version_info.minor}-venv"
    sentence = (
        f"Python's venv module is incomplete: install Debian's {package} "
        "(apt-get install python3-venv) and start again"
    )
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotStart(sentence)
    _say(f"Python's venv module is incomplete; installing Debian's {package}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _quiet(["apt-get", "update", "-q"], quiet)
    done = _quiet(["apt-get", "install", "-q", "-y", "--no-install-recommends", package], quiet)
    importlib.invalidate_caches()
    if done.returncode or missing():
        raise CannotStart(f"{sentence}; trying it here failed: {_last_line(done.stdout)}")


def _install(python: Path, lock: Path) -> None:
    (python.parent.parent / STAMP).unlink(missing_ok=True)
    _say(f"installing what {lock.parent.name}/{lock.name} pins (about a minute, once)")
    options = ["--require-hashes", "--only-binary", ":all:", "--no-input", "--no-compile"]
    done = _quiet(
        [str(python), "-m", "pip", "install", "-q", *options, "-r", str(lock)],
        {**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    if done.returncode:
        raise CannotStart(
            f"pip could not install {lock.name} (start again to retry): {_last_line(done.stdout)}"
        )


def _quiet(
    command: Sequence[str], environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env=environ,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _last_line(text: str) -> str:
    """Return the line that says most: the last one that names an error, or the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.upper().startswith(("ERROR", "E:"))]
    return (errors or lines or ["it said nothing"])[-1]


def _say(text: str) -> None:
    sys.stderr.write(f"deploy: {text}\n")
    sys.stderr.flush()
