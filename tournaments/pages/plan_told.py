"""The plan of a tournament in words: rounds, tables, how long; and why it cannot be played."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.commands.starting import entries_by_flight
from tournaments.pages.reading import Seen
from tournaments.pages.refusals import plan_reason
from tournaments.pages.words import KINDS, SPLITS, length, said, sizes_said, stage_said
from tournaments.rules.codec import from_json
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.fitting import fitted
from tournaments.rules.overlaps import check_apart
from tournaments.rules.payouts import Prizes, prizes, usual_weights
from tournaments.rules.plan import MATCH_SEATS, Plan, StagePlan, in_order, plan, spread_evenly
from tournaments.rules.structure import ENTRIES, FREEZEOUT, Stage, Structure, Take
from tournaments.rules.swiss_split import Split


@dataclass(frozen=True)
class Told:
    """A plan as a page shows it: its stages, each with lines for its rounds; or why there is none.

    `nearest`: plans that could be played instead of `stage`, the one that cannot, as the rules
    offer them. `refused` is the rules' own sentence, `reason` ours, in the reader's language.
    `flights`: into how many the entries are thought to be spread evenly. `whole`: `reason` says
    all that is to be known.
    """

    entries: int
    stages: tuple[dict[str, Any], ...] = ()
    length: str = ""
    refused: str = ""
    nearest: tuple[Any, ...] = ()
    stage: str = ""
    flights: int = 0
    reason: str = ""
    whole: bool = False


def told(structure: Structure, entries: int | Mapping[str, int], *, nearest: bool = False) -> Told:
    """The plan for so many entries, spread evenly over the flights where nobody says how.

    With `nearest`: as they play it who cannot play it as announced.
    """
    count = entries if isinstance(entries, int) else sum(entries.values())
    spread = spread_evenly(structure, entries) if isinstance(entries, int) else entries
    flights = len(spread) if not isinstance(spread, int) else 0
    try:
        found = plan(structure, spread, nearest=nearest)
    except Impossible as refused:
        near, stage = tuple(refused.nearest), _stuck(structure, spread)
        why = plan_reason(refused.code)
        return Told(count, (), "", refused.detail, near, stage, flights, why)
    except Refused as refused:
        return Told(count, refused=refused.detail, flights=flights)
    if nearest:
        counts = {one.stage: one.entrants for one in found.stages}
        played = tuple(fitted(stage, counts[stage.id]) for stage in structure.stages)
        structure = replace(structure, stages=played)
    stages = tuple(_stages(structure, found))
    return Told(count, stages, length(found.seconds), flights=flights)


def told_draft(structure: Structure, entries: int) -> Told:
    """The same for a draft, which is held to more: nobody is needed in two places at once."""
    try:
        check_apart(structure)
    except Impossible as refused:
        stage = next((one.id for one in refused.nearest if isinstance(one, Stage)), "")
        near = tuple(refused.nearest)
        # The rules' own has the names of the stages, which the nearest plans name as well.
        why = "" if (get_language() or "en").startswith("en") else plan_reason(refused.code)
        return Told(entries, (), "", refused.detail, near, stage, 0, why, whole=bool(why))
    return told(structure, entries)


def near_said(near: object) -> str:
    """A plan that could be played, in a few words."""
    if isinstance(near, Stage):
        return _near_stage(near)
    first, second = cast("tuple[object, object]", near)
    if isinstance(second, Split):
        words = said(SPLITS, str(first))
        return f"{words}: {sizes_said(second.sizes)}"
    sizes, advance = cast("tuple[tuple[int, ...], tuple[int, ...]]", near)
    rounds = ", ".join(map(str, sizes))
    if not advance:
        return _("tables of %(sizes)s") % {"sizes": rounds}
    words = _("tables of %(sizes)s by round, of which %(advance)s go on")
    return words % {"sizes": rounds, "advance": ", ".join(map(str, advance))}


def _near_stage(near: Stage) -> str:
    about = {"kind": said(KINDS, near.kind), "size": near.size, "rounds": near.rounds}
    if any(take.source != ENTRIES for take in near.takes):
        takes = ", ".join(_take(take) for take in near.takes)
        return f"{about['kind']}: {takes}"
    if near.groups > 1:
        return _("%(kind)s in %(groups)s groups") % {**about, "groups": near.groups}
    if near.rounds:
        return _("%(kind)s, tables of %(size)s, %(rounds)s rounds") % about
    return _("%(kind)s, tables of %(size)s") % about


def _stuck(structure: Structure, entries: int | Mapping[str, int]) -> str:
    """The first stage that cannot be played, in the order of play."""
    stages = in_order(structure)
    for count in range(1, len(stages) + 1):
        try:
            plan(replace(structure, stages=stages[:count], ranking=()), entries)
        except Refused:
            return stages[count - 1].id
    return ""


def planning(here: Seen) -> dict[str, Any]:
    """The plan of a tournament with its prizes, for whom it is made, and that with who is in now.

    Once it runs, the plan is the one that is played, by all who began.

    "plan_now" is None while too few are in, and where both are the same.
    """
    row, structure = here.row, here.structure
    ahead = row.phase in queries.AHEAD
    count = queries.planned_for(row, structure, here.state)
    enough = max(structure.fewest, 2)
    other = row.entered if ahead and enough <= row.entered != count else 0
    return {
        "plan": told(structure, count, nearest=row.started_at is not None),
        "plan_why": _why(row, structure, count),
        "plan_prizes": prizes_with(structure, count),
        "plan_now": {"plan": told(structure, other), "prizes": prizes_with(structure, other)}
        if other
        else None,
    }


def _why(row: Any, structure: Structure, count: int) -> str:  # noqa: ANN401 - a row of tournaments
    if row.started_at is not None:
        return _("Planned with those who began.")
    if row.phase not in queries.AHEAD or count == row.entered:
        return _("Planned with those who are in.")
    if count == structure.cap:
        return _("Planned with every place taken.")
    if count == row.expected:
        return _("Planned for as many as the organiser expects.")
    return _("Planned for a usual number: nobody has said how many will come.")


def prizes_with(structure: Structure, entries: int) -> Prizes | None:
    """The prizes with so many entries and nothing bought besides; None: no pool to share."""
    rules = structure.prizes
    if rules.seat_value or not (rules.prize_part or rules.guarantee):
        return None
    try:
        return prizes(
            rules.prize_part * entries,
            entries,
            rules.weights or usual_weights(entries),
            guarantee=rules.guarantee,
            unit=rules.unit,
            rounding=rules.rounding,
        )
    except Refused:
        return None


def expected_seconds(row: Any) -> int:  # noqa: ANN401 - a row of tournaments
    """How long a tournament may take; an hour where that cannot be said."""
    structure: Structure = from_json(Structure, row.structure)
    try:
        count = queries.planned_for(row, structure)
        return plan(structure, spread_evenly(structure, count)).seconds
    except Refused:
        return 3600


def _stages(structure: Structure, found: Plan) -> list[dict[str, Any]]:
    specs = {stage.id: stage for stage in structure.stages}
    return [
        {
            "stage": one.stage,
            "id": stage_said(one.stage),
            "kind": said(KINDS, specs[one.stage].kind),
            "entrants": one.entrants,
            "takes": [_take(take) for take in specs[one.stage].takes],
            "rounds": _rounds(specs[one.stage], one),
            "matches": one.matches,
            "length": length(one.ends - one.starts),
            "all_go_on": _all_go_on(structure, one),
        }
        for one in found.stages
    ]


def _all_go_on(structure: Structure, one: StagePlan) -> bool:
    """Whether a later stage takes everybody of this one: then it only orders them."""
    takes = (take for stage in structure.stages for take in stage.takes)
    return any(
        take.source == one.stage
        and take.first == 1
        and (take.last or one.entrants) >= one.entrants
        for take in takes
    )


def _take(take: Take) -> str:
    if take.source == ENTRIES:
        return _("flight %(name)s") % {"name": take.flight} if take.flight else _("all entries")
    span = {"source": stage_said(take.source), "first": take.first, "last": take.last}
    if not take.last:
        return _("places %(first)s and after of %(source)s") % span
    return _("places %(first)s to %(last)s of %(source)s") % span


def _rounds(spec: Stage, one: StagePlan) -> list[str]:
    """A line for each round; equal rounds in a row share one."""
    if spec.kind == FREEZEOUT:
        sizes = one.rounds[0].sizes
        tables = sizes_said(sizes, matches=False)
        words = _("%(tables)s at the start, broken one after the other")
        return [words % {"tables": tables} if len(sizes) > 1 else tables]
    lines: list[tuple[int, int, str]] = []
    for number, each in enumerate(one.rounds, start=1):
        words = sizes_said(each.sizes)
        if spec.third_place and number == len(one.rounds):
            words = _("the final, and the match for third place")
        if number <= len(spec.advance):
            words += ", " + _("the best %(k)s of each go on") % {"k": spec.advance[number - 1]}
        if each.byes:
            byes = ngettext("%(n)s with a bye", "%(n)s with byes", each.byes) % {"n": each.byes}
            words += (", " if words else "") + byes
        if lines and lines[-1][2] == words:
            lines[-1] = (lines[-1][0], number, words)
        else:
            lines.append((number, number, words))
    return [
        _("Round %(n)s: %(what)s")
        % {"n": first if first == last else f"{first}–{last}", "what": words}
        for first, last, words in lines
    ]


def nearest_plan(here: Seen) -> Told | None:
    """What those who are in would play if it started now, where that is not what was announced."""
    if here.state is None:
        return None
    entries = entries_by_flight(here.state)
    if sum(entries.values()) < MATCH_SEATS or not told(here.structure, entries).refused:
        return None
    spread = entries if here.structure.flights else sum(entries.values())
    found = told(here.structure, spread, nearest=True)
    return None if found.refused else found
