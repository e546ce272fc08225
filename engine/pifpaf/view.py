"""The ways out of a hand toward a person.

Both are built up from what the viewer may know, and never cut down from everything.

What is secret: the cards of the other hands, the order and faces of the stock, where the hand's
stream goes on, and who has asked for a discard until that is settled. What was thrown and taken is
known to all who watched, in its order, so it is told in full (`pile`). Melds that a false go-out
showed stay hidden too: the table sees that they were none, not what they were.
"""

from engine import cards, pots
from engine.actions import HIDDEN_IN_WINDOW, Action, action_json
from engine.jsonable import Json
from engine.pifpaf.scoring import result_json
from engine.pifpaf.state import (
    BET,
    PILE,
    WINDOW,
    State,
    claim_of,
    place_of,
    seat_at,
)


def view(state: State, seat: int | None) -> Json:
    """The hand as the seat (None: a spectator) may see it."""
    return {**_table(state), **_own(state, seat), **_rules(state)}


def seen(before: State, action: Action, after: State, seat: int | None) -> Json | None:
    """What the seat (None: a spectator) may know of one applied action; None is nothing.

    `card`: the card drawn, for its drawer, and for all if it came from the discard pile. `pay`:
    chips moved by a bet. `recycled`: the discard pile became the stock for this draw. `false`: the
    melds shown were none. `burned`: seats that cut in and couldn't go out. `bought`: who bought
    the discard, which it was, and for the buyer the card of the stock that came with it. `result`:
    how the hand ended, if it did.
    """
    mine = seat is not None and seat == action.seat
    if action.kind in HIDDEN_IN_WINDOW and not mine:
        return None
    false = after.failed and not before.failed
    shown = Action(kind=action.kind) if false and not mine else action
    facts: Json = {"seat": action.seat, "action": action_json(shown)}
    if before.phase == BET:
        facts["pay"] = _paid(after, action.seat) - _paid(before, action.seat)
    if action.kind == "draw":
        facts.update(_drawn(before, action, after, mine=mine))
    if false:
        facts["false"] = True
    burned = [
        seat_at(after, place)
        for place, player in enumerate(after.players)
        if player.burned and not before.players[place].burned
    ]
    if burned:
        facts["burned"] = burned
    facts.update(_bought(before, after, seat))
    if after.outcome is not None:
        facts["result"] = result_json(after)
    return facts


def _table(state: State) -> Json:
    """What everybody sees. `pile`: what was thrown and taken, in the words of `pile.Pile`."""
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
            _seat(state, place_of(state, seating.seat) or 0, seating.score)
            for seating in state.setup.seats
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
        "pile": state.pile.told(),
        "recycled": state.recycled,
        "window": {
            "card": cards.text(state.discards[-1]),
            "from": seat_at(state, state.discarder or 0),
        }
        if window
        else None,
        "result": result_json(state),
    }


def _seat(state: State, place: int, score: int | None) -> Json:
    bettor, player = state.betting.bettors[place], state.players[place]
    return {
        "seat": bettor.seat,
        "cards": len(state.hands[place]),
        "stack": bettor.stack,
        "score": score,
        "bet": bettor.level,
        "paid": bettor.paid,
        "folded": bettor.folded,
        "all_in": bettor.all_in,
        "laid": [cards.texts(meld) for meld in player.laid],
        "announced": player.announced is not None,
        "burned": player.burned,
        "stock_only": player.stock_only,
        "bought": player.bought,
    }


def _own(state: State, seat: int | None) -> Json:
    """What the viewer's own seat adds; the same keys, empty, for a spectator.

    A folded seat still sees its cards.
    """
    place = place_of(state, seat)
    if seat is None or place is None:
        return {"you": None, "cards": None, "drawn": None, "claimed": False}
    drawn = state.drawn if place == state.turn else None
    return {
        "you": seat,
        "cards": cards.texts(state.hands[place]),
        "drawn": None if drawn is None else cards.text(drawn),
        "claimed": claim_of(state, place) is not None,
    }


def _rules(state: State) -> Json:
    """What a client needs to know of the rules to show the hand; the same for everybody.

    `options`: what the setup changes of the rule set. `taken`: the card that the place in turn has
    taken from the discard pile and still holds.
    """
    rules = state.rules
    taken = state.drawn if state.drew == PILE else None
    return {
        "rules": rules.rules_id,
        "options": dict(state.setup.options),
        "vira": None if state.vira is None else cards.text(state.vira),
        "wilds": cards.texts(sorted(state.melds.wilds)),
        "taken": None if taken is None else cards.text(taken),
        "hand_size": rules.hand_size,
        "direction": rules.direction,
        "out_of_turn": rules.out_of_turn,
        "ten_card_out": rules.ten_card_out,
        "open_melds": rules.open_melds,
        "rediscard": rules.rediscard,
    }


def _drawn(before: State, action: Action, after: State, *, mine: bool) -> Json:
    facts: Json = {}
    if after.recycled != before.recycled:
        facts["recycled"] = True
    if after.drawn is not None and (action.source == PILE or mine):
        facts["card"] = cards.text(after.drawn)
    return facts


def _bought(before: State, after: State, seat: int | None) -> Json:
    for place, player in enumerate(after.players):
        if player.bought != before.players[place].bought:
            buyer = seat_at(after, place)
            card, more = after.hands[place][-2:]
            sold: Json = {"seat": buyer, "card": cards.text(card), "cost": after.rules.buy_cost}
            if seat == buyer:
                sold["drew"] = cards.text(more)
            return {"bought": sold}
    return {}


def _paid(state: State, seat: int | None) -> int:
    """Chips the seat has put in, those counted that have come back since."""
    back = dict(state.returned)
    return sum(
        one.paid + back.get(one.seat, 0) for one in state.betting.bettors if one.seat == seat
    )
