"""Tournament money: in by entries, out by prizes, bounties and fees, and nothing left over."""

from collections.abc import Callable

import pytest

from wallet import commands, queries
from wallet.errors import (
    AccountClosed,
    AlreadyReversed,
    BadAmount,
    InsufficientChips,
    KeyReused,
    NoSuchTransfer,
    SameAccountTwice,
    TooManyLegs,
    TournamentNotPaidOut,
)
from wallet.models import Account

pytestmark = pytest.mark.django_db

Player = Callable[..., int]


def enter(user: int, key: str = "e", cup: int = 9) -> commands.Receipt:
    return commands.enter(key=key, user_id=user, tournament_id=cup, buy_in=100, fee=10, bounty=50)


def chips(kind: str, unit: str = "chips", **subject: int) -> int:
    found = Account.objects.filter(kind=kind, unit__code=unit, **subject)
    return sum(found.values_list("balance", flat=True))


def test_entry_parts_its_chips(player: Player) -> None:
    user = player(200)
    assert enter(user).amount == 160
    assert enter(user).repeated
    assert queries.balance(user) == 40
    assert chips("prize_pool", tournament_id=9) == 100
    assert chips("fee", tournament_id=9) == 10
    assert chips("bounty", tournament_id=9, user_id=user) == 50


def test_entry_without_the_chips_for_all_three(player: Player) -> None:
    user = player(159)
    with pytest.raises(InsufficientChips):
        enter(user)
    assert queries.balance(user) == 159
    assert not Account.objects.filter(tournament_id=9).exists()


def test_entry_of_other_content_under_the_same_key(player: Player) -> None:
    user = player(1000)
    enter(user)
    with pytest.raises(KeyReused):
        enter(user, cup=8)
    with pytest.raises(KeyReused):
        commands.enter(key="e", user_id=user, tournament_id=9, buy_in=100, fee=60)


@pytest.mark.parametrize("bad", [-1, True, 1.0, "1", None, 2**53])
@pytest.mark.parametrize("part", ["buy_in", "fee", "bounty"])
def test_part_that_is_no_amount(player: Player, part: str, bad: object) -> None:
    parts = {"buy_in": 100, "fee": 10, "bounty": 50} | {part: bad}
    with pytest.raises(BadAmount):
        commands.enter(key="e", user_id=player(1000), tournament_id=9, **parts)  # type: ignore[arg-type]  # that is the point


def test_refund_gives_all_three_back_once(player: Player) -> None:
    user = player(160)
    receipt = enter(user)
    commands.refund(key="r", entry_id=receipt.transfer_id)
    assert commands.refund(key="r", entry_id=receipt.transfer_id).repeated
    with pytest.raises(AlreadyReversed):
        commands.refund(key="r2", entry_id=receipt.transfer_id)
    assert queries.balance(user) == 160
    assert chips("prize_pool") + chips("fee") + chips("bounty") == 0
    assert queries.audit().ok


def test_refund_of_an_entry_that_stands_again(player: Player) -> None:
    """Undone by mistake and done again: it is given back like any other, and once."""
    user = player(30)
    entry = commands.enter(key="e", user_id=user, tournament_id=9, buy_in=30).transfer_id
    undone = commands.reverse(key="r", actor="a", transfer_id=entry, reason="r").transfer_id
    assert queries.undone_by(entry) == undone
    with pytest.raises(AlreadyReversed):
        commands.refund(key="f", entry_id=entry)
    commands.reverse(key="s", actor="a", transfer_id=undone, reason="r")
    assert queries.undone_by(entry) is None
    first = commands.refund(key="f", entry_id=entry)
    again = commands.refund(key="f", entry_id=entry)
    assert (first.transfer_id, again.repeated) == (again.transfer_id, True)
    with pytest.raises(AlreadyReversed):
        commands.refund(key="g", entry_id=entry)
    assert queries.balance(user) == 30
    assert queries.undone_by(entry) == first.transfer_id
    assert queries.audit().ok


