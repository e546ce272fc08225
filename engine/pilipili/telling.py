"""The words in which a round is told; `engine.narrate` says when."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.jsonable import Json
from engine.pilipili import kinds
from engine.told import YOU

CLOSES: Final = "the cards are hidden"

# Kinds after which a viewer may see other cards of his own, not those played fewer.
_MOVES_CARDS: Final = frozenset({kinds.BID, kinds.GIVE, kinds.PICK, kinds.CLOSE})


def dealt_told(table: Json, views: Mapping[int, Json]) -> Iterator[str]:
    """The Mission, and the cards as these seats saw them."""
    mission = table["mission"]["text"] or "none"
    expert = " (expert)" if table["mission"]["expert"] else ""
    yield f"  Mission {mission}{expert}: {table['dealt']} cards, {table['tricks_to_play']} tricks"
    for seat, view in views.items():
        held = "face down" if view["cards"] is None else " ".join(view["cards"])
        yield f"  seat {seat} is dealt  {held}"
        for other, cards in view["hands"]:
            yield f"  seat {seat} sees seat {other}  {' '.join(cards)}"


def action_told(seen: Json) -> str:
    """What a seat did."""
    action = seen["action"]
    kind = action["kind"]
    if kind == kinds.BID:
        return f"bids {action['number']}"
    if kind == kinds.NAME:
        return f"makes the Joker a {action['number']}"
    if kind == kinds.TURN:
        return f"turns {seen.get('card', 'a card')}"
    if kind == kinds.GIVE:
        return f"gives {' '.join(action.get('cards', ['a card']))}"
    if kind == kinds.PICK:
        return f"picks seat {action['whom']}" if "whom" in action else "picks a seat"
    return _played_told(action)


def follows_told(seen: Json, named: Callable[[int], str] = "seat {}".format) -> Iterator[str]:
    """What else came of an action: cards shown or handed on, a trick won."""
    if "named" in seen:
        yield ", ".join(f"{named(seat)} named {named(whom)}" for seat, whom in seen["named"])
    if "gave" in seen:
        yield f"cards change hands between {', '.join(map(named, seen['gave']))}"
    if "shown" in seen:
        cards = [f"{named(one['seat'])} {_card(one)}" for one in seen["shown"]]
        yield f"shown: {', '.join(cards)}"
    if seen.get("cards") and seen["action"]["kind"] in _MOVES_CARDS:
        who = named(seen["you"])
        yield f"{who} now {'hold' if who == YOU else 'holds'} {' '.join(seen['cards'])}"
    if "trick" in seen:
        who = named(seen["trick"]["winner"])
        cost = f" and {seen['trick']['pilis']} Pili" if seen["trick"]["pilis"] else ""
        yield f"{who} {'win' if who == YOU else 'wins'} the trick{cost}"


def outcome_told(outcome: Json) -> Iterator[str]:
    """Bids, tricks and Pilis of every seat."""
    bids, tricks = dict(outcome["counts"]["bids"]), dict(outcome["counts"]["tricks"])
    for seat, pilis in outcome["points"]:
        made = f"bid {bids[seat]}, took {tricks[seat]}"
        yield f"  seat {seat}  {made:16} {pilis:+d} Pilis"
    yield f"  seat {outcome['next_dealer']} deals next"


def _played_told(action: Json) -> str:
    if "card" not in action:
        return "chooses a card"
    value = f" as {action['number']}" if "number" in action else ""
    return f"plays {action['card']}{value}"


def _card(played: Json) -> str:
    value = f" as {played['value']}" if played["card"] == "JK" else ""
    return f"{played['card']}{value}"
