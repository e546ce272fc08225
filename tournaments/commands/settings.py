"""The settings of a tournament: what may be said, what holds when nothing is said.

* `name`, `about`; `structure`: as `rules.structure.Structure` in JSON (`rules.codec`);
* `online` (matches open live tables) with `table`: settings of these tables, as
  `tables.commands.open_table` takes them, without name, stakes, chips and seats;
* `conditions`: `account_days` (how old an account is at least), `only` (names that may enter);
  `password` ("" for none; left out of a draft that is edited, it stays as it was); `opens_at`,
  `closes_at`, `starts_at`: moments in ISO 8601, with an offset;
* `starts_full`: it starts by itself when the cap is reached (a sit-and-go);
* `expected`: how many the organiser plans for, 0 where that is not said; nothing hangs on it
  but the plan that is shown before enough have entered;
* `protest_s`: seconds between the end and the payment of the prizes.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

from django.contrib.auth.hashers import make_password
from django.utils.dateparse import parse_datetime

from tables import commands as tables
from tables.errors import BadTable
from tournaments.errors import BadTournament
from tournaments.rules.codec import from_json, to_json
from tournaments.rules.errors import Refused
from tournaments.rules.seeding import ENTRANTS_MAX
from tournaments.rules.structure import FREEZEOUT, Structure
from tournaments.rules.structure_checks import check_draft
from tournaments.texts import composed, is_readable, paragraphs

NAME_CHARS_MAX: Final = 60
ABOUT_CHARS_MAX: Final = 2000
ID_CHARS_MAX: Final = 40
PROTEST_S_MAX: Final = 7 * 24 * 3600
SEATS_ONLINE_MAX: Final = 8
ONLY_MAX: Final = 1000
ID_DIGITS: Final = 18
EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)
"""Far inside what the database, and any time zone that a page is read in, can say."""
MOMENTS: Final = ("opens_at", "closes_at", "starts_at")
CONDITIONS: Final = frozenset({"account_days", "only"})
_KNOWN: Final = frozenset(
    {
        "name",
        "about",
        "structure",
        "online",
        "table",
        "conditions",
        "password",
        "expected",
        "protest_s",
        "starts_full",
        *MOMENTS,
    }
)


def structure_of(data: object) -> Structure:
    """Read a structure, its texts in NFC. BadTournament names what is wrong with it."""
    try:
        structure = from_json(Structure, composed(data))
        check_draft(structure)
        _check_texts(to_json(structure))
    except Refused as refused:
        raise BadTournament(f"structure: {refused.detail}", code=refused.code) from refused
    except (TypeError, RecursionError) as error:
        raise BadTournament("structure: an object as rules.structure describes it.") from error
    return structure


def _check_texts(data: object) -> None:
    """Refuse a name in a structure that is too long for its column, or that cannot be read."""
    if isinstance(data, list | dict):
        for one in data.values() if isinstance(data, dict) else data:
            _check_texts(one)
    elif isinstance(data, str) and (len(data) > ID_CHARS_MAX or not data.isprintable()):
        _refuse(f"structure: an id or a flight has at most {ID_CHARS_MAX} printable characters")


def _composed(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with all texts in NFC, but the password: that is as it was typed."""
    try:
        settings: dict[str, Any] = composed(dict(given))
        json.dumps(settings, default=str, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError) as error:
        raise BadTournament("settings: no text is half of a surrogate pair.") from error
    if "password" in given:
        settings["password"] = given["password"]
    return settings


def checked(given: Mapping[str, Any], *, by_staff: bool) -> dict[str, Any]:
    """Return the columns of a tournament with these settings, every one with a value."""
    settings = _composed(given)
    unknown = sorted(settings.keys() - _KNOWN)
    if unknown:
        _refuse(f"unknown setting {unknown[0]!r}: known are {', '.join(sorted(_KNOWN))}")
    if "\\u0000" in json.dumps(dict(settings), default=str):
        _refuse("settings: no text holds the character NUL, which no database keeps")
    structure = structure_of(settings.get("structure"))
    _check_money(structure, by_staff=by_staff)
    online = settings.get("online", True)
    if type(online) is not bool:
        _refuse("online: true or false")
    starts_full = settings.get("starts_full", False)
    if type(starts_full) is not bool or (starts_full and not structure.cap):
        _refuse("starts_full: true or false, and true needs a cap")
    table = settings.get("table", {})
    if not isinstance(table, Mapping):
        _refuse('table: an object of settings, such as {"rules": "pife"}')
    if online:
        _check_tables(structure, dict(table))
    password = settings.get("password", "")
    if not isinstance(password, str) or len(password) > NAME_CHARS_MAX:
        _refuse(f"password: a text of at most {NAME_CHARS_MAX} characters, empty for none")
    return {
        "name": _text(settings, "name", 1, NAME_CHARS_MAX),
        "about": _text(settings, "about", 0, ABOUT_CHARS_MAX),
        "structure": to_json(structure),
        "online": online,
        "table_settings": dict(table),
        "conditions": _conditions(settings.get("conditions", {})),
        "password": make_password(password) if password else "",
        "starts_full": starts_full,
        "expected": _expected(settings.get("expected", 0)),
        "protest_s": _protest(settings.get("protest_s", 0)),
        **_moments(settings),
    }


