"""What an entry of a legal list offers: one action out of it, or every one.

An entry has a `kind`, and says what must be added:

- `min` and `max`: chips, as `to`;
- `numbers` (each one there is) or `range` (the lowest and the highest): a `number`;
- `cards`: one of them as `card`, with a `range` for the number that goes with it; with `count`, so
  many of them as `cards`;
- `seats`: one of them as `whom`;
- `options`: one of them, whole;
- `from`: that very word.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeVar

from engine.hand import Choose
from engine.jsonable import Json

T = TypeVar("T")
_ONE_OFFER: Final = 2


def filled_in(move: Json, choose: Choose) -> Json:
    """One action out of what an entry allows, each as likely (a number after its card)."""
    if len(move) == _ONE_OFFER:  # most of them
        if "cards" in move:
            cards = move["cards"]
            return {"kind": move["kind"], "card": cards[choose(len(cards))]}
        if "from" in move:
            return move.copy()
    return _all_filled_in(move, choose)


def _all_filled_in(move: Json, choose: Choose) -> Json:
    action: Json = {"kind": move["kind"]}
    if "min" in move:
        action["to"] = _between(move["min"], move["max"], choose)
    if "count" in move:
        action["cards"] = _some(move["cards"], move["count"], choose)
    elif "cards" in move:
        action["card"] = one(move["cards"], choose)
    if "numbers" in move:
        action["number"] = one(move["numbers"], choose)
    if "range" in move:
        low, high = move["range"]
        action["number"] = _between(low, high, choose)
    if "seats" in move:
        action["whom"] = one(move["seats"], choose)
    if "options" in move:
        action |= one(move["options"], choose)
    if "from" in move:
        action["from"] = move["from"]
    return action


def every(move: Json) -> Iterator[Json]:
    """Every action that an entry allows; several cards in one order only, for they go together."""
    kind = move["kind"]
    whole: Json = {"kind": kind, **({"from": move["from"]} if "from" in move else {})}
    if "min" in move:
        yield from (whole | {"to": to} for to in range(move["min"], move["max"] + 1))
    elif "count" in move:
        for several in combinations(move["cards"], move["count"]):
            yield whole | {"cards": list(several)}
    elif "cards" in move:
        for card in move["cards"]:
            yield from (whole | {"card": card} | number for number in _numbers(move))
    elif "seats" in move:
        yield from (whole | {"whom": seat} for seat in move["seats"])
    elif "options" in move:
        yield from (whole | option for option in move["options"])
    else:
        yield from (whole | number for number in _numbers(move))


def _numbers(move: Json) -> Iterator[Json]:
    """Each number that an entry allows; nothing, once, where it asks for none."""
    if "numbers" in move:
        yield from ({"number": number} for number in move["numbers"])
    elif "range" in move:
        low, high = move["range"]
        yield from ({"number": number} for number in range(low, high + 1))
    else:
        yield {}


def one(several: Sequence[T], choose: Choose) -> T:
    """One of several, each as likely."""
    return several[choose(len(several))]


def _between(low: int, high: int, choose: Choose) -> int:
    return low + choose(high - low + 1)


def _some(several: Sequence[T], count: int, choose: Choose) -> list[T]:
    left = list(several)
    return [left.pop(choose(len(left))) for _ in range(count)]
