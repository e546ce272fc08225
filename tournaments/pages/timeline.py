"""The newest facts of a tournament in words, with their public reasons and transfers."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.claims_told import claim_said
from tournaments.pages.policies_told import late_level
from tournaments.pages.reading import Seen
from tournaments.pages.results_told import order_said, rounds_said
from tournaments.pages.standings_why import chips
from tournaments.pages.words import AGREED, EVENTS, RECORDED, said
from tournaments.rules.events import RULING, TABLE
from tournaments.rules.events_seated import FINAL
from tournaments.rules.levels import Level
from tournaments.rules.results import FORFEIT, PLAYED
from tournaments.rules.standings import stage_over

EVENTS_MAX: Final = 500
ENDS: Final = frozenset(
    {
        "busted",
        "busts-corrected",
        "left-unseated",
        "withdrawn",
        "disqualified",
        "deal-made",
        "deal-ended",
    }
)
"""What can end a freezeout."""


def timeline(here: Seen, newest: int = 0, kinds: Collection[str] = ()) -> list[dict[str, Any]]:
    """So many events, newest first (0: 500), of these kinds or of all."""
    after = max(0, here.row.seq - (newest or EVENTS_MAX))
    events = queries.events(here.row, after=after)
    ended = _ended_levels(here, events)
    return [
        {
            "seq": event["seq"],
            "at": datetime.fromisoformat(event["at"]),
            "what": _("The levels are over: all is played")
            if event["seq"] in ended
            else _what(here, json.loads(event["line"])),
            "brief": said(EVENTS, event["kind"]),
            "round": _round(here, json.loads(event["line"])),
            "about": "" if event["seq"] in ended else _about(here, json.loads(event["line"])),
            "note": _note(event["kind"], event["note"]),
            "ledger": event["ledger"],
        }
        for event in reversed(events)
        if not kinds or event["kind"] in kinds
    ]


def _what(here: Seen, event: Mapping[str, Any]) -> str:
    """What happened; where there were no prizes, none was paid."""
    kind = str(event["kind"])
    if kind == "paid" and not here.row.pool:
        return _("Closed: there were no prizes")
    if kind == "result-recorded":
        return _result_what(event)
    if kind == "level-began" and _level_of(here, event).is_break:
        return _("A break begins")
    if kind == "hand-for-hand":
        return _("Hand for hand begins") if event["on"] else _("Hand for hand ends")
    if kind == "registration-closed" and here.structure.buying.late_until >= 0:
        return _("Registration before the start closes")
    return said(EVENTS, kind)


def _result_what(event: Mapping[str, Any]) -> str:
    """By what a result stands; in an old log as far as that tells."""
    result, ground = event["result"], event.get("ground", "")
    how = result.get("how", PLAYED)
    if ground == TABLE and how == FORFEIT:
        return said(RECORDED, "nobody")
    if ground == RULING and how == FORFEIT:
        return said(RECORDED, "forfeit")
    if not ground and how == PLAYED:
        return said(RECORDED, TABLE)
    return said(RECORDED, ground) if ground else said(EVENTS, str(event["kind"]))


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
    places, scores = result.get("places", []), result.get("scores", [])
    about = order_said(here, places, scores, result.get("out", []))
    called = _called(here, event["stage"]).get(event["match"], str(event["match"]))
    return f"{called}: {about}" if about else called


def _round(here: Seen, event: Mapping[str, Any]) -> str:
    """Of which round of a bracket a result is."""
    if here.state is None or "match" not in event:
        return ""
    return rounds_said(here, here.state.stages[event["stage"]]).get(str(event["match"]), "")


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


def _taken_back(here: Seen, event: dict[str, Any]) -> str:
    """Whose words about which match stand no more."""
    called = _called(here, event["stage"]).get(event["match"], str(event["match"]))
    return f"{called}: {here.name(event['entrant'])}"


def _called(here: Seen, stage: str) -> Mapping[str, str]:
    """What the matches of a stage are called, worked out once for a page."""
    if stage not in here.called and here.state is not None:
        here.called[stage] = numbered(here, here.state.stages[stage])
    return here.called.get(stage, {})


def _stage(here: Seen, event: dict[str, Any]) -> str:
    return here.stage_name(event["stage"])


def _closed(here: Seen, _event: dict[str, Any]) -> str:
    """Until when somebody may still come in, where late entry is part of it."""
    late = late_level(here.structure)
    return _("late entry until the end of level %(n)s") % {"n": late} if late else ""


def _bought(here: Seen, event: dict[str, Any]) -> str:
    """Who bought, and what it brought; older logs do not say that."""
    name, brought = here.name(event["entrant"]), int(event.get("brings", 0))
    if not brought:
        return name
    words = ngettext("%(name)s: +%(chips)s chip", "%(name)s: +%(chips)s chips", brought)
    return words % {"name": name, "chips": chips(brought)}


def _busted(here: Seen, event: dict[str, Any]) -> str:
    return ", ".join(here.name(bust["entrant"]) for bust in event["busts"])


def _unseated(here: Seen, event: dict[str, Any]) -> str:
    return here.names(event["entrants"])


def _bounty(here: Seen, event: dict[str, Any]) -> str:
    taken = event["taken"]
    if any(one["killer"] == event["victim"] for one in taken):  # the own head, at the end
        return here.name(event["victim"])
    return f"{here.name(event['victim'])} → {here.names([one['killer'] for one in taken])}"


def _deal(here: Seen, event: dict[str, Any]) -> str:
    return ", ".join(f"{here.name(ref)} {chips(amount)}" for ref, amount in event["amounts"])


def _order(here: Seen, event: dict[str, Any]) -> str:
    return " > ".join(here.name(one) for one in event["order"])


def _ended_levels(here: Seen, events: Sequence[Mapping[str, Any]]) -> set[int]:
    """Numbers of levels that no clock began: the house closes entries so when all is played.

    What ends a freezeout is an elimination, a leaving or a deal: none of these comes after them.
    """
    if here.state is None:
        return set()
    over = {stage.spec.id for stage in here.played if stage_over(stage)}
    found: set[int] = set()
    for event in reversed(events):
        if event["kind"] in ENDS:
            break
        if event["kind"] == "level-began" and json.loads(event["line"])["stage"] in over:
            found.add(int(event["seq"]))
    return found


def _level_of(here: Seen, event: Mapping[str, Any]) -> Level:
    stage = next(one for one in here.structure.stages if one.id == event["stage"])
    return stage.levels[int(event["level"])]


def _level(here: Seen, event: dict[str, Any]) -> str:
    if _level_of(here, event).is_break:
        return ""
    stage = next(one for one in here.structure.stages if one.id == event["stage"])
    levels = stage.levels[: int(event["level"]) + 1]
    return _("Level %(n)s") % {"n": sum(not one.is_break for one in levels)}


def _seated(here: Seen, event: dict[str, Any]) -> str:
    seats = event["seats"]
    if event.get("why") == FINAL:
        words = _("%(name)s: seat %(seat)s")
        drawn = sorted(seats, key=lambda one: int(one[2]))
        names = (words % {"name": here.name(who), "seat": seat} for who, _table, seat in drawn)
        return _("Final table: %(seats)s") % {"seats": "; ".join(names)}
    if len(seats) > 3:  # noqa: PLR2004 - a list of names would be longer than a line
        return ""
    words = _("%(name)s: table %(table)s, seat %(seat)s")
    told = ({"name": here.name(who), "table": table, "seat": seat} for who, table, seat in seats)
    return "; ".join(words % one for one in told)


_TELL: Final[dict[str, Callable[[Seen, dict[str, Any]], str]]] = {
    **dict.fromkeys(
        ("registered", "checked-in", "withdrawn", "disqualified", "reinstated", "re-entered"),
        _entrant,
    ),
    "claimed": _claim,
    "claim-taken-back": _taken_back,
    "registration-closed": _closed,
    "rebought": _bought,
    "added-on": _bought,
    "result-recorded": _result,
    "result-corrected": _result,
    "stage-started": _stage,
    "round-drawn": _stage,
    "busted": _busted,
    "left-unseated": _unseated,
    "bounty-taken": _bounty,
    "tie-broken": _order,
    "deal-made": _deal,
    "level-began": _level,
    "seated": _seated,
}  # fmt: skip
