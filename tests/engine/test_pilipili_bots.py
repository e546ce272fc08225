"""The bots of Pili Pili: legal whatever the Mission, without luck of their own, and in order."""

import copy
import random
from itertools import islice, pairwise

import pytest

from engine.bots import BOTS, Bot, for_game
from engine.game import Json, parse_action
from engine.pilipili.bots.policy import pick
from engine.pilipili.bots.reading import JOKER, table_of
from engine.pilipili.bots.steady import steady, worth
from engine.pilipili.rules import PACK
from engine.pilipili.state import State
from engine.simulate import Plan, simulate
from engine.simulate_kinds import Kinds
from tests.engine.pilipili import GAME, LATER, RULES, bid_all, deal, random_setup, setup
from tests.engine.test_pilipili_laws import KINDS

STRENGTHS = ("calm", "steady", "sharp")


def answered(state: State, seat: int, bot: Bot, seed: int) -> tuple[Json, Json, list[Json]]:
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    return bot(view, legal, random.Random(seed).randrange), view, legal


@pytest.mark.parametrize("name", STRENGTHS)
@pytest.mark.parametrize("mission", KINDS)
def test_a_bot_plays_any_round_to_its_end(mission: str, name: str) -> None:
    """And says the same again to the same view, which it leaves as it was."""
    rng = random.Random(mission)
    state = GAME.deal(random_setup(rng, mission), tuple(rng.sample(PACK, len(PACK))), LATER)
    while state.outcome is None:
        seats = [seat for seat in GAME.waiting(state).seats if GAME.legal(state, seat)]
        if not seats:
            state = GAME.apply(state, GAME.default(state))
            continue
        seed = rng.randrange(10**9)
        said, view, legal = answered(state, seats[0], BOTS[name], seed)
        if rng.random() < 0.2:
            kept = copy.deepcopy((view, legal))
            assert BOTS[name](view, legal, random.Random(seed).randrange) == said
            assert (view, legal) == kept
        state = GAME.apply(state, parse_action(said, seats[0]))


def test_there_are_three_strengths_here_too() -> None:
    assert tuple(for_game(RULES)) == STRENGTHS


def test_a_hand_is_worth_its_cards() -> None:
    strong = deal(setup(4, cards=3), {0: "53 54 55"})
    weak = deal(setup(4, cards=3), {0: "1 2 3"})
    assert worth(table_of(GAME.view(strong, 0))) > 2.5
    assert worth(table_of(GAME.view(weak, 0))) < 0.01
    assert answered(strong, 0, steady, 1)[0] == {"kind": "bid", "number": 3}
    assert answered(weak, 0, steady, 1)[0] == {"kind": "bid", "number": 0}


def test_under_reverse_low_cards_are_worth_tricks() -> None:
    state = deal(setup(4, mission="REVERSE 3"), {0: "1 2 3"})
    assert worth(table_of(GAME.view(state, 0))) > 2.5


def test_a_hand_that_is_not_seen_is_worth_an_even_share() -> None:
    state = deal(setup(4, mission="BLINDBID 8"), {0: "53 54 55"})
    assert worth(table_of(GAME.view(state, 0))) == 2.0


@pytest.mark.parametrize(
    ("hand", "best", "later", "need", "played"),
    [
        ((10, 30, 50), 40, 0, 0, (30, 30)),  # the highest that loses
        ((45, 50), 40, 0, 0, (50, 50)),  # wins anyway, so the dearest goes
        ((45, 50, JOKER), 40, 0, 0, (JOKER, 0)),  # the Joker avoids a trick
        ((10, 30, 50), 20, 0, 1, (30, 30)),  # the cheapest that wins
        ((10, JOKER), 40, 0, 2, (JOKER, 56)),  # every trick is needed
        ((JOKER,), 40, 2, 1, (JOKER, 56)),
        ((JOKER,), 40, 2, 0, (JOKER, 0)),
    ],
)
def test_how_a_card_is_picked(
    hand: tuple[int, ...], best: int, later: int, need: int, played: tuple[int, int]
) -> None:
    assert pick(hand, best, later, need) == played


def test_nobody_plays_by_cards_that_are_not_in_his_view() -> None:
    """The bots get a view and a list, and nothing else; here the hands of the others change."""
    rng = random.Random(5)
    made = setup(4, cards=5)
    for _ in range(5):
        mine = " ".join(map(str, rng.sample(range(1, 56), 5)))
        state = bid_all(deal(made, {1: mine}), [1])
        spare = [card for hand in (*state.hands, state.stock) for card in hand]
        spare = [card for card in spare if card not in state.hands[1]]
        rng.shuffle(spare)
        order = [1, 2, 3, 0]
        deck = [
            state.hands[1][at] if seat == 1 else spare.pop() for at in range(5) for seat in order
        ]
        other = bid_all(GAME.deal(made, (*deck, *spare), LATER), [1])
        for name in STRENGTHS:
            assert answered(state, 1, BOTS[name], 3)[0] == answered(other, 1, BOTS[name], 3)[0]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pili-pili", "pili-pili-sem-missoes"])
def test_the_stronger_wins_more_matches(rules: str) -> None:
    kinds = Kinds()
    matches = 0
    for played in islice(simulate(Plan(rules, 3, 2, STRENGTHS, records=False)), 20_000):
        kinds.add(played)
        matches += played.match is not None
        if matches == 2000:
            break
    won = [kinds.kinds[name].matches_won for name in STRENGTHS]
    for weak, strong in pairwise(won):
        assert weak.mean + weak.within < strong.mean - strong.within
