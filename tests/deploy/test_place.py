"""The folder var/ and its secrets."""

import os
from pathlib import Path

import pytest

from deploy.errors import CannotStart
from deploy.place import (
    empty_broker,
    ensure_nothing_lost,
    ensure_secrets,
    hold,
    open_place,
    read_env,
    write_env,
)


def test_place_is_private_and_secrets_are_made_once(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    first = ensure_secrets(place, {})
    assert place.path.stat().st_mode & 0o777 == 0o700
    assert place.env_file.stat().st_mode & 0o777 == 0o600
    assert ensure_secrets(place, {}) == first
    assert len(bytes.fromhex(first["BATIDA_SEAL_KEY"])) == 32


def test_secrets_of_the_environment_are_not_written_down(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    ensure_secrets(place, {"SECRET_KEY": "theirs", "BATIDA_SEAL_KEY": "00" * 32})
    assert not place.env_file.exists()


def test_new_seal_key_beside_old_chips_is_refused(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    (place.database / "cluster").mkdir(parents=True)
    with pytest.raises(CannotStart, match="put the old file back"):
        ensure_secrets(place, {})
    assert not place.env_file.exists()


def test_a_lost_database_is_not_replaced_by_an_empty_one(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    ensure_secrets(place, {})
    ensure_nothing_lost(place)  # a first start that was broken off: there never was one
    write_env(place.env_file, read_env(place.env_file) | {"DATABASE_URL": "postgres://…"})
    with pytest.raises(CannotStart, match=r"put .*/pg back .* or move batida\.env away"):
        ensure_nothing_lost(place)
    (place.database / "cluster/data/base/5").mkdir(parents=True)
    with pytest.raises(CannotStart, match="is not there"):
        ensure_nothing_lost(place)
    (place.database / "cluster/data/base/5/1247").touch()
    ensure_nothing_lost(place)


def test_folder_open_to_others_is_closed(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var").chmod(0o755)
    assert open_place(tmp_path / "var").path.stat().st_mode & 0o777 == 0o700


def test_whatever_lies_in_the_brokers_place_goes(tmp_path: Path) -> None:
    """A folder, a file or a link: none of it keeps the house shut, and no target is touched."""
    place = open_place(tmp_path / "var")
    (place.broker / "control").mkdir(parents=True)
    (place.broker / "control" / "celery.exchange").touch()
    empty_broker(place)
    assert not place.broker.exists()
    place.broker.write_text("a file")
    open_place(place.path)
    empty_broker(place)
    assert not place.broker.exists()
    (tmp_path / "kept").mkdir()
    place.broker.symlink_to(tmp_path / "kept")
    empty_broker(place)
    assert not place.broker.is_symlink()
    assert (tmp_path / "kept").is_dir()
    empty_broker(place)


def test_one_house_at_a_time(tmp_path: Path) -> None:
    place = open_place(tmp_path / "var")
    lock = hold(place)
    with pytest.raises(CannotStart, match=rf"process {os.getpid()}\): stop that one first"):
        hold(place)
    os.close(lock)
    os.close(hold(place))


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_unreadable_secrets_are_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "batida.env"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(CannotStart, match="cannot be read"):
        read_env(path)


def test_env_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "batida.env"
    write_env(path, {"A": "1", "B": "x=y"})
    assert read_env(path) == {"A": "1", "B": "x=y"}
    assert [path] == list(tmp_path.iterdir())
