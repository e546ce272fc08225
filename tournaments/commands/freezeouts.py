"""A freezeout on live tables: seats, hands, eliminations, moves, hand-for-hand.

A table is *held* while no hand may be dealt at it: it was opened so, somebody busted, or it was
told to stop. `release` lets it go on as soon as nothing waits for it. What happens where is
decided by the rules (`rules.due`, `rules.balance`, `rules.seats`); here hands are waited for.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from tables import commands as tables
from tables import queries as table_queries
from tournaments.book import Book
from tournaments.commands import seating, standing
from tournaments.commands.eliminating import (
    awaits_rebuy,
    bust_batch,
    close_buying,
    give_heads_left,
    rebuy_ends,
)
from tournaments.commands.levels import ante_now
from tournaments.commands.stacks import retire_waiting
from tournaments.indexing import set_stacks
from tournaments.models import Entrant, MatchTable
from tournaments.rules import events as e
from tournaments.rules.due import late_seat_due, moves_due
from tournaments.rules.eliminations import hand_for_hand
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts
from tournaments.rules.standings import stage_over
from tournaments.rules.state import RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT

__all__ = [
    "close_buying",
    "dissolve",
    "eliminate",
    "forget_unseated",
    "give_heads_left",
    "move",
    "next_at",
    "nobody_plays",
    "note_empty",
    "note_hand",
    "open_tables",
    "release",
    "seat_late",
    "take_gone_out",
    "turn_hand_for_hand",
]

TABLES_AT_ONCE: Final = 5


def in_play(book: Book) -> Iterator[StageState]:
    """The freezeouts in which somebody sits and something is left to play."""
    if book.state.phase == RUNNING:
        for stage in book.state.stages.values():
            if stage.spec.kind == FREEZEOUT and stage.seats and not stage_over(stage):
                yield stage


def note_hand(book: Book, place: MatchTable, told: int, body: Mapping[str, Any]) -> None:
    """Keep the stacks that a hand has left, and who busted in it; `told` orders the hands."""
    if place.empty_since is not None:
        place.empty_since = None
        place.save(update_fields=["empty_since"])
    stacks = dict(body["stacks"])
    busts = {one["user"]: one for one in body["busts"]}
    rows = list(Entrant.objects.filter(tournament=book.row, user__in=stacks))
    refs = {one.user_id: one.ref for one in rows}
    set_stacks(book.row, {one.ref: stacks[one.user_id] for one in rows})
    for one in rows:
        bust = busts.get(one.user_id)
        if bust is not None and one.bust is None:
            one.bust = {
                "stage": place.stage,
                "table": int(place.match),
                "told": told,
                "stack": bust["stack"],
                "from_button": bust["from_button"],
                "at": book.now.isoformat(),
                "pots": [
                    {
                        "seats": [refs.get(user, "") for user in pot["seats"]],
                        "winners": [refs[pot["winner"]]] if pot["winner"] in refs else [],
                    }
                    for pot in body["pots"]
                ],
            }
            one.save(update_fields=["bust"])


def note_empty(book: Book, place: MatchTable) -> None:
    """Note since when a table has waited for somebody to come back."""
    if place.empty_since is None:
        place.empty_since = book.now
        place.save(update_fields=["empty_since"])


def nobody_plays(book: Book) -> list[tuple[str, Refused]]:
    """The freezeouts that stand still because all who are left in them are away."""
    detail = "Everybody who is left is away: wait, disqualify, or cancel."
    return [
        (stage.spec.id, Refused("nobody-plays", detail))
        for stage in in_play(book)
        if _empty_since(book, stage) is not None
    ]


def eliminate(book: Book) -> bool:
    """Put those out who lost their last chip, one hand's or, hand-for-hand, one round's at a time.

    Whoever may buy chips again has the time of a rebuy first.
    """
    for stage in in_play(book):
        waiting = list(
            Entrant.objects.filter(tournament=book.row, bust__stage=stage.spec.id).order_by("pk")
        )
        if not waiting:
            continue
        waiting.sort(key=_told)
        if stage.one_hand:
            if not _round_over(seating.places(book, stage)):
                continue
            batch = waiting
        else:
            batch = [one for one in waiting if _told(one) == _told(waiting[0])]
        if any(rebuy_ends(book, one, stage) > book.now for one in batch):
            continue
        bust_batch(book, stage, batch)
        return True
    return False


def take_gone_out(book: Book) -> bool:
    """Put those out who left or were disqualified in mid-play: their chips leave the game.

    Not while somebody may buy again whose last chips they may have won: that hand came first, so
    the victim is out before them, and the bounty theirs. When all who are left have been away for
    the minutes of a no-show, it ends by their stacks.
    """
    for stage in in_play(book):
        if awaits_rebuy(book, stage):
            continue
        gone = [ref for ref in stage.seats if book.state.gone(ref)]
        ends_at = _ends_empty(book, stage)
        if ends_at is not None and ends_at <= book.now:
            gone = list(stage.seats)
        if len(gone) == len(stage.seats):
            # Everybody has left: whoever has most is the last one, and so it ends.
            stacks = dict(_stacks(book, gone))
            gone.remove(max(gone, key=lambda ref: stacks.get(ref, 0)))
        if not gone:
            continue
        places = seating.places(book, stage)
        busy = {
            number
            for number in {stage.seats[ref][0] for ref in gone}
            if number in places and places[number][1]["playing"]
        }
        for number in busy:
            seating.stop(places[number])
        free = [ref for ref in gone if stage.seats[ref][0] not in busy]
        if free:
            rows = list(Entrant.objects.filter(tournament=book.row, ref__in=free))
            bust_batch(book, stage, rows)
            return True
    return False


def seat_late(book: Book) -> bool:
    """Give a seat to a late entrant, or to one who re-entered: drawn among the shortest tables."""
    for stage in in_play(book):
        ref = next(seating.homeless(book, stage), None)
        if ref is None:
            continue
        places = seating.places(book, stage)
        dealers = seating.dealers(stage, places)
        try:
            event = late_seat_due(book.state, stage.spec.id, ref, dealers, book.seed())
        except Refused:
            # Every table is full: a new one is opened, and the balancing sends players to it.
            event = e.Seated(stage.spec.id, ((ref, 1 + max(stage.tables()), 1),), e.LATE)
        book.add(event)
        ((_ref, table, seat),) = event.seats
        if table in places:
            row = Entrant.objects.get(tournament=book.row, ref=ref)
            table_id = places[table][0].table_id
            seating.seat_with_stack(book, stage, row, table_id, seat - 1)
        return True
    return False


def forget_unseated(book: Book, events: Iterable[e.Event]) -> None:
    """Keep no stack of those who have gone before they had a seat."""
    refs = [ref for one in events if isinstance(one, e.LeftUnseated) for ref in one.entrants]
    if refs:
        Entrant.objects.filter(tournament=book.row, ref__in=refs).update(stack=0)


def turn_hand_for_hand(book: Book) -> bool:
    """Begin or end hand-for-hand, as the bubble asks."""
    for stage in in_play(book):
        paid = len(amounts(book.state))
        wanted = bool(paid) and hand_for_hand(
            len(stage.seats), paid, len(stage.tables()), early=stage.spec.early_bubble
        )
        if wanted == stage.one_hand:
            continue
        places = seating.places(book, stage)
        for number in sorted(places):
            row, place = places[number]
            if wanted and not place["held"]:
                tables.stop_table(table_id=row.table_id, why=standing.TABLES)
            elif not wanted and place["stopping"]:
                tables.set_table(table_id=row.table_id, stopping=False)
        book.add(e.HandForHand(stage.spec.id, on=wanted))
        return True
    return False


def move(book: Book) -> bool:
    """Break and balance tables between hands: told first, done as the tables stop."""
    for stage in in_play(book):
        if Entrant.objects.filter(tournament=book.row, bust__stage=stage.spec.id).exists():
            continue
        places = seating.places(book, stage)
        online = bool(places)
        dealers = seating.dealers(stage, places)
        events = moves_due(
            book.state, stage.spec.id, dealers, book.seed(), seating.lately(book, stage, places)
        )
        if not events:
            continue
        ready = seating.stopped(book, stage, events, places) if online else events
        for event in ready:
            seating.carry_out(book, stage, event, places)
        if ready:
            return True
    return False


def open_tables(book: Book) -> bool:
    """Open some of the tables at which somebody is seated, each with its players and stacks."""
    if not book.row.online or book.state.phase != RUNNING:
        return False
    for stage in in_play(book):
        known = set(seating.rows(book, stage).values_list("match", flat=True))
        missing = [number for number in sorted(stage.tables()) if str(number) not in known]
        for number in missing[:TABLES_AT_ONCE]:
            seating.open_table(book, stage, number)
        if missing:
            return True
    return False


def release(book: Book) -> bool:
    """Let the tables deal for which nothing waits any more; hold all of them in a break.

    Those that stand still tell why.
    """
    if not book.row.online:
        return False
    done = False
    for stage in in_play(book):
        places = seating.places(book, stage)
        why = standing.no_hands(book, stage)
        if why is not None:
            for place in places.values():
                if seating.stop(place, why):
                    tables.set_table(table_id=place[0].table_id, ante=ante_now(stage))
                    done = True
            continue
        if stage.one_hand and not _round_over(places):
            for place in places.values():
                done = (_stands(place) and seating.say_why(place, standing.TABLES)) or done
            continue
        waits = standing.waiting_tables(book, stage)
        for number, place in sorted(places.items()):
            if _stands(place):
                done = _let_go(stage, place, waits.get(number)) or done
    return done


def _stands(place: seating.Place) -> bool:
    """Whether a table is held, and no hand is in play at it."""
    return place[1]["held"] and not place[1]["playing"]


def _let_go(stage: StageState, place: seating.Place, why: standing.Why | None) -> bool:
    """Let a table deal for which nothing waits, or say why it stands; whether that was news."""
    if why is None and len(place[1]["players"]) < 2:  # noqa: PLR2004 - nobody to play against
        why = seating.SEATS
    if why is not None:
        return seating.say_why(place, why)
    after = standing.TABLES if stage.one_hand else None
    tables.set_table(
        table_id=place[0].table_id,
        held=False,
        stopping=stage.one_hand,
        ante=ante_now(stage),
        why=after,
    )
    return True


def dissolve(book: Book) -> bool:
    """Close the tables of a freezeout that is over, and take its chips out of existence.

    With the last one go the chips that were bought for tables which never opened.
    """
    over = [
        name
        for name, stage in book.state.stages.items()
        if stage.spec.kind == FREEZEOUT and (stage_over(stage) or book.state.phase != RUNNING)
    ]
    open_ = MatchTable.objects.filter(
        tournament=book.row, stage__in=over, state=MatchTable.State.OPEN
    )
    row = open_.order_by("table_id").first()
    if row is not None:
        seating.close_table(book, row, standing.ended(book))
        return True
    every = [name for name, one in book.state.stages.items() if one.spec.kind == FREEZEOUT]
    return bool(over) and len(over) == len(every) and retire_waiting(book)


def next_at(book: Book) -> datetime | None:
    """When somebody's time for a rebuy is over, or that of a freezeout which nobody plays."""
    moments = [
        rebuy_ends(book, one, stage)
        for stage in in_play(book)
        if book.row.online
        for one in Entrant.objects.filter(tournament=book.row, bust__stage=stage.spec.id)
    ]
    moments += filter(None, (_ends_empty(book, stage) for stage in in_play(book)))
    return min((moment for moment in moments if moment > book.now), default=None)


