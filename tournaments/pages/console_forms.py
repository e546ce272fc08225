"""The forms of the organiser's console. What touches others asks for a reason."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pages.matches import open_matches
from tournaments.pages.plan_told import nearest_plan
from tournaments.pages.reading import Seen
from tournaments.pages.verbs import VerbForm
from tournaments.rules.state import GONE, IN, REGISTERED, WAITING_LIST
from tournaments.texts import NOTE_CHARS_MAX

PLAIN = forms.TextInput(attrs={"autocomplete": "off"})
WHOLE = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})


class StartForm(VerbForm):
    """The start; where those who are in cannot play it as announced, by the nearest plan."""

    nearest = forms.BooleanField(
        label=_("Start by the nearest plan"),
        error_messages={"required": _("As announced it cannot be played: say that this plan is.")},
    )

    def prepare(self, seen: Seen) -> None:
        """Ask for it only where it is needed."""
        if nearest_plan(seen) is None:
            del self.fields["nearest"]


class NoteForm(VerbForm):
    """Something with a public reason."""

    note = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_CHARS_MAX,
        help_text=_("Required; everybody can read it."),
        widget=PLAIN,
        error_messages={"required": _("Say why, in a sentence that the players may read.")},
    )


class CancelForm(NoteForm):
    """The end without a result: of one that costs nothing, nothing goes back."""

    free = False

    def prepare(self, seen: Seen) -> None:
        """Know whether somebody paid something."""
        self.free = not seen.row.cost

    def said(self, done: str) -> str:
        """Speak of chips only where there were some."""
        return gettext("It is cancelled.") if self.free else done


class SayForm(VerbForm):
    """A note pinned on every page of the tournament; empty takes it down."""

    note = forms.CharField(
        label=_("Public note"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def prepare(self, seen: Seen) -> None:
        """Start with the note as it is."""
        self.initial["note"] = seen.row.note


class EntrantForm(VerbForm):
    """Something about one entrant."""

    entrant = forms.ChoiceField(
        label=_("Entrant"), error_messages={"required": _("Choose who it is about.")}
    )
    statuses: tuple[str, ...] = (REGISTERED, WAITING_LIST)
    about = ""
    """What it does, in a line above the form."""
    empty = False
    """Whether there is nobody to choose."""

    def prepare(self, seen: Seen) -> None:
        """Offer those to whom it can be done."""
        held = seen.state.entrants.values() if seen.state is not None else ()
        self.offer(seen, [one.id for one in held if one.status in self.statuses])

    def offer(self, seen: Seen, refs: Iterable[str]) -> None:
        """Let one of these be chosen. Nobody is beforehand: a slip would hit somebody."""
        state = seen.state
        named = [
            (one, f"{state.entrants[one].number}. {seen.name(one)}")
            for one in refs
            if state is not None
        ]
        self.empty = not named
        self.fields["entrant"].choices = [("", _("Choose …")), *named]  # type: ignore[attr-defined]  # a choice field


class EntrantNoteForm(EntrantForm, NoteForm):
    """Something about one entrant, with a public reason."""

    statuses = (*IN, WAITING_LIST)
    field_order = ["key", "entrant", "note"]


class RemoveForm(EntrantNoteForm):
    """Taking somebody out who still has something to play: who is out cannot leave any more."""

    def prepare(self, seen: Seen) -> None:
        """Offer those who have not been eliminated."""
        held = seen.state.entrants.values() if seen.state is not None else ()
        inside = [one.id for one in held if one.status in self.statuses]
        self.offer(seen, [one for one in inside if one not in seen.outs()])
        self.about = after_the_start(
            seen,
            gettext(
                "As if they had withdrawn, by your hand: open matches are lost, and every ranking"
                " says withdrawn."
            ),
            gettext(
                "As if they had withdrawn: what was paid goes back, and they may enter again."
            ),
        )


class DisqualifyForm(EntrantNoteForm):
    """Putting somebody out for a breach of the rules, also who is out already."""

    def prepare(self, seen: Seen) -> None:
        """Say what follows."""
        super().prepare(seen)
        self.about = after_the_start(
            seen,
            gettext(
                "For a breach of the rules: open matches are lost, and every ranking says"
                " disqualified."
            ),
            gettext(
                "For a breach of the rules: what was paid goes back, and they cannot enter again."
            ),
        )


class ReinstateForm(EntrantNoteForm):
    """Somebody who has gone comes back."""

    statuses = GONE

    def prepare(self, seen: Seen) -> None:
        """Say what follows."""
        super().prepare(seen)
        self.about = gettext("Takes it back from now on: what was decided meanwhile stands.")


def after_the_start(seen: Seen, words: str, before: str) -> str:
    """What a leaving by the organiser's hand means now; `before` the start it is another thing."""
    if seen.row.started_at is None:
        return before
    return f"{words} {gettext('What was paid is not given back.')}" if seen.row.cost else words


