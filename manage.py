#!/usr/bin/env python3
"""Django's command line for Batida, e.g. `manage.py audit`."""

import os
import sys


def main() -> None:
    """Run the named management command with the house's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    try:
        # Imported here: a bare Python gets the sentence below.
        from django.core.management import execute_from_command_line  # noqa: PLC0415 - see above
    except ImportError:
        sys.exit("Django is not here: run deploy/run once, then .venv/bin/python manage.py …")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
