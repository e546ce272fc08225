"""deploy/backup: an open house in one file, and from it the same house elsewhere."""

import hashlib
import io
import json
import subprocess
import tarfile
import uuid
from collections.abc import Callable
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
    """Read the accounts from a house's database, as the role that serves."""
    found = Env.db_url_config(read_env(house.var / "batida.env")["DATABASE_URL"])
    with psycopg.connect(
        host=found["HOST"], user=found["USER"], password=found["PASSWORD"], dbname=found["NAME"]
    ) as connection:
        rows = connection.execute("SELECT username FROM accounts_user ORDER BY id").fetchall()
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


def packed(tmp_path: Path, *members: tarfile.TarInfo) -> Path:
    """A tar of these, each with one byte if it is a file."""
    file = tmp_path / "odd.tar.gz"
    with tarfile.open(file, "w:gz") as tar:
        for member in members:
            member.size = int(member.isreg())
            tar.addfile(member, io.BytesIO(b"x"))
    return file


def link(name: str) -> tarfile.TarInfo:
    """A symbolic link to a folder outside."""
    made = tarfile.TarInfo(name)
    made.type, made.linkname = tarfile.SYMTYPE, "/etc"
    return made


@pytest.mark.parametrize(
    "member",
    [
        tarfile.TarInfo("pg/cluster/../../../out"),
        tarfile.TarInfo("/etc/x"),
        tarfile.TarInfo("log/web.log"),
        link("pg/cluster/data"),
        tarfile.TarInfo("batida.env"),  # and nothing else
    ],
)
def test_a_file_that_is_no_saved_house_leaves_nothing_behind(
    tmp_path: Path, member: tarfile.TarInfo
) -> None:
    place = open_place(tmp_path / "var")
    with pytest.raises(CannotStart, match="is no saved house"):
        backup.restore(place, packed(tmp_path, member))
    assert left(place) == []


def test_a_file_that_was_altered_is_refused_by_name(tmp_path: Path) -> None:
    file, base = tmp_path / "altered.tar.gz", "pg/cluster"
    told = {"Path": "global/1", "Size": 1, "Checksum": hashlib.sha256(b"y").hexdigest()}
    content = {
        "batida.env": b"x=1",
        f"{base}/credentials.json": b"{}",
        f"{base}/data/backup_manifest": json.dumps({"Files": [told]}).encode(),
        f"{base}/data/global/1": b"x",
    }
    with tarfile.open(file, "w:gz") as tar:
        for name, text in content.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    place = open_place(tmp_path / "var")
    with pytest.raises(CannotStart, match="global/1 is not as it was saved"):
        backup.restore(place, file)
    assert left(place) == []


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    file = packed(tmp_path, tarfile.TarInfo("batida.env"))
    file.write_bytes(file.read_bytes()[:40])
    place = open_place(tmp_path / "var")
    with pytest.raises(CannotStart, match="cannot be read"):
        backup.restore(place, file)
    assert left(place) == []


def left(place: Place) -> list[Path]:
    """What a refused restore left: nothing but an empty folder."""
    return [*place.database.iterdir(), *place.path.glob("batida.*")]
