"""Freezing and closing wallets, and sealing the whole ledger."""

from django.db import connection, transaction

from wallet.errors import AccountClosed, AccountNotEmpty
from wallet.models import AccountKind, AccountState, Seal


def set_player_state(*, user_id: int, state: AccountState) -> None:
    """Open, freeze or close a player's wallet; a wallet that never was is made.

    A frozen wallet receives but gives nothing; a closed one is empty (AccountNotEmpty) and stays
    closed (AccountClosed). Who did it, when and why is for the caller to keep.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT ledger_set_player_state(%s, %s)", [user_id, state.value])
        outcome = cursor.fetchone()[0]
        if outcome == "closed":
            raise AccountClosed(facts={"account": AccountKind.PLAYER.value})
        if outcome == "not-empty":
            raise AccountNotEmpty


def seal() -> Seal | None:
    """Seal every account that moved since the last seal; None if none did."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT ledger_seal_now()")
        (n,) = cursor.fetchone()
        return Seal.objects.get(pk=n) if n else None
