"""The reasons of standings: terms of tie-breaks, or how somebody went out (2.4)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.reading import Seen
from tournaments.pages.words import BREAKS, said
from tournaments.rules.advance import DONE, EMPTY, NOT_NEEDED, WALKOVER, Stand
from tournaments.rules.ranks import Rank
from tournaments.rules.standings import BRACKETS, board, places_at
from tournaments.rules.state import StageState
from tournaments.rules.structure import FREEZEOUT, TABLES
from tournaments.rules.tiebreaks import DIRECT, TIE_BREAKS, Games, Line

OVER: Final = (DONE, WALKOVER, EMPTY)
SECOND, THIRD = 2, 3
_VULGAR: Final = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼", Fraction(3, 4): "¾",
}  # fmt: skip


def number(value: Fraction) -> str:
    """A fraction as people write it: "7½", "3⅓", "22/7"."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    if rest in _VULGAR:
        return f"{whole or ''}{_VULGAR[rest]}"
    return f"{value.numerator}/{value.denominator}"


def chips(count: int) -> str:
    """A number of chips as people write it."""
    return number_format(count, force_grouping=True)


def why_by_points(
    here: Seen,
    stage: StageState,
    every: Games,
    line: Line,
    near: tuple[Line | None, Line | None],
    ranks: Mapping[str, Rank],
) -> list[str]:
    """Why a line stands between those above and below it, then the terms of each tie-break."""
    above, below = near
    found: list[str] = []
    if above is not None and _level(above, line):
        found.append(_level_said(here, line, above, ranks))
    if below is not None:
        found.append(_against(here, stage, line, below, ranks))
    elif above is not None and not found:
        found.append(_last_said(here, stage, line, above))
    for name, value in zip(stage.spec.tie_breaks, line.values, strict=True):
        if name == DIRECT:
            continue
        terms = TIE_BREAKS[name](every, line.entrant)
        shown = " + ".join(_term(here, one.opponent, one.value) for one in terms) or "0"
        found.append(f"{said(BREAKS, name)}: {shown} = {number(value)}")
    return found


def _level(one: Line, other: Line) -> bool:
    return one.points == other.points and one.values == other.values


def _level_said(here: Seen, line: Line, other: Line, ranks: Mapping[str, Rank]) -> str:
    """Equal in all that counts: they share the place, or somebody has put them in order."""
    told = {"name": here.name(other.entrant)}
    if ranks[line.entrant].first == ranks[other.entrant].first:
        return _("Level with %(name)s in everything: they share the place.") % told
    return _("Level with %(name)s in everything: a draw or the organiser decided.") % told


def _against(
    here: Seen, stage: StageState, line: Line, below: Line, ranks: Mapping[str, Rank]
) -> str:
    if _level(line, below):
        return _level_said(here, line, below, ranks)
    name = here.name(below.entrant)
    if below.points != line.points:
        words = _("More points than %(name)s: %(mine)s against %(other)s.")
        more = {"mine": number(line.points), "other": number(below.points)}
        return words % {"name": name, **more}
    return _decided(stage, line, below, name)


def _last_said(here: Seen, stage: StageState, line: Line, above: Line) -> str:
    name = here.name(above.entrant)
    if above.points != line.points:
        words = _("Fewer points than %(name)s: %(mine)s against %(other)s.")
        less = {"mine": number(line.points), "other": number(above.points)}
        return words % {"name": name, **less}
    return _decided(stage, line, above, name)


def _decided(stage: StageState, line: Line, other: Line, name: str) -> str:
    """Level on points: the first tie-break that differs."""
    values = enumerate(zip(line.values, other.values, strict=True))
    differs = next(index for index, (mine, theirs) in values if mine != theirs)
    words = _("Level with %(name)s on points; %(what)s decides: %(mine)s against %(other)s.")
    return words % {
        "name": name,
        "what": said(BREAKS, stage.spec.tie_breaks[differs]),
        "mine": number(line.values[differs]),
        "other": number(other.values[differs]),
    }


def _term(here: Seen, opponent: str, value: Fraction) -> str:
    if not opponent:
        return _("%(value)s (no opponent)") % {"value": number(value)}
    if "," in opponent:
        return number(value)
    return f"{number(value)} ({here.name(opponent)})"


Reasons = Mapping[str, str]


def _none(here: Seen, stage: StageState) -> Reasons:
    return {}


def _out_of_bracket(here: Seen, stage: StageState) -> Reasons:
    known = numbered(here, stage)
    found: dict[str, str] = {}
    for stand in board(stage).stands():
        if stand.status == DONE and stand.loser and stand.match.loser_place:
            about = {"name": here.name(stand.winner), "match": known.get(stand.match.id, "")}
            found[stand.loser] = _("Lost to %(name)s in %(match)s") % about
        for gone in stand.result.out if stand.result is not None else ():
            found[gone] = _("Left the tournament at %(match)s") % {
                "match": known.get(stand.match.id, "")
            }
    for stand in board(stage).stands():  # a second chance taken is no end
        if stand.winner in found and stand.match.winner_place:
            del found[stand.winner]
    return found | _placed(here, board(stage).stands())


