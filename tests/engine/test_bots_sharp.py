"""What the sharp bot sees, reckons and does."""

import random
from collections.abc import Iterable

import pytest

from engine import bots
from engine.cards import JOKER, ONE_PACK, parse
from engine.pifpaf.bots import betting
from engine.pifpaf.bots.chances import Prospect, chances
from engine.pifpaf.bots.danger import dangers
from engine.pifpaf.bots.partners import FACES, partners
from engine.pifpaf.bots.sight import Watched, sight, unseen, watched
from engine.pifpaf.rules import settle_rules
from engine.pifpaf.state import State
from tests.engine.table import GAME, act, checked_through, close, deal

PIFE = settle_rules("pife", {}).melds
PIF_PAF = settle_rules("pif-paf", {}).melds
CARLA = "2S 3S 4S QH QC QD 9C 9H 5D"


def hand(names: str) -> tuple[int, ...]:
    return tuple(map(parse, names.split()))


def ahead(held: tuple[int, ...], reach: float = 0.1) -> Prospect:
    left = [2] * JOKER + [4]
    for card in held:
        left[card] -= 1
    return Prospect(left, reach)


def choice(state: State, seat: int, number: int = 0) -> dict[str, object]:
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    return bots.sharp(view, legal, lambda n: number % n)


class TestPartners:
    def test_what_makes_a_meld_with_two_cards(self) -> None:
        third = partners(PIFE).third

        def fits(one: str, other: str) -> set[int]:
            return set(third[FACES * parse(one) + parse(other)] or ())

        assert fits("5H", "6H") == set(hand("4H 7H"))
        assert fits("QH", "AH") == set(hand("KH"))
        assert fits("5H", "5C") == set(hand("5D 5S"))
        assert fits("5H", "5H") == fits("5H", "6C") == fits("KH", "2H") == set()

    def test_dead_jokers_go_with_each_other_only(self) -> None:
        table = partners(settle_rules("pife-curingas-mortos", {}).melds)
        assert table.pairs[JOKER] == ()
        assert table.third[FACES * JOKER + JOKER] == (JOKER,)


class TestChances:
    def test_a_hand_that_is_all_melds_has_it_for_sure(self) -> None:
        held = hand("2S 3S 4S QH QC QD 9C 9H 9S")
        assert chances(held, PIFE, 3, ahead(held))[-1] > 1

    def test_throwing_the_odd_card_leaves_the_most(self) -> None:
        held = hand(f"{CARLA} KD")
        left = chances(held, PIFE, 3, ahead(held))[:-1]
        best = {held[at] for at, its in enumerate(left) if its == max(left)}
        assert best <= set(hand("5D KD"))

    def test_two_open_ends_are_better_than_a_gap(self) -> None:
        both = hand("2S 3S 4S QH QC QD 5C 6C")
        gap = hand("2S 3S 4S QH QC QD 5C 7C")
        assert chances(both, PIFE, 3, ahead(both))[-1] > chances(gap, PIFE, 3, ahead(gap))[-1]

    def test_cards_that_are_gone_are_no_hope(self) -> None:
        held = hand(CARLA)
        some, none = ahead(held), ahead(held)
        for name in ("9S", "9D"):
            none.unseen[parse(name)] = 0  # type: ignore[index]  # the list made above
        assert chances(held, PIFE, 3, none)[-1] < chances(held, PIFE, 3, some)[-1]

    def test_a_wild_card_is_worth_more_than_any_other(self) -> None:
        held = hand("2S 3S 9H QC QD KD 5C 6C JK TD")
        left = chances(held, PIF_PAF, 3, ahead(held))[:-1]
        assert min(left) == left[held.index(JOKER)]

    @pytest.mark.parametrize("seed", range(3))
    def test_it_doesnt_depend_on_the_order_of_the_cards(self, seed: int) -> None:
        rng = random.Random(seed)
        held = tuple(rng.sample(ONE_PACK, 10))
        mixed = tuple(rng.sample(held, 10))
        one, other = (chances(cards, PIFE, 3, ahead(cards)) for cards in (held, mixed))
        for at, card in enumerate(held):
            assert one[at] == pytest.approx(other[mixed.index(card)])


def after_a_round() -> State:
    """Seat 1 has thrown 9S, seat 2 has taken it and thrown KD."""
    state = checked_through(deal(4, {2: "7S 8S AH AC 3D 5C 9D QH KD"}, "9S"))
    state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
    state = act(close(state), 2, "draw", source="discard")
    return close(act(state, 2, "discard", card="KD"))


class TestSight:
    def test_the_story_of_the_pile(self) -> None:
        story = watched(sight(GAME.view(after_a_round(), 3)))
        assert story.lying == list(hand("KD"))
        assert story.kept == {2: list(hand("9S"))}
        assert story.thrown == {1: list(hand("9S")), 2: list(hand("KD"))}
        assert story.left[3] == list(hand("KD"))
        assert not story.left[2]

    def test_what_is_still_to_be_drawn(self) -> None:
        seen = sight(GAME.view(after_a_round(), 3))
        story = watched(seen)
        left = unseen(seen, story)
        assert sum(left) == 104 - 9 - 2
        own = sight(GAME.view(after_a_round(), 2))
        assert sum(unseen(own, watched(own))) == 104 - 9 - 1
        assert left[parse("9S")] == 2 - 1 - seen.held.count(parse("9S"))
        assert left[JOKER] == 0

    def test_a_pile_made_a_stock_can_be_drawn_again(self) -> None:
        view = GAME.view(after_a_round(), 3)
        again = view | {"pile": [*view["pile"], "recycled"]}
        assert watched(sight(again)).lying == []

    def test_a_laid_meld_is_no_longer_kept(self) -> None:
        view = GAME.view(after_a_round(), 3)
        seats = [
            seat | {"laid": [["7S", "8S", "9S"]]} if seat["seat"] == 2 else seat
            for seat in view["seats"]
        ]
        assert watched(sight(view | {"seats": seats})).kept == {2: []}


