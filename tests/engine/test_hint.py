"""The hint at a terminal says what the solver says, from the seat's own view."""

from typing import cast

import pytest

from engine import cards
from engine.actions import Action
from engine.game import game_for
from engine.melds import distance
from engine.perft import first_state
from engine.pifpaf.rules import settle_rules
from engine.pifpaf.state import BET, State
from engine.solve import Question, answer
from engine.terminal.hint import hint, told
from tests.engine.table import FAMILY

SEEDS = range(1, 5)


def to_play(rules: str, seed: int) -> tuple[State, int]:
    """The deal with its betting checked through, and the seat in turn."""
    game = game_for(rules)
    state = cast("State", first_state(rules, 3, seed))
    while state.phase == BET:
        state = game.apply(state, game.default(state))
    return state, game.waiting(state).seats[0]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules_id", FAMILY)
def test_it_agrees_with_solve(rules_id: str, seed: int) -> None:
    game, rules = game_for(rules_id), settle_rules(rules_id, {})
    state, seat = to_play(rules_id, seed)
    for drawn in (False, True):
        if drawn:
            state = game.apply(state, Action(kind="draw", seat=seat, source="stock"))
        view = game.view(state, seat)
        held = tuple(cards.parse(name) for name in view["cards"])
        nine, last = (held[:-1], held[-1]) if drawn else (held, None)
        said = answer(Question(rules, state.melds, state.vira, nine, last, None))
        found = hint(view, seat, rules)
        assert found.missing == said["distance"]
        assert len(found.throw) == drawn
        left = [card for card in held if card not in found.throw]
        if len(left) + len(found.throw) == len(held):
            assert distance(left, state.melds) == found.missing
        assert bool(found.outs) == (found.missing > 0)


def test_a_card_that_lies_open_is_no_out() -> None:
    game, rules = game_for("pif-paf"), settle_rules("pif-paf", {})
    state, seat = to_play("pif-paf", 1)
    view = game.view(state, seat)
    found = hint(view, seat, rules).outs
    out = next(card for card, unseen in found.items() if unseen == 2)
    fewer = hint({**view, "top": cards.text(out)}, seat, rules).outs
    assert fewer[out] == 1


def test_what_a_person_reads() -> None:
    game, rules = game_for("pife"), settle_rules("pife", {})
    state, seat = to_play("pife", 1)
    lines = list(told(hint(game.view(state, seat), seat, rules)))
    assert lines[0].endswith(" cards are missing.")
    assert lines[1].startswith("Nearer with ")
    assert lines[1].count(" each of ") <= 2


def test_bought_cards_are_thrown_together() -> None:
    """Who has bought holds three cards too many after the draw (D19)."""
    game, rules = game_for("pif-paf-compra"), settle_rules("pif-paf-compra", {})
    state, seat = to_play("pif-paf-compra", 1)
    view = game.view(state, seat)
    more = [*view["cards"], "AC", "AD", "AH"]
    found = hint({**view, "cards": more}, seat, rules)
    assert len(found.throw) == 3
    assert found.missing <= hint(view, seat, rules).missing
