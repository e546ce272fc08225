"""A hand record told in plain text, line by line: everything, or only what one seat saw.

What a seat saw comes from the game's own `view` and `seen`, the same that its player got at the
table; so a telling for a seat cannot show more than the table did.
"""

from collections.abc import Callable, Iterator
from typing import cast

from engine.events import AWAY, BACK, CREDITED, WINDOW_CLOSED, Event, setup_of
from engine.game import Game, Json, Setup, State, game_for
from engine.replay import Record, action_of, replay

_VERBS = {"stay": "stays in", "buy": "asks to buy the discard", "announce": "says tô de boa"}
YOU = "you"
"""What a telling calls the seat that it is for."""
_CLOSES = "the claim window closes"
HOW = {
    "folds": "the others folded",
    "stock": "out with a card from the stock",
    "discard": "out with the discard",
    "claim": "out with a claimed discard",
}


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
    yield from _cards(game, before, seats if seat is None else [seat])
    start = cast("int", record.opening["at"])
    for event, after in steps:
        told = _told(game, before, event, after, seat)
        if told:
            yield f"{_clock(cast('int', event['at']) - start)}  {told}"
        before = after
    yield from _end(record)


def _head(opening: Event, setup: Setup) -> Iterator[str]:
    options = ", ".join(f"{name} {value}" for name, value in setup.options)
    yield f"Hand {opening['hand_no']} of table {opening['table']} ({opening['hand']})"
    yield f"{setup.rules_id} ({options}), ante {setup.stakes.ante}"
    yield ""
    for entry in cast("list[dict[str, object]]", opening["seats"]):
        dealer = "  deals" if entry["seat"] == setup.dealer else ""
        yield f"  seat {entry['seat']}  {entry['player']}  {entry['stack']} chips{dealer}"
    yield ""


def _cards(game: Game, state: State, seats: list[int]) -> Iterator[str]:
    for seat in seats:
        held = cast("list[str]", game.view(state, seat)["cards"])
        yield f"  seat {seat} is dealt  {' '.join(held)}"
    table = game.view(state, None)
    if table["vira"] is not None:
        yield f"  vira    {table['vira']}, wild: {' '.join(table['wilds'])}"
    if table["pot"]:
        paid = cast("list[Json]", table["seats"])
        yield "  antes   " + ", ".join(f"seat {entry['seat']} {entry['paid']}" for entry in paid)
        capped = f", no bet above {table['cap']}" if table["cap"] else ""
        yield f"  pot     {table['pot']}{capped}"
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
    by_clock = "  (clock)" if event.get("by") == "clock" else ""
    told = f"seat {action.seat}  {action_told(seen)}" if event["type"] == "act" else _CLOSES
    follows = "".join(f"; {also}" for also in follows_told(seen))
    return f"{told}{follows}{by_clock}"


def _clock_told(event: Event) -> str:
    what = event["what"]
    told = {
        AWAY: f"seat {event.get('seat')} is away",
        BACK: f"seat {event.get('seat')} is back",
        CREDITED: f"the clock is put off by {event.get('ms')} ms",
    }
    return told[cast("str", what)]


def action_told(seen: Json) -> str:
    """What a seat did, as in "draws a card from the stock"; `seen` is of `Game.seen`."""
    action = cast("Json", seen["action"])
    kind = cast("str", action["kind"])
    if kind == "draw":
        turned = " (the pile is turned over)" if seen.get("recycled") else ""
        return f"draws {seen.get('card', 'a card')} from the {action['from']}{turned}"
    if kind == "discard":
        return f"discards {action['card']}"
    if kind == "lay":
        return "lays " + "   ".join(" ".join(meld) for meld in action.get("melds", []))
    if kind in {"go-out", "claim"}:
        if seen.get("false"):
            return "shows a hand that is none"
        verb = "goes out" if kind == "go-out" else "claims"
        return (
            f"{verb}, throwing {action['discard']}" if "discard" in action else f"{verb} with all"
        )
    to = f" to {action['to']}" if "to" in action else ""
    pay = f" ({seen['pay']} chips)" if seen.get("pay") else ""
    return f"{_VERBS.get(kind, kind + 's')}{to}{pay}"


def follows_told(seen: Json, named: Callable[[int], str] = "seat {}".format) -> Iterator[str]:
    """What else came of an action: seats burned, a card sold; `named` says who, or "you"."""
    for seat in seen.get("burned", []):
        who = named(seat)
        yield f"{who} {'are' if who == YOU else 'is'} burned"
    sold = seen.get("bought")
    if sold:
        who = named(sold["seat"])
        buys, gets = ("buy", "get") if who == YOU else ("buys", "gets")
        more = f" and {gets} {sold['drew']} with it" if "drew" in sold else ""
        yield f"{who} {buys} {sold['card']} for {sold['cost']} points{more}"


def _end(record: Record) -> Iterator[str]:
    yield ""
    end = next(
        line.event for line in reversed(record.lines) if line.event["type"] != "reveal-deck"
    )
    if end["type"] == "void":
        yield f"The hand is void: {end['reason']}. Every stack goes back to where it began."
        return
    yield from _outcome(cast("Json", end["outcome"]))


def _outcome(outcome: Json) -> Iterator[str]:
    if outcome["winner"] is None:
        yield "Nobody wins: the hand is void by its rules."
    else:
        yield f"Seat {outcome['winner']} wins: {HOW.get(str(outcome['how']), outcome['how'])}."
    melds = cast("list[list[str]]", outcome["melds"])
    if melds:
        laid = "   ".join(" ".join(meld) for meld in melds)
        yield f"  melds   {laid}   discard {outcome['discard'] or 'none'}"
    for pot in cast("list[Json]", outcome["pots"]):
        whose = "goes back" if pot["winner"] is None else f"to seat {pot['winner']}"
        yield f"  pot     {pot['amount']} {whose}"
    for seat, amount in cast("list[list[int]]", outcome["returned"]):
        yield f"  back    {amount} to seat {seat}"
    if outcome.get("direto"):
        yield "  on the winner's first turn (direto)"
    for seat, points in cast("list[list[int]]", outcome.get("points", [])):
        yield f"  seat {seat}  {points} {'point' if points == 1 else 'points'}"
    stacks = dict(cast("list[tuple[int, int]]", outcome["stacks"]))
    deltas = cast("list[list[int]]", outcome["deltas"])
    for seat, delta in deltas if any(delta for _, delta in deltas) else []:
        yield f"  seat {seat}  {delta:+d}, now {stacks[seat]}"
    yield f"  seat {outcome['next_dealer']} deals next"


def _clock(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes:3d}:{rest // 1000:02d}.{rest % 1000 // 100}"
