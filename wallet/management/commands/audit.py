"""`manage.py audit`: proves the books and prints the proof."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from wallet.queries import AuditReport, audit


class Command(BaseCommand):
    """Print one table and one last line; exit 1 when the books are broken."""

    help = (
        "Prove that every chip is accounted for and that no account is negative (exit 1 if not)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help="print the report as one JSON line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        report = audit()
        if options["json"]:
            self.stdout.write(json.dumps({"ok": report.ok, **asdict(report)}))
        else:
            for line in table(report):
                self.stdout.write(line)
            self.stdout.write(report.summary)
        if not report.ok:
            raise SystemExit(1)


def table(report: AuditReport) -> list[str]:
    """Return the report as lines of one table: the chips, then the laws."""
    head = ("what", "counted", "chips", "verdict")
    rows = [
        (
            f"{holding.unit}: {holding.what}",
            "" if holding.accounts is None else f"{holding.accounts:,}",
            f"{holding.chips:,}",
            "",
        )
        for holding in report.holdings
    ]
    laws = [
        (law.what, f"{law.counted:,}", "", f"{law.broken:,} BROKEN" if law.broken else "holds")
        for law in report.laws
    ]
    widths = [max(len(row[i]) for row in [head, *rows, *laws]) for i in range(len(head))]
    rule = "  ".join("-" * width for width in widths)
    return [_line(head, widths), rule, *(_line(row, widths) for row in rows + laws), rule]


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    what, counted, chips, verdict = row
    cells = (
        what.ljust(widths[0]),
        counted.rjust(widths[1]),
        chips.rjust(widths[2]),
        verdict.ljust(widths[3]),
    )
    return "  ".join(cells).rstrip()
