"""What doors show of the ledger: statements, transfers, accounts, supply, seals.

Every list here is a queryset in a fixed order that costs the same at any length, page by page;
whose it may be is for the door to ask (`may_see_all`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db import connection
from django.db.models import Exists, Max, OuterRef, Prefetch, QuerySet, Subquery

from wallet.models import (
    HOUSE_CHIP,
    Account,
    AccountKind,
    Entry,
    IssueRequest,
    Transfer,
    TransferKind,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser, AnonymousUser

    Reader = AbstractUser | AnonymousUser

# What can stand in a statement of a wallet.
WALLET_KINDS = (
    TransferKind.GRANT,
    TransferKind.BUY_IN,
    TransferKind.TOP_UP,
    TransferKind.LEAVE,
    TransferKind.PAYMENT,
    TransferKind.ENTRY,
    TransferKind.PRIZE,
    TransferKind.BOUNTY,
    TransferKind.DEAL,
    TransferKind.REFUND,
    TransferKind.PROMO_GIFT,
    TransferKind.BURN,
    TransferKind.REVERSAL,
)
WALLET_CHOICES = tuple((kind.value, kind.label) for kind in WALLET_KINDS)
TABLES_MAX = 100
SUPPLY_KEY, SUPPLY_SECONDS = "wallet.supply", 60
# The first entry of an account at or after a moment, by halving: see wallet.limits.counting.
FIRST_SINCE = """
WITH RECURSIVE hunt AS (
    SELECT 0::bigint AS early, a.version + 1 AS late FROM ledger_account a WHERE a.id = %(account)s
    UNION ALL
    SELECT CASE WHEN t.created_at < %(moment)s THEN h.middle ELSE h.early END,
        CASE WHEN t.created_at < %(moment)s THEN h.late ELSE h.middle END
    FROM (SELECT *, (early + late) / 2 AS middle FROM hunt WHERE late - early > 1) h
    JOIN ledger_entry e ON e.account_id = %(account)s AND e.version = h.middle
    JOIN ledger_transfer t ON t.id = e.transfer_id
)
SELECT late FROM hunt WHERE late - early <= 1
"""


@dataclass(frozen=True, slots=True)
class Filter:
    """What of a statement is wanted: one kind, one table, from `since` up to before `until`."""

    kind: str = ""
    table: int | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """House chips that accounts of one kind hold."""

    kind: str
    accounts: int
    chips: int


@dataclass(frozen=True, slots=True)
class Supply:
    """All house chips: how many exist, and which accounts hold them. `total` is the proof: 0."""

    existing: int
    held: tuple[Held, ...]

    @property
    def total(self) -> int:
        """What is held less what exists: 0, unless a chip was made or lost."""
        return sum(one.chips for one in self.held) - self.existing


def may_see_all(reader: "Reader") -> bool:
    """Whether the reader may see every account: staff and auditors may."""
    return reader.is_staff or reader.groups.filter(name="auditor").exists()


def wallet_of(user_id: int) -> Account | None:
    """Return a player's account of house chips; None for whoever never had any."""
    return Account.objects.filter(
        unit__code=HOUSE_CHIP, kind=AccountKind.PLAYER, user_id=user_id
    ).first()


def tables_of(user_id: int) -> list[int]:
    """Return the tables where a player ever had chips, the newest first; a hundred at most."""
    seats = Account.objects.filter(
        unit__code=HOUSE_CHIP, kind=AccountKind.SEAT, user_id=user_id
    ).order_by("-table_id")
    return [table for table in seats.values_list("table_id", flat=True)[:TABLES_MAX] if table]


def moved(transfer: Transfer) -> int:
    """Return how many chips a transfer moved (with its entries read already)."""
    return sum(entry.amount for entry in transfer.entries.all() if entry.amount > 0)


