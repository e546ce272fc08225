"""Reads of the ledger: balances, escrow, statements, the audit. Nothing here changes anything."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet, Sum

from wallet.models import (
    HOUSE_CHIP,
    ISSUING_KINDS,
    TOURNAMENT_UNIT,
    Account,
    AccountKind,
    Entry,
    RequestKey,
    Restore,
    Seal,
    Transfer,
    TransferKind,
)
from wallet.prepared import prepared_cursor
from wallet.request_ids import request_id

AUDIT_SQL = (Path(__file__).parent / "sql" / "audit.sql").read_text(encoding="utf-8")
AUDIT_TIME_MAX = "10min"
# For each of its sorts; what does not fit goes to disk.
AUDIT_MEMORY = "64MB"


# In SQL of our own, since every look at a table reads it.
_STACKS = f"""
SELECT a.user_id, a.balance
FROM ledger_account a JOIN ledger_unit u ON u.id = a.unit_id
WHERE u.code = %s AND a.kind = '{AccountKind.SEAT.value}' AND a.table_id = %s AND a.balance > 0
ORDER BY a.user_id
"""  # noqa: S608 - our own word


# The chips in escrow of a row `s` with `user_id` and `table_id`: part of a query that takes the
# unit's code. The words are those of the index of accounts, so a table's age costs nothing.
STACK = f"""
COALESCE((
    SELECT a.balance FROM ledger_account a
    WHERE a.unit_id = (SELECT id FROM ledger_unit WHERE code = %s)
    AND a.kind = '{AccountKind.SEAT.value}'
    AND COALESCE(a.user_id, 0) = s.user_id AND COALESCE(a.table_id, 0) = s.table_id
), 0)
"""  # noqa: S608 - our own word


def _accounts(kind: AccountKind, unit: str = HOUSE_CHIP) -> QuerySet[Account]:
    return Account.objects.filter(unit__code=unit, kind=kind)


def balance(user_id: int) -> int:
    """The chips a player may spend now (in the wallet, not at tables); 0 for a stranger."""
    found = _accounts(AccountKind.PLAYER).filter(user_id=user_id).values_list("balance", flat=True)
    return found.first() or 0


def stack(user_id: int, table_id: int, unit: str = HOUSE_CHIP) -> int:
    """The chips that a player has in escrow at one table; 0 where the player never sat."""
    seats = _accounts(AccountKind.SEAT, unit).filter(user_id=user_id, table_id=table_id)
    return seats.values_list("balance", flat=True).first() or 0


def stacks(table_id: int, unit: str = HOUSE_CHIP) -> dict[int, int]:
    """The chips in escrow at a table by user id, of those who have any there."""
    with prepared_cursor() as cursor:
        cursor.execute(_STACKS, [unit, table_id])
        return dict(cursor.fetchall())


def stacks_of(table_ids: Iterable[int], unit: str = HOUSE_CHIP) -> dict[int, dict[int, int]]:
    """The chips in escrow at several tables, in one query: table id → user id → chips."""
    seats = _accounts(AccountKind.SEAT, unit).filter(table_id__in=list(table_ids), balance__gt=0)
    found: dict[int, dict[int, int]] = {}
    for table, user, chips in seats.values_list("table_id", "user_id", "balance"):
        if table and user:
            found.setdefault(table, {})[user] = chips
    return found


def loose(unit: str, user_ids: Iterable[int] | None = None) -> dict[int, int]:
    """The chips of a unit outside tables by user id, of these players or of all who have any."""
    held = _accounts(AccountKind.PLAYER, unit).filter(balance__gt=0)
    if user_ids is not None:
        held = held.filter(user_id__in=list(user_ids))
    return {user: chips for user, chips in held.values_list("user_id", "balance") if user}


def unit_of_tournament(tournament_id: int) -> str:
    """The unit of a tournament's own chips, which need not exist yet."""
    return f"{TOURNAMENT_UNIT}{tournament_id}"


def stacks_given(unit: str) -> dict[int, int]:
    """The chips that were issued to each player in a tournament's unit, whoever has them now."""
    given = Entry.objects.filter(
        account__unit__code=unit,
        account__kind=AccountKind.PLAYER,
        transfer__kind=TransferKind.STACK,
    )
    rows = given.values_list("account__user_id").annotate(chips=Sum("amount")).order_by()
    return {user: int(chips) for user, chips in rows if user}


def stacks_issued(tournament_id: int, keys: Iterable[str]) -> set[str]:
    """Those of the keys under which a stack of tournament chips was issued. KeyMissing, BadKey."""
    asked_by = f"tournament:{tournament_id}"
    wanted = {request_id(TransferKind.STACK, asked_by, key): key for key in keys}
    found = Transfer.objects.filter(request__in=wanted).values_list("request", flat=True)
    return {wanted[request] for request in found}


def escrows(user_id: int) -> dict[int, int]:
    """A player's chips in escrow by table id, of tables where there are any."""
    seats = _accounts(AccountKind.SEAT).filter(user_id=user_id, balance__gt=0)
    rows = seats.order_by("table_id").values_list("table_id", "balance")
    return {table: chips for table, chips in rows if table}


def in_play(user_id: int) -> int:
    """A player's chips in escrow at all tables together."""
    total = _accounts(AccountKind.SEAT).filter(user_id=user_id).aggregate(chips=Sum("balance"))
    return int(total["chips"] or 0)


def undone_by(transfer_id: int) -> int | None:
    """Return the number of the transfer that undid this one; None if it stands.

    It stands, too, when what undid it was undone in turn.
    """
    chain = undoings(transfer_id)
    return chain[-1] if len(chain) % 2 == 0 else None


