"""Whether a folder of packages still holds what a lock file pins. The standard library only."""

import re
from pathlib import Path

PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)", re.MULTILINE)
# A package's or module's first file, as its RECORD lists it.
ENTRANCE = re.compile(r"^([\w-]+(?:/__init__)?\.py),", re.MULTILINE)


def missing(venv: Path, lock: Path) -> list[str]:
    """Return the names of the packages that are not there, or have lost what is imported of them.

    Quick enough for every start: it looks for one file of each importable package, not for all.
    """
    found = {}
    for record in venv.glob("lib/python3*/site-packages/*.dist-info/RECORD"):
        name, _, version = record.parent.name.removesuffix(".dist-info").partition("-")
        found[_plain(name), version] = record
    return [
        name
        for name, version in PIN.findall(lock.read_text())
        if not _can_be_entered(found.get((_plain(name), version)))
    ]


def _can_be_entered(record: Path | None) -> bool:
    if record is None:
        return False
    packages = record.parent.parent
    return all((packages / entrance).exists() for entrance in ENTRANCE.findall(record.read_text()))


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
