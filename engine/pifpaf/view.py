"""The ways out of a hand toward a person.

Both are built up from what the viewer may know, and never cut down from everything.

What is secret: the cards of the other hands, the order and faces of the stock, and who has claimed
while a window is open. The discards are open cards, but only the top one is shown, as at a table.
"""

from engine import cards, pots
from engine.actions import Action, action_json
from engine.betting import Bettor
from engine.jsonable import Json
from engine.pifpaf.scoring import result_json
from engine.pifpaf.state import BET, PILE, WINDOW, State, claim_of, place_of, seat_at


def view(state: State, seat: int | None) -> Json:
    """The hand as the seat (None: a spectator) may see it."""
    return {**_table(state), **_own(state, seat)}


def seen(before: State, action: Action, after: State, seat: int | None) -> Json | None:
    """What the seat (None: a spectator) may know of one applied action; None is nothing.

    `card`: the card drawn, for its drawer, and for all if it came from the discard pile. `pay`:
    chips moved by a bet. `recycled`: the discard pile was turned over for this draw. `result`: how
    the hand ended, if it did.
    """
    if action.kind == "claim" and (seat is None or seat != action.seat):
        return None
    facts: Json = {"seat": action.seat, "action": action_json(action)}
    if before.phase == BET:
        facts["pay"] = _paid(after, action.seat) - _paid(before, action.seat)
    if action.kind == "draw":
        facts.update(_drawn(before, action, after, seat))
    if after.outcome is not None:
        facts["result"] = result_json(after.outcome)
    return facts


def _table(state: State) -> Json:
    """What everybody sees."""
    turn = state.betting.turn if state.phase == BET else state.turn
    over = state.outcome is not None
    layers = () if over else pots.running(state.betting.bettors)
    window = state.phase == WINDOW and state.discarder is not None
    return {
        "seq": state.tick,
        "phase": state.phase,
        "dealer": state.setup.dealer,
        "turn": None if turn is None else seat_at(state, turn),
        "seats": [
            _seat(bettor, len(hand))
            for bettor, hand in zip(state.betting.bettors, state.hands, strict=True)
        ],
        "drew": None if state.drew is None else {"from": state.drew},
        "ante": state.setup.stakes.ante,
        "level": state.betting.level,
        "cap": state.betting.cap,
        "pot": sum(layer.amount for layer in layers),
        "pots": [{"amount": layer.amount, "seats": list(layer.seats)} for layer in layers],
        "stock": len(state.stock),
        "discards": len(state.discards),
        "top": cards.text(state.discards[-1]) if state.discards else None,
        "recycled": state.recycled,
        "window": {
            "card": cards.text(state.discards[-1]),
            "from": seat_at(state, state.discarder or 0),
        }
        if window
        else None,
        "result": None if state.outcome is None else result_json(state.outcome),
    }


def _seat(bettor: Bettor, held: int) -> Json:
    return {
        "seat": bettor.seat,
        "cards": held,
        "stack": bettor.stack,
        "bet": bettor.level,
        "paid": bettor.paid,
        "folded": bettor.folded,
        "all_in": bettor.all_in,
    }


def _own(state: State, seat: int | None) -> Json:
    """What the viewer's own seat adds; the same keys, empty, for a spectator.

    A folded seat still sees its cards.
    """
    place = place_of(state, seat)
    if seat is None or place is None:
        return {"cards": None, "drawn": None, "claimed": False}
    hand = state.hands[place]
    drew = place == state.turn and state.drew is not None
    return {
        "cards": cards.texts(hand),
        "drawn": cards.text(hand[-1]) if drew else None,
        "claimed": claim_of(state, place) is not None,
    }


def _drawn(before: State, action: Action, after: State, seat: int | None) -> Json:
    facts: Json = {}
    place = place_of(after, action.seat)
    if place is None or len(after.hands[place]) == len(before.hands[place]):
        return facts
    if after.recycled != before.recycled:
        facts["recycled"] = True
    if action.source == PILE or (seat is not None and seat == action.seat):
        facts["card"] = cards.text(after.hands[place][-1])
    return facts


def _paid(state: State, seat: int | None) -> int:
    """Chips the seat has put in, those counted that have come back since."""
    back = dict(state.returned)
    return sum(
        one.paid + back.get(one.seat, 0) for one in state.betting.bettors if one.seat == seat
    )
