"""The shapes of a new draft, made to fit the number that is expected.

A shape is made for a preset number. With half as many, its groups would be pairs, all of whom go
on: so groups, places and rounds go along with the number, until the organiser sets them.
"""

from dataclasses import replace
from typing import Any, Final

from django.http import QueryDict

from tournaments.pages.draft_initial import SHAPES, typed
from tournaments.pages.draft_points import SIZES, proposed, said_points, usual_points
from tournaments.pages.stage_form import POINTS, prefix
from tournaments.rules.structure import ENTRIES, ROUND_ROBIN, SWISS, Stage, Structure, Take

_IN_GROUP: Final = 4
"""Players of a group at least; two of each go on."""
_FOR_THIRD: Final = 4
"""A match for the third place has the losers of two semi-finals."""
_OF_SWISS: Final = 3
"""One of so many at least goes on from a Swiss."""
_FIELDS: Final = ("kind", "groups", "rounds")
_EXPECTED_MAX: Final = 4096


def fitted(name: str, expected: int) -> Structure:
    """The shape for so many entrants; the preset number has the shape's own stages."""
    stages = SHAPES[name][2]
    first = stages[0]
    if first.kind == ROUND_ROBIN:
        groups = _power_within(expected // _IN_GROUP)
        fewest = _FOR_THIRD if any(one.third_place for one in stages) else 0
        return _cut(stages, replace(first, groups=groups), max(2 * groups, fewest))
    if first.kind == SWISS:
        rounds = max(1, (expected - 1).bit_length())
        cut = max(2, _power_within(expected // _OF_SWISS))
        return _cut(stages, replace(first, rounds=rounds), cut)
    return Structure(stages)


def refitted(data: QueryDict, name: str) -> QueryDict | None:
    """The data fitted to a changed number; None where more than the number was changed.

    "fitted" in the data: the number with which the form was shown.
    """
    before, now = _number(data, "fitted"), _number(data, "expected")
    if not before or not now or before == now:
        return None
    old, new = _fields(fitted(name, before)), _fields(fitted(name, now))
    if old == new or any(data.get(field, "") != value for field, value in old.items()):
        return None
    found = data.copy()
    for field in new.keys() & data.keys():
        found[field] = new[field]
    return found


def pointed(data: QueryDict) -> QueryDict | None:
    """The data with the points of tables whose size was changed; None where all stays.

    Only what is proposed for another size is changed, with a bye that was worth as much as its
    first place: what somebody thought out is left alone.
    """
    found = data.copy()
    number = 1
    while f"{prefix(number)}-kind" in data:
        start = prefix(number)
        size = data.get(f"{start}-size", "").strip()
        if data[f"{start}-kind"] in POINTS and size.isdecimal() and int(size) in SIZES:
            before = proposed(data.get(f"{start}-points", ""))
            wanted = usual_points(int(size))
            if before not in ((), wanted):
                found[f"{start}-points"] = said_points(wanted)
                if data.get(f"{start}-bye_points", "").strip() == str(before[0]):
                    found[f"{start}-bye_points"] = str(wanted[0])
        number += 1
    return None if found == data else found


def _power_within(number: int) -> int:
    """The largest power of two that is not above `number`; 1 at least."""
    return 1 << (max(number, 1).bit_length() - 1)


def _cut(stages: tuple[Stage, ...], first: Stage, cut: int) -> Structure:
    """The stages with another first one, of which the best `cut` go on, the others elsewhere."""

    def taken(take: Take) -> Take:
        if take.source == ENTRIES:
            return take
        return replace(take, last=cut) if take.first == 1 else replace(take, first=cut + 1)

    rest = (replace(one, takes=tuple(map(taken, one.takes))) for one in stages[1:])
    return Structure((first, *rest))


def _fields(structure: Structure) -> dict[str, str]:
    """What the form sends for what fits, by the name of the field."""
    values = typed(structure, 0)
    found = {f"{prefix(len(structure.stages) + 1)}-kind": ""}  # and no stage after them
    for number, (stage, takes) in enumerate(
        zip(values["stages"], values["takes"], strict=True), start=1
    ):
        start = prefix(number)
        found |= {f"{start}-{name}": str(stage[name]) for name in _FIELDS}
        found[f"{start}-t{len(takes)}-source"] = ""
        for row, take in enumerate(takes):
            found[f"{start}-t{row}-source"] = str(take["source"])
            if take["source"] != ENTRIES:
                found |= _span(f"{start}-t{row}", take)
    return found


def _span(start: str, take: dict[str, Any]) -> dict[str, str]:
    return {f"{start}-{name}": str(take[name]) for name in ("first", "last")}


def _number(data: QueryDict, name: str) -> int:
    given = data.get(name, "").strip()
    short = given.isdecimal() and len(given) <= len(str(_EXPECTED_MAX))
    return int(given) if short and 2 <= int(given) <= _EXPECTED_MAX else 0  # noqa: PLR2004 - two play
