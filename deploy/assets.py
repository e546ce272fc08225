"""What is made from the repository before the house opens: translations and static files."""

import fcntl
import hashlib
from pathlib import Path
from typing import Any

import django
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

STAMP = ".made-from"
APPS_WITH_WORDS = ("deploy", "tables", "tournaments", "wallet")


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Files named by their content, with a gzip twin; imports inside modules are renamed too.

    No Brotli: it spends twenty seconds of the first start on the API page's scripts to save a
    tenth of their size.
    """

    support_js_module_import_aggregation = True
    # One pass for each step of the longest chain of imports; ours is longer than Django's five.
    max_post_process_passes = 20

    def create_compressor(self, **options: Any) -> Compressor:
        """Return the compressor for every collected file but source maps."""
        extensions = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
        return Compressor(**{**options, "use_brotli": False, "extensions": extensions})


def compile_translations(root: Path) -> int:
    """Write a .mo beside each .po that is newer; return how many. Fuzzy entries are left out."""
    made = 0
    found = (root / app for app in APPS_WITH_WORDS)
    for source in sorted(path for app in found for path in app.rglob("locale/*/*/*.po")):
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


def main() -> None:
    """Make both, for a start without deploy.ready (the tests)."""
    django.setup()
    compile_translations(Path(settings.BASE_DIR))
    collect_static()


if __name__ == "__main__":
    main()
