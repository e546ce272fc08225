"""The prizes of the places in words: places that are shared stand in one line, and say so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.pages.plan_told import Told
from tournaments.rules.payouts import Prizes
from tournaments.rules.shared_places import shared_places
from tournaments.rules.structure import Structure

SPACE: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class PrizeLine:
    """A line of the prizes.

    `places`: "1" or "3–4"; `shared` by how many (1: nobody shares); `per_cent` of the pool and
    `amount` in chips, as they are read.
    """

    places: str
    shared: int
    per_cent: float
    amount: str


def prize_lines(structure: Structure, found: Prizes, plan: Told | None) -> list[PrizeLine]:
    """The prizes from the first place down to the last that is paid; `plan`: for so many."""
    groups = dict(_shared(structure, plan))
    weights, amounts = found.weights, found.amounts
    total = sum(weights)
    lines: list[PrizeLine] = []
    place = 1
    while place <= len(amounts):
        last = groups.get(place, place)
        held = slice(place - 1, last)
        lines.append(
            PrizeLine(
                places=str(place) if last == place else f"{place}–{last}",
                shared=last - place + 1,
                per_cent=round(1000 * sum(weights[held]) / total) / 10,
                amount=_each(sum(amounts[held]), last - place + 1),
            )
        )
        place = last + 1
    return lines


def with_lines(structure: Structure, planned: Mapping[str, Any]) -> dict[str, Any]:
    """What `planning` gives, with the lines of its prizes: "plan_lines", and those of now."""

    def lines(found: Prizes | None, plan: Told) -> list[PrizeLine]:
        return prize_lines(structure, found, plan) if found is not None else []

    now = planned["plan_now"]
    return {
        **planned,
        "plan_lines": lines(planned["plan_prizes"], planned["plan"]),
        "plan_now": {**now, "lines": lines(now["prizes"], now["plan"])} if now else None,
    }


def _each(amount: int, count: int) -> str:
    """What comes to each of so many: odd chips go by entry number, and so the sum is said then."""
    if count == 1:
        return _chips(amount)
    if amount % count:
        return _("%(amount)s for %(n)s") % {"amount": _chips(amount), "n": count}
    return f"{count}{SPACE}×{SPACE}{_chips(amount // count)}"


def _chips(amount: int) -> str:
    return number_format(amount, use_l10n=True, force_grouping=True)


def _shared(structure: Structure, plan: Told | None) -> tuple[tuple[int, int], ...]:
    """The shared places of the stage that the final ranking begins with."""
    if plan is None or plan.refused or not plan.stages:
        return ()
    specs = {stage.id: stage for stage in structure.stages}
    first = structure.ranking[0] if structure.ranking else plan.stages[-1]["stage"]
    for one in plan.stages:
        if one["stage"] == first:
            return shared_places(specs[first], one["entrants"])
    return ()