def _check_money(structure: Structure, *, by_staff: bool) -> None:
    prizes = structure.prizes
    into = prizes.seat_into
    if prizes.seat_value and not (into.isascii() and into.isdecimal() and len(into) <= ID_DIGITS):
        _refuse("structure: seat_into is the number of the tournament that seats are won for")
    if prizes.guarantee and not by_staff:
        _refuse("structure: the house guarantees a pool, and so staff set one")


def _check_tables(structure: Structure, table: dict[str, Any]) -> None:
    for stage in structure.stages:
        seats = max(stage.size, *stage.sizes, 2)
        if seats > SEATS_ONLINE_MAX:
            _refuse(f"structure: a live table has {SEATS_ONLINE_MAX} seats at most, not {seats}")
        ante = stage.levels[0].ante if stage.kind == FREEZEOUT else 0
        try:
            tables.check_arranged(seats=seats, ante=ante, settings=table)
        except BadTable as refused:
            raise BadTournament(f"table: {refused.detail}") from refused


def _conditions(given: object) -> dict[str, Any]:
    if not isinstance(given, Mapping) or given.keys() - CONDITIONS:
        _refuse(f"conditions: an object with {', '.join(sorted(CONDITIONS))}")
    days, only = given.get("account_days", 0), given.get("only", [])
    if type(days) is not int or not 0 <= days <= 10_000:  # noqa: PLR2004 - a bound, as good as any
        _refuse("conditions: account_days is a whole number of days")
    named = isinstance(only, list) and all(isinstance(name, str) for name in only)
    if not named or len(only) > ONLY_MAX:
        _refuse(f"conditions: only is a list of at most {ONLY_MAX} names")
    return {key: value for key, value in (("account_days", days), ("only", only)) if value}


def _moments(settings: Mapping[str, Any]) -> dict[str, datetime | None]:
    found = {name: _moment(settings, name) for name in MOMENTS}
    given = [moment for moment in found.values() if moment is not None]
    if given != sorted(given):
        _refuse("opens_at, closes_at, starts_at: in this order")
    if found["closes_at"] is not None and found["starts_at"] is None:
        _refuse("closes_at: for a tournament that has a starts_at")
    return found


def _moment(settings: Mapping[str, Any], name: str) -> datetime | None:
    given = settings.get(name)
    if given is None:
        return None
    try:
        found = parse_datetime(given) if isinstance(given, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        _refuse(f"{name}: a moment such as 2026-12-05T20:00:00Z")
    if not EARLIEST <= found < LATEST:
        _refuse(f"{name}: a moment of the years {EARLIEST.year} to {LATEST.year - 1}")
    return found


def _protest(given: object) -> int:
    if type(given) is not int or not 0 <= given <= PROTEST_S_MAX:
        _refuse(f"protest_s: a whole number of seconds from 0 to {PROTEST_S_MAX}")
    return given


def _expected(given: object) -> int:
    if type(given) is not int or not 0 <= given <= ENTRANTS_MAX:
        _refuse(f"expected: a whole number of entrants from 0 to {ENTRANTS_MAX}, 0 for not said")
    return given


def _text(settings: Mapping[str, Any], name: str, least: int, most: int) -> str:
    given = str(settings.get(name, "")).strip()
    text = paragraphs(given) if name == "about" else given
    printable = is_readable(text) if name == "about" else text.isprintable()
    if not least <= len(text) <= most or not printable:
        _refuse(f"{name}: {least} to {most} printable characters")
    return text


def _refuse(message: str) -> NoReturn:
    raise BadTournament(message)
