"""The making of .venv, in folders of its own and without any package index."""

import ast
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy import prepare
from deploy.errors import CannotStart

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout whose lock files ask for nothing."""
    (tmp_path / "deploy").mkdir()
    for name in (prepare.PRODUCT, prepare.DEVELOPMENT):
        (tmp_path / "deploy" / name).write_text("# nothing\n")
    return tmp_path


def test_venv_is_made_once_and_a_broken_one_again(root: Path) -> None:
    python = prepare.environment(development=False, root=root)
    assert subprocess.run([python, "-c", "import pip"], check=False).returncode == 0
    made = python.stat().st_ino, (root / ".venv" / "pyvenv.cfg").stat().st_mtime_ns

    prepare.environment(development=False, root=root)
    assert made == (python.stat().st_ino, (root / ".venv" / "pyvenv.cfg").stat().st_mtime_ns)

    (root / "deploy" / prepare.PRODUCT).write_text("# nothing, but another nothing\n")
    prepare.environment(development=False, root=root)  # completed in place
    assert made[1] == (root / ".venv" / "pyvenv.cfg").stat().st_mtime_ns

    (root / ".venv" / prepare.STAMP).unlink()  # as after an interrupted first start
    prepare.environment(development=False, root=root)
    assert made[1] != (root / ".venv" / "pyvenv.cfg").stat().st_mtime_ns


def test_lock_that_cannot_be_met_is_one_sentence(root: Path) -> None:
    lock = root / "deploy" / prepare.PRODUCT
    lock.write_text(f"it @ file:///none/it-1-py3-none-any.whl --hash=sha256:{'0' * 64}\n")
    with pytest.raises(CannotStart, match=r"pip could not install requirements\.lock") as refused:
        prepare.environment(development=False, root=root)
    assert "\n" not in str(refused.value)
    assert not (root / ".venv" / prepare.STAMP).exists()


def test_development_lock_covers_the_product(root: Path) -> None:
    prepare.environment(development=True, root=root)
    stamp = json.loads((root / ".venv" / prepare.STAMP).read_text())
    assert {prepare.PRODUCT, prepare.DEVELOPMENT} == stamp.keys()


def test_parts_of_python_that_debian_ships_apart() -> None:
    assert prepare.missing() == []
    assert prepare.missing(["venv", "no_such_module"]) == ["no_such_module"]


def test_old_python_is_told_so(tmp_path: Path) -> None:
    """A machine whose only Python says that it is too old, and one without any."""
    for tool in ("sh", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    for pythons in ([], ["python3", "python3.11"]):
        for name in pythons:
            (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
            (tmp_path / name).chmod(0o755)
        done = subprocess.run(
            ["/bin/sh", ROOT / "deploy" / "run"],
            env={"PATH": str(tmp_path)},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert "Python 3.11 or newer is needed" in done.stderr


def test_run_can_be_read_by_an_old_python() -> None:
    """`python3 deploy/run` under an old Python must reach its own sentence."""
    ast.parse((ROOT / "deploy" / "run").read_text(), feature_version=(3, 4))


def test_commands_can_be_run() -> None:
    for name in ("deploy/run", "deploy/test", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name
