"""The deal on the live page: what is proposed, who has answered, and how a reader takes part."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import queries
from tournaments.errors import RuleRefused
from tournaments.pages.console_forms import WHOLE
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import sentence_of
from tournaments.pages.standings_why import chips as chips_said
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.deals import sharers
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts
from tournaments.rules.payouts import split_evenly
from tournaments.rules.remaining import still_in
from tournaments.rules.state import RUNNING
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import FREEZEOUT

DEAL_MAX: Final = 16
CUSTOM: Final = "custom"
LAST_FEW: Final = 4
"""Where nobody has stacks, the page speaks of a deal only when so few may share."""
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


class SharesForm(VerbForm):
    """A proposal with an amount for each, as they have talked it over."""

    for_first = forms.IntegerField(
        label=_("Left for the first place"), min_value=0, initial=0, required=False, widget=WHOLE
    )

    def prepare(self, seen: Seen) -> None:
        """An amount for each who may share; none when nobody may.

        To begin with they are those that are proposed, or equal parts.
        """
        named = _sharers(seen.state)
        paid = amounts(seen.state)[: len(named)] if seen.state is not None else ()
        self.shared = sum(paid)
        first = self.fields.pop("for_first")
        self.refs = dict(zip(named, split_evenly(self.shared, max(len(named), 1)), strict=False))
        offer = proposed(seen) if named else None
        if offer is not None and offer["amounts"].keys() == self.refs.keys():
            self.refs = {ref: offer["amounts"][ref] for ref in named}
            first.initial = offer["for_first"]
        for ref, part in self.refs.items():
            self.fields[f"share-{ref}"] = forms.IntegerField(
                label=seen.name(ref), min_value=0, initial=part, widget=WHOLE
            )
        self.fields["for_first"] = first

    def clean(self) -> dict[str, Any]:
        """Refuse what is not all of what is shared, or more."""
        data = super().clean() or self.cleaned_data
        given = [data.get(f"share-{ref}") for ref in self.refs]
        if self.refs and None not in given:
            together = sum(one or 0 for one in given) + (data.get("for_first") or 0)
            if together != self.shared:
                words = _("Together they share %(shared)s, and these are %(given)s.")
                told = {"shared": chips_said(self.shared), "given": chips_said(together)}
                raise forms.ValidationError(words % told)
        return data

    def arguments(self) -> dict[str, Any]:
        """The amounts by ref, and what is left for the winner."""
        data = self.cleaned_data
        shares = {ref: data[f"share-{ref}"] for ref in self.refs}
        return {"method": CUSTOM, "amounts": shares, "for_first": data.get("for_first") or 0}


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


DEAL_VERBS: Final[Mapping[str, Verb]] = {
    "propose-deal": Verb(DealForm, "propose_deal", _("Propose a deal"), _("It is proposed.")),
    "propose-shares": Verb(
        SharesForm, "propose_deal", _("Propose amounts of your own"), _("It is proposed.")
    ),
    "vote-deal": Verb(VoteForm, "vote_deal", _("Answer"), _("Your answer is noted.")),
}


def deal_told(here: Seen, failed: VerbForm | None) -> dict[str, Any] | None:
    """The deal: what is proposed, who has answered, and the reader's forms; None: no deal now.

    "stacks": whether any are known, for in a knock-out there are none. "why": why there can be no
    deal now, for those who are still in. "proposals": how the reader may propose one.
    """
    state = here.state
    if state is None or state.phase != RUNNING or state.deal or not amounts(state):
        return None
    offer = proposed(here)
    try:
        named = sharers(state)
    except Refused as refused:
        return _no_deal(here, state, refused)
    proposes = len(named) <= DEAL_MAX and (here.me in named or here.organiser)
    if offer is None and not _by_stacks(here, named) and not (proposes and len(named) <= LAST_FEW):
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
        "proposals": [
            _form(do, here, failed)
            for do in ("propose-deal", "propose-shares")
            if proposes and (do == "propose-shares" or _by_stacks(here, named))
        ],
    }


def proposed(here: Seen) -> dict[str, Any] | None:
    """The proposal that waits for answers; None: there is none."""
    state = here.state
    if state is None or state.phase != RUNNING or state.deal or not amounts(state):
        return None
    found = queries.deal(here.row)
    return found if found is not None and found["state"] == "open" else None


def _by_stacks(here: Seen, named: Collection[str]) -> bool:
    """Whether a deal can go by the stacks: they are told, and for so many."""
    return len(named) <= DEAL_MAX and any(stage.spec.kind == FREEZEOUT for stage in here.played)


def _no_deal(here: Seen, state: State, refused: Refused) -> dict[str, Any] | None:
    """Why there is no deal, for one of the last who are in, where prizes are money."""
    left = still_in(state)
    if refused.code == "deal-of-seats" or here.me not in left or not _by_stacks(here, left):
        return None
    return {"offer": None, "why": sentence_of(RuleRefused.of(refused))}


def _sharers(state: State | None) -> tuple[str, ...]:
    """Those who may share now; nobody where there can be no deal."""
    try:
        return sharers(state) if state is not None else ()
    except Refused:
        return ()


def _form(do: str, here: Seen, failed: VerbForm | None) -> tuple[str, Verb, VerbForm]:
    verb = DEAL_VERBS[do]
    kept = failed if failed is not None and failed.do == do else None
    return do, verb, kept or verb.form(None, here, do)


def _vote_form(here: Seen, deal: int, failed: VerbForm | None) -> tuple[Verb, VerbForm]:
    _do, verb, form = _form("vote-deal", here, failed)
    form.initial["deal"] = deal
    return verb, form
