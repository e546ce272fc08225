"""2.1 and 2.2: single and double elimination, all brackets up to nine entrants in every way."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import Row, names, play, row_name, rows
from tournaments.rules.advance import (
    EMPTY,
    NOT_NEEDED,
    READY,
    WAITING,
    WALKOVER,
    Board,
)
from tournaments.rules.bracket import Bracket, double_elimination, single_elimination
from tournaments.rules.drops import drop_name, drop_order
from tournaments.rules.errors import Refused
from tournaments.rules.ranks import ranks_of
from tournaments.rules.results import Result, forfeited, nobody_came, won


def firsts(board: Board) -> list[int]:
    return [rank.first for rank in ranks_of(board.groups())]


@pytest.mark.parametrize("row", rows("brackets", "places"), ids=row_name)
def test_places_of_single_elimination(row: Row) -> None:
    bracket = single_elimination(row["entrants"], third_place=row.get("third_place", False))
    board, _ = play(bracket)
    assert firsts(board) == row["places"]
    assert [int(one) for group in board.groups() for one in group] == list(
        range(1, row["entrants"] + 1)
    )


@pytest.mark.parametrize("row", rows("double", "count"), ids=row_name)
def test_matches_of_double_elimination(row: Row) -> None:
    _, results = play(double_elimination(row["entrants"]))
    assert len(results) == row["count"]


@pytest.mark.parametrize("entrants", [*range(3, 34), 63, 64, 65, 100, 129])
def test_everybody_but_the_winner_loses_twice(entrants: int) -> None:
    """2n - 2 matches, or 2n - 1 with the reset; whoever is out has lost exactly twice."""
    rng = random.Random(entrants)
    board, results = play(double_elimination(entrants), rng.choice)
    reset = board.stand("gf2").status != NOT_NEEDED
    assert len(results) == 2 * entrants - 2 + reset
    lost = Counter(result.places[1][0] for result in results.values())
    champion = board.groups()[0][0]
    assert lost[champion] == reset
    assert all(lost[one] == 2 for one in names(entrants) if one != champion)


@pytest.mark.parametrize("row", rows("double", "drops"), ids=row_name)
def test_drop_orders_are_published(row: Row) -> None:
    assert [drop_name(row["size"], wave) for wave in range(len(row["drops"]))] == row["drops"]


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64, 128, 256, 1024])
def test_every_drop_order_is_an_order(size: int) -> None:
    for wave in range(size.bit_length() - 1):
        assert sorted(drop_order(size, wave)) == list(range(max(1, size >> (wave + 1))))


@pytest.mark.parametrize("row", rows("double", "rounds"), ids=row_name)
def test_who_meets_when_the_seeds_win(row: Row) -> None:
    board, results = play(double_elimination(row["entrants"]))
    for name, wanted in row["rounds"].items():
        met = [
            "-".join(map(str, board.stand(match.id).sides))
            for match in board.bracket.matches
            if match.id.split(".")[0].removesuffix("1" if name == "gf" else "!") == name
            and match.id in results
        ]
        assert met == wanted.split(), name
    assert firsts(board) == row["places"]


class TestEveryWay:
    """All results of all brackets up to nine entrants."""

    @pytest.mark.parametrize("entrants", range(2, 10))
    def test_single_elimination(self, entrants: int) -> None:
        assert self.ends(single_elimination(entrants)) == 2 ** (entrants - 1)

    @pytest.mark.parametrize("entrants", range(4, 10))
    def test_single_elimination_with_a_third_place(self, entrants: int) -> None:
        assert self.ends(single_elimination(entrants, third_place=True)) == 2**entrants

    @pytest.mark.parametrize(
        "entrants",
        [*range(3, 6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 10))],
    )
    def test_double_elimination(self, entrants: int) -> None:
        """Half of the ways to the grand final and through it have a reset, won by either."""
        ways = self.ends(double_elimination(entrants))
        assert ways == 2 ** (2 * entrants - 3) * 3

    def ends(self, bracket: Bracket) -> int:
        """How many ways to the end there are; each ranks everybody once, with one winner."""
        count, todo = 0, [dict[str, Result]()]
        while todo:
            results = todo.pop()
            board = Board(bracket, names(bracket.entrants), results)
            for stand in board.ready()[:1]:
                first, second = (side for side in stand.sides if side)
                todo.append({**results, stand.match.id: won(first, second)})
                todo.append({**results, stand.match.id: won(second, first)})
                break
            else:
                count += 1
                groups = board.groups()
                assert board.over()
                assert len(groups[0]) == 1
                ranked = [entrant for group in groups for entrant in group]
                assert sorted(ranked) == sorted(names(bracket.entrants))
        return count


@settings(deadline=None, max_examples=15)
@given(st.integers(2, 32), st.sampled_from(["none", "single", "reset"]), st.randoms())
def test_any_order_of_results_gives_the_same_bracket(
    entrants: int, final: str, rng: random.Random
) -> None:
    bracket = double_elimination(entrants, final=final)
    strength = {one: rng.random() for one in names(entrants)}
    groups = set()
    for _ in range(3):
        results: dict[str, Result] = {}
        while ready := Board(bracket, names(entrants), results).ready():
            stand = rng.choice(ready)
            first, second = sorted((s for s in stand.sides if s), key=strength.__getitem__)
            results[stand.match.id] = won(second, first)
        groups.add(Board(bracket, names(entrants), results).groups())
    assert len(groups) == 1
    assert sorted(one for group in groups.pop() for one in group) == sorted(names(entrants))


class TestGrandFinal:
    def reached(self, final: str = "reset") -> tuple[Bracket, dict[str, Result]]:
        """A double elimination of eight before its grand final, 1 against 2."""
        bracket = double_elimination(8, final=final)
        _, results = play(bracket)
        results.pop("gf1", None)
        return bracket, results

    def test_won_by_the_winners_side_it_is_over_and_no_reset_can_be_played(self) -> None:
        bracket, results = self.reached()
        results["gf1"] = won("1", "2")
        board = Board(bracket, names(8), results)
        assert board.stand("gf2").status == NOT_NEEDED
        assert board.over()
        assert board.ready() == ()
        assert firsts(board)[:3] == [1, 2, 3]

    @pytest.mark.parametrize("champion", ["1", "2"])
    def test_won_by_the_losers_side_the_same_two_play_again(self, champion: str) -> None:
        bracket, results = self.reached()
        results["gf1"] = won("2", "1")
        board = Board(bracket, names(8), results)
        assert [stand.match.id for stand in board.ready()] == ["gf2"]
        assert set(board.stand("gf2").sides) == {"1", "2"}
        results["gf2"] = won(champion, "2" if champion == "1" else "1")
        assert Board(bracket, names(8), results).groups()[0] == (champion,)

    def test_before_it_is_played_nobody_knows_whether_the_reset_is_needed(self) -> None:
        bracket, results = self.reached()
        assert Board(bracket, names(8), results).stand("gf2").status == WAITING

    def test_none_ranks_the_two_brackets_winners(self) -> None:
        bracket, results = self.reached("none")
        board = Board(bracket, names(8), results)
        assert board.over()
        assert board.groups()[:2] == (("1",), ("2",))


class TestNobody:
    def test_both_absent_and_the_opponent_goes_through_over_several_rounds(self) -> None:
        """Issue 23: 4 and 5 do not come, nor do 1 and 8; whoever comes of the other half wins."""
        bracket = single_elimination(8)
        results = {"w1.1": nobody_came("1", "8"), "w1.2": nobody_came("4", "5")}
        board = Board(bracket, names(8), results)
        assert board.stand("w2.1").status == EMPTY
        results |= {"w1.3": won("2", "7"), "w1.4": won("3", "6"), "w2.2": won("2", "3")}
        board = Board(bracket, names(8), results)
        assert board.stand("w3.1").status == WALKOVER
        assert board.over()
        assert board.groups() == (("2",), ("3",), ("1", "4", "5", "6", "7", "8"))

    def test_in_a_double_elimination_both_are_out_and_the_losers_bracket_goes_on(self) -> None:
        bracket = double_elimination(4)
        results = {"w1.1": nobody_came("1", "4"), "w1.2": won("2", "3")}
        board = Board(bracket, names(4), results)
        assert board.stand("w2.1").status == WALKOVER
        assert board.stand("l1.1").status == WALKOVER
        assert board.stand("l2.1").status == WALKOVER
        assert set(board.stand("gf1").sides) == {"2", "3"}
        assert board.stand("gf1").status == READY
        assert not board.over()

    def test_who_withdraws_does_not_drop(self) -> None:
        bracket = double_elimination(4)
        results = {"w1.1": forfeited("1", "4", leaves=True), "w1.2": won("2", "3")}
        board = Board(bracket, names(4), results)
        assert board.stand("l1.1").winner == "3"
        assert board.stand("l1.1").status == WALKOVER

    def test_a_bye_and_not_known_yet_are_two_states(self) -> None:
        """Issues 4 and 8: nobody against not-known is not decided."""
        board = Board(double_elimination(5), names(5), {})
        stand = board.stand("l2.2")
        assert stand.sides[0] is None
        assert stand.status == WAITING

    @settings(deadline=None, max_examples=20)
    @given(
        st.integers(3, 33), st.sampled_from([single_elimination, double_elimination]), st.randoms()
    )
    def test_whoever_is_absent_the_bracket_ends_and_ranks_everybody(
        self, entrants: int, make: Callable[[int], Bracket], rng: random.Random
    ) -> None:
        bracket = make(entrants)
        results: dict[str, Result] = {}
        while ready := Board(bracket, names(entrants), results).ready():
            stand = rng.choice(ready)
            a, b = rng.sample([side for side in stand.sides if side], 2)
            ways = [won(a, b), forfeited(a, b, leaves=True), nobody_came(a, b)]
            results[stand.match.id] = rng.choice(ways)
        board = Board(bracket, names(entrants), results)
        assert board.over()
        ranked = [one for group in board.groups() for one in group]
        assert sorted(ranked) == sorted(names(entrants))


@pytest.mark.parametrize("entrants", [2, 3])
def test_no_third_place_without_semi_finals(entrants: int) -> None:
    with pytest.raises(Refused):
        single_elimination(entrants, third_place=True)


def test_unknown_finals_and_matches_are_refused() -> None:
    with pytest.raises(Refused):
        double_elimination(4, final="best of three")
    with pytest.raises(Refused):
        Board(single_elimination(4), names(4), {}).stand("w9.9")
