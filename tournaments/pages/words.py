"""The words of tournaments: kinds, phases, policies, lengths of time, each said in one place."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tables.naming import USUAL_RULES, rules_name
from tournaments.queries.decided import (
    BY_CLOCK,
    BY_CORRECTION,
    BY_LEAVING,
    BY_ORGANISER,
    BY_PLAYERS,
    BY_PUTTING_OUT,
)
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
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
DECIDED: Final[Words] = {
    BY_CLOCK: gettext_lazy("A player did not come in time, and so it is a forfeit."),
    BY_LEAVING: gettext_lazy("A player left the tournament, and so it is a forfeit."),
    BY_PUTTING_OUT: gettext_lazy("A player was disqualified, and so it is a forfeit."),
    BY_PLAYERS: gettext_lazy("The players reported this result."),
    BY_ORGANISER: gettext_lazy("The organiser decided so."),
    BY_CORRECTION: gettext_lazy("The organiser corrected a result."),
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
    "parted": gettext_lazy("By the places before; those of a group do not meet at once"),
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
SPLITS: Final[Words] = {
    "short-bottom": gettext_lazy(
        "They sit at tables of one seat less, at the foot of the standings"
    ),
    "short-top": gettext_lazy("They sit at tables of one seat less, at the top of the standings"),
    "short-shared": gettext_lazy(
        "They sit at tables of one seat less, and everybody has a turn at these"
    ),
    "long": gettext_lazy("They sit at tables of one seat more"),
    "byes": gettext_lazy("They have a bye: the lowest score with the fewest byes so far"),
}
BUBBLES: Final[Words] = {
    "no": gettext_lazy("From the moment when one more is left than are paid"),
    "yes": gettext_lazy(
        "From the moment when as many more are left than are paid as there are tables"
    ),
}
CLOCKS: Final[Words] = {
    "yes": gettext_lazy("It stands while a table waits for the others"),
    "no": gettext_lazy("It runs on while a table waits for the others"),
}
REDRAWS: Final[Words] = {
    "yes": gettext_lazy("Seats are drawn anew at the final table"),
    "no": gettext_lazy("At the final table the seats of the last table stay as they are"),
}
SCHEMES: Final[Words] = {
    "first-to-act": gettext_lazy(
        "Who moves sits where the turn to speak first comes soonest: next left of the dealer"
    ),
    "last-bidder": gettext_lazy(
        "Who moves sits where the turn to bid last comes soonest: next right of the dealer"
    ),
    "blinds": gettext_lazy(
        "Who moves sits where the big blind comes soonest, never between dealer and small blind"
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
STAGES: Final[Words] = {
    "main": gettext_lazy("Main stage"),
    "groups": pgettext_lazy("stage", "Groups"),
    "bracket": pgettext_lazy("stage", "Bracket"),
    "swiss": pgettext_lazy("stage", "Swiss rounds"),
    "top-cut": pgettext_lazy("stage", "Bracket of the best"),
    "second": pgettext_lazy("stage", "Second bracket"),
    "final": pgettext_lazy("stage", "Final"),
}
"""The stages of the shapes a draft may begin with; others are called as their organiser did."""
FLIGHT: Final = "flight-"
AGREED: Final[Words] = {
    "icm, agreed by all": gettext_lazy("By what the stacks are worth (ICM); all have agreed"),
    "chip-chop, agreed by all": gettext_lazy("By chips; all have agreed"),
    "custom, agreed by all": gettext_lazy("In amounts of their own; all have agreed"),
}
"""The notes that a deal leaves in the log (commands.deals)."""
RECORDED: Final[Words] = {
    "agreement": gettext_lazy("Result, as its players report it"),
    "ruling": gettext_lazy("Result, by the organiser"),
    "forfeit": gettext_lazy("Forfeit, by the organiser"),
    "table": gettext_lazy("Result, as played at the table"),
    "nobody": gettext_lazy("Nobody came to the table, and nobody wins"),
    "no-show": gettext_lazy("Forfeit, by the clock: not there in time"),
    "left": gettext_lazy("Forfeit, for a player has left"),
    "put-out": gettext_lazy("Forfeit, for a player is disqualified"),
}
"""By what a result stands, where the log says so."""
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
    "claimed": gettext_lazy("Report of a player"),
    "claim-taken-back": gettext_lazy("A report is taken back"),
    "result-recorded": gettext_lazy("Result"),
    "result-corrected": gettext_lazy("Correction of a result"),
    "results-restored": gettext_lazy("A correction is taken back, or put in force again"),
    "tie-broken": gettext_lazy("A tie is broken"),
    "seated": gettext_lazy("Seats"),
    "level-began": gettext_lazy("A level begins"),
    "hand-for-hand": gettext_lazy("Hand for hand"),
    "busted": gettext_lazy("Elimination"),
    "busts-corrected": gettext_lazy("Correction of eliminations"),
    "left-unseated": gettext_lazy("Gone before sitting down: ranked last"),
    "re-entered": gettext_lazy("Re-entry"),
    "rebought": gettext_lazy("Rebuy"),
    "added-on": gettext_lazy("Add-on"),
    "bounty-taken": gettext_lazy("Bounty"),
    "entries-closed": gettext_lazy("Entries are closed, and the prizes are fixed"),
    "deal-made": gettext_lazy("A deal is made"),
    "deal-ended": gettext_lazy("The deal ends"),
    "paused": pgettext_lazy("what happened", "Pause"),
    "resumed": gettext_lazy("It goes on"),
    "finished": gettext_lazy("Finished"),
    "paid": gettext_lazy("The prizes are paid"),
    "cancelled": gettext_lazy("Cancelled"),
}


def said(words: Words, key: str) -> str:
    """The words for a key; the key itself for one that nobody knows yet."""
    return str(words.get(key, key))


def phase_said(row: Any) -> str:  # noqa: ANN401 - a row of tournaments
    """Where a tournament stands; one without prizes is over without being paid out."""
    if row.paused:
        return _("Paused")
    return said(PHASES, "finished" if row.phase == "paid" and not row.pool else row.phase)


def pays(structure: Structure) -> bool:
    """Whether a tournament has prizes, of its entries or by the house's guarantee."""
    return bool(structure.prizes.prize_part or structure.prizes.guarantee)


def game_said(row: Any) -> str:  # noqa: ANN401 - a row of tournaments
    """The game that is played at its live tables; "" in a room, which chooses its own."""
    return str(rules_name(row.table_settings.get("rules", USUAL_RULES))) if row.online else ""


def stage_said(stage: str) -> str:
    """How a stage is called on pages: in the reader's words, or its id with a capital letter."""
    if stage.startswith(FLIGHT) and len(stage) == len(FLIGHT) + 1:
        return pgettext("stage", "Flight %(name)s") % {"name": stage[-1].upper()}
    return str(STAGES[stage]) if stage in STAGES else stage.replace("-", " ").capitalize()


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


def part_said(part: str, *, double: bool) -> str:
    """What a part of a bracket is called."""
    if part == "losers":
        return _("Losers")
    if part == "final":
        return _("Grand final")
    if part == "third":
        return ""  # its one match is called by its own name
    return _("Winners") if double else _("Rounds")
