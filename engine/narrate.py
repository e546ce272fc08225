"""A hand record told in plain text, line by line: everything, or only what one seat saw.

What a seat saw comes from the game's own `view` and `seen`, the same that its player got at the
table; so a telling for a seat cannot show more than the table did.
"""

from collections.abc import Iterator
from typing import cast

from engine.events import AWAY, BACK, CREDITED, LONGER, WINDOW_CLOSED, Event, setup_of
from engine.game import Game, Json, Setup, State, Teller, game_for
from engine.replay import Record, action_of, replay


def narrate(record: Record, seat: int | None = None) -> Iterator[str]:
    """Tell a finished hand; `seat` limits it to what that seat saw until the hand was over.

    Raises RecordFault where `replay` does: exit code 3 at once while the hand is in play, 1 at a
    line that the game refuses, after telling what came before it. Raises ValueError when the seat
    was not dealt in.
    """
    setup = setup_of(record.opening)
    seats = [seating.seat for seating in setup.seats]
    if seat is not None and seat not in seats:
        raise ValueError(
            f"Seat {seat} was not dealt in; these were: {', '.join(map(str, seats))}."
        )
    steps = replay(record)
    _, before = next(steps)
    game = game_for(setup.rules_id)
    yield from _head(record.opening, setup)
    views = {one: game.view(before, one) for one in (seats if seat is None else [seat])}
    yield from game.teller.dealt_told(game.view(before, None), views)
    yield ""
    start = cast("int", record.opening["at"])
    for event, after in steps:
        told = _told(game, before, event, after, seat)
        if told:
            yield f"{_clock(cast('int', event['at']) - start)}  {told}"
        before = after
    yield from _end(record, game.teller)


def _head(opening: Event, setup: Setup) -> Iterator[str]:
    options = ", ".join(f"{name} {value}" for name, value in setup.options)
    yield f"Hand {opening['hand_no']} of table {opening['table']} ({opening['hand']})"
    yield f"{setup.rules_id} ({options}), ante {setup.stakes.ante}"
    yield ""
    for entry in cast("list[dict[str, object]]", opening["seats"]):
        dealer = "  deals" if entry["seat"] == setup.dealer else ""
        away = "  is away" if entry["seat"] in cast("list[int]", opening.get("away", [])) else ""
        yield f"  seat {entry['seat']}  {entry['player']}  {entry['stack']} chips{dealer}{away}"
    yield ""


def _told(game: Game, before: State, event: Event, after: State, seat: int | None) -> str | None:
    if event["type"] == "clock" and event["what"] != WINDOW_CLOSED:
        return _clock_told(event)
    action = action_of(event)
    if action is None:
        return None
    # Without a viewer the whole is told: what each action's own seat knew of it.
    seen = game.seen(before, action, after, action.seat if seat is None else seat)
    if seen is None:
        return None
    teller = game.teller
    by_clock = "  (clock)" if event.get("by") == "clock" else ""
    told = (
        f"seat {action.seat}  {teller.action_told(seen)}"
        if event["type"] == "act"
        else teller.CLOSES
    )
    follows = "".join(f"; {also}" for also in teller.follows_told(seen))
    return f"{told}{follows}{by_clock}"


def _clock_told(event: Event) -> str:
    what = event["what"]
    told = {
        AWAY: f"seat {event.get('seat')} is away",
        BACK: f"seat {event.get('seat')} is back",
        CREDITED: f"the clock is put off by {event.get('ms')} ms",
        LONGER: f"seat {event.get('seat')} has {event.get('ms')} ms more",
    }
    return told[cast("str", what)]


def _end(record: Record, teller: Teller) -> Iterator[str]:
    yield ""
    end = next(
        line.event for line in reversed(record.lines) if line.event["type"] != "reveal-deck"
    )
    if end["type"] == "void":
        yield f"The hand is void: {end['reason']}. Every stack goes back to where it began."
        return
    yield from teller.outcome_told(cast("Json", end["outcome"]))


def _clock(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes:3d}:{rest // 1000:02d}.{rest % 1000 // 100}"
