"""The policy card: everything that is a matter of choice, and frozen with the announcement.

Whatever else a structure says is told by the plan, the costs and the levels of the lobby.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.pages.standings_why import chips as chips_said
from tournaments.pages.words import (
    BREAKS,
    BUBBLES,
    BUSTS,
    CLOCKS,
    FINALS,
    REDRAWS,
    ROUNDINGS,
    SCHEMES,
    SEEDINGS,
    SPLITS,
    said,
    stage_said,
)
from tournaments.rules.buying import BuyingRules
from tournaments.rules.structure import (
    DOUBLE,
    ENTRIES,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
)

Policy = tuple[str, str]
PER_CENT: Final = 100


def policies(structure: Structure, *, online: bool) -> list[Policy]:
    """Each policy with its title; where stages differ, the title says of which ones.

    `online`: matches have live tables.
    """
    found = _of_stages(structure)
    if any(stage.kind != FREEZEOUT for stage in structure.stages):
        table = _("Its live table; else the organiser")
        words = _("All who play it and have not left say the same, or the organiser decides")
        found.append((_("What decides a match"), table if online else words))
    if len(structure.stages) > 1:
        names = ", ".join(map(stage_said, structure.ranking)) or _("From the last stage back")
        found.append((_("The final ranking is made of"), names))
    if any(stage.kind != FREEZEOUT for stage in structure.stages):
        words = _(
            "A stage goes on as near to its plan as those who are left can play it: at tables no"
            " larger than planned, or in fewer groups or rounds. Who is left alone has won"
        )
        found.append((_("When too few are left for the plan"), words))
    found += _buying(structure)
    if structure.no_show:
        words = _(
            "Who is not there %(minutes)s minutes after the match's table has opened, forfeits;"
            " half-way there is a call"
        )
        found.append((_("No-show"), words % {"minutes": structure.no_show}))
    if structure.check_in:
        words = _("Who has not checked in when registration closes makes room for who waits")
        found.append((_("Check-in"), words))
    found += _money(structure.prizes)
    return found


def _of_stages(structure: Structure) -> list[Policy]:
    """The policies of the stages: what is the same in all that have it is said once."""
    told: dict[str, dict[str, list[str]]] = {}
    for stage in structure.stages:
        for title, words in _stage(stage):
            told.setdefault(title, {}).setdefault(words, []).append(stage.id)
    found: list[Policy] = []
    for title, values in told.items():
        for words, ids in values.items():
            of = {"what": title, "stage": ", ".join(map(stage_said, ids))}
            found.append((_("%(what)s (%(stage)s)") % of if len(values) > 1 else title, words))
    return found


def level_number(structure: Structure, index: int) -> int:
    """How players count the level of that index: breaks have no number."""
    stage = next((one for one in structure.stages if one.kind == FREEZEOUT), None)
    levels = stage.levels[: index + 1] if stage is not None else ()
    return sum(not level.is_break for level in levels)


def late_level(structure: Structure) -> int:
    """How players count the last level of late entry; 0: there is none."""
    return level_number(structure, structure.buying.late_until)


def _yes(value: bool) -> str:  # noqa: FBT001 - the value of a policy
    return "yes" if value else "no"


def _stage(stage: Stage) -> Iterator[Policy]:
    first = all(take.source == ENTRIES for take in stage.takes)
    taken = stage.seeding == "taken" and not first
    yield (
        _("Seeding"),
        _("By the places in the stages before") if taken else said(SEEDINGS, stage.seeding),
    )
    yield from _STAGES[stage.kind](stage)


def _single(stage: Stage) -> Iterator[Policy]:
    yes = _("The losers of the semi-finals play for it")
    yield _("Third place"), yes if stage.third_place else _("Shared")


def _double(stage: Stage) -> Iterator[Policy]:
    yield _("Final"), said(FINALS, stage.final)


def _tables(stage: Stage) -> Iterator[Policy]:
    words = _("Compared by the stacks at the start of the hand, then another hand, then a draw")
    yield _("A tie across the cut"), words


def _points(stage: Stage) -> Iterator[Policy]:
    yield _("Points by place"), " – ".join(map(str, stage.points))
    breaks = ", ".join(said(BREAKS, name) for name in stage.tie_breaks)
    yield _("Tie-breaks, in this order"), breaks or _("None: equals share the place")
    points = ngettext("%(n)s point", "%(n)s points", stage.bye_points)
    yield _("A bye brings"), points % {"n": stage.bye_points}


def _robin(stage: Stage) -> Iterator[Policy]:
    yield from _points(stage)
    yield _("Meetings"), _("Everybody meets twice") if stage.double else _("Everybody meets once")


def _swiss(stage: Stage) -> Iterator[Policy]:
    yield from _points(stage)
    if stage.size > 2:  # noqa: PLR2004 - in pairs nobody but one is left over
        yield _("Who does not fit at full tables"), said(SPLITS, stage.split)


def _freezeout(stage: Stage) -> Iterator[Policy]:
    yield _("Elimination order"), said(BUSTS, stage.bust_policy)
    yield _("Hand for hand"), said(BUBBLES, _yes(stage.early_bubble))
    yield _("The clock, hand for hand"), said(CLOCKS, _yes(stage.clock_waits))
    yield _("Final table"), said(REDRAWS, _yes(stage.final_redraw))
    yield _("Balance of tables"), _("Tables differ by one player at most")
    yield _("Seats of who moves"), said(SCHEMES, stage.scheme)
    order = ", ".join(map(str, stage.break_order))
    yield _("Tables are broken in this order"), order or _("The smallest table first")
    if stage.ends_at > 1:
        yield _("End"), _("With %(n)s players left") % {"n": stage.ends_at}


_STAGES: Final[Mapping[str, Callable[[Stage], Iterator[Policy]]]] = {
    SINGLE: _single,
    DOUBLE: _double,
    TABLES: _tables,
    ROUND_ROBIN: _robin,
    SWISS: _swiss,
    FREEZEOUT: _freezeout,
}


def _buying(structure: Structure) -> Iterator[Policy]:
    """What may be bought after the start, and until when."""
    if not any(stage.kind == FREEZEOUT for stage in structure.stages):
        return
    buying: BuyingRules = structure.buying
    until = _("Until the end of level %(n)s")
    late = buying.late_until
    yield _("Late entry"), until % {"n": level_number(structure, late)} if late >= 0 else _("None")
    if late >= 0:
        last = _("Is ranked last")
        kept = _("Is ranked last; the entry stays in the pool")
        yield _("Who leaves before sitting down"), kept if structure.prizes.prize_part else last
    if buying.reentries:
        yield _("Re-entry"), _times(buying.reentries)
    if buying.rebuys:
        words = _("%(times)s, until the end of level %(n)s, with at most %(chips)s chips")
        level = level_number(structure, buying.rebuy_until)
        told = {
            "times": _times(buying.rebuys),
            "n": level,
            "chips": chips_said(buying.rebuy_stack),
        }
        yield _("Rebuy"), f"{words % told}. {_brings(buying.rebuy_chips)}"
    if buying.addon_at >= 0:
        level = level_number(structure, buying.addon_at)
        once = _("Once, at level %(n)s") % {"n": level}
        yield _("Add-on"), f"{once}. {_brings(buying.addon_chips)}"


def _brings(chips: int) -> str:
    return ngettext("It brings %(chips)s chip", "It brings %(chips)s chips", chips) % {
        "chips": chips_said(chips)
    }


def _times(count: int) -> str:
    if count < 0:
        return _("Any number of times")
    return ngettext("%(n)s time", "%(n)s times", count) % {"n": count}


def _money(prizes: PrizeRules) -> Iterator[Policy]:
    if not prizes.prize_part and not prizes.guarantee:
        return
    if prizes.seat_value:
        words = _("Seats worth %(value)s in tournament %(number)s; the rest in chips")
        told = words % {"value": chips_said(prizes.seat_value), "number": prizes.seat_into}
        if prizes.seat_portion:
            portion = _("in parts of %(n)s") % {"n": chips_said(prizes.seat_portion)}
            told = f"{told}, {portion}"
        yield _("Prizes"), told
    else:
        shares = " – ".join(f"{one / PER_CENT:g} %" for one in prizes.weights)
        yield _("Shares of the places"), shares or _("The usual table for the number of entries")
        rounding = said(ROUNDINGS, prizes.rounding)
        if prizes.unit > 1:
            unit = _("to whole %(n)s chips") % {"n": chips_said(prizes.unit)}
            rounding = f"{rounding} ({unit})"
        yield _("Rounding"), rounding
    if prizes.guarantee:
        words = _("The house pays what the pool lacks up to %(n)s")
        yield _("Guarantee"), words % {"n": chips_said(prizes.guarantee)}
    shared = _("They share the prizes of the places they hold; odd chips go by entry number")
    yield _("Equal places"), shared
    if prizes.bounty_part:
        percent = prizes.bounty_cash_per_cent
        words = _("%(percent)s %% of the head in chips, the rest on one's own head")
        whole = _("The whole head in chips")
        yield _("Bounty"), words % {"percent": percent} if percent < PER_CENT else whole