def _placed(here: Seen, stands: Sequence[Stand]) -> dict[str, str]:
    """Those whose place a last match has decided: a final, or the match for third place."""
    found: dict[str, str] = {}
    last = [one for one in stands if one.match.winner_place and one.status != NOT_NEEDED]
    for stand in last:
        place = stand.match.winner_place
        same = [one for one in last if one.match.winner_place == place]
        if any(one.status not in OVER for one in same):
            continue  # a final that was lost may be played once more
        lost = _lost_said(stand.match.loser_place, here.name(stand.winner))
        if stand.loser and stand.status == DONE and lost:
            found[stand.loser] = lost
        if stand.winner:
            found[stand.winner] = _won_last(stand)
    return found


def _won_last(stand: Stand) -> str:
    """What the winner of a last match has won; without a final two brackets are won."""
    place, walked = stand.match.winner_place, stand.status != DONE
    if place == SECOND:
        return _("Won the losers' bracket")
    if place == THIRD:
        return _("Third without a match") if walked else _("Won the match for third place")
    if not stand.match.loser_place:
        return _("Won the winners' bracket")
    return _("Won the final without a match") if walked else _("Won the final")


def _lost_said(place: int, winner: str) -> str:
    """Which last match gave its loser that place; empty for one that is named by its number."""
    about = {"name": winner}
    if place == SECOND:
        return _("Lost the final to %(name)s") % about
    return _("Lost the match for third place to %(name)s") % about if place > THIRD else ""


def _out_of_tables(here: Seen, stage: StageState) -> Reasons:
    found: dict[str, str] = {}
    for round_, each in enumerate(stage.rounds, start=1):
        for table in range(1, len(each.tables) + 1):
            place = 1
            for group in places_at(stage, round_, table) or ():
                went_on = (
                    round_ <= len(stage.spec.advance) and place <= stage.spec.advance[round_ - 1]
                )
                for entrant in () if went_on else group:
                    about = {"place": place, "n": table, "round": round_}
                    found[entrant] = _("Place %(place)s at table %(n)s of round %(round)s") % about
                place += len(group)
    return found


def _out_of_freezeout(here: Seen, stage: StageState) -> Reasons:
    """Out alone, or in a hand with others, where the stacks before it made the order."""
    found: dict[str, str] = {}
    stacks: dict[str, tuple[int, int]] = {}  # by ref: the batch, and the stack before the hand
    for number_, batch in enumerate(queries.bust_batches(here.row, stage.spec.id)):
        stacks |= {ref: (number_, stack) for ref, stack in batch}
    order = [entrant for group in stage.out for entrant in group]
    for group in stage.out:
        for entrant in group:
            if len(group) > 1:
                others = tuple(one for one in group if one != entrant)
                found[entrant] = _("Out in the same hand as %(names)s, with the same stack") % {
                    "names": here.names(others)
                }
            else:
                found[entrant] = _alone(here, entrant, order, stacks)
    return found


def _alone(
    here: Seen, entrant: str, order: Sequence[str], stacks: Mapping[str, tuple[int, int]]
) -> str:
    """Why somebody who shares no place went then: of one hand, fewer chips go first."""
    at = order.index(entrant)
    batch, stack = stacks.get(entrant, (-1, 0))
    before = order[at - 1] if at else ""
    after = order[at + 1] if at + 1 < len(order) else ""
    for other, words in (
        (
            before,
            _("Out in the same hand as %(name)s, with more chips before it: %(mine)s, %(other)s"),
        ),
        (
            after,
            _("Out in the same hand as %(name)s, with fewer chips before it: %(mine)s, %(other)s"),
        ),
    ):
        there, theirs = stacks.get(other, (-2, 0))
        if there == batch and (stack > theirs if other == before else stack < theirs):
            told = {"name": here.name(other), "mine": chips(stack), "other": chips(theirs)}
            return words % told
    return _("Out")


_REASONS: Final[dict[str, Callable[[Seen, StageState], Reasons]]] = {
    **dict.fromkeys(BRACKETS, _out_of_bracket),
    TABLES: _out_of_tables,
    FREEZEOUT: _out_of_freezeout,
}


def won_said(stage: StageState, left: int) -> str:
    """Why somebody stands at the head of a stage that is over; `left`: how many never went out."""
    if left > 1:
        return _("Still in when the stage ended")
    if stage.spec.kind == FREEZEOUT:
        return _("The last one with chips")
    return _("Won the deciding match")


def reasons_of(here: Seen, stage: StageState) -> Reasons:
    """By ref: how each of those who are out went out of a stage that is not ranked by points."""
    return _REASONS.get(stage.spec.kind, _none)(here, stage)
