"""One way to write an event as text, so that equal events are equal bytes.

A subset of RFC 8785: objects whose keys are ASCII and sorted, no spaces, strings in UTF-8 and
NFC, whole numbers only and smaller than 2^53 in size (every JSON reader keeps those exactly), no
key twice. The reader refuses whatever the writer would not have written: text that means the same
in other bytes is not a record.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import NoReturn

NUMBER_LIMIT = 2**53
"""Numbers lie strictly between minus this and this."""
_LEAST = -NUMBER_LIMIT
_LISTS = (list, tuple)

# 2^53 has sixteen digits: only text with sixteen in a row can hold a number that is too large.
_LONG_NUMBER = re.compile(r"[0-9]{16}")


class NotCanonical(ValueError):
    """A value that cannot be written, or text that the writer would not have written."""


def canonical(value: object) -> str:
    """Return the one text of a JSON value. Raises NotCanonical for a value that has none."""
    _check_value(value)
    return _encoder.encode(value)


def written(value: object) -> str:
    """The text of a value that is known to have one: `canonical` without the check."""
    return _encoder.encode(value)


def read_canonical(text: str) -> object:
    """Return the value of a canonical text.

    Raises NotCanonical unless `canonical(value)` is `text` again.
    """
    try:
        value = _decoder.decode(text)
        # Writing it again finds spaces, unsorted or repeated keys, needless escapes and "-0" all
        # at once, at the speed of the C encoder. What is hashed is the text that was read.
        again = _encoder.encode(value)
    except NotCanonical:
        raise
    except (ValueError, RecursionError) as error:
        detail = f"not JSON: {error}"
        raise NotCanonical(detail) from error
    if again != text:
        detail = "an event is written in one way only: sorted keys, no spaces, no key twice"
        raise NotCanonical(detail)
    if _LONG_NUMBER.search(text) or not text.isascii():
        _check_value(value)
    return value


def _refuse_number(text: str) -> NoReturn:
    detail = f"numbers are whole and plainly written, not {text}"
    raise NotCanonical(detail)


_encoder = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,  # what is written is checked before
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)
_decoder = json.JSONDecoder(parse_float=_refuse_number, parse_constant=_refuse_number)


def _check_value(value: object) -> None:
    if isinstance(value, dict):
        _check_fields(value)
    elif isinstance(value, _LISTS):
        for entry in value:
            if type(entry) is not int or not _LEAST < entry < NUMBER_LIMIT:
                _check_value(entry)
    elif isinstance(value, str):
        _check_text(value)
    elif isinstance(value, int):  # true and false too
        if abs(value) >= NUMBER_LIMIT:
            detail = f"numbers are smaller than 2^53 in size, not {value}"
            raise NotCanonical(detail)
    elif value is not None:
        detail = (
            f"an event holds text, whole numbers, lists and objects, not {type(value).__name__}"
        )
        raise NotCanonical(detail)


def _check_fields(fields: dict[object, object]) -> None:
    for key, entry in fields.items():
        if not isinstance(key, str) or not key.isascii():
            detail = f"keys are ASCII text, not {key!r}"
            raise NotCanonical(detail)
        # Most are numbers and ASCII texts: for these no call is made.
        if type(entry) is str and entry.isascii():
            continue
        if type(entry) is not int or not _LEAST < entry < NUMBER_LIMIT:
            _check_value(entry)


def _check_text(text: str) -> None:
    if text.isascii():
        return
    if not unicodedata.is_normalized("NFC", text):
        detail = "text is in the composed form (NFC)"
        raise NotCanonical(detail)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        detail = "text holds half of a surrogate pair, which UTF-8 cannot say"
        raise NotCanonical(detail) from error
