"""I17: a seeded stream of every command against the ledger in memory: codes and balances agree."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from tests.wallet.memory import HOUSE, ISSUER, Ledger, No, Place, Transfer
from wallet import commands, queries
from wallet.errors import Refusal
from wallet.models import Account
from wallet.models import Transfer as Row

Player = Callable[..., int]
Op = tuple[Any, ...]
TABLE, CUP = 1, 9


def stream(chance: random.Random, length: int) -> list[Op]:
    """Return requests: mostly sensible ones, with keys, hands and amounts that collide."""
    ops: list[Op] = []
    for step in range(length):
        key = str(step if chance.random() < 0.8 else chance.randrange(step + 1))
        user, amount = chance.randrange(4), chance.randint(1, 80)
        hand = f"h{chance.randrange(length // 6 + 1)}"
        pair = chance.sample(range(4), 2)
        rake = chance.choice([0, 0, 1, 2])
        ops.append(
            chance.choice(
                [
                    ("grant", key, user, 10 * amount),
                    ("burn", key, user, amount),
                    ("fund", key, amount),
                    ("stake", key, user, amount),
                    ("buy-in", key, user, amount),
                    ("buy-in", key, user, amount),
                    ("top-up", key, user, amount),
                    ("leave", key, user),
                    ("hold", hand, pair),
                    ("settle", key, hand, {pair[0]: amount - rake, pair[1]: -amount}, rake),
                    ("settle", key, hand, {pair[0]: amount - rake, pair[1]: -amount}, rake),
                    ("void", key, hand),
                    ("rake", key),
                    ("enter", key, user, amount, chance.choice([0, 5])),
                    ("overlay", key, amount),
                    ("prize", key, user, amount),
                    ("fees", key),
                    ("undo", "refund", key, chance.random()),
                    ("undo", "reversal", key, chance.random()),
                ]
            )
        )
    return ops


def wallet_of(user: int) -> Place:
    return "player", user, 0, 0


def seat_of(user: int) -> Place:
    return "seat", user, TABLE, 0


RAKE, POOL, FEES = ("rake", 0, TABLE, 0), ("prize_pool", 0, 0, CUP), ("fee", 0, 0, CUP)


def move(actor: str, kind: str, key: str, legs: dict[Place, int]) -> Callable[[Ledger], int]:
    return lambda memory: memory.post(actor, key, Transfer(kind, legs))


def settle(key: str, hand: str, deltas: dict[int, int], rake: int) -> Callable[[Ledger], int]:
    legs = {seat_of(user): n for user, n in deltas.items() if n} | ({RAKE: rake} if rake else {})
    wanted = Transfer("settlement", legs, hand)
    return lambda memory: memory.post("table", key, wanted, opens=False)


def enter(key: str, user: int, n: int, fee: int) -> Callable[[Ledger], int]:
    legs = {POOL: n, wallet_of(user): -n - fee} | ({FEES: fee} if fee else {})
    return move(f"user{user}", "entry", key, legs)


def undo(kind: str, key: str, part: float) -> Callable[[Ledger], int | None]:
    only = "entry" if kind == "refund" else None
    return lambda memory: (
        memory.undo(kind, key, int(part * len(memory.transfers)), only)
        if memory.transfers
        else None
    )


# What the ledger in memory does for each kind of request.
MEMORY: dict[str, Callable[..., Callable[[Ledger], Any]]] = {
    "grant": lambda k, u, n: move("staff", "grant", k, {wallet_of(u): n, ISSUER: -n}),
    "burn": lambda k, u, n: move("staff", "burn", k, {wallet_of(u): -n, ISSUER: n}),
    "fund": lambda k, n: move("staff", "fund", k, {HOUSE: n, ISSUER: -n}),
    "stake": lambda k, u, n: move("house", "stake", k, {wallet_of(u): n, HOUSE: -n}),
    "buy-in": lambda k, u, n: move(f"user{u}", "buy-in", k, {seat_of(u): n, wallet_of(u): -n}),
    "top-up": lambda k, u, n: move(f"user{u}", "top-up", k, {seat_of(u): n, wallet_of(u): -n}),
    "leave": lambda k, u: lambda m: m.empty(f"user{u}", k, "leave", seat_of(u), wallet_of(u)),
    "hold": lambda hand, users: lambda m: dict(m.hold(TABLE, hand, users)),
    "settle": settle,
    "void": lambda k, hand: settle(k, hand, {}, 0),
    "rake": lambda k: lambda m: m.empty("house", k, "rake-sweep", RAKE, HOUSE),
    "enter": enter,
    "overlay": lambda k, n: move("house", "overlay", k, {POOL: n, HOUSE: -n}),
    "prize": lambda k, u, n: move("cup", "prize", k, {wallet_of(u): n, POOL: -n}),
    "fees": lambda k: lambda m: m.empty("house", k, "fee-sweep", FEES, HOUSE),
    "undo": undo,
}


@dataclass
class House:
    """The real ledger, asked by the same requests."""

    users: list[int]
    ids: list[int] = field(default_factory=list)

    def hold(self, hand: str, pair: list[int]) -> dict[int, int]:
        wanted = [self.users[user] for user in pair]
        stacks = commands.hold_stacks(table_id=TABLE, hand_id=hand, user_ids=wanted)
        return {self.users.index(user): stack for user, stack in stacks.items()}

    def settle(self, key: str, hand: str, deltas: dict[int, int], rake: int) -> object:
        named = {self.users[user]: n for user, n in deltas.items()}
        return commands.settle_hand(key=key, table_id=TABLE, hand_id=hand, deltas=named, rake=rake)

    def undo(self, kind: str, key: str, part: float) -> object:
        if not self.ids:
            return None
        number = self.ids[int(part * len(self.ids))]
        if kind == "refund":
            return commands.refund(key=key, entry_id=number)
        return commands.reverse(key=key, actor="staff", transfer_id=number, reason="r")

    def ask(self, op: Op) -> object:
        """Give the answer; a receipt becomes the transfer's place among those made."""
        got = LEDGER[op[0]](self, *op[1:])
        new = Row.objects.filter(pk__gt=max(self.ids, default=0)).values_list("pk", flat=True)
        self.ids += sorted(new)
        return self.ids.index(got.transfer_id) if isinstance(got, commands.Receipt) else got


