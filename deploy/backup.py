"""`deploy/backup save FILE` and `deploy/backup restore FILE`: the whole house in one file.

The file is a gzipped tar of what `var/` must hold: `batida.env` (the secrets) and the cluster of
the embedded PostgreSQL with its passwords. PostgreSQL's own pg_basebackup copies the cluster as
it was at one moment, while people play; hands in play go on after a restore.
"""

import contextlib
import hashlib
import json
import os
import shutil
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from deploy import options
from deploy.errors import CannotStart
from deploy.place import Place, hold, open_place, read_env
from deploy.postgres import Cluster

ENV = "batida.env"
CLUSTER = PurePosixPath("pg/cluster")
NEEDED = {ENV, f"{CLUSTER}/credentials.json", f"{CLUSTER}/data/backup_manifest"}


def main(given: Sequence[str]) -> int:
    """Do what was asked; 1 with one sentence when it cannot be done, and nothing is changed."""
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
    except CannotStart as error:
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

    Raises CannotStart when there is no house, or when copy or file cannot be made.
    """
    if file.exists():
        raise CannotStart(f"{file} exists already: name a new file")
    if not (place.database / "cluster").exists():
        raise CannotStart(f"{place.path} holds no house: set BATIDA_VAR to the folder of yours")
    partial = file.with_name(f"{file.name}.partial")
    try:
        with copied(place) as copy, _private(partial) as tar:
            tar.add(place.env_file, ENV)
            tar.add(place.database / "cluster" / "credentials.json", f"{CLUSTER}/credentials.json")
            tar.add(copy, f"{CLUSTER}/data")
        partial.replace(file)
    except OSError as error:
        raise CannotStart(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)


@contextlib.contextmanager
def copied(place: Place) -> Iterator[Path]:
    """Give a folder with a copy of the database; a closed house is served for that time."""
    cluster = Cluster(place.database, place.logs / "postgres.log")
    copy = place.database / "copy.partial"
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
    is put in its place last and at once: a restore that was killed may be repeated.
    """
    lock = hold(place)
    try:
        if (place.database / "cluster").exists():
            raise CannotStart(
                f"{place.path} holds a house already, and nothing is written over it: "
                "move it away, or set BATIDA_VAR to a new folder"
            )
        place.database.mkdir(mode=0o700, exist_ok=True)
        cluster = Cluster(place.database, place.logs / "postgres.log")
        unpacked = place.database / "partial"  # a start clears what is left of it
        shutil.rmtree(unpacked, ignore_errors=True)
        try:
            secrets = _unpack(file, unpacked)
            if place.env_file.exists() and place.env_file.read_bytes() != secrets:
                raise CannotStart(
                    f"{place.env_file} holds the secrets of another house: move it away, "
                    "or set BATIDA_VAR to a new folder"
                )
            if wrong := _differs(unpacked / "data"):
                raise CannotStart(f"{file} is damaged: {wrong} is not as it was saved")
            cluster.take_over(unpacked)
            _write_private(place.env_file, secrets)
            unpacked.rename(place.database / "cluster")
        finally:
            shutil.rmtree(unpacked, ignore_errors=True)
    finally:
        os.close(lock)


@contextlib.contextmanager
def _private(path: Path) -> Iterator[tarfile.TarFile]:
    """Give a gzipped tar to fill, mode 0600; it is on the disk when the block ends."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    with os.fdopen(os.open(path, flags, 0o600), "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as tar:
            yield tar
        out.flush()
        os.fsync(out.fileno())


def _write_private(path: Path, content: bytes) -> None:
    partial = path.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(path)


def _unpack(file: Path, folder: Path) -> bytes:
    """Unpack the cluster to `folder` and return the secrets; CannotStart for anything else."""
    secrets, seen = b"", set()
    folder.mkdir(mode=0o700)
    try:
        with tarfile.open(file, "r:gz") as tar:
            for member in tar:
                path = PurePosixPath(member.name)
                if member.name == ENV and member.isreg() and (content := tar.extractfile(member)):
                    secrets = content.read()
                elif _is_ours(path) and (member.isreg() or member.isdir()):
                    member.name = str(path.relative_to(CLUSTER))
                    member.mode = 0o700 if member.isdir() else 0o600
                    tar.extract(member, folder)
                else:
                    raise CannotStart(f"{file} is no saved house: it holds {member.name}")
                seen.add(str(path))
    except (OSError, EOFError, tarfile.TarError) as error:
        raise CannotStart(f"{file} cannot be read: {error}") from error
    if absent := sorted(NEEDED - seen):
        raise CannotStart(f"{file} is no saved house: {absent[0]} is not in it")
    return secrets


def _differs(data: Path) -> str:
    """Return the first file that is not as PostgreSQL's manifest of the copy says, "" if none.

    (The wheel's own pg_verifybackup, which is for this, crashes.)
    """
    manifest = json.loads((data / "backup_manifest").read_text())
    for told in manifest["Files"]:
        path = data / told["Path"]
        if not path.is_file() or path.stat().st_size != told["Size"]:
            return str(told["Path"])
        with path.open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != told["Checksum"]:
                return str(told["Path"])
    return ""


def _is_ours(path: PurePosixPath) -> bool:
    return path.is_relative_to(CLUSTER) and ".." not in path.parts


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
