"""Staff: a reason for everything, two people above the limit, corrections by reversal."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import connection
from pytest_django import Settings

from wallet import commands, queries
from wallet.errors import (
    AccountHeld,
    AlreadyDecided,
    AlreadyReversed,
    BadAmount,
    InsufficientChips,
    KeyReused,
    NoSuchAccount,
    NoSuchRequest,
    NoSuchTransfer,
    OwnAccount,
    ReasonMissing,
    SecondPerson,
)
from wallet.models import IssueRequest, Transfer

pytestmark = pytest.mark.django_db(transaction=True)

Player = Callable[..., int]
Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def limit(settings: Settings) -> None:
    """One person may move a thousand chips."""
    settings.TWO_PEOPLE_ABOVE = 1000


def ask(staff: int, user: int, amount: int, key: str = "k") -> commands.Asked:
    return commands.staff_grant(
        key=key, staff_id=staff, user_id=user, amount=amount, reason="prize"
    )


def test_one_person_is_enough_up_to_the_limit(player: Player) -> None:
    staff, user = player(), player()
    asked = ask(staff, user, 1000)
    assert asked == ask(staff, user, 1000)
    assert asked.request is None
    assert queries.balance(user) == 1000
    burned = commands.staff_burn(key="b", staff_id=staff, user_id=user, amount=400, reason="error")
    assert burned.transfer
    assert queries.balance(user) == 600
    transfer = Transfer.objects.get(pk=burned.transfer)
    assert (transfer.kind, transfer.actor, transfer.reason) == ("burn", f"staff:{staff}", "error")
    assert queries.audit().ok


def test_more_waits_for_a_second_person(player: Player) -> None:
    staff, second, user = player(), player(), player()
    asked = ask(staff, user, 1001)
    assert asked.transfer is None
    assert asked.request
    assert queries.balance(user) == 0
    with pytest.raises(SecondPerson):
        commands.approve(key="a", staff_id=staff, request_id=asked.request)
    done = commands.approve(key="a", staff_id=second, request_id=asked.request)
    assert done == commands.approve(key="a", staff_id=second, request_id=asked.request)
    assert queries.balance(user) == 1001
    assert Transfer.objects.get(pk=done.transfer or 0).actor == f"staff:{staff}+{second}"
    with pytest.raises(AlreadyDecided):
        commands.approve(key="a2", staff_id=second, request_id=asked.request)
    with pytest.raises(AlreadyDecided):
        commands.decline(key="d", staff_id=second, request_id=asked.request)


@pytest.mark.parametrize("amount", [1, 5000])
def test_nobody_grants_or_burns_chips_of_the_own_account(player: Player, amount: int) -> None:
    staff = player(9000)
    for key, move in (("g", commands.staff_grant), ("b", commands.staff_burn)):
        with pytest.raises(OwnAccount):
            move(key=key, staff_id=staff, user_id=staff, amount=amount, reason="prize")
    assert queries.balance(staff) == 9000
    assert not IssueRequest.objects.exists()


def test_nobody_agrees_to_a_request_for_the_own_account(player: Player) -> None:
    staff, second, third = player(), player(), player()
    asked = ask(staff, second, 5000).request or 0
    with pytest.raises(OwnAccount):
        commands.approve(key="a", staff_id=second, request_id=asked)
    assert queries.balance(second) == 0
    assert commands.approve(key="a", staff_id=third, request_id=asked).transfer


def test_nobody_corrects_what_moved_chips_of_the_own_account(player: Player) -> None:
    staff, second = player(), player(50)
    wrong = ask(staff, second, 700).transfer or 0
    bought = commands.buy_in(key="b", user_id=second, table_id=4, amount=50).transfer_id
    for number in (wrong, bought):
        with pytest.raises(OwnAccount):
            commands.correct(key=f"{number}", staff_id=second, transfer_id=number, reason="mine")
    assert queries.balance(second) == 700
    assert commands.correct(key="c", staff_id=staff, transfer_id=bought, reason="typo").transfer


def test_no_request_is_kept_for_a_player_who_is_none(player: Player) -> None:
    with pytest.raises(NoSuchAccount):
        ask(player(), 999_999, 50_000)
    assert not IssueRequest.objects.exists()


def test_a_declined_request_moves_nothing(player: Player) -> None:
    staff, user = player(), player()
    asked = ask(staff, user, 5000)
    commands.decline(key="d", staff_id=staff, request_id=asked.request or 0)
    with pytest.raises(AlreadyDecided):
        commands.approve(key="a", staff_id=user, request_id=asked.request or 0)
    assert queries.balance(user) == 0


def test_burn_that_cannot_be_done_leaves_the_request_open(player: Player) -> None:
    staff, second, user = player(), player(), player(10)
    asked = commands.staff_burn(key="b", staff_id=staff, user_id=user, amount=2000, reason="error")
    with pytest.raises(InsufficientChips):
        commands.approve(key="a", staff_id=second, request_id=asked.request or 0)
    assert IssueRequest.objects.get().approved is None


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
@pytest.mark.parametrize("amount", [5, 5000])
def test_no_reason_no_chips(player: Player, reason: str, amount: int) -> None:
    staff, user = player(), player()
    with pytest.raises(ReasonMissing):
        commands.staff_grant(key="k", staff_id=staff, user_id=user, amount=amount, reason=reason)
    assert not IssueRequest.objects.exists()


@pytest.mark.parametrize("amount", [0, -1, True, 1.0, "5", 2**53, 2**63, None])
def test_amount_that_is_none(player: Player, amount: object) -> None:
    with pytest.raises(BadAmount):
        ask(player(), player(), amount)  # type: ignore[arg-type]  # that is the point


def test_unknown_player_and_request(player: Player) -> None:
    staff = player()
    for stranger in (10**9, 2**63, 0, -1):
        with pytest.raises(NoSuchAccount):
            ask(staff, stranger, 5, key=f"{stranger}")
    with pytest.raises(NoSuchRequest):
        commands.approve(key="a", staff_id=staff, request_id=10**9)


def test_rejection_is_remembered_and_other_content_refused(player: Player) -> None:
    staff, user = player(), player()
    for _ in range(2):
        with pytest.raises(InsufficientChips):
            commands.staff_burn(key="b", staff_id=staff, user_id=user, amount=5, reason="r")
        commands.grant(key=f"{_}", actor="a", user_id=user, amount=5, reason="")
    with pytest.raises(KeyReused):
        commands.staff_burn(key="b", staff_id=staff, user_id=user, amount=6, reason="r")


def test_correction_is_the_exact_negative_and_happens_once(player: Player) -> None:
    staff, user = player(), player()
    wrong = ask(staff, user, 700).transfer or 0
    done = commands.correct(key="c", staff_id=staff, transfer_id=wrong, reason="typo")
    assert done.transfer
    assert queries.balance(user) == 0
    with pytest.raises(AlreadyReversed):
        commands.correct(key="c2", staff_id=staff, transfer_id=wrong, reason="typo")
    again = commands.correct(key="c3", staff_id=staff, transfer_id=done.transfer, reason="no")
    assert again.transfer
    assert queries.balance(user) == 700
    assert queries.audit().ok


def test_correction_without_the_chips_or_in_a_hand(player: Player) -> None:
    staff, user, other = player(), player(), player(10)
    wrong = ask(staff, user, 700).transfer or 0
    bought = commands.buy_in(key="b", user_id=user, table_id=4, amount=1)
    commands.buy_in(key="b", user_id=other, table_id=4, amount=1)
    with pytest.raises(InsufficientChips):
        commands.correct(key="c", staff_id=staff, transfer_id=wrong, reason="typo")
    commands.hold_stacks(table_id=4, hand_id="h", user_ids=[user, other])
    with pytest.raises(AccountHeld):
        commands.correct(key="d", staff_id=staff, transfer_id=bought.transfer_id, reason="typo")


def test_correction_of_nothing(player: Player) -> None:
    one = player(1)
    commands.buy_in(key="b", user_id=one, table_id=4, amount=1)
    void = commands.settle_hand(key="v", table_id=4, hand_id="v", deltas={})
    for number in (0, 10**9, 2**63, void.transfer_id):
        with pytest.raises(NoSuchTransfer):
            commands.correct(key=f"{number}", staff_id=one, transfer_id=number, reason="r")


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ("amount = amount + 1", "ledger_append_only"),
        ("user_id = asked_by_id", "ledger_append_only"),
        (
            "approved = true, decided_by_id = asked_by_id, decided_at = now(), transfer_id = 1",
            "ledger_issue_request_two_people",
        ),
        ("approved = true", "ledger_issue_request_decided_whole"),
    ],
)
def test_raw_edit_of_a_request(player: Player, change: str, law: str, refused_by: Refused) -> None:
    ask(player(1), player(), 5000)
    with refused_by(law), connection.cursor() as cursor:
        cursor.execute(f"UPDATE ledger_issue_request SET {change}")


def test_request_stays(player: Player, refused_by: Refused) -> None:
    ask(player(1), player(), 5000)
    for attack in ("DELETE FROM ledger_issue_request", "TRUNCATE ledger_issue_request"):
        with refused_by("ledger_append_only"), connection.cursor() as cursor:
            cursor.execute(attack)
