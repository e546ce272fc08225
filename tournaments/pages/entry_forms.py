"""The console's forms to enter others: a list of names, and the house's bots."""

from typing import Any, Final, cast

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.bots import BOTS
from tournaments import commands
from tournaments.accounts import accounts_called
from tournaments.pages.console_forms import WHOLE
from tournaments.pages.import_read import ACCOUNT, NAME, check_flights, entries_read, parted
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.verbs import VerbForm
from tournaments.queries import bots_most
from tournaments.rules.state import IN, WAITING_LIST
from wallet.errors import Refusal

STRENGTHS: Final = {
    "calm": _("Calmly: good for learning"),
    "steady": _("Steadily"),
    "sharp": _("Sharply: they count their chances"),
}


class ImportForm(VerbForm):
    """A list of names, one a line, each with a rating if one likes."""

    entries = forms.CharField(
        label=_("Names, one a line"),
        help_text=_(
            "With a rating after a semicolon, if you like: Ana Almeida; 1850. Or CSV: name,rating."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    accounts = forms.BooleanField(
        label=_("Each name is that of an account here, and its owner plays"), required=False
    )

    namesakes = forms.BooleanField(
        label=_("Who has a name that is there already is somebody else, and is entered too"),
        required=False,
    )
    field_order = ["key", "entries", "accounts", "namesakes"]

    def prepare(self, seen: Seen) -> None:
        """Know who is in it already."""
        self.seen = seen
        held = seen.state.entrants.values() if seen.state is not None else ()
        self.entered = {
            str(seen.rows[one.id].name) for one in held if one.status in (*IN, WAITING_LIST)
        }

    def clean_entries(self) -> list[dict[str, Any]]:
        """The lines as entries; one that cannot be read is refused with what would be right."""
        found = entries_read(self.cleaned_data["entries"])
        check_flights(found, self.seen.structure.flights)
        return found

    def clean(self) -> dict[str, Any]:
        """Names that are there already are left out, unless namesakes are meant."""
        data = super().clean() or self.cleaned_data
        if "entries" not in data:
            return data
        mark = {"account": True} if data.get("accounts") else {}
        entries = [{**one, **mark} for one in data["entries"]]
        called = accounts_called(one[NAME] for one in entries if one.get(ACCOUNT))
        for one in entries:
            if one.get(ACCOUNT) and (user := called.get(one[NAME])):
                one[NAME] = user.username
        new, self.again = parted(entries, self.entered)
        # An account is one person, however often it is named.
        self.kept = bool(data.get("namesakes")) and not mark
        data["entries"] = entries if self.kept else new
        if not data["entries"]:
            raise forms.ValidationError(gettext("Everybody in this list is entered already."))
        return data

    def arguments(self) -> dict[str, Any]:
        """The entries, with the mark of an account where they are some."""
        return {"entries": self.cleaned_data["entries"]}

    def aside(self) -> str:
        """Who was left out."""
        if self.kept or not self.again:
            return ""
        names = ", ".join(dict.fromkeys(name for name, _why in self.again))
        return gettext("Left out, for they are there already: %(names)s.") % {"names": names}

    @property
    def rated(self) -> bool:
        """Whether somebody of those who were understood has a rating."""
        return any(one["rating"] for one in self.read)

    def look(self) -> None:
        """Keep what was understood, judged as entering judges it, for the page to show."""
        self.read: list[dict[str, Any]] = []
        if self.is_valid():
            try:
                commands.judge_entries(
                    user=self.seen.reader,  # type: ignore[arg-type]  # the organiser
                    tournament_id=self.seen.row.pk,
                    **self.arguments(),
                )
                self.read = self.cleaned_data["entries"]
            except Refusal as refusal:
                self.refuse(None, sentence_of(refusal))
        self.renewed()


class BotsForm(VerbForm):
    """How many of the house's bots enter, up to the last free place, and how well they play."""

    count = forms.IntegerField(label=_("How many"), min_value=1, widget=WHOLE)
    plays = forms.ChoiceField(
        label=_("How well they play"),
        choices=[(name, STRENGTHS[name]) for name in BOTS],
        initial="steady",
        required=False,
        widget=forms.RadioSelect,
    )

    def prepare(self, seen: Seen) -> None:
        """Offer as many as there are places."""
        most = bots_most(seen.row)
        self.empty = not most
        capped = bool(seen.structure.cap)
        field = cast("forms.IntegerField", self.fields["count"])
        field.max_value = most
        field.validators.append(MaxValueValidator(most))
        free = ngettext("%(n)s place is free.", "%(n)s places are free.", most)
        field.help_text = (free if capped else gettext("At most %(n)s at a time.")) % {"n": most}
        self.initial["count"] = most if capped else ""

    def arguments(self) -> dict[str, Any]:
        """How many, and how strong."""
        data = self.cleaned_data
        return {"count": data["count"], "plays": data["plays"] or "steady"}
