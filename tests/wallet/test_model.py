"""The ledger against a small one in memory: any sequence of requests, the same outcomes."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wallet import commands, queries
from wallet.errors import (
    AlreadySettled,
    InsufficientChips,
    KeyReused,
    NoSuchAccount,
    Refusal,
    Unbalanced,
)

HOUSE = "house"
PLAYERS, TABLES, KEYS, HANDS = range(3), (1, 2), "abc", ("h1", "h2", "h3")
# Mostly amounts that fit, some that do not.
amounts = st.integers(1, 60)
players = st.sampled_from(PLAYERS)
tables = st.sampled_from(TABLES)
keys = st.sampled_from(KEYS)
lists_of_deltas = st.dictionaries(players, st.integers(-40, 40), max_size=3)


def balanced(deltas: dict[int, int]) -> dict[int, int]:
    """Let the first player carry what the others win and lose."""
    if not deltas:
        return deltas
    first = min(deltas)
    return deltas | {first: -sum(d for player, d in deltas.items() if player != first)}


operations = st.one_of(
    st.tuples(st.just("grant"), keys, players, amounts),
    st.tuples(st.just("fund"), keys, amounts),
    st.tuples(st.just("stake"), keys, players, amounts),
    st.tuples(st.just("buy-in"), keys, players, tables, amounts),
    st.tuples(st.just("leave"), keys, players, tables),
    st.tuples(
        st.just("settle"),
        keys,
        tables,
        st.sampled_from(HANDS),
        st.one_of(lists_of_deltas.map(balanced), lists_of_deltas),
    ),
)
Place = tuple[object, ...]


@dataclass
class Memory:
    """The same ledger in forty lines: chips by place, and what was done under which key."""

    chips: dict[Place, int] = field(default_factory=lambda: defaultdict(int))
    places: set[Place] = field(default_factory=set)
    done: dict[Place, tuple[Place, int]] = field(default_factory=dict)
    hands: dict[Place, dict[Place, int]] = field(default_factory=dict)

    def move(self, request: Place, content: Place, source: Place | None, to: Place, n: int) -> int:
        """Move n chips; from nowhere if they are new."""
        if request in self.done:
            before, moved = self.done[request]
            if before != content:
                raise KeyReused
            return moved
        if source and self.chips[source] < n:
            raise InsufficientChips(facts={"have": self.chips[source], "need": n})
        if source:
            self.chips[source] -= n
        self.chips[to] += n
        self.places |= {to}
        self.done[request] = (content, n)
        return n

    def leave(self, request: Place, seat: Place, player: Place) -> int:
        if request in self.done or self.chips[seat]:
            return self.move(request, (seat,), seat, player, self.chips[seat])
        return 0

    def settle(self, request: Place, hand: str, deltas: dict[Place, int]) -> int:
        if sum(deltas.values()):
            raise Unbalanced
        moves = {place: delta for place, delta in deltas.items() if delta}
        if not moves.keys() <= self.places:
            raise NoSuchAccount
        if request in self.done and self.done[request][0] != (hand, moves):
            raise KeyReused
        if self.hands.get((hand,), moves) != moves:
            raise AlreadySettled
        if (hand,) not in self.hands:
            if any(self.chips[place] + delta < 0 for place, delta in moves.items()):
                raise InsufficientChips
            for place, delta in moves.items():
                self.chips[place] += delta
            self.hands[(hand,)] = moves
            self.done[request] = ((hand, moves), 0)
        return sum(delta for delta in moves.values() if delta > 0)


def remember(memory: Memory, op: tuple[Any, ...]) -> int:
    """What the memory answers to one operation."""
    match op:
        case ("grant", key, player, n):
            return memory.move(("grant", key), op[2:], None, ("player", player), n)
        case ("fund", key, n):
            return memory.move(("fund", key), op[2:], None, (HOUSE,), n)
        case ("stake", key, player, n):
            return memory.move(("stake", key), op[2:], (HOUSE,), ("player", player), n)
        case ("buy-in", key, player, table, n):
            request, seat = ("buy-in", player, key), ("seat", player, table)
            return memory.move(request, op[3:], ("player", player), seat, n)
        case ("leave", key, player, table):
            seat = ("seat", player, table)
            return memory.leave(("leave", player, key), seat, ("player", player))
        case ("settle", key, table, hand, deltas):
            seats: dict[Place, int] = {("seat", p, table): delta for p, delta in deltas.items()}
            return memory.settle(("settle", table, key), hand, seats)
    raise AssertionError(op)


def post(users: list[int], op: tuple[Any, ...]) -> int:
    """What the ledger answers to the same operation."""
    match op:
        case ("grant", key, player, n):
            user = users[player]
            return commands.grant(key=key, actor="a", user_id=user, amount=n, reason="").amount
        case ("fund", key, n):
            return commands.fund_house(key=key, actor="a", amount=n, reason="").amount
        case ("stake", key, player, n):
            return commands.stake_bot(key=key, user_id=users[player], amount=n).amount
        case ("buy-in", key, player, table, n):
            user = users[player]
            return commands.buy_in(key=key, user_id=user, table_id=table, amount=n).amount
        case ("leave", key, player, table):
            return commands.leave(key=key, user_id=users[player], table_id=table)
        case ("settle", key, table, hand, deltas):
            mapped = {users[player]: delta for player, delta in deltas.items()}
            return commands.settle_hand(
                key=key, table_id=table, hand_id=hand, deltas=mapped
            ).amount
    raise AssertionError(op)


def outcome(work: Callable[[], int]) -> int | str:
    """The chips moved, or the code of the refusal."""
    try:
        with transaction.atomic():
            return work()
    except Refusal as refusal:
        return refusal.code


@pytest.mark.django_db
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(ops=st.lists(operations, min_size=1, max_size=40))
def test_any_sequence_of_requests(player: Callable[..., int], ops: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        users, memory = [player() for _ in PLAYERS], Memory()
        for number, op in enumerate(ops):
            expected = outcome(lambda op=op: remember(memory, op))  # type: ignore[misc] # bound now
            got = outcome(lambda op=op: post(users, op))  # type: ignore[misc] # bound now
            assert got == expected, (number, op)
        for place, chips in memory.chips.items():
            match place:
                case ("player", int(who)):
                    assert queries.balance(users[who]) == chips
                case ("seat", int(who), int(table)):
                    assert queries.stack(users[who], table) == chips
        assert queries.audit().ok
        transaction.set_rollback(True)
