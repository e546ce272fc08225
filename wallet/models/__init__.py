"""The ledger's tables and their words. Rows are written by wallet/sql/ alone."""

from wallet.models.kinds import (
    HOUSE_CHIP,
    ISSUING_KINDS,
    REVERSING_KINDS,
    TOURNAMENT_UNIT,
    AccountKind,
    AccountState,
    EntryFor,
    TransferKind,
)
from wallet.models.ledger import Account, Entry, Hand, RequestKey, Transfer, Unit
from wallet.models.rates import Allowance
from wallet.models.requests import IssueRequest
from wallet.models.seals import Restore, Seal, SealLine

__all__ = [
    "HOUSE_CHIP",
    "ISSUING_KINDS",
    "REVERSING_KINDS",
    "TOURNAMENT_UNIT",
    "Account",
    "AccountKind",
    "AccountState",
    "Allowance",
    "Entry",
    "EntryFor",
    "Hand",
    "IssueRequest",
    "RequestKey",
    "Restore",
    "Seal",
    "SealLine",
    "Transfer",
    "TransferKind",
    "Unit",
]
