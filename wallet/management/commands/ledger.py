"""`manage.py ledger`: prints the seals, and proves the ledger against published ones."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from wallet.queries import seals
from wallet.sealed import BadSeals, Verdict, parse, verify


class Command(BaseCommand):
    """Needs only the right to read. Exit 1 when something was altered."""

    help = "Print the ledger's seals, or prove every hash chain and seal (exit 1 if broken)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("seals", help="print every seal as `N HASH TIME`, the oldest first")
        proof = actions.add_parser("verify", help="prove the chains, the seals and their order")
        proof.add_argument(
            "--seals",
            type=Path,
            metavar="FILE",
            help="published seals to compare with: lines of `ledger seals` or of the log, or the"
            " JSON of GET /api/v1/ledger/seals",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "seals":
            for seal in seals().reverse().iterator():
                self.stdout.write(f"{seal.n} {bytes(seal.hash).hex()} {seal.created_at:%FT%TZ}")
            return
        verdict = verify(_published(options["seals"]))
        for fault in verdict.faults:
            self.stdout.write(fault)
        self.stdout.write(_last_line(verdict))
        if verdict.faults:
            raise SystemExit(1)


def _published(path: Path | None) -> dict[int, str]:
    if path is None:
        return {}
    try:
        with path.open(encoding="utf-8") as lines:
            return parse(lines)
    except (OSError, UnicodeDecodeError, BadSeals) as error:
        raise CommandError(f"{path} cannot be used: {error}") from error


def _last_line(verdict: Verdict) -> str:
    if verdict.faults:
        return f"ledger: BROKEN: {len(verdict.faults)} faults, see above"
    return (
        f"ledger: {verdict.entries:,} entries and {verdict.seals:,} seals hold,"
        f" {verdict.published:,} published seals agree"
    )
