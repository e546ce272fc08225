"""States of a table as the house would send them, for tests of the page alone."""

import copy
import time
from typing import Any

Json = dict[str, Any]

HAND_ID = "0b8f4f0e-2f44-4c58-9c6e-2d3a5b7c9d11"
NEXT_HAND_ID = "1c9f4f0e-2f44-4c58-9c6e-2d3a5b7c9d12"
NAMES = ("ana", "Beto", "célia", "Dona Mariana Albuquerque", "Érico", "Fábio", "gil", "hugo-bot")
OWN = ["7H", "8H", "9H", "4C", "4D", "4S", "KS", "QD", "2C"]


def now_ms() -> int:
    """Return the time as the house would say it."""
    return int(time.time() * 1000)


def table(seats: int = 6, **more: object) -> Json:
    """Return the settings of a table."""
    return {
        "id": 7, "name": "Mesa da Lapa", "rules": "pif-paf-aposta", "options": {}, "ante": 5,
        "stakes": "ante-capped-round", "reserve_ms": 0, "grace_ms": 0, "private": False,
        "seats": seats, "min_players": 3, "buy_in_min": 100, "buy_in_max": 1000,
        "action_ms": 30_000, "window_ms": 3_000, "pause_ms": 5_000, "state": "open",
        "owner": "ana",
        **more,
    }  # fmt: skip


def idle(taken: int = 3, *, seats: int = 6, you: int | None = 0) -> Json:
    """Return a table where nobody plays yet."""
    people = [
        {
            "seat": seat, "name": NAMES[seat], "bot": NAMES[seat].endswith("bot"),
            "stack": 480 - 35 * seat, "sitting_out": False, "away": False, "present": True,
        }
        for seat in range(taken)
    ]  # fmt: skip
    me: Json | None = None
    if you is not None:
        one = people[you]
        me = {key: one[key] for key in ("seat", "name", "stack", "sitting_out", "away")} | {
            "leaving": False,
            "topping_up": 0,
            "reserve_ms": 0,
            "grace_ms": 0,
        }
    return {
        "table": table(seats), "head": 100, "now": now_ms(), "you": me, "seats": people,
        "match": None, "hand": None, "clock": None, "held": None, "legal": [],
        "host": None, "bring": None,
    }  # fmt: skip


def playing(taken: int = 4, *, seats: int = 6, you: int | None = 0, phase: str = "bet") -> Json:
    """Return a hand in play where it is seat 1's turn and nothing is legal yet."""
    state = idle(taken, seats=seats, you=you)
    state["hand"] = {
        "id": HAND_ID, "hand_no": 7, "seq": 3, "phase": phase, "dealer": taken - 1, "turn": 1,
        "seats": [
            {
                "seat": seat, "cards": 9, "stack": 475 - 35 * seat, "bet": 0, "paid": 5,
                "folded": False, "all_in": False, "laid": [], "announced": False, "burned": False,
                "stock_only": False, "bought": 0, "score": None,
            }
            for seat in range(taken)
        ],
        "cards": list(OWN) if you is not None else None, "drawn": None, "drew": None,
        "ante": 5, "level": 0, "cap": 5 * taken, "pot": 5 * taken,
        "pots": [{"amount": 5 * taken, "seats": list(range(taken))}],
        "stock": 104 - 9 * taken, "discards": 0, "top": None, "recycled": 0,
        "window": None, "claimed": False, "result": None, "you": you, "vira": None, "wilds": [],
        "options": {}, "hand_size": 9, "direction": "clockwise", "out_of_turn": "claim",
        "ten_card_out": False, "open_melds": False,
    }  # fmt: skip
    state["clock"] = {"what": "act", "due": now_ms() + 24_000, "seat": 1}
    return state


def my_bet(taken: int = 4, *, seats: int = 6) -> Json:
    """Return my turn in the betting: 10 to match, a raise to 15 or 20 possible."""
    state = playing(taken, seats=seats)
    hand = state["hand"]
    hand.update(turn=0, level=10, pot=5 * taken + 20, seq=6)
    hand["pots"] = [{"amount": hand["pot"], "seats": list(range(taken))}]
    for seat, bet in ((1, 10), (2, 10)):
        hand["seats"][seat].update(bet=bet, paid=5 + bet, stack=hand["seats"][seat]["stack"] - bet)
    hand["seats"][3]["folded"] = True
    state["clock"]["seat"] = 0
    state["legal"] = [
        {"kind": "fold"},
        {"kind": "call", "to": 10, "pay": 10},
        {"kind": "raise", "min": 15, "max": 20, "pay_min": 15},
    ]
    return state


