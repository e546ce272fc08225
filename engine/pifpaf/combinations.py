"""Which values of two axes make no sense together, and the sentence that says so.

A line reads: when `axis` has one of `values`, `other` must have one of `needs`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.axis import Value, told
from engine.errors import BadRules
from engine.pifpaf.axes import AXIS

PACK_SIZE: Final = 104
JOKERS: Final = 4


@dataclass(frozen=True, slots=True)
class _Needs:
    axis: str
    values: tuple[Value, ...]
    other: str
    needs: tuple[Value, ...]
    why: str


def _not(axis: str, *values: Value) -> tuple[Value, ...]:
    """All values of an axis but these."""
    return tuple(value for value in AXIS[axis].values if value not in values)


_BOTH_WAYS: Final = (
    ("buy_cost", 0, "out_of_turn", ("buy",), "is what buying a card costs"),
    ("lose_nine", 0, "scoring", ("lives",), "is lost where points are lost"),
    ("threshold", 0, "match", ("penalty",), "is where penalty points end"),
    ("lives", 0, "match", ("countdown",), "is what a countdown starts from"),
    ("hands", 0, "match", ("fixed-hands",), "is the number of hands in such a match"),
)

NEEDS: Final[tuple[_Needs, ...]] = (
    *(
        _Needs(axis, _not(axis, neutral), other, needs, why)
        for axis, neutral, other, needs, why in _BOTH_WAYS
    ),
    *(
        _Needs(other, needs, axis, _not(axis, neutral), f"needs {axis} to be set")
        for axis, neutral, other, needs, _ in _BOTH_WAYS
    ),
    _Needs(
        "meld_size",
        ("exactly-three",),
        "ten_card_out",
        (False,),
        "can't take one card more than the hand size",
    ),
    _Needs("lose_ten", _not("lose_ten", 0), "ten_card_out", (True,), "is for going out with all"),
    _Needs("lose_ten", _not("lose_ten", 0), "scoring", ("lives",), "is lost where points are"),
    _Needs("fold_cost", _not("fold_cost", 0), "scoring", ("lives",), "is paid in points to lose"),
    _Needs("count_cards", ("unmelded",), "scoring", ("cards",), "says which cards count"),
    _Needs("direto_points", (2,), "scoring", ("cards",), "multiplies penalty points"),
    _Needs("out_of_turn", ("buy",), "scoring", ("cards",), "is paid in penalty points"),
    _Needs("out_of_turn", ("buy",), "open_melds", (False,), "gives more cards than may be laid"),
    _Needs("open_melds", (True,), "meld_size", ("exactly-three",), "lays melds that never grow"),
    _Needs("open_melds", (True,), "false_go_out", ("no-penalty",), "shows each meld to be one"),
    _Needs("match", ("penalty",), "scoring", ("cards",), "adds up card values"),
    _Needs("match", ("countdown",), "scoring", ("lives",), "takes points away"),
    _Needs("match_end", ("eliminate",), "match", ("penalty",), "is about a threshold"),
)


_OF_WILDS: Final = ("wild_cap", "wild_scope")
# Axes that say more about another one, and what they are where there is nothing to say.
_NOTHING: Final[Mapping[str, Value]] = {
    "buy_cost": 0,
    "count_cards": "all",
    "direto_points": 1,
    "fold_cost": 0,
    "hands": 0,
    "lives": 0,
    "lose_nine": 0,
    "lose_ten": 0,
    "match_end": "end",
    "threshold": 0,
    "wild_cap": "none",
    "wild_scope": "all",
}


def followed(preset: Mapping[str, Value], changed: Mapping[str, Value]) -> dict[str, Value]:
    """All axes of a preset with some changed by hand.

    Where a change leaves another axis nothing to say (no jokers, so no cap on them), the preset's
    value of that one goes; one that was set by hand stays, and is refused by `check_combination`.
    """
    axes = {**preset, **changed}
    for rule in NEEDS:
        if rule.axis in _NOTHING and rule.axis not in changed and _broken(axes, rule):
            axes[rule.axis] = _NOTHING[rule.axis]
    if not _has_wilds(axes):
        axes |= {axis: _NOTHING[axis] for axis in _OF_WILDS if axis not in changed}
    return axes


def check_combination(axes: Mapping[str, Value]) -> None:
    """Raise BadRules, in one sentence that names both axes, for values that don't go together."""
    for rule in NEEDS:
        if _broken(axes, rule):
            _refuse(axes, rule.axis, rule.other, rule.why)
    for axis in _OF_WILDS:
        if axes[axis] != _NOTHING[axis] and not _has_wilds(axes):
            _refuse(axes, axis, "jokers", "is about wild cards, and there are none")
    if axes["lose_ten"] == 0 and axes["ten_card_out"] and axes["scoring"] == "lives":
        _refuse(axes, "ten_card_out", "lose_ten", "costs the others something in such a match")
    if int(axes["min_players"]) > int(axes["max_players"]):
        _refuse(axes, "min_players", "max_players", "is more than may sit down")
    cards = cards_in(axes)
    dealt = int(axes["hand_size"]) * int(axes["max_players"])
    if dealt + bool(axes["upcard"]) + (axes["vira"] != "none") >= cards:
        _refuse(axes, "hand_size", "max_players", f"leaves no stock in {cards} cards")


def cards_in(axes: Mapping[str, Value]) -> int:
    """How many cards the pack has."""
    return PACK_SIZE + (0 if axes["jokers"] == "none" else JOKERS)


def _broken(axes: Mapping[str, Value], rule: _Needs) -> bool:
    return axes[rule.axis] in rule.values and axes[rule.other] not in rule.needs


def _has_wilds(axes: Mapping[str, Value]) -> bool:
    return axes["jokers"] == "wild" or axes["vira"] != "none"


def _refuse(axes: Mapping[str, Value], axis: str, other: str, why: str) -> None:
    one, two = f"{axis} {told(axes[axis])}", f"{other} {told(axes[other])}"
    msg = f"{one} {why}; it doesn't go with {two}."
    raise BadRules(msg)