def test_a_repeated_refund_is_answered_as_the_first_time(player: Player) -> None:
    user = player(30)
    entry = commands.enter(key="e", user_id=user, tournament_id=9, buy_in=30).transfer_id
    first = commands.refund(key="f", entry_id=entry)
    commands.reverse(key="r", actor="a", transfer_id=first.transfer_id, reason="too early")
    again = commands.refund(key="f", entry_id=entry)
    assert (again.transfer_id, again.repeated) == (first.transfer_id, True)
    assert queries.balance(user) == 0
    assert not commands.refund(key="g", entry_id=entry).repeated
    assert queries.balance(user) == 30


def test_refund_of_what_is_no_entry(player: Player) -> None:
    grant = commands.grant(key="g", actor="a", user_id=player(), amount=5, reason="")
    for number in (grant.transfer_id, 0, -1, 2**63, True):
        with pytest.raises(NoSuchTransfer):
            commands.refund(key="r", entry_id=number)


def test_whole_tournament_ends_with_nothing_left(player: Player) -> None:
    one, two, three = (player(160) for _ in range(3))
    commands.fund_house(key="f", actor="a", amount=100, reason="")
    for user in (one, two, three):
        enter(user)
    commands.overlay(key="o", tournament_id=9, amount=100)
    commands.pay_bounty(
        key="b3", tournament_id=9, user_id=three, winners={one: 25}, growing={one: 25}
    )
    commands.pay_bounty(key="b2", tournament_id=9, user_id=two, winners={one: 50})
    commands.pay_bounty(key="b1", tournament_id=9, user_id=one, winners={one: 75})
    commands.deal(key="d", tournament_id=9, shares={one: 150, two: 150})
    with pytest.raises(TournamentNotPaidOut) as refusal:
        commands.close_tournament(tournament_id=9)
    assert refusal.value.facts == {"left": 130}
    commands.pay_prizes(key="p", tournament_id=9, prizes={one: 60, two: 40})
    assert commands.sweep_fees(key="s", tournament_id=9) == 30
    assert commands.sweep_fees(key="s", tournament_id=9) == 30
    for _ in range(2):
        commands.close_tournament(tournament_id=9)
    assert [queries.balance(user) for user in (one, two, three)] == [360, 190, 0]
    assert chips("house") == 30
    with pytest.raises(AccountClosed):
        commands.overlay(key="o2", tournament_id=9, amount=1)
    assert queries.audit().ok


def test_prizes_beyond_the_pool(player: Player) -> None:
    user = player(160)
    enter(user)
    with pytest.raises(InsufficientChips) as refusal:
        commands.pay_prizes(key="p", tournament_id=9, prizes={user: 101})
    assert refusal.value.facts == {"account": "prize_pool", "have": 100, "need": 101}


def test_bounty_that_grows_itself(player: Player) -> None:
    user = player(160)
    enter(user)
    with pytest.raises(SameAccountTwice):
        commands.pay_bounty(
            key="b", tournament_id=9, user_id=user, winners={user: 25}, growing={user: 25}
        )


def test_ten_thousand_prizes_at_once() -> None:
    with pytest.raises(TooManyLegs) as refusal:
        commands.pay_prizes(key="p", tournament_id=9, prizes=dict.fromkeys(range(1, 10_001), 1))
    assert refusal.value.facts == {"most": 1000, "legs": 10_001}


def test_prizes_to_nobody() -> None:
    with pytest.raises(BadAmount):
        commands.pay_prizes(key="p", tournament_id=9, prizes={})


def test_tournament_chips_are_a_unit_of_their_own(player: Player) -> None:
    one, two = player(5), player(5)
    unit = commands.tournament_unit(9)
    for user in (one, two):
        commands.issue_stack(key=f"s{user}", tournament_id=9, user_id=user, amount=1500)
        commands.buy_in(key="b", user_id=user, table_id=4, amount=1500, unit=unit)
    commands.hold_stacks(table_id=4, hand_id="h", user_ids=[one, two], unit=unit)
    commands.settle_hand(
        key="h", table_id=4, hand_id="h", deltas={one: 1500, two: -1500}, unit=unit
    )
    assert queries.balance(one) == 5
    assert queries.stacks(4) == {}
    assert chips("seat", unit, user_id=one) == 3000
    assert commands.leave(key="l", user_id=one, table_id=4, unit=unit) == 3000
    commands.retire_stack(key="r", tournament_id=9, user_id=one, amount=3000)
    assert chips("issuer", unit) == 0
    assert queries.audit().ok
