"""What the clock does: deal, act for those whose time is up, play bots, close claim windows.

A table's clock is its row (`due_at`, `due_what`), so nothing is lost when a process dies: any
sweeper in any process does what is due, and two can never do it twice.
"""

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction

from engine import bots
from engine.actions import HIDDEN_IN_WINDOW
from engine.game import Action, Json, game_for, parse_action
from tables.commands.counting import count
from tables.commands.dealing import deal
from tables.commands.hand import AWAY_AFTER, POOLS, OpenHand, is_away, open_hand
from tables.commands.locking import lock_due_table, lock_table
from tables.commands.seats import call_players
from tables.commands.tables import in_play
from tables.log import Log
from tables.models import Seat, Table
from tables.presence import is_present
from tables.states import state_of

logger = logging.getLogger(__name__)


def tick(*, table_id: int) -> bool:
    """Do the one thing that is due at a table; return whether something was done.

    Nothing is due, or somebody else holds the table: False, and nothing changed. The deadline is
    compared with the database's clock under the lock, so any number of sweepers may call this.
    """
    with transaction.atomic(durable=True):
        found = lock_due_table(table_id)
        if found is None:
            return False
        table, log = found.table, Log(found.table, found.now)
        hand = in_play(table)
        if hand is None:
            deal(table, log)
            return True
        playing = OpenHand(table, hand, log, found.seats, state_of(hand))
        _DUTIES[str(table.due_what)](playing)
        playing.finish()
        return True


def credit_outage(*, table_id: int, missing: timedelta) -> None:
    """Give a table back the time in which no sweeper was alive; a hand's record says so."""
    with transaction.atomic(durable=True):
        table, now = lock_table(table_id)
        if table.due_at is None:
            return
        log = Log(table, now)
        hand = in_play(table)
        if hand is None:
            table.due_at += missing
            log.write()
            return
        playing = open_hand(table, hand, log)
        playing.credit(missing)
        playing.finish()


def heal(*, table_id: int) -> bool:
    """Arm the clock of a table where something should happen and nothing is due.

    Returns whether that was so. It is a fault of ours when it was, and it is counted in the same
    transaction (`tables_healed`, see `tables.metrics`).
    """
    with transaction.atomic(durable=True):
        table, now = lock_table(table_id)
        if table.due_at is not None:
            return False
        log = Log(table, now)
        hand = in_play(table)
        if hand is not None:
            playing = open_hand(table, hand, log)
            playing.arm()
            playing.finish()
        else:
            call_players(log)
            if table.due_at is not None:
                log.write()
        if table.due_at is not None:
            logger.error("table %s had nothing armed and was healed", table_id)
            count("tables_healed")
        return table.due_at is not None


def beat(*, name: str, is_door: bool) -> None:
    """Write a sweeper's sign of life."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_heartbeat (name, at, is_door) VALUES (%s, clock_timestamp(), %s)"
            " ON CONFLICT (name) DO UPDATE SET at = excluded.at",
            [name, is_door],
        )


def _time_is_up(playing: OpenHand) -> None:
    """The player's time is up: the reserve comes first, or the grace for a lost connection.

    Whoever is not heard from gets the grace and keeps the reserve; whoever is there, or is back
    when the grace is over, has the reserve. Each is a pool that is used up, so neither comes
    twice in a turn. One seat's pool holds up nobody where all choose together.
    """
    game = game_for(playing.hand.rules_id)
    seat = playing.seats[_seat(game.default(playing.state))]
    here = is_present(seat.last_seen, playing.log.now)
    why = Table.Due.RESERVE if here else Table.Due.GRACE
    together = game.waiting(playing.state).together
    if getattr(seat, POOLS[why]) and not is_away(seat) and not together:
        playing.lengthen(seat, why)
    else:
        _act_for_absent(playing)


def _act_for_absent(playing: OpenHand) -> None:
    action = game_for(playing.hand.rules_id).default(playing.state)
    seat = playing.seats[_seat(action)]
    was_away = is_away(seat)
    seat.missed = min(seat.missed + 1, AWAY_AFTER)
    away = is_away(seat)
    arranged = playing.table.tournament_id is not None
    seat.sitting_out = seat.sitting_out or (away and not arranged)
    seat.save(update_fields=["missed", "sitting_out"])
    playing.put(action, by="clock")
    if not away or _is_over(playing):
        return
    if not was_away:
        playing.mark_away(seat, away=True)
    if _everybody_is_away(playing):
        playing.abandon("every player left the hand alone")


def _everybody_is_away(playing: OpenHand) -> bool:
    """Whether nobody is left who plays: such a hand would go on by the clock for half an hour."""
    view = game_for(playing.hand.rules_id).view(playing.state, None)
    playing_on = [playing.seats[one["seat"]] for one in view["seats"] if not one["folded"]]
    return all(is_away(seat) and not seat.user.is_bot for seat in playing_on)


def _play_bot(playing: OpenHand) -> None:
    seat = next(seat for seat in playing.awaited() if seat.user.is_bot)
    action = parse_action(_bots_choice(playing, seat), seat.number)
    playing.put(action, actor_id=seat.user_id)


def _close_window(playing: OpenHand) -> None:
    """Let bots answer, then close. They answer within the window, as people do, at its end."""
    game = game_for(playing.hand.rules_id)
    for number in game.waiting(playing.state).seats:
        seat = playing.seats[number]
        answers = {act["kind"] for act in game.legal(playing.state, number)} & HIDDEN_IN_WINDOW
        if seat.user.is_bot and answers:
            asked = _bots_choice(playing, seat)
            if asked:
                playing.put(parse_action(asked, number), actor_id=seat.user_id)
    playing.put(game.default(playing.state), by="clock")


def _deal_over(playing: OpenHand) -> None:
    # A hand in play with a clock set to deal cannot be: arm it for what the hand waits for.
    logger.error("table %s was to deal in mid-hand", playing.table.pk)
    playing.arm()


def _bots_choice(playing: OpenHand, seat: Seat) -> Json:
    """What the bot at a seat does; nothing ({}) where it asks for no card in a window."""
    game = game_for(playing.hand.rules_id)
    view, legal = game.view(playing.state, seat.number), game.legal(playing.state, seat.number)
    return bots.bot_named(seat.plays)(view, legal, secrets.randbelow)


def _is_over(playing: OpenHand) -> bool:
    return game_for(playing.hand.rules_id).outcome(playing.state) is not None


def _seat(action: Action) -> int:
    if action.seat is None:
        message = "the default of a seat's turn is an action of that seat"
        raise AssertionError(message)
    return action.seat


_DUTIES: dict[str, Callable[[OpenHand], None]] = {
    Table.Due.ACT: _time_is_up,
    Table.Due.RESERVE: _time_is_up,
    Table.Due.GRACE: _time_is_up,
    Table.Due.BOT: _play_bot,
    Table.Due.WINDOW: _close_window,
    Table.Due.DEAL: _deal_over,
}
