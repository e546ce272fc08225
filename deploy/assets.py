"""What is made from the repository before the house opens: translations and static files."""

import fcntl
import hashlib
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

STAMP = ".made-from"


def compile_translations(root: Path) -> int:
    """Write a .mo beside each .po that is newer; return how many. Fuzzy entries are left out."""
    made = 0
    for source in sorted(root.glob("*/**/locale/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalog = read_po(file, locale=source.parent.parent.name)
        partial = target.with_suffix(".partial")
        with partial.open("wb") as file:
            write_mo(file, catalog)
        partial.replace(target)
        made += 1
    return made


def collect_static() -> bool:
    """Collect, name by content and compress the static files if one changed; True if it did."""
    target = Path(settings.STATIC_ROOT)
    target.mkdir(parents=True, exist_ok=True)
    with (target / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        source, stamp = _fingerprint(), target / STAMP
        if stamp.exists() and stamp.read_text() == source:
            return False
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(source)
    return True


def _fingerprint() -> str:
    """Return a digest of every source file's place, size and time, and of the set of apps."""
    digest = hashlib.sha256(" ".join(app.name for app in apps.get_app_configs()).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
