"""Every movement of chips. One function is one transfer, and all go through `ledger_post`.

Each takes the caller's `key` (text of the caller's making): the same key and content is the same
transfer, done once; the same key with other content is KeyReused. Each may run inside the
caller's transaction, and a refusal changes nothing. Amounts are whole chips from 1 to 2^53 - 1;
anything else is BadAmount. Errors of the database (a deadlock, a lock that did not come) are left
to the outermost transaction: see `wallet.idempotency.outermost`, which tries again or says Busy.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from wallet.errors import (
    AMOUNT_MAX,
    AccountClosed,
    AccountFrozen,
    AlreadySettled,
    BadAmount,
    InsufficientChips,
    IssueLimit,
    KeyMissing,
    KeyReused,
    NoSuchAccount,
    Refusal,
    Unbalanced,
)
from wallet.models import HOUSE_CHIP, Account, AccountKind, Transfer, TransferKind

# Makes a transfer's id from who asked for what under which key.
REQUESTS = uuid.UUID("5e0f6d1a-9c0b-4a53-8d4a-7f0a0b7a71da")


@dataclass(frozen=True, slots=True)
class Leg:
    """What a transfer does to one account: `amount` chips arrive, or leave if it is negative."""

    kind: AccountKind
    amount: int
    user_id: int | None = None
    table_id: int | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """A transfer that stands; `repeated` if it stood before this call. `amount`: chips moved."""

    transfer_id: int
    amount: int
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Order:
    """One transfer to post. `ref` names what may happen only once for its kind."""

    kind: TransferKind
    key: str
    actor: str
    legs: Sequence[Leg]
    ref: str | None = None
    reason: str = ""
    open_accounts: bool = True

    @property
    def request(self) -> uuid.UUID:
        return _request(self.kind, self.actor, self.key)


def grant(*, key: str, actor: str, user_id: int, amount: int, reason: str) -> Receipt:
    """Issue new chips to a player: issuer → player. IssueLimit when too many would exist."""
    legs = [
        Leg(AccountKind.PLAYER, _checked(amount), user_id),
        Leg(AccountKind.ISSUER, -amount),
    ]
    order = _Order(kind=TransferKind.GRANT, key=key, actor=actor, legs=legs, reason=reason)
    with transaction.atomic():
        return _post(order)


def fund_house(*, key: str, actor: str, amount: int, reason: str) -> Receipt:
    """Issue new chips to the house: issuer → house. IssueLimit when too many would exist."""
    legs = [Leg(AccountKind.HOUSE, _checked(amount)), Leg(AccountKind.ISSUER, -amount)]
    order = _Order(kind=TransferKind.FUND, key=key, actor=actor, legs=legs, reason=reason)
    with transaction.atomic():
        return _post(order)


def stake_bot(*, key: str, user_id: int, amount: int) -> Receipt:
    """Give a bot chips of the house to play with: house → the bot's wallet.

    InsufficientChips when the house has not got them.
    """
    legs = [
        Leg(AccountKind.PLAYER, _checked(amount), user_id),
        Leg(AccountKind.HOUSE, -amount),
    ]
    order = _Order(kind=TransferKind.STAKE, key=key, actor="house", legs=legs)
    with transaction.atomic():
        return _post(order)


def unstake_bot(*, key: str, user_id: int, amount: int) -> Receipt:
    """Take a bot's chips back when it leaves a table: the bot's wallet → house."""
    legs = [
        Leg(AccountKind.HOUSE, _checked(amount)),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    order = _Order(kind=TransferKind.UNSTAKE, key=key, actor="house", legs=legs)
    with transaction.atomic():
        return _post(order)


def buy_in(*, key: str, user_id: int, table_id: int, amount: int) -> Receipt:
    """Put a player's chips into escrow at a table: player → seat. InsufficientChips if too few."""
    legs = [
        Leg(AccountKind.SEAT, _checked(amount), user_id, table_id),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    order = _Order(kind=TransferKind.BUY_IN, key=key, actor=_player(user_id), legs=legs)
    with transaction.atomic():
        return _post(order)


def leave(*, key: str, user_id: int, table_id: int) -> int:
    """Give a player's whole stack back: seat → player. Return the chips moved; 0 if none there.

    The caller makes sure that no hand is open in which those chips play. To leave with nothing
    writes nothing, so only a caller's own key (`once`) remembers that.
    """
    with transaction.atomic():
        # The lock keeps the stack as it is until it has moved; `ledger_post` would take it first.
        seat = (
            Account.objects.select_for_update(no_key=True)
            .filter(
                unit__code=HOUSE_CHIP, kind=AccountKind.SEAT, user_id=user_id, table_id=table_id
            )
            .first()
        )
        amount = _moved_before(TransferKind.LEAVE, _player(user_id), key) or (
            seat.balance if seat else 0
        )
        if not amount:
            return 0
        legs = [
            Leg(AccountKind.SEAT, -amount, user_id, table_id),
            Leg(AccountKind.PLAYER, amount, user_id),
        ]
        order = _Order(kind=TransferKind.LEAVE, key=key, actor=_player(user_id), legs=legs)
        return _post(order).amount


def collect_match(
    *, key: str, table_id: int, match_id: str, amounts: Mapping[int, int]
) -> Receipt:
    """Take what a match costs from the stacks of a table into the table's pot: user id → chips."""
    legs = [
        Leg(AccountKind.SEAT, -_checked(amount), user_id, table_id)
        for user_id, amount in sorted(amounts.items())
    ]
    legs.append(Leg(AccountKind.POT, sum(amounts.values()), None, table_id))
    order = _Order(
        kind=TransferKind.MATCH_BUY_IN,
        key=key,
        actor=f"table:{table_id}",
        legs=legs,
        ref=match_id,
    )
    return _post(order)


def settle_match(
    *, key: str, table_id: int, match_id: str, gains: Mapping[int, int], pot: int, rake: int
) -> Receipt | None:
    """Move what the end of a match moves: the pot and the debts of its points to the stacks.

    `gains`: user id → chips won or lost; with the rake they come to the pot (else Unbalanced). A
    match is settled once. Nothing moves where nobody won or lost: None.
    """
    if sum(gains.values()) + rake != pot:
        raise Unbalanced(facts={"sum": sum(gains.values()) + rake - pot})
    legs = [
        Leg(AccountKind.SEAT, gain, user_id, table_id)
        for user_id, gain in sorted(gains.items())
        if gain
    ]
    if pot:
        legs.append(Leg(AccountKind.POT, -pot, None, table_id))
    if rake:
        legs.append(Leg(AccountKind.RAKE, rake, None, table_id))
    if not legs:
        return None
    order = _Order(
        kind=TransferKind.MATCH_END,
        key=key,
        actor=f"table:{table_id}",
        legs=legs,
        ref=match_id,
        open_accounts=bool(rake),
    )
    return _post(order)


def settle_hand(*, key: str, table_id: int, hand_id: str, deltas: Mapping[int, int], rake: int = 0) -> Receipt:
    """Move chips between the stacks of a table as a hand ended: user id → chips won or lost.

    The deltas sum to zero (else Unbalanced). A hand is settled once: again with the same deltas
    is the same answer, under any key; with others AlreadySettled. A hand in which nobody won or
    lost is settled too. InsufficientChips if somebody loses more than the stack;
    NoSuchAccount if somebody never bought in here.
    """
    for delta in deltas.values():
        if delta != 0 or isinstance(delta, bool):
            _checked(abs(delta) if type(delta) is int else delta)
    if sum(deltas.values()):
        raise Unbalanced(facts={"sum": sum(deltas.values())})
    legs = [
        Leg(AccountKind.SEAT, delta, user_id, table_id)
        for user_id, delta in sorted(deltas.items())
        if delta
    ]
    order = _Order(
        kind=TransferKind.SETTLEMENT,
        key=key,
        actor=f"table:{table_id}",
        legs=legs,
        ref=hand_id,
        open_accounts=False,
    )
    return _post(order)


def _checked(amount: int) -> int:
    """Return a valid amount as it is. True is an int in Python; it is no amount."""
    if type(amount) is not int or not 1 <= amount <= AMOUNT_MAX:
        raise BadAmount
    return amount


def _player(user_id: int) -> str:
    return f"user:{user_id}"


def _request(kind: TransferKind, actor: str, key: str) -> uuid.UUID:
    if not key:
        raise KeyMissing
    return uuid.uuid5(REQUESTS, f"{kind.value}\n{actor}\n{key}")


def _moved_before(kind: TransferKind, actor: str, key: str) -> int:
    """Return the chips that this request moved when it came before; 0 if it is new."""
    amounts = Transfer.objects.filter(
        request=_request(kind, actor, key), entries__amount__gt=0
    ).values_list("entries__amount", flat=True)
    return sum(amounts)


def _post(order: _Order) -> Receipt:
    """Call `ledger_post` for one transfer; raise the refusal that its outcome means."""
    legs = order.legs
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT outcome, transfer, holder, have, need FROM ledger_post("
            "%s, %s, %s, %s, NULL, %s, %s,"
            " %s::text[], %s::bigint[], %s::bigint[], %s::bigint[], %s)",
            [
                order.request,
                order.kind.value,
                HOUSE_CHIP,
                order.ref,
                order.actor,
                order.reason,
                [leg.kind.value for leg in legs],
                [leg.user_id for leg in legs],
                [leg.table_id for leg in legs],
                [leg.amount for leg in legs],
                order.open_accounts,
            ],
        )
        outcome, transfer_id, holder, have, need = cursor.fetchone()
    if outcome in ("posted", "repeated"):
        moved = sum(leg.amount for leg in legs if leg.amount > 0)
        return Receipt(transfer_id=transfer_id, amount=moved, repeated=outcome == "repeated")
    raise _refusal(outcome, order, {"account": holder, "have": have, "need": need})


def _refusal(outcome: str, order: _Order, facts: dict[str, object]) -> Exception:
    """Return the refusal that an outcome means; one that is not listed is a fault of ours."""
    account = {"account": facts["account"]}
    refusals: dict[str, tuple[type[Refusal], dict[str, object]]] = {
        "insufficient": (InsufficientChips, facts),
        "issue-limit": (IssueLimit, facts),
        "frozen": (AccountFrozen, account),
        "closed": (AccountClosed, account),
        "no-account": (NoSuchAccount, {"users": [leg.user_id for leg in order.legs]}),
        "key-reused": (KeyReused, {}),
        "ref-taken": (AlreadySettled, {"hand": order.ref}),
    }
    if outcome not in refusals:
        return RuntimeError(f"ledger_post answered {outcome!r}, which no command asks for")
    kind, its_facts = refusals[outcome]
    return kind(facts=its_facts)