def undoings(transfer_id: int) -> list[int]:
    """Return a transfer, what undid it, what undid that …; each second one does it again."""
    chain = [transfer_id]
    while (
        after := Transfer.objects.filter(reverses=chain[-1]).values_list("pk", flat=True).first()
    ):
        chain.append(after)
    return chain


def was_done(*, actor: str, key: str) -> bool:
    """True if that request was made through `once` and not refused."""
    return RequestKey.objects.filter(actor=actor, key=key, refused=False).exists()


def tables_with_rake() -> list[tuple[int, int]]:
    """The tables whose rake waits to be collected, each with its rake account's version."""
    found = _accounts(AccountKind.RAKE).filter(balance__gt=0).order_by("table_id")
    return [
        (table, version) for table, version in found.values_list("table_id", "version") if table
    ]


def seals() -> QuerySet[Seal]:
    """Every seal, the newest first: what to publish, and what to show on the integrity page."""
    return Seal.objects.order_by("-n")


def restores() -> list[tuple[int, datetime]]:
    """Each restore from a backup: the number of the newest seal then, and when; the oldest first.

    What a seal says counts, since it is in its hash: its own moment for the restore that it
    follows, and of several the noted moments but the last. The newest may not be sealed yet.
    """
    noted: dict[int, list[datetime]] = {}
    for after, at in Restore.objects.order_by("created_at").values_list("after", "created_at"):
        noted.setdefault(after, []).append(at)
    newest = Seal.objects.order_by("-n").values_list("n", flat=True).first() or 0
    found = {newest: noted.get(newest, [])}
    for n, at in Seal.objects.filter(restored=True).values_list("n", "created_at"):
        found[n - 1] = [*noted.get(n - 1, [])[:-1], at]
    moments = [(at, after) for after, several in found.items() for at in several]
    return [(after, at) for at, after in sorted(moments)]


@dataclass(frozen=True, slots=True)
class Holding:
    """Chips of one unit: issued, burned, held by one kind of account (how many), or in all."""

    unit: str
    what: str
    accounts: int | None
    chips: int


@dataclass(frozen=True, slots=True)
class Law:
    """One law of the books: how many rows were looked at, how many break it, the first of them."""

    what: str
    counted: int
    broken: int
    example: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What the audit found, all in one snapshot of the ledger."""

    holdings: tuple[Holding, ...]
    laws: tuple[Law, ...]
    accounts: int
    transfers: int

    @property
    def broken(self) -> tuple[Law, ...]:
        """The laws that do not hold."""
        return tuple(law for law in self.laws if law.broken)

    @property
    def ok(self) -> bool:
        """True if every law holds."""
        return not self.broken

    @property
    def summary(self) -> str:
        """One line: that all is well and how much there is, or what is broken."""
        if not self.ok:
            faults = "; ".join(
                f"not so that {law.what} ({law.broken} broken, first {law.example})"
                for law in self.broken
            )
            return f"audit: BROKEN: {faults}"
        units = {held.unit: held.chips for held in self.holdings if held.what == "in all"}
        others = len(units) - 1
        chips = f"{units[HOUSE_CHIP]:,} {HOUSE_CHIP}"
        chips += f" and those of {others:,} other {'unit' if others == 1 else 'units'}" * (
            others > 0
        )
        return (
            f"audit: all {chips} accounted for, {self.accounts:,} accounts,"
            f" {self.transfers:,} transfers, no account negative"
        )


_LAWS_OF_OTHERS: Final[list[Callable[[], Law]]] = []


def prove_also(law: Callable[[], Law]) -> None:
    """Let an app hold the ledger against books of its own, in the snapshot of every audit."""
    if law not in _LAWS_OF_OTHERS:
        _LAWS_OF_OTHERS.append(law)


def audit() -> AuditReport:
    """Prove every law of the books from the first entry to the last, in one snapshot."""
    with _snapshot(), connection.cursor() as cursor:
        cursor.execute(AUDIT_SQL, {"issuing": [kind.value for kind in ISSUING_KINDS]})
        rows = cursor.fetchall()
        others = [law() for law in _LAWS_OF_OTHERS]
    holdings = [
        Holding(unit, what, n, int(chips))
        for _, s, unit, what, n, chips, _, _ in rows
        if s == "chips"
    ]
    laws = [
        Law(what, int(n or 0), broken, example or "")
        for _, s, _, what, n, _, broken, example in rows
        if s == "law"
    ]
    return AuditReport(
        holdings=tuple(holdings),
        laws=(*laws, *others),
        accounts=next(
            law.counted for law in laws if law.what == "a balance is the sum of its entries"
        ),
        transfers=next(law.counted for law in laws if law.what == "a transfer sums to zero"),
    )


@contextmanager
def _snapshot() -> Iterator[None]:
    """One still picture, read only, with time to walk it; inside a transaction, that one's.

    The ledger's laws are one statement; those of others see the same picture by this.
    """
    outer = connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if not outer:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute(f"SET LOCAL statement_timeout = '{AUDIT_TIME_MAX}'")
            cursor.execute(f"SET LOCAL work_mem = '{AUDIT_MEMORY}'")
        # Each step reads everything once. Statistics of an emptier ledger would have each row of
        # one step look through all of another.
        cursor.execute("SET LOCAL enable_nestloop = off")
        yield
        cursor.execute("SET LOCAL enable_nestloop TO DEFAULT")
