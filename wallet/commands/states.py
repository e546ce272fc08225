"""Freezing and closing wallets, and sealing the whole ledger."""

from django.db import connection, transaction

from wallet.commands.sense import identity
from wallet.errors import AccountClosed, AccountNotEmpty, BadState, NoSuchAccount, StillEntered
from wallet.models import AccountKind, AccountState, Seal


def set_player_state(*, user_id: int, state: AccountState) -> None:
    """Open, freeze or close a player's wallet; a wallet that never was is made.

    A frozen wallet receives but gives nothing; a closed one is empty, as are the player's seats
    and bounties (AccountNotEmpty), no tournament may still pay into it (StillEntered), and it
    stays closed (AccountClosed). Who did it, when and why is for the caller to keep.
    """
    if state not in AccountState:
        raise BadState
    with transaction.atomic(), connection.cursor() as cursor:
        values: list[int | str] = [identity(user_id), AccountState(state).value]
        cursor.execute("SELECT ledger_set_player_state(%s, %s)", values)
        outcome = cursor.fetchone()[0]
        if outcome == "closed":
            raise AccountClosed(facts={"account": AccountKind.PLAYER.value})
        if outcome == "not-empty":
            raise AccountNotEmpty
        if outcome == "entered":
            raise StillEntered
        if outcome == "no-account":
            raise NoSuchAccount(facts={"users": [user_id]})


def note_restore() -> int:
    """Note that the house was restored from a backup, so that the next seal says so.

    Returns the number of the newest seal that it came back with, 0 if there is none. Each note
    explains what was published between the note before and itself, so that to note a restore
    again at once adds nothing. For the owner of the ledger's tables alone: the database refuses
    the application's role.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT ledger_note_restore()")
        return int(cursor.fetchone()[0])


def seal() -> Seal | None:
    """Seal every account that moved since the last seal; None if none did."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT ledger_seal_now()")
        (n,) = cursor.fetchone()
        return Seal.objects.get(pk=n) if n else None
