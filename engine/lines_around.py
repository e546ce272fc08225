"""The lines around the acts of a hand, put together: open, commit, close and reveal-deck.

Each function gives the text that `engine.canonical` gives, or raises TypeError, KeyError or
AttributeError for whatever is in any way unusual; `engine.lines` leaves that to the other.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from engine.canonical import NUMBER_LIMIT, NotCanonical, canonical

_RULES_MAX: Final = 256
_OPEN_FIELDS: Final = 15
_SEALED_FIELDS: Final = 6
_CLOSE_FIELDS: Final = 7
_SEAT_FIELDS: Final = 3
_PAIR: Final = 2
_PLAIN_VALUES: Final = frozenset({str, int, bool, type(None)})


def open_line(event: Mapping[str, Any]) -> str:
    """The line of an `open` event."""
    clock, seats = event["clock"], event["seats"]
    carried = f'"carried":{_text(event["carried"])},' if "carried" in event else ""
    _expect(event, _OPEN_FIELDS + bool(carried))
    _expect(clock, 2)
    if type(seats) is not list:
        raise TypeError
    previous = "null" if event["previous"] is None else _text(event["previous"])
    return (
        f'{{"at":{_number(event["at"])},"build":{_text(event["build"])},{carried}'
        f'"clock":{{"action_ms":{_number(clock["action_ms"])}'
        f',"window_ms":{_number(clock["window_ms"])}}}'
        f',"dealer":{_number(event["dealer"])},"hand":{_text(event["hand"])}'
        f',"hand_no":{_number(event["hand_no"])},"previous":{previous}'
        f',"reveal":{_text(event["reveal"])},"rules":{_rules(event["rules"])}'
        f',"seats":[{",".join(map(_seat, seats))}],"seq":{_number(event["seq"])}'
        f',"stakes":{_stakes(event["stakes"])},"table":{_number(event["table"])}'
        f',"type":"open","v":{_number(event["v"])}}}'
    )


def commit_line(event: Mapping[str, Any]) -> str:
    """The line of a `commit` event."""
    _expect(event, _SEALED_FIELDS)
    return (
        f'{{"at":{_number(event["at"])},"commit":{_text(event["commit"])}'
        f',"hand":{_text(event["hand"])},"seq":{_number(event["seq"])}'
        f',"type":"commit","v":{_number(event["v"])}}}'
    )


def close_line(event: Mapping[str, Any]) -> str:
    """The line of a `close` event without melds and pots: of a hand that counts for every seat."""
    outcome = event["outcome"]
    _expect(event, _CLOSE_FIELDS)
    _expect(outcome, len(outcome))
    if outcome["pots"] or outcome["melds"]:
        raise TypeError
    fields = [f'"{name}":{_OUTCOME[name](outcome[name])}' for name in sorted(outcome)]
    return (
        f'{{"at":{_number(event["at"])},"hand":{_text(event["hand"])}'
        f',"outcome":{{{",".join(fields)}}},"rake":{_number(event["rake"])}'
        f',"seq":{_number(event["seq"])},"type":"close","v":{_number(event["v"])}}}'
    )


def reveal_line(event: Mapping[str, Any]) -> str:
    """The line of a `reveal-deck` event."""
    _expect(event, _SEALED_FIELDS)
    return (
        f'{{"at":{_number(event["at"])},"hand":{_text(event["hand"])}'
        f',"seed":{_text(event["seed"])},"seq":{_number(event["seq"])}'
        f',"type":"reveal-deck","v":{_number(event["v"])}}}'
    )


def _expect(value: object, fields: int) -> None:
    """Refuse what isn't an object of so many fields."""
    if type(value) is not dict or len(value) != fields:
        raise TypeError


def _number(value: object) -> int:
    # True is equal to 1, but not to a reader of the record.
    if type(value) is int and 0 <= value < NUMBER_LIMIT:
        return value
    raise TypeError


def _text(value: object) -> str:
    """A text that needs no escape, in quotes."""
    if type(value) is str and value.isascii() and value.isprintable():
        if '"' in value or "\\" in value:
            raise TypeError
        return f'"{value}"'
    raise TypeError


def _seat(seat: Any) -> str:  # noqa: ANN401 - whatever it is, it is checked
    score = f',"score":{_number(seat["score"])}' if "score" in seat else ""
    _expect(seat, _SEAT_FIELDS + bool(score))
    player, number, stack = _text(seat["player"]), _number(seat["seat"]), _number(seat["stack"])
    return f'{{"player":{player}{score},"seat":{number},"stack":{stack}}}'


def _stakes(stakes: Any) -> str:  # noqa: ANN401 - whatever it is, it is checked
    rake = ""
    if "rake" in stakes:
        of = stakes["rake"]
        _expect(of, 2)
        rake = f',"rake":{{"cap":{_number(of["cap"])},"per_mille":{_number(of["per_mille"])}}}'
    _expect(stakes, 2 + bool(rake))
    return f'{{"ante":{_number(stakes["ante"])},"kind":{_text(stakes["kind"])}{rake}}}'


def _pairs(pairs: object) -> str:
    """Seats with what each has."""
    if type(pairs) is not list:
        raise TypeError
    return f"[{','.join(map(_pair, pairs))}]"


def _pair(pair: object) -> str:
    if type(pair) is not list or len(pair) != _PAIR:
        raise TypeError
    one, other = pair
    if type(one) is not int or type(other) is not int:
        raise TypeError
    if -NUMBER_LIMIT < one < NUMBER_LIMIT and -NUMBER_LIMIT < other < NUMBER_LIMIT:
        return f"[{one},{other}]"
    raise TypeError


def _counts(counts: Any) -> str:  # noqa: ANN401 - whatever it is, it is checked
    _expect(counts, len(counts))
    return f"{{{','.join([f'{_text(name)}:{_pairs(counts[name])}' for name in sorted(counts)])}}}"


def _empty(value: object) -> str:
    if type(value) is list and not value:
        return "[]"
    raise TypeError


def _null(value: object) -> str:
    if value is None:
        return "null"
    raise TypeError


def _rules(rules: Any) -> str:  # noqa: ANN401 - whatever it is, it is checked
    options = rules["options"]
    _expect(rules, 2)
    _expect(options, len(options))
    # Equal keys of a cache may be of different types: 1 and true are.
    types = tuple(map(type, options.values()))
    return _rules_text(_text(rules["id"]), tuple(options.items()), types)


@lru_cache(maxsize=_RULES_MAX)
def _rules_text(
    quoted_id: str, options: tuple[tuple[str, object], ...], types: tuple[type, ...]
) -> str:
    """The hands of a table have the same rules, with two dozen options."""
    if not _PLAIN_VALUES.issuperset(types):
        raise TypeError
    try:
        return f'{{"id":{quoted_id},"options":{canonical(dict(options))}}}'
    except NotCanonical as error:
        raise TypeError from error


_OUTCOME: Final[Mapping[str, Callable[[Any], object]]] = {
    "carried": _text,
    "counts": _counts,
    "deltas": _pairs,
    "discard": _null,
    "how": _text,
    "melds": _empty,
    "next_dealer": _number,
    "points": _pairs,
    "pots": _empty,
    "returned": _pairs,
    "stacks": _pairs,
    "winner": _null,
}
