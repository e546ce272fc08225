"""What players do on the live page: report their own match, propose a deal, and answer one."""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import queries
from tournaments.errors import RuleRefused
from tournaments.pages.console_forms import WHOLE
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.report_form import ReportForm
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.deals import sharers
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts
from tournaments.rules.remaining import still_in
from tournaments.rules.state import RUNNING
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import FREEZEOUT

DEAL_MAX: Final = 16
METHODS: Final = (
    ("icm", _("By what the stacks are worth (ICM)")),
    ("chip-chop", _("By chips, after the least prize for each")),
)


class DealForm(VerbForm):
    """A proposal to share the prizes."""

    method = forms.ChoiceField(label=_("How to share"), choices=METHODS)
    for_first = forms.IntegerField(
        label=_("Left for the first place"), min_value=0, initial=0, required=False, widget=WHOLE
    )

    def arguments(self) -> dict[str, Any]:
        """Method, and what is left for the winner."""
        data = self.cleaned_data
        return {"method": data["method"], "for_first": data.get("for_first") or 0}


class VoteForm(VerbForm):
    """Yes or no to one proposal."""

    deal = forms.IntegerField(widget=forms.HiddenInput)
    yes = forms.ChoiceField(
        label=_("Your answer"),
        choices=[("yes", _("Yes, share like this")), ("no", _("No, play on"))],
        widget=forms.RadioSelect,
    )

    def arguments(self) -> dict[str, Any]:
        """The proposal, and whether it is a yes."""
        return {"deal": self.cleaned_data["deal"], "yes": self.cleaned_data["yes"] == "yes"}


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
    "propose-deal": Verb(DealForm, "propose_deal", _("Propose a deal"), _("It is proposed.")),
    "vote-deal": Verb(VoteForm, "vote_deal", _("Answer"), _("Your answer is noted.")),
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


def deal_told(here: Seen, failed: VerbForm | None) -> dict[str, Any] | None:
    """The deal: what is proposed, who has answered, and the reader's forms; None: no deal now.

    "stacks": whether any are known, for in a knock-out there are none. "why": why there can be no
    deal now, for those who are still in.
    """
    state = here.state
    if state is None or state.phase != RUNNING or state.deal or not amounts(state):
        return None
    found = queries.deal(here.row)
    offer = found if found is not None and found["state"] == "open" else None
    try:
        named = sharers(state)
    except Refused as refused:
        return _no_deal(here, state, refused)
    if offer is None and not _by_stacks(here, named):
        return None
    votes = offer["votes"] if offer is not None else {}
    voters = offer["amounts"] if offer is not None else named
    return {
        "offer": offer,
        "stacks": offer is not None and any(offer["stacks"].values()),
        "rows": [
            (here.name(one), offer["stacks"].get(one), amount, votes.get(one))
            for one, amount in sorted(offer["amounts"].items(), key=lambda pair: -pair[1])
        ]
        if offer is not None
        else [],
        "vote": _vote_form(here, offer["deal"], failed)
        if offer is not None and here.me in voters and here.me not in votes
        else None,
        "propose": _form("propose-deal", here, failed)
        if _by_stacks(here, named) and (here.me in named or here.organiser)
        else None,
    }


def _by_stacks(here: Seen, named: Collection[str]) -> bool:
    """Whether the forms can propose a deal: stacks are told, and for so many."""
    return len(named) <= DEAL_MAX and any(stage.spec.kind == FREEZEOUT for stage in here.played)


def _no_deal(here: Seen, state: State, refused: Refused) -> dict[str, Any] | None:
    """Why there is no deal, for one of the last who are in, where prizes are money."""
    left = still_in(state)
    if refused.code == "deal-of-seats" or here.me not in left or not _by_stacks(here, left):
        return None
    return {"offer": None, "why": sentence_of(RuleRefused.of(refused))}


def _form(do: str, here: Seen, failed: VerbForm | None) -> tuple[Verb, VerbForm]:
    verb = PLAY_VERBS[do]
    kept = failed if failed is not None and failed.do == do else None
    return verb, kept or verb.form(None, here, do)


def _vote_form(here: Seen, deal: int, failed: VerbForm | None) -> tuple[Verb, VerbForm]:
    verb, form = _form("vote-deal", here, failed)
    form.initial["deal"] = deal
    return verb, form
