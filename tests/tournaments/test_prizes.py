"""2.7 to 2.11: eliminations, hand-for-hand, payouts, satellites, bounties, deals."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import Row, row_name, rows
from tournaments.rules.bounties import PotShare, heads_after, knock_out, takers
from tournaments.rules.eliminations import (
    POLICIES,
    Bust,
    batch_complete,
    hand_for_hand,
    order_busts,
    rank_busts,
    waiting_for,
)
from tournaments.rules.errors import Refused
from tournaments.rules.icm import (
    EXACT_MAX,
    PLAYERS_MAX,
    above_first,
    chip_chop,
    deal,
    icm,
    place_odds,
    whole,
)
from tournaments.rules.payouts import (
    FLOOR_FIRST,
    LARGEST_REMAINDER,
    ROUNDINGS,
    awards,
    curve,
    prizes,
    split_evenly,
    usual_weights,
)
from tournaments.rules.ranks import Rank, groups_of, ranks_of
from tournaments.rules.satellites import over, satellite


def busts(row: Row) -> list[Bust]:
    return [Bust(*each) for each in row["busts"]]


@pytest.mark.parametrize("row", rows("eliminations", "busts"), ids=row_name)
def test_ranks_of_a_batch(row: Row) -> None:
    found = rank_busts(busts(row), row["policy"], row["remaining"])
    assert {rank.entrant: str(rank) for rank in found} == row["ranks"]
    if "prizes" in row:
        left = [f"left{n}" for n in range(row["remaining"] - len(found))]
        ranks = (*ranks_of([[one] for one in left]), *found)
        paid = awards(ranks, row["prizes"])
        assert sum(paid.values()) == 1000
        assert {one: paid[one] for one in row["ranks"]} == {
            one: row["paid"].get(one, 0) for one in row["ranks"]
        }


@pytest.mark.parametrize("row", rows("eliminations", "bubble"), ids=row_name)
def test_hand_for_hand(row: Row) -> None:
    assert hand_for_hand(**row["bubble"]) is row["on"]


def test_a_batch_waits_for_every_table() -> None:
    assert not batch_complete([1, 2, 3], [1, 3])
    assert waiting_for([1, 2, 3], [1, 3]) == (2,)
    assert batch_complete([1, 2], [2, 1])


@settings(max_examples=40)
@given(st.sampled_from(POLICIES), st.data())
def test_each_policy_ranks_everybody_once(policy: str, data: st.DataObject) -> None:
    shape = st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 8))
    batch = [Bust(str(n), *one) for n, one in enumerate(data.draw(st.lists(shape, max_size=8)))]
    groups = order_busts(batch, policy)
    assert sorted(one for group in groups for one in group) == sorted(b.entrant for b in batch)
    ranks = rank_busts(batch, policy, 20)
    assert [rank.last for rank in ranks][-1:] == ([20] if batch else [])
    if policy == "stacks":
        stacks = {bust.entrant: bust.stack for bust in batch}
        assert [{stacks[one] for one in group} for group in groups] == [
            {stack} for stack in sorted(set(stacks.values()), reverse=True)
        ]


def test_bad_batches_are_refused() -> None:
    with pytest.raises(Refused):
        order_busts([Bust("a", 1, 1), Bust("a", 1, 1)], "stacks")
    with pytest.raises(Refused):
        order_busts([], "by height")
    with pytest.raises(Refused):
        rank_busts([Bust("a", 1, 1)], "stacks", 0)


@pytest.mark.parametrize("row", rows("payouts", "floor"), ids=row_name)
def test_prizes(row: Row) -> None:
    for rounding, key in ((FLOOR_FIRST, "floor"), (LARGEST_REMAINDER, "largest")):
        if row[key] is None:
            continue
        found = prizes(
            row["pool"],
            row.get("entries", 100),
            row.get("weights"),
            guarantee=row.get("guarantee", 0),
            unit=row["unit"],
            rounding=rounding,
        )
        assert list(found.amounts) == row[key]
        assert found.overlay == row.get("overlay", 0)
        assert found.proof()[-1].endswith(f"= {found.pool} = pool {found.pool}")


@pytest.mark.parametrize("row", rows("payouts", "usual"), ids=row_name)
def test_usual_tables(row: Row) -> None:
    found = usual_weights(row["usual"])
    assert sum(found) == 10_000
    assert list(found) == row.get("weights", list(found))
    assert len(found) == row.get("places", len(found))


@pytest.mark.parametrize("row", rows("payouts", "percent"), ids=row_name)
def test_no_float_trap(row: Row) -> None:
    amounts = prizes(
        100, 2, (100 - row["percent"], row["percent"])[:: -1 if row["percent"] > 50 else 1]
    ).amounts
    assert row["share"] in amounts


def test_every_field_has_a_table_that_sums_and_does_not_grow() -> None:
    for entries in (*range(1, 400), 1350, 1351, 5000):
        found = usual_weights(entries)
        assert sum(found) == 10_000
        assert list(found) == sorted(found, reverse=True)
        assert min(found) > 0
        assert len(found) <= entries


weights = st.lists(st.integers(1, 100), min_size=1, max_size=12).map(
    lambda row: sorted(row, reverse=True)
)


@given(st.integers(0, 10**9), weights, st.sampled_from(ROUNDINGS), st.integers(1, 50))
def test_laws_of_prizes(pool: int, row: list[int], rounding: str, unit: int) -> None:
    found = prizes(pool, 50, row, unit=unit, rounding=rounding)
    assert sum(found.amounts) == pool
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    assert all(amount % unit == 0 for amount in found.amounts[1:])
    bands = {
        weight: {a for w, a in zip(row[1:], found.amounts[1:], strict=True) if w == weight}
        for weight in row[1:]
    }
    assert all(len(band) == 1 for band in bands.values())


@pytest.mark.parametrize("row", rows("payouts", "split"), ids=row_name)
def test_split(row: Row) -> None:
    assert list(split_evenly(*row["split"])) == row["parts"]


@given(st.lists(st.integers(1, 4), min_size=1, max_size=10), st.integers(0, 10**6), st.data())
def test_awards_sum_to_the_pool_whoever_ties(
    sizes: list[int], pool: int, data: st.DataObject
) -> None:
    entrants = iter(f"p{n}" for n in range(sum(sizes)))
    ranks = ranks_of([[next(entrants) for _ in range(size)] for size in sizes])
    paid = data.draw(st.integers(1, len(ranks)))
    amounts = prizes(pool, len(ranks), [10] * paid).amounts
    found = awards(data.draw(st.permutations(ranks)), amounts, {r.entrant: 1 for r in ranks})
    assert sum(found.values()) == pool
    assert len(found) == len(ranks)
    assert ranks_of(groups_of(ranks)) == ranks


def test_open_places_and_wrong_ranks_are_not_paid() -> None:
    with pytest.raises(Refused):
        awards([Rank("a", 1, 1)], [50, 30])
    with pytest.raises(Refused):
        awards([Rank("a", 1, 2)], [50, 30])
    for bad in ([], [3, 5], [5, 0]):
        with pytest.raises(Refused):
            prizes(100, 9, bad)
    with pytest.raises(Refused):
        curve(0)


@pytest.mark.parametrize("row", rows("payouts", "satellite"), ids=row_name)
def test_satellites(row: Row) -> None:
    pool, seat, entries, portion = row["satellite"]
    found = satellite(pool, seat, entries, portion=portion)
    assert list(found.amounts) == row["amounts"]
    assert over(found.seats, found.seats)
    assert not over(found.seats + 1, found.seats)


@given(
    st.integers(0, 10_000),
    st.integers(1, 1000),
    st.integers(1, 60),
    st.integers(1, 300) | st.none(),
)
def test_a_satellite_pays_its_pool(
    pool: int, seat: int, entries: int, portion: int | None
) -> None:
    found = satellite(pool, seat, entries, portion=portion)
    assert sum(found.amounts) == pool
    assert len(found.amounts) <= entries
    assert list(found.amounts) == sorted(found.amounts, reverse=True)
    assert found.seats == min(pool // seat, entries)
    assert all(amount >= seat for amount in found.amounts[: found.seats])


@pytest.mark.parametrize("row", rows("bounties", "pots"), ids=row_name)
def test_who_takes_a_bounty(row: Row) -> None:
    pots = [PotShare(tuple(seats), tuple(winners)) for seats, winners in row["pots"]]
    assert list(takers(pots, row["victim"])) == row["takers"]


@pytest.mark.parametrize("row", rows("bounties", "taken"), ids=row_name)
def test_how_a_head_is_shared(row: Row) -> None:
    found = knock_out(row["head"], row["killers"], cash_per_cent=row["cash_per_cent"])
    assert [[one.killer, one.cash, one.head] for one in found] == row["taken"]
    assert sum(one.cash + one.head for one in found) == row["head"]


@pytest.mark.parametrize("row", rows("bounties", "kills"), ids=row_name)
def test_heads_and_cash_are_conserved(row: Row) -> None:
    heads, cash = dict(row["heads"]), dict.fromkeys(row["heads"], 0)
    paid_in = sum(heads.values())
    for killer, victim in row["kills"]:
        taken = knock_out(heads[victim], [killer], cash_per_cent=50)
        heads = heads_after(heads, victim, taken)
        cash[killer] += taken[0].cash
        assert sum(heads.values()) + sum(cash.values()) == paid_in
    assert {one: amount for one, amount in cash.items() if amount} == row["cash"]
    assert heads == row["left"]
    for one, total in row["totals"].items():
        assert cash[one] + heads.get(one, 0) == total


def test_nobody_is_killed_by_himself_or_by_nobody() -> None:
    with pytest.raises(Refused):
        takers([PotShare(("a", "b"), ("b",))], "b")
    with pytest.raises(Refused):
        takers([], "b")
    with pytest.raises(Refused):
        knock_out(10, [])


@pytest.mark.parametrize("row", rows("deals", "exact"), ids=row_name)
def test_icm_exactly(row: Row) -> None:
    assert list(icm(row["stacks"], row["prizes"])) == [Fraction(text) for text in row["exact"]]


@pytest.mark.parametrize("row", rows("deals", "rounded"), ids=row_name)
def test_icm_as_published(row: Row) -> None:
    step = Decimal(1).scaleb(-row["places"])
    found = [
        str((Decimal(one.numerator) / Decimal(one.denominator)).quantize(step))
        for one in icm(row["stacks"], row["prizes"])
    ]
    assert found == row["rounded"]


@pytest.mark.parametrize("row", rows("deals", "odds"), ids=row_name)
def test_place_odds(row: Row) -> None:
    odds = place_odds(row["stacks"], 4)
    for player, wanted in row["odds"].items():
        assert [f"{float(chance) * 100:.1f}" for chance in odds[int(player)]] == wanted


@pytest.mark.parametrize("row", rows("deals", "chop"), ids=row_name)
def test_chip_chop(row: Row) -> None:
    found = whole(chip_chop(row["stacks"], row["chop"]), sum(row["chop"]))
    assert list(found) == row["amounts"]
    assert sum(found) == sum(row["chop"])


stacks = st.lists(st.integers(1, 10_000), min_size=1, max_size=6)


@settings(deadline=None)
@given(stacks, st.data())
def test_laws_of_icm(chips: list[int], data: st.DataObject) -> None:
    row = data.draw(st.lists(st.integers(0, 1000), min_size=1, max_size=len(chips)))
    row.sort(reverse=True)
    found = icm(chips, row)
    assert sum(found) == sum(row)
    order = sorted(range(len(chips)), key=chips.__getitem__)
    assert all(found[a] <= found[b] for a, b in pairwise(order))
    if len(row) == len(chips):
        assert all(row[-1] <= one <= row[0] for one in found)
    assert sum(whole(found, sum(row))) == sum(row)


def test_above_ten_players_fixed_point_agrees_with_the_exact_sum() -> None:
    """Eleven equal stacks share equally; another with no chance to speak of changes nothing."""
    equal = icm([500] * (EXACT_MAX + 1), [110])
    assert set(equal) == {equal[0]}
    assert abs(equal[0] - 10) < Fraction(1, 10**30)
    assert sum(whole(equal, 110)) == 110
    with pytest.raises(Refused, match="chip-chop"):
        icm([1] * (PLAYERS_MAX + 1), [10])


@given(st.sampled_from(["icm", "chip-chop"]), stacks, st.integers(0, 50))
def test_a_deal_shares_all_but_what_is_left_for_the_first(
    method: str, chips: list[int], left: int
) -> None:
    names = {f"p{n}": stack for n, stack in enumerate(chips)}
    row = [100, 50, 30, 20, 10, 5][: len(chips)]
    found = deal(method, names, row, for_first=left)
    assert sum(found.values()) + left == sum(row)


def test_chip_chop_may_pay_more_than_the_first_prize_and_warns() -> None:
    row = [100, 80, 60]
    amounts = whole(chip_chop([9800, 100, 100], row), sum(row))
    assert above_first(amounts, row) == (0,)
    with pytest.raises(Refused):
        deal("by height", {"a": 1}, [10])
    with pytest.raises(Refused):
        deal("icm", {"a": 1, "b": 1}, [60, 40], for_first=30)
