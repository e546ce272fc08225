"""What somebody might change in the record `with_bet` before hashing its whole chain again."""

import copy
from collections.abc import Callable
from typing import Any

from engine import record
from engine.shuffle import commitment
from tests.engine.records import SEED, Event, Events, first, renumbered

Lie = Callable[[Events], None]
LIES: list[Lie] = []


def lie(change: Lie) -> Lie:
    """Collect a lie."""
    LIES.append(change)
    return change


def outcome(events: Events) -> Event:
    return next(one for one in events if one["type"] == "close")["outcome"]  # type: ignore[no-any-return]  # JSON


def set_in_open(*path: str | int, to: object) -> Callable[[Events], None]:
    def change(events: Events) -> None:
        place: Any = events[0]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


def set_in_act(kind: str, *path: str, to: object) -> Callable[[Events], None]:
    def change(events: Events) -> None:
        place: Any = events[first(events, kind)]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


@lie
def one_more_in_open(events: Events) -> None:
    events[0]["seats"][1]["stack"] += 1


@lie
def stacks_changed_about(events: Events) -> None:
    seats = events[0]["seats"]
    seats[0]["stack"], seats[1]["stack"] = 700, 1300


@lie
def seats_changed_about(events: Events) -> None:
    seats = events[0]["seats"]
    seats[0]["seat"], seats[1]["seat"] = seats[1]["seat"], seats[0]["seat"]


@lie
def one_player_in_two_seats(events: Events) -> None:
    events[0]["seats"][0]["player"] = events[0]["seats"][1]["player"]


@lie
def one_seat_twice(events: Events) -> None:
    events[0]["seats"][0]["seat"] = events[0]["seats"][1]["seat"]


@lie
def another_card_discarded(events: Events) -> None:
    acts = [one for one in events if one.get("action", {}).get("kind") == "discard"]
    acts[0]["action"]["card"], acts[1]["action"]["card"] = (
        acts[1]["action"]["card"],
        acts[0]["action"]["card"],
    )


@lie
def another_seat_claims(events: Events) -> None:
    act = events[first(events, "claim")]
    act["seat"] = (act["seat"] + 1) % 4


@lie
def a_meld_that_is_none(events: Events) -> None:
    melds = events[first(events, "claim")]["action"]["melds"]
    melds[0][0], melds[1][0] = melds[1][0], melds[0][0]


@lie
def a_bet_above_the_cap(events: Events) -> None:
    events[first(events, "bet")]["action"]["to"] = 25


@lie
def a_bet_of_another_size(events: Events) -> None:
    act = events[first(events, "bet")]["action"]
    act["to"] += 5 if act["to"] < 20 else -5


@lie
def the_pot_one_less(events: Events) -> None:
    outcome(events)["pots"][0]["amount"] -= 1


@lie
def the_pot_to_another_seat(events: Events) -> None:
    pot = outcome(events)["pots"][0]
    pot["winner"] = next(seat for seat in pot["seats"] if seat != pot["winner"])


@lie
def one_chip_moved(events: Events) -> None:
    deltas = outcome(events)["deltas"]
    deltas[0][1] += 1
    deltas[1][1] -= 1


@lie
def one_stack_one_more(events: Events) -> None:
    outcome(events)["stacks"][2][1] += 1


@lie
def one_chip_back(events: Events) -> None:
    outcome(events)["returned"].append([0, 1])


@lie
def another_deals_next(events: Events) -> None:
    outcome(events)["next_dealer"] = (outcome(events)["next_dealer"] + 1) % 4


@lie
def another_winner(events: Events) -> None:
    outcome(events)["winner"] = (outcome(events)["winner"] + 1) % 4


@lie
def won_otherwise(events: Events) -> None:
    outcome(events)["how"] = "stock"


@lie
def other_melds(events: Events) -> None:
    outcome(events)["melds"] = outcome(events)["melds"][::-1]


@lie
def another_last_discard(events: Events) -> None:
    outcome(events)["discard"] = "AC" if outcome(events)["discard"] != "AC" else "2C"


@lie
def true_for_a_number(events: Events) -> None:
    ones = outcome(events)["pots"][0]["seats"]
    ones[ones.index(1)] = True


@lie
def no_melds_field(events: Events) -> None:
    del outcome(events)["melds"]


@lie
def a_rake(events: Events) -> None:
    next(one for one in events if one["type"] == "close")["rake"] = 1


@lie
def another_seed(events: Events) -> None:
    events[-1]["seed"] = SEED.hex()


@lie
def another_commitment(events: Events) -> None:
    events[1]["commit"] = record.commit(events[0]["hand"], 1, 0, bytes(64))["commit"]


@lie
def another_deck_altogether(events: Events) -> None:
    """Seed and commitment both changed so that they agree: only the play can tell."""
    events[1]["commit"] = commitment(events[0]["hand"], SEED).hex()
    events[-1]["seed"] = SEED.hex()


@lie
def another_hand_id(events: Events) -> None:
    for event in events:
        event["hand"] = "another"


