"""I1-I18: what must hold after every run, and where each is proved.

I1-I11 are laws of the audit, which counts them again in one snapshot without trusting a guard.
Here a storm of everything is audited law by law; the rest are named by the tests that prove them.
"""

import ast
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from django.db import connection, transaction

from tests.together import together
from wallet import commands, queries
from wallet.models import Account, Entry, RequestKey

pytestmark = pytest.mark.django_db(transaction=True)

Player = Callable[..., int]
TESTS = Path(__file__).resolve().parents[1]

# Invariant → the audit's laws that prove it.
LAWS = {
    "I1": [
        "all accounts of a unit sum to zero",
        "the issuer is minus what was issued and not burned",
        "chips are issued or burned only as such",
    ],
    "I2": ["a transfer sums to zero", "a transfer has all its entries, in one unit"],
    "I3": ["a balance is the sum of its entries", "entries are numbered without a gap"],
    "I4": ["each entry goes on from the one before", "a balance is what the newest entry left"],
    "I5": ["no account was ever below its floor"],
    "I6": ["no settled hand holds chips"],
    "I7": ["a closed account is empty"],
    "I8": ["one request, or one hand, made one transfer"],
    "I9": ["what undoes a transfer is its exact negative"],
    "I10": ["a request has its answer"],
    "I11": [
        "the hash chains hold, from the first entry",
        "the seals hold, from the first one",
    ],
}
# Invariant → tests that prove it in other ways too (file::name).
PROOFS = {
    "I8": ["wallet/test_idempotency.py::test_twins_at_the_same_moment_have_one_effect"],
    "I9": ["wallet/test_storms.py::test_eight_corrections_of_one_transfer"],
    "I11": [
        "wallet/test_chain.py::test_any_edit_breaks_a_chain",
        "wallet/test_chain.py::test_deleted_tail_shows_by_a_seal",
        "wallet/test_chain.py::test_rehashed_account_shows_by_a_published_seal_only",
    ],
    "I12": [
        "wallet/test_app_role.py::test_i12_it_cannot_touch_a_table_or_switch_a_guard_off",
        "wallet/test_laws.py::test_pair_appended_to_an_old_transfer",
        "wallet/test_laws.py::test_transfer_without_entries",
        "wallet/test_laws.py::test_balance_edited_without_an_entry",
    ],
    "I13": ["wallet/test_rake.py::test_rake_and_shares_are_the_pot_for_any_split"],
    "I14": [
        "wallet/test_storms.py::test_all_pairs_at_once_without_a_deadlock",
        "wallet/test_storms.py::test_hot_house_of_eight_writers",
        "wallet/test_storms.py::test_mixed_storm_of_hands_transfers_and_seals",
    ],
    "I15": ["wallet/test_storms.py::test_audit_holds_at_any_moment_while_others_write"],
    "I16": ["faults/test_ledger_killed.py::test_kill_of_postgresql_under_eight_writers"],
    "I17": [
        "wallet/test_model_seeded.py::test_i17_seeded_streams_agree_with_the_memory",
        "wallet/test_model.py::test_any_sequence_of_requests",
    ],
    "I18": [
        "faults/test_ledger_killed.py::test_checker_finds_what_happens_without_the_guards",
        "wallet/test_audit.py::test_damage_is_found",
    ],
}

# What other apps have the audit prove of books of their own → tests that prove that it does.
_CHIPS = "tournaments/test_live_chips"
LAWS_OF_OTHERS = {
    "a live freezeout has given out the chips of its log": [
        f"{_CHIPS}.py::test_law_finds_chips_that_were_paid_for_and_never_given",
        f"{_CHIPS}_laws.py::test_law_holds_whatever_happens_in_whatever_order",
    ],
}


def test_every_invariant_is_proved_by_something_that_exists() -> None:
    assert {f"I{n}" for n in range(1, 19)} == LAWS.keys() | PROOFS.keys()
    known = {law.what for law in queries.audit().laws}
    assert {law for laws in LAWS.values() for law in laws} == known - LAWS_OF_OTHERS.keys()
    assert LAWS_OF_OTHERS.keys() <= known
    proofs = [*PROOFS.values(), *LAWS_OF_OTHERS.values()]
    for name in (name for names in proofs for name in names):
        file, _colons, test = name.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name


def test_i1_to_i11_hold_after_a_storm_of_everything(player: Player) -> None:
    """Each law looked at something, and none is broken."""
    users = [player(2000) for _ in range(6)]
    commands.fund_house(key="f", actor="a", amount=500, reason="")
    grants = [
        commands.grant(key=f"g{user}", actor="a", user_id=user, amount=7, reason="")
        for user in users
    ]
    works: list[Callable[[], object]] = []
    for number, user in enumerate(users):
        table = number // 2 + 1
        works += [
            partial(commands.buy_in, key="b", user_id=user, table_id=table, amount=100),
            partial(
                commands.enter, key="e", user_id=user, tournament_id=9, buy_in=50, fee=5, bounty=9
            ),
            partial(commands.burn, key=f"{user}", actor="a", user_id=user, amount=3, reason=""),
            partial(
                commands.reverse,
                key=f"{user}",
                actor="a",
                transfer_id=grants[number].transfer_id,
                reason="typo",
            ),
            partial(
                commands.staff_grant,
                key=f"s{user}",
                staff_id=users[number - 1],
                user_id=user,
                amount=5,
                reason="prize",
            ),
            commands.seal,
        ]
    assert not [o for o in together(works, threads=8) if isinstance(o, Exception)]
    for table in (1, 2, 3):
        one, two = users[2 * table - 2 : 2 * table]
        commands.hold_stacks(table_id=table, hand_id=f"h{table}", user_ids=[one, two])
        if table > 1:
            commands.settle_hand(
                key="h", table_id=table, hand_id=f"h{table}", deltas={one: 9, two: -10}, rake=1
            )
    commands.pay_prizes(key="p", tournament_id=9, prizes={users[0]: 300})
    for user in users:
        commands.pay_bounty(key=f"{user}", tournament_id=9, user_id=user, winners={user: 9})
    commands.sweep_fees(key="f", tournament_id=9)
    commands.close_tournament(tournament_id=9)
    commands.seal()
    report = queries.audit()
    laws = {law.what: law for law in report.laws}
    for invariant, names in LAWS.items():
        for name in names:
            assert laws[name].counted, (invariant, name)
            assert not laws[name].broken, (invariant, name)
    assert RequestKey.objects.count() == 6


def test_i1_supply_is_issued_less_burned(player: Player) -> None:
    user = player(100)
    commands.burn(key="b", actor="a", user_id=user, amount=30, reason="")
    assert Account.objects.get(kind="issuer").balance == -70


def test_i15_a_reader_sees_one_moment_whatever_others_write(player: Player) -> None:
    """In one snapshot balances and entries agree, also while another connection commits."""
    user = player(100)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        before = queries.balance(user), Entry.objects.count()
        write = partial(commands.buy_in, key="b", user_id=user, table_id=4, amount=60)
        assert not isinstance(together([write])[0], Exception)
        assert before == (queries.balance(user), Entry.objects.count())
    assert (40, before[1] + 2) == (queries.balance(user), Entry.objects.count())
