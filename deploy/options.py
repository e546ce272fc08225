"""What deploy/run and deploy/backup may be told.

Read before anything is installed: the standard library only.
"""

import argparse
from collections.abc import Sequence

WEBS_MAX = 32


def arguments(given: Sequence[str]) -> argparse.Namespace:
    """Return the options of deploy/run; print and exit for --help and for what is none."""
    parser = argparse.ArgumentParser(
        prog="deploy/run",
        description="Sets up what is missing, opens the house, closes it on Ctrl-C or SIGTERM.",
        epilog="DATABASE_URL and REDIS_URL name servers of yours in place of the embedded ones; "
        "DATABASE_OWNER_URL the owner of the tables, who migrates them; "
        "BATIDA_VAR another folder than var/; BATIDA_TIME_ZONE the zone in which pages show times "
        "(an IANA name; UTC).",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one (%(default)s)")
    parser.add_argument(
        "--webs",
        type=_some_processes,
        default=1,
        metavar="N",
        help=f"web processes, 1 to {WEBS_MAX}; one serves about a hundred tables in play, "
        "more want a core each (%(default)s)",
    )
    parser.add_argument(
        "--demo", action="store_true", help="also make people and tables to look at; prints them"
    )
    return parser.parse_args(given)


def backup(given: Sequence[str]) -> argparse.Namespace:
    """Return what deploy/backup is to do; print and exit for --help and for what is neither."""
    parser = argparse.ArgumentParser(
        prog="deploy/backup",
        description="Saves the house, open or closed, in one file, or fills an empty var/ "
        "(or BATIDA_VAR) from such a file. It holds the secrets: show it to nobody.",
    )
    parser.add_argument("what", choices=("save", "restore"))
    parser.add_argument("file", help="a new file to save in, or one that was saved")
    return parser.parse_args(given)


def _some_processes(given: str) -> int:
    """Read a number of processes; argparse says the sentence and ends with 2."""
    try:
        number = int(given)
    except ValueError:
        number = 0
    if not 1 <= number <= WEBS_MAX:
        message = f"a whole number from 1 to {WEBS_MAX}, not {given!r}"
        raise argparse.ArgumentTypeError(message)
    return number
