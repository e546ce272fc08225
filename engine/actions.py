"""Actions, and the only way in for one that somebody sent: `read_action` trusts nothing.

Each game says which kinds of action it has (`Shape`); `engine.game.parse_action` reads them all.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

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
CARDS_MAX: Final = 13
# Kinds whose card is the one thrown to go out.
_THROWS: Final = frozenset({"go-out", "claim"})
# Letters of a sender's word that a sentence repeats.
_SHOWN_MAX: Final = 20


class Action(NamedTuple):
    """One action of one seat, or of the clock (`seat` None).

    `to`: level of the betting round that a bet or raise goes to, in chips, ante not included.
    `source`: "stock" or "discard". `card`: the card thrown by a discard, going out or a claim.
    `melds`: the cards as laid; None lets the engine arrange them. Going out, or a claim, without
    a card leaves nothing to throw: all cards are melded. `number`: what it counts is said by the
    kind, as the tricks of a bid. `whom`: another seat. `cards`: several cards, as those passed on.
    """

    kind: str
    seat: int | None = None
    to: int | None = None
    source: str | None = None
    card: Card | None = None
    melds: Melds | None = None
    number: int | None = None
    whom: int | None = None
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """The keys in JSON beside `kind` that an action must and may have; `clock`: it has no seat."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    clock: bool = False


HIDDEN_IN_WINDOW: Final = frozenset({"claim", "buy"})
"""Kinds that nobody else sees before their window closes: they don't count in the tick."""


def read_action(data: object, seat: int | None, kinds: Mapping[str, Shape]) -> Action:
    """The action of one of these kinds that untrusted JSON asks for.

    It is taken by `seat` (None: by the clock). Raises IllegalAction "bad-action" with a sentence;
    nothing is ever guessed, rounded or ignored.
    """
    if not isinstance(data, dict):
        raise _bad('An action is a JSON object with a "kind", as in {"kind": "check"}.')
    kind = data.get("kind")
    shape = kinds.get(kind) if isinstance(kind, str) else None
    if not isinstance(kind, str) or shape is None:
        raise _bad(f'"kind" must be one of: {", ".join(kinds)}.')
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
    """The action as JSON, without the seat: what `read_action` reads back to an equal action."""
    data: Json = {"kind": action.kind}
    if action.to is not None:
        data["to"] = action.to
    if action.source is not None:
        data["from"] = action.source
    if action.card is not None:
        data["discard" if action.kind in _THROWS else "card"] = cards.text(action.card)
    if action.melds is not None:
        data["melds"] = [cards.texts(meld) for meld in action.melds]
    if action.number is not None:
        data["number"] = action.number
    if action.whom is not None:
        data["whom"] = action.whom
    if action.cards is not None:
        data["cards"] = cards.texts(action.cards)
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


def _cards(key: str, value: object) -> tuple[Card, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= CARDS_MAX:
        raise _bad(f'"{key}" must be a list of 1 to {CARDS_MAX} cards.')
    return tuple(_card(key, name) for name in value)


def _whole(key: str, value: object) -> int:
    # Which numbers make sense is for the game to say.
    if isinstance(value, bool) or not isinstance(value, int):
        raise _bad(f'"{key}" must be a whole number, not {_named(value)}.')
    if not -AMOUNT_MAX <= value <= AMOUNT_MAX:
        raise _bad(f'"{key}" must be between {-AMOUNT_MAX} and {AMOUNT_MAX}.')
    return value


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
    "number": ("number", _whole),
    "whom": ("whom", _whole),
    "cards": ("cards", _cards),
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
