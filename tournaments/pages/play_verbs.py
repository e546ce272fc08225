"""What players do on the live page: report their own match, propose a deal, and answer one."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.deal_forms import DEAL_VERBS
from tournaments.pages.reading import Seen
from tournaments.pages.report_form import ReportForm
from tournaments.pages.verbs import Verb, VerbForm


class TakeBackForm(VerbForm):
    """One press for who said the wrong thing of the own match."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)
    match = forms.CharField(widget=forms.HiddenInput, max_length=16)


class AgreeForm(VerbForm):
    """One press for what another player says of the match: the result as it was shown."""

    stage = forms.CharField(widget=forms.HiddenInput, max_length=40)
    match = forms.CharField(widget=forms.HiddenInput, max_length=16)
    told = forms.CharField(widget=forms.HiddenInput, max_length=4000)

    def clean_told(self) -> dict[str, Any]:
        """The result; an empty one, which the command refuses, of what is none."""
        try:
            told = json.loads(self.cleaned_data["told"])
        except (ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}

    def arguments(self) -> dict[str, Any]:
        """Stage, match, and the result in the reader's own name."""
        data = self.cleaned_data
        return {"stage": data["stage"], "match": data["match"], "result": data["told"]}


PLAY_VERBS: Final[Mapping[str, Verb]] = {
    "report": Verb(ReportForm, "report", _("Report the result"), _("Your report is noted.")),
    "agree": Verb(AgreeForm, "report", _("I agree"), _("Your answer is noted.")),
    "take-back": Verb(
        TakeBackForm, "take_back", _("Take back what I said"), _("What you said is taken back.")
    ),
    **DEAL_VERBS,
}


def reporting(
    here: Seen, mine: Mapping[str, Any], failed: VerbForm | None
) -> dict[str, Any] | None:
    """How a player of a room reports the own match; None at live tables.

    {"verb", "form", "agree": forms to say the same as somebody else, each with whose word it is,
    "back": the form to take back what the reader said, if anything, "open": whether the long form
    is what to begin with}.
    """
    if not mine["players"] or mine["live"]:
        return None
    claims = mine["claims"]
    if failed is not None and failed.do == "report":
        form = failed
    else:
        fresh = ReportForm(None, here, "report")
        form = fresh.found(here, mine["stage"], mine["match"])
        if claims and claims["mine"]:
            fresh.begin_with(claims["mine"]["places"], claims["mine"]["scores"])
    return {
        "verb": PLAY_VERBS["report"],
        "form": form,
        "agree": [
            (other["name"], agree_form(here, mine, f"agree-{number}", other["told"]))
            for number, other in enumerate(claims["others"] if claims else (), start=1)
        ],
        "refused": failed.non_field_errors()
        if failed is not None and failed.do in ("agree", "take-back")
        else (),
        "back": _back_form(here, mine) if claims and claims["mine"] else None,
        "open": not claims or form.is_bound,
    }


def agree_form(here: Seen, where: Mapping[str, Any], name: str, told: str) -> AgreeForm:
    """One press for a result that was shown; `where` has its stage and match."""
    form = AgreeForm(None, here, name)
    form.initial.update({"stage": where["stage"], "match": where["match"], "told": told})
    return form


def _back_form(here: Seen, mine: Mapping[str, Any]) -> tuple[Verb, VerbForm]:
    form = TakeBackForm(None, here, "take-back")
    form.initial.update({"stage": mine["stage"], "match": mine["match"]})
    return PLAY_VERBS["take-back"], form
