"""Brackets after groups: the first round plays no game of a group again where it can be helped."""

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import LEVELS, finish, opening
from tournaments.rules.errors import Refused
from tournaments.rules.events import Registered
from tournaments.rules.parting import parted
from tournaments.rules.seeding import first_round
from tournaments.rules.standings import robin_groups
from tournaments.rules.structure import AS_PARTED, ROUND_ROBIN, SINGLE, Stage, Structure, Take
from tournaments.rules.structure_checks import check_draft, check_structure


def rematches(entrants: tuple[str, ...], group_of: dict[str, int]) -> int:
    """How many first pairs are of one group."""
    pairs = [(entrants[a - 1], entrants[b - 1]) for a, b in first_round(len(entrants))]
    return sum(a in group_of and group_of.get(a) == group_of.get(b) for a, b in pairs)


def can_be_parted(entrants: tuple[str, ...], group_of: dict[str, int]) -> bool:
    """Whether some order of the weaker seeds has no rematch: each of them is tried."""
    pairs = [sorted(pair) for pair in first_round(len(entrants))]
    best = [group_of.get(entrants[a - 1], a + 100) for a, _ in pairs]
    weak = [group_of.get(entrants[b - 1], b + 200) for _, b in pairs]
    return any(all(map(int.__ne__, best, order)) for order in permutations(weak))


@settings(deadline=None, max_examples=300)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=12))
def test_no_first_pair_is_a_rematch_whenever_that_is_possible(groups: list[int]) -> None:
    entrants = tuple(f"p{number}" for number in range(len(groups)))
    group_of = {one: group for one, group in zip(entrants, groups, strict=True) if group}
    found = parted(entrants, group_of)
    assert sorted(found) == sorted(entrants)
    if rematches(entrants, group_of) == 0 or not can_be_parted(entrants, group_of):
        assert found == entrants  # nothing to mend, or nothing that could be
    else:
        assert rematches(found, group_of) == 0


@pytest.mark.parametrize(
    ("groups", "wanted"),
    [
        ("ABBA", "p1 p2 p4 p3"),  # 1 v 4 and 2 v 3 would both be rematches
        ("ABAB", "p1 p2 p3 p4"),  # 1 v 4 and 2 v 3 are none
        ("ABCDDCBA", "p1 p2 p3 p4 p6 p5 p8 p7"),
        ("AAAB", "p1 p2 p3 p4"),  # three of one group in two pairs: nothing helps
    ],
)
def test_weaker_seeds_change_places_as_little_as_can_be(groups: str, wanted: str) -> None:
    group_of = {f"p{number}": ord(group) for number, group in enumerate(groups, start=1)}
    assert " ".join(parted(tuple(group_of), group_of)) == wanted


@pytest.mark.parametrize("chance", range(6))
def test_bracket_of_a_played_tournament_begins_with_other_opponents(chance: int) -> None:
    groups = Stage("groups", ROUND_ROBIN, groups=2)
    bracket = Stage("bracket", SINGLE, (Take("groups", 1, 4),), AS_PARTED)
    state = finish(opening([groups, bracket], 8), random.Random(chance))
    group_of = {
        one: number
        for number, members in enumerate(robin_groups(state.stages["groups"]))
        for one in members
    }
    entrants = state.stages["bracket"].entrants
    assert rematches(entrants, group_of) == 0 or not can_be_parted(entrants, group_of)


GROUPS = Stage("groups", ROUND_ROBIN, groups=2)
ALONE = Stage("alone", ROUND_ROBIN, (Take(flight="a"),))
SWISS_BEFORE = Stage("swiss", "swiss", (Take(flight="b"),), rounds=2)


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ((GROUPS,), "swiss"),  # no bracket
        ((GROUPS,), "freezeout"),
        ((), SINGLE),  # no stage before it
        ((ALONE,), SINGLE),  # one group: all of it have met
        ((SWISS_BEFORE,), SINGLE),  # no groups
        ((SWISS_BEFORE, ALONE), SINGLE),
    ],
)
def test_parted_is_refused_where_there_is_nothing_to_part(
    before: tuple[Stage, ...], kind: str
) -> None:
    takes = tuple(Take(one.id, 1, 2) for one in before) or (Take(),)
    more: dict[str, Any] = {"rounds": 1} if kind == "swiss" else {}
    if kind == "freezeout":
        more = {"size": 4, "stack": 100, "levels": LEVELS}
    stage = Stage("last", kind, takes, AS_PARTED, **more)
    check_structure(Structure((*before, stage)))  # logs that have it replay still
    with pytest.raises(Refused, match="kept apart") as refused:
        check_draft(Structure((*before, stage)))
    assert refused.value.code == "not-parted"
    check_draft(Structure((*before, replace(stage, seeding="taken"))))


def test_parted_brackets_take_from_several_groups_of_any_stages() -> None:
    other = replace(ALONE, id="other", takes=(Take(flight="b"),))
    groups = replace(GROUPS, takes=ALONE.takes)
    for before in ((GROUPS,), (ALONE, other), (groups, SWISS_BEFORE)):
        takes = tuple(Take(one.id, 1, 2) for one in before)
        check_draft(Structure((*before, Stage("last", SINGLE, takes, AS_PARTED))))


def test_bracket_after_two_round_robins_of_one_group_begins_with_other_opponents() -> None:
    stages = [Stage(name, ROUND_ROBIN, (Take(flight=name),)) for name in ("a", "b")]
    last = Stage("last", SINGLE, (Take("a", 1, 2), Take("b", 1, 2)), AS_PARTED)
    log = opening([*stages, last], 8)
    log = [
        replace(one, flight="ab"[n % 2]) if isinstance(one, Registered) else one
        for n, one in enumerate(log)
    ]
    state = finish(log, random.Random(5))
    entrants = state.stages["last"].entrants
    group_of = {one: int(one in state.stages["a"].entrants) for one in entrants}
    assert sorted(group_of.values()) == [0, 0, 1, 1]
    assert rematches(entrants, group_of) == 0