def my_draw(taken: int = 4, *, seats: int = 6, top: str = "KH") -> Json:
    """Return my turn to draw, with a discard that may be taken."""
    state = my_bet(taken, seats=seats)
    hand = state["hand"]
    hand.update(phase="draw", seq=14, stock=63, discards=5, top=top)
    state["legal"] = [{"kind": "draw", "from": "stock"}, {"kind": "draw", "from": "discard"}]
    return state


def my_discard(card: str = "TH", *, out: bool = False) -> Json:
    """Return my turn to discard after drawing `card`; with `out` the hand can go out."""
    state = my_draw()
    hand = state["hand"]
    if out:
        hand["cards"] = ["7H", "8H", "9H", "4C", "4D", "4S", "KS", "QS", "2C"]
    hand["cards"] = [*hand["cards"], card]
    hand.update(phase="discard", seq=15, drawn=card, drew={"from": "stock"}, stock=62)
    hand["seats"][0]["cards"] = 10
    state["legal"] = [{"kind": "discard", "cards": sorted(set(hand["cards"]))}]
    if out:
        melds = [["7H", "8H", "9H"], ["4C", "4D", "4S"], ["JS", "QS", "KS"]]
        other = [["7H", "8H", "9H", "TH"], ["4C", "4D", "4S"], ["QS", "KS", "JS"]]
        state["legal"].append(
            {
                "kind": "go-out",
                "options": [{"discard": "2C", "melds": melds}, {"discard": "2C", "melds": other}],
            }
        )
    return state


def window(*, mine: bool = False, claim: bool = True) -> Json:
    """Return an open claim window; `mine`: I am also next in turn."""
    state = my_draw(top="JS")
    hand = state["hand"]
    hand["cards"] = ["7H", "8H", "9H", "4C", "4D", "4S", "KS", "QS", "2C"]
    hand.update(phase="window", seq=20, turn=0 if mine else 2, window={"card": "JS", "from": 1})
    state["clock"] = {"what": "window", "due": now_ms() + 2_600, "seat": None}
    melds = [["7H", "8H", "9H"], ["4C", "4D", "4S"], ["JS", "QS", "KS"]]
    state["legal"] = [{"kind": "draw", "from": "stock"}] if mine else []
    if claim:
        option = {"discard": "2C", "melds": melds}
        state["legal"].append({"kind": "claim", "options": [option]})
    return state


def over() -> Json:
    """Return a hand that Beto has won with a claimed card; two pots and an unmatched bet."""
    state = my_draw(top="JS")
    hand = state["hand"]
    hand.update(phase="over", turn=None, seq=31)
    hand["result"] = {
        "winner": 1, "how": "claim", "discard": "2C",
        "melds": [["7H", "8H", "9H"], ["4C", "4D", "4S"], ["JS", "QS", "KS"]],
        "pots": [
            {"amount": 60, "seats": [0, 1, 2, 3], "winner": 1},
            {"amount": 20, "seats": [0, 2], "winner": None},
        ],
        "returned": [[0, 10], [2, 20]], "deltas": [[0, -20], [1, 45], [2, -20], [3, -5]],
    }  # fmt: skip
    state["legal"] = []
    state["clock"] = {"what": "deal", "due": now_ms() + 4_800, "seat": None}
    return state


def next_state(state: Json, **hand: object) -> Json:
    """Return the state after one more event, with changes to its hand."""
    after = copy.deepcopy(state)
    after["head"] += 1
    after["now"] = now_ms()
    if after["hand"] is not None:
        after["hand"]["seq"] += 1
        after["hand"].update(hand)
    return after


HISTORY: list[Json] = [
    {"seq": 88, "type": "sat", "seat": 2, "name": "célia", "stack": 410},
    {"seq": 90, "type": "hand", "hand_no": 7},
    {"seq": 91, "type": "act", "seat": 1, "by": "player", "action": {"kind": "bet", "to": 10}},
    {"seq": 92, "type": "act", "seat": 2, "by": "player", "action": {"kind": "call"}},
    {"seq": 93, "type": "act", "seat": 3, "by": "clock", "action": {"kind": "fold"}},
    {
        "seq": 94, "type": "act", "seat": 1, "by": "player",
        "action": {"kind": "draw", "from": "stock"},
    },
    {
        "seq": 95, "type": "act", "seat": 1, "by": "player",
        "action": {"kind": "discard", "card": "KH"},
    },
]  # fmt: skip


def history() -> list[Json]:
    """Return what was told before the page listened."""
    start = now_ms() - 60_000
    return [{"at": start + 3_000 * place, **event} for place, event in enumerate(HISTORY)]
