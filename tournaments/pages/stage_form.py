"""The form of one stage of a draft: where its entrants come from, its format, its policies."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournaments.pages.draft_fields import (
    NO,
    YES,
    InOrder,
    listed,
    numbers,
    one_of,
    one_sentence_of,
    usual,
    whole,
)
from tournaments.pages.draft_points import said_points, usual_points, wrong_points
from tournaments.pages.words import (
    BUBBLES,
    BUSTS,
    CLOCKS,
    FINALS,
    KINDS,
    REDRAWS,
    SCHEMES,
    SEEDINGS,
    SPLITS,
)
from tournaments.rules.levels import Level, generated
from tournaments.rules.structure import (
    DOUBLE,
    ENTRIES,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    Stage,
    Take,
)

POINTS: Final = (ROUND_ROBIN, SWISS)
MAIN: Final[Mapping[str, tuple[str, ...]]] = {
    "minutes": (SINGLE, DOUBLE, TABLES, ROUND_ROBIN, SWISS),
    "third_place": (SINGLE,),
    "final": (DOUBLE,),
    "sizes": (TABLES,),
    "advance": (TABLES,),
    "groups": (ROUND_ROBIN,),
    "size": POINTS,
    "rounds": (SWISS,),
    "points": POINTS,
    "double": (ROUND_ROBIN,),
    **dict.fromkeys(
        ("seats", "stack", "first_ante", "growth", "level_minutes", "break_every",
         "break_minutes", "bust_policy"),
        (FREEZEOUT,),
    ),
}  # fmt: skip
"""The fields that only some formats have, and which ones these are."""
FINE: Final[Mapping[str, tuple[str, ...]]] = {
    "split": (SWISS,),
    "bye_points": POINTS,
    "tie_breaks": POINTS,
    **dict.fromkeys(
        ("early_bubble", "clock_waits", "final_redraw", "scheme", "ends_at", "break_order"),
        (FREEZEOUT,),
    ),
}
"""Likewise, of those that few touch."""
LEVEL_FIELDS: Final = frozenset(
    {"kind", "stack", "first_ante", "growth", "level_minutes", "break_every", "break_minutes"}
)
Shown = list[tuple[forms.BoundField, str, bool]]
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def prefix(number: int) -> str:
    """What the names of a stage's fields begin with; stages count from 1."""
    return f"s{number}"


class TakeForm(forms.Form):
    """One source of a stage: entries, or places of another stage."""

    source = forms.ChoiceField(label=_("From"), required=False)
    first = whole(_("Places from"), 1, 4096, 1)
    last = whole(_("to"), 0, 4096, 0, _("0: all after it"))
    flight = forms.CharField(label=_("Flight"), required=False, max_length=40)

    def __init__(
        self,
        data: QueryDict | None,
        sources: Sequence[tuple[str, str]],
        name: str,
        initial: dict[str, Any] | None = None,
    ) -> None:
        """A source of the stage, one of `sources` (value and words)."""
        super().__init__(data, prefix=name, initial=initial, label_suffix="")
        self.fields["source"].choices = [("", "–"), *sources]  # type: ignore[attr-defined]  # a choice field

    def take(self, ids: Sequence[str]) -> Take | None:
        """The take, with the stages' ids; None for a row that was left empty."""
        data = usual(self, self.cleaned_data)
        source = data["source"]
        if not source:
            return None
        if source == ENTRIES:
            return Take(flight=data["flight"].strip())
        return Take(ids[int(source) - 1], data["first"], data["last"])


def stage_id(name: str, number: int) -> str:
    """The id of a stage of that name; without one it is called by its number, from 1."""
    name = name.strip()
    if _ID.fullmatch(name):
        return name
    return slugify(name)[:40] or ("main" if number == 1 else f"stage-{number}")