@lie
def one_line_of_another_hand(events: Events) -> None:
    events[4]["hand"] = "another"


@lie
def time_goes_back(events: Events) -> None:
    events[5]["at"] = events[4]["at"] - 1


@lie
def a_gap_in_seq(events: Events) -> None:
    for event in events[5:]:
        event["seq"] += 1


@lie
def an_action_left_out(events: Events) -> None:
    del events[first(events, "draw")]
    events[:] = renumbered(events)


@lie
def an_action_twice(events: Events) -> None:
    i = first(events, "draw")
    events.insert(i, copy.deepcopy(events[i]))
    events[:] = renumbered(events)


@lie
def two_actions_changed_about(events: Events) -> None:
    i = first(events, "draw")
    events[i]["action"], events[i + 1]["action"] = events[i + 1]["action"], events[i]["action"]


@lie
def drawn_from_elsewhere(events: Events) -> None:
    for event in events:
        action = event.get("action", {})
        if action.get("kind") == "draw":
            action["from"] = "stock" if action["from"] == "discard" else "discard"


@lie
def a_seat_out_of_turn(events: Events) -> None:
    act = events[first(events, "draw")]
    act["seat"] = (act["seat"] + 1) % 4


@lie
def a_seat_that_is_not_there(events: Events) -> None:
    events[first(events, "draw")]["seat"] = 9


@lie
def an_action_after_the_end(events: Events) -> None:
    events.insert(-2, copy.deepcopy(events[2]) | {"at": events[-1]["at"]})
    events[:] = renumbered(events)


@lie
def an_action_after_the_close(events: Events) -> None:
    events.insert(-1, copy.deepcopy(events[2]) | {"at": events[-1]["at"]})
    events[:] = renumbered(events)


@lie
def an_event_after_the_reveal(events: Events) -> None:
    events.append(copy.deepcopy(events[-1]) | {"seq": len(events)})


@lie
def closed_twice(events: Events) -> None:
    events.insert(-1, copy.deepcopy(events[-2]))
    events[:] = renumbered(events)


@lie
def closed_too_soon(events: Events) -> None:
    del events[-4:-2]
    events[:] = renumbered(events)


@lie
def made_void_after_the_end(events: Events) -> None:
    end = events[-1]
    events[-2:] = [
        record.void(
            end["hand"], end["seq"] - 1, end["at"], "the loser asked", bytes.fromhex(end["seed"])
        )
    ]


@lie
def an_unknown_type(events: Events) -> None:
    events[3]["type"] = "note"


@lie
def no_commitment(events: Events) -> None:
    del events[1]
    events[:] = renumbered(events)


@lie
def opened_twice(events: Events) -> None:
    events.insert(1, copy.deepcopy(events[0]))
    events[:] = renumbered(events)


@lie
def a_card_spelt_otherwise(events: Events) -> None:
    for event in events:
        action = event.get("action", {})
        if str(action.get("card", "")).startswith("T"):
            action["card"] = action["card"].replace("T", "10")
            return
    raise AssertionError("no ten was discarded")


@lie
def a_window_closed_by_a_player(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    draft = {key: events[i][key] for key in ("v", "hand", "seq", "at")}
    events[i] = draft | {
        "type": "act",
        "seat": 0,
        "action": {"kind": "close-window"},
        "by": "player",
    }


@lie
def a_window_closed_early(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    for event in events[i:]:
        event["at"] -= 1


@lie
def a_window_left_open(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    del events[i]
    events[:] = renumbered(events)


@lie
def a_players_act_called_the_clocks(events: Events) -> None:
    events[2]["by"] = "clock"


@lie
def called_away_without_cause(events: Events) -> None:
    at = events[2]["at"]
    events.insert(3, record.away(events[0]["hand"], 3, at, 0))
    events[:] = renumbered(events)


LIES += [
    set_in_open("stakes", "ante", to=6),
    set_in_open("stakes", "kind", to="none"),
    set_in_open("rules", "id", to="poker"),
    set_in_open("rules", "options", to={}),
    set_in_open("rules", "options", to={"min_players": 99}),
    set_in_open("rules", "options", to={"colour": 1}),
    set_in_open("rules", "options", to={"min_players": ["3"]}),
    set_in_open("clock", "window_ms", to=3001),
    set_in_open("dealer", to=3),
    set_in_open("dealer", to=17),
    set_in_open("seats", to=[]),
    set_in_open("reveal", to="shown"),
    set_in_open("v", to=2),
    set_in_open("previous", to="00"),
    set_in_act("draw", "action", "from", to="hand"),
    set_in_act("draw", "action", to={}),
    set_in_act("draw", "action", to={"kind": "draw", "from": "stock", "card": "AC"}),
    set_in_act("draw", "by", to="house"),
    set_in_act("bet", "action", "to", to=-5),
    set_in_act("bet", "action", "to", to="5"),
    set_in_act("bet", "action", "to", to=None),
    set_in_act("discard", "action", "card", to="JK"),
    set_in_act("claim", "action", "melds", to=[]),
]
