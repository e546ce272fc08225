"""deploy/backup: an open house in one file, and from it the same house elsewhere."""

import os
import signal
import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import requests
from environ import Env

from deploy import backup
from deploy.errors import CannotStart
from deploy.place import Place, open_place, read_env
from deploy.processes import wait_until
from tests.deploy.conftest import (
    PATIENCE_SECONDS,
    ROOT,
    RunningHouse,
    clean_environment,
    ready,
)


def keep(var: Path, *arguments: str | Path, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run deploy/backup."""
    return subprocess.run(
        [ROOT / "deploy" / "backup", *arguments],
        env=clean_environment(var, **extra),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def names(house: RunningHouse) -> list[str]:
    """Read the accounts from a house's database."""
    return told(house, "SELECT username FROM accounts_user ORDER BY id")


def told(house: RunningHouse, sql: str) -> list[str]:
    """Ask a house's database, as the role that serves."""
    found = Env.db_url_config(read_env(house.var / "batida.env")["DATABASE_URL"])
    with psycopg.connect(
        host=found["HOST"], user=found["USER"], password=found["PASSWORD"], dbname=found["NAME"]
    ) as connection:
        rows = connection.execute(sql).fetchall()
    return [str(row[0]) for row in rows]


@pytest.mark.slow
def test_an_open_house_is_saved_and_restored_elsewhere_with_all_it_held(
    open_house: Callable[..., RunningHouse], open_folder: Callable[[], Path]
) -> None:
    first = open_house(open_folder())
    answer = requests.post(
        f"{first.url}/api/v1/accounts",
        json={"username": "zeca", "password": "quatro cavalos azuis"},
        headers={"Idempotency-Key": str(uuid.uuid4())},
        timeout=PATIENCE_SECONDS,
    )
    assert answer.status_code == 201
    kept, secrets = names(first), read_env(first.var / "batida.env")
    assert "zeca" in kept
    file = open_folder() / "house.tar.gz"
    assert keep(first.var, "save", file).stdout.startswith(f"saved in {file} (")
    assert first.get("/healthz") == (200, "ok\n")  # it went on
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]
    assert not (first.var / "pg" / "copy.partial").exists()
    assert "exists already" in keep(first.var, "save", file).stderr

    refused = keep(first.var, "restore", file)
    assert (refused.returncode, "already open" in refused.stderr) == (1, True)
    assert first.stop() == 0
    refused = keep(first.var, "restore", file)
    assert (refused.returncode, "nothing is written over it" in refused.stderr) == (1, True)

    elsewhere = open_folder()
    assert keep(elsewhere, "restore", file).returncode == 0
    second = open_house(elsewhere)
    assert wait_until(lambda: ready(second), PATIENCE_SECONDS)
    assert names(second) == kept
    # The ledger states the restore, once; the next seal will.
    restores = "SELECT count(*) FROM ledger_restore"
    assert told(second, restores) == ["1"]
    assert not (elsewhere / "pg/cluster/restored").exists()
    found = read_env(elsewhere / "batida.env")
    assert all(found[name] == secrets[name] for name in ("SECRET_KEY", "BATIDA_SEAL_KEY"))
    assert second.stop() == 0
    # A closed house is served for the time of the copy.
    again = file.with_name("closed.tar.gz")
    assert keep(elsewhere, "save", again).returncode == 0
    assert not (elsewhere / "pg/cluster/data/postmaster.pid").exists()


def test_no_house_and_a_server_of_ones_own_are_not_saved(tmp_path: Path) -> None:
    file = tmp_path / "x.tar.gz"
    assert "holds no house" in keep(tmp_path / "var", "save", file).stderr
    elsewhere = keep(tmp_path / "var", "save", file, DATABASE_URL="postgres://a@b/c")
    assert (elsewhere.returncode, "pg_dump" in elsewhere.stderr) == (1, True)
    assert not file.exists()


def closed(tmp_path: Path) -> Place:
    """A house that can be seen to exist, and no more: a save fails when it starts PostgreSQL."""
    place = open_place(tmp_path / "var")
    (place.database / "cluster" / "data" / "base" / "1").mkdir(parents=True)
    (place.database / "cluster" / "data" / "base" / "1" / "1").touch()
    return place


