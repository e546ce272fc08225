"""The newest facts of a tournament in words, with their public reasons and transfers."""

import json
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.claims_told import claim_said
from tournaments.pages.reading import Seen
from tournaments.pages.words import AGREED, EVENTS, RECORDED, said

EVENTS_MAX: Final = 500


def timeline(here: Seen, newest: int = 0, kinds: Collection[str] = ()) -> list[dict[str, Any]]:
    """So many events, newest first (0: 500), of these kinds or of all."""
    after = max(0, here.row.seq - (newest or EVENTS_MAX))
    return [
        {
            "seq": event["seq"],
            "at": datetime.fromisoformat(event["at"]),
            "what": _what(here, json.loads(event["line"])),
            "brief": said(EVENTS, event["kind"]),
            "about": _about(here, json.loads(event["line"])),
            "note": _note(event["kind"], event["note"]),
            "ledger": event["ledger"],
        }
        for event in reversed(queries.events(here.row, after=after))
        if not kinds or event["kind"] in kinds
    ]


def _what(here: Seen, event: Mapping[str, Any]) -> str:
    """What happened; where there were no prizes, none was paid."""
    kind = str(event["kind"])
    if kind == "paid" and not here.row.pool:
        return _("Closed: there were no prizes")
    if event.get("ground"):
        return said(RECORDED, event["ground"])
    return said(EVENTS, kind)


def _note(kind: str, note: str) -> str:
    """What was said about it; what a deal leaves there in the reader's words."""
    return said(AGREED, note) if kind == "deal-made" else note


def _about(here: Seen, event: dict[str, Any]) -> str:
    """Who and what it was about, in a few words."""
    tell = _TELL.get(str(event.get("kind")))
    return tell(here, event) if tell is not None else ""


def _entrant(here: Seen, event: dict[str, Any]) -> str:
    return here.name(event["entrant"])


def _result(here: Seen, event: dict[str, Any]) -> str:
    result = event.get("result") or {}
    places = [" = ".join(here.name(one) for one in group) for group in result.get("places", [])]
    gone = [here.name(one) for one in result.get("out", [])]
    about = " > ".join([*places, *gone])
    called = _called(here, event["stage"]).get(event["match"], str(event["match"]))
    return f"{called}: {about}" if about else called


def _claim(here: Seen, event: dict[str, Any]) -> str:
    """What a player said of which match, that it is said anew, and whose words it contradicts."""
    result = event["result"]
    claim = {"entrant": event["entrant"], "scores": result.get("scores", ()), **result}
    called = _called(here, event["stage"]).get(event["match"], str(event["match"]))
    told = f"{called}: {claim_said(here, claim)}"
    if event.get("anew"):
        told = _("%(claim)s, instead of what was said before") % {"claim": told}
    if event.get("against"):
        about = {"claim": told, "names": here.names(event["against"])}
        told = _("%(claim)s. That contradicts %(names)s: a dispute") % about
    return told


def _called(here: Seen, stage: str) -> Mapping[str, str]:
    """What the matches of a stage are called, worked out once for a page."""
    if stage not in here.called and here.state is not None:
        here.called[stage] = numbered(here, here.state.stages[stage])
    return here.called.get(stage, {})


def _stage(here: Seen, event: dict[str, Any]) -> str:
    return here.stage_name(event["stage"])


def _busted(here: Seen, event: dict[str, Any]) -> str:
    return ", ".join(here.name(bust["entrant"]) for bust in event["busts"])


def _bounty(here: Seen, event: dict[str, Any]) -> str:
    taken = event["taken"]
    if any(one["killer"] == event["victim"] for one in taken):  # the own head, at the end
        return here.name(event["victim"])
    return f"{here.name(event['victim'])} → {here.names([one['killer'] for one in taken])}"


def _deal(here: Seen, event: dict[str, Any]) -> str:
    return ", ".join(f"{here.name(ref)} {amount}" for ref, amount in event["amounts"])


def _order(here: Seen, event: dict[str, Any]) -> str:
    return " > ".join(here.name(one) for one in event["order"])


def _level(here: Seen, event: dict[str, Any]) -> str:
    level = here.structure.stages[0]
    for stage in here.structure.stages:
        level = stage if stage.id == event["stage"] else level
    index = int(event["level"])
    if level.levels[index].is_break:
        return _("Break")
    return _("Level %(n)s") % {"n": sum(not one.is_break for one in level.levels[: index + 1])}


def _seated(here: Seen, event: dict[str, Any]) -> str:
    seats = event["seats"]
    if len(seats) > 3:  # noqa: PLR2004 - a list of names would be longer than a line
        return ""
    return ", ".join(f"{here.name(who)} → {table}.{seat}" for who, table, seat in seats)


_TELL: Final[dict[str, Callable[[Seen, dict[str, Any]], str]]] = {
    **dict.fromkeys(
        ("registered", "checked-in", "withdrawn", "disqualified", "reinstated", "re-entered",
         "rebought", "added-on"),
        _entrant,
    ),
    "claimed": _claim,
    "result-recorded": _result,
    "result-corrected": _result,
    "stage-started": _stage,
    "round-drawn": _stage,
    "busted": _busted,
    "bounty-taken": _bounty,
    "tie-broken": _order,
    "deal-made": _deal,
    "level-began": _level,
    "seated": _seated,
}  # fmt: skip
