"""What players of a room say of their match, in words: who said what, and what is waited for."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.pages.reading import Seen
from tournaments.queries.claims import open_claims

PAIR: Final = 2
"""A match for two has a winner; one for more has an order."""


def claims_told(
    here: Seen, said: Mapping[str, Sequence[dict[str, Any]]], match: str, players: Sequence[str]
) -> dict[str, Any] | None:
    """What is said of an open match; None while nobody has said anything.

    {"lines": {"said", "at"} each, "disputed", "waiting": whose word is missing, "for_me": whether
    it is the reader's, "mine": the reader's own claim or None, "others": what the reader can agree
    with, "results": what an organiser can decide with one press, {"said", "told"} each}.
    `said`: the claims of its stage by match.
    """
    found = open_claims(said.get(match, ()), players)
    if not found["claims"]:
        return None
    by = {one["entrant"]: one for one in found["claims"]}
    state = here.state
    silent = [one for one in players if one not in by and not (state and state.gone(one))]
    return {
        "lines": [
            {
                "said": claim_said(here, one, you=here.me),
                "at": datetime.fromisoformat(one["at"]),
            }
            for one in found["claims"]
        ],
        "disputed": found["disputed"],
        "waiting": "" if found["disputed"] else here.names(silent),
        "for_me": here.me in silent,
        "mine": by.get(here.me),
        "others": _others(here, found["claims"]) if here.me in players else [],
        "results": _results(here, found["claims"]),
    }


def _others(here: Seen, claims: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """What others say otherwise than the reader, once each: {"name", "told": as a form sends it}.

    What is sent is the result itself and not whose it is: who agrees, agrees with what was shown.
    """
    own = {_as_sent(one) for one in claims if one["entrant"] == here.me}
    found: dict[str, str] = {}
    for one in claims:
        if _as_sent(one) not in own:
            found.setdefault(_as_sent(one), here.name(one["entrant"]))
    return [{"name": name, "told": told} for told, name in found.items()]


def _results(here: Seen, claims: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """The results that are claimed, once each, the first to be claimed first."""
    found: dict[str, str] = {}
    for one in claims:
        found.setdefault(_as_sent(one), _result_said(here, one))
    return [{"said": said, "told": told} for told, said in found.items()]


def _result_said(here: Seen, claim: Mapping[str, Any]) -> str:
    """Such words as "Rui won (3 : 1)", or the whole order of more than two."""
    order = [one for group in claim["places"] for one in group]
    scores = dict(claim["scores"])
    points = " : ".join(str(scores[one]) for one in order if one in scores)
    if len(order) == PAIR == len(claim["places"]):
        words = _("%(winner)s won") % {"winner": here.name(order[0])}
    else:
        words = " > ".join(" = ".join(map(here.name, group)) for group in claim["places"])
    return f"{words} ({points})" if points else words


def _as_sent(claim: Mapping[str, Any]) -> str:
    """A result in one spelling: equals have no order, nor have scores."""
    told = {"places": [sorted(group) for group in claim["places"]]}
    if claim["scores"]:
        told["scores"] = sorted(claim["scores"])
    return json.dumps(told)


def claim_said(here: Seen, claim: Mapping[str, Any], you: str = "") -> str:
    """Such a line as "Ana says Rui won (3 : 1)", of {"entrant", "places", "scores"}.

    `you`: the reader's ref, where what the reader said is told as such.
    """
    order = [one for group in claim["places"] for one in group]
    scores = dict(claim["scores"])
    points = " : ".join(str(scores[one]) for one in order if one in scores)
    own = bool(you) and claim["entrant"] == you
    about = {"name": here.name(claim["entrant"]), "winner": here.name(order[0])}
    if len(order) == PAIR == len(claim["places"]):
        if own:
            words = _("You say %(winner)s won") % about
        else:
            words = _("%(name)s says %(winner)s won") % about
    else:
        about["order"] = " > ".join(
            " = ".join(here.name(one) for one in group) for group in claim["places"]
        )
        words = (_("You say: %(order)s") if own else _("%(name)s says: %(order)s")) % about
    return f"{words} ({points})" if points else words
