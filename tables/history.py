"""The hands that a player has played, and each of them step by step.

After a hand its record is open to all, every card of it. A replay shows less unless all is asked
for: at each step what the viewer could see then, from the viewer's own seat, or as a spectator.
"""

from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from engine import record
from engine.game import Game, State, game_for
from tables import queries
from tables.endings import ended_view
from tables.errors import HandNotOver
from tables.models import Hand, HandSeat
from tables.states import lines_of, walk

if TYPE_CHECKING:
    from deploy.accounts.models import User

Json = dict[str, Any]


def my_hands(
    user: "User",
    *,
    table: int | None = None,
    rules: str | None = None,
    won: bool | None = None,
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[Hand]:
    """Return the finished hands that a user played, newest first.

    `won`: only those that the user won, or only those that somebody else did. `since`, `until`:
    days of UTC, both included.
    """
    seat = HandSeat.objects.filter(hand=OuterRef("pk"), user=user).values("seat")
    found = queries.hands(table, user).annotate(
        own_seat=Subquery(seat),
        winner=Cast(KeyTextTransform("winner", "result"), IntegerField()),
    )
    wanted = Q()
    if rules is not None:
        wanted &= Q(rules_id=rules)
    if won is not None:
        mine = Q(winner=F("own_seat"))
        wanted &= mine if won else Q(winner__isnull=False) & ~mine
    if since is not None:
        wanted &= Q(ended_at__date__gte=since)
    if until is not None:
        wanted &= Q(ended_at__date__lte=until)
    return found.filter(wanted)


def own_result(hand: Hand, user_id: int) -> Json | None:
    """Return how a hand, with its players at hand, ended for a user; None for who did not play."""
    seat = next((one.seat for one in hand.players.all() if one.user_id == user_id), None)
    if seat is None or hand.result is None:
        return None
    return {
        "seat": seat,
        "won": hand.result["winner"] == seat,
        "delta": dict(hand.result["deltas"]).get(seat, 0),
    }


def steps(hand: Hand, user_id: int | None, *, all_cards: bool = False) -> list[Json]:
    """Return a finished hand step by step: what the user could know, and the hand after it.

    `HandNotOver` in play. What the user could not know of is left out, as another's claim in its
    window. With `all_cards` nothing is: each act is told as its own seat knew it, and each step
    has `held`, what every seat held and saw of it. The record, open to all, says no less.
    """
    if hand.state != Hand.State.CLOSED:
        raise HandNotOver
    seats = dict(HandSeat.objects.filter(hand=hand).values_list("user_id", "seat"))
    number = None if user_id is None else seats.get(user_id)
    game = game_for(hand.rules_id)
    told: list[Json] = []
    before: State | None = None
    for event, state in walk(hand, lines_of(hand)):
        action = record.action_of(event)
        seen: Json | None = {}
        if action is not None and before is not None:
            seen = game.seen(before, action, state, action.seat if all_cards else number)
        before = state
        if seen is None:
            continue
        view = game.view(state, number)
        step = {
            "line": event["seq"],
            "at": event["at"],
            "type": event["type"],
            "by": event.get("by"),
            **seen,
            "hand": ended_view(view, hand) if event["type"] == "void" else view,
        }
        if all_cards:
            step["held"] = _held(game, state, view, number)
        told.append(step)
    return told


def _held(game: Game, state: State, view: Json, number: int | None) -> list[Json]:
    """Return what each seat holds and sees of it, with the card just drawn.

    `view` is what seat `number` sees. A hand that its own seat may not see is as those see it who
    may; None where nobody may.
    """
    seats = [one["seat"] for one in view["seats"]]
    own = {seat: view if seat == number else game.view(state, seat) for seat in seats}
    by_others = {seat: cards for one in own.values() for seat, cards in one.get("hands", ())}
    return [
        {
            "seat": seat,
            "cards": by_others.get(seat) if seen["cards"] is None else seen["cards"],
            "drawn": seen.get("drawn"),
        }
        for seat, seen in own.items()
    ]
