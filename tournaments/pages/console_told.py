"""What the console tells beside its verbs: what a start would do, and the results so far."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tables.queries import clock
from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.lobby import paid_out
from tournaments.pages.matches import open_matches
from tournaments.pages.plan_told import nearest_plan
from tournaments.pages.projector import CHAMPIONS, champions
from tournaments.pages.reading import Seen
from tournaments.pages.results_told import order_said, rounds_said
from tournaments.rules.outcome import final_groups
from tournaments.rules.standings import BRACKETS, board, stage_over
from tournaments.rules.state import REGISTERED, StageState


def starting(here: Seen, planned: Mapping[str, Any]) -> dict[str, Any]:
    """What follows of starting now: {"early", "absent": not checked in, "ready", "plan", …}."""
    row, now = here.row, planned["plan_now"] or {}
    held = here.state.entrants.values() if here.state is not None else ()
    checks_in = row.phase == "registering" and here.structure.check_in
    early = row.starts_at is not None and row.starts_at > clock()
    absent = sum(one.status == REGISTERED for one in held) if checks_in else 0
    everybody = row.entered >= queries.planned_for(row, here.structure)
    return {
        "early": early,
        "absent": absent,
        # All who are expected are there: the start is what is left to do.
        "ready": everybody and not early and not absent,
        "plan": now.get("plan") or planned["plan"],
        "prizes": now["prizes"] if now else planned["plan_prizes"],
        "nearest": nearest_plan(here),
        "lines": now["lines"] if now else planned["plan_lines"],
    }


def outcome_told(here: Seen) -> dict[str, Any]:
    """Who has won, as soon as all is played: {"champions", "settling": it is not final yet}."""
    state = here.state
    settling = (
        here.row.phase == "running"
        and state is not None
        and all(map(stage_over, state.stages.values()))
    )
    first = next(iter(final_groups(state)), ()) if settling and state is not None else ()
    seats = state is not None and state.satellite is not None
    names = champions(here) or ([] if seats else [here.name(one) for one in first])
    return {"champions": names if len(names) <= CHAMPIONS else [], "settling": settling}


def drawn(stage: StageState) -> bool:
    """Whether something of a stage is or was there to be played."""
    return bool(stage.rounds or stage.results or stage.seats or open_matches(stage))


def results(here: Seen) -> list[dict[str, Any]]:
    """The results so far, newest round first, each with the way to its correction."""
    found: list[dict[str, Any]] = []
    if paid_out(here):
        return found
    for stage in here.played:
        called = numbered(here, stage)
        again = here.row.phase == "running" and stage.spec.kind in BRACKETS
        for match, result in reversed(stage.results.items()):
            if again and board(stage).stand(match).set_aside:
                continue  # a correction has set it aside: the match is to be played again
            found.append(
                {
                    "stage": stage.spec.id,
                    "match": match,
                    "called": called.get(match, match),
                    "round": rounds_said(here, stage).get(match, ""),
                    "said": order_said(here, result.places, result.scores) or _("nobody"),
                }
            )
    return found
