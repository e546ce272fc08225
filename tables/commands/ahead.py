"""What a player arranges ahead: the order of the cards in hand, the next action, the reserve."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine import record
from engine.game import game_for
from tables import ahead
from tables.commands.hand import OpenHand, open_hand
from tables.commands.locking import lock_table
from tables.commands.seats import seat_of
from tables.commands.tables import in_play
from tables.errors import BadRequest, NoHand, NoReserve, NotAhead, NotInHand, Stale
from tables.log import Log
from tables.models import HandSeat, Seat, Table
from wallet.idempotency import once, outermost

if TYPE_CHECKING:
    from deploy.accounts.models import User


def arrange(
    *, user: "User", table_id: int, cards: Sequence[str], hand_id: object = None
) -> dict[str, Any]:
    """Keep the player's own arrangement of the cards in hand; return {"cards"}.

    `cards` are all the player's cards, each as often as it is held (`BadRequest`). With `hand_id`
    a request that comes late is `Stale` in another hand. Refused: `NotSeated`, `NoHand`,
    `NotInHand`. It is no event: nobody else hears of it.
    """

    def work() -> dict[str, Any]:
        playing, seat = _own_hand(user, table_id, hand_id)
        view = game_for(playing.hand.rules_id).view(playing.state, seat.number)
        mine = view.get("cards") or []
        if Counter(cards) != Counter(mine):
            held = " ".join(mine)
            raise BadRequest(_("cards: all cards of your hand and no other: %s.") % held)
        HandSeat.objects.filter(hand=playing.hand, user=user).update(arranged=list(cards))
        return {"cards": list(cards)}

    return outermost(work)


def preact(
    *,
    user: "User",
    table_id: int,
    kind: str | None,
    card: str | None = None,
    number: int | None = None,
    hand_id: object = None,
) -> dict[str, Any]:
    """Say what to do when the turn comes; None takes it back. Return {"preaction"}.

    Kinds: see `tables.ahead.KINDS`; one that the game has no action for is a `BadRequest`. "bid"
    takes a `number`, "play" a `card` and, for a Joker, its `number`: returned as "with". It is
    done the moment the turn comes, in the log as the player's own act, and dropped if the price is
    another by then. In one's own turn it is `NotAhead`. Refused as `arrange` is. It is no event:
    nobody else hears of it.
    """
    if kind is not None and kind not in ahead.KINDS:
        raise BadRequest(_("kind: one of %s, or null.") % ", ".join(ahead.KINDS))

    def work() -> dict[str, Any]:
        playing, seat = _own_hand(user, table_id, hand_id)
        if kind is not None and kind not in (possible := ahead.kinds_in(playing.hand.rules_id)):
            raise BadRequest(_("kind: one of %s, or null.") % ", ".join(possible))
        if kind is not None and _turn_of(playing) == seat.number:
            raise NotAhead
        kept = None if kind is None else _promise(playing, seat, kind, card, number)
        Seat.objects.filter(pk=seat.pk).update(preaction=kept)
        return told_of(kept)

    return outermost(work)


def told_of(kept: dict[str, Any] | None) -> dict[str, Any]:
    """Return what its player is told of a promise that is kept: {"preaction"}, and "with"."""
    if kept is None or "with" not in kept:
        return {"preaction": None if kept is None else kept["kind"]}
    return {"preaction": kept["kind"], "with": kept["with"]}


def use_reserve(*, user: "User", key: str, table_id: int) -> dict[str, Any]:
    """Put what is left of one's reserve of time on top of one's running turn; return {"ms"}.

    `NoReserve` when it is not one's turn, when nothing is left, or when it runs already. The same
    key does it once. Refused: `NotSeated`, `NoHand`, `NotInHand`.
    """

    def work() -> dict[str, Any]:
        playing, seat = _own_hand(user, table_id)
        ms = seat.reserve_ms
        awaited = _turn_of(playing) == seat.number and playing.table.due_what == Table.Due.ACT
        if not awaited or not ms:
            raise NoReserve
        playing.lengthen(seat, Table.Due.RESERVE)
        playing.finish()
        return {"ms": ms}

    content = {"reserve": table_id}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def in_order(cards: Iterable[str], arranged: Iterable[str] | None) -> list[str]:
    """Return cards as their player put them in order; those that came since are last."""
    left = Counter(cards)
    ordered: list[str] = []
    for card in [*(arranged or ()), *cards]:
        if left[card]:
            left[card] -= 1
            ordered.append(card)
    return ordered


def _own_hand(user: "User", table_id: int, hand_id: object = None) -> tuple[OpenHand, Seat]:
    table, now = lock_table(table_id)
    seat = seat_of(table, user)
    hand = in_play(table)
    if hand is None:
        raise NoHand
    if hand_id is not None and str(hand_id) != str(hand.pk):
        raise Stale(_("The hand that you acted in is over: look again."))
    if seat.number not in hand.dealt_in:
        raise NotInHand
    playing = open_hand(table, hand, Log(table, now))
    return playing, playing.seats[seat.number]


def _promise(
    playing: OpenHand, seat: Seat, kind: str, card: str | None, number: int | None
) -> dict[str, Any]:
    view = game_for(playing.hand.rules_id).view(playing.state, seat.number)
    try:
        what = ahead.what_of(view, kind, card, number)
    except ValueError as error:
        raise BadRequest(str(error)) from error
    return ahead.promise(playing.hand, playing.state, kind, what)


def _turn_of(playing: OpenHand) -> int | None:
    turn = record.turn_of(game_for(playing.hand.rules_id).waiting(playing.state))
    return None if turn is None else turn[1]
