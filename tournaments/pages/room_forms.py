"""Forms for a freezeout in a live room: who is out, chip counts, and the order of those out."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pages.console_forms import WHOLE, NoteForm
from tournaments.pages.reading import Seen
from tournaments.pages.verbs import VerbForm


class BustsForm(VerbForm):
    """Who lost the last chip in one hand (hand for hand: at every table), with the stacks."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)

    def prepare(self, seen: Seen) -> None:
        """A stack for each seat: filled in for those who are out."""
        self.tables: list[tuple[int, list[tuple[str, str]]]] = []
        self.refs: list[str] = []
        for stage in seen.played:
            if not stage.seats:
                continue
            self.initial["stage"] = stage.spec.id
            for table, seats in sorted(stage.tables().items()):
                for _seat, one in sorted(seats.items()):
                    self.refs.append(one)
                    self.fields[f"stack-{one}"] = forms.IntegerField(
                        label=seen.name(one), required=False, min_value=1, widget=WHOLE
                    )
                self.fields[f"dealer-{table}"] = forms.TypedChoiceField(
                    label=gettext("Next dealer at table %(n)s") % {"n": table},
                    required=False,
                    coerce=int,
                    choices=[("", "–"), *((seat, str(seat)) for seat in sorted(seats))],
                )
                fields = [(f"stack-{one}", one) for _seat, one in sorted(seats.items())]
                self.tables.append((table, fields))

    def groups(self) -> list[dict[str, Any]]:
        """The fields by table, for the template."""
        return [
            {
                "number": table,
                "stacks": [self[name] for name, _ref in fields],
                "dealer": self[f"dealer-{table}"],
            }
            for table, fields in self.tables
        ]

    def clean(self) -> dict[str, Any]:
        """Somebody is out, or there is nothing to report."""
        data = super().clean() or self.cleaned_data
        if not any(data.get(f"stack-{one}") for one in self.refs):
            raise forms.ValidationError(
                gettext("Give the stack of everybody who is out, and only of them.")
            )
        return data

    def arguments(self) -> dict[str, Any]:
        """Stage, busts and dealers as the command takes them."""
        data = self.cleaned_data
        busts = [
            {"entrant": one, "stack": data[f"stack-{one}"]}
            for one in self.refs
            if data.get(f"stack-{one}")
        ]
        dealers = {
            str(table): data[f"dealer-{table}"]
            for table, _fields in self.tables
            if data.get(f"dealer-{table}")
        }
        return {"stage": data["stage"], "busts": busts, "dealers": dealers}


class StacksForm(VerbForm):
    """The chip counts of those who are in; what is left empty stays as it was."""

    def prepare(self, seen: Seen) -> None:
        """A count for each seat, with the one that is known."""
        self.refs: list[str] = []
        for stage in seen.played:
            for table, seats in sorted(stage.tables().items()):
                for seat, one in sorted(seats.items()):
                    self.refs.append(one)
                    self.fields[f"stack-{one}"] = forms.IntegerField(
                        label=f"{table}.{seat} {seen.name(one)}",
                        required=False,
                        min_value=0,
                        initial=seen.rows[one].stack if one in seen.rows else None,
                        widget=WHOLE,
                    )

    def arguments(self) -> dict[str, Any]:
        """The counts by ref."""
        data = self.cleaned_data
        given = {one: data.get(f"stack-{one}") for one in self.refs}
        return {"stacks": {one: count for one, count in given.items() if count is not None}}


class OutForm(NoteForm):
    """The order of those who are out, put right."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)
    out = forms.CharField(
        label=_("Who is out, who went first on top"),
        help_text=_("Entry numbers, a line for each place; those who share it with commas."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    field_order = ["key", "out", "note"]

    def prepare(self, seen: Seen) -> None:
        """Start with the order as it is."""
        held = seen.state.entrants if seen.state is not None else {}
        self.numbers = {str(one.number): one.id for one in held.values()}
        for stage in seen.played:
            if stage.out:
                self.initial["stage"] = stage.spec.id
                lines = [", ".join(str(held[one].number) for one in group) for group in stage.out]
                self.initial["out"] = "\n".join(lines)

    def clean_out(self) -> list[list[str]]:
        """The lines as groups of refs."""
        lines = [line for line in self.cleaned_data["out"].splitlines() if line.strip()]
        groups = [[self.numbers.get(one.strip(), "") for one in line.split(",")] for line in lines]
        if any("" in group for group in groups):
            raise forms.ValidationError(gettext("Name each of them once, by entry number."))
        return groups
