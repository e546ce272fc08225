"""What the buttons of a draft's form do to what was typed: add, remove and order its stages.

Everything works on the data that were sent, so nothing typed is lost and no script is needed.
"""

import re
from collections.abc import Mapping
from typing import Final, cast

from django.http import QueryDict

from tournaments.pages.draft_whole import STAGES_MAX, TAKES_MAX
from tournaments.pages.stage_form import StageForm, prefix, stage_id
from tournaments.rules.structure import ENTRIES, SINGLE, TABLES, Stage
from tournaments.rules.swiss_split import POLICIES as SPLITS

_STAGE: Final = re.compile(r"s(\d+)-(.+)")
_SOURCE: Final = re.compile(r"t\d+-source")
_CUT: Final = 8
Fields = dict[str, list[str]]


def arranged(data: QueryDict, do: str) -> QueryDict | None:
    """The data with what a button asks for done; None for a button that changes no stages.

    "add-stage", "remove-2", "up-2": the second one, removed or set before the first.
    """
    stages = stages_of(data)
    what, _dash, given = do.rpartition("-")
    if do == "add-stage":
        return renumbered(data, [*stages][:STAGES_MAX], extra=len(stages) < STAGES_MAX)
    number = int(given) if given in map(str, stages) else 0
    if number not in stages:
        return None
    order = [*stages]
    if what == "remove" and len(order) > 1:
        order.remove(number)
    elif what == "up" and number > 1:
        order[number - 2 : number] = [number, number - 1]
    else:
        return None
    return renumbered(data, order)


def stages_of(data: QueryDict) -> dict[int, Fields]:
    """What was typed for each stage, by its number."""
    found: dict[int, Fields] = {}
    for name in data:
        match = _STAGE.fullmatch(name)
        if match:
            found.setdefault(int(match[1]), {})[match[2]] = data.getlist(name)
    return dict(sorted(found.items()))


def renumbered(data: QueryDict, order: list[int], *, extra: bool = False) -> QueryDict:
    """The data with the stages in that order; whoever named one by its number names it still."""
    stages = stages_of(data)
    now = {str(old): str(new) for new, old in enumerate(order, start=1)}
    found = data.copy()
    for name in [name for name in found if _STAGE.fullmatch(name)]:
        del found[name]
    for new, old in enumerate(order, start=1):
        for name, values in stages[old].items():
            if _SOURCE.fullmatch(name):
                values = [_renamed(value, now) for value in values]  # noqa: PLW2901 - the same, renamed
            found.setlist(f"{prefix(new)}-{name}", values)
    if extra:
        for name, value in _fresh(len(order) + 1).items():
            found.setlist(name, [value])
    ranking = [one.strip() for one in found.get("ranking", "").split(",")]
    found["ranking"] = ", ".join(now[one] for one in ranking if one in now)
    return found


def with_near(data: QueryDict, number: int, near: object) -> QueryDict:
    """The data with one of the nearest plans put into stage `number`."""
    found = data.copy()
    for name, value in _near(near, stages_of(data)).items():
        found.setlist(f"{prefix(number)}-{name}", [value])
    return found


def _renamed(source: str, now: Mapping[str, str]) -> str:
    return now.get(source, "") if source.isdigit() else source


def _fresh(number: int) -> dict[str, str]:
    """A new stage at the end: a bracket for the best of the stage before it."""
    start = prefix(number)
    found: dict[str, str] = {}
    for name, field in StageForm.base_fields.items():
        if name == "tie_breaks":
            for place, one in enumerate(field.initial):
                found[f"{start}-{name}_{place}"] = one
        elif isinstance(field.initial, str | int):
            found[f"{start}-{name}"] = str(field.initial)
    found |= {f"{start}-kind": SINGLE, f"{start}-seeding": "taken", f"{start}-was": ""}
    found[f"{start}-t0-source"] = str(number - 1)
    found |= {f"{start}-t0-first": "1", f"{start}-t0-last": str(_CUT)}
    return found


def _near(near: object, stages: Mapping[int, Fields]) -> dict[str, str]:
    if isinstance(near, Stage):
        return _near_stage(near, stages)
    first, second = cast("tuple[object, object]", near)
    if first in SPLITS:
        return {"split": str(first)}
    sizes, advance = cast("tuple[tuple[int, ...], tuple[int, ...]]", (first, second))
    return {
        "kind": TABLES,
        "sizes": ", ".join(map(str, sizes)),
        "advance": ", ".join(map(str, advance)),
    }


def _near_stage(near: Stage, stages: Mapping[int, Fields]) -> dict[str, str]:
    found = {
        "kind": near.kind,
        "groups": str(near.groups),
        "size": str(near.size),
        "rounds": str(near.rounds or 1),
    }
    if len(near.points) != near.size:  # a shorter table keeps its best and its last place
        found["points"] = ", ".join(map(str, (*near.points[: near.size - 1], near.points[-1])))
    ids = {
        stage_id(fields.get("name", [""])[0], number): number for number, fields in stages.items()
    }
    for row, take in enumerate(near.takes):
        if take.source == ENTRIES:
            found |= {f"t{row}-source": ENTRIES, f"t{row}-flight": take.flight}
        elif take.source in ids:
            found[f"t{row}-source"] = str(ids[take.source])
            found |= {f"t{row}-first": str(take.first), f"t{row}-last": str(take.last)}
    return found | {f"t{row}-source": "" for row in range(len(near.takes), TAKES_MAX)}
