"""Makes the database and the files ready for this version; the last step before the doors open.

`python -m deploy.ready [--demo]`: prints one sentence and exits 1 when the house must not open.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import django
from django.core import checks
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from deploy.errors import CannotStart
from deploy.place import RESTORED

ROOT = Path(__file__).resolve().parent.parent
MIGRATION_LOCK = 0x42415449  # "BATI": two starting servers on one database migrate one by one


def main(arguments: Sequence[str]) -> int:
    """Run every step; each is quick when there is nothing to do."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    try:
        django.setup()
        _assets()
        migrate()
        run_checks(serving_as())
        if "--demo" in arguments:
            _demo()
    except (CannotStart, CommandError) as error:
        print(error)
        return 1
    except DatabaseError as error:
        traceback.print_exc()
        print(f"the database refused: {str(error).strip().splitlines()[0]}")
        return 1
    return 0


def _assets() -> None:
    from deploy import assets  # noqa: PLC0415 - it looks into the apps, which must be set up

    assets.compile_translations(ROOT)
    assets.collect_static()


def migrate() -> None:
    """Apply what is not applied yet; refuse a database that is ahead of this code."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
        try:
            executor = MigrationExecutor(connection)
            known, applied = executor.loader.disk_migrations, executor.loader.applied_migrations
            ours = {app for app, _ in known}
            ahead = sorted(f"{a}.{n}" for a, n in applied if a in ours and (a, n) not in known)
            if ahead and not executor.loader.replacements:
                raise CannotStart(
                    f"the database is ahead of this version (it has {ahead[-1]}): "
                    "start the newer version, or restore an older backup"
                )
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                print("deploy: preparing the database", file=sys.stderr)
                call_command("migrate", interactive=False, verbosity=0)
            if serving_as() != "default":
                _give_rights()
            _note_restore()
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def serving_as() -> str:
    """Return the connection of the role that the house will serve as."""
    return "app" if "app" in connections else "default"


def _note_restore() -> None:
    """State in the ledger that this house was restored, once, before anything is sealed."""
    from django.conf import settings  # noqa: PLC0415 - Django is set up by now

    from wallet import commands  # noqa: PLC0415 - it asks for the settings

    mark = settings.VAR_DIR / "pg" / "cluster" / RESTORED
    if mark.exists():
        commands.note_restore()
        mark.unlink()


def _give_rights() -> None:
    from wallet import roles  # noqa: PLC0415 - it asks for the settings

    role = connections[serving_as()].settings_dict["USER"]
    roles.let(str(role))


def run_checks(alias: str = "default") -> None:
    """Run the system checks, those of the database too; an error keeps the house shut."""
    from deploy import checks as ours  # noqa: PLC0415 - it asks for the settings

    found = [*checks.run_checks(databases=[alias]), *ours.ledger_role(databases=[alias])]
    errors = [message for message in found if message.is_serious(checks.ERROR)]
    for message in found:
        print(message, file=sys.stderr)
    if errors:
        first = f"{errors[0].msg} {errors[0].hint or ''}".strip()
        raise CannotStart(f"a start-up check failed ({errors[0].id}): {first}")


def _demo() -> None:
    try:
        call_command("demo")
    except CommandError as error:
        raise CannotStart(f"--demo: {error}") from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
