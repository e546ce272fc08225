"""The events of a hand: how each type is built, and the form each must have.

In order: `open`, `commit`, then `act` and `clock` lines as the hand goes, then `close` and
`reveal-deck`, or a single `void`. Every event has v (1), hand, seq (from 0, no gaps), at (ms) and
type. Later types (players' commitments, the roster, their reveals, the root of the cards) have
their places between `commit` and the first `act`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, cast

from engine.cards import text as card_text
from engine.forms import Check, Form, fits, is_count, is_hex, is_object, is_text, misfit, one_of
from engine.game import Rake, Seating, Setup, Stakes, action_json, game_for

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.game import Action, Outcome
    from engine.timing import Clock

VERSION = 1
REVEAL_OPEN = "open"
WINDOW_CLOSED = "window-closed"
CREDITED = "credited"
AWAY = "away"
BACK = "back"
LONGER = "longer"

Event = dict[str, object]

# Cards with which nearly every hand goes out.
_USUALLY_OUT_WITH = 9


def opening(
    *,
    hand: str,
    at: int,
    table: int,
    hand_no: int,
    previous: str | None,
    setup: Setup,
    players: Mapping[int, str],
    clock: Clock,
    build: str,
    away: Collection[int] = (),
) -> Event:
    """Build the first event, seq 0: everything the deal depends on except the seed.

    `previous` is the head (hex) of the table's hand before, None for its first; `players` gives
    each seat's salted reference; `build` names the engine that dealt. `away`: the seats that were
    away when that hand ended, and still are: their turns are due at once (`engine.timing`). Raises
    BadRules for options that cannot be.
    """
    seats = [_seat_json(seating, players[seating.seat]) for seating in setup.seats]
    # Every axis stands in the record, so that a later default cannot change an old hand.
    options = game_for(setup.rules_id).rules(setup.rules_id, dict(setup.options)).options
    more: Event = {"carried": setup.carried} if setup.carried else {}
    if away:
        more |= {"away": sorted(away)}
    return (
        _event(hand, 0, at, "open")
        | more
        | {
            "table": table,
            "hand_no": hand_no,
            "previous": previous,
            "rules": {"id": setup.rules_id, "options": dict(options)},
            "stakes": _stakes_json(setup.stakes),
            "clock": {"action_ms": clock.action_ms, "window_ms": clock.window_ms},
            "seats": seats,
            "dealer": setup.dealer,
            "reveal": REVEAL_OPEN,
            "build": build,
        }
    )


def commit(hand: str, seq: int, at: int, commitment: bytes) -> Event:
    """Build the event that binds the house to its seed (`engine.shuffle.commitment`)."""
    return _event(hand, seq, at, "commit") | {"commit": commitment.hex()}


def act(hand: str, seq: int, at: int, action: Action, *, by: str = "player") -> Event:
    """Build the event of a seat's action, by its player or by the clock."""
    # Nearly every event is one of these: in one piece.
    return {
        "v": VERSION,
        "hand": hand,
        "seq": seq,
        "at": at,
        "type": "act",
        "seat": action.seat,
        "action": action_json(action),
        "by": by,
    }


def window_closed(hand: str, seq: int, at: int) -> Event:
    """Build the event of the clock that closes the claim window."""
    return _event(hand, seq, at, "clock") | {"what": WINDOW_CLOSED}


def credited(hand: str, seq: int, at: int, ms: int) -> Event:
    """Build the event that puts the running deadline off by `ms`: the house was down so long."""
    return _event(hand, seq, at, "clock") | {"what": CREDITED, "ms": ms}


def longer(hand: str, seq: int, at: int, seat: int, ms: int) -> Event:
    """Build the event that gives the seat whose turn it is `ms` more, from its own reserve."""
    return _event(hand, seq, at, "clock") | {"what": LONGER, "seat": seat, "ms": ms}


def away(hand: str, seq: int, at: int, seat: int) -> Event:
    """Build the event from which the clock acts for a silent seat at once.

    It ends when the seat's player acts, or with `back`.
    """
    return _event(hand, seq, at, "clock") | {"what": AWAY, "seat": seat}


def back(hand: str, seq: int, at: int, seat: int) -> Event:
    """Build the event that gives a seat its whole time again."""
    return _event(hand, seq, at, "clock") | {"what": BACK, "seat": seat}


def closing(hand: str, seq: int, at: int, outcome: Outcome) -> Event:
    """Build the event that ends a hand with the engine's outcome."""
    return _event(hand, seq, at, "close") | {
        "outcome": outcome_json(outcome),
        "rake": outcome.rake,
    }


def reveal(hand: str, seq: int, at: int, seed: bytes) -> Event:
    """Build the last event of a played hand: the seed, so that everybody can work out the deck."""
    return _event(hand, seq, at, "reveal-deck") | {"seed": seed.hex()}


