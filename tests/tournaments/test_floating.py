"""Who floats: the search that passes over sets finds the set that trying each of them finds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.floating import Floating
from tournaments.rules.matching import Matching
from tournaments.rules.swiss_pairs import Pairing, Player, pair_round

SEARCHES_MAX = 10_000


def pairs(neighbours: Sequence[Sequence[int]], vertices: Iterable[int]) -> bool:
    """Whether all can be paired, by trying everything."""
    left = list(vertices)
    if not left:
        return True
    first, others = left[0], left[1:]
    return any(
        other in neighbours[first] and pairs(neighbours, [one for one in others if one != other])
        for other in others
    )


def by_trying(
    neighbours: Sequence[Sequence[int]],
    candidates: Sequence[int],
    rest: Sequence[int],
    count: int,
    tried: int,
) -> list[int] | None:
    for floating in islice(combinations(candidates, count), tried):
        inside = [one for one in candidates if one not in floating]
        if pairs(neighbours, inside) and pairs(neighbours, [*floating, *rest]):
            return list(floating)
    return None


@st.composite
def brackets(draw: st.DrawFn) -> tuple[list[list[int]], int]:
    """Who may meet whom, and how many of them are in the bracket; the rest are below."""
    many = draw(st.integers(2, 5)) * 2
    edges = draw(st.sets(st.sampled_from([*combinations(range(many), 2)])))
    neighbours = [
        [other for other in range(many) if (min(one, other), max(one, other)) in edges]
        for one in range(many)
    ]
    return neighbours, draw(st.integers(1, many))


@given(brackets(), st.integers(0, 7), st.sampled_from([1, 2, 7, 40, 3000]))
def test_the_first_set_that_will_do_is_found(
    bracket: tuple[list[list[int]], int], count: int, tried: int
) -> None:
    neighbours, size = bracket
    candidates, rest = list(range(size))[::-1], list(range(size, len(neighbours)))
    count = min(count, size)
    found = Floating(neighbours, candidates, rest).first(count, tried)
    assert found == by_trying(neighbours, candidates, rest, count, tried)


@given(brackets())
def test_a_perfect_matching_is_known_as_one(bracket: tuple[list[list[int]], int]) -> None:
    neighbours, size = bracket
    assert Matching.perfect(neighbours, range(size)) == pairs(neighbours, range(size))


def played(many: int, rounds: int) -> list[Player]:
    """A field in which the stronger has always won."""
    numbers = {f"p{n}": n for n in range(1, many + 1)}
    score = dict.fromkeys(numbers, Fraction(0))
    byes = dict.fromkeys(numbers, 0)
    met: dict[str, dict[str, int]] = {name: {} for name in numbers}

    def field() -> list[Player]:
        return [
            Player(name, number, score[name], met[name], byes=byes[name])
            for name, number in numbers.items()
        ]

    for _ in range(rounds):
        made: Pairing = pair_round(field())
        for a, b in made.pairs:
            met[a][b] = met[b][a] = met[a].get(b, 0) + 1
            score[min(a, b, key=numbers.__getitem__)] += 2
        if made.bye:
            byes[made.bye] += 1
            score[made.bye] += 2
    return field()


def test_many_rounds_of_always_the_stronger_are_paired_without_trying_every_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = played(40, 22)
    searches, search = 0, Matching._augment

    def counted(self: Matching, root: int) -> bool:
        nonlocal searches
        searches += 1
        return search(self, root)

    monkeypatch.setattr(Matching, "_augment", counted)
    pair_round(field)  # trying every set: 510,000 searches
    assert searches < SEARCHES_MAX
