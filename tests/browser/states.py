"""States of tables of other rule sets than that of `fake_table`: for tests of the page alone."""

from typing import Any

from tests.browser import fake_table
from tests.browser.fake_table import Json, now_ms


def played(state: Json, rules: str, *, stakes: str = "buy-in", **hand: object) -> Json:
    """Return a state as a table of other rules would have it."""
    bets = {"folded": False, "bet": 0, "paid": 0}
    state["table"].update(rules=rules, stakes=stakes, ante=100, reserve_ms=60_000)
    if state["hand"] is not None:
        for seat in state["hand"]["seats"]:
            seat.update(bets)
        state["hand"].update(pot=0, pots=[], ante=0, cap=0, rules=rules, **hand)
    return state


def in_match(state: Json, points: list[int], *, over: bool = False) -> Json:
    """Return the state with a match of these points, the best first."""
    order = sorted(range(len(points)), key=lambda seat: -points[seat])
    standings: list[dict[str, Any]] = [
        {
            "seat": seat, "rank": rank + 1, "points": points[seat], "wins": 3 - rank,
            "out_after": 4 if points[seat] == 0 else None, "chips": 300 if rank == 0 else -100,
        }
        for rank, seat in enumerate(order)
    ]  # fmt: skip
    state["match"] = {
        "match_no": 2, "over": over, "how": "last-left" if over else None,
        "pot": 0 if over else 400, "hands": 4, "standings": standings,
    }  # fmt: skip
    return state


def cacheta(*, mine: bool = True) -> Json:
    """Return my turn to draw at cacheta: 9♣ and 9♠ are wild, one has announced, one is burned."""
    state = fake_table.my_draw() if mine else fake_table.playing(phase="draw")
    vira: dict[str, Any] = {
        "vira": "8S",
        "wilds": ["9C", "9S"],
        "out_of_turn": "announce",
        "ten_card_out": True,
    }
    state = in_match(played(state, "cacheta", **vira), [7, 10, 4, 0])
    hand = state["hand"]
    hand["cards"] = ["7H", "8H", "9C", "4C", "4D", "4S", "KS", "QD", "2C"]
    hand["seats"].pop()
    hand["seats"][1]["announced"] = True
    hand["seats"][2].update(burned=True, stock_only=True)
    state["legal"].append({"kind": "announce"})
    return state


def cut() -> Json:
    """Return an open window where I may cut in, and no way out is seen."""
    state = cacheta()
    state["hand"].update(phase="window", turn=2, window={"card": "KH", "from": 1}, seq=20)
    state["hand"]["seats"][0]["announced"] = True
    state["clock"] = {"what": "window", "due": now_ms() + 2_600, "seat": None, "reserve": False}
    state["legal"] = [{"kind": "claim", "options": [], "declare": True}]
    return state


def false_hand() -> Json:
    """Return my turn to discard at pife, where a hand that is none may be shown."""
    state = played(fake_table.my_discard(), "pife", stakes="fixed", ten_card_out=True)
    state["legal"].append({"kind": "go-out", "options": [], "declare": True})
    return state


def all_ten() -> Json:
    """Return my turn with ten cards in melds."""
    state = false_hand()
    cards = ["7H", "8H", "9H", "4C", "4D", "4S", "JS", "QS", "KS", "TH"]
    melds = [["7H", "8H", "9H", "TH"], ["4C", "4D", "4S"], ["JS", "QS", "KS"]]
    state["hand"]["cards"] = cards
    state["legal"][-1] = {"kind": "go-out", "options": [{"melds": melds}], "declare": True}
    return state


def lay() -> Json:
    """Return my turn in open Pif Paf with two ways to lay a meld; all have laid some."""
    state = played(fake_table.my_discard("TH"), "pif-paf-aberto", open_melds=True)
    state = in_match(state, [40, 12, 0, 77])
    ways = [[["7H", "8H", "9H"]], [["8H", "9H", "TH"]]]
    for seat in state["hand"]["seats"]:
        seat.update(cards=6, laid=[["KC", "KD", "JK"]])
    state["hand"]["cards"] = ["7H", "8H", "9H", "TH", "QD", "2C", "3S"]
    state["legal"] = [{"kind": "lay", "options": [{"melds": melds} for melds in ways]}]
    return state


def buying() -> Json:
    """Return a window in which a discard may be bought; I hold eleven cards."""
    state = played(fake_table.window(claim=False), "pif-paf-compra", out_of_turn="buy")
    state = in_match(state, [5, 12, 0, 77])
    state["hand"]["seats"][3]["bought"] = 1
    state["legal"] = [{"kind": "buy", "cost": 5}]
    return state


def too_many() -> Json:
    """Return my turn to discard twelve cards down to nine."""
    state = played(fake_table.my_discard("TH"), "pif-paf-compra", out_of_turn="buy")
    state["hand"]["cards"] = [*state["hand"]["cards"], "5C", "JK"]
    return in_match(state, [5, 12, 0, 77])


def four_melds() -> Json:
    """Return my turn with thirteen cards, played for fun."""
    state = played(fake_table.my_discard("TH"), "pif-paf-quatro", stakes="play", hand_size=12)
    state["hand"]["cards"] = [*state["hand"]["cards"], "5C", "JK", "JH"]
    return state


def stay() -> Json:
    """Return the question whether I play this hand."""
    state = in_match(played(fake_table.my_draw(), "pife-partida"), [7, 10, 4, 2])
    state["hand"].update(phase="stay", discards=0, top=None)
    state["legal"] = [{"kind": "stay"}, {"kind": "fold", "cost": 1}]
    return state


def match_over() -> Json:
    """Return the end of a match of points that seat 1 has won."""
    state = in_match(played(fake_table.over(), "cacheta"), [3, 10, 2, 0], over=True)
    state["hand"]["result"].update(
        pots=[], returned=[], deltas=[[seat, 0] for seat in range(4)],
        points=[[0, 1], [1, 0], [2, 1], [3, 1]], direto=False, out_with=9,
        hands=[[0, fake_table.OWN], [2, fake_table.OWN], [3, fake_table.OWN]],
    )  # fmt: skip
    return state


def next_match() -> Json:
    """Return a match that goes on without me."""
    state = in_match(played(fake_table.playing(phase="draw"), "cacheta"), [7, 10, 4, 2])
    state["hand"]["cards"] = None
    state["hand"]["seats"].pop(0)
    state["match"]["standings"] = [
        one for one in state["match"]["standings"] if one["seat"] != state["you"]["seat"]
    ]
    return state


STATES = {
    "cacheta": cacheta, "cut": cut, "false": false_hand, "all-ten": all_ten, "lay": lay,
    "buying": buying, "too-many": too_many, "four-melds": four_melds, "stay": stay,
    "match-over": match_over, "next-match": next_match,
}  # fmt: skip
