"""Actions, and the only way in for one that somebody sent: `parse_action` trusts nothing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine import cards
from engine.cards import Card
from engine.errors import IllegalAction
from engine.hand import Melds
from engine.jsonable import Json

BAD: Final = "bad-action"
# JSON numbers above this lose digits in a browser, so no amount may be that large.
AMOUNT_MAX: Final = 2**53 - 1
MELDS_MAX: Final = 4
MELD_CARDS_MAX: Final = 13
# A dozen kinds, eight seats and 53 cards, with the keys in the order of a client or of a record.
_PARSED_MAX: Final = 4096
# Letters of a sender's word that a sentence repeats.
_SHOWN_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class Action:
    """One action of one seat, or of the clock (`seat` None).

    `to`: level of the betting round that a bet or raise goes to, in chips, ante not included.
    `source`: "stock" or "discard". `card`: the card thrown by a discard, going out or a claim.
    `melds`: the cards as laid; None lets the engine arrange them. Going out, or a claim, without
    a card leaves nothing to throw: all cards are melded.
    """

    kind: str
    seat: int | None = None
    to: int | None = None
    source: str | None = None
    card: Card | None = None
    melds: Melds | None = None


@dataclass(frozen=True, slots=True)
class _Shape:
    """The keys in JSON beside `kind` that an action must and may have; `clock`: it has no seat."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    clock: bool = False


HIDDEN_IN_WINDOW: Final = frozenset({"claim", "buy"})
"""Kinds that nobody else sees before their window closes: they don't count in the tick."""

_SHAPES: Final[dict[str, _Shape]] = {
    "check": _Shape(),
    "call": _Shape(),
    "bet": _Shape(needs=("to",)),
    "raise": _Shape(needs=("to",)),
    "fold": _Shape(),
    "stay": _Shape(),
    "draw": _Shape(needs=("from",)),
    "discard": _Shape(needs=("card",)),
    "lay": _Shape(may=("melds",)),
    "announce": _Shape(),
    "go-out": _Shape(may=("discard", "melds")),
    "claim": _Shape(may=("discard", "melds")),
    "buy": _Shape(),
    "close-window": _Shape(clock=True),
}


def parse_action(data: object, seat: int | None) -> Action:
    """The action that untrusted JSON asks for, taken by `seat` (None: by the clock).

    Raises IllegalAction "bad-action" with a sentence; nothing is ever guessed, rounded or ignored.
    """
    # A record repeats the same few hundred actions. Amounts are left out: 5 and 5.0, 1 and true
    # are equal keys of a cache, and only one of each is a number of chips.
    if type(data) is dict and "to" not in data:
        try:
            return _parsed_once(tuple(data.items()), seat)
        except TypeError:  # a list of melds is no key
            return _parsed(data, seat)
    return _parsed(data, seat)


def recorded_action(data: object, seat: int) -> Action:
    """The same of a record: the action in its one written form.

    Players may write a card in several ways, a record has one. Raises IllegalAction.
    """
    if type(data) is dict and "to" not in data:
        try:
            return _recorded_once(tuple(data.items()), seat)
        except TypeError:  # as in `parse_action`
            return _recorded(data, seat)
    return _recorded(data, seat)


@lru_cache(maxsize=_PARSED_MAX)
def _recorded_once(items: tuple[tuple[object, object], ...], seat: int) -> Action:
    return _recorded(dict(items), seat)


def _recorded(data: object, seat: int) -> Action:
    action = parse_action(data, seat)
    if action_json(action) != data:
        raise IllegalAction(BAD, "A record holds an action in its one written form.")
    return action


@lru_cache(maxsize=_PARSED_MAX)
def _parsed_once(items: tuple[tuple[object, object], ...], seat: int | None) -> Action:
    return _parsed(dict(items), seat)


def _parsed(data: object, seat: int | None) -> Action:
    if not isinstance(data, dict):
        raise _bad('An action is a JSON object with a "kind", as in {"kind": "check"}.')
    kind = data.get("kind")
    shape = _SHAPES.get(kind) if isinstance(kind, str) else None
    if not isinstance(kind, str) or shape is None:
        raise _bad(f'"kind" must be one of: {", ".join(_SHAPES)}.')
    if shape.clock != (seat is None):
        raise _bad(
            f'"{kind}" is for the clock, not for a seat.'
            if shape.clock
            else f'"{kind}" needs a seat.'
        )
    for key in data:
        if key != "kind" and key not in shape.needs and key not in shape.may:
            known = ", ".join(("kind", *shape.needs, *shape.may))
            raise _bad(f'"{kind}" has no such key as {_shown(key)}; it has: {known}.')
    fields: Json = {}
    for key in (*shape.needs, *shape.may):
        if key in data:
            name, read = _FIELDS[key]
            fields[name] = read(key, data[key])
        elif key in shape.needs:
            raise _bad(f'"{kind}" needs "{key}".')
    return Action(kind=kind, seat=seat, **fields)


def action_json(action: Action) -> Json:
    """The action as JSON, without the seat: what `parse_action` reads back to an equal action."""
    data: Json = {"kind": action.kind}
    if action.to is not None:
        data["to"] = action.to
    if action.source is not None:
        data["from"] = action.source
    if action.card is not None:
        data["card" if action.kind == "discard" else "discard"] = cards.text(action.card)
    if action.melds is not None:
        data["melds"] = [cards.texts(meld) for meld in action.melds]
    return data


def _amount(key: str, value: object) -> int:
    # bool is an int in Python, and true is no number of chips.
    if isinstance(value, bool) or not isinstance(value, int):
        raise _bad(f'"{key}" must be a whole number of chips, not {_named(value)}.')
    if not 0 <= value <= AMOUNT_MAX:
        raise _bad(f'"{key}" must be between 0 and {AMOUNT_MAX} chips.')
    return value


def _source(key: str, value: object) -> str:
    if value not in ("stock", "discard"):
        raise _bad(f'"{key}" must be "stock" or "discard".')
    return value


def _card(key: str, value: object) -> Card:
    if not isinstance(value, str):
        raise _bad(f'"{key}" must be a card such as "7H", not {_named(value)}.')
    try:
        return cards.parse(value)
    except ValueError as error:
        raise _bad(str(error)) from None


def _melds(key: str, value: object) -> Melds:
    if not isinstance(value, list) or not 1 <= len(value) <= MELDS_MAX:
        raise _bad(f'"{key}" must be a list of 1 to {MELDS_MAX} melds.')
    for meld in value:
        if not isinstance(meld, list) or not 1 <= len(meld) <= MELD_CARDS_MAX:
            raise _bad(f'each meld in "{key}" must be a list of 1 to {MELD_CARDS_MAX} cards.')
    return tuple(tuple(_card(key, name) for name in meld) for meld in value)


_FIELDS: Final[dict[str, tuple[str, Callable[[str, object], object]]]] = {
    "to": ("to", _amount),
    "from": ("source", _source),
    "card": ("card", _card),
    "discard": ("card", _card),
    "melds": ("melds", _melds),
}


def _bad(detail: str) -> IllegalAction:
    return IllegalAction(BAD, detail[0].upper() + detail[1:])


def _named(value: object) -> str:
    names = {
        bool: "true or false",
        float: "a fraction",
        str: "a text",
        type(None): "null",
        list: "a list",
        dict: "an object",
    }
    return names.get(type(value), "a number")


def _shown(key: object) -> str:
    """A key of the sender's, short enough to be put into a sentence."""
    name = str(key)
    return f'"{name}"' if len(name) <= _SHOWN_MAX else f'"{name[:_SHOWN_MAX]}…"'
