"""Values to JSON and back, from their type hints alone: one way to write each, so equal is equal.

Known are text, whole numbers, truth, None, fractions ("3/2"), tuples, and frozen dataclasses; a
dataclass is an object of its fields, those that have their default left out.
"""

from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from tournaments.rules.errors import Refused

Value = TypeVar("Value")


def to_json(value: object) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """The JSON value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    if is_dataclass(value):
        held = {field.name: (field, getattr(value, field.name)) for field in fields(value)}
        return {name: to_json(one) for name, (field, one) in held.items() if one != field.default}
    raise TypeError(type(value))


def from_json(kind: type[Value], data: object) -> Value:
    """The value of that type. Raises Refused with code "bad-json" for data of any other shape."""
    found: Value = _read(kind, data)
    return found


def _read(kind: Any, data: object) -> Any:  # noqa: ANN401 - a type hint, and what it describes
    origin = get_origin(kind)
    if origin is UnionType:
        options = [option for option in get_args(kind) if option is not NoneType]
        return None if data is None else _read(options[0], data)
    if origin is tuple:
        return _read_tuple(kind, data)
    if is_dataclass(kind):
        return _read_object(kind, data)
    if kind is Fraction and isinstance(data, str):
        try:
            found = Fraction(data)
        except (ValueError, ZeroDivisionError):
            raise _bad("a fraction", data) from None
        if str(found) == data:
            return found
    if kind in (str, int, bool) and type(data) is kind:
        return data
    raise _bad(getattr(kind, "__name__", str(kind)), data)


def _read_tuple(kind: Any, data: object) -> tuple[object, ...]:  # noqa: ANN401 - a type hint
    if not isinstance(data, list):
        raise _bad("a list", data)
    items = get_args(kind)
    if items[-1] is Ellipsis:
        return tuple(_read(items[0], item) for item in data)
    if len(items) != len(data):
        raise _bad(f"a list of {len(items)}", data)
    return tuple(_read(item, held) for item, held in zip(items, data, strict=True))


def _read_object(kind: Any, data: object) -> object:  # noqa: ANN401 - a dataclass
    if not isinstance(data, dict):
        raise _bad("an object", data)
    hints = _hints(kind)
    unknown = set(data) - set(hints)
    missing = [
        field.name for field in fields(kind) if field.default is MISSING and field.name not in data
    ]
    if unknown or missing:
        raise _bad(f"{kind.__name__} with {', '.join(hints)}", data)
    return kind(**{name: _read(hints[name], held) for name, held in data.items()})


@cache
def _hints(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    return get_type_hints(kind)


def _bad(wanted: str, data: object) -> Refused:
    return Refused("bad-json", f"It should be {wanted}, not {str(data)[:60]}.")
