"""The bust card: somebody is out of a freezeout, at which place, for how much, and by whom."""

from typing import Any, Final

from tournaments import queries
from tournaments.pages.entry_verbs import ENTRY_VERBS, offered
from tournaments.pages.matches import began
from tournaments.pages.reading import Seen
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.outcome import amounts
from tournaments.rules.payouts import split_evenly
from tournaments.rules.ranks import Rank
from tournaments.rules.whereabouts import whereabouts

BACK: Final = ("re-enter", "rebuy")
BACK_VERBS: Final = {do: ENTRY_VERBS[do] for do in BACK}


def bust_card(here: Seen, failed: VerbForm | None = None) -> dict[str, Any] | None:
    """What somebody looks for who has just lost the last chip; None for everybody else.

    "pending": the chips are gone, and nobody has written it down, because a rebuy may come.
    """
    row = here.rows.get(here.me)
    if row is None or here.state is None:
        return None
    known = whereabouts(here.state)
    out = here.me in known and known[here.me] is None
    pending = not out and here.me in known and row.bust is not None
    if not pending and not out:
        return None
    rank = next((one for one in here.ranks() if one.entrant == here.me), None)
    told = queries.went_out(here.row, here.me) if not pending else None
    return {
        "pending": pending,
        "rank": None if pending else rank,
        "of": began(here),
        "prize": None if pending or rank is None else prize_of(here, rank),
        "out": told,
        "by": [here.name(one) for one in told.by] if told is not None else [],
        "back": [
            (do, BACK_VERBS[do], _form(here, do, failed))
            for do in offered(here)
            if do in BACK_VERBS
        ],
    }


def prize_of(here: Seen, rank: Rank) -> int | None:
    """What a rank is worth; None while the prizes are not fixed. Equal places share, odd chips up.

    Who shares with others is told the least of the parts: the odd chips go by entry number.
    """
    assert here.state is not None, "a rank is of a tournament that runs"  # noqa: S101 - ours
    paid = amounts(here.state)
    if not paid:
        return 0 if not here.row.cost and not here.row.pool else None
    places = paid[rank.first - 1 : rank.last]
    return split_evenly(sum(places), rank.last - rank.first + 1)[-1]


def _form(here: Seen, do: str, failed: VerbForm | None) -> VerbForm:
    if failed is not None and failed.do == do:
        return failed
    verb: Verb = BACK_VERBS[do]
    return verb.form(None, here, do)
