"""The words of tournaments: kinds, phases, policies, lengths of time, each said in one place."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Words = Mapping[str, "StrPromise"]

KINDS: Final[Words] = {
    SINGLE: gettext_lazy("Single elimination"),
    DOUBLE: gettext_lazy("Double elimination"),
    TABLES: gettext_lazy("Tables, the best go on"),
    ROUND_ROBIN: gettext_lazy("Round robin"),
    SWISS: gettext_lazy("Swiss system"),
    FREEZEOUT: gettext_lazy("Freezeout"),
}
PHASES: Final[Words] = {
    "draft": gettext_lazy("Draft"),
    "announced": gettext_lazy("Announced"),
    "registering": gettext_lazy("Registration is open"),
    "closed": gettext_lazy("Registration is closed"),
    "running": gettext_lazy("Running"),
    "finished": gettext_lazy("Finished"),
    "paid": gettext_lazy("Paid out"),
    "cancelled": gettext_lazy("Cancelled"),
}
STATUSES: Final[Words] = {
    "registered": pgettext_lazy("entrant", "registered"),
    "waiting": pgettext_lazy("entrant", "on the waiting list"),
    "checked-in": pgettext_lazy("entrant", "checked in"),
    "withdrawn": pgettext_lazy("entrant", "withdrawn"),
    "no-show": pgettext_lazy("entrant", "did not show up"),
    "disqualified": pgettext_lazy("entrant", "disqualified"),
}
SEEDINGS: Final[Words] = {
    "rated": gettext_lazy("By rating, then by entry"),
    "drawn": gettext_lazy("Drawn by lot from the committed seed"),
    "taken": gettext_lazy("In the order of entry"),
}
FINALS: Final[Words] = {
    "none": gettext_lazy("No grand final: the winners' bracket decides"),
    "single": gettext_lazy("One grand final"),
    "reset": gettext_lazy("Grand final with a second match if needed"),
}
BUSTS: Final[Words] = {
    "stacks": gettext_lazy(
        "Out in the same hand, at any table: who began it with more chips ranks higher; equal"
        " stacks share the place"
    ),
    "same-table": gettext_lazy(
        "Out in the same hand: stacks decide within a table, and players of different tables"
        " share the places"
    ),
    "button": gettext_lazy(
        "Out in the same hand: more chips rank higher; equal stacks of one table by the seat"
        " nearest left of the dealer"
    ),
}
ROUNDINGS: Final[Words] = {
    "floor-first": gettext_lazy(
        "Each prize is rounded down; what is left goes to the first place"
    ),
    "largest-remainder": gettext_lazy(
        "Prizes are rounded by the largest remainder, equal places together"
    ),
}
BREAKS: Final[Words] = {
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz-cut-1": gettext_lazy("Buchholz without the lowest"),
    "sonneborn-berger": gettext_lazy("Sonneborn-Berger"),
    "progressive": gettext_lazy("Progressive score"),
    "wins": gettext_lazy("Wins"),
    "direct-encounter": gettext_lazy("Direct encounter"),
}
RULINGS: Final[Words] = {
    "replay": gettext_lazy("Replay: the match is open again, for those who stand there now"),
    "keep": gettext_lazy("Keep: it stays as it was played, by those who played it"),
    "swap": gettext_lazy("Swap: the result stays, and the newcomer takes the place"),
    "void": gettext_lazy("Void: the match counts for nobody"),
}
EVENTS: Final[Words] = {
    "announced": gettext_lazy("Announced"),
    "draw-committed": gettext_lazy("The seed of the draws is committed"),
    "draw-revealed": gettext_lazy("The seed of the draws is shown"),
    "registration-opened": gettext_lazy("Registration opens"),
    "registered": gettext_lazy("Entry"),
    "checked-in": gettext_lazy("Check-in"),
    "registration-closed": gettext_lazy("Registration closes"),
    "withdrawn": gettext_lazy("Withdrawal"),
    "disqualified": gettext_lazy("Disqualification"),
    "reinstated": gettext_lazy("Reinstatement"),
    "stage-started": gettext_lazy("A stage starts"),
    "round-drawn": gettext_lazy("A round is drawn"),
    "warned": gettext_lazy("Called to the table"),
    "result-recorded": gettext_lazy("Result"),
    "result-corrected": gettext_lazy("Correction of a result"),
    "results-restored": gettext_lazy("A correction is taken back, or put in force again"),
    "tie-broken": gettext_lazy("A tie is broken"),
    "seated": gettext_lazy("Seats"),
    "level-began": gettext_lazy("A level begins"),
    "hand-for-hand": gettext_lazy("Hand for hand"),
    "busted": gettext_lazy("Elimination"),
    "busts-corrected": gettext_lazy("Correction of eliminations"),
    "re-entered": gettext_lazy("Re-entry"),
    "rebought": gettext_lazy("Rebuy"),
    "added-on": gettext_lazy("Add-on"),
    "bounty-taken": gettext_lazy("Bounty"),
    "entries-closed": gettext_lazy("Entries are closed, and the prizes are fixed"),
    "deal-made": gettext_lazy("A deal is made"),
    "paused": gettext_lazy("Pause"),
    "resumed": gettext_lazy("It goes on"),
    "finished": gettext_lazy("Finished"),
    "paid": gettext_lazy("The prizes are paid"),
    "cancelled": gettext_lazy("Cancelled"),
}


def said(words: Words, key: str) -> str:
    """The words for a key; the key itself for one that nobody knows yet."""
    return str(words.get(key, key))


def length(seconds: int) -> str:
    """A length of time in whole minutes: "2 h 30 min"."""
    minutes = max(1, round(seconds / 60))
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    if not minutes:
        return _("%(hours)s h") % {"hours": hours}
    return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}


def sizes_said(sizes: "tuple[int, ...]", *, matches: bool = True) -> str:
    """The tables of a round: "3 tables of 7, 1 table of 6"; `matches`: a table of 2 is one."""
    parts = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        if matches and size == 2:  # noqa: PLR2004 - two seats are a match, not a table
            parts.append(
                ngettext("%(count)s match", "%(count)s matches", count) % {"count": count}
            )
        else:
            words = ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
            parts.append(words % {"count": count, "size": size})
    return ", ".join(parts)


def column_said(part: str, number: int, rounds: int, *, double: bool = False) -> str:
    """The heading over a column of a bracket."""
    if part == "third":
        return _("Third place")
    if part == "final":
        return _("Grand final") if number == 1 else _("Second final, if needed")
    if part == "losers":
        return _("Losers' round %(n)s") % {"n": number}
    if part == "tables":
        last = number == rounds
        return _("Final table") if last else _("Round %(n)s") % {"n": number}
    if double:
        last = number == rounds
        return _("Winners' final") if last else _("Winners' round %(n)s") % {"n": number}
    from_end = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    return from_end.get(rounds - number) or _("Round %(n)s") % {"n": number}


def level_number(structure: Structure, index: int) -> int:
    """How players count the level of that index: breaks have no number."""
    stage = next((one for one in structure.stages if one.kind == FREEZEOUT), None)
    levels = stage.levels[: index + 1] if stage is not None else ()
    return sum(not level.is_break for level in levels)


def policies(structure: Structure) -> list[tuple[str, str]]:
    """The policies that were frozen at the announcement, each with its title."""
    found: list[tuple[str, str]] = []
    first = structure.stages[0]
    found.append((_("Seeding"), said(SEEDINGS, first.seeding)))
    for stage in structure.stages:
        found += _stage_policies(stage)
    buying = structure.buying
    if buying.late_until >= 0:
        until = level_number(structure, buying.late_until)
        found.append((_("Late entry"), _("Until the end of level %(n)s") % {"n": until}))
    elif any(stage.kind == FREEZEOUT for stage in structure.stages):
        found.append((_("Late entry"), _("None")))
    if buying.reentries:
        found.append((_("Re-entry"), _times(buying.reentries)))
    if buying.rebuys:
        until = level_number(structure, buying.rebuy_until)
        words = _("%(times)s, until the end of level %(n)s, with at most %(chips)s chips")
        told = {"times": _times(buying.rebuys), "n": until, "chips": buying.rebuy_stack}
        found.append((_("Rebuy"), words % told))
    if buying.addon_at >= 0:
        found.append(
            (
                _("Add-on"),
                _("Once, at level %(n)s") % {"n": level_number(structure, buying.addon_at)},
            )
        )
    if structure.no_show:
        words = _(
            "Who is not there %(minutes)s minutes after the match's table has opened, forfeits;"
            " half-way there is a call"
        )
        found.append((_("No-show"), words % {"minutes": structure.no_show}))
    if structure.check_in:
        words = _("Who has not checked in when registration closes makes room for who waits")
        found.append((_("Check-in"), words))
    found += _money_policies(structure.prizes)
    return found


def _times(count: int) -> str:
    if count < 0:
        return _("Any number of times")
    return ngettext("%(n)s time", "%(n)s times", count) % {"n": count}


def _stage_policies(stage: Stage) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if stage.kind == DOUBLE:
        found.append((_("Final"), said(FINALS, stage.final)))
    if stage.kind == SINGLE:
        yes = _("The losers of the semi-finals play for it")
        found.append((_("Third place"), yes if stage.third_place else _("Shared")))
    if stage.kind in (SWISS, ROUND_ROBIN):
        points = " – ".join(map(str, stage.points))
        found.append((_("Points by place"), points))
        breaks = ", ".join(said(BREAKS, name) for name in stage.tie_breaks)
        found.append((_("Tie-breaks, in this order"), breaks))
    if stage.kind == SWISS:
        found.append((_("A bye brings"), _points(stage.bye_points)))
    if stage.kind == TABLES:
        words = _(
            "Compared by the stacks at the start of the hand, then another hand, then a draw"
        )
        found.append((_("A tie across the cut"), words))
    if stage.kind == FREEZEOUT:
        found.append((_("Elimination order"), said(BUSTS, stage.bust_policy)))
        redraw = _("Seats are drawn anew at the final table")
        if stage.final_redraw:
            found.append((_("Final table"), redraw))
        found.append((_("Balance"), _("Tables differ by one player at most")))
    return found


def _points(count: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", count) % {"n": count}


def _money_policies(prizes: PrizeRules) -> list[tuple[str, str]]:
    if not prizes.prize_part and not prizes.guarantee:
        return []
    found = [(_("Rounding"), said(ROUNDINGS, prizes.rounding))]
    found.append(
        (
            _("Equal places"),
            _("They share the prizes of the places they hold; odd chips go by entry number"),
        )
    )
    if prizes.bounty_part:
        percent = prizes.bounty_cash_per_cent
        words = _("%(percent)s %% of the head in chips, the rest on one's own head")
        told = words % {"percent": percent} if percent < 100 else _("The whole head in chips")  # noqa: PLR2004 - per cent
        found.append((_("Bounty"), told))
    return found
