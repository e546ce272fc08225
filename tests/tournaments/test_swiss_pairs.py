"""2.4: the Swiss system for two, its tie-breaks, and the matching that proves them possible."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import Row, row_name, rows
from tournaments.rules.errors import Refused
from tournaments.rules.matching import Matching
from tournaments.rules.swiss_pairs import Pairing, Player, pair_round
from tournaments.rules.tiebreaks import Game, Games, buchholz, sonneborn_berger, standings, value


def player(number: int, row: Sequence[Any]) -> Player:
    name, score, met, byes, missed = row
    opponents = {opponent: 1 for each in met for opponent in each}
    return Player(name, number, Fraction(score), opponents, byes=byes, missed=missed)


@pytest.mark.parametrize("row", rows("swiss", "players"), ids=row_name)
def test_published_pairings(row: Row) -> None:
    found = pair_round([player(number, each) for number, each in enumerate(row["players"], 1)])
    assert found.bye == row["bye"]
    if "pairs" in row:
        assert {frozenset(pair) for pair in found.pairs} == {
            frozenset(pair.split("-")) for pair in row["pairs"]
        }


@pytest.mark.parametrize("row", rows("swiss", "sonneborn"), ids=row_name)
def test_sonneborn_berger(row: Row) -> None:
    games = Games(
        {
            name: [Game(Fraction(each), (other,) if other else ()) for each, other in rounds]
            for name, rounds in row["games"].items()
        }
    )
    for name, (score, strength) in row["sonneborn"].items():
        assert games.points(name) == Fraction(score)
        assert value(games, "sonneborn-berger", name) == Fraction(strength)
        terms = sonneborn_berger(games, name)
        assert sum(term.value for term in terms) == Fraction(strength)


def test_every_table_opponent_counts_and_twice_if_met_twice() -> None:
    """Tabbycat #1071."""
    games = Games(
        {
            "a": [Game(Fraction(3), ("b", "c")), Game(Fraction(3), ("b", "c"))],
            "b": [Game(Fraction(1), ("a", "c")), Game(Fraction(1), ("a", "c"))],
            "c": [Game(Fraction(0), ("a", "b")), Game(Fraction(0), ("a", "b"))],
        }
    )
    assert [(term.opponent, int(term.value)) for term in buchholz(games, "a")] == [
        ("b", 2),
        ("c", 0),
        ("b", 2),
        ("c", 0),
    ]


def test_the_direct_encounter_decides_only_among_those_who_all_met() -> None:
    def won(other: str) -> Game:
        return Game(Fraction(1), (other,), won=True)

    def lost(other: str) -> Game:
        return Game(Fraction(0), (other,))

    ring = {"a": [lost("b"), won("c")], "b": [won("a"), lost("c")], "c": [won("b"), lost("a")]}
    assert len(standings(Games(ring), ["direct-encounter"])) == 1
    none = Game(Fraction(0))
    met = {"a": [lost("b"), won("d")], "b": [won("a"), lost("d")]}
    met |= {"c": [none, none], "d": [lost("a"), none]}
    order = standings(Games(met), ["direct-encounter"])
    assert [[line.entrant for line in group] for group in order] == [["b"], ["a"], ["c", "d"]]
    assert order[0][0].values == (Fraction(1),)


def test_standings_group_equals_and_refuse_unknown_tie_breaks() -> None:
    one, none = [Game(Fraction(1))], [Game(Fraction(0))]
    games = Games({"a": one, "b": one, "c": none})
    assert [{line.entrant for line in group} for group in standings(games, ())] == [
        {"a", "b"},
        {"c"},
    ]
    with pytest.raises(Refused):
        standings(games, ["hair length"])


def tournament(count: int, rounds: int, rng: random.Random) -> list[tuple[Pairing, set[str]]]:
    """Rounds with random results; each pairing with everybody who has had no bye before it."""
    score = {str(n): Fraction(0) for n in range(count)}
    met: dict[str, dict[str, int]] = {one: {} for one in score}
    byes = dict.fromkeys(score, 0)
    found = []
    for _ in range(rounds):
        fresh = {one for one in score if not byes[one]}
        players = [Player(o, int(o), score[o], met[o], byes=byes[o]) for o in score]
        pairing = pair_round(players)
        found.append((pairing, fresh))
        if pairing.bye:
            byes[pairing.bye] += 1
            score[pairing.bye] += 1
        for a, b in pairing.pairs:
            met[a][b] = met[a].get(b, 0) + 1
            met[b][a] = met[b].get(a, 0) + 1
            half = rng.randrange(3)
            score[a] += Fraction(half, 2)
            score[b] += Fraction(2 - half, 2)
    return found


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 24), st.integers(1, 12), st.randoms())
def test_laws_of_a_swiss(count: int, rounds: int, rng: random.Random) -> None:
    met: set[frozenset[str]] = set()
    for pairing, fresh in tournament(count, rounds, rng):
        seated = [one for pair in pairing.pairs for one in pair]
        assert sorted([*seated, *filter(None, [pairing.bye])], key=int) == [
            str(n) for n in range(count)
        ]
        if pairing.bye and fresh:
            assert pairing.bye in fresh
        repeats = {frozenset(pair) for pair in pairing.pairs} & met
        assert repeats == {frozenset(pair) for pair in pairing.repeats}
        if repeats:
            assert not avoidable(count, met, pairing.bye)
        met |= {frozenset(pair) for pair in pairing.pairs}


def avoidable(count: int, met: set[frozenset[str]], bye: str | None) -> bool:
    """Whether a round without a repeat exists for those who have no bye, by plain search."""

    def search(left: list[str]) -> bool:
        if not left:
            return True
        first, *rest = left
        return any(
            search([one for one in rest if one != other])
            for other in rest
            if frozenset((first, other)) not in met
        )

    return search([str(n) for n in range(count) if str(n) != bye])


@pytest.mark.parametrize("rounds", range(1, 16))
def test_sixteen_players_meet_all_others_once_as_long_as_can_be(rounds: int) -> None:
    for pairing, _ in tournament(16, min(rounds, 8), random.Random(rounds)):
        assert not pairing.repeats


def test_forbidden_pairs_never_meet_and_too_many_are_refused() -> None:
    two = [Player("a", 1, Fraction(0), apart=frozenset("b")), Player("b", 2, Fraction(0))]
    with pytest.raises(Refused) as refused:
        pair_round(two)
    assert refused.value.code == "no-pairing"
    four = [*two, Player("c", 3, Fraction(0)), Player("d", 4, Fraction(0))]
    assert ("a", "b") not in pair_round(four).pairs


@settings(deadline=None)
@given(st.integers(1, 9), st.data())
def test_the_matching_is_as_large_as_can_be(count: int, data: st.DataObject) -> None:
    """Against a search through all matchings."""
    pairs = list(combinations(range(count), 2))
    edges = data.draw(st.sets(st.sampled_from(pairs), max_size=14)) if pairs else set()
    neighbours = [
        [b for b in range(count) if (min(a, b), max(a, b)) in edges] for a in range(count)
    ]

    def best(left: frozenset[int]) -> int:
        if not left:
            return 0
        one = min(left)
        rest = left - {one}
        paired = [1 + best(rest - {other}) for other in neighbours[one] if other in rest]
        return max([best(rest), *paired])

    exposed = Matching(neighbours, range(count)).exposed()
    assert count - len(exposed) == 2 * best(frozenset(range(count)))
