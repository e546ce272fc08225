"""Chips: the betting game's pots, fixed stakes, the house's share, and hands for nothing."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.game import Outcome, Rake
from engine.pifpaf.state import State
from tests.engine.table import GAME, act, checked_through, close, deal, row_name, rows

CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"


def code(state: State, seat: int, kind: str, **fields: object) -> str:
    with pytest.raises(IllegalAction) as no:
        act(state, seat, kind, **fields)
    return no.value.code


def ended(state: State) -> Outcome:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


def won(seat: int = 1, stock: str = "9S", **how: Any) -> Outcome:
    """The outcome when the first to play goes out at once."""
    state = checked_through(deal(hands={seat: CARLA}, stock=stock, **how))
    state = act(act(state, seat, "draw", source="stock"), seat, "go-out", discard="5D")
    return ended(state)


class TestTheBettingGame:
    @pytest.mark.parametrize("row", rows("chips"), ids=row_name)
    def test_the_chips_of_the_rules(self, row: Mapping[str, Any]) -> None:
        state = deal(row["players"], {row["goes_out"]: CARLA} if "goes_out" in row else {}, "9S")
        for seat, action, expected in row["moves"]:
            fields = {key: value for key, value in action.items() if key != "kind"}
            if expected == "ok":
                state = act(state, seat, action["kind"], **fields)
            else:
                assert code(state, seat, action["kind"], **fields) == expected
        assert state.betting.cap == row["cap"]
        if "goes_out" in row:
            state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
            state = close(act(state, row["goes_out"], "claim", discard="5D"))
        if "end" in row:
            outcome, end = ended(state), row["end"]
            assert outcome.how == end["how"]
            assert outcome.winner == end["winner"]
            assert sum(pot.amount for pot in outcome.pots) == end["won"]
            assert [list(pair) for pair in outcome.returned] == end["returned"]
            assert [list(pair) for pair in outcome.deltas] == end["deltas"]
            assert outcome.next_dealer == end["next_dealer"]

    def test_a_short_winner_takes_the_pots_he_is_in(self) -> None:
        """Rules 0.2: a pot that the winner isn't in goes back, to folded seats too."""
        state = deal(4, {1: CARLA}, "9S", stacks=[100, 8, 100, 100])
        state = act(act(act(state, 1, "bet", to=3), 2, "raise", to=8), 3, "raise", to=13)
        state = act(act(state, 0, "call"), 2, "fold")
        state = act(act(state, 1, "draw", source="stock"), 1, "go-out", discard="5D")
        outcome = ended(state)
        low, high = outcome.pots
        assert (low.amount, low.seats, low.winner) == (32, (0, 1, 3), 1)
        assert (high.amount, high.seats, high.winner) == (25, (0, 3), None)
        assert outcome.returned == ((0, 10), (2, 5), (3, 10))
        assert outcome.deltas == ((0, -8), (1, 24), (2, -8), (3, -8))

    def test_the_sole_survivor_takes_the_pot_and_nothing_is_shown(self) -> None:
        """S1: the hand is not played; D24: he deals."""
        state = act(act(act(deal(4), 1, "fold"), 2, "fold"), 3, "fold")
        outcome = ended(state)
        assert (outcome.winner, outcome.how, outcome.next_dealer) == (0, "folds", 0)
        assert outcome.melds == ()
        assert outcome.discard is None
        assert outcome.deltas == ((0, 15), (1, -5), (2, -5), (3, -5))


class TestFixedStakes:
    def test_the_winner_takes_the_pot_of_any_rule_set(self) -> None:
        outcome = won(players=3, rules="pife", kind="fixed", ante=7)
        assert outcome.deltas == ((0, -7), (1, 14), (2, -7))
        assert [(pot.amount, pot.seats, pot.winner) for pot in outcome.pots] == [
            (21, (0, 1, 2), 1)
        ]

    def test_there_is_no_betting(self) -> None:
        state = deal(3, rules="pife", kind="fixed", ante=7)
        assert GAME.waiting(state).kind == "draw"
        view = GAME.view(state, None)
        assert (view["pot"], view["cap"], view["level"]) == (21, 0, 0)
        assert [seat["stack"] for seat in view["seats"]] == [93, 93, 93]

    def test_a_direto_pays_four_times_only_where_a_stake_is_fixed(self) -> None:
        """D21; for nothing it is worth nothing."""
        outcome = won(players=3, rules="pif-paf-cassino", stock="2C 9S")
        assert outcome.direto
        assert outcome.deltas == ((0, 0), (1, 0), (2, 0))
        assert outcome.pots == ()

    def test_a_void_hand_gives_every_stake_back(self) -> None:
        state = deal(2, rules="pife", kind="fixed", ante=9, recycle_limit=0)
        while GAME.outcome(state) is None:
            state = GAME.apply(state, GAME.default(state))
        assert ended(state).how == "void"
        assert ended(state).deltas == ((0, 0), (1, 0))
        assert ended(state).returned == ((0, 9), (1, 9))

    def test_who_leaves_for_points_leaves_his_stake_too(self) -> None:
        state = deal(3, {1: CARLA}, "4S 9S", rules="cacheta", kind="fixed", ante=5, fold_cost=1)
        state = act(act(act(state, 1, "stay"), 2, "fold"), 0, "stay")
        state = act(act(state, 1, "draw", source="stock"), 1, "go-out", discard="5D")
        outcome = ended(state)
        assert outcome.deltas == ((0, -5), (1, 10), (2, -5))
        assert outcome.points == ((0, 2), (1, 0), (2, 1))


