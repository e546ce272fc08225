"""Dealing the next hand at a table."""

import secrets
import uuid
from collections.abc import Sequence

from django.db.models import F, Q
from django.db.models.functions import Least

from engine import record, shuffle
from engine.game import Seating, Setup
from engine.hand import PLAY
from tables import outbox
from tables.build import engine_digest
from tables.commands.bots import stake
from tables.commands.hand import OpenHand, is_away
from tables.commands.keeping_out import restrained_players, without_kept_out
from tables.commands.matches import begin_match, in_match, next_setup
from tables.commands.seats import give_up, has_company, ready_seats, stay_out
from tables.commands.top_up import add_all_waiting
from tables.log import Log
from tables.models import Hand, HandSeat, HandSecret, Seat, Table, TableMatch
from tables.playing_for import plays_matches, rules_of, stakes_of
from tables.sealing import seal
from wallet import commands as wallet

SEED_BYTES = 64
# After so many hands a spent reserve of time, or grace, is full again.
RESERVE_HANDS = 10
# How often a freezeout's table that everybody has left looks whether somebody is back.
NOBODY_LOOKS_MS = 10_000


def deal(table: Table, log: Log) -> None:
    """Deal the next hand, or leave the table waiting if fewer than `min_players` can play.

    Where hands make matches, the next hand is that of the match in play, or the first of a new
    one with everybody who is ready. The seed is drawn, committed to and sealed in this
    transaction: either there is no hand, or there is one whose cards are the same after any
    crash. Seats without chips sit out first (a bot is staked again from the house), and so do
    people whom the gate keeps from playing on.
    """
    log.due(None)
    if table.held:
        log.write()
        return
    row = in_match(table)
    if row is None:
        ready = ready_seats(table) if table.tournament_id is not None else _see_who_plays(log)
        if len(ready) < table.min_players or not has_company(table, [seat for seat, _ in ready]):
            log.write()
            return
        if table.ante and table.tournament_id is not None and _nobody_is_here(ready):
            _wait_for_somebody(log, ready)
            return
        dealer = _dealer(table, [seat.number for seat, _stack in ready])
        if plays_matches(table):
            row = begin_match(log, ready, dealer)
        else:
            _add_to_reserves(table)
    setup = _setup(table, ready, dealer) if row is None else next_setup(row)
    _open(table, log, setup, row).finish()


def _see_who_plays(log: Log) -> Sequence[tuple[Seat, int]]:
    """Top up, let go and keep out whoever has to be, and return who is dealt in.

    At a tournament's table nobody is asked: chips of the house were risked with the entry.
    """
    table = log.table
    restrained = restrained_players(table)
    add_all_waiting(log)
    _see_to_empty_stacks(table, log)
    return without_kept_out(log, ready_seats(table), restrained)


def _nobody_is_here(ready: Sequence[tuple[Seat, int]]) -> bool:
    return all(is_away(seat) and not seat.user.is_bot for seat, _stack in ready)


def _wait_for_somebody(log: Log, ready: Sequence[tuple[Seat, int]]) -> None:
    """Deal nothing at a freezeout's table that everybody has left: such a hand moves no chip."""
    outbox.nobody_plays(log, {seat.number: seat for seat, _stack in ready})
    if not log.table.held:
        log.due(Table.Due.DEAL, NOBODY_LOOKS_MS)
    log.write()


def _setup(table: Table, ready: Sequence[tuple[Seat, int]], dealer: int) -> Setup:
    return Setup(
        rules_id=table.rules_id,
        # Every axis with its value, not only those the owner chose: old hands replay by what
        # they say.
        options=rules_of(table).options,
        seats=tuple(Seating(seat.number, stack) for seat, stack in ready),
        dealer=dealer,
        stakes=stakes_of(table)[0],
    )


def _open(table: Table, log: Log, setup: Setup, row: TableMatch | None) -> OpenHand:
    dealt_in = [one.seat for one in setup.seats]
    occupied = {
        seat.number: seat for seat in Seat.objects.filter(table=table).select_related("user")
    }
    seats = [occupied[number] for number in dealt_in]
    hand_id, seed = str(uuid.uuid4()), secrets.token_bytes(SEED_BYTES)
    previous = table.hand
    hand = Hand.objects.create(
        id=hand_id,
        table=table,
        hand_no=table.hand_no + 1,
        rules_id=table.rules_id,
        dealt_in=dealt_in,
        match=row,
        seq=0,
        head=record.genesis(hand_id),
        started_at=log.now,
    )
    if table.stakes != PLAY:
        users = [seat.user_id for seat in seats]
        wallet.hold_stacks(table_id=table.pk, hand_id=hand_id, user_ids=users, unit=table.unit)
    HandSecret.objects.create(hand=hand, sealed=seal(hand_id, seed))
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat=seat.number, user_id=seat.user_id, ref=seat.ref) for seat in seats
    )
    table.hand, table.hand_no = hand, hand.hand_no
    opening = record.opening(
        hand=hand_id,
        at=log.at,
        table=table.pk,
        hand_no=hand.hand_no,
        previous=None if previous is None else bytes(previous.head).hex(),
        setup=setup,
        players={seat.number: seat.ref for seat in seats},
        clock=record.Clock(action_ms=table.action_ms, window_ms=table.window_ms),
        build=engine_digest(),
        away=[seat.number for seat in seats if is_away(seat)],
    )
    log.line(hand, opening, secret=True)  # the players see the deal, not its line
    playing = OpenHand(table, hand, log, occupied, record.dealt(setup, hand_id, seed))
    playing.commit(shuffle.commitment(hand_id, seed))
    return playing


def _add_to_reserves(table: Table) -> None:
    """Where no match fills everybody's reserve and grace again, each hand gives back a part."""
    short = Q(reserve_ms__lt=table.reserve_ms) | Q(grace_ms__lt=table.grace_ms)
    Seat.objects.filter(short, table=table).update(
        **{
            pool: Least(F(pool) + full // RESERVE_HANDS, full)
            for pool, full in (("reserve_ms", table.reserve_ms), ("grace_ms", table.grace_ms))
        }
    )


def _dealer(table: Table, numbers: list[int]) -> int:
    wanted = table.next_dealer
    if wanted is None:
        return secrets.choice(numbers)
    return next((number for number in numbers if number >= wanted), numbers[0])


def _see_to_empty_stacks(table: Table, log: Log) -> None:
    ready = {seat.pk for seat, _stack in ready_seats(table)}
    wanting = Seat.objects.filter(table=table, sitting_out=False).select_related("user")
    for seat in wanting.exclude(pk__in=ready).order_by("number"):
        if seat.leaving:
            give_up(log, seat)
        elif seat.user.is_bot:
            _stake_again(log, seat)
        else:
            stay_out(log, seat)


def _stake_again(log: Log, seat: Seat) -> None:
    table = log.table
    amount = (table.buy_in_min + table.buy_in_max) // 2
    stake(seat.user_id, amount, log.key())
    wallet.buy_in(key=log.key(), user_id=seat.user_id, table_id=table.pk, amount=amount)
    log.tell("bought", seat=seat.number, name=seat.user.username, chips=amount)
