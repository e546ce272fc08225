"""The file of a saved house: what is not wholly as it was saved is refused, and leaves nothing."""

import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy import backup, saved
from deploy.errors import CannotStart
from deploy.place import Place, clear_half_made, open_place
from deploy.processes import wait_until
from tests.deploy.conftest import PATIENCE_SECONDS, ROOT, clean_environment

BASE = "pg/cluster"
CONTROL = f"{BASE}/data/global/pg_control"
ENV = b"SECRET_KEY=ab\nBATIDA_SEAL_KEY=" + b"0f" * 32 + b"\n"
CREDENTIALS = json.dumps({"postgres": "a", "batida": "b"}).encode()
FOLDERS = (f"{BASE}/data", f"{BASE}/data/global", f"{BASE}/data/pg_notify")
FILES = {"batida.env": ENV, f"{BASE}/credentials.json": CREDENTIALS, CONTROL: b"control"}


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
        tarfile.TarInfo("pg/cluster/./data"),
        tarfile.TarInfo("pg/cluster//data"),
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


def house(tmp_path: Path) -> Path:
    """A file as deploy/backup writes it, of a house that is small."""
    data = tmp_path / "copy"
    for folder in FOLDERS:
        (data / Path(folder).relative_to(f"{BASE}/data")).mkdir(exist_ok=True)
    (data / "global" / "pg_control").write_bytes(b"control")
    with backup._written(tmp_path / "house.tar.gz") as out:
        saved.pack(out, ENV, CREDENTIALS, data)
    return tmp_path / "house.tar.gz"


def by_hand(tmp_path: Path, listed: bytes | None = None, **changed: bytes | None) -> Path:
    """The same house in a tar of our own: `env`, `credentials` and `control` as given."""
    names = dict(zip(("env", "credentials", "control"), FILES, strict=True))
    files = FILES | {names[name]: text for name, text in changed.items() if name in names}
    files |= {f"{BASE}/data/{name}": text for name, text in changed.items() if name not in names}
    told = {name: [len(text), hashlib.sha256(text).hexdigest()] for name, text in FILES.items()}
    told_all = json.dumps(told | dict.fromkeys(FOLDERS)).encode()
    files["saved.json"] = told_all if listed is None else listed
    with tarfile.open(tmp_path / "hand.tar.gz", "w:gz") as tar:
        for name in FOLDERS:
            member = tarfile.TarInfo(name)
            member.type = tarfile.DIRTYPE
            tar.addfile(member)
        for name, text in files.items():
            if text is not None:
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text))
    return tmp_path / "hand.tar.gz"


def refused(tmp_path: Path, file: Path) -> str:
    """The one sentence by which deploy/backup refuses to restore it; nothing is left."""
    place = open_place(tmp_path / "var")
    with pytest.raises(CannotStart) as error:
        backup.restore(place, file)
    assert left(place) == []
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("made", [house, by_hand])
def test_what_was_saved_is_restored_with_its_empty_folders(
    tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    place = open_place(tmp_path / "var")
    backup.restore(place, made(tmp_path))
    assert place.env_file.read_bytes() == ENV
    assert place.env_file.stat().st_mode & 0o777 == 0o600
    cluster = place.database / "cluster"
    assert (cluster / "credentials.json").read_bytes() == CREDENTIALS
    assert (cluster / "data/global/pg_control").read_bytes() == b"control"
    assert (cluster / "data/pg_notify").stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in place.path.glob("batida.*")) == ["batida.env"]


