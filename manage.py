#!/usr/bin/env python3
"""Django's command line for Batida, e.g. `manage.py audit`."""

import os
import sys

CLOSED = "the house is closed: start deploy/run, or set DATABASE_URL"


def main() -> None:
    """Run the named management command with the house's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    # One command needs one connection, and a pool would wait for a server that is not there.
    os.environ.setdefault("DB_POOL", "0")
    # A command says by itself what it did.
    os.environ.setdefault("BATIDA_LOG_LEVEL", "WARNING")
    try:
        # Imported here: a bare Python gets the sentence below.
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - see above
        from django.core.management import execute_from_command_line  # noqa: PLC0415 - see above
        from django.db import OperationalError  # noqa: PLC0415 - see above
    except ImportError:
        sys.exit(
            "Django is not here: run deploy/run once, "
            f"then .venv/bin/python manage.py {' '.join(sys.argv[1:]) or '…'}"
        )
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"manage.py: {error}")
    except OperationalError as error:
        # A server that answered gives a code; without one there was no connection at all.
        if getattr(error.__cause__, "sqlstate", None):
            raise
        sys.exit(f"manage.py: {_no_connection(str(error))}")


def _no_connection(said: str) -> str:
    """Return one sentence for libpq's many lines."""
    if "Is the server running" in said:
        return CLOSED
    first = (said.strip().splitlines() or ["no reason given"])[0]
    return f"the database cannot be used: {first}"


if __name__ == "__main__":
    main()