def void(hand: str, seq: int, at: int, reason: str, seed: bytes) -> Event:
    """Build the last event of an abandoned hand: every stack goes back to where the hand began."""
    return _event(hand, seq, at, "void") | {"reason": reason, "seed": seed.hex()}


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as JSON: cards as text, pairs as two-element lists.

    What only some rule sets have stands only where it says something: points, other counts, what
    is carried on, a direto, and how many cards went out when it isn't nine. So the hands of all
    others are written as ever.
    """
    pots = [
        {"amount": pot.amount, "seats": list(pot.seats), "winner": pot.winner}
        for pot in outcome.pots
    ]
    return {
        "winner": outcome.winner,
        "how": outcome.how,
        "melds": [_texts(meld) for meld in outcome.melds],
        "discard": None if outcome.discard is None else card_text(outcome.discard),
        "pots": pots,
        "returned": [list(pair) for pair in outcome.returned],
        "deltas": [list(pair) for pair in outcome.deltas],
        "stacks": [list(pair) for pair in outcome.stacks],
        "next_dealer": outcome.next_dealer,
        **_more_of(outcome),
    }


def setup_of(event: Event) -> Setup:
    """Return the setup that an `open` event of the right form describes."""
    rules = cast("dict[str, object]", event["rules"])
    stakes = cast("dict[str, object]", event["stakes"])
    seats = cast("list[dict[str, int]]", event["seats"])
    options = cast("dict[str, object]", rules["options"])
    return Setup(
        rules_id=str(rules["id"]),
        options=tuple(sorted(options.items())),
        seats=tuple(
            Seating(seat=entry["seat"], stack=entry["stack"], score=entry.get("score"))
            for entry in seats
        ),
        dealer=cast("int", event["dealer"]),
        stakes=_stakes(stakes),
        carried=cast("str", event.get("carried", "")),
    )


def form_fault(event: Event) -> str | None:
    """Return a sentence on what is wrong with an event's fields, or None when they are right."""
    kind = event.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        return f"{kind!r} is not a type of event: one of {', '.join(FORMS)} stands here"
    form = FORMS[kind]
    if kind == "clock":
        form = _CLOCK_FORMS.get(str(event.get("what")), form)
    fault = misfit(event, form, f"{kind} event", _MAY.get(kind))
    return fault or (_opening_fault(event) if kind == "open" else None)


def _opening_fault(event: Event) -> str | None:
    # An old record names fewer than there are today, for axes came later; but never none.
    if not cast("dict[str, Event]", event["rules"])["options"]:
        return "the open event names the options of its rules, and here are none"
    seats = {entry["seat"] for entry in cast("list[dict[str, int]]", event["seats"])}
    away = cast("list[int]", event.get("away", []))
    if away != sorted(seats & set(away)):
        return "the open event names the seats that are away, each once and each in the hand"
    return None


def _event(hand: str, seq: int, at: int, kind: str) -> Event:
    return {"v": VERSION, "hand": hand, "seq": seq, "at": at, "type": kind}


def _seat_json(seating: Seating, player: str) -> dict[str, object]:
    entry: dict[str, object] = {"seat": seating.seat, "player": player, "stack": seating.stack}
    return entry if seating.score is None else entry | {"score": seating.score}


def _stakes_json(stakes: Stakes) -> dict[str, object]:
    entry: dict[str, object] = {"kind": stakes.kind, "ante": stakes.ante}
    if stakes.rake is None:
        return entry
    return entry | {"rake": {"per_mille": stakes.rake.per_mille, "cap": stakes.rake.cap}}


def _stakes(entry: dict[str, object]) -> Stakes:
    rake = cast("dict[str, int] | None", entry.get("rake"))
    return Stakes(
        kind=str(entry["kind"]),
        ante=cast("int", entry["ante"]),
        rake=None if rake is None else Rake(rake["per_mille"], rake["cap"]),
    )


def _more_of(outcome: Outcome) -> dict[str, object]:
    more: dict[str, object] = {}
    if outcome.points:
        more["points"] = [list(pair) for pair in outcome.points]
    if outcome.counts:
        more["counts"] = {
            name: [list(pair) for pair in counted] for name, counted in outcome.counts
        }
    if outcome.carried:
        more["carried"] = outcome.carried
    if outcome.direto:
        more["direto"] = True
    if outcome.out_with not in (None, _USUALLY_OUT_WITH):
        more["out_with"] = outcome.out_with
    return more


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]


def _is_seating(value: object) -> bool:
    if not isinstance(value, list) or not all(map(fits(_SEAT_FORM, _SEAT_MAY), value)):
        return False
    seats = [entry["seat"] for entry in value]
    players = [entry["player"] for entry in value]
    return len(set(seats)) == len(set(players)) == len(value) > 0


_SEAT_FORM: Form = {"seat": is_count, "player": is_text, "stack": is_count}
_SEAT_MAY: Form = {"score": is_count}
_RAKE_FORM: Form = {"per_mille": is_count, "cap": is_count}


def _is_seats(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_count, value))


def _form(**fields: Check) -> Form:
    return {
        "v": one_of(VERSION),
        "hand": is_text,
        "seq": is_count,
        "at": is_count,
        "type": is_text,
        **fields,
    }


_CLOCK_FORMS: Mapping[str, Form] = {
    CREDITED: _form(what=one_of(CREDITED), ms=is_count),
    AWAY: _form(what=one_of(AWAY), seat=is_count),
    BACK: _form(what=one_of(BACK), seat=is_count),
    LONGER: _form(what=one_of(LONGER), seat=is_count, ms=is_count),
}
FORMS: Mapping[str, Form] = {
    "open": _form(
        table=is_count,
        hand_no=is_count,
        previous=lambda value: value is None or is_hex(64)(value),
        rules=fits({"id": is_text, "options": is_object}),
        stakes=fits({"kind": is_text, "ante": is_count}, {"rake": fits(_RAKE_FORM)}),
        clock=fits({"action_ms": is_count, "window_ms": is_count}),
        seats=_is_seating,
        dealer=is_count,
        reveal=one_of(REVEAL_OPEN),
        build=is_text,
    ),
    "commit": _form(commit=is_hex(128)),
    "act": _form(seat=is_count, action=is_object, by=one_of("player", "clock")),
    "clock": _form(what=one_of(WINDOW_CLOSED)),
    "close": _form(outcome=is_object, rake=is_count),
    "reveal-deck": _form(seed=is_hex(128)),
    "void": _form(reason=is_text, seed=is_hex(128)),
}
"""The fields of each type of event, with the check of each value."""
_MAY: Mapping[str, Form] = {"open": {"carried": is_text, "away": _is_seats}}
