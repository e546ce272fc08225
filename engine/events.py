"""The events of a hand: how each type is built, and the form each must have.

In order: `open`, `commit`, then `act` and `clock` lines as the hand goes, then `close` and
`reveal-deck`, or a single `void`. Every event has v (1), hand, seq (from 0, no gaps), at (ms) and
type. Later types (players' commitments, the roster, their reveals, the root of the cards) have
their places between `commit` and the first `act`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from engine.canonical import NUMBER_LIMIT
from engine.cards import text as card_text
from engine.game import Seating, Setup, Stakes, action_json, game_for

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

Event = dict[str, object]


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
) -> Event:
    """Build the first event, seq 0: everything the deal depends on except the seed.

    `previous` is the head (hex) of the table's hand before, None for its first; `players` gives
    each seat's salted reference; `build` names the engine that dealt. Raises BadRules for options
    that cannot be.
    """
    seats = [
        {"seat": seating.seat, "player": players[seating.seat], "stack": seating.stack}
        for seating in setup.seats
    ]
    # Every axis stands in the record, so that a later default cannot change an old hand.
    options = game_for(setup.rules_id).rules(setup.rules_id, dict(setup.options)).options
    return _event(hand, 0, at, "open") | {
        "table": table,
        "hand_no": hand_no,
        "previous": previous,
        "rules": {"id": setup.rules_id, "options": dict(options)},
        "stakes": {"kind": setup.stakes.kind, "ante": setup.stakes.ante},
        "clock": {"action_ms": clock.action_ms, "window_ms": clock.window_ms},
        "seats": seats,
        "dealer": setup.dealer,
        "reveal": REVEAL_OPEN,
        "build": build,
    }


def commit(hand: str, seq: int, at: int, commitment: bytes) -> Event:
    """Build the event that binds the house to its seed (`engine.shuffle.commitment`)."""
    return _event(hand, seq, at, "commit") | {"commit": commitment.hex()}


def act(hand: str, seq: int, at: int, action: Action, *, by: str = "player") -> Event:
    """Build the event of a seat's action, by its player or by the clock."""
    return _event(hand, seq, at, "act") | {
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


def away(hand: str, seq: int, at: int, seat: int) -> Event:
    """Build the event from which the clock acts for a silent seat at once.

    It ends when the seat's player acts, or with `back`.
    """
    return _event(hand, seq, at, "clock") | {"what": AWAY, "seat": seat}


def back(hand: str, seq: int, at: int, seat: int) -> Event:
    """Build the event that gives a seat its whole time again."""
    return _event(hand, seq, at, "clock") | {"what": BACK, "seat": seat}


def closing(hand: str, seq: int, at: int, outcome: Outcome, *, rake: int = 0) -> Event:
    """Build the event that ends a hand with the engine's outcome."""
    return _event(hand, seq, at, "close") | {"outcome": outcome_json(outcome), "rake": rake}


def reveal(hand: str, seq: int, at: int, seed: bytes) -> Event:
    """Build the last event of a played hand: the seed, so that everybody can work out the deck."""
    return _event(hand, seq, at, "reveal-deck") | {"seed": seed.hex()}


def void(hand: str, seq: int, at: int, reason: str, seed: bytes) -> Event:
    """Build the last event of an abandoned hand: every stack goes back to where the hand began."""
    return _event(hand, seq, at, "void") | {"reason": reason, "seed": seed.hex()}


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Return an outcome as JSON: cards as text, pairs as two-element lists."""
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
        seats=tuple(Seating(seat=entry["seat"], stack=entry["stack"]) for entry in seats),
        dealer=cast("int", event["dealer"]),
        stakes=Stakes(kind=str(stakes["kind"]), ante=cast("int", stakes["ante"])),
    )


def form_fault(event: Event) -> str | None:
    """Return a sentence on what is wrong with an event's fields, or None when they are right."""
    kind = event.get("type")
    if not isinstance(kind, str) or kind not in FORMS:
        return f"{kind!r} is not a type of event: one of {', '.join(FORMS)} stands here"
    form = FORMS[kind]
    if kind == "clock":
        form = _CLOCK_FORMS.get(str(event.get("what")), form)
    return _misfit(event, form, f"{kind} event")


def _event(hand: str, seq: int, at: int, kind: str) -> Event:
    return {"v": VERSION, "hand": hand, "seq": seq, "at": at, "type": kind}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [card_text(card) for card in cards]


Check = Callable[[object], bool]
Form = Mapping[str, Check]


def _misfit(value: object, form: Form, what: str) -> str | None:
    if not isinstance(value, dict):
        return f"the {what} is an object"
    if value.keys() != form.keys():
        wrong = ", ".join(sorted(value.keys() ^ form.keys()))
        return f"the fields of the {what} are {', '.join(sorted(form))}; wrong here: {wrong}"
    for name, check in form.items():
        if not check(value[name]):
            return f"{name} in the {what} has a value that cannot stand there"
    return None


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < NUMBER_LIMIT


def _is_text(value: object) -> bool:
    return type(value) is str and value != ""


def _is_hex(size: int) -> Check:
    def check(value: object) -> bool:
        return type(value) is str and len(value) == size and not set(value) - _HEX_DIGITS

    return check


def _one_of(*allowed: object) -> Check:
    # 1 == True and 0 == False: the type decides too.
    types = {type(one) for one in allowed}
    return lambda value: type(value) in types and value in allowed


def _fits(form: Form) -> Check:
    return lambda value: _misfit(value, form, "") is None


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_seating(value: object) -> bool:
    if not isinstance(value, list) or not all(map(_fits(_SEAT_FORM), value)):
        return False
    seats = [entry["seat"] for entry in value]
    players = [entry["player"] for entry in value]
    return len(set(seats)) == len(set(players)) == len(value) > 0


_HEX_DIGITS = frozenset("0123456789abcdef")
_SEAT_FORM: Form = {"seat": _is_count, "player": _is_text, "stack": _is_count}


def _form(**fields: Check) -> Form:
    return {
        "v": _one_of(VERSION),
        "hand": _is_text,
        "seq": _is_count,
        "at": _is_count,
        "type": _is_text,
        **fields,
    }


_CLOCK_FORMS: Mapping[str, Form] = {
    CREDITED: _form(what=_one_of(CREDITED), ms=_is_count),
    AWAY: _form(what=_one_of(AWAY), seat=_is_count),
    BACK: _form(what=_one_of(BACK), seat=_is_count),
}
FORMS: Mapping[str, Form] = {
    "open": _form(
        table=_is_count,
        hand_no=_is_count,
        previous=lambda value: value is None or _is_hex(64)(value),
        rules=_fits({"id": _is_text, "options": _is_object}),
        stakes=_fits({"kind": _is_text, "ante": _is_count}),
        clock=_fits({"action_ms": _is_count, "window_ms": _is_count}),
        seats=_is_seating,
        dealer=_is_count,
        reveal=_one_of(REVEAL_OPEN),
        build=_is_text,
    ),
    "commit": _form(commit=_is_hex(128)),
    "act": _form(seat=_is_count, action=_is_object, by=_one_of("player", "clock")),
    "clock": _form(what=_one_of(WINDOW_CLOSED)),
    "close": _form(outcome=_is_object, rake=_one_of(0)),
    "reveal-deck": _form(seed=_is_hex(128)),
    "void": _form(reason=_is_text, seed=_is_hex(128)),
}
"""The fields of each type of event, with the check of each value."""
