"""The making of .venv, in folders of its own and without any package index."""

import ast
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy import installed, prepare
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
    """Making one takes seconds: that whose lock cannot be met is the broken one."""
    venv = root / ".venv"
    lock = root / "deploy" / prepare.PRODUCT
    lock.write_text(f"it @ file:///none/it-1-py3-none-any.whl --hash=sha256:{'0' * 64}\n")
    with pytest.raises(CannotStart, match=r"pip could not install requirements\.lock") as refused:
        prepare.environment(development=False, root=root)
    assert "\n" not in str(refused.value)
    assert not (venv / prepare.STAMP).exists()
    unfinished = made_at(venv)
    (venv / "left").touch()

    lock.write_text("# nothing\n")
    python = prepare.environment(development=False, root=root)
    assert subprocess.run([python, "-c", "import pip"], check=False).returncode == 0
    made = made_at(venv)
    assert made != unfinished, "one that was never finished is made again"
    assert not (venv / "left").exists()

    prepare.environment(development=False, root=root)
    assert made == made_at(venv)

    lock.write_text("# nothing, but another nothing\n")
    prepare.environment(development=False, root=root)  # completed in place
    prepare.environment(development=True, root=root)
    stamp = json.loads((venv / prepare.STAMP).read_text())
    assert {prepare.PRODUCT, prepare.DEVELOPMENT} == stamp.keys(), "its lock covers the product"
    assert made == made_at(venv)


def made_at(venv: Path) -> tuple[int, int]:
    """What differs between one .venv and the next in its place."""
    config = (venv / "pyvenv.cfg").stat()
    return config.st_ino, config.st_mtime_ns


def test_parts_of_python_that_debian_ships_apart() -> None:
    assert prepare.missing() == []
    assert prepare.missing(["venv", "no_such_module"]) == ["no_such_module"]


def test_old_python_is_told_so(tmp_path: Path) -> None:
    """A machine whose only Python says that it is too old, and one without any."""
    for tool in ("sh", "dirname"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    for pythons, words, said in (
        ([], [], "deploy/run: "),
        (["python3", "python3.11"], ["--tests"], "deploy/test: "),
    ):
        for name in pythons:
            (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
            (tmp_path / name).chmod(0o755)
        done = subprocess.run(
            ["/bin/sh", ROOT / "deploy" / "run", *words],
            env={"PATH": str(tmp_path)},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith(said)
        assert "Python 3.11 or newer is needed" in done.stderr


def test_help_is_answered_before_anything_is_made(tmp_path: Path) -> None:
    """From a fresh copy, whatever the answer is."""
    (tmp_path / "deploy").mkdir()
    for name in ("run", "test", "__init__.py", "prepare.py", "options.py", "installed.py"):
        shutil.copy(ROOT / "deploy" / name, tmp_path / "deploy" / name)
    shutil.copy(ROOT / "deploy/errors.py", tmp_path / "deploy/errors.py")
    for command, words, code in (
        ("run", "--help", 0),
        ("run", "--prot", 2),
        ("test", "--help", 0),
    ):
        done = subprocess.run(
            [tmp_path / "deploy" / command, words], check=False, capture_output=True, text=True
        )
        assert done.returncode == code, done
        assert f"usage: deploy/{command}" in done.stdout + done.stderr
    assert not (tmp_path / ".venv").exists()


def test_lost_package_is_noticed(tmp_path: Path) -> None:
    """Removed whole, removed but for its papers, or another version."""
    lock = tmp_path / "some.lock"
    lock.write_text("Its.Name==1.2 \\\n    --hash=sha256:00\nother==3\n")
    packages = tmp_path / "lib/python3.11/site-packages"
    for name, version, entrance in (
        ("its_name", "1.2", "its/__init__.py"),
        ("Other", "3", "o.py"),
    ):
        papers = packages / f"{name}-{version}.dist-info"
        papers.mkdir(parents=True)
        (packages / entrance).parent.mkdir(exist_ok=True)
        (packages / entrance).touch()
        (papers / "RECORD").write_text(f"{entrance},sha256=0,0\nits/data/x.py,sha256=0,0\n")
    assert installed.missing(tmp_path, lock) == []
    (packages / "o.py").unlink()
    assert installed.missing(tmp_path, lock) == ["other"]
    (packages / "its_name-1.2.dist-info").rename(packages / "its_name-1.1.dist-info")
    assert installed.missing(tmp_path, lock) == ["Its.Name", "other"]


def test_run_can_be_read_by_an_old_python() -> None:
    """`python3 deploy/run` under an old Python must reach its own sentence."""
    ast.parse((ROOT / "deploy" / "run").read_text(), feature_version=(3, 4))


def test_commands_can_be_run() -> None:
    for name in ("deploy/run", "deploy/test", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name
