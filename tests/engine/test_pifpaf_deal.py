"""The deal: of the betting game, and what other rule sets do differently at it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import parse, texts
from engine.errors import BadSetup
from engine.game import Rake, Seating, Setup, Stakes
from engine.pifpaf.deal import wild_faces
from tests.engine.table import GAME, LATER, PACK, deal, deck, hand, row_name, rows, setup


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
            ({"stakes": Stakes("per-point", 5)}, "one of ante-capped-round, fixed, play, not"),
            ({"stakes": Stakes("play", 5)}, "the ante is 0"),
            ({"stakes": Stakes("play", 0, Rake(1, 1))}, "there is no rake"),
            ({"stakes": Stakes("fixed", 10)}, "Seat 0 has 9 chips and may have to pay 10"),
            ({"stakes": Stakes("fixed", 5, Rake(1001, 1))}, "0 to 1000 per mille"),
            ({"stakes": Stakes("fixed", 5, Rake(10, -1))}, "0 to 1000 per mille"),
            ({"seats": (Seating(0, 9, -1), Seating(1, 9), Seating(2, 9))}, "A score is"),
            ({"stakes": Stakes("ante-capped-round", 0)}, "The ante must be"),
            ({"stakes": Stakes("ante-capped-round", 2**53)}, "The ante must be"),
        ],
    )
    def test_a_setup_that_makes_no_hand_is_refused(
        self, changed: dict[str, object], sentence: str
    ) -> None:
        made = replace(setup(3, stacks=[9, 9, 9]), **changed)  # type: ignore[arg-type]  # by field name
        with pytest.raises(BadSetup, match=sentence):
            GAME.deal(made, PACK)

    @pytest.mark.parametrize("wrong", [PACK[1:], (*PACK[1:], 5), (*PACK, 52), ()])
    def test_a_deck_that_isnt_the_pack_is_refused(self, wrong: tuple[int, ...]) -> None:
        with pytest.raises(BadSetup, match="The deck must hold the 104 cards"):
            GAME.deal(setup(3), wrong)

    def test_the_stacked_decks_of_the_tests_are_whole(self) -> None:
        assert sorted(deck(4, {0: "AC AC KS 2C 3C 4C 5C 6C 7C"}, "KS")) == sorted(PACK)


class TestOtherDeals:
    @pytest.mark.parametrize("row", rows("deals"), ids=row_name)
    def test_what_is_left_for_the_stock(self, row: Mapping[str, Any]) -> None:
        """K18, K19, K20 and the arithmetic of rules 1.1."""
        made = setup(row["players"], rules=row["rules"])
        state = GAME.deal(made, GAME.pack(GAME.rules(row["rules"], {})), LATER)
        assert len(state.stock) == row["stock"]

    def test_the_upcard_begins_the_discard_pile(self) -> None:
        """S0; G46: the first player may take it."""
        state = deal(3, rules="pif-paf", stock="KD 2C")
        assert texts(state.discards) == ["KD"]
        assert texts(state.stock[:1]) == ["2C"]
        assert GAME.legal(state, 1) == [
            {"kind": "draw", "from": "stock"},
            {"kind": "draw", "from": "discard"},
        ]

    def test_the_vira_lies_apart_and_makes_others_wild(self) -> None:
        state = deal(3, rules="cacheta", stock="8C KD")
        assert state.vira == parse("8C")
        assert texts(state.stock[:1]) == ["KD"]
        assert state.discards == ()
        view = GAME.view(state, None)
        assert (view["vira"], view["wilds"]) == ("8C", ["9C", "9S"])

    @pytest.mark.parametrize(
        ("vira", "group", "wilds"),
        [
            ("8C", "colour", "9C 9S"),
            ("8C", "suit", "9C"),
            ("5H", "suit", "6H"),
            ("5H", "colour", "6D 6H"),
            ("KD", "suit", "AD"),
            ("KD", "colour", "AD AH"),
            ("AS", "suit", "2S"),
            ("AS", "colour", "2C 2S"),
            ("9H", "suit", "TH"),
            ("7C", "colour", "8C 8S"),
        ],
    )
    def test_which_cards_are_wild(self, vira: str, group: str, wilds: str) -> None:
        """Rules 3.2, S3 and S4: after the king comes the ace."""
        assert wild_faces(parse(vira), group) == frozenset(hand(wilds))

    def test_a_joker_is_no_vira_and_goes_under_the_stock(self) -> None:
        """D6."""
        state = deal(3, rules="cacheta", jokers="wild", stock="JK JK 5H 2C")
        assert state.vira == parse("5H")
        assert texts(state.stock[:1]) == ["2C"]
        assert texts(state.stock[-2:]) == ["JK", "JK"]
        assert texts(sorted(state.melds.wilds)) == ["6D", "6H", "JK"]

    def test_anticlockwise_the_right_of_the_dealer_is_first(self) -> None:
        """D30."""
        made = setup(4, rules="pife", dealer=2, direction="anticlockwise")
        state = GAME.deal(made, PACK, LATER)
        assert GAME.waiting(state).seats == (1,)
        held = {seat: GAME.view(state, seat)["cards"][:2] for seat in range(4)}
        assert held == {1: ["AC", "5C"], 0: ["2C", "6C"], 3: ["3C", "7C"], 2: ["4C", "8C"]}
        assert [seat["seat"] for seat in GAME.view(state, None)["seats"]] == [0, 1, 2, 3]

    def test_rules_that_shuffle_again_need_the_rest_of_the_stream(self) -> None:
        with pytest.raises(BadSetup, match="the rest of the stream"):
            GAME.deal(setup(3, rules="pife"), PACK)

    def test_a_fixed_stake_must_be_covered_four_times_where_a_direto_pays_that(self) -> None:
        """D21 and table stakes."""
        pack = GAME.pack(GAME.rules("pif-paf-cassino", {}))
        made = setup(2, rules="pif-paf-cassino", kind="fixed", ante=10, stacks=[40, 39])
        with pytest.raises(BadSetup, match="Seat 1 has 39 chips and may have to pay 40"):
            GAME.deal(made, pack, LATER)
        covered = Setup(made.rules_id, (), (Seating(0, 40), Seating(1, 40)), 0, made.stakes)
        assert GAME.view(GAME.deal(covered, pack, LATER), None)["pot"] == 20

    def test_leaving_for_points_and_betting_dont_mix(self) -> None:
        made = setup(2, rules="cacheta", kind="ante-capped-round", fold_cost=1)
        with pytest.raises(BadSetup, match="and so does fold_cost 1"):
            GAME.deal(made, PACK, LATER)
