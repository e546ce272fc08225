"""What deploy/run may be told. Read before anything is installed: the standard library only."""

import argparse
from collections.abc import Sequence


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Return the options of deploy/run; print and exit for --help and for what is none."""
    parser = argparse.ArgumentParser(
        prog="deploy/run",
        description="Sets up what is missing, opens the house, closes it on Ctrl-C or SIGTERM.",
        epilog="DATABASE_URL and REDIS_URL name servers of yours in place of the embedded ones; "
        "DATABASE_OWNER_URL the owner of the tables, who migrates them; "
        "BATIDA_VAR another folder than var/.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (%(default)s)")
    parser.add_argument(
        "--demo", action="store_true", help="also make people and tables to look at; prints them"
    )
    return parser.parse_args(given)
