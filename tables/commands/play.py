"""A player acts."""

import json
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine.actions import HIDDEN_IN_WINDOW
from engine.errors import IllegalAction
from engine.game import Action, action_json, parse_action
from tables.admission import refuse_stranger
from tables.commands.hand import AWAY_AFTER, OpenHand, is_away
from tables.commands.locking import LockedTable, lock_to_act
from tables.commands.tables import in_play
from tables.errors import BadRequest, IllegalMove, NoHand, NotInHand, NotSeated, Stale
from tables.log import Log
from tables.measures import timed
from tables.models import Event, Seat
from tables.states import state_of
from wallet.errors import KeyReused
from wallet.idempotency import outermost

if TYPE_CHECKING:
    from deploy.accounts.models import User
    from engine.game import State

ACTION_ID_CHARS_MAX = 64
SEQ_MAX = 2**31


def act(
    *,
    user: "User",
    table_id: int,
    action_id: object,
    expected_seq: object,
    action: object,
    hand_id: object = None,
) -> dict[str, Any]:
    """Take one action in the hand in play; return {"event", "seq", "secret"} after COMMIT.

    `action` is untrusted JSON; who acts is `user`, never something in it. `expected_seq` is the
    hand's seq that the player saw: another one is `stale`, so no price changes under a finger (a
    claim, or a draw from the stock, is only stale once its window is another). With `hand_id` an
    action that comes late never reaches the next hand: it is stale then. `action_id` is the
    player's own: the same id with the same action gives the same answer and acts once, with
    another action `KeyReused`.

    The action is in the log, the clock is set, and if the hand is over the pot is paid, all in
    one transaction. Refused: `NotSeated`, `NoHand`, `NotInHand`, and the engine's codes.
    """
    name, expected = _checked_id(action_id), _checked_seq(expected_seq)

    def work() -> dict[str, Any]:
        found = lock_to_act(table_id, actor_id=user.pk, action_id=name)
        if found.done is not None:
            return _same_answer(found.done, action)
        playing = _hand_of(found, user)
        seat = next(seat for seat in playing.seats.values() if seat.user_id == user.pk)
        asked = _parsed(action, seat.number)
        if hand_id is not None and str(hand_id) != str(playing.hand.pk):
            raise Stale(_("The hand that you acted in is over: look again."))
        _refuse_stale(asked, expected, playing.state)
        if seat.missed:
            _welcome_back(playing, seat)
        event = playing.put(asked, actor_id=user.pk, action_id=name)
        answer = _answer(event, playing.state.tick, secret=playing.log.newest.told is None)
        playing.finish()
        return answer

    with timed("batida_action_seconds"):
        return outermost(work)


def _checked_id(action_id: object) -> str:
    if (
        isinstance(action_id, str)
        and 1 <= len(action_id) <= ACTION_ID_CHARS_MAX
        and action_id.isascii()
        and action_id.isprintable()
    ):
        return action_id
    message = _("An action's id is a text of 1 to %(most)s printable ASCII characters.")
    raise BadRequest(message % {"most": ACTION_ID_CHARS_MAX})


def _checked_seq(expected_seq: object) -> int:
    if type(expected_seq) is int and 0 <= expected_seq < SEQ_MAX:
        return expected_seq
    raise BadRequest(_("expected_seq is the whole number hand.seq of the state that you act on."))


def _hand_of(found: LockedTable, user: "User") -> OpenHand:
    number = next((n for n, seat in found.seats.items() if seat.user_id == user.pk), None)
    if number is None:
        refuse_stranger(found.table, user)
        raise NotSeated
    hand = in_play(found.table)
    if hand is None:
        raise NoHand
    if number not in hand.dealt_in:
        raise NotInHand
    log = Log(found.table, found.now)
    return OpenHand(found.table, hand, log, found.seats, state_of(hand))


def _parsed(action: object, seat: int) -> Action:
    try:
        return parse_action(action, seat)
    except IllegalAction as error:
        raise IllegalMove.of(error) from error


def _refuse_stale(action: Action, expected_seq: int, state: "State") -> None:
    # A window that closes under the finger changes neither a claim's worth nor a stock card's.
    timeless = action.kind in HIDDEN_IN_WINDOW or (
        action.kind == "draw" and action.source == "stock"
    )
    oldest = state.window_tick if timeless else state.tick
    if oldest <= expected_seq <= state.tick:
        return
    raise Stale(facts={"seq": state.tick, "expected": expected_seq})


def _answer(event: int, seq: int, *, secret: bool) -> dict[str, Any]:
    # A secret, a claim say, is no event to anybody: its player asks for the state instead.
    return {"event": event, "seq": seq, "secret": secret}


def _same_answer(before: Event, action: object) -> dict[str, Any]:
    done = json.loads(before.line or "{}")
    asked = action_json(_parsed(action, done["seat"]))
    written = dict(done["action"])
    if "melds" not in asked:
        written.pop("melds", None)  # the log spells out melds that the player left to us
    if asked != written:
        raise KeyReused
    kept = before.body or {}
    return _answer(kept["event"], kept["tick"], secret=before.told is None)


def _welcome_back(playing: OpenHand, seat: Seat) -> None:
    was_away = is_away(seat)
    seat.sitting_out = seat.sitting_out and seat.missed < AWAY_AFTER
    seat.missed = 0
    seat.save(update_fields=["missed", "sitting_out"])
    if was_away:
        # Without this line the rest of the turn would go on at the pace of an absent player.
        playing.mark_away(seat, away=False)
