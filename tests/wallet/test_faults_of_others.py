"""Thirty-five faults that other ledgers and tables had, and the test that would find each here."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]

# Number → what went wrong there, and the tests here (file::name) that fail if it happens to us.
FAULTS: dict[int, tuple[str, list[str]]] = {
    1: (
        "balances and the transfer committed apart, killed between them",
        ["faults/test_ledger_killed.py::test_kill_between_every_two_steps"],
    ),
    2: (
        "only the source locked, credits to one account lost",
        ["wallet/test_storms.py::test_hot_house_of_eight_writers"],
    ),
    3: (
        "version read outside the lock",
        ["wallet/test_storms.py::test_unlocked_writers_are_stopped_by_the_version"],
    ),
    4: (
        "a refund repeated",
        ["wallet/test_tournaments.py::test_refund_gives_all_three_back_once"],
    ),
    5: (
        "one transfer undone twice by racing requests",
        ["wallet/test_storms.py::test_eight_corrections_of_one_transfer"],
    ),
    6: (
        "held chips counted as there to spend",
        ["wallet/test_holds.py::test_nothing_else_moves_them"],
    ),
    7: (
        "fractions moved balances",
        [
            "wallet/test_commands.py::test_amount_that_is_none",
            "wallet/test_staff.py::test_amount_that_is_none",
        ],
    ),
    8: (
        "a state kept in two places, one of them stale",
        ["wallet/test_holds.py::test_raw_release_without_a_settlement"],
    ),
    9: (
        "numbers given out in code, twice under load",
        ["wallet/test_storms.py::test_first_chips_of_many_new_accounts_at_once"],
    ),
    10: (
        "keys that were not unique",
        ["wallet/test_idempotency.py::test_twins_at_the_same_moment_have_one_effect"],
    ),
    11: (
        "a hash chain that nothing verifies",
        ["wallet/test_chain.py::test_command_prints_seals_and_takes_them_back"],
    ),
    12: (
        "a trigger that reads a whole table",
        ["wallet/test_plans.py::test_no_post_reads_a_table_from_end_to_end"],
    ),
    13: (
        "balances kept by signals and watermarks of ids",
        ["wallet/test_laws.py::test_balance_edited_without_an_entry"],
    ),
    14: (
        "the sum checked after the commit",
        ["wallet/test_laws.py::test_unbalanced_transfer"],
    ),
    15: (
        "a trigger over all accounts for each new one",
        ["wallet/test_plans.py::test_no_post_reads_a_table_from_end_to_end"],
    ),
    16: (
        "a balance summed from all entries at each look",
        ["wallet/test_api.py::test_a_page_of_a_long_statement_uses_the_key"],
    ),
    17: (
        "an undone mark on the legs and not on their transfer",
        ["wallet/test_staff.py::test_correction_is_the_exact_negative_and_happens_once"],
    ),
    18: (
        "spent by a balance that was read before the lock",
        ["wallet/test_storms.py::test_two_tables_fifty_buy_ins_each_of_chips_for_fifty"],
    ),
    19: (
        "an early return after half of the rows",
        ["wallet/test_laws.py::test_fewer_entries_than_the_transfer_says"],
    ),
    20: (
        "chips shown as reserved for what is over",
        ["wallet/test_holds.py::test_a_void_hand_frees_them_too"],
    ),
    21: (
        "a refused request that succeeds when sent again",
        ["wallet/test_staff.py::test_rejection_is_remembered_and_other_content_refused"],
    ),
    22: (
        "sums near the largest number",
        ["wallet/test_commands.py::test_most_chips_that_can_exist"],
    ),
    23: (
        "repeats left to the callers",
        ["wallet/test_commands.py::test_same_key_and_content_is_one_transfer"],
    ),
    24: (
        "a lock's failure told as too few chips",
        ["wallet/test_idempotency.py::test_twin_waits_for_one_that_is_at_work_and_then_says_busy"],
    ),
    25: (
        "the order of locks lost in a join",
        ["wallet/test_storms.py::test_all_pairs_at_once_without_a_deadlock"],
    ),
    26: (
        "a deadlock that nobody retries",
        ["wallet/test_idempotency.py::test_deadlock_is_settled_by_doing_the_work_again"],
    ),
    27: (
        "the newest entry locked in place of the account",
        ["wallet/test_storms.py::test_unlocked_writers_are_stopped_by_the_version"],
    ),
    28: (
        "one hot row for the house",
        ["wallet/test_rake.py::test_job_sweeps_every_table"],
    ),
    29: (
        "a chain that forks, or whose links do not cover the one before",
        [
            "wallet/test_chain.py::test_rehashed_account_shows_by_a_published_seal_only",
            "wallet/test_chain.py::test_any_edit_breaks_a_chain",
        ],
    ),
    30: (
        "a twin in flight that runs too",
        ["wallet/test_idempotency.py::test_twins_at_the_same_moment_have_one_effect"],
    ),
    31: (
        "a key not bound to its request, or shared by users",
        [
            "wallet/test_commands.py::test_same_key_and_other_content",
            "wallet/test_commands.py::test_same_key_of_two_players_is_two_requests",
        ],
    ),
    32: (
        "more given back than was taken, by two at once",
        ["wallet/test_storms.py::test_eight_corrections_of_one_transfer"],
    ),
    33: (
        "a lock that was never sent to the database",
        ["wallet/test_plans.py::test_accounts_are_locked_by_the_database"],
    ),
    34: (
        "pots and odd chips that do not add up",
        [
            "wallet/test_rake.py::test_rake_and_shares_are_the_pot_for_any_split",
            "wallet/test_rake.py::test_rake_is_part_of_the_sum",
        ],
    ),
    35: (
        "an embedded server that stale files keep from starting",
        [
            "deploy/test_postgres.py::test_stale_pid_that_now_belongs_to_a_stranger",
            "deploy/test_postgres.py::test_root_becomes_somebody_else_and_opens_nothing_above",
        ],
    ),
}


def test_every_fault_has_its_tests() -> None:
    assert list(FAULTS) == list(range(1, 36))


@pytest.mark.parametrize("number", FAULTS)
def test_named_tests_exist(number: int) -> None:
    _what, names = FAULTS[number]
    for name in names:
        file, _colons, test = name.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert test in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name
