"""`manage.py ledger`: prints the seals, and proves the ledger against published ones."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, ProgrammingError

from wallet import commands
from wallet.published import AFTER_A_RESTORE, BadSeals, Published, parse
from wallet.queries import seals
from wallet.sealed import Verdict, verify

ALTERED = 1
UNUSABLE = 2
GONE = 3
OWNER_ALONE = (
    "Only the owner of the ledger's tables states a restore: let DATABASE_URL be what"
    " DATABASE_OWNER_URL is, for this command alone"
)


class Command(BaseCommand):
    """Needs only the right to read; `restored` needs the owner of the tables.

    Exit `ALTERED` when something was; `GONE` when nothing was that the published seals still
    show, and a restore took others; `UNUSABLE` when nothing was compared.
    """

    help = (
        "Print the ledger's seals, or prove every hash chain and seal (exit 1 if broken, 2 if"
        " the file of seals or the ledger cannot be read, 3 if published seals are gone by a"
        " restore that the house states)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("seals", help="print every seal as `N HASH TIME`, the oldest first")
        actions.add_parser(
            "restored",
            help="state that this database was restored from a backup; needs the owner"
            " (DATABASE_URL set to DATABASE_OWNER_URL); deploy/backup and deploy/run do it",
        )
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
                after = f" {AFTER_A_RESTORE}" if seal.restored else ""
                line = f"{seal.n} {bytes(seal.hash).hex()} {seal.created_at:%FT%T.%fZ}{after}"
                self.stdout.write(line)
            return
        if options["action"] == "restored":
            try:
                after_seal = commands.note_restore()
            except ProgrammingError as error:  # of a role that has no right to it
                raise CommandError(f"{str(error).strip()}. {OWNER_ALONE}") from error
            self.stdout.write(f"ledger: restored after seal {after_seal}; the next seal says so")
            return
        published = _published(options["seals"])
        try:
            verdict = verify(published)
        except DatabaseError as error:
            said = f"The ledger cannot be read, so nothing is proved: {str(error).strip()}"
            raise CommandError(said, returncode=UNUSABLE) from error
        for line in (*verdict.faults, *verdict.gone):
            self.stdout.write(line)
        self.stdout.write(_last_line(verdict))
        if verdict.faults:
            raise SystemExit(ALTERED)
        if verdict.gone:
            raise SystemExit(GONE)


def _published(path: Path | None) -> Published:
    if path is None:
        return {}
    try:
        with path.open(encoding="utf-8") as lines:
            return parse(lines)
    except (OSError, UnicodeDecodeError, BadSeals) as error:
        raise CommandError(f"{path} cannot be used: {error}", returncode=UNUSABLE) from error


def _last_line(verdict: Verdict) -> str:
    if verdict.faults:
        return f"ledger: BROKEN: {len(verdict.faults)} faults, see above"
    if verdict.gone:
        return (
            f"ledger: RESTORED after seal {verdict.after}: {verdict.entries:,} entries and"
            f" {verdict.seals:,} seals hold, {verdict.agree:,} of {verdict.published:,} published"
            f" seals agree. Nothing that these sealed was altered; what was booked after seal"
            f" {verdict.after} and before the restore is gone, and nothing here proves what it"
            " was. If nobody told you of a restore at that time, take it for an alteration."
        )
    return (
        f"ledger: {verdict.entries:,} entries and {verdict.seals:,} seals hold,"
        f" {verdict.published:,} published seals agree"
    )
