"""What an entry of a legal list offers, and one action out of it.

An entry has a `kind`, and says what must be added:

- `min` and `max`: chips, as `to`;
- `numbers` (each one there is) or `range` (the lowest and the highest): a `number`;
- `cards`: one of them as `card`, with a `range` for the number that goes with it; with `count`, so
  many of them as `cards`;
- `seats`: one of them as `whom`;
- `options`: one of them, whole;
- `from`: that very word.
"""

from collections.abc import Sequence
from typing import TypeVar

from engine.hand import Choose
from engine.jsonable import Json

T = TypeVar("T")


def filled_in(move: Json, choose: Choose) -> Json:
    """One action out of what an entry allows, each as likely (a number after its card)."""
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


def one(several: Sequence[T], choose: Choose) -> T:
    """One of several, each as likely."""
    return several[choose(len(several))]


def _between(low: int, high: int, choose: Choose) -> int:
    return low + choose(high - low + 1)


def _some(several: Sequence[T], count: int, choose: Choose) -> list[T]:
    left = list(several)
    return [left.pop(choose(len(left))) for _ in range(count)]
