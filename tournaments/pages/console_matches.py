"""The matches that wait in the organiser's console: what is said of each, and how to decide it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.pages.bracket_drawing import BYES, elimination
from tournaments.pages.bracket_told import numbered
from tournaments.pages.claims_told import claims_told
from tournaments.pages.console_forms import MatchForm
from tournaments.pages.matches import live_tables, open_matches
from tournaments.pages.play_verbs import agree_form
from tournaments.pages.reading import Seen
from tournaments.pages.results_told import rounds_said
from tournaments.pages.verbs import Verb, VerbForm
from tournaments.rules.advance import READY
from tournaments.rules.due import walk_overs
from tournaments.rules.standings import BRACKETS, stage_over
from tournaments.rules.state import StageState

Verbs = Mapping[str, Verb]


def to_play(here: Seen, verbs: Verbs, failed: VerbForm | None) -> list[dict[str, Any]]:
    """The matches that can be played now, each with the forms to report or to forfeit it.

    What needs a decision comes first, then what waits for another word.
    """
    found: list[dict[str, Any]] = []
    if here.row.phase != "running":
        return found
    assert here.state is not None, "what runs has a log"  # noqa: S101 - ours
    settled = {(one.stage, one.match) for one in walk_overs(here.state)}
    for stage in here.played:
        if stage_over(stage):
            continue
        called, named = numbered(here, stage), rounds_said(here, stage)
        live = live_tables(here, stage)
        said = queries.claims(here.row, stage.spec.id)
        for match, players in open_matches(stage):
            about = (stage.spec.id, match)
            claims = claims_told(here, said, match, players)
            told = (
                {"report": None, "forfeit": None}
                if about in settled
                else {
                    do: _match_form(here, verbs[do], do, failed, about)
                    for do in ("report", "forfeit")
                }
            )
            found.append(
                {
                    "where": about,
                    "called": called.get(match, match),
                    "round": named.get(match, ""),
                    "names": [here.name(one) for one in players],
                    "live": live.get(match),
                    "claims": claims
                    and {
                        **claims,
                        "rulings": _rulings(here, verbs["rule"], about, claims),
                    },
                    **told,
                    "settling": about in settled,
                }
            )
    return sorted(found, key=_calm)


def byes(here: Seen) -> list[list[str]]:
    """Who has a bye in the rounds in play: names by stage, of those stages where somebody has."""
    found: list[list[str]] = []
    for stage in here.played if here.row.phase == "running" else ():
        if stage_over(stage):
            continue
        names = [here.name(one) for one in _free(stage)]
        if names:
            found.append(names)
    return found


def _free(stage: StageState) -> list[str]:
    if stage.rounds:
        return [*stage.rounds[-1].byes]
    if stage.spec.kind not in BRACKETS:
        return []
    boxes = elimination(stage).boxes
    now = {(box.part, box.round) for box in boxes if box.status == READY}
    seats = [box.seats[0] for box in boxes if (box.part, box.round) in now]
    return [seat.entrant for seat in seats if seat.mark == BYES and seat.entrant]


def _calm(match: Mapping[str, Any]) -> int:
    claims = match["claims"]
    return 2 if claims is None else int(not claims["disputed"])


def _rulings(
    here: Seen, verb: Verb, about: tuple[str, str], claims: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """One press for each result that players of a match have claimed."""
    stage, match = about
    where = {"stage": stage, "match": match}
    place = f"rule-{stage}-{match}".replace(".", "-")
    return [
        {
            "verb": verb,
            "form": agree_form(here, where, f"{place}-{number}", one["told"]),
            "label": _("Decide: %(result)s") % {"result": one["said"]},
        }
        for number, one in enumerate(claims["results"], start=1)
    ]


def _match_form(
    here: Seen, verb: Verb, do: str, failed: VerbForm | None, about: tuple[str, str]
) -> tuple[Verb, MatchForm] | None:
    """The form for one match: the refused one where it belongs, else a fresh one."""
    if isinstance(failed, MatchForm) and failed.do == do and _sent(failed) == about:
        return verb, failed
    form = verb.form(None, here, do)
    return (verb, form.found(here, *about)) if isinstance(form, MatchForm) else None


def _sent(form: VerbForm) -> tuple[str, str]:
    """The stage and match that a form named."""
    return str(form.data.get("stage", "")), str(form.data.get("match", ""))


def refused_aside(matches: Sequence[Mapping[str, Any]], failed: VerbForm | None) -> Sequence[Any]:
    """Why a press was refused, or a form of a match that is open no more: they have no place."""
    if failed is None or failed.do not in ("rule", "report", "forfeit"):
        return ()
    shown = failed.do != "rule" and any(one["where"] == _sent(failed) for one in matches)
    return () if shown else failed.non_field_errors()
