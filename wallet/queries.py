"""Reads of the ledger: balances, escrow at tables, statements. Nothing here changes anything."""

from django.db.models import Max, OuterRef, QuerySet, Subquery

from wallet.models import HOUSE_CHIP, Account, AccountKind, Entry


def _accounts(kind: AccountKind) -> QuerySet[Account]:
    return Account.objects.filter(unit__code=HOUSE_CHIP, kind=kind)


def balance(user_id: int) -> int:
    """The chips a player may spend now (in the wallet, not at tables); 0 for a stranger."""
    found = _accounts(AccountKind.PLAYER).filter(user_id=user_id).values_list("balance", flat=True)
    return found.first() or 0


def stack(user_id: int, table_id: int) -> int:
    """The chips that a player has in escrow at one table; 0 where the player never sat."""
    seats = _accounts(AccountKind.SEAT).filter(user_id=user_id, table_id=table_id)
    return seats.values_list("balance", flat=True).first() or 0


def stacks(table_id: int) -> dict[int, int]:
    """The chips in escrow at a table by user id, of those who have any there."""
    seats = _accounts(AccountKind.SEAT).filter(table_id=table_id, balance__gt=0)
    return {user: chips for user, chips in seats.values_list("user_id", "balance") if user}


def escrows(user_id: int) -> dict[int, int]:
    """A player's chips in escrow by table id, of tables where there are any."""
    seats = _accounts(AccountKind.SEAT).filter(user_id=user_id, balance__gt=0)
    return {table: chips for table, chips in seats.values_list("table_id", "balance") if table}


def statement(user_id: int) -> QuerySet[Entry]:
    """Every entry of a player's wallet, the newest first, each with the balance after it.

    `at_table` is the table that the chips went to or came from, if any.
    """
    seats = Entry.objects.filter(
        transfer=OuterRef("transfer"), account__kind=AccountKind.SEAT
    ).values("transfer")
    return (
        Entry.objects.filter(account__in=_accounts(AccountKind.PLAYER).filter(user_id=user_id))
        .select_related("transfer")
        .annotate(at_table=Subquery(seats.annotate(at=Max("account__table_id")).values("at")))
        .order_by("-version")
    )