class TestTheRake:
    @pytest.mark.parametrize(
        ("per_mille", "cap", "kept"), [(50, 100, 1), (50, 0, 0), (999, 7, 7), (0, 9, 0)]
    )
    def test_a_share_of_the_pot_rounded_down_with_a_cap(
        self, per_mille: int, cap: int, kept: int
    ) -> None:
        outcome = won(players=3, rules="pife", kind="fixed", ante=10, rake=Rake(per_mille, cap))
        assert outcome.rake == kept
        assert outcome.deltas == ((0, -10), (1, 20 - kept), (2, -10))

    def test_a_pot_that_wasnt_played_for_is_left_alone(self) -> None:
        state = deal(3, rake=Rake(1000, 99))
        outcome = ended(act(act(state, 1, "fold"), 2, "fold"))
        assert (outcome.how, outcome.rake) == ("folds", 0)

    def test_chips_that_go_back_are_left_alone(self) -> None:
        """The pot that the winner isn't in, and a void hand."""
        state = deal(3, {1: CARLA}, "9S", stacks=[100, 5, 100], rake=Rake(100, 99))
        state = act(act(state, 2, "bet", to=10), 0, "call")
        state = act(act(state, 1, "draw", source="stock"), 1, "go-out", discard="5D")
        outcome = ended(state)
        assert outcome.rake == 1
        assert outcome.deltas == ((0, -5), (1, 9), (2, -5))
        state = deal(2, rules="pife", kind="fixed", ante=9, recycle_limit=0, rake=Rake(500, 99))
        while GAME.outcome(state) is None:
            state = GAME.apply(state, GAME.default(state))
        assert ended(state).rake == 0


class TestBettingOnOtherRuleSets:
    @pytest.mark.parametrize("rules", ["pife", "pif-paf", "cacheta", "pif-paf-compra"])
    def test_a_round_is_bet_before_play(self, rules: str) -> None:
        state = deal(3, rules=rules, kind="ante-capped-round", ante=5)
        assert GAME.waiting(state).kind == "bet"
        state = act(state, 1, "bet", to=15)
        assert code(state, 2, "raise", to=20) == "above-cap"
        state = act(act(state, 2, "call"), 0, "fold")
        assert (GAME.waiting(state).kind, GAME.waiting(state).seats) == ("draw", (1,))
        assert GAME.view(state, None)["pot"] == 45

    def test_who_folded_counts_no_penalty(self) -> None:
        state = deal(3, {1: CARLA}, "2C 9S", rules="pif-paf", kind="ante-capped-round")
        state = act(act(act(state, 1, "check"), 2, "fold"), 0, "check")
        state = act(act(state, 1, "draw", source="stock"), 1, "go-out", discard="5D")
        counted = dict(ended(state).points)
        assert (counted[1], counted[2]) == (0, 0)
        assert counted[0] > 0


class TestForNothing:
    def test_no_chips_are_needed_and_none_move(self) -> None:
        outcome = won(players=3, rules="pife-partida", stacks=[0, 0, 0])
        assert outcome.deltas == outcome.stacks == ((0, 0), (1, 0), (2, 0))
        assert outcome.points == ((0, 1), (1, 0), (2, 1))

    def test_losers_show_their_hands_where_the_rules_say_so(self) -> None:
        """S3 and S4: the others show their cards; S1 shows the winner's alone."""
        for rules, shown in (("pife", [0, 2]), ("pif-paf-aposta", [])):
            state = deal(3, {1: CARLA}, "9S", rules=rules, kind="play")
            state = act(act(state, 1, "draw", source="stock"), 1, "go-out", discard="5D")
            result = GAME.view(state, None)["result"]
            assert [seat for seat, _ in result["hands"]] == shown
