"""The settings of a new table: what may be said, what holds when nothing is said."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from engine.errors import BadRules, UnknownRules
from engine.game import Rules, game_for, rules_ids
from engine.hand import FIXED, PLAY
from engine.match_setup import BUY_IN
from tables.errors import BadTable
from tables.models import Table
from tables.naming import USUAL_RULES
from tables.playing_for import possible_stakes

NAME_CHARS_MAX: Final = 40
ANTE_MAX: Final = 1_000_000
BUY_IN_MAX: Final = 1_000_000_000
SEATS_MAX: Final = 8
PER_MILLE_MAX: Final = 100
# Bounds of the clock settings in milliseconds, and what a table has when nothing is said.
CLOCK_BOUNDS: Final = {
    "action_ms": (1_000, 300_000, 30_000),
    "window_ms": (200, 30_000, 3_000),
    "pause_ms": (200, 60_000, 5_000),
    "reserve_ms": (0, 600_000, 60_000),
    "grace_ms": (0, 120_000, 15_000),
    "return_ms": (0, 86_400_000, 1_800_000),
}
# How late spectators of a delayed table are, in the same manner.
WATCH_BOUNDS: Final = (1_000, 3_600_000, 120_000)
_KNOWN: Final = frozenset(
    {
        "name",
        "rules",
        "options",
        "stakes",
        "ante",
        "seats",
        "min_players",
        "buy_in_min",
        "buy_in_max",
        "rake_per_mille",
        "rake_cap",
        "watch",
        "watch_ms",
        "private",
        *CLOCK_BOUNDS,
    }
)


@dataclass(frozen=True, slots=True)
class _Chips:
    """What a table plays for, checked."""

    stakes: str
    ante: int
    buy_in_min: int
    buy_in_max: int


def checked(settings: Mapping[str, Any]) -> dict[str, object]:
    """Return the fields of a table with these settings, every one with a value.

    `BadTable` names the setting that makes no sense and says what would.
    """
    unknown = sorted(settings.keys() - _KNOWN)
    if unknown:
        _refuse(f"unknown setting {unknown[0]!r}: a table has {', '.join(sorted(_KNOWN))}")
    rules_id, options = _rules_asked(settings)
    rules = _settled(rules_id, options)
    least, most = min(rules.min_players, SEATS_MAX), min(rules.max_players, SEATS_MAX)
    low = 2 if "min_players" in dict(rules.options) else least
    min_players = _whole(settings, "min_players", low, most, least)
    if min_players < rules.min_players:
        options = {**options, "min_players": min_players}
        rules = _settled(rules_id, options)
    seats = _whole(settings, "seats", min_players, most, min(most, max(6, min_players)))
    chips = _chips(settings, rules)
    return {
        "name": _name(settings),
        "rules_id": rules_id,
        "options": options,
        "stakes": chips.stakes,
        "ante": chips.ante,
        "buy_in_min": chips.buy_in_min,
        "buy_in_max": chips.buy_in_max,
        "rake_per_mille": _whole(settings, "rake_per_mille", 0, PER_MILLE_MAX, 0),
        "rake_cap": _whole(settings, "rake_cap", 0, ANTE_MAX, 0),
        "seats": seats,
        "min_players": min_players,
        "private": _yes_or_no(settings, "private"),
        **_watch(settings),
        **{
            name: _whole(settings, name, low_ms, high_ms, usual)
            for name, (low_ms, high_ms, usual) in CLOCK_BOUNDS.items()
        },
    }


def _watch(settings: Mapping[str, Any]) -> dict[str, object]:
    watch = settings.get("watch", Table.Watch.LIVE)
    if watch not in Table.Watch.values:
        _refuse(f"watch: one of {', '.join(Table.Watch.values)}, not {str(watch)[:40]!r}")
    low, high, usual = WATCH_BOUNDS if watch == Table.Watch.DELAYED else (0, 0, 0)
    return {"watch": watch, "watch_ms": _whole(settings, "watch_ms", low, high, usual)}


def _yes_or_no(settings: Mapping[str, Any], name: str) -> bool:
    value = settings.get(name, False)
    if type(value) is not bool:
        _refuse(f"{name}: true or false, not {str(value)[:40]!r}")
    return bool(value)


def _name(settings: Mapping[str, Any]) -> str:
    given = settings.get("name", "")
    name = given.strip() if isinstance(given, str) else ""
    if not 1 <= len(name) <= NAME_CHARS_MAX or not name.isprintable():
        _refuse(f"name: a table's name has 1 to {NAME_CHARS_MAX} printable characters")
    return name


def _rules_asked(settings: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    rules_id = settings.get("rules", USUAL_RULES)
    if rules_id not in rules_ids():
        _refuse(f"rules: one of {', '.join(rules_ids())}, not {str(rules_id)[:40]!r}")
    options = settings.get("options", {})
    if not isinstance(options, Mapping):
        _refuse('options: an object of rule axes and values, such as {"threshold": 200}')
    return str(rules_id), dict(options)


def _settled(rules_id: str, options: Mapping[str, object]) -> Rules:
    try:
        rules: Rules = game_for(rules_id).rules(rules_id, options)
    except (BadRules, UnknownRules) as error:
        message = f"options: {error}"
        raise BadTable(message) from error
    return rules


def _chips(settings: Mapping[str, Any], rules: Rules) -> _Chips:
    """What is played for, of what these rules can be played for."""
    possible = possible_stakes(rules)
    stakes = settings.get("stakes", rules.stakes if rules.stakes in possible else PLAY)
    if stakes not in possible:
        _refuse(
            f"stakes: {rules.rules_id} as set here is played for one of {', '.join(possible)},"
            f" not {str(stakes)[:40]!r}"
        )
    if stakes == PLAY:
        for name in ("ante", "buy_in_min", "buy_in_max"):
            _whole(settings, name, 0, 0, 0)
        return _Chips(stakes, 0, 0, 0)
    ante = _whole(settings, "ante", 1, ANTE_MAX, 100 if stakes == BUY_IN else 5)
    least = ante * _times(rules) if stakes == FIXED else ante
    usual_min, usual_max = (ante, ante * 10) if stakes == BUY_IN else (ante * 20, ante * 200)
    buy_in_min = _whole(settings, "buy_in_min", least, BUY_IN_MAX, max(least, usual_min))
    usual = max(buy_in_min, usual_max)
    return _Chips(
        stakes, ante, buy_in_min, _whole(settings, "buy_in_max", buy_in_min, BUY_IN_MAX, usual)
    )


def _times(rules: Rules) -> int:
    # A hand opens only if every seat covers what a direto may cost it (D21).
    times = dict(rules.options).get("direto_pot", 1)
    return times if isinstance(times, int) else 1


def _whole(settings: Mapping[str, Any], name: str, least: int, most: int, usual: int) -> int:
    value = settings.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        _refuse(f"{name}: a whole number from {least} to {most}, not {value!r}")
    return int(value)


def _refuse(message: str) -> NoReturn:
    raise BadTable(message)
