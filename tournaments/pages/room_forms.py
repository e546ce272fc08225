"""Forms for a freezeout in a live room: who is out, chip counts, and the order of those out."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pages.console_forms import WHOLE, NoteForm
from tournaments.pages.reading import Seen
from tournaments.pages.standings_why import chips
from tournaments.pages.verbs import VerbForm
from tournaments.rules.errors import Refused
from tournaments.rules.offers import REBUY, on_sale, price
from tournaments.rules.sitting import check_stacks, chips_in_play
from tournaments.rules.standings import stage_over
from tournaments.rules.state import StageState
from tournaments.texts import NOTE_CHARS_MAX

OUT: Final = "out"
BACK: Final = "rebuys"


class BustsForm(VerbForm):
    """Who lost the last chip in one hand (hand for hand: at every table), with the stacks.

    Of whom the rules still sell a rebuy the form asks which it is: nobody is out by oversight.
    """

    def prepare(self, seen: Seen) -> None:
        """A stack for each seat of every freezeout in play: filled in for those who are out."""
        self.tables: list[tuple[str, str, int, list[str]]] = []
        self.stage_of: dict[str, str] = {}
        self.state = seen.state
        self.asked: list[dict[str, Any]] = []
        self.back = self._may_return(seen)
        self.own_hand = seen.state is not None and bool(price(seen.state, REBUY))
        stages = in_play(seen)
        for stage in stages:
            named = seen.stage_name(stage.spec.id) if len(stages) > 1 else ""
            for table, seats in sorted(stage.tables().items()):
                refs = [one for _seat, one in sorted(seats.items())]
                for one in refs:
                    self.stage_of[one] = stage.spec.id
                    self.fields[f"stack-{one}"] = forms.IntegerField(
                        label=seen.name(one), required=False, min_value=1, widget=WHOLE
                    )
                    if one in self.back:
                        self.fields[f"next-{one}"] = self._choice(seen.name(one))
                self.fields[_dealer(stage.spec.id, table)] = forms.TypedChoiceField(
                    label=gettext("Next dealer at table %(n)s") % {"n": table},
                    required=False,
                    coerce=int,
                    choices=[("", "–"), *((seat, str(seat)) for seat in sorted(seats))],
                )
                self.tables.append((stage.spec.id, named, table, refs))

    def _may_return(self, seen: Seen) -> set[str]:
        state = seen.state
        seats = [one for stage in in_play(seen) for one in stage.seats]
        return {one for one in seats if state is not None and REBUY in on_sale(state, one, 0)}

    def _choice(self, name: str) -> forms.ChoiceField:
        back = _("Waits: pays for a rebuy by their own hand, or is out") if self.own_hand else ""
        return forms.ChoiceField(
            label=gettext("What follows for %(name)s") % {"name": name},
            required=False,
            choices=[(BACK, back or _("Buys again and plays on")), (OUT, _("Is out"))],
            widget=forms.RadioSelect,
        )

    def groups(self) -> list[dict[str, Any]]:
        """The fields by table, for the template."""
        return [
            {
                "stage": named,
                "number": table,
                "stacks": [self[f"stack-{one}"] for one in refs],
                "dealer": self[_dealer(stage, table)],
            }
            for stage, named, table, refs in self.tables
        ]

    def clean(self) -> dict[str, Any]:
        """Somebody is out, or there is nothing to report; and of one stage at a time."""
        data = super().clean() or self.cleaned_data
        self.out = [one for one in self.stage_of if data.get(f"stack-{one}")]
        if not self.out:
            raise forms.ValidationError(
                gettext("Give the stack of everybody who is out, and only of them.")
            )
        if len({self.stage_of[one] for one in self.out}) > 1:
            raise forms.ValidationError(gettext("Report those of one stage at a time."))
        if self.state is not None:
            try:
                check_stacks(self.state, [data[f"stack-{one}"] for one in self.out])
            except Refused as refused:
                most = chips(chips_in_play(self.state))
                words = gettext("No stacks are larger than all chips in play: %(most)s.")
                raise forms.ValidationError(words % {"most": most}) from refused
        if self.data.get("do") == self.do and any(self._unsaid(data, one) for one in self.out):
            self._ask(data)
            raise forms.ValidationError(
                gettext("Say of everybody who may buy again whether they do, or are out.")
            )
        return data

    def _unsaid(self, data: dict[str, Any], one: str) -> bool:
        return one in self.back and data.get(f"next-{one}") not in (OUT, BACK)

    def _ask(self, data: dict[str, Any]) -> None:
        for one in sorted(self.out, key=lambda one: -data[f"stack-{one}"]):
            self.asked.append(
                {
                    "name": str(self.fields[f"stack-{one}"].label),
                    "stack": chips(data[f"stack-{one}"]),
                    "next": self[f"next-{one}"] if one in self.back else None,
                }
            )

    def look(self) -> None:
        """Keep who would be out, for the page to ask whether that is right; nothing is written."""
        if self.is_valid():
            self._ask(self.cleaned_data)
        self.renewed()

    def arguments(self) -> dict[str, Any]:
        """Stage, busts and dealers as the command takes them."""
        data = self.cleaned_data
        played = self.stage_of[self.out[0]]
        dealers = {
            str(table): data[_dealer(stage, table)]
            for stage, _named, table, _refs in self.tables
            if stage == played and data.get(_dealer(stage, table))
        }
        busts = [
            {
                "entrant": one,
                "stack": data[f"stack-{one}"],
                **({"rebuys": True} if data.get(f"next-{one}") == BACK else {}),
            }
            for one in self.out
        ]
        return {"stage": played, "busts": busts, "dealers": dealers}


def in_play(seen: Seen) -> list[StageState]:
    """The freezeouts in which somebody sits and something is left to play."""
    return [stage for stage in seen.played if stage.seats and not stage_over(stage)]


def _dealer(stage: str, table: int) -> str:
    return f"dealer-{stage}-{table}"


class StacksForm(VerbForm):
    """The chip counts of those who are in; what is left empty stays as it was."""

    def prepare(self, seen: Seen) -> None:
        """A count for each seat, with the one that is known."""
        self.refs: list[str] = []
        for stage in in_play(seen):
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
    """The order of those who are out of one freezeout, put right; the reason comes at the end."""

    note = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_CHARS_MAX,
        required=False,
        help_text=_("Required; everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "aria-required": "true"}),
    )
    out = forms.CharField(
        label=_("Who is out, who went first on top"),
        help_text=_("Entry numbers, a line for each place; those who share it with commas."),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    field_order = ["key", "out", "note"]

    def prepare(self, seen: Seen) -> None:
        """Know the entry numbers."""
        held = seen.state.entrants if seen.state is not None else {}
        self.held = {one.id: one.number for one in held.values()}
        self.numbers = {str(number): ref for ref, number in self.held.items()}

    def about(self, stage: StageState) -> "OutForm":
        """Be the form of a freezeout, beginning with the order as it is."""
        lines = [", ".join(str(self.held[one]) for one in group) for group in stage.out]
        self.initial["out"] = "\n".join(lines)
        return self

    def clean_out(self) -> list[list[str]]:
        """The lines as groups of refs."""
        lines = [line for line in self.cleaned_data["out"].split("\n") if line.strip()]
        groups = [[self.numbers.get(one.strip(), "") for one in line.split(",")] for line in lines]
        if any("" in group for group in groups):
            raise forms.ValidationError(gettext("Name each of them once, by entry number."))
        return groups
