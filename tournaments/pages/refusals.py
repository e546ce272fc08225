"""Refusals of the rules in the reader's language; the rules themselves speak English."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.errors import BadTournament, RuleRefused
from tournaments.pages.refusal_words import GENERAL
from tournaments.rules.errors import Refused
from wallet.errors import Refusal

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

DRAFTS: Final[dict[str, "StrPromise"]] = {
    "bad-stage-id": _("The name of a stage is made of 1 to 40 letters, digits, - and _."),
    "bad-ranking": _("The final ranking names each stage once."),
    "not-parted": _(
        "Those of a group can be kept apart only in a knock-out whose entrants come from several"
        " groups of a round robin: choose another seeding."
    ),
    "fee-without-prize": _(
        "An entry with a fee or a bounty has a part for the prizes too: say how much it is."
    ),
    "bounty-elsewhere": _(
        "Bounties are taken in freezeouts, hand by hand: leave the bounty at 0 elsewhere."
    ),
    "reentry-never": _(
        "A re-entry is open as long as late entry: say until which level that is, or set"
        " re-entries to 0."
    ),
    "rebuy-unsold": _(
        "A rebuy has a price, and nobody may buy one: say how many for each entrant, or set the"
        " price to 0."
    ),
    "rebuy-brings-nothing": _(
        "A rebuy brings no chips: say how many it brings, such as the stack of a start."
    ),
    "rebuy-never": _(
        "No level has rebuys: say until which level there are some, or set rebuys to 0."
    ),
    "rebuy-free": _(
        "Where an entry is paid for, a rebuy is too: say what it costs, or set rebuys to 0."
    ),
    "addon-brings-nothing": _(
        "The add-on brings no chips: say how many it brings, or leave out its price and level."
    ),
    "addon-never": _(
        "No level has the add-on: say at which level it is sold, or leave out its price and its"
        " chips."
    ),
    "addon-free": _(
        "Where an entry is paid for, an add-on is too: say what it costs, or leave it out."
    ),
    "sold-to-the-end": _(
        "Late entry, rebuys and the add-on end before the last level of a freezeout: name an"
        " earlier level."
    ),
}
"""What the rules refuse of a draft that a form can say."""
SENTENCES: Final[dict[str, "StrPromise"]] = {
    "wrong-phase": _("That is not possible now: the tournament has gone on, or is not there yet."),
    "already-entered": _("You have entered this tournament already."),
    "cannot-return": _("Only the organiser can let this entrant back in."),
    "bad-killers": _("The last chips are taken by others who are still in, each named once."),
    "cannot-check-in": _("This entrant cannot check in: already there, or gone."),
    "entry-closed": _("Late entry is over, or not part of this tournament."),
    "full": _("All places are taken, and after the start nobody moves up."),
    "still-in": _("Only somebody who is out can re-enter."),
    "already-out": _("Too late: this entrant is out."),
    "rebuy-closed": _("Rebuying is over, or not part of this tournament."),
    "too-many-chips": _("A rebuy is for those who have few enough chips in front."),
    "no-addon": _("The add-on is sold at its own level only."),
    "no-chips": _("Who has lost the last chip buys again before the add-on."),
    "pays-by-hand": _(
        "What costs chips of the house, or is for a live table here, each player buys by their own"
        " hand."
    ),
    "brings-nothing": _("This would bring no chips, so nothing is paid for it."),
    "limit-reached": _("This entrant has bought that as often as this tournament allows."),
    "tie": _("This match needs a winner: play another hand, or draw for it."),
    "not-in-match": _("A result names all players of the match, and nobody else."),
    "score-contradicts": _(
        "The score contradicts who won: who stands ahead has no fewer points. Where fewer points"
        " win, leave the scores out."
    ),
    "too-large-stack": _("Stacks of one hand cannot be more than all chips in play."),
    "bad-result": _("A result names each player once, and each place has somebody."),
    "not-played": _("This match has no result that could be corrected."),
    "tie-at-the-cut": _("A tie lies across the cut: play another hand, or break the tie."),
    "too-few": _("There are too few entrants to start."),
    **DRAFTS,
}
PLANS: Final[dict[str, "StrPromise"]] = {
    "bad-field": _("A stage gets fewer entrants than it needs, or more than it can hold."),
    "bad-groups": _("So many groups cannot be made: each of them needs two entrants or more."),
    "no-plane": _("Everybody can meet at tables of that size only in groups of certain sizes."),
    "too-many-rounds": _("All would have met all others before so many rounds were played."),
    "too-few": _("A stage takes more places than the stage before it has."),
    "no-split": _("So many players cannot sit at tables of that size in this way."),
    "two-places": _(
        "Two stages are played at the same time, and the same players would have to sit in both:"
        " let one take from the other, or each take a flight of its own."
    ),
    "taken-twice": _("A stage would take the same players by two ways: one of the two is enough."),
    "impossible-plan": _("Tables of these sizes cannot be played with so many going on."),
}
"""Why a plan cannot be played, without its numbers: these stand in the rules' own sentence."""

_STEP_FAILED: Final = _(
    "A step failed, and is tried again within a minute. If it keeps failing, tell whoever runs"
    " this house. The reason: %(reason)s"
)


def plan_reason(code: str) -> str:
    """The sentence for a plan that cannot be played; empty for one that has none of ours."""
    return str(PLANS.get(code, ""))


def rule_sentence(refused: Refused) -> str:
    """The sentence for what the rules refuse of a draft: ours, else their own."""
    known = DRAFTS.get(refused.code)
    return str(known) if known is not None else _general(refused.code, refused.detail)


def sentence_of(refusal: Refusal) -> str:
    """The sentence for a refusal: ours for the rules' own codes, else the one it brings."""
    known = SENTENCES.get(refusal.code)
    if known is not None:
        return str(known)
    by_rules = isinstance(refusal, RuleRefused | BadTournament) or type(refusal) is Refusal
    return _general(refusal.code, refusal.detail) if by_rules else refusal.detail


def trouble_sentence(trouble: Mapping[str, Any]) -> str:
    """The sentence for what a tournament cannot get over by itself (a row's `trouble`)."""
    code, detail = str(trouble["code"]), str(trouble.get("detail") or trouble["code"])
    if "reason" in trouble:
        return str(_STEP_FAILED) % {"reason": trouble["reason"]}
    known = SENTENCES.get(code)
    return str(known) if known is not None else _general(code, detail)


def _general(code: str, detail: str) -> str:
    """The rules' own sentence where it is read in its language, since it has the numbers too."""
    known = GENERAL.get(code) or PLANS.get(code)
    english = (get_language() or "en").startswith("en")
    return detail if english or known is None else str(known)
