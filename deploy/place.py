"""The folder `var/`: everything of this house that is not in the repository.

var/                0700 (0710 when PostgreSQL runs under a user of its own)
  batida.env        0600: SECRET_KEY, BATIDA_SEAL_KEY, DATABASE_URL
  run.lock          held by the running deploy/run
  save.lock         held by a running deploy/backup save
  pids/  log/  metrics/  broker/  pg/
"""

import contextlib
import fcntl
import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from deploy.errors import CannotStart
from deploy.synced import sync_names

ROOT = Path(__file__).resolve().parent.parent
RESTORED = "restored"
"""A file in the cluster's folder: it came from a backup, and the ledger does not say so yet."""
SECRETS = {"SECRET_KEY": 50, "BATIDA_SEAL_KEY": 32}  # length in random bytes, written as hex


@dataclass(frozen=True)
class Place:
    """Where things lie; `open_place` makes one."""

    path: Path

    @property
    def env_file(self) -> Path:
        """The file of secrets, read by the settings."""
        return self.path / "batida.env"

    @property
    def logs(self) -> Path:
        """One log file for each process."""
        return self.path / "log"

    @property
    def pids(self) -> Path:
        """One file for each child: process id and start time."""
        return self.path / "pids"

    @property
    def metrics(self) -> Path:
        """What each process counts of itself (deploy.measured writes it)."""
        return self.path / "metrics"

    @property
    def broker(self) -> Path:
        """The folder of the embedded broker (deploy.broker makes it when it needs it)."""
        return self.path / "broker"

    @property
    def save_lock(self) -> Path:
        """Held by a running deploy/backup save."""
        return self.path / "save.lock"

    @property
    def copy(self) -> Path:
        """The copy of the database from which deploy/backup save writes its file."""
        return self.database / "copy.partial"

    @property
    def database(self) -> Path:
        """The home of the embedded PostgreSQL."""
        return self.path / "pg"


def open_place(path: Path | None = None) -> Place:
    """Make or check the folder (default: $BATIDA_VAR, else var/), readable by its owner only."""
    path = path or Path(os.environ.get("BATIDA_VAR") or ROOT / "var").absolute()
    place = Place(path)
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o067:
            path.chmod(0o700)
        for folder in (place.logs, place.pids):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
            raise PermissionError(13, "Permission denied")
    except OSError as error:
        raise CannotStart(
            f"{path} cannot be used ({error.strerror}): "
            "start as the user who made it, or set BATIDA_VAR to a folder of your own"
        ) from error
    return place


def hold(place: Place) -> int:
    """Return a lock that lasts until this process ends; one house at a time on one folder."""
    try:
        lock = os.open(place.path / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        owner = os.pread(lock, 20, 0).decode().strip() or "unknown"
        os.close(lock)
        raise CannotStart(
            f"this house is already open on {place.path} (process {owner}): stop that one first, "
            "or set BATIDA_VAR to another folder"
        ) from error
    except OSError as error:
        raise CannotStart(f"{place.path}/run.lock cannot be opened: {error.strerror}") from error
    os.ftruncate(lock, 0)
    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def clear_half_made(place: Place) -> None:
    """Remove what a restore, a first start or a save that was killed left behind.

    For whoever holds the house: nobody else restores or starts here. A save may be under way, and
    keeps its copy.
    """
    place.env_file.with_name(f"{place.env_file.name}.partial").unlink(missing_ok=True)
    shutil.rmtree(place.database / "partial", ignore_errors=True)
    if not place.copy.exists():
        return
    with contextlib.suppress(OSError), place.save_lock.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(place.copy, ignore_errors=True)


def empty_broker(place: Place) -> None:
    """Remove whatever lies where the embedded broker keeps its messages; nothing there matters.

    What cannot be removed is left: the worker says in its log what it cannot use.
    """
    with contextlib.suppress(OSError):
        if place.broker.is_dir() and not place.broker.is_symlink():
            shutil.rmtree(place.broker)
        else:
            place.broker.unlink(missing_ok=True)


def read_env(path: Path) -> dict[str, str]:
    """Return the file's NAME=value lines; {} when there is no file."""
    try:
        return parse_env(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(f"{path} cannot be read: {error}") from error


def parse_env(text: str) -> dict[str, str]:
    """Return the text's NAME=value lines."""
    lines = text.splitlines()
    pairs = (line.partition("=") for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, _, value in pairs}


def ensure_secrets(place: Place, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the house's secrets; make the missing ones, once.

    A new seal key beside an old database would make every hand in play unreadable, so that
    mix is refused.
    """
    kept = read_env(place.env_file)
    absent = [name for name in SECRETS if not (environ.get(name) or kept.get(name))]
    if absent and (place.database / "cluster").exists():
        raise CannotStart(
            f"{place.env_file} lacks {' and '.join(absent)}, but {place.database} holds chips "
            "that were kept with it: put the old file back, or move both away to begin anew"
        )
    made = {name: secrets.token_hex(SECRETS[name]) for name in absent}
    if made:
        write_env(place.env_file, kept | made)
    return kept | made


def ensure_nothing_lost(place: Place) -> None:
    """Refuse to begin anew where chips have been kept and their database is gone.

    The file names a database only once that has answered.
    """
    data = place.database / "cluster" / "data"
    if "DATABASE_URL" in read_env(place.env_file) and not any((data / "base").glob("*/*")):
        raise CannotStart(
            f"{place.env_file} belongs to a database in {place.database}, which is not there: "
            f"put {place.database} back (from a backup), or move {place.env_file.name} away "
            "to begin anew"
        )


def write_env(path: Path, values: Mapping[str, str]) -> None:
    """Replace the file at once (a reader sees the old or the new one), mode 0600."""
    head = "# Written by deploy/run. Secrets: keep a copy, show it to nobody.\n"
    text = head + "".join(f"{name}={value}\n" for name, value in values.items())
    partial = path.with_suffix(".partial")
    with open_new(partial) as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    sync_names(path)


def open_new(path: Path) -> BinaryIO:
    """Open a new file, mode 0600; what had its name is unlinked, never written through."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    return os.fdopen(os.open(path, flags, 0o600), "wb")
