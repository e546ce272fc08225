"""Seals that somebody kept, for tests, and what `ledger verify` says of them."""

import io
from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from wallet import commands, queries


def hashes() -> dict[int, str]:
    """What each line that is kept says after the number: the hash, the time, and a restore."""
    return {
        seal.n: f"{bytes(seal.hash).hex()} {seal.created_at.isoformat()}"
        + " after-a-restore" * seal.restored
        for seal in queries.seals()
    }


def forged(line: str) -> str:
    """The same time with a hash that never was."""
    return f"{'0' * 64} {line.split()[1]}"


def back_to(seal: int, *, noted: bool = True) -> None:
    """Forget the seals above this one, as an older copy of the database has none of them.

    `noted`: the copy is from after the restores that were noted.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        if not noted:
            cursor.execute("DELETE FROM ledger_restore WHERE after >= %s", [seal])
        cursor.execute("DELETE FROM ledger_seal_line WHERE seal_id > %s", [seal])
        cursor.execute("DELETE FROM ledger_seal WHERE n > %s", [seal])
        cursor.execute("SET LOCAL session_replication_role = origin")


def play(move: Callable[[str], None], *hands: str) -> dict[int, str]:
    """Play these hands with a seal after each; what somebody kept of the seals then."""
    for hand in hands:
        move(hand)
        commands.seal()
    return hashes()


def verify(tmp_path: Path, *several: dict[int, str]) -> tuple[int, list[str]]:
    """What the command line says of the seals that were kept."""
    file, out = tmp_path / "kept", io.StringIO()
    rows = [f"{n} {value}\n" for kept in several for n, value in kept.items()]
    file.write_text("".join(rows))
    code = 0
    try:
        call_command("ledger", "verify", "--seals", str(file), stdout=out)
    except SystemExit as end:
        code = int(str(end.code))
    return code, out.getvalue().splitlines()
