"""Chips at tables: into escrow at a seat, held for a hand, settled, and out again."""

from collections.abc import Collection, Mapping

from django.db import connection, transaction

from wallet.commands.posting import (
    Leg,
    Order,
    Receipt,
    locked_balance,
    moved_before,
    player,
    post,
)
from wallet.commands.sense import checked, identity, moved, name, players, shares
from wallet.errors import AccountHeld, HandElsewhere, HandSettled, NoSuchAccount, Unbalanced
from wallet.models import HOUSE_CHIP, AccountKind, TransferKind


def buy_in(
    *, key: str, user_id: int, table_id: int, amount: int, unit: str = HOUSE_CHIP
) -> Receipt:
    """Put a player's chips into escrow at a table: player → seat. InsufficientChips if too few."""
    return _to_seat(TransferKind.BUY_IN, key, (user_id, table_id), amount, unit)


def top_up(
    *, key: str, user_id: int, table_id: int, amount: int, unit: str = HOUSE_CHIP
) -> Receipt:
    """Add chips to a stack between hands: player → seat. AccountHeld while its hand is open."""
    return _to_seat(TransferKind.TOP_UP, key, (user_id, table_id), amount, unit)


def _to_seat(
    kind: TransferKind, key: str, seat: tuple[int, int], amount: int, unit: str
) -> Receipt:
    user_id, table_id = seat
    legs = [
        Leg(AccountKind.SEAT, checked(amount), user_id, table_id),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    return post(Order(kind=kind, key=key, actor=player(user_id), legs=legs, unit=unit))


def leave(*, key: str, user_id: int, table_id: int, unit: str = HOUSE_CHIP) -> int:
    """Give a player's whole stack back: seat → player. Return the chips moved; 0 if none there.

    AccountHeld while a hand is open in which those chips play. To leave with nothing writes
    nothing, so only a caller's own key (`once`) remembers that.
    """
    with transaction.atomic():
        # The lock keeps the stack as it is until it has moved; `ledger_post` would take it first.
        stack = locked_balance(Leg(AccountKind.SEAT, 0, user_id=user_id, table_id=table_id), unit)
        amount = moved_before(TransferKind.LEAVE, player(user_id), key) or stack
        if not amount:
            return 0
        legs = [
            Leg(AccountKind.SEAT, -amount, user_id, table_id),
            Leg(AccountKind.PLAYER, amount, user_id),
        ]
        order = Order(
            kind=TransferKind.LEAVE, key=key, actor=player(user_id), legs=legs, unit=unit
        )
        return post(order).amount


def hold_stacks(
    *, table_id: int, hand_id: str, user_ids: Collection[int], unit: str = HOUSE_CHIP
) -> dict[int, int]:
    """Hold the stacks that play in a hand now opening; return them: user id → chips.

    From now on only the hand's settlement moves them, whoever asks (the database sees to that),
    and it frees them again. To hold the same again changes nothing. AccountHeld if another hand
    has one of them; NoSuchAccount if somebody never bought in here; HandSettled if the hand is
    settled, HandElsewhere if it is another table's. One statement.
    """
    users = players(user_ids)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT outcome, holder, stack FROM ledger_hold(%s, %s, %s, %s::bigint[])",
            [name(unit), identity(table_id), name(hand_id), users],
        )
        rows = cursor.fetchall()
    outcomes = {outcome for outcome, _user, _stack in rows}
    if "elsewhere" in outcomes:
        raise HandElsewhere(facts={"hand": hand_id})
    if "settled" in outcomes:
        raise HandSettled(facts={"hand": hand_id})
    if "no-account" in outcomes:
        raise NoSuchAccount(facts={"users": users})
    if "held" in outcomes:
        raise AccountHeld(facts={"account": AccountKind.SEAT.value})
    return {user: stack for _outcome, user, stack in rows}


