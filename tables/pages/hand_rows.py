"""Finished hands as the rows of a list: each by its name, with its end, and what it brought."""

from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.hand import PLAY
from tables.commands.matches import standing_of, standings_json
from tables.models import Hand, TableMatch
from tables.naming import bot_name
from tables.pages.rules_pili import is_pili
from tables.pages.telling import outcome_said
from tables.playing_for import rules_of

Json = dict[str, Any]


class Moved(NamedTuple):
    """What a hand moved for somebody: how much of what; `of_match`: its match as a whole did."""

    amount: int
    unit: str
    of_match: bool


class HandRow(NamedTuple):
    """A hand in a list."""

    hand: Hand
    name: str
    said: str
    moved: list[Moved]


def with_places(hands: QuerySet[Hand], reader_id: int | None = None) -> QuerySet[Hand]:
    """Add to each hand of a match its number in it (`in_match`), and whether it is the `last`.

    With `reader_id` it is the last one that this account played: who drops out of a match plays no
    hand after that.
    """
    same = Hand.objects.filter(match=OuterRef("match"))
    upto = same.filter(hand_no__lte=OuterRef("hand_no")).order_by().values("match")
    later = same.filter(hand_no__gt=OuterRef("hand_no"))
    if reader_id is not None:
        later = later.filter(players__user=reader_id)
    return hands.select_related("table", "match").annotate(
        in_match=Subquery(upto.annotate(number=Count("pk")).values("number")),
        last=~Exists(later),
    )


def hand_name(hand: Hand) -> str:
    """Call a hand, read by `with_places`, by the number that stands at the top of its table.

    At a table hands are numbered from 1; where they make matches, from 1 in each match.
    """
    match, number = hand.match, getattr(hand, "in_match", None)
    if match is None or number is None:
        return _("Hand %(n)s") % {"n": hand.hand_no}
    facts = {"match": match.match_no, "n": number}
    if is_pili(hand.rules_id):
        return _("Match %(match)s, round %(n)s") % facts
    return _("Match %(match)s, hand %(n)s") % facts


def hand_row(hand: Hand, reader_id: int) -> HandRow:
    """Return the row of a hand, with its players at hand, as its reader sees it."""
    players = list(hand.players.all())
    names = {player.seat: bot_name(player.user.username) for player in players}
    mine = next((player.seat for player in players if player.user_id == reader_id), None)
    said = outcome_said(hand.result, names)
    moved = [] if mine is None or hand.result is None else list(_moved(hand, hand.result, mine))
    return HandRow(hand, hand_name(hand), said, moved)


def _moved(hand: Hand, result: Json, seat: int) -> list[Moved]:
    delta = dict(result["deltas"]).get(seat, 0)
    if hand.match is None:
        return [] if hand.table.stakes == PLAY else [_chips(hand, delta)]
    moved = []
    if (points := points_of(hand, result, seat)) is not None:
        unit = (
            ngettext("Pili", "Pilis", abs(points))
            if is_pili(hand.rules_id)
            else ngettext("point", "points", abs(points))
        )
        moved.append(Moved(points, unit, of_match=False))
    if delta:
        moved.append(_chips(hand, delta))
    if (won := match_chips(hand, seat)) is not None:
        moved.append(_chips(hand, won, of_match=True))
    return moved


def _chips(hand: Hand, amount: int, *, of_match: bool = False) -> Moved:
    """Say that chips moved: the house's, or those of a tournament, which count in it alone."""
    if hand.table.tournament_id is not None:
        unit = ngettext("tournament chip", "tournament chips", abs(amount))
    else:
        unit = ngettext("chip", "chips", abs(amount))
    return Moved(amount, unit, of_match)


def points_of(hand: Hand, result: Json, seat: int) -> int | None:
    """Return what a hand of a match counted for a seat; None where it counted nothing for it.

    Points that a match counts down are lost ones, below 0.
    """
    points = dict(result.get("points") or ()).get(seat)
    if points is None or hand.match is None:
        return None
    down = dict(rules_of(hand.table).options).get("scoring") == "lives"
    return -points if down else int(points)


def match_chips(hand: Hand, seat: int) -> int | None:
    """Return what a match has moved for a seat, at its last hand; None where nothing can move."""
    row = hand.match
    if row is None or row.state != TableMatch.State.CLOSED or not getattr(hand, "last", False):
        return None
    match = standing_of(row)
    if not match.setup.stakes.amount:
        return None
    if match.over is None:
        return 0  # abandoned: all that it cost went back
    return next((one["chips"] for one in standings_json(match) if one["seat"] == seat), None)
