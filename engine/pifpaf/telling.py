"""The words in which a hand of the family is told; `engine.narrate` says when."""

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from engine.jsonable import Json
from engine.told import YOU

_VERBS = {"stay": "stays in", "buy": "asks to buy the discard", "announce": "says tô de boa"}
CLOSES = "the claim window closes"
HOW = {
    "folds": "the others folded",
    "stock": "out with a card from the stock",
    "discard": "out with the discard",
    "claim": "out with a claimed discard",
}


def dealt_told(table: Json, views: Mapping[int, Json]) -> Iterator[str]:
    """The cards dealt, as these seats saw them, and what was paid."""
    for seat, view in views.items():
        yield f"  seat {seat} is dealt  {' '.join(view['cards'])}"
    if table["vira"] is not None:
        yield f"  vira    {table['vira']}, wild: {' '.join(table['wilds'])}"
    if table["pot"]:
        paid = cast("list[Json]", table["seats"])
        yield "  antes   " + ", ".join(f"seat {entry['seat']} {entry['paid']}" for entry in paid)
        capped = f", no bet above {table['cap']}" if table["cap"] else ""
        yield f"  pot     {table['pot']}{capped}"


def action_told(seen: Json) -> str:
    """What a seat did, as in "draws a card from the stock"; `seen` is of `Game.seen`."""
    action = cast("Json", seen["action"])
    kind = cast("str", action["kind"])
    if kind == "draw":
        turned = " (the pile is turned over)" if seen.get("recycled") else ""
        return f"draws {seen.get('card', 'a card')} from the {action['from']}{turned}"
    if kind == "discard":
        return f"discards {action['card']}"
    if kind == "lay":
        return "lays " + "   ".join(" ".join(meld) for meld in action.get("melds", []))
    if kind in {"go-out", "claim"}:
        if seen.get("false"):
            return "shows a hand that is none"
        verb = "goes out" if kind == "go-out" else "claims"
        return (
            f"{verb}, throwing {action['discard']}" if "discard" in action else f"{verb} with all"
        )
    to = f" to {action['to']}" if "to" in action else ""
    pay = f" ({seen['pay']} chips)" if seen.get("pay") else ""
    return f"{_VERBS.get(kind, kind + 's')}{to}{pay}"


def follows_told(seen: Json, named: Callable[[int], str] = "seat {}".format) -> Iterator[str]:
    """What else came of an action: seats burned, a card sold; `named` says who, or "you"."""
    for seat in seen.get("burned", []):
        who = named(seat)
        yield f"{who} {'are' if who == YOU else 'is'} burned"
    sold = seen.get("bought")
    if sold:
        who = named(sold["seat"])
        buys, gets = ("buy", "get") if who == YOU else ("buys", "gets")
        more = f" and {gets} {sold['drew']} with it" if "drew" in sold else ""
        yield f"{who} {buys} {sold['card']} for {sold['cost']} points{more}"


def outcome_told(outcome: Json) -> Iterator[str]:
    """How the hand ended, and every chip."""
    if outcome["winner"] is None:
        yield "Nobody wins: the hand is void by its rules."
    else:
        yield f"Seat {outcome['winner']} wins: {HOW.get(str(outcome['how']), outcome['how'])}."
    melds = cast("list[list[str]]", outcome["melds"])
    if melds:
        laid = "   ".join(" ".join(meld) for meld in melds)
        yield f"  melds   {laid}   discard {outcome['discard'] or 'none'}"
    for pot in cast("list[Json]", outcome["pots"]):
        whose = "goes back" if pot["winner"] is None else f"to seat {pot['winner']}"
        yield f"  pot     {pot['amount']} {whose}"
    for seat, amount in cast("list[list[int]]", outcome["returned"]):
        yield f"  back    {amount} to seat {seat}"
    if outcome.get("direto"):
        yield "  on the winner's first turn (direto)"
    for seat, points in cast("list[list[int]]", outcome.get("points", [])):
        yield f"  seat {seat}  {points} {'point' if points == 1 else 'points'}"
    stacks = dict(cast("list[tuple[int, int]]", outcome["stacks"]))
    deltas = cast("list[list[int]]", outcome["deltas"])
    for seat, delta in deltas if any(delta for _, delta in deltas) else []:
        yield f"  seat {seat}  {delta:+d}, now {stacks[seat]}"
    yield f"  seat {outcome['next_dealer']} deals next"
