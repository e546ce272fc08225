"""`deploy/backup save FILE` and `deploy/backup restore FILE`: the whole house in one file.

The file (`deploy.saved`) is a tar of what `var/` must hold: `batida.env` (the secrets) and the
cluster of the embedded PostgreSQL with its passwords. PostgreSQL's own pg_basebackup copies the
cluster as it was at one moment, while people play; hands in play go on after a restore.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from deploy import options, saved
from deploy.errors import CannotStart
from deploy.place import RESTORED, Place, clear_half_made, hold, open_new, open_place, read_env
from deploy.postgres import Cluster
from deploy.synced import sync_names, sync_tree


def main(given: Sequence[str]) -> int:
    """Do what was asked; 1 with one sentence when it cannot be done, and nothing is changed."""
    for number in (signal.SIGTERM, signal.SIGHUP):  # a closed terminal is a Ctrl-C too
        signal.signal(number, signal.default_int_handler)
    asked = options.backup(given)
    file = Path(asked.file).absolute()
    try:
        place = _own_database(open_place())
        if asked.what == "save":
            save(place, file)
            print(f"saved in {file} ({file.stat().st_size / 1e6:.1f} MB)")
        else:
            restore(place, file)
            print(f"restored in {place.path}: start deploy/run, then let manage.py audit count")
    except (CannotStart, OSError) as error:
        sys.stderr.write(f"deploy/backup: {error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("deploy/backup: stopped before it was done; start again any time\n")
        return 130
    return 0


def _own_database(place: Place) -> Place:
    if os.environ.get("DATABASE_URL"):
        raise CannotStart(
            "DATABASE_URL names a server of yours: save that by pg_dump, "
            f"and keep {place.env_file} with it"
        )
    return place


def save(place: Place, file: Path) -> None:
    """Write the house to `file`, which must not exist yet; only its owner may read it.

    Raises CannotStart when there is no house, when it is being saved already, and when copy or
    file cannot be made.
    """
    try:
        if file.exists():
            raise CannotStart(f"{file} exists already: name a new file")
        if file.resolve().is_relative_to(place.path.resolve()):
            raise CannotStart(
                f"{file} would lie in {place.path}, the house's own folder, and be lost with it: "
                "name a file elsewhere, best on another disk"
            )
        cluster = place.database / "cluster"
        if not cluster.exists():
            raise CannotStart(
                f"{place.path} holds no house: set BATIDA_VAR to the folder of yours"
            )
        with _alone(place), _written(file) as out, copied(place) as copy:
            credentials = (cluster / "credentials.json").read_bytes()
            saved.pack(out, place.env_file.read_bytes(), credentials, copy)
    except OSError as error:
        raise CannotStart(f"{file} cannot be written: {error.strerror or error}") from error


@contextlib.contextmanager
def copied(place: Place) -> Iterator[Path]:
    """Give a folder with a copy of the database; a closed house is served for that time."""
    cluster = Cluster(place.database, place.logs / "postgres.log")
    copy = place.copy
    shutil.rmtree(copy, ignore_errors=True)  # of a save that was killed
    try:
        try:
            lock = hold(place)
        except CannotStart:  # it is open, and its file says where the database answers
            cluster.attach(read_env(place.env_file).get("DATABASE_URL", ""))
            cluster.copy(copy)
        else:
            try:
                with cluster.served():
                    cluster.copy(copy)
            finally:
                os.close(lock)
        yield copy
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def restore(place: Place, file: Path) -> None:
    """Fill an empty var/ from `file`.

    Raises CannotStart when var/ holds a house, and when `file` is not a whole one. The cluster
    is put in its place last and at once: a restore that was killed may be repeated. When it
    returns, all is on the disk.
    """
    lock = hold(place)
    try:
        clear_half_made(place)
        if (place.database / "cluster").exists():
            raise CannotStart(
                f"{place.path} holds a house already, and nothing is written over it: "
                "move it away, or set BATIDA_VAR to a new folder"
            )
        place.database.mkdir(mode=0o700, exist_ok=True)
        cluster = Cluster(place.database, place.logs / "postgres.log")
        unpacked = place.database / "partial"
        try:
            secrets = saved.unpack(file, unpacked)
            if place.env_file.exists() and place.env_file.read_bytes() != secrets:
                raise CannotStart(
                    f"{place.env_file} holds the secrets of another house: move it away, "
                    "or set BATIDA_VAR to a new folder"
                )
            (unpacked / RESTORED).touch(mode=0o600)  # `deploy.ready` takes note
            cluster.take_over(unpacked)
            sync_tree(unpacked)
            with _written(place.env_file) as out:
                out.write(secrets)
            unpacked.rename(place.database / "cluster")
            sync_names(place.database / "cluster")
        finally:
            shutil.rmtree(unpacked, ignore_errors=True)
    finally:
        os.close(lock)


@contextlib.contextmanager
def _alone(place: Place) -> Iterator[None]:
    """One save at a time: all use the same folder for their copy."""
    path = place.save_lock
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise CannotStart(f"{path} cannot be opened: {error.strerror}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotStart(
                f"another save of {place.path} is under way: wait until it has ended"
            ) from error
        yield
    finally:
        os.close(lock)


@contextlib.contextmanager
def _written(path: Path) -> Iterator[BinaryIO]:
    """Give a new private file, which has its name when the block ends, and is gone if that fails.

    It is written beside, under a name of its own: whatever stood there is unlinked.
    """
    partial = path.with_name(f"{path.name}.partial")
    if partial.is_dir() and not partial.is_symlink():
        raise CannotStart(f"{partial} is a folder: move it away, or name another file")
    out = open_new(partial)
    try:
        with out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        partial.replace(path)
        sync_names(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
