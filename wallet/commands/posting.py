"""The one way to `ledger_post`: legs in, a receipt or a refusal out."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from wallet.commands.sense import is_id, name, text
from wallet.errors import (
    AccountClosed,
    AccountFrozen,
    AccountHeld,
    AlreadyReversed,
    AlreadySettled,
    HandElsewhere,
    InsufficientChips,
    IssueLimit,
    KeyReused,
    NoSuchAccount,
    NoSuchUnit,
    Refusal,
    SameAccountTwice,
    TooManyLegs,
)
from wallet.models import HOUSE_CHIP, AccountKind, Transfer, TransferKind
from wallet.prepared import prepared_cursor
from wallet.request_ids import request_id

# More accounts than a transfer needs, and few enough to lock within a moment.
LEGS_MAX = 1000
# Whether an account of a kind belongs to a player, a table, a tournament.
SUBJECTS: dict[AccountKind, tuple[bool, bool, bool]] = {
    AccountKind.SEAT: (True, True, False),
    AccountKind.POT: (False, True, False),
    AccountKind.BOUNTY: (True, False, True),
    AccountKind.PRIZE_POOL: (False, False, True),
    AccountKind.PLAYER: (True, False, False),
    AccountKind.PROMO: (False, False, False),
    AccountKind.FEE: (False, False, True),
    AccountKind.RAKE: (False, True, False),
    AccountKind.HOUSE: (False, False, False),
    AccountKind.ISSUER: (False, False, False),
}
POST = (
    "SELECT outcome, transfer, holder, have, need FROM ledger_post("
    "%s::uuid, %s, %s, %s, %s::bigint, %s, %s,"
    " %s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s, %s::bigint)"
)


@dataclass(frozen=True, slots=True)
class Leg:
    """What a transfer does to one account: `amount` chips arrive, or leave if it is negative."""

    kind: AccountKind
    amount: int
    user_id: int | None = None
    table_id: int | None = None
    tournament_id: int | None = None

    @property
    def subjects(self) -> tuple[int | None, int | None, int | None]:
        """Whose account it is."""
        return self.user_id, self.table_id, self.tournament_id


@dataclass(frozen=True, slots=True)
class Receipt:
    """A transfer that stands; `repeated` if it stood before this call. `amount`: chips moved."""

    transfer_id: int
    amount: int
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One transfer to post. `ref` names what may happen only once for its kind.

    `hand_table` is the table whose hand (`ref`) this settles: that hand's seats are free after it.
    """

    kind: TransferKind
    key: str
    actor: str
    legs: Sequence[Leg]
    unit: str = HOUSE_CHIP
    ref: str | None = None
    reverses: int | None = None
    reason: str = ""
    open_accounts: bool = True
    hand_table: int | None = None

    @property
    def request(self) -> uuid.UUID:
        """The id of the request: who asked for what under which key."""
        return request_id(self.kind, self.actor, self.key)


def player(user_id: int) -> str:
    """The actor's name of a player who moves chips of his own."""
    return f"user:{user_id}"


def moved_before(kind: TransferKind, actor: str, key: str) -> int:
    """Return the chips that this request moved when it came before; 0 if it is new."""
    amounts = Transfer.objects.filter(
        request=request_id(kind, actor, key), entries__amount__gt=0
    ).values_list("entries__amount", flat=True)
    return sum(amounts)


def locked_balance(place: Leg, unit: str = HOUSE_CHIP) -> int:
    """Lock the account that a leg names, and return its balance; 0 if there is no such account.

    Before `post` of a transfer that empties it. The lock is the one that `post` takes first.
    NoSuchAccount if the leg names nobody's account.
    """
    if not _fits(place):
        raise NoSuchAccount(facts={"users": []})
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT ledger_locked_balance(%s, %s, %s, %s, %s)",
            [name(unit), place.kind.value, place.user_id, place.table_id, place.tournament_id],
        )
        return int(cursor.fetchone()[0])


def post(order: Order) -> Receipt:
    """Call `ledger_post` for one transfer; raise the refusal that its outcome means.

    One statement: it is a transaction of its own, or part of the caller's.
    """
    legs = order.legs
    if len(legs) > LEGS_MAX:
        raise TooManyLegs(facts={"most": LEGS_MAX, "legs": len(legs)})
    if not all(map(_fits, legs)):
        raise _no_account(order)
    for said in (order.actor, order.unit, *([] if order.ref is None else [order.ref])):
        name(said)
    text(order.reason)
    outcome, transfer_id, holder, have, need = _row_of(
        POST,
        [
            str(order.request),
            order.kind.value,
            order.unit,
            order.ref,
            _text(order.reverses),
            order.actor,
            order.reason,
            _array(leg.kind.value for leg in legs),
            _array(leg.user_id for leg in legs),
            _array(leg.table_id for leg in legs),
            _array(leg.tournament_id for leg in legs),
            _array(leg.amount for leg in legs),
            order.open_accounts,
            _text(order.hand_table),
        ],
    )
    if outcome in ("posted", "repeated"):
        moved = sum(leg.amount for leg in legs if leg.amount > 0)
        return Receipt(transfer_id=transfer_id, amount=moved, repeated=outcome == "repeated")
    raise _refusal(outcome, order, {"account": holder, "have": have, "need": need})


def _row_of(statement: str, values: Sequence[str | bool | None]) -> tuple[Any, ...]:
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        row: tuple[Any, ...] = cursor.fetchone()
        return row


def _text(value: int | None) -> str | None:
    """Return a number as text: a number's own type depends on its size, and so would the plan."""
    return None if value is None else str(value)


def _array(values: Iterable[int | str | None]) -> str:
    """Return an array as the server reads it. The words in it are ours and need no quotes."""
    return "{" + ",".join("NULL" if value is None else str(value) for value in values) + "}"


def _fits(leg: Leg) -> bool:
    """Whether an account of that kind could belong to whom the leg names."""
    return all(
        is_id(id_) if needed else id_ is None
        for id_, needed in zip(leg.subjects, SUBJECTS[leg.kind], strict=True)
    )


def _no_account(order: Order) -> Refusal:
    users = [leg.user_id for leg in order.legs if is_id(leg.user_id)]
    return NoSuchAccount(facts={"users": users})


def _refusal(outcome: str, order: Order, facts: dict[str, object]) -> Exception:
    """Return the refusal that an outcome means; one that is not listed is a fault of ours."""
    account = {"account": facts["account"]}
    refusals: dict[str, tuple[type[Refusal], dict[str, object]]] = {
        "insufficient": (InsufficientChips, facts),
        "issue-limit": (IssueLimit, facts),
        "frozen": (AccountFrozen, account),
        "closed": (AccountClosed, account),
        "held": (AccountHeld, account),
        "twice": (SameAccountTwice, {}),
        "no-unit": (NoSuchUnit, {"unit": order.unit}),
        "key-reused": (KeyReused, {}),
        "ref-taken": (AlreadySettled, {"hand": order.ref}),
        "elsewhere": (HandElsewhere, {"hand": order.ref}),
        "reversed": (AlreadyReversed, {"transfer": order.reverses}),
    }
    if outcome == "no-account":
        return _no_account(order)
    if outcome not in refusals:
        return RuntimeError(f"ledger_post answered {outcome!r}, which no command asks for")
    kind, its_facts = refusals[outcome]
    return kind(facts=its_facts)
