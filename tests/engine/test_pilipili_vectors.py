"""Every row P01 to P47 of the cases of Pili Pili."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import match
from engine.cards import texts
from engine.errors import BadRules, IllegalAction
from engine.game import Outcome
from engine.match import Match
from engine.pilipili.bidding import allowed
from engine.pilipili.missions import mission as mission_card
from engine.pilipili.rules import PACK
from engine.pilipili.state import Mission, State
from tests.engine.pilipili import GAME, bid_all, deal, easy_bids, match_setup, moved, points, setup
from tests.engine.table import row_name, vectors

ROWS = vectors("pilipili")


def each(section: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", ROWS[section], ids=row_name)


def scored(state: Match, totals: list[int]) -> Outcome:
    """A round that brings each seat so many Pilis."""
    made = match.next_hand(state)
    round_ = easy_bids(GAME.deal(made, PACK, None))
    while round_.outcome is None:
        round_ = GAME.apply(round_, GAME.default(round_))
    outcome: Outcome = round_.outcome
    return Outcome(
        **{name: getattr(outcome, name) for name in outcome.__slots__}
        | {"points": tuple(enumerate(totals))}
    )


def test_no_row_is_missing() -> None:
    told = {row["id"] for rows in ROWS.values() if isinstance(rows, list) for row in rows}
    here = {"P25", "P42", "P47"}
    assert {f"P{number:02d}" for number in range(1, 48)} <= told | here


@each("bids")
def test_what_may_be_bid(row: Mapping[str, Any]) -> None:
    mission = mission_card(row["mission"]) if "mission" in row else Mission(row["cards"])
    tricks = mission.cards + mission.extra
    assert allowed(mission, tricks, row["previous"], row["players"]) == row["allowed"]
    made = setup(row["players"], mission=row.get("mission", ""), cards=row.get("cards"))
    state = bid_all(deal(made), row["previous"])
    seat = len(row["previous"])
    assert GAME.legal(state, seat) == [{"kind": "bid", "numbers": row["allowed"]}]
    for number in range(-1, tricks + 2):
        if number in row["allowed"]:
            moved(state, seat, number)
            continue
        with pytest.raises(IllegalAction) as refused:
            moved(state, seat, number)
        assert refused.value.code == "bid-forbidden"
        assert refused.value.allowed == GAME.legal(state, seat)
        assert str(row["allowed"][-1]) in refused.value.detail


def test_p11_noecho_with_one_card_is_no_mission() -> None:
    """The last of two bidders could be left without a bid, so there is no such card."""
    with pytest.raises(BadRules, match="NOECHO needs 2 cards or more"):
        setup_rules("NOECHO 1")


def setup_rules(missions: str) -> None:
    GAME.rules("pili-pili", {"missions": missions})


@each("tricks")
def test_who_wins_a_trick(row: Mapping[str, Any]) -> None:
    hands = {seat: move.partition("=")[0] for seat, move in enumerate(row["played"])}
    mission = row.get("mission", "")
    made = setup(len(hands), mission=mission, cards=None if mission else 1)
    state = easy_bids(deal(made, hands))
    for seat, move in enumerate(row["played"]):
        state = moved(state, seat, move)
    assert state.tricks[0].winner == row["winner"]


@each("pilis")
def test_what_a_round_costs(row: Mapping[str, Any]) -> None:
    """The first holds as many cards that always win as he takes; under REVERSE low ones win."""
    mission, took = row.get("mission", ""), row["took"]
    size = row.get("cards") or mission_card(mission).cards
    high = [str(55 - at) for at in range(took)]
    low = [str(1 + at) for at in range(size - took)]
    if mission.startswith("REVERSE"):
        high, low = (
            low[:0] + [str(1 + at) for at in range(took)],
            [str(55 - at) for at in range(size - took)],
        )
    mine = (high[:1] + low + high[1:]) if row.get("last") else high + low
    hands = {0: " ".join(mine), 1: " ".join(str(20 + at) for at in range(size))}
    made = setup(2, mission=mission, cards=row.get("cards"), scores=[row.get("score", 0), 0])
    state = easy_bids(bid_all(deal(made, hands), [row["bid"]]))
    for at in range(size):
        order = (0, 1) if state.leader == 0 else (1, 0)
        for seat in order:
            state = moved(state, seat, mine[at] if seat == 0 else str(20 + at))
    assert state.outcome is not None
    assert dict(state.outcome.points)[0] == row["points"]
    assert dict(dict(state.outcome.counts)["tricks"])[0] == took


@each("games")
def test_when_a_game_is_over_and_who_wins(row: Mapping[str, Any]) -> None:
    totals = row["totals"]
    state = match.begin(match_setup(len(totals), edition=row["edition"]))
    state = match.apply(state, scored(state, totals))
    assert (state.over is not None) == row["over"]
    assert list(match.winners(state)) == row["winners"]


@each("rounds")
def test_a_round(row: Mapping[str, Any]) -> None:
    hands = dict(enumerate(row.get("hands", [])))
    made = setup(
        row.get("players", len(hands)),
        mission=row.get("mission", ""),
        cards=row.get("cards"),
        dealer=row.get("dealer", 0),
    )
    state = bid_all(deal(made, hands, row.get("stock", "")), row["bids"])
    for seat, move, *code in row["moves"]:
        if code:
            before = GAME.dump(state)
            with pytest.raises(IllegalAction) as refused:
                moved(state, seat, move)
            assert refused.value.code == code[0]
            assert refused.value.detail.endswith(".")
            assert GAME.dump(state) == before
        else:
            state = moved(state, seat, move)
    assert {name: _found(state, name) for name in row["then"]} == row["then"]


def _found(state: State, name: str) -> Any:  # noqa: ANN401 - whatever the row asks for
    if name == "hands":
        return [" ".join(texts(held)) for held in state.hands]
    if name == "points":
        return [pilis for _, pilis in state.outcome.points] if state.outcome else None
    if name == "legal":
        return GAME.legal(state, GAME.waiting(state).seats[0])
    return GAME.view(state, None)[name]


def test_p25_the_sources_worked_example_of_lea_tom_and_camille() -> None:
    """Léa 4, Tom 5, Camille 3 before: 5, 7, 3 after, the game is over, and Camille wins."""
    state = match.begin(match_setup(3))
    state = match.apply(state, scored(state, [4, 5, 3]))
    made = match.next_hand(state)
    assert [one.score for one in made.seats] == [4, 5, 3]
    hands = {0: "55 54 53 1 2", 1: "50 49 5 6 7", 2: "10 11 12 13 14"}
    lea, tom, camille = 0, 1, 2
    round_ = deal(made, hands)
    for seat, number in ((tom, 0), (camille, 0), (lea, 2)):  # Tom deals the second round
        round_ = moved(round_, seat, number)
    for trick in (
        ((tom, "5"), (camille, "10"), (lea, "55")),
        ((lea, "54"), (tom, "6"), (camille, "11")),
        ((lea, "53"), (tom, "7"), (camille, "12")),
        ((lea, "1"), (tom, "50"), (camille, "13")),
        ((tom, "49"), (camille, "14"), (lea, "2")),
    ):
        for seat, card in trick:
            round_ = moved(round_, seat, card)
    assert round_.outcome is not None
    assert dict(round_.outcome.counts)["tricks"] == ((lea, 3), (tom, 2), (camille, 0))
    state = match.apply(state, round_.outcome)
    assert points(state) == [5, 7, 3]
    assert state.over == "threshold"
    assert match.winners(state) == (camille,)
    assert match.ranking(state) == ((camille, 1), (lea, 2), (tom, 3))


def test_p42_eight_players_and_the_pack() -> None:
    state = deal(setup(8, mission="OPEN 7"))
    assert (state.dealt, len(state.stock)) == (7, 0)
    assert sorted(card for held in state.hands for card in held) == sorted(PACK)
    assert deal(setup(8, mission="OPEN 8")).dealt == 7
    assert deal(setup(8, mission="DRAW 7")).dealt == 6
    state = deal(setup(8, mission="DRAW 3"))
    assert len(state.stock) == 56 - 24
    assert len(easy_bids(state).stock) == 56 - 32


def test_p47_forehead_shows_all_hands_but_the_own_one_until_all_have_bid() -> None:
    state = deal(setup(3, mission="FOREHEAD 1"), {0: "10", 1: "20", 2: "30"})
    assert GAME.view(state, 0)["cards"] is None
    assert GAME.view(state, 0)["hands"] == [[1, ["20"]], [2, ["30"]]]
    state = bid_all(state, [0, 0])
    assert GAME.view(state, 1)["hands"] == [[2, ["30"]], [0, ["10"]]]
    state = bid_all(state, [0])
    for seat, card in enumerate(("10", "20", "30")):
        view = GAME.view(state, seat)
        assert (view["cards"], view["hands"]) == ([card], [])
    assert GAME.view(state, None)["hands"] == []