def test_what_is_restored_is_on_the_disk_before_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut right after "restored" loses nothing: no byte, no name, no folder on the way."""
    steps: list[object] = []
    fsync, rename = os.fsync, os.rename

    def noted_fsync(opened: int) -> None:
        steps.append(os.fstat(opened).st_ino)
        fsync(opened)

    def noted_rename(*paths: Any, **more: Any) -> None:
        steps.append("renamed")
        rename(*paths, **more)

    file = by_hand(tmp_path)
    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "rename", noted_rename)
    place = open_place(tmp_path / "a" / "new" / "var")
    backup.restore(place, file)
    assert steps.count("renamed") == 1
    at = steps.index("renamed")
    cluster = place.database / "cluster"
    inside = {path.stat().st_ino for path in (cluster, *cluster.rglob("*"), place.env_file)}
    assert inside <= set(steps[:at])
    on_the_way = (place.database, *place.database.parents[: len(place.database.parents) - 1])
    assert {path.stat().st_ino for path in on_the_way if os.access(path, os.R_OK)} <= {*steps[at:]}


def test_a_restore_that_was_killed_may_be_repeated_and_leaves_nothing(tmp_path: Path) -> None:
    file = by_hand(tmp_path, None, base=os.urandom(1 << 24))
    place = open_place(tmp_path / "var")
    partial = place.database / "partial"
    with subprocess.Popen(
        [sys.executable, "-m", "deploy.backup", "restore", str(file)],
        env=clean_environment(place.path),
        cwd=ROOT,
        stderr=subprocess.PIPE,
    ) as killed:
        assert wait_until(partial.exists, PATIENCE_SECONDS)
        killed.kill()
    assert partial.exists()
    assert not (place.database / "cluster").exists()
    place.env_file.with_name("batida.env.partial").write_bytes(b"SECRET_KEY=of another house")
    backup.restore(place, by_hand(tmp_path))
    assert [path.name for path in place.database.iterdir()] == ["cluster"]
    assert [path.name for path in place.path.glob("batida.*")] == ["batida.env"]


def test_what_was_left_half_made_is_cleared_but_not_under_a_running_save(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    env = place.env_file.with_name("batida.env.partial")

    def leave() -> None:
        (place.database / "partial" / "data").mkdir(parents=True, exist_ok=True)
        (place.copy / "base").mkdir(parents=True, exist_ok=True)
        env.touch()

    leave()
    with backup._alone(place):
        clear_half_made(place)
        assert [path.name for path in place.database.iterdir()] == ["copy.partial"]
        assert not env.exists()
    leave()
    clear_half_made(place)
    assert list(place.database.iterdir()) == []
    clear_half_made(place)  # nothing to clear is nothing wrong


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"env": ENV.replace(b"0f0f", b"0f1f", 1)}, "batida.env is not as it was saved"),
        ({"credentials": b"{}"}, "credentials.json is not as it was saved"),
        ({"control": b"cOntrol"}, "pg_control is not as it was saved"),
        ({"control": b"control+"}, "pg_control is not as it was saved"),
        ({"env": None}, "batida.env is not in it"),
        ({"credentials": None}, "credentials.json is not in it"),
        ({"control": None}, "pg_control is not in it"),
        ({"standby.signal": b""}, "standby.signal was not saved with it"),
    ],
)
def test_what_is_not_as_it_was_saved_is_refused_by_name(
    tmp_path: Path, changed: dict[str, bytes | None], sentence: str
) -> None:
    assert sentence in refused(tmp_path, by_hand(tmp_path, **changed))


@pytest.mark.parametrize(
    ("listed", "sentence"),
    [
        (b"", "saved.json is no JSON object"),
        (b"\xff{}", "saved.json is no JSON object"),
        (b"[" * 100_000, "saved.json is no JSON object"),
        (b'["Files"]', "saved.json is no JSON object"),
        (b"{}", "batida.env was not saved with it"),
        (json.dumps({"a/b": None}).encode(), "a/b is missing"),
    ],
)
def test_a_list_that_is_damaged_is_refused(tmp_path: Path, listed: bytes, sentence: str) -> None:
    assert sentence in refused(tmp_path, by_hand(tmp_path, listed))


def test_a_file_without_its_list_is_refused(tmp_path: Path) -> None:
    member = tarfile.TarInfo("batida.env")
    assert "saved.json is not in it" in refused(tmp_path, packed(tmp_path, member))


@pytest.mark.parametrize("twice", ["batida.env", CONTROL])
def test_a_name_that_stands_twice_is_refused(tmp_path: Path, twice: str) -> None:
    members = [tarfile.TarInfo(name) for name in (*FOLDERS, twice, twice)]
    for member in members[:3]:
        member.type = tarfile.DIRTYPE
    assert f"{twice} twice" in refused(tmp_path, packed(tmp_path, *members))


@pytest.mark.parametrize(
    ("env", "credentials", "sentence"),
    [
        (b"", CREDENTIALS, "batida.env lacks SECRET_KEY"),
        (b"SECRET_KEY=ab\nBATIDA_SEAL_KEY=\n", CREDENTIALS, "batida.env lacks BATIDA_SEAL_KEY"),
        (b"\xff\xfe" + ENV, CREDENTIALS, "batida.env is no text"),
        (ENV.replace(b"0f", b"0g", 1), CREDENTIALS, "BATIDA_SEAL_KEY in batida.env is no key"),
        (ENV[:-3], CREDENTIALS, "BATIDA_SEAL_KEY in batida.env is no key"),
        (ENV, b"postgres", "credentials.json is no JSON object"),
        (ENV, b"\xff", "credentials.json is no JSON object"),
        (ENV, b"[]", "credentials.json is no JSON object"),
        (ENV, b"{}", "credentials.json lacks the password of postgres"),
        (ENV, b'{"postgres": "a", "batida": 7}', "credentials.json lacks the password of batida"),
    ],
)
def test_secrets_that_open_no_house_are_neither_saved_nor_restored(
    tmp_path: Path, env: bytes, credentials: bytes, sentence: str
) -> None:
    with pytest.raises(CannotStart, match=sentence):
        saved.pack(io.BytesIO(), env, credentials, tmp_path)
    files = FILES | {"batida.env": env, f"{BASE}/credentials.json": credentials}
    told = {name: [len(text), hashlib.sha256(text).hexdigest()] for name, text in files.items()}
    listed = json.dumps(told | dict.fromkeys(FOLDERS)).encode()
    file = by_hand(tmp_path, listed, env=env, credentials=credentials)
    assert sentence in refused(tmp_path, file)


def test_a_flipped_bit_is_refused_wherever_it_would_change_what_was_saved(tmp_path: Path) -> None:
    """Secrets, files, the tar's tail, gzip's checksum and length; only its head says nothing.

    (Some flips tell zlib to copy other zeros to the same place: they change nothing.)
    """
    file = house(tmp_path)
    whole = file.read_bytes()
    saved_as, passed = gzip.decompress(whole), 0
    place = open_place(tmp_path / "var")
    for at in range(10, len(whole)):
        altered = whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]
        file.write_bytes(altered)
        try:
            backup.restore(place, file)
        except CannotStart:
            assert left(place) == []
        else:
            assert gzip.decompress(altered) == saved_as
            assert at < len(whole) - 8
            passed += 1
            shutil.rmtree(place.database)
            place.env_file.unlink()
    assert passed < len(whole) / 10


@pytest.mark.parametrize("lost", [1, 4, 8, 9, 100])
def test_a_file_without_its_last_bytes_is_refused(tmp_path: Path, lost: int) -> None:
    file = house(tmp_path)
    file.write_bytes(file.read_bytes()[:-lost])
    assert "it ends too early" in refused(tmp_path, file)


# mtime: a test's name holds these bytes, and every process of the suite must find the same names.
@pytest.mark.parametrize("more", [b"\0", b"x", b"\0" * 100_000, gzip.compress(b"", mtime=0)])
def test_a_file_that_goes_on_is_refused(tmp_path: Path, more: bytes) -> None:
    file = house(tmp_path)
    file.write_bytes(file.read_bytes() + more)
    assert "it goes on after its end" in refused(tmp_path, file)


def test_a_tar_that_goes_on_inside_the_stream_is_refused(tmp_path: Path) -> None:
    file = house(tmp_path)
    file.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()) + b"x"))
    assert "it goes on after its end" in refused(tmp_path, file)


@pytest.mark.parametrize("name", ["batida.env", "saved.json", f"{BASE}/credentials.json", CONTROL])
def test_a_member_of_absurd_size_is_refused_by_name_before_it_is_read(
    tmp_path: Path, name: str
) -> None:
    """Only its header is there: whoever began to read it would say that it ends too early."""
    member = tarfile.TarInfo(name)
    member.size = 2 << 30
    file = tmp_path / "odd.tar.gz"
    with gzip.open(file, "wb") as out:
        out.write(member.tobuf())
    with pytest.raises(CannotStart, match=f"its {name} has {2 << 30} bytes"):
        saved.unpack(file, tmp_path / "new")


def test_a_name_of_absurd_length_is_refused_before_it_is_read(tmp_path: Path) -> None:
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 2 << 30
    file = tmp_path / "odd.tar.gz"
    with gzip.open(file, "wb") as out:
        out.write(member.tobuf())
    with pytest.raises(CannotStart, match="a header of a kind that no saved house has"):
        saved.unpack(file, tmp_path / "new")


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path, tmp_path / "none.tar.gz")
    assert "cannot be read" in refused(tmp_path, tmp_path)


def test_a_link_in_the_copy_is_not_saved(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "pg_wal").symlink_to("/etc")
    with pytest.raises(CannotStart, match="pg_wal is no file and no folder"):
        saved.pack(io.BytesIO(), ENV, CREDENTIALS, tmp_path / "data")


def left(place: Place) -> list[Path]:
    """What a refused restore left: nothing but an empty folder."""
    return [*place.database.iterdir(), *place.path.glob("batida.*")]
