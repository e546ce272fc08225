"""The whole form of a draft, with all its stages, and the structure that it makes."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext

from tournaments.pages.draft_fields import listed, weighed
from tournaments.pages.draft_form import DraftForm
from tournaments.pages.stage_form import StageForm, TakeForm, prefix
from tournaments.pages.words import stage_said
from tournaments.rules.buying import BuyingRules
from tournaments.rules.errors import Refused
from tournaments.rules.levels import Level
from tournaments.rules.structure import (
    ENTRIES,
    FREEZEOUT,
    PrizeRules,
    Stage,
    Structure,
    Take,
)

STAGES_MAX: Final = 12
TAKES_MAX: Final = 12


class Draft:
    """The whole form: the settings, and each stage with the rows of its sources.

    `initial`: {"draft": fields, "stages": [fields], "takes": [[fields]]}. `kept`: the stages as
    they were saved, by id: what a form cannot say exactly stays as it is, until it is changed.
    """

    def __init__(
        self,
        data: QueryDict | None,
        initial: Mapping[str, Any],
        kept: Mapping[str, Stage] | None = None,
        *,
        named: bool = False,
    ) -> None:
        """Bound to `data`, or with what was kept; `named`: it needs its name now."""
        self.form = DraftForm(data, initial["draft"], named=named)
        self.kept = kept or {}
        self.stages: list[tuple[StageForm, list[TakeForm]]] = []
        names = _names(data, initial)
        for number in range(1, len(names) + 1):
            self.stages.append(self._stage(data, initial, number, names))

    def _stage(
        self, data: QueryDict | None, initial: Mapping[str, Any], number: int, names: list[str]
    ) -> tuple[StageForm, list[TakeForm]]:
        sources = [(ENTRIES, gettext("the entries"))] + [
            (str(other), gettext("stage %(n)s %(name)s") % {"n": other, "name": stage_said(name)})
            for other, name in enumerate(names, start=1)
            if other != number
        ]
        start = prefix(number)
        if data is None:
            fields = initial["stages"][number - 1]
            form = StageForm(None, number, fields, self.kept.get(fields.get("was", "")))
            given = initial["takes"][number - 1]
            takes = [TakeForm(None, sources, f"{start}-t{i}", one) for i, one in enumerate(given)]
        else:
            kept = self.kept.get(data.get(f"{start}-was", ""))
            before = {stage["was"]: stage for stage in initial["stages"] if stage.get("was")}
            form = StageForm(data, number, before.get(kept.id) if kept else None, kept)
            takes = [TakeForm(data, sources, f"{start}-t{i}") for i in _rows(data, start)]
        if len(takes) < TAKES_MAX and (not takes or takes[-1]["source"].value()):
            takes.append(TakeForm(None, sources, f"{start}-t{len(takes)}"))
        return form, takes

    def is_valid(self) -> bool:
        """Whether every field may stand."""
        return self.form.is_bound and not self.wrong

    @property
    def wrong(self) -> bool:
        """Whether something needs another look."""
        rows = [take for _form, takes in self.stages for take in takes]
        every = [self.form, *(form for form, _takes in self.stages), *rows]
        return bool([one for one in every if one.errors])  # each of them is looked at

    @property
    def expected(self) -> int:
        """For how many entrants the plan is made."""
        return int(self.form.cleaned_data["expected"])

    @property
    def freezeout(self) -> bool:
        """Whether one of the stages is a freezeout."""
        return any(form.chosen == FREEZEOUT for form, _takes in self.stages)

    def structure(self) -> Structure:
        """The structure that was asked for; the rules say whether it can be."""
        data = self.form.cleaned_data
        ids = [form.id for form, _takes in self.stages]
        stages = []
        for form, rows in self.stages:
            takes = tuple(take for row in rows if row.is_bound and (take := row.take(ids)))
            stages.append(form.stage(takes or (Take(),), self.expected))
        ranking = listed(data["ranking"])
        if any(not 1 <= number <= len(ids) for number in ranking):
            raise Refused("bad-structure", gettext("The ranking names stages by their numbers."))
        played = next((one for one in stages if one.kind == FREEZEOUT), None)
        return Structure(
            tuple(stages),
            _prizes(data, freezeout=played is not None),
            _buying(data, played) if played is not None else BuyingRules(0),
            cap=data["cap"],
            fewest=data["fewest"],
            check_in=data["check_in"],
            no_show=data["no_show"],
            ranking=tuple(ids[number - 1] for number in ranking),
        )


def _names(data: QueryDict | None, initial: Mapping[str, Any]) -> list[str]:
    """What the stages are called, as far as that is typed."""
    if data is None:
        return [str(stage.get("name", "")) for stage in initial["stages"]]
    found: list[str] = []
    while f"{prefix(len(found) + 1)}-kind" in data and len(found) < STAGES_MAX:
        found.append(data.get(f"{prefix(len(found) + 1)}-name", ""))
    return found or [""]


def _rows(data: QueryDict, start: str) -> list[int]:
    """The rows of sources that were sent, up to the last one that says something."""
    sent = [number for number in range(TAKES_MAX) if data.get(f"{start}-t{number}-source")]
    return list(range(max(sent, default=-1) + 1))


def _prizes(data: Mapping[str, Any], *, freezeout: bool) -> PrizeRules:
    names = ("prize_part", "fee_part", "guarantee", "rounding", "unit")
    seats = ("seat_value", "seat_into", "seat_portion") if data["seat_value"] else ()
    bought = ("bounty_part", "rebuy_price", "addon_price") if freezeout else ()
    return PrizeRules(
        **{name: data[name] for name in (*names, *seats, *bought)},
        weights=weighed(data["weights"]),
        bounty_cash_per_cent=data["bounty_cash"],
    )


def _buying(data: Mapping[str, Any], stage: Stage) -> BuyingRules:
    """What may be bought; a level that is not said is that of late entry.

    An add-on with a price or a level is meant, so that the rules ask for its chips.
    """
    late = _index(stage.levels, data["late_level"])
    rebuys, chips = data["rebuys"], data["addon_chips"]
    addon = chips or data["addon_price"] or data["addon_level"]
    return BuyingRules(
        stage.stack,
        late_until=late,
        reentries=data["reentries"],
        rebuys=rebuys,
        rebuy_until=_index(stage.levels, data["rebuy_level"], late) if rebuys else -1,
        rebuy_stack=(data["rebuy_stack"] or stage.stack) if rebuys else 0,
        rebuy_chips=(data["rebuy_chips"] or stage.stack) if rebuys else 0,
        addon_at=_index(stage.levels, data["addon_level"], late) if addon else -1,
        addon_chips=chips,
    )


def _index(levels: tuple[Level, ...], number: int, otherwise: int = -1) -> int:
    """The index of the level that players count as `number`; 0: what it is otherwise."""
    played = [index for index, level in enumerate(levels) if not level.is_break]
    return played[min(number, len(played)) - 1] if number else otherwise
