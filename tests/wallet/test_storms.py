"""Many at once, each with a connection of its own: no chip lost, no deadlock, no negative."""

from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import pytest
from django.db import connection

from tests.together import together
from wallet import commands, queries
from wallet.errors import AlreadyReversed, AlreadySettled, InsufficientChips
from wallet.models import Account, Entry

pytestmark = pytest.mark.django_db(transaction=True)

Player = Callable[..., int]


def deadlocks() -> int:
    """How many deadlocks the server has seen in this database, up to this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


def test_two_tables_fifty_buy_ins_each_of_chips_for_fifty(player: Player) -> None:
    user = player(500)
    buys = [
        partial(commands.buy_in, key=f"{table}-{n}", user_id=user, table_id=table, amount=10)
        for n in range(50)
        for table in (1, 2)
    ]
    outcomes = together(buys)
    refused = [o for o in outcomes if isinstance(o, InsufficientChips)]
    assert (len(outcomes), len(refused)) == (100, 50)
    assert not [o for o in outcomes if isinstance(o, Exception) and o not in refused]
    assert queries.balance(user) == 0
    assert queries.stack(user, 1) + queries.stack(user, 2) == 500
    assert queries.audit().ok


def test_all_pairs_at_once_without_a_deadlock(seated: Player) -> None:
    """Every pair of six stacks, both ways round, while players come, go and are granted chips."""
    before = deadlocks()
    users = [seated(3, 1000) for _ in range(6)]
    for user in users:
        commands.grant(key=f"{user}", actor="a", user_id=user, amount=100, reason="")
    works: list[Callable[[], object]] = []
    for turn in range(5):
        for loser, winner in permutations(users, 2):
            hand = f"{turn}-{loser}-{winner}"
            deltas = {loser: -1, winner: 1}
            works.append(
                partial(commands.settle_hand, key=hand, table_id=3, hand_id=hand, deltas=deltas)
            )
        for user in users:
            key = f"{turn}-{user}"
            works += [
                partial(commands.grant, key=key, actor="a", user_id=user, amount=7, reason=""),
                partial(commands.buy_in, key=key, user_id=user, table_id=3, amount=3),
            ]
    outcomes = together(works)
    assert not [o for o in outcomes if isinstance(o, Exception)]
    assert queries.stacks(3) == dict.fromkeys(users, 1015)
    assert [queries.balance(user) for user in users] == [120] * 6
    assert queries.audit().ok
    assert deadlocks() == before


def test_first_chips_of_many_new_accounts_at_once(player: Player) -> None:
    """Accounts that do not exist yet are opened by whoever comes first."""
    before = deadlocks()
    users = [player() for _ in range(4)]
    grants = [
        partial(commands.grant, key=f"{n}-{user}", actor="a", user_id=user, amount=1, reason="")
        for n in range(10)
        for user in users
    ]
    assert not [o for o in together(grants) if isinstance(o, Exception)]
    assert [queries.balance(user) for user in users] == [10] * 4
    assert Account.objects.count() == 5
    assert deadlocks() == before


def test_one_hand_settled_by_many_at_once(seated: Player) -> None:
    """Same result under other keys: one transfer, one answer. Another result: refused."""
    one, two = seated(3, 100), seated(3, 100)

    def settle(n: int, delta: int) -> Callable[[], commands.Receipt]:
        deltas = {one: delta, two: -delta}
        return partial(commands.settle_hand, key=f"{n}", table_id=3, hand_id="h", deltas=deltas)

    outcomes = together([settle(n, 10) for n in range(12)])
    assert len({outcome.transfer_id for outcome in outcomes}) == 1
    assert sum(not outcome.repeated for outcome in outcomes) == 1
    others = together([settle(n, 11) for n in range(20, 28)])
    assert all(isinstance(outcome, AlreadySettled) for outcome in others)
    assert queries.stacks(3) == {one: 110, two: 90}


def test_leave_races_settlement_of_the_same_stack(seated: Player) -> None:
    """Whichever comes first, the chips are in one place and in one only."""
    one, two = seated(3, 100), seated(3, 100)
    outcomes = together(
        [partial(commands.leave, key="l", user_id=one, table_id=3)]
        + [
            partial(
                commands.settle_hand,
                key=f"{n}",
                table_id=3,
                hand_id=f"{n}",
                deltas={one: -30, two: 30},
            )
            for n in range(5)
        ]
    )
    settled = [o for o in outcomes[1:] if not isinstance(o, InsufficientChips)]
    assert not [o for o in settled if isinstance(o, Exception)]
    assert queries.stack(two, 3) == 100 + 30 * len(settled)
    assert queries.balance(one) + queries.stack(one, 3) == 100 - 30 * len(settled)
    assert queries.audit().ok


def test_audit_holds_at_any_moment_while_others_write(seated: Player) -> None:
    users = [seated(3, 1000) for _ in range(4)]
    writes = [
        partial(
            commands.settle_hand,
            key=f"{n}",
            table_id=3,
            hand_id=f"{n}",
            deltas={users[n % 4]: -1, users[n % 3]: 1},
        )
        for n in range(120)
        if users[n % 4] != users[n % 3]
    ]
    mixed: list[Callable[[], Any]] = []
    for n, write in enumerate(writes):
        mixed += [write, queries.audit] if n % 6 == 0 else [write]
    outcomes = together(mixed)
    assert not [o for o in outcomes if isinstance(o, Exception)]
    assert all(o.ok for o in outcomes if isinstance(o, queries.AuditReport))


def test_unlocked_writers_are_stopped_by_the_version(seated: Player) -> None:
    """The net below the locks: who reads, forgets to lock and writes, mints no chip."""
    one, two = (Account.objects.get(user_id=seated(3, 100), kind="seat") for _ in range(2))
    sql = (
        "WITH made AS (INSERT INTO ledger_transfer"
        " (request, kind, unit_id, n_entries, actor, reason)"
        " VALUES (gen_random_uuid(), 'buy-in', 1, 2, 'raw', '') RETURNING *)"
        " INSERT INTO ledger_entry (account_id, version, transfer_id, amount, balance_after, hash)"
        " SELECT a.id, a.version + 1, made.id, leg.amount, a.balance + leg.amount,"
        " ledger_link(a.head, ledger_digest(ROW(made.*)::ledger_transfer), a.id, a.version + 1,"
        " leg.amount, a.balance + leg.amount)"
        " FROM made, (VALUES (%s, 1), (%s, -1)) AS leg (id, amount), pg_sleep(0.05),"
        " ledger_account a WHERE a.id = leg.id"
    )

    def careless() -> int:
        with connection.cursor() as cursor:
            cursor.execute(sql, [one.pk, two.pk])
            return 1

    outcomes = together([careless] * 40)
    done = outcomes.count(1)
    assert 0 < done < 40
    one.refresh_from_db()
    assert one.balance == 100 + done
    assert Entry.objects.filter(account=one).count() == one.version
    assert queries.audit().ok


def eight(works: list[Callable[[], object]]) -> list[object]:
    """Run works by eight writers; return what each returned or raised."""
    return together(works, threads=8)


def test_hot_house_of_eight_writers(player: Player) -> None:
    """Everybody is staked from and returns to the one house account, while it is funded."""
    before = deadlocks()
    bots = [player() for _ in range(8)]
    commands.fund_house(key="f", actor="a", amount=8_000, reason="")
    works: list[Callable[[], object]] = []
    for turn in range(6):
        for bot in bots:
            key = f"{turn}-{bot}"
            works += [
                partial(commands.stake_bot, key=key, user_id=bot, amount=10),
                partial(commands.fund_house, key=key, actor="a", amount=1, reason=""),
            ]
            works += [partial(commands.unstake_bot, key=key, user_id=bot, amount=4)] * (turn > 0)
    outcomes = eight(works)
    failed = [o for o in outcomes if isinstance(o, Exception)]
    assert all(isinstance(o, InsufficientChips) for o in failed)
    returned = sum(1 for w, o in zip(works, outcomes, strict=True) if _is_return(w, o))
    house = Account.objects.get(kind="house")
    assert house.balance == 8_000 + 48 - 480 + 4 * returned
    assert house.version == 1 + 96 + returned
    assert queries.audit().ok
    assert deadlocks() == before


def _is_return(work: Callable[[], object], outcome: object) -> bool:
    asked = getattr(work, "func", None)
    return asked is commands.unstake_bot and not isinstance(outcome, Exception)


def test_eight_corrections_of_one_transfer(player: Player) -> None:
    """Eight staff undo the same grant at once, each with a key of his own: it happens once."""
    user = player()
    wrong = commands.grant(key="g", actor="a", user_id=user, amount=50, reason="")
    commands.grant(key="h", actor="a", user_id=user, amount=50, reason="")
    outcomes = eight(
        [
            partial(
                commands.reverse,
                key=f"{n}",
                actor=f"staff:{n}",
                transfer_id=wrong.transfer_id,
                reason="typo",
            )
            for n in range(8)
        ]
    )
    assert sum(isinstance(o, AlreadyReversed) for o in outcomes) == 7
    assert queries.balance(user) == 50
    assert queries.audit().ok


def test_mixed_storm_of_hands_transfers_and_seals(seated: Player) -> None:
    """Hands with rake, sweeps, entries, leaves and seals at once: no deadlock, nothing lost."""
    before = deadlocks()
    tables = {table: [seated(table, 200) for _ in range(4)] for table in (3, 5)}
    everyone = [user for users in tables.values() for user in users]
    for user in everyone:
        commands.grant(key=f"{user}", actor="a", user_id=user, amount=100, reason="")
    works: list[Callable[[], object]] = [commands.seal]
    for turn in range(8):
        for table, users in tables.items():
            winner, hand = users[turn % 4], f"{table}-{turn}"
            deltas = dict.fromkeys(users, -2) | {winner: 5}
            works.append(partial(_hand, table, hand, deltas))
            works.append(partial(commands.sweep_rake, key=hand, table_id=table))
        works.append(
            partial(
                commands.enter,
                key=f"{turn}",
                user_id=everyone[turn],
                tournament_id=9,
                buy_in=20,
                fee=2,
            )
        )
        works.append(commands.seal)
    outcomes = eight(works)
    assert not [o for o in outcomes if isinstance(o, Exception)]
    rake = sum(
        Account.objects.filter(kind__in=["rake", "house"]).values_list("balance", flat=True)
    )
    assert rake == 16
    assert sum(queries.stacks(3).values()) + sum(queries.stacks(5).values()) == 1600 - 16
    assert queries.audit().ok
    assert deadlocks() == before


def _hand(table: int, hand: str, deltas: dict[int, int]) -> object:
    """Settle as a table does, whose lock lets one hand be open at a time."""
    return commands.settle_hand(key=hand, table_id=table, hand_id=hand, deltas=deltas, rake=1)