STAFF: dict[str, Any] = {"actor": "staff", "reason": "r"}
LEDGER: dict[str, Callable[..., object]] = {
    "grant": lambda h, k, u, n: commands.grant(key=k, user_id=h.users[u], amount=n, **STAFF),
    "burn": lambda h, k, u, n: commands.burn(key=k, user_id=h.users[u], amount=n, **STAFF),
    "fund": lambda _h, k, n: commands.fund_house(key=k, amount=n, **STAFF),
    "stake": lambda h, k, u, n: commands.stake_bot(key=k, user_id=h.users[u], amount=n),
    "buy-in": lambda h, k, u, n: commands.buy_in(
        key=k, user_id=h.users[u], table_id=TABLE, amount=n
    ),
    "top-up": lambda h, k, u, n: commands.top_up(
        key=k, user_id=h.users[u], table_id=TABLE, amount=n
    ),
    "leave": lambda h, k, u: commands.leave(key=k, user_id=h.users[u], table_id=TABLE),
    "hold": House.hold,
    "settle": House.settle,
    "void": lambda h, k, hand: h.settle(k, hand, {}, 0),
    "rake": lambda _h, k: commands.sweep_rake(key=k, table_id=TABLE),
    "enter": lambda h, k, u, n, fee: commands.enter(
        key=k, user_id=h.users[u], tournament_id=CUP, buy_in=n, fee=fee
    ),
    "overlay": lambda _h, k, n: commands.overlay(key=k, tournament_id=CUP, amount=n),
    "prize": lambda h, k, u, n: commands.pay_prizes(
        key=k, tournament_id=CUP, prizes={h.users[u]: n}
    ),
    "fees": lambda _h, k: commands.sweep_fees(key=k, tournament_id=CUP),
    "undo": House.undo,
}


def answer(work: Callable[[], object]) -> object:
    """What it returned, or the code of its refusal."""
    try:
        with transaction.atomic():
            return work()
    except Refusal as refusal:
        return {refusal.code}
    except No as no:
        return set(no.args)


def run(users: list[int], seed: int, length: int) -> None:
    """Play one stream against both; fail with the seed at the first difference."""
    memory, house = Ledger(), House(users)
    for step, op in enumerate(stream(random.Random(seed), length)):
        expected = answer(partial(MEMORY[op[0]](*op[1:]), memory))
        got = answer(partial(house.ask, op))
        if isinstance(expected, set) and isinstance(got, set):
            assert got <= expected, f"seed {seed}, step {step}: {op}"
        else:
            assert got == expected, f"seed {seed}, step {step}: {op}"
    assert len(memory.transfers) > length // 6, f"seed {seed} refuses too much to tell anything"
    agree(memory, users, f"seed {seed}")


def agree(memory: Ledger, users: list[int], where: str) -> None:
    """Every balance and every hold is what the memory says, and nothing else is there."""
    rows = Account.objects.values_list(
        "kind", "user_id", "table_id", "tournament_id", "balance", "held_by"
    )
    chips, held = {}, {}
    for kind, user, table, cup, balance, hand in rows:
        place = (kind, users.index(user) if user else 0, table or 0, cup or 0)
        chips[place] = balance
        if hand:
            held[place] = hand
    assert {place: n for place, n in memory.chips.items() if n} == {
        place: n for place, n in chips.items() if n
    }, where
    assert memory.held == held, where
    assert queries.audit().ok, where


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_i17_seeded_streams_agree_with_the_memory(player: Player, seed: int) -> None:
    run([player() for _ in range(4)], seed, 120)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(100, 140))
def test_i17_long_seeded_streams_agree_with_the_memory(player: Player, seed: int) -> None:
    run([player() for _ in range(4)], seed, 600)
