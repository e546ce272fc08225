"""Rake: to the table's own account with the hand, and to the house when it is collected."""

from collections.abc import Callable

import pytest

from wallet import commands, jobs, queries
from wallet.errors import AlreadySettled, BadAmount, KeyReused, Unbalanced
from wallet.models import Account

Player = Callable[..., int]


def chips(kind: str, **subject: int) -> int:
    return sum(Account.objects.filter(kind=kind, **subject).values_list("balance", flat=True))


@pytest.mark.django_db
def test_hand_pays_its_rake(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 28, two: -30}, rake=2)
    assert queries.stacks(4) == {one: 78, two: 20}
    assert chips("rake", table_id=4) == 2
    assert queries.audit().ok


@pytest.mark.django_db
@pytest.mark.parametrize(("deltas", "rake"), [((30, -30), 2), ((27, -30), 2), ((28, -30), 0)])
def test_rake_is_part_of_the_sum(seated: Player, deltas: tuple[int, int], rake: int) -> None:
    one, two = seated(4, 50), seated(4, 50)
    with pytest.raises(Unbalanced):
        commands.settle_hand(
            key="h", table_id=4, hand_id="h", deltas={one: deltas[0], two: deltas[1]}, rake=rake
        )


@pytest.mark.django_db
@pytest.mark.parametrize("rake", [True, 1.0, "1", -1, None, 2**63])
def test_rake_that_is_no_amount(seated: Player, rake: object) -> None:
    one, two = seated(4, 50), seated(4, 50)
    with pytest.raises(BadAmount):
        commands.settle_hand(
            key="h",
            table_id=4,
            hand_id="h",
            deltas={one: 0, two: -1},
            rake=rake,  # type: ignore[arg-type]  # that is the point
        )


@pytest.mark.django_db
def test_same_hand_with_another_rake(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 9, two: -10}, rake=1)
    with pytest.raises(AlreadySettled):
        commands.settle_hand(key="k", table_id=4, hand_id="h", deltas={one: 8, two: -10}, rake=2)


@pytest.mark.django_db
def test_sweep_collects_it_once(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 8, two: -10}, rake=2)
    assert commands.sweep_rake(key="1", table_id=4) == 2
    assert commands.sweep_rake(key="1", table_id=4) == 2
    assert commands.sweep_rake(key="2", table_id=4) == 0
    assert commands.sweep_rake(key="3", table_id=5) == 0
    with pytest.raises(KeyReused):
        commands.sweep_rake(key="1", table_id=5)
    assert (chips("rake"), chips("house")) == (0, 2)


@pytest.mark.django_db(transaction=True)
def test_job_sweeps_every_table(seated: Player) -> None:
    for table in (4, 5):
        one, two = seated(table, 50), seated(table, 50)
        commands.settle_hand(
            key="h", table_id=table, hand_id=f"{table}", deltas={one: 8, two: -10}, rake=2
        )
    assert jobs.sweep_rake() == 4
    assert jobs.sweep_rake() == 0
    assert chips("house") == 4
    assert queries.audit().ok


@pytest.mark.django_db
@pytest.mark.parametrize("winners", range(1, 11))
@pytest.mark.parametrize("pot", [11, 10_101, 30_305])
def test_rake_and_shares_are_the_pot_for_any_split(seated: Player, winners: int, pot: int) -> None:
    """The odd chips go one each to the first winners, as the caller's rules order them."""
    loser, users = seated(4, pot), [seated(4, 1) for _ in range(winners)]
    rake = pot // 20
    share, odd = divmod(pot - rake, winners)
    deltas = {user: share + (place < odd) for place, user in enumerate(users)}
    commands.settle_hand(
        key="h", table_id=4, hand_id="h", deltas={loser: -pot, **deltas}, rake=rake
    )
    stacks = queries.stacks(4)
    assert [stacks[user] - 1 for user in users] == [share + 1] * odd + [share] * (winners - odd)
    assert sum(stacks.values()) + rake == pot + winners
