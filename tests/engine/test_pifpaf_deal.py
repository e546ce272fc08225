"""Rules, options and the deal of the betting game."""

from dataclasses import replace

import pytest

from engine.cards import texts
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.game import Seating, Stakes, game_for, rules_ids
from tests.engine.table import GAME, PACK, RULES, deal, deck, setup


class TestRules:
    def test_every_option_is_settled_and_listed(self) -> None:
        rules = GAME.rules(RULES, {})
        assert rules.options == (("min_players", 3), ("recycle_limit", 10))
        assert (rules.min_players, rules.max_players) == (3, 8)
        assert GAME.rules(RULES, dict(rules.options)) == rules

    def test_an_option_changes_the_rules(self) -> None:
        rules = GAME.rules(RULES, {"min_players": 2, "recycle_limit": 0})
        assert rules.options == (("min_players", 2), ("recycle_limit", 0))

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            ({"min_players": 1}, '"min_players" must be a whole number from 2 to 8'),
            ({"min_players": 9}, "from 2 to 8"),
            ({"min_players": "3"}, "must be a whole number"),
            ({"min_players": True}, "must be a whole number"),
            ({"recycle_limit": 2.0}, "must be a whole number"),
            ({"recycle_limit": -1}, "from 0 to 100"),
            ({"ace": "high"}, 'has no option "ace"; it has: min_players, recycle_limit'),
        ],
    )
    def test_a_bad_option_is_refused_with_a_sentence(
        self, options: dict[str, object], sentence: str
    ) -> None:
        with pytest.raises(BadRules, match=sentence):
            GAME.rules(RULES, options)

    def test_rules_that_nobody_plays_are_named(self) -> None:
        with pytest.raises(UnknownRules, match="there are: pif-paf-aposta"):
            game_for("poker")
        with pytest.raises(UnknownRules, match="it has: pif-paf-aposta"):
            GAME.rules("poker", {})
        assert [game_for(rules_id) for rules_id in rules_ids()]

    def test_the_pack_is_two_packs_in_order(self) -> None:
        assert texts(PACK[:14]) == [f"{rank}C" for rank in "A23456789TJQK"] + ["AD"]
        assert PACK == (*range(52), *range(52))


class TestDeal:
    @pytest.mark.parametrize(("players", "stock"), [(3, 77), (4, 68), (8, 32)])
    def test_nine_cards_each_and_the_rest_is_stock(self, players: int, stock: int) -> None:
        """K19: eight players leave 32."""
        state = deal(players)
        assert [len(held) for held in state.hands] == [9] * players
        assert len(state.stock) == stock
        assert state.discards == ()

    def test_cards_go_one_by_one_from_the_dealers_left(self) -> None:
        state = GAME.deal(setup(4, dealer=2), PACK)
        assert [held[:2] for held in state.hands] == [(1, 5), (2, 6), (3, 7), (0, 4)]
        assert state.stock == PACK[36:]

    def test_the_left_of_the_dealer_bets_first_then_draws_first(self) -> None:
        state = deal(4, dealer=3)
        assert GAME.waiting(state).kind == "bet"
        assert GAME.waiting(state).seats == (0,)

    def test_seat_numbers_are_the_tables_own(self) -> None:
        made = replace(setup(3), seats=(Seating(2, 50), Seating(5, 50), Seating(7, 50)), dealer=5)
        state = GAME.deal(made, PACK)
        assert GAME.waiting(state).seats == (7,)
        assert [seat["seat"] for seat in GAME.view(state, 2)["seats"]] == [2, 5, 7]

    def test_all_in_antes_go_straight_to_play(self) -> None:
        state = deal(3, stacks=[5, 5, 2])
        assert GAME.waiting(state).kind == "draw"
        assert GAME.waiting(state).seats == (1,)
        assert state.betting.cap == 15

    def test_two_play_by_the_option(self) -> None:
        assert len(deal(2, min_players=2).hands) == 2

    @pytest.mark.parametrize(
        ("changed", "sentence"),
        [
            ({"seats": (Seating(0, 9), Seating(1, 9))}, "3 to 8 seats play a hand, not 2"),
            (
                {"seats": tuple(Seating(seat, 9) for seat in range(9))},
                "3 to 8 seats play a hand, not 9",
            ),
            ({"seats": (Seating(0, 9), Seating(1, 9), Seating(1, 9))}, "dealt in once"),
            ({"seats": (Seating(0, 9), Seating(1, 0), Seating(2, 9))}, "A stack must be"),
            ({"seats": (Seating(0, 9), Seating(1, -5), Seating(2, 9))}, "A stack must be"),
            ({"dealer": 7}, "The dealer, seat 7, must be one of the seats"),
            ({"stakes": Stakes("per-point", 5)}, 'are "ante-capped-round"'),
            ({"stakes": Stakes("ante-capped-round", 0)}, "The ante must be"),
            ({"stakes": Stakes("ante-capped-round", 2**53)}, "The ante must be"),
        ],
    )
    def test_a_setup_that_makes_no_hand_is_refused(
        self, changed: dict[str, object], sentence: str
    ) -> None:
        with pytest.raises(BadSetup, match=sentence):
            GAME.deal(replace(setup(3), **changed), PACK)  # type: ignore[arg-type]  # by field name

    @pytest.mark.parametrize("wrong", [PACK[1:], (*PACK[1:], 5), (*PACK, 52), ()])
    def test_a_deck_that_isnt_the_pack_is_refused(self, wrong: tuple[int, ...]) -> None:
        with pytest.raises(BadSetup, match="The deck must hold the 104 cards"):
            GAME.deal(setup(3), wrong)

    def test_the_stacked_decks_of_the_tests_are_whole(self) -> None:
        assert sorted(deck(4, {0: "AC AC KS 2C 3C 4C 5C 6C 7C"}, "KS")) == sorted(PACK)