class StageForm(forms.Form):
    """One stage; fields of other formats are left alone. `was`: its id when the form was made."""

    was = forms.CharField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name of the stage"), required=False, max_length=40)
    kind = one_of(_("Format"), KINDS, SINGLE)
    seeding = one_sentence_of(_("Seeding"), SEEDINGS, "drawn")
    minutes = whole(_("Minutes a round is expected to take"), 1, 600, 30)
    third_place = forms.BooleanField(label=_("A match for the third place"), required=False)
    final = one_sentence_of(_("Final"), FINALS, "reset")
    sizes = numbers(_("Seats at a table, by round"), "4, 4")
    advance = numbers(_("How many go on, by round but the last"), "1")
    groups = whole(_("Groups"), 1, 64, 1)
    size = whole(_("Players at a table"), 2, 8, 2)
    rounds = whole(_("Rounds"), 1, 50, 5)
    points = numbers(_("Points by place, most first"), "2, 0")
    double = forms.BooleanField(label=_("Everybody meets twice"), required=False)
    seats = whole(_("Seats at a table"), 2, 8, 8)
    stack = whole(_("Chips to start with"), 1, 10**9, 1000)
    first_ante = whole(_("First ante"), 1, 10**9, 10)
    growth = whole(_("Each ante is so many per cent of the one before"), 101, 400, 140)
    level_minutes = whole(_("Minutes a level"), 1, 240, 15)
    break_every = whole(_("A break after so many levels"), 0, 50, 4, _("0: no breaks."))
    break_minutes = whole(_("Minutes a break"), 1, 240, 5)
    bust_policy = one_sentence_of(_("Elimination order"), BUSTS, "stacks")
    split = one_sentence_of(_("Who does not fit at full tables"), SPLITS, "short-bottom")
    bye_points = whole(_("Points for a bye"), 0, 1000, None, _("Empty: those of the first place."))
    tie_breaks = InOrder(_("Tie-breaks, in this order"), ("buchholz", "sonneborn-berger", "wins"))
    early_bubble = one_sentence_of(_("Hand for hand"), BUBBLES, NO)
    clock_waits = one_sentence_of(_("The clock, hand for hand"), CLOCKS, YES)
    final_redraw = one_sentence_of(_("Final table"), REDRAWS, YES)
    scheme = one_sentence_of(_("Seats of who moves"), SCHEMES, "first-to-act")
    ends_at = whole(_("It ends with so many players left"), 1, 4096, 1)
    break_order = numbers(
        _("Tables are broken in this order"), "", _("Empty: the smallest table first.")
    )

    def __init__(
        self,
        data: QueryDict | None,
        number: int,
        initial: dict[str, Any] | None = None,
        kept: Stage | None = None,
    ) -> None:
        """The form of stage `number`; `kept`: the stage as it was saved, if it was."""
        super().__init__(data, prefix=prefix(number), initial=initial, label_suffix="")
        self.number = number
        self.kept = kept
        if number > 1:
            words = {**SEEDINGS, "taken": _("By the places in the stages before")}
            self.fields["seeding"].choices = list(words.items())  # type: ignore[attr-defined]  # a choice field

    def clean(self) -> dict[str, Any]:
        """What is left empty is what it usually is; points fit the size of the tables."""
        data = usual(self, super().clean() or self.cleaned_data)
        if data.get("kind") in POINTS and "size" in data and "points" in data:
            points = listed(data["points"]) or usual_points(data["size"])
            data["points"] = said_points(points)
            if wrong := wrong_points(data["size"], points):
                self.add_error("points", wrong)
        return data

    @property
    def id(self) -> str:
        """The id of the stage: its name, as an address would have it."""
        return stage_id(self.cleaned_data["name"], self.number)

    @property
    def chosen(self) -> str:
        """The format that is chosen, typed or not."""
        return str(self["kind"].value() or SINGLE)

    def _of(self, names: Mapping[str, tuple[str, ...]]) -> Shown:
        """Fields, each with its formats and whether the chosen one has it."""
        return [(self[name], " ".join(of), self.chosen in of) for name, of in names.items()]

    @property
    def main_fields(self) -> Shown:
        """The settings of the formats."""
        return self._of(MAIN)

    @property
    def fine_fields(self) -> Shown:
        """Their finer policies."""
        return self._of(FINE)

    @property
    def fine_kinds(self) -> str:
        """The formats that have finer policies."""
        return " ".join(dict.fromkeys(kind for of in FINE.values() for kind in of))

    @property
    def has_fine(self) -> bool:
        """Whether the chosen format has some."""
        return any(shown for _field, _kinds, shown in self.fine_fields)

    @property
    def fine_wrong(self) -> bool:
        """Whether one of them needs another look."""
        return any(field.errors for field, _kinds, _shown in self.fine_fields)

    def stage(self, takes: tuple[Take, ...], expected: int) -> Stage:
        """The stage that was asked for."""
        data = self.cleaned_data
        seconds = 60 * data["minutes"]
        if self.kept is not None and "minutes" not in self.changed_data:
            seconds = self.kept.seconds
        common = {"takes": takes, "seeding": data["seeding"], "seconds": seconds}
        return Stage(self.id, data["kind"], **common, **self._parts(expected))

    def _parts(self, expected: int) -> dict[str, Any]:
        data = self.cleaned_data
        kind = data["kind"]
        if kind == SINGLE:
            return {"third_place": data["third_place"]}
        if kind == DOUBLE:
            return {"final": data["final"]}
        if kind == TABLES:
            return {"sizes": listed(data["sizes"]), "advance": listed(data["advance"])}
        if kind == FREEZEOUT:
            return self._freezeout(expected)
        points = listed(data["points"])
        found = {"size": data["size"], "points": points, "tie_breaks": data["tie_breaks"]}
        bye = data["bye_points"]
        found["bye_points"] = points[0] if bye is None else bye
        if kind == SWISS:
            return found | {"rounds": data["rounds"], "split": data["split"]}
        return found | {"groups": data["groups"], "double": data["double"]}

    def _freezeout(self, expected: int) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "size": data["seats"],
            "stack": data["stack"],
            "levels": self._levels(expected),
            "break_order": listed(data["break_order"]),
            **{name: data[name] for name in ("bust_policy", "scheme", "ends_at")},
            **{
                name: data[name] == YES for name in ("early_bubble", "clock_waits", "final_redraw")
            },
        }

    def _levels(self, expected: int) -> tuple[Level, ...]:
        """Levels as they were saved while nothing that makes them is changed; else new ones."""
        if self.kept is not None and self.kept.levels and not LEVEL_FIELDS & {*self.changed_data}:
            return self.kept.levels
        data = self.cleaned_data
        return generated(
            data["first_ante"],
            data["stack"],
            growth=data["growth"],
            seconds=60 * data["level_minutes"],
            break_every=data["break_every"],
            break_seconds=60 * data["break_minutes"],
            players=expected,
        )