def test_what_lies_where_a_save_writes_is_unlinked_and_not_written_through(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"theirs")
    theirs.chmod(0o666)
    for make in (Path.symlink_to, Path.hardlink_to):
        file = tmp_path / f"{make.__name__}.tar.gz"
        make(file.with_name(f"{file.name}.partial"), theirs)
        with backup._written(file) as out:
            out.write(b"secret")
        assert (theirs.read_bytes(), file.read_bytes()) == (b"theirs", b"secret")
        assert (file.is_symlink(), file.stat().st_mode & 0o777) == (False, 0o600)
        assert not file.with_name(f"{file.name}.partial").is_symlink()


def test_a_folder_where_a_save_writes_is_refused_and_kept(tmp_path: Path) -> None:
    place, folder = closed(tmp_path), tmp_path / "x.tar.gz.partial"
    folder.mkdir()
    with pytest.raises(CannotStart, match=r"x\.tar\.gz\.partial is a folder"):
        backup.save(place, tmp_path / "x.tar.gz")
    assert folder.is_dir()


def test_a_save_that_fails_leaves_no_file(tmp_path: Path) -> None:
    place = closed(tmp_path)
    with pytest.raises(CannotStart, match="is not complete"):
        backup.save(place, tmp_path / "x.tar.gz")
    assert list(tmp_path.iterdir()) == [place.path]
    with pytest.raises(CannotStart, match="cannot be written: No such file"):
        backup.save(place, tmp_path / "none" / "x.tar.gz")
    with pytest.raises(CannotStart, match="cannot be written: File name too long"):
        backup.save(place, tmp_path / ("x" * 300))


def test_two_saves_at_once_do_not_touch_each_other(tmp_path: Path) -> None:
    place = closed(tmp_path)
    copy = place.database / "copy.partial"
    with backup._alone(place):
        copy.mkdir()
        with pytest.raises(CannotStart, match=r"another save of .* is under way"):
            backup.save(place, tmp_path / "x.tar.gz")
        assert copy.is_dir()
    assert list(tmp_path.iterdir()) == [place.path]
    with backup._alone(place):  # whoever was refused or has ended holds nothing
        pass


@pytest.mark.parametrize(
    "name", ["x.tar.gz", "log/x", "pg/x", "pg/../x", "pg/cluster/data/base/x", "new/x"]
)
def test_a_file_in_the_house_s_own_folder_is_refused(tmp_path: Path, name: str) -> None:
    """It would be lost with the house, and be in the way of a restore."""
    place = closed(tmp_path)
    (tmp_path / "way").symlink_to(place.path)
    before = sorted(place.path.rglob("*"))
    for folder in (place.path, tmp_path / "way"):
        with pytest.raises(CannotStart) as error:
            backup.save(place, folder / name)
        said = f"{folder / name} would lie in {place.path}, the house's own folder, and be lost"
        assert str(error.value).startswith(said)
        assert "name a file elsewhere" in str(error.value)
    assert sorted(place.path.rglob("*")) == before
    # A folder whose name only begins alike is another one.
    (tmp_path / "var-saved").mkdir()
    with pytest.raises(CannotStart, match="is not complete"):
        backup.save(place, tmp_path / "var-saved" / "x.tar.gz")


@pytest.fixture
def heard() -> Iterator[tuple[signal.Signals, ...]]:
    """Signals that our children hear, though who runs the tests may have them ignored.

    A shell does that with Ctrl-C in what it runs in the background, and nohup with SIGHUP.
    """
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
    before = [signal.signal(number, signal.default_int_handler) for number in numbers]
    yield numbers
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def test_a_save_that_is_told_to_end_clears_up(
    tmp_path: Path, heard: tuple[signal.Signals, ...]
) -> None:
    """By SIGTERM, or because the terminal was closed, as by Ctrl-C."""
    place = closed(tmp_path)
    for number in heard:
        fifo = tmp_path / "fifo.tar.gz"
        os.mkfifo(fifo)
        asked = subprocess.Popen(
            [ROOT / "deploy" / "backup", "restore", fifo],
            env=clean_environment(tmp_path / "new"),
            stderr=subprocess.PIPE,
            text=True,
        )
        with fifo.open("wb"):  # it is at the reading of its file now
            asked.send_signal(number)
            _out, said = asked.communicate(timeout=PATIENCE_SECONDS)
        fifo.unlink()
        assert (asked.returncode, "stopped before it was done" in said) == (130, True)
        assert list((tmp_path / "new" / "pg").iterdir()) == []
    assert place.path.exists()