def _ends_empty(book: Book, stage: StageState) -> datetime | None:
    """When a freezeout ends that nobody plays any more; None: it is played, or waits for ever."""
    minutes = book.state.structure.no_show
    since = _empty_since(book, stage) if minutes and not book.state.paused else None
    return None if since is None else since + timedelta(minutes=minutes)


def _empty_since(book: Book, stage: StageState) -> datetime | None:
    """Since when nobody has been at any table of a freezeout; a hand in play is somebody's."""
    if not book.row.online:
        return None
    rows = dict(seating.rows(book, stage).values_list("table_id", "empty_since"))
    since = [moment for moment in rows.values() if moment is not None]
    if not since or len(since) < len(rows) or table_queries.hands_in_play(rows):
        return None
    return max(since)


def _stacks(book: Book, refs: list[str]) -> Iterator[tuple[str, int]]:
    found = Entrant.objects.filter(tournament=book.row, ref__in=refs).order_by("number")
    for ref, stack in found.values_list("ref", "stack"):
        yield ref, stack or 0


def _round_over(places: seating.Places) -> bool:
    """Whether every table has played its one hand of hand-for-hand, and stands still."""
    return all(map(_stands, places.values()))


def _told(one: Entrant) -> int:
    """Which hand an entrant busted in: hands are told one after the other."""
    return int((one.bust or {})["told"])