def statement(account: Account | None, wanted: Filter | None = None) -> QuerySet[Entry]:
    """Return an account's entries, the newest first, each with the balance after it.

    `at_table` is the table that the chips went to or came from, if any; `in_tournament` the
    tournament.
    """
    wanted = wanted or Filter()
    if account is None:
        return Entry.objects.none()
    legs = Entry.objects.filter(transfer=OuterRef("transfer"))
    seats = legs.filter(account__table_id__isnull=False).values("transfer")
    pools = legs.filter(account__tournament_id__isnull=False).values("transfer")
    lines = (
        Entry.objects.filter(account=account)
        .select_related("transfer")
        .annotate(
            at_table=Subquery(seats.annotate(at=Max("account__table_id")).values("at")),
            in_tournament=Subquery(pools.annotate(at=Max("account__tournament_id")).values("at")),
        )
        .order_by("-version")
    )
    if wanted.kind:
        lines = lines.filter(transfer__kind=wanted.kind)
    if wanted.table is not None:
        lines = lines.filter(Exists(legs.filter(account__table_id=wanted.table)))
    if wanted.since is not None:
        lines = lines.filter(version__gte=first_since(account.pk, wanted.since))
    if wanted.until is not None:
        lines = lines.filter(version__lt=first_since(account.pk, wanted.until))
    return lines


def first_since(account_id: int, moment: datetime) -> int:
    """Return the version of an account's first entry at or after a moment; one too many if none.

    Entries of an account are in the order of time, so this takes some twenty look-ups at any
    length, and a filter by time is a plain range of versions.
    """
    with connection.cursor() as cursor:
        cursor.execute(FIRST_SINCE, {"account": account_id, "moment": moment})
        row = cursor.fetchone()
    return int(row[0]) if row else 1


def transfers(kind: str = "") -> QuerySet[Transfer]:
    """Return transfers, the newest first, with their entries and whose those are."""
    entries = Entry.objects.select_related("account__user").order_by("account_id")
    found = Transfer.objects.select_related("unit", "reversed_by").prefetch_related(
        Prefetch("entries", entries)
    )
    return (found.filter(kind=kind) if kind else found).order_by("-id")


def transfer_for(reader: "Reader", transfer_id: int) -> Transfer | None:
    """Return a transfer if the reader may see it: one of its entries is theirs, or they see all.

    None for any other, as for one that there is not: nobody learns which it is.
    """
    found = transfers().filter(pk=transfer_id).first()
    if found is None or not reader.pk:
        return None
    mine = any(entry.account.user_id == reader.pk for entry in found.entries.all())
    return found if mine or may_see_all(reader) else None


def accounts(
    *, name: str = "", kind: str = "", state: str = "", table: int | None = None
) -> QuerySet[Account]:
    """Return accounts by the beginning of their owner's name, kind, state and table."""
    found = Account.objects.select_related("unit", "user").order_by("-id")
    if name:
        found = found.filter(user__username__looks__startswith=name.strip())
    if kind:
        found = found.filter(kind=kind)
    if state:
        found = found.filter(state=state)
    return found if table is None else found.filter(table_id=table)


def issue_requests(*, open_only: bool = False) -> QuerySet[IssueRequest]:
    """Return what staff asked for above one person's limit, the newest first."""
    found = IssueRequest.objects.select_related("user", "asked_by", "decided_by").order_by("-id")
    return found.filter(approved__isnull=True) if open_only else found


def supply() -> Supply:
    """Add up every account of house chips, in one statement and so at one moment."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.kind, count(*), sum(a.balance)::bigint FROM ledger_account a"
            " JOIN ledger_unit u ON u.id = a.unit_id AND u.code = %s GROUP BY a.kind",
            [HOUSE_CHIP],
        )
        rows = {kind: (count, chips) for kind, count, chips in cursor.fetchall()}
    _one, issued = rows.pop(AccountKind.ISSUER.value, (0, 0))
    held = [Held(kind.value, *rows[kind.value]) for kind in AccountKind if kind.value in rows]
    return Supply(existing=-issued, held=tuple(held))


def recent_supply() -> Supply:
    """Return a supply that is at most a minute old: everybody may ask, as often as they like."""
    found = cache.get(SUPPLY_KEY)
    if not isinstance(found, Supply):
        found = supply()
        cache.set(SUPPLY_KEY, found, SUPPLY_SECONDS)
    return found
