"""From a preset and what an organiser has changed to the rules in play."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engine.axis import Value
from engine.cards import JOKER, NUMBERS, Card
from engine.errors import BadRules, UnknownRules
from engine.hand import MatchRules
from engine.pilipili.axes import AXIS, EDITION, NONE, PRESETS
from engine.pilipili.missions import EDITIONS, LIMITS, mission, split
from engine.pilipili.rulebook import PiliPiliRules

PACK: Final[tuple[Card, ...]] = (*NUMBERS, JOKER)
"""The cards as the shuffle starts from them: 1 to 55, then the Joker."""
_SETTLED_MAX: Final = 512


def settle_rules(rules_id: str, options: Mapping[str, object]) -> PiliPiliRules:
    """The rules of that id with these options.

    Raises UnknownRules; BadRules for an option that there isn't, a value that it can't have, or
    two that don't go together.
    """
    try:
        values = tuple(map(type, options.values()))
        return _asked_before(rules_id, tuple(options.items()), values)
    except TypeError:  # a value that is no key of a cache, and none of any axis
        return _settle(rules_id, options)


# True and 1 are equal keys to a cache, so the types are a part of it.
@lru_cache(maxsize=_SETTLED_MAX)
def _asked_before(
    rules_id: str, options: tuple[tuple[str, object], ...], types: tuple[type, ...]
) -> PiliPiliRules:
    return _settle(rules_id, dict(options))


def _settle(rules_id: str, options: Mapping[str, object]) -> PiliPiliRules:
    if rules_id not in PRESETS:
        msg = f'Pili Pili has no rules "{rules_id[:40]}"; it has: {", ".join(PRESETS)}.'
        raise UnknownRules(msg)
    changed: dict[str, Value] = {}
    for name, value in options.items():
        axis = AXIS.get(name)
        if axis is None:
            msg = f'"{rules_id}" has no option "{str(name)[:40]}"; it has: {", ".join(AXIS)}.'
            raise BadRules(msg)
        changed[name] = axis.checked(value)
    return _settled(rules_id, changed)


def read_option(name: str, text: str) -> Value:
    """The value of an option written as text, as in `--set limit=6`. Raises BadRules."""
    axis = AXIS.get(name)
    if axis is None:
        msg = f'There is no axis "{name[:40]}"; there are: {", ".join(AXIS)}.'
        raise BadRules(msg)
    return axis.read(text)


def _settled(rules_id: str, changed: Mapping[str, Value]) -> PiliPiliRules:
    of: dict[str, Any] = {**PRESETS[rules_id].axes, **changed}
    if "limit" not in changed:
        of["limit"] = LIMITS[of["edition"]]
    if of["min_players"] > of["max_players"]:
        msg = f"min_players {of['min_players']} is more than max_players {of['max_players']}."
        raise BadRules(msg)
    return PiliPiliRules(
        rules_id=rules_id,
        options=tuple(sorted(of.items())),
        stakes=PRESETS[rules_id].stakes,
        match=MatchRules(kind="penalty", scoring="pilis", threshold=of["limit"]),
        min_players=of["min_players"],
        max_players=of["max_players"],
        missions=_missions(rules_id, of),
        cards=of["cards"],
    )


def _missions(rules_id: str, of: Mapping[str, Any]) -> tuple[str, ...]:
    """The Mission cards in play."""
    dropped = set(split(of["without"]))
    if of["missions"] == NONE:
        if dropped:
            msg = 'With missions "none" there is nothing to leave out: "without" must be empty.'
            raise BadRules(msg)
        return ()
    if of["cards"] != PRESETS[rules_id].axes["cards"]:
        msg = (
            'Each Mission says how many cards it deals: change "cards" with missions "none" only.'
        )
        raise BadRules(msg)
    listed = EDITIONS[of["edition"]] if of["missions"] == EDITION else split(of["missions"])
    cards = [mission(text) for text in listed]
    names = {name for one in cards for name in (one.kind, one.name, one.text)}
    for name in sorted(dropped - names):
        msg = f'"without" leaves out {name}, which is not among the "missions" in play.'
        raise BadRules(msg)
    left = tuple(
        one.text
        for one in cards
        if not dropped & {one.kind, one.name, one.text} and (of["experts"] or not one.expert)
    )
    if not left:
        msg = 'No Mission is left: "without" and "experts" leave out all those of "missions".'
        raise BadRules(msg)
    return left
