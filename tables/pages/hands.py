"""Hands as pages: the finished ones in a list, and one of them told. They only read."""

import json
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables import queries
from tables.errors import NoSuchHand, NoSuchTable
from tables.models import Event, Hand, HandSeat, Table
from tables.pages.hand_rows import (
    hand_name,
    hand_row,
    match_chips,
    points_of,
    with_places,
)
from tables.pages.replay import replay_told
from tables.pages.telling import card_sign, outcome_said, tell
from tables.pages.words import table_words

if TYPE_CHECKING:
    from deploy.accounts.models import User

PAGE_SIZE = 50
DIGITS_MAX = 18  # of a table's number: what the database can hold


class RoundRow(NamedTuple):
    """How one player's round of Pili Pili went."""

    bid: int
    tricks: int
    pilis: int


class PlayerRow(NamedTuple):
    """What one player brought to a hand and took from it, in chips; None while it is in play.

    `round`: in its place bid, tricks and Pilis, where those are what counts; `points`: those of a
    match. `match_chips`: what the match that ended with this hand moved.
    """

    seat: int
    name: str
    bot: bool
    ref: str
    delta: int | None
    stack: int | None
    won: bool
    round: RoundRow | None
    points: int | None
    match_chips: int | None


@never_cache
@login_required
@require_safe
def finished(request: HttpRequest) -> HttpResponse:
    """List finished hands: the reader's own, with `all` everybody's, with `table` one table's."""
    reader = cast("User", request.user)
    table = _table_asked(request, reader)
    mine = table is None and "all" not in request.GET
    found = queries.hands(table.pk if table else None, reader if mine else None, reader)
    found = _older(found, request.GET.get("before", ""))
    shown = list(with_places(found, reader.pk).prefetch_related("players__user")[: PAGE_SIZE + 1])
    context = {
        "table": table,
        "mine": mine,
        "rows": [hand_row(hand, reader.pk) for hand in shown[:PAGE_SIZE]],
        "older": shown[PAGE_SIZE - 1].pk if len(shown) > PAGE_SIZE else None,
    }
    return render(request, "tables/hands.html", context)


@never_cache
@login_required
@require_safe
def hand(request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
    """Tell a hand: who won what and how, what happened, its record. In play, only that it is."""
    reader = cast("User", request.user)
    try:
        asked = queries.hand_for(hand_id, reader.pk)
    except NoSuchHand as refusal:
        raise Http404 from refusal
    found = with_places(Hand.objects.filter(pk=asked.pk)).get()
    over = found.state == Hand.State.CLOSED
    seats = list(found.players.select_related("user").order_by("seat"))
    players = _players(found, seats)
    names = {player.seat: player.name for player in players}
    context = {
        "hand": found,
        "name": hand_name(found),
        "over": over,
        "players": players,
        "rounds": any(player.round for player in players),
        "points": any(player.points is not None for player in players),
        "match_chips": any(player.match_chips is not None for player in players),
        "commitment": _commitment(found),
        "said": outcome_said(found.result, names) if over else "",
        "melds": _signs(found.result) if over else [],
        "told": tell(queries.record_text(found), names, found.result) if over else None,
        "replay": replay_told(found, seats, reader.pk) if over else None,
        "words": table_words() if over else None,
    }
    return render(request, "tables/hand.html", context)


def _table_asked(request: HttpRequest, reader: "User") -> Table | None:
    asked = request.GET.get("table", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) <= DIGITS_MAX):
        raise Http404
    try:
        return queries.seen_table(int(asked), reader)
    except NoSuchTable as refusal:
        raise Http404 from refusal


def _older(hands: QuerySet[Hand], before: str) -> QuerySet[Hand]:
    """Leave the hands that ended before the one named; all of them if it names none."""
    try:
        newest = Hand.objects.filter(pk=uuid.UUID(before), state=Hand.State.CLOSED).first()
    except ValueError:
        return hands
    if newest is None:
        return hands
    same = Q(ended_at=newest.ended_at, pk__lt=newest.pk)
    return hands.filter(Q(ended_at__lt=newest.ended_at) | same)


def _players(hand: Hand, seats: Sequence[HandSeat]) -> list[PlayerRow]:
    result = hand.result or {"deltas": [], "stacks": [], "winner": None}
    deltas, stacks = dict(result["deltas"]), dict(result.get("stacks", []))
    return [
        PlayerRow(
            player.seat,
            # The house's bots carry "(bot)" in their names, and a mark beside it says that.
            player.user.username.removesuffix(" (bot)")
            if player.user.is_bot
            else player.user.username,
            player.user.is_bot,
            player.ref,
            deltas.get(player.seat),
            stacks.get(player.seat),
            player.seat == result["winner"],
            _round(result, player.seat),
            points_of(hand, result, player.seat),
            match_chips(hand, player.seat),
        )
        for player in seats
    ]


def _round(result: dict[str, Any], seat: int) -> RoundRow | None:
    counts = result.get("counts")
    if counts is None:
        return None
    bids, tricks = dict(counts["bids"]), dict(counts["tricks"])
    return RoundRow(bids[seat], tricks[seat], dict(result["points"])[seat])


def _signs(result: dict[str, Any] | None) -> list[list[str]]:
    """Return the melds that were laid down, as corners of cards."""
    melds = result["melds"] if result else []
    return [[card_sign(card) for card in meld] for meld in melds]


def _commitment(hand: Hand) -> str:
    """Return what the house pledged before the first card was dealt (hex), '' if nothing."""
    event = Event.objects.filter(hand=hand, hand_seq=1).first()
    return str(json.loads(event.line).get("commit", "")) if event and event.line else ""
