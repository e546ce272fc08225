"""The prizes of the places in words: places that are shared stand in one line, and say so."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.pages.plan_told import Told
from tournaments.pages.prizes_told import Places, Share, shared, shared_places
from tournaments.rules.payouts import Prizes
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
    total = sum(found.weights)
    return [
        PrizeLine(
            places=one.places,
            shared=one.last - one.first + 1,
            per_cent=round(1000 * sum(found.weights[one.first - 1 : one.last]) / total) / 10,
            amount=_each(one, sum(found.amounts[one.first - 1 : one.last])),
        )
        for one in shared(found.amounts, _shared(structure, plan))
    ]


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


def _each(one: Share, amount: int) -> str:
    """What comes to each of these: where chips are left over, the sum and for how many it is."""
    count = one.last - one.first + 1
    if count == 1:
        return _chips(amount)
    if one.least != one.most:
        return _("%(amount)s for %(n)s") % {"amount": _chips(amount), "n": count}
    return f"{count}{SPACE}×{SPACE}{_chips(one.most)}"


def _chips(amount: int) -> str:
    return number_format(amount, use_l10n=True, force_grouping=True)


def _shared(structure: Structure, plan: Told | None) -> list[Places]:
    """The shared places of the stage that the final ranking begins with."""
    if plan is None or plan.refused or not plan.stages:
        return []
    specs = {stage.id: stage for stage in structure.stages}
    first = structure.ranking[0] if structure.ranking else plan.stages[-1]["stage"]
    for one in plan.stages:
        if one["stage"] == first:
            return shared_places(specs[first], one["entrants"])
    return []
