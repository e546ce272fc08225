"""What a correction would change, for the organiser to see before it is made."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from tournaments import states
from tournaments.errors import BadResult, by_the_rules
from tournaments.models import Correction, Tournament
from tournaments.rules import events as e
from tournaments.rules.codec import from_json
from tournaments.rules.correction import Preview
from tournaments.rules.correction import preview as previewed
from tournaments.rules.errors import Refused
from tournaments.rules.results import REPORTED, Result, check_scores


def preview(
    row: Tournament,
    *,
    stage: str,
    match: str,
    result: Mapping[str, Any] | None,
    rulings: Mapping[str, str],
) -> dict[str, Any]:
    """What `commands.correct` with the same words would do: {"matches", "ranks", "prizes", …}.

    A match: {"match", "before", "after", "played"}; ranks and prizes: {"entrant", "now", "then"};
    "prizes" is None while they cannot be paid yet. "stages": those that have begun with others
    than should have gone there, {"stage", "gone", "come"}. "ends_deal": the deal that was made
    ends with it. Raises what the rules would.
    """
    return _previewed(row, correction_of(stage, match, result, rulings, "preview"))


def preview_busts(row: Tournament, *, stage: str, out: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What `commands.correct_busts` with the same words would do; the keys are `preview`'s."""
    groups = tuple(tuple(group) for group in out)
    return _previewed(row, e.BustsCorrected(stage, groups, "preview"))


def correction_of(
    stage: str,
    match: str,
    result: Mapping[str, Any] | None,
    rulings: Mapping[str, str],
    reason: str,
) -> e.ResultCorrected:
    """The event of a correction that is asked for; BadResult for a result that is none."""
    told: Result | None = None
    if result is not None:
        try:
            told = from_json(Result, {"how": REPORTED, **result})
        except (Refused, TypeError) as refused:
            raise BadResult(_("A result has places: groups of entrants, best first.")) from refused
        try:
            check_scores(told)
        except Refused as refused:
            raise BadResult(refused.detail) from refused
    return e.ResultCorrected(stage, match, told, reason, tuple(sorted(rulings.items())))


def corrections(row: Tournament) -> list[dict[str, Any]]:
    """The corrections made, newest first: {"event", "undone"}."""
    found = Correction.objects.filter(tournament=row).order_by("-event_seq")
    return [{"event": one.event_seq, "undone": one.undone} for one in found]


def _previewed(row: Tournament, event: e.ResultCorrected | e.BustsCorrected) -> dict[str, Any]:
    with by_the_rules():
        return _told(previewed(states.state_of(row), event))


def _told(found: Preview) -> dict[str, Any]:
    def changes(rows: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - ranks are text, prizes chips
        return [{"entrant": ref, "now": now, "then": then} for ref, now, then in rows]

    return {
        "matches": [asdict(one) for one in found.matches],
        "ranks": changes(found.ranks),
        "prizes": None if found.prizes is None else changes(found.prizes),
        "stages": [asdict(one) for one in found.stages],
        "ends_deal": found.ends_deal,
    }
