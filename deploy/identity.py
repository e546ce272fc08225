"""As whom PostgreSQL runs: it refuses root, so root needs somebody else.

In this order: the owner of a cluster that exists; the user behind sudo; `postgres`; `nobody`.
Where none of them can reach the checkout (say it lies below /root, 0700), a user namespace in
which root is called `nobody`: PostgreSQL then runs with root's files but not as user 0. We never
open a folder above var/ to others.
"""

import ctypes
import os
import pwd
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from deploy.errors import CannotStart
from deploy.processes import end_with_parent

CLONE_NEWUSER = 0x10000000
NOBODY = 65534
_libc = ctypes.CDLL(None, use_errno=True)  # loaded here: a forked child must not load libraries


class StartOptions(TypedDict, total=False):
    """Arguments for subprocess.Popen."""

    user: int
    group: int
    extra_groups: list[int]
    preexec_fn: Callable[[], None]


@dataclass(frozen=True)
class Identity:
    """Who runs the server: `uid` None means as we are."""

    uid: int | None = None
    gid: int | None = None
    namespace: bool = False

    def options(self, parent_death: int) -> StartOptions:
        """Return how to start a child as this user; `parent_death` is its signal if we die."""
        bound = end_with_parent(parent_death)
        if self.namespace:

            def hook() -> None:
                _enter_namespace()
                bound()  # after: a change of user forgets it

            return {"preexec_fn": hook}
        if self.uid is None or self.gid is None:
            return {"preexec_fn": bound}
        return {"user": self.uid, "group": self.gid, "extra_groups": [], "preexec_fn": bound}

    def own(self, path: Path) -> None:
        """Give the path to this user."""
        if self.uid is not None and self.gid is not None:
            os.chown(path, self.uid, self.gid)


def _enter_namespace() -> None:
    if _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "no user namespace here")
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{NOBODY} 0 1"),
        ("gid_map", f"{NOBODY} 0 1"),
    ):
        # One write call each, as the kernel demands.
        target = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(target, text.encode())
        os.close(target)


def choose(home: Path, server: Path) -> Identity:
    """Return as whom `server` can run with its files under `home` (which exists).

    Raises CannotStart when we are root and nobody else can be used.
    """
    owner = (home / "cluster").stat().st_uid if (home / "cluster").exists() else None
    if os.geteuid() != 0:
        if owner is not None and owner != os.geteuid():
            raise CannotStart(
                f"{home} belongs to another user (uid {owner}): start as the user who made it"
            )
        return Identity()
    for candidate in _candidates(owner):
        # initdb insists on a user that has a name.
        if _has_name(candidate.uid or NOBODY) and _works(candidate, home, server):
            return candidate
    raise CannotStart(
        f"PostgreSQL does not run as root, and no other user can reach {home} and "
        f"{server.parent}: "
        "move the checkout out of root's private folders, start as an ordinary user, "
        "or set DATABASE_URL to a server of yours"
    )


def _candidates(owner: int | None) -> Iterator[Identity]:
    namespace = Identity(namespace=True)
    if owner is not None:
        yield namespace if owner == 0 else Identity(owner, _group_of(owner))
        return
    sudo = os.environ.get("SUDO_UID", "")
    if sudo.isdigit() and int(sudo) != 0:
        yield Identity(int(sudo), _group_of(int(sudo)))
    try:
        entry = pwd.getpwnam("postgres")
        yield Identity(entry.pw_uid, entry.pw_gid)
    except KeyError:
        pass
    yield Identity(NOBODY, NOBODY)
    yield namespace


def _has_name(uid: int) -> bool:
    try:
        return bool(pwd.getpwuid(uid).pw_name)
    except KeyError:
        return False


def _group_of(uid: int) -> int:
    return pwd.getpwuid(uid).pw_gid if _has_name(uid) else uid


def _works(identity: Identity, home: Path, server: Path) -> bool:
    """Try it: open the way into our own folder for this user, enter it, and run the server."""
    before = (home.parent.stat(), home.stat())
    if identity.uid is not None and identity.gid is not None:
        os.chown(home.parent, -1, identity.gid)  # var/ is ours to open, what lies above is not
        home.parent.chmod(0o710)
        identity.own(home)
    try:
        trial = subprocess.run(
            ["/bin/sh", "-c", 'cd "$1" && exec "$2" --version', "sh", str(home), str(server)],
            check=False,
            capture_output=True,
            cwd="/",
            **identity.options(9),
        )
        if trial.returncode == 0:
            return True
    except (OSError, subprocess.SubprocessError):
        pass  # no namespaces here, or no right to change the user
    for path, status in zip((home.parent, home), before, strict=True):
        os.chown(path, status.st_uid, status.st_gid)
        path.chmod(status.st_mode & 0o7777)
    return False