def settle_hand(
    *,
    key: str,
    table_id: int,
    hand_id: str,
    deltas: Mapping[int, int],
    rake: int = 0,
    unit: str = HOUSE_CHIP,
) -> Receipt:
    """Move chips between the stacks of a table as a hand ended: user id → chips won or lost.

    The deltas sum to minus the rake, which goes to the table's rake account (else Unbalanced). A
    hand is settled once: again with the same deltas is the same answer, under any key; with
    others AlreadySettled. A hand in which nobody won or lost is settled too. Stacks that were
    held for the hand are free after it. InsufficientChips if somebody loses more than the stack;
    NoSuchAccount if somebody never bought in here; AccountHeld if a stack plays in another hand.
    """
    pairs = [(user_id, moved(delta)) for user_id, delta in shares(deltas)]
    total = sum(delta for _user, delta in pairs) + _rake(rake)
    if total:
        raise Unbalanced(facts={"sum": total})
    legs = [Leg(AccountKind.SEAT, delta, user_id, table_id) for user_id, delta in pairs if delta]
    if rake:
        legs.append(Leg(AccountKind.RAKE, rake, table_id=table_id))
    order = Order(
        kind=TransferKind.SETTLEMENT,
        key=key,
        actor=f"table:{table_id}",
        legs=legs,
        unit=unit,
        ref=name(hand_id),
        open_accounts=False,
        hand_table=identity(table_id),
    )
    return post(order)


def collect_match(
    *,
    key: str,
    table_id: int,
    match_id: str,
    amounts: Mapping[int, int],
    unit: str = HOUSE_CHIP,
) -> Receipt:
    """Take what a match costs from the stacks of a table into its pot: user id → chips.

    A match is collected for once. InsufficientChips if a stack is too small; AccountHeld while a
    hand is open in which it plays.
    """
    legs = [
        Leg(AccountKind.SEAT, -checked(amount), user_id, table_id)
        for user_id, amount in shares(amounts)
    ]
    cost = checked(-sum(leg.amount for leg in legs))
    legs.append(Leg(AccountKind.POT, cost, table_id=table_id))
    return post(
        Order(
            kind=TransferKind.MATCH_COST,
            key=key,
            actor=f"table:{table_id}",
            legs=legs,
            unit=unit,
            ref=name(match_id),
        )
    )


def settle_match(
    *,
    key: str,
    table_id: int,
    match_id: str,
    gains: Mapping[int, int],
    pot: int,
    rake: int = 0,
    unit: str = HOUSE_CHIP,
) -> Receipt | None:
    """Move what the end of a match moves: its pot, and the debts of its points, to the stacks.

    `gains`: user id → chips won or lost; with the rake they come to the pot (else Unbalanced). A
    match is settled once. None where nothing moves, because nobody won or lost.
    """
    pairs = [(user_id, moved(gain)) for user_id, gain in shares(gains)]
    total = sum(gain for _user, gain in pairs) + _rake(rake) - _rake(pot)
    if total:
        raise Unbalanced(facts={"sum": total})
    legs = [Leg(AccountKind.SEAT, gain, user_id, table_id) for user_id, gain in pairs if gain]
    if pot:
        legs.append(Leg(AccountKind.POT, -pot, table_id=table_id))
    if rake:
        legs.append(Leg(AccountKind.RAKE, rake, table_id=table_id))
    if not legs:
        return None
    return post(
        Order(
            kind=TransferKind.MATCH_END,
            key=key,
            actor=f"table:{table_id}",
            legs=legs,
            unit=unit,
            ref=name(match_id),
            open_accounts=bool(rake),
        )
    )


def sweep_rake(*, key: str, table_id: int) -> int:
    """Collect a table's rake: rake → house. Return the chips moved; 0 if there were none."""
    with transaction.atomic():
        rake = locked_balance(Leg(AccountKind.RAKE, 0, table_id=table_id))
        amount = moved_before(TransferKind.RAKE_SWEEP, "house", key) or rake
        if not amount:
            return 0
        legs = [
            Leg(AccountKind.RAKE, -amount, table_id=table_id),
            Leg(AccountKind.HOUSE, amount),
        ]
        order = Order(kind=TransferKind.RAKE_SWEEP, key=key, actor="house", legs=legs)
        return post(order).amount


def _rake(amount: int) -> int:
    """Return what the house takes, or a pot gives: nothing or an amount."""
    return checked(amount) if moved(amount) else 0