class TestDanger:
    def test_it_reads_what_the_next_seat_took_threw_and_left(self) -> None:
        seen = sight(GAME.view(after_a_round(), 1))
        story = watched(seen)
        left = unseen(seen, story)

        def helps(name: str, told: Watched) -> float:
            return dangers(seen, told, left, hand(name))[parse(name)]

        assert helps("TS", story) > helps("TS", story._replace(kept={}))
        assert helps("QD", story) < helps("QD", story._replace(thrown={}))
        assert helps("5H", story) > helps("5H", story._replace(left={2: list(hand("5H"))}))

    def test_where_cards_are_claimed_all_the_others_count(self) -> None:
        assert sum(self.of_rules("pif-paf-aposta")) > 2 * sum(self.of_rules("pife-partida"))

    def test_who_has_announced_counts_wherever_it_sits_unless_it_is_burned(self) -> None:
        def helped(**facts: bool) -> float:
            return sum(self.of_rules("cacheta", **facts))

        assert helped(announced=True) > 3 * helped()
        assert helped(announced=True, burned=True) == helped()

    def of_rules(self, rules: str, **facts: bool) -> Iterable[float]:
        """The dangers that seat 1 sees in three cards, when seat 3 is known for these facts."""
        view = GAME.view(deal(4, {1: CARLA}, rules=rules), 1)
        seats = [seat | facts if seat["seat"] == 3 else seat for seat in view["seats"]]
        seen = sight(view | {"seats": seats})
        return dangers(seen, watched(seen), unseen(seen, watched(seen)), hand("5H 7C TD")).values()


class TestBets:
    def test_strong_hands_bet_all_and_weak_ones_dont_call(self) -> None:
        hands = {1: CARLA, 2: "AC 4C 7C TC KC 3D 6D 9D QD"}
        for rules in ("pif-paf-aposta", "pife", "pife-volta"):
            state = deal(4, hands, rules=rules, kind="ante-capped-round")
            assert choice(state, 1) == {"kind": "bet", "to": 20}
            assert choice(act(state, 1, "bet", to=20), 2) == {"kind": "fold"}

    def test_what_others_may_hold_is_alike_each_time(self) -> None:
        rules = settle_rules("pife", {})
        field = betting.field_of(rules, rules.melds)
        assert len(field.bets) < len(field.calls) < len(field.all)
        assert min(field.bets) > min(field.calls) > min(field.all)


class TestSharp:
    def test_it_goes_out_when_it_can(self) -> None:
        state = act(checked_through(deal(4, {1: CARLA}, "9S")), 1, "draw", source="stock")
        assert choice(state, 1)["kind"] == "go-out"

    def test_it_prefers_to_go_out_with_all_cards(self) -> None:
        state = deal(4, {1: "2S 3S 4S QH QC QD 9C 9H 9S"}, "5S", rules="pife")
        assert "discard" not in choice(act(state, 1, "draw", source="stock"), 1)

    def test_it_bets_a_good_hand_and_folds_a_bad_one_to_a_raise(self) -> None:
        state = deal(4, {1: "2S 3S 4S QH QC QD 9C 9H 5D", 2: "AC 4C 7C TC KC 3D 6D 9D QD"})
        assert choice(state, 1) == {"kind": "bet", "to": 20}
        assert choice(act(state, 1, "bet", to=20), 2) == {"kind": "fold"}

    def test_of_equal_hands_it_keeps_the_cheaper_where_cards_count(self) -> None:
        """A king and a deuce, neither of any use: the king goes where it would count ten."""
        state = deal(4, {1: "4S 5S 6S QH QC QD 8C 8H 2D"}, "AC KS", rules="pif-paf")
        thrown = choice(act(state, 1, "draw", source="stock"), 1)
        assert thrown == {"kind": "discard", "card": "KS"}

    def test_it_announces_when_it_needs_one_card(self) -> None:
        near, far = "2S 3S 4S QH QC QD 8C 8H 5D", "AC 4C 7C TC KC 3D 6D 9D QD"
        state = deal(4, {1: near, 2: far}, "KH", rules="cacheta")
        assert choice(state, 1) == {"kind": "announce"}
        assert choice(act(state, 1, "announce"), 1)["kind"] == "draw"

    def test_it_buys_what_brings_it_nearer_and_nothing_else(self) -> None:
        held = {3: "2S 3S 4S QH QC QD 8C 8H 5D"}
        for thrown, said in (("8D", {"kind": "buy"}), ("KC", {})):
            state = act(
                deal(4, held, f"AC {thrown}", rules="pif-paf-compra"), 1, "draw", source="stock"
            )
            assert choice(act(state, 1, "discard", card=thrown), 3) == said

    def test_it_leaves_a_bad_hand_for_a_point_and_stays_with_a_good_one(self) -> None:
        bad = deal(4, {1: "AC 4C 7C TC KC 3D 6D 9D QD"}, fold_cost=1, rules="pife-partida")
        good = deal(4, {1: CARLA}, fold_cost=1, rules="pife-partida")
        assert choice(bad, 1) == {"kind": "fold"}
        assert choice(good, 1) == {"kind": "stay"}
