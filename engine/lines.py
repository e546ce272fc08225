"""Events as the lines of a record: the canonical text of each.

Nearly all lines of a hand are acts and closings of windows in their usual form. These two are put
together from their parts: the same text, six times as fast; and so are those at its start and its
end (`engine.lines_around`). Whatever is in any way unusual is left to `engine.canonical`, which
also refuses it when it must.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from engine import events
from engine.actions import Action, action_json
from engine.canonical import NUMBER_LIMIT, canonical, read_canonical
from engine.cards import JOKER, NUMBERS, texts
from engine.jsonable import Json
from engine.lines_around import close_line, commit_line, open_line, reveal_line

_ACT_FIELDS: Final = 8
_CLOSING_FIELDS: Final = 6
_HANDS_MAX: Final = 256
_ACTIONS_MAX: Final = 8192  # two dozen kinds, eight seats, 108 cards
_BIDS: Final = 10
_VALUES: Final = 57

_USUAL_ACTIONS: Final[tuple[Json, ...]] = (
    *({"kind": kind} for kind in ("check", "call", "fold", "stay", "announce", "buy")),
    *({"kind": "draw", "from": source} for source in ("stock", "discard")),
    *({"kind": "discard", "card": card} for card in texts(range(JOKER + 1))),
    *({"kind": "play", "card": card} for card in texts(NUMBERS)),
    *({"kind": "bid", "number": tricks} for tricks in range(_BIDS)),
    *({"kind": "play", "card": "JK", "number": value} for value in range(_VALUES)),
)
_ACTION_LINES: Final[Mapping[tuple[tuple[str, object], ...], str]] = {
    tuple(order(action.items())): canonical(action)
    for action in _USUAL_ACTIONS
    for order in (tuple, sorted)  # as they are built, and as a record has them
}
_ACTIONS_READ: Final[Mapping[str, Json]] = {
    canonical(action): dict(sorted(action.items())) for action in _USUAL_ACTIONS
}
# Numbers of up to fifteen digits are below `NUMBER_LIMIT`; names here need no escape.
_NUMBER: Final = "(0|[1-9][0-9]{0,14})"
_NAME: Final = r'"([ !#-\[\]-~]+)"'
_ACT_LINE: Final = re.compile(
    rf'\{{"action":(\{{[^{{}}]*\}}),"at":{_NUMBER},"by":"(player|clock)"'
    rf',"hand":{_NAME},"seat":{_NUMBER},"seq":{_NUMBER},"type":"act","v":1\}}'
)
_CLOSING_LINE: Final = re.compile(
    rf'\{{"at":{_NUMBER},"hand":{_NAME},"seq":{_NUMBER},"type":"clock","v":1,"what":"window-closed"\}}'
)


def line_of(event: Mapping[str, Any]) -> str:
    """Return the line of an event: `canonical(event)`. Raises NotCanonical where that does."""
    return _usual(event) or canonical(event)


def act_line(hand: str, seq: int, at: int, action: Action, by: str = "player") -> str:
    """Return the line of an act: `line_of` its event, which isn't made. Raises as that does."""
    seat = action.seat
    plain = type(at) is type(seq) is type(seat) is int and by in _BY and type(hand) is str
    # Equal actions are one key, and True is equal to 1.
    numbers = action.to is None and action.whom is None and type(action.number) in _WHOLE
    if not (plain and numbers and 0 <= at < NUMBER_LIMIT and 0 <= seq < NUMBER_LIMIT):
        return canonical(events.act(hand, seq, at, action, by=by))
    return (
        f'{{"action":{_action_text(action)},"at":{at},"by":"{by}","hand":{_quoted(hand)}'
        f',"seat":{seat},"seq":{seq},"type":"act","v":1}}'
    )


@lru_cache(maxsize=_ACTIONS_MAX)
def _action_text(action: Action) -> str:
    return canonical(action_json(action))


def read_line(text: str) -> tuple[object, bool]:
    """Return the event of a line, `read_canonical(text)`, and whether it is a usual one.

    The fields of a usual one need no check any more. Raises NotCanonical as `read_canonical` does.
    """
    act = _ACT_LINE.fullmatch(text)
    if act:
        action, at, by, hand, seat, seq = act.groups()
        usual = _ACTIONS_READ.get(action)
        if usual is not None:
            return {
                "action": usual.copy(),
                "at": int(at),
                "by": by,
                "hand": hand,
                "seat": int(seat),
                "seq": int(seq),
                "type": "act",
                "v": 1,
            }, True
    closing = _CLOSING_LINE.fullmatch(text)
    if closing:
        at, hand, seq = closing.groups()
        event = {"at": int(at), "hand": hand, "seq": int(seq), "type": "clock", "v": 1}
        return event | {"what": "window-closed"}, True
    return read_canonical(text), False


def _usual(event: Mapping[str, Any]) -> str | None:
    """The line of an event put together, None when that isn't done or anything is unusual."""
    try:
        usual = _USUAL.get(event["type"])
        return usual(event) if usual else None
    # A missing field, a value that isn't among the usual ones, or one that is no key at all.
    except (KeyError, TypeError, AttributeError):
        return None


def _act(event: Mapping[str, Any]) -> str | None:
    at, seat, seq, v = event["at"], event["seat"], event["seq"], event["v"]
    # True and 1 are equal, but not to a reader of the record.
    if len(event) != _ACT_FIELDS or not type(at) is type(seat) is type(seq) is type(v) is int:
        return None
    if not (0 <= at < NUMBER_LIMIT and 0 <= seat < NUMBER_LIMIT and 0 <= seq < NUMBER_LIMIT):
        return None
    if type(event["action"].get("number", 0)) is not int:
        return None
    action, by = _ACTION_LINES[tuple(event["action"].items())], _BY[event["by"]]
    return (
        f'{{"action":{action},"at":{at},"by":{by},"hand":{_quoted(event["hand"])}'
        f',"seat":{seat},"seq":{seq},"type":"act","v":{_VERSIONS[v]}}}'
    )


def _closing(event: Mapping[str, Any]) -> str | None:
    at, seq, v = event["at"], event["seq"], event["v"]
    if len(event) != _CLOSING_FIELDS or not type(at) is type(seq) is type(v) is int:
        return None
    if not (0 <= at < NUMBER_LIMIT and 0 <= seq < NUMBER_LIMIT):
        return None
    what = _CLOSED[event["what"]]
    return (
        f'{{"at":{at},"hand":{_quoted(event["hand"])},"seq":{seq},"type":"clock"'
        f',"v":{_VERSIONS[v]},"what":{what}}}'
    )


@lru_cache(maxsize=_HANDS_MAX)
def _quoted(hand: object) -> str:
    """The name of a hand as JSON; the lines of a hand all have it."""
    if type(hand) is not str or not hand:
        raise TypeError
    return canonical(hand)


_USUAL: Final[Mapping[object, Callable[[Mapping[str, Any]], str | None]]] = {
    "act": _act,
    "clock": _closing,
    "open": open_line,
    "commit": commit_line,
    "close": close_line,
    "reveal-deck": reveal_line,
}
_BY: Final = {by: canonical(by) for by in ("player", "clock")}
_WHOLE: Final = frozenset({int, type(None)})
_CLOSED: Final = {what: canonical(what) for what in ("window-closed",)}
_VERSIONS: Final = {1: "1"}
