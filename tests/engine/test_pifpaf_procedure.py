"""The rows of rules 3.3 to 3.5 that are about procedure, played as they stand in the vectors."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import texts
from engine.errors import IllegalAction
from engine.events import outcome_json
from engine.game import action_json, parse_action
from engine.pifpaf.points import points
from engine.pifpaf.state import Player, State
from tests.engine.table import GAME, act, checked_through, close, deal, hand, row_name, rows

SEATS = {name: seat for seat, name in enumerate("ABCDE")}


def dealt(row: Mapping[str, Any]) -> State:
    kind, ante = row.get("stakes", ["play", 0])
    return deal(
        row.get("players", 4),
        {SEATS[name]: cards for name, cards in row["hands"].items()},
        row["stock"],
        rules=row["rules"],
        kind=kind,
        ante=ante,
        scores=row.get("scores"),
        **row.get("options", {}),
    )


def moved(state: State, name: str, move: object, more: tuple[str, ...]) -> State:
    """The state after one move of a row."""
    seat = SEATS.get(name)
    if move in ("turn", "throw"):
        state = act(act(state, seat, "draw", source="stock"), seat, "discard", card=more[0])
        return close(state) if move == "turn" and state.phase == "window" else state
    action = parse_action(move, seat)
    if not more:
        after = GAME.apply(state, action)
        assert isinstance(after, State)
        return after
    before = GAME.dump(state)
    with pytest.raises(IllegalAction) as no:
        GAME.apply(state, action)
    assert no.value.code == more[0], no.value.detail
    assert no.value.allowed == GAME.legal(state, seat)
    assert no.value.detail.endswith(".")
    assert GAME.dump(state) == before
    return state


def check(state: State, then: Mapping[str, Any]) -> None:
    """What the row says must hold."""
    view = GAME.view(state, None)
    assert then.get("view", {}).items() <= view.items(), view
    for name, facts in then.get("seats", {}).items():
        assert facts.items() <= view["seats"][SEATS[name]].items()
    for name, kinds in then.get("legal", {}).items():
        assert [move["kind"] for move in GAME.legal(state, SEATS[name])] == kinds
    for name, cards in then.get("cards", {}).items():
        assert state.hands[SEATS[name]] == hand(cards)
    for name, counts in then.get("holds", {}).items():
        held = Counter(texts(state.hands[SEATS[name]]))
        assert {card: held[card] for card in ("9D",) if held[card]} == counts
    outcome = state.outcome
    if {"result", "points", "pot"} & then.keys():
        assert outcome is not None
        told = {**outcome_json(outcome), "direto": outcome.direto, "out_with": outcome.out_with}
        assert then.get("result", {}).items() <= told.items(), told
        got = dict(outcome.points)
        assert {name: got[SEATS[name]] for name in then.get("points", {})} == then.get(
            "points", {}
        )
        assert then.get("pot") in (None, sum(pot.amount for pot in outcome.pots))


@pytest.mark.parametrize("row", rows("procedure"), ids=row_name)
def test_the_procedure_of_the_rules(row: Mapping[str, Any]) -> None:
    state = dealt(row)
    for name, move, *more in row["moves"]:
        state = moved(state, name, move, tuple(more))
        assert GAME.load(GAME.dump(state)) == state
    check(state, row["then"])


@pytest.mark.parametrize("row", rows("points"), ids=row_name)
def test_the_penalty_points_of_the_rules(row: Mapping[str, Any]) -> None:
    state = deal(2, rules=row["rules"], **row.get("options", {}))
    laid = (hand(row["laid"]),) if "laid" in row else ()
    state = replace(
        state,
        hands=(state.hands[0], hand(row["left"])),
        players=(Player(), Player(laid=laid)),
    )
    counted = points(state, 0, 9, direto=row.get("direto", False))
    assert counted == {0: 0, 1: row["points"]}


class TestTheEmptyStock:
    @pytest.mark.parametrize("row", rows("recycling"), ids=row_name)
    def test_how_the_pile_becomes_the_stock(self, row: Mapping[str, Any]) -> None:
        state = checked_through(deal(4, rules=row["rules"]))
        state = replace(state, stock=(), discards=hand(row["discards"]))
        state = act(state, 1, "draw", source="stock")
        assert state.discards == hand(row["pile"])
        assert state.recycled == 1
        drawn = state.hands[1][-1]
        if "stock" in row:
            assert (texts([drawn]), state.stock) == ([row["drawn"]], hand(row["stock"]))
        else:
            assert sorted((drawn, *state.stock)) == sorted(hand(row["shuffled"]))

    def test_a_shuffle_goes_further_on_in_the_hands_own_stream(self) -> None:
        """Fairness 1.8: settled before the deal, and another one each time."""
        state = deal(3, rules="pife")
        later = state.later
        assert later is not None
        state = replace(state, stock=(), discards=tuple(range(40)))
        drawn = act(state, 1, "draw", source="stock")
        order, after = later.shuffled(tuple(range(39)))
        assert (drawn.hands[1][-1], *drawn.stock) == order
        assert drawn.later == after
        assert after.position > later.position
        assert drawn == act(state, 1, "draw", source="stock")

    @pytest.mark.parametrize(
        ("rules", "discards", "recycled"),
        [("pife", "KS", 0), ("pife", "2C 5D KS", 10), ("pif-paf-aposta", "", 0)],
    )
    def test_with_nothing_to_make_a_stock_of_the_hand_is_void(
        self, rules: str, discards: str, recycled: int
    ) -> None:
        """D12: no points, and the same dealer deals again."""
        state = checked_through(deal(3, rules=rules, kind="fixed", ante=5))
        state = replace(state, stock=(), discards=hand(discards), recycled=recycled)
        outcome = act(state, 1, "draw", source="stock").outcome
        assert outcome is not None
        assert (outcome.how, outcome.winner, outcome.next_dealer) == ("void", None, 0)
        assert outcome.points == ()
        assert outcome.deltas == ((0, 0), (1, 0), (2, 0))
        assert outcome.rake == 0

    def test_a_card_isnt_sold_without_a_card_of_the_stock_to_go_with_it(self) -> None:
        state = deal(3, rules="pif-paf-compra", stock="2C 9S TC")
        state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
        state = act(replace(state, discards=state.discards[-1:]), 0, "buy")
        state = replace(close(state), stock=hand("TC"))
        state = act(state, 2, "draw", source="stock")
        assert (len(state.hands[0]), len(state.hands[2])) == (9, 10)
        assert state.players[0].bought == 0
        assert texts(state.discards) == ["9S"]


class TestFalseHands:
    def shown(self) -> tuple[State, State, Any]:
        before = act(
            deal(3, {1: "2S 3S 4S QH QC QD 9C 9H 5D"}, "KD", rules="pife"),
            1,
            "draw",
            source="stock",
        )
        melds = [["2S", "3S", "4S"], ["QH", "QC", "QD"], ["9C", "9H", "5D"]]
        action = parse_action({"kind": "go-out", "discard": "KD", "melds": melds}, 1)
        after = GAME.apply(before, action)
        assert isinstance(after, State)
        return before, after, action

    def test_the_table_sees_that_it_was_none_and_not_what_it_was(self) -> None:
        before, after, action = self.shown()
        for viewer in (None, 0, 2):
            assert GAME.seen(before, action, after, viewer) == {
                "seat": 1,
                "action": {"kind": "go-out"},
                "false": True,
            }
        own = GAME.seen(before, action, after, 1)
        assert own == {"seat": 1, "action": action_json(action), "false": True}

    def test_it_may_be_tried_by_the_legal_list(self) -> None:
        before, after, _ = self.shown()
        assert GAME.legal(before, 1)[1] == {"kind": "go-out", "options": [], "declare": True}
        assert [move["kind"] for move in GAME.legal(after, 1)] == ["discard"]


def test_a_sale_is_told_to_all_and_its_second_card_to_the_buyer() -> None:
    state = deal(3, rules="pif-paf-compra", stock="2C 9S TC 8C")
    state = act(act(state, 1, "draw", source="stock"), 1, "discard", card="9S")
    asked = act(state, 0, "buy")
    wish = parse_action({"kind": "buy"}, 0)
    assert GAME.seen(state, wish, asked, 2) is None
    assert GAME.seen(state, wish, asked, 0) == {"seat": 0, "action": {"kind": "buy"}}
    assert (GAME.view(asked, 0)["claimed"], GAME.view(asked, 2)["claimed"]) == (True, False)
    before = close(asked)
    assert GAME.view(before, 0)["claimed"] is True
    draw = parse_action({"kind": "draw", "from": "stock"}, 2)
    after = GAME.apply(before, draw)
    told = GAME.seen(before, draw, after, 1)
    assert told is not None
    assert told["bought"] == {"seat": 0, "card": "9S", "cost": 5}
    mine = GAME.seen(before, draw, after, 0)
    assert mine is not None
    assert mine["bought"] == {"seat": 0, "card": "9S", "cost": 5, "drew": "8C"}
    assert "card" not in mine
