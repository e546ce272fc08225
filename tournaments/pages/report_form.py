"""How a match ended, as organiser and players say it: one press for two, a line each for more."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.pages.console_forms import WHOLE, MatchForm
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import SENTENCES
from tournaments.rules.codec import from_json
from tournaments.rules.errors import Refused
from tournaments.rules.results import REPORTED, Result, check_agrees


class ReportForm(MatchForm):
    """The places of a match: for two the winner, for more a place each; and scores if any.

    Nothing is chosen beforehand: what nobody has said is no result.
    """

    by_hand = False
    named: Mapping[str, str] = {}

    def begin_with(self, places: Sequence[Sequence[str]], scores: Iterable[Sequence[Any]]) -> None:
        """Start with what was said before: groups of refs, best first, and refs with points."""
        if places:
            self.initial["winner"] = places[0][0]
        ahead = 0
        for group in places:
            self.initial.update({f"place-{one}": ahead + 1 for one in group})
            ahead += len(group)
        self.initial.update({f"score-{one}": points for one, points in scores})

    @property
    def pair(self) -> bool:
        """Whether two play, and so one press says who won."""
        return "winner" in self.fields

    @property
    def lines(self) -> list[dict[str, Any]]:
        """A line for each player: {"ref", "name", "won": such words, "place", "score"}."""
        return [
            {
                "ref": one,
                "name": name,
                "won": gettext("%(winner)s won") % {"winner": name},
                "place": None if self.pair else self[f"place-{one}"],
                "score": self[f"score-{one}"],
            }
            for one, name in self.named.items()
        ]

    def fill(self, seen: Seen) -> None:
        """A winner to choose, or a place for each; a score for each."""
        self.by_hand = not seen.row.online
        self.named = {one: seen.name(one) for one in self.players}
        if len(self.players) == 2:  # noqa: PLR2004 - two players need one answer
            self.fields["winner"] = forms.ChoiceField(
                label=_("Winner"),
                choices=list(self.named.items()),
                widget=forms.RadioSelect,
                error_messages={"required": _("Say who won.")},
            )
        for one, name in self.named.items():
            about = {"name": name}
            if len(self.players) > 2:  # noqa: PLR2004 - see above
                self.fields[f"place-{one}"] = forms.TypedChoiceField(
                    label=gettext("Place of %(name)s") % about,
                    coerce=int,
                    choices=[
                        ("", "–"),
                        *((n, str(n)) for n in range(1, len(self.players) + 1)),
                    ],
                    error_messages={"required": _("Choose a place.")},
                )
            self.fields[f"score-{one}"] = forms.IntegerField(
                label=gettext("Score of %(name)s") % about, required=False, widget=WHOLE
            )

    def clean(self) -> dict[str, Any]:
        """Refuse places that nobody can hold, and scores that say another winner than was chosen.

        The latter where people type both.
        """
        data = super().clean() or self.cleaned_data
        if not self.errors and self.players and not self.pair and self.result() is not None:
            self._check_places({one: data[f"place-{one}"] for one in self.players})
        if self.by_hand and not self.errors and self.players:
            told = self.result()
            try:
                if told is not None:
                    check_agrees(from_json(Result, {"how": REPORTED, **told}))
            except Refused as refused:
                self.contradicted()
                raise forms.ValidationError(str(SENTENCES[refused.code])) from refused
        return data

    def _check_places(self, given: Mapping[str, int]) -> None:
        """Who is best has place 1, and after two who share place 1 comes place 3."""
        words = gettext(
            "With these places it would be %(n)s: the best has 1, and after two who share a place"
            " the next one stays free."
        )
        for one, place in given.items():
            right = 1 + sum(other < place for other in given.values())
            if place != right:
                self.add_error(f"place-{one}", words % {"n": right})

    def contradicted(self) -> None:
        """Hear that the scores say another winner."""

    def arguments(self) -> dict[str, Any]:
        """Stage, match and the result as the command takes it."""
        data = self.cleaned_data
        return {"stage": data["stage"], "match": data["match"], "result": self.result()}

    def result(self) -> dict[str, Any] | None:
        """The result that was typed, as the command takes it."""
        data = self.cleaned_data
        if "winner" in data:
            order = sorted(self.players, key=lambda one: one != data["winner"])
            places = [[one] for one in order]
        else:
            by_place: dict[int, list[str]] = {}
            for one in self.players:
                by_place.setdefault(data[f"place-{one}"], []).append(one)
            places = [by_place[place] for place in sorted(by_place)]
        scores = [
            [one, data[f"score-{one}"]]
            for one in self.players
            if data.get(f"score-{one}") is not None
        ]
        return {"places": places, **({"scores": scores} if scores else {})}
