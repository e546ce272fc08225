"""Load over real sockets: a table of measured numbers, each with its limit beside it.

    .venv/bin/python -m tests.load [tables|idle|spectators|kill]... [--webs 2] [--seconds 30]

Needs DATABASE_URL of a server where it may make a database of its own; starts web processes as
`deploy.web` does and ends them. The client is this one process, on the same machine.

- tables: so many tables of four, one action a second at each, from its sending to the last of the
  four who is told of it;
- idle: so many sockets that only ping, the memory of the web processes for each, also when all
  speak at once after a standstill, and its growth from then on;
- spectators: one table with so many onlookers, and the players' latency without and with them;
- kill: twenty tables, two web processes, one of them killed by SIGKILL in mid-play and started
  again later: who was cut off comes back, and no turn is lost.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

import django

from tests.load.house import DATABASE, open_web
from tests.load.report import Line
from tests.scratch import own_database


def main() -> int:
    """Set up, run the trials asked for, print the table; 1 if a limit was missed."""
    parser = argparse.ArgumentParser(prog="tests.load", description=__doc__.splitlines()[0])
    parser.add_argument("trials", nargs="*", help="tables, idle, spectators, kill; all if none")
    parser.add_argument("--webs", type=int, default=1, help="web processes (%(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="of play (%(default)s)")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--idle-seconds", type=float, default=60, help="1800 for the whole trial")
    parser.add_argument("--spectators", type=int, default=500)
    options = parser.parse_args()
    os.environ["DATABASE_URL"] = own_database(DATABASE)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - after setup

    from tests.load.trials import TRIALS  # noqa: PLC0415 - it imports models

    call_command("migrate", verbosity=0)
    lines: list[Line] = []
    for name in options.trials or list(TRIALS):
        log = Path(tempfile.gettempdir()) / f"batida-load-{name}.log"
        with open_web(2 if name == "kill" else options.webs, log) as web:
            lines += asyncio.run(TRIALS[name](web, options))
            lines.append(Line(f"{name}: errors in the web processes' logs", web.faults(), 0, ""))
    print(f"\n{'':<52} {'measured':>10} {'limit':>10}")
    print(*lines, sep="\n")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, client included")
    return int(any(line.value > line.limit for line in lines))


if __name__ == "__main__":
    sys.exit(main())