class MatchForm(VerbForm):
    """About one open match, named by two hidden fields; `players` are known once it is found."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)
    match = forms.CharField(widget=forms.HiddenInput, max_length=16)
    players: tuple[str, ...] = ()

    def prepare(self, seen: Seen) -> None:
        """Find the match that was sent, and its players."""
        if self.is_bound:
            self.found(seen, self.data.get("stage", ""), self.data.get("match", ""))

    @property
    def place(self) -> str:
        """A match's own: after its result a browser finds nothing there, and unfolds nothing."""
        stage, match = self.initial.get("stage", ""), self.initial.get("match", "")
        return f"{self.do}-{stage}-{match}".replace(".", "-")

    def found(self, seen: Seen, stage: str, match: str) -> "MatchForm":
        """Be the form of that match; of one that is not open, a form without players."""
        self.initial.update({"stage": stage, "match": match})
        self.auto_id = f"{self.place.replace('%', '%%')}-%s"
        spec = next((one for one in seen.played if one.spec.id == stage), None)
        self.players = dict(open_matches(spec)).get(match, ()) if spec is not None else ()
        self.fill(seen)
        return self

    def fill(self, seen: Seen) -> None:
        """Add a field for each player."""


class ForfeitForm(MatchForm):
    """Who did not come to a match, or left it."""

    absent = forms.MultipleChoiceField(label=_("Absent"), widget=forms.CheckboxSelectMultiple)
    note = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_CHARS_MAX,
        help_text=_("Required; everybody can read it."),
        widget=PLAIN,
    )

    def fill(self, seen: Seen) -> None:
        """Offer the players of the match."""
        self.fields["absent"].choices = [(one, seen.name(one)) for one in self.players]  # type: ignore[attr-defined]  # a choice field


class TieForm(VerbForm):
    """Equals to be put in order: by the order given, or drawn from the committed seed."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)
    equals = forms.CharField(widget=forms.HiddenInput, max_length=2000)
    how = forms.ChoiceField(
        label=_("How"),
        choices=[("draw", _("Draw from the committed seed")), ("order", _("In this order"))],
        widget=forms.RadioSelect,
        initial="draw",
    )
    order = forms.CharField(
        label=_("Order, best first"),
        required=False,
        help_text=_("Entry numbers with commas; only for an order that was played out."),
        widget=PLAIN,
    )
    note = forms.CharField(
        label=_("Reason"),
        max_length=NOTE_CHARS_MAX,
        help_text=_("Required; everybody can read it."),
        widget=PLAIN,
    )

    def prepare(self, seen: Seen) -> None:
        """Know the entry numbers."""
        held = seen.state.entrants.values() if seen.state is not None else ()
        self.numbers = {str(one.number): one.id for one in held}

    def clean(self) -> dict[str, Any]:
        """An order names each of the equals once."""
        data = super().clean() or self.cleaned_data
        if data.get("how") == "order":
            named = [self.numbers.get(one.strip(), "") for one in data.get("order", "").split(",")]
            if sorted(named) != sorted(data.get("equals", "").split(",")):
                self.add_error("order", gettext("Name each of them once, by entry number."))
            data["named"] = named
        return data

    def arguments(self) -> dict[str, Any]:
        """Stage, equals, order and note as the command takes them."""
        data = self.cleaned_data
        order = data["named"] if data["how"] == "order" else None
        equals = data["equals"].split(",")
        return {"stage": data["stage"], "equals": equals, "order": order, "note": data["note"]}
