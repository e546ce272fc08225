"""What players of a room say of their match, in words: who said what, and what is waited for."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.pages.reading import Seen
from tournaments.queries.claims import open_claims


def claims_told(
    here: Seen, said: Mapping[str, Sequence[dict[str, Any]]], match: str, players: Sequence[str]
) -> dict[str, Any] | None:
    """{"lines", "disputed", "waiting"} of an open match; None while nobody has said anything.

    `said`: the claims of its stage by match. `waiting`: names of those whose word would settle it.
    """
    found = open_claims(said.get(match, ()), players)
    if not found["claims"]:
        return None
    spoken = {one["entrant"] for one in found["claims"]}
    silent = [one for one in players if one not in spoken]
    return {
        "lines": [claim_said(here, one) for one in found["claims"]],
        "disputed": found["disputed"],
        "waiting": "" if found["disputed"] else here.names(silent),
    }


def claim_said(here: Seen, claim: Mapping[str, Any]) -> str:
    """Such a line as "Ana says Rui won (3 : 1)", of {"entrant", "places", "scores"}."""
    order = [one for group in claim["places"] for one in group]
    scores = dict(claim["scores"])
    points = " : ".join(str(scores[one]) for one in order if one in scores)
    about = {"name": here.name(claim["entrant"]), "winner": here.name(order[0])}
    if len(order) == 2 == len(claim["places"]):  # noqa: PLR2004 - a match for two has a winner
        words = _("%(name)s says %(winner)s won") % about
    else:
        about["order"] = " > ".join(
            " = ".join(here.name(one) for one in group) for group in claim["places"]
        )
        words = _("%(name)s says: %(order)s") % about
    return f"{words} ({points})" if points else words
