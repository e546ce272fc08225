"""The one transition of a hand: an action is applied whole, or refused with the state as it was.

The phases, and what leads from one to the next:

    bet      betting round closed -> draw (or over: all but one folded) draw     drawn -> discard
    (or over: nothing left to draw, the hand is void) discard  discarded -> window; gone out ->
    over window   the clock closes it: claimed -> over; the player in turn drew meanwhile ->
    discard; else -> draw

A claim changes nothing that the others could see until its window closes, so it doesn't count in
the tick either (rules 0.3).
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NoReturn

from engine import betting, cards
from engine.actions import Action
from engine.cards import Card
from engine.errors import IllegalAction
from engine.hand import Melds
from engine.melds import claim_discards, is_meld, winning_discards
from engine.pifpaf.deal import start_play
from engine.pifpaf.legal import legal
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import (
    BET,
    DISCARD,
    DRAW,
    OVER,
    PILE,
    STOCK,
    WINDOW,
    Claim,
    State,
    after,
    claim_of,
    claimants,
    in_play,
    place_of,
)

_BETS: Final = ("check", "call", "bet", "raise", "fold")


def apply(state: State, action: Action) -> State:
    """The state after the action. Raises IllegalAction with what the seat may do instead."""
    try:
        return _applied(state, action)
    except IllegalAction as no:
        raise IllegalAction(no.code, no.detail, legal(state, action.seat)) from None


def _applied(state: State, action: Action) -> State:
    if state.phase == OVER:
        _refuse("hand-over", "The hand is over; wait for the next deal.")
    if action.kind == "close-window":
        return _close_window(state, action)
    place = place_of(state, action.seat)
    if place is None:
        _refuse("not-your-turn", "That seat isn't dealt into this hand.")
    if not in_play(state, place):
        _refuse("not-your-turn", "You have folded; wait for the next deal.")
    if state.phase == BET:
        return _bet(state, action)
    if action.kind in _BETS:
        _refuse("not-now", "The betting round is over.")
    if action.kind == "claim":
        return _claim(state, place, action)
    move = _MOVES.get(action.kind)
    if move is None:
        _refuse("bad-action", "There is no action of that kind.")
    if place != state.turn:
        _refuse("not-your-turn", "It is another seat's turn.")
    return move(state, place, action)


def _bet(state: State, action: Action) -> State:
    moved = replace(state, betting=betting.apply(state.betting, action), tick=state.tick + 1)
    return start_play(moved) if moved.betting.turn is None else moved


def _draw(state: State, place: int, action: Action) -> State:
    if state.phase == WINDOW:
        _check_window_draw(state, place, action)
    elif state.phase != DRAW:
        _refuse("not-now", "You have drawn: discard, or go out.")
    if action.source == STOCK:
        return _draw_stock(state, place)
    if action.source != PILE:
        _refuse("bad-action", 'A draw is from "stock" or from "discard".')
    if not state.discards:
        _refuse("not-now", "The discard pile is empty: draw from the stock.")
    card = state.discards[-1]
    return _drawn(replace(state, discards=state.discards[:-1]), place, card, PILE)


def _check_window_draw(state: State, place: int, action: Action) -> None:
    if claim_of(state, place) is not None:
        _refuse("not-now", "You have claimed: wait for the window to close.")
    if state.drew is not None:
        _refuse("not-now", "You have drawn: wait for the window to close.")
    if action.source == PILE:
        _refuse(
            "not-now",
            "The discard may be claimed until the window closes: draw from the stock, or wait.",
        )
    if not state.stock:
        # Turning the pile over would take the card away that others may claim just now.
        _refuse(
            "not-now",
            "The stock is empty: wait for the window to close, then the pile is turned over.",
        )


def _draw_stock(state: State, place: int) -> State:
    """The next card of the stock; an empty one is the discard pile turned over (S1, D11)."""
    if not state.stock:
        if state.recycled == state.rules.recycle_limit or not state.discards:
            return finish(replace(state, tick=state.tick + 1), None, "void")
        state = replace(state, stock=state.discards, discards=(), recycled=state.recycled + 1)
    return _drawn(replace(state, stock=state.stock[1:]), place, state.stock[0], STOCK)


def _drawn(state: State, place: int, card: Card, source: str) -> State:
    return replace(
        state,
        hands=_with_hand(state, place, (*state.hands[place], card)),
        phase=state.phase if state.phase == WINDOW else DISCARD,
        drew=source,
        tick=state.tick + 1,
    )


def _discard(state: State, place: int, action: Action) -> State:
    _check_drawn(state)
    card = _thrown(state.hands[place], action)
    tick = state.tick + 1
    return replace(
        state,
        hands=_with_hand(state, place, _less(state.hands[place], card)),
        discards=(*state.discards, card),
        phase=WINDOW,
        turn=after(state, place)[0],
        drew=None,
        discarder=place,
        tick=tick,
        window_tick=tick,
    )


def _go_out(state: State, place: int, action: Action) -> State:
    _check_drawn(state)
    ten = state.hands[place]
    card = _thrown(ten, action)
    melds = _laid(state, ten, action, winning_discards(ten, state.rules.melds))
    gone_out = replace(
        state,
        hands=_with_hand(state, place, _less(ten, card)),
        discards=(*state.discards, card),
        tick=state.tick + 1,
    )
    return finish(gone_out, place, state.drew or STOCK, melds, card)


def _claim(state: State, place: int, action: Action) -> State:
    if state.phase != WINDOW:
        _refuse(
            "not-now",
            "A card is claimed right after it was discarded; there is none to claim now.",
        )
    if place not in claimants(state):
        mine = place == state.discarder
        _refuse(
            "not-now",
            "It is your own discard." if mine else "You have drawn: wait for the window to close.",
        )
    if claim_of(state, place) is not None:
        _refuse("not-now", "You have claimed already: wait for the window to close.")
    nine, wanted = state.hands[place], state.discards[-1]
    card = _thrown((*nine, wanted), action)
    if card == wanted and wanted not in nine:
        _refuse(
            "melds-invalid", "The card you claim must be in one of your melds: throw another one."
        )
    melds = _laid(state, (*nine, wanted), action, claim_discards(nine, wanted, state.rules.melds))
    return replace(state, claims=(*state.claims, Claim(place, card, melds)))


def _close_window(state: State, action: Action) -> State:
    if action.seat is not None:
        _refuse("not-now", "The clock closes a window.")
    if state.phase != WINDOW:
        _refuse("not-now", "No window is open.")
    state = replace(state, tick=state.tick + 1)
    for place in claimants(state):
        claim = claim_of(state, place)
        if claim is not None:
            return _award(state, claim)
    return replace(state, phase=DRAW if state.drew is None else DISCARD, claims=())


def _award(state: State, claim: Claim) -> State:
    wanted = state.discards[-1]
    nine = _less((*state.hands[claim.place], wanted), claim.card)
    taken = replace(
        state,
        hands=_with_hand(state, claim.place, nine),
        discards=(*state.discards[:-1], claim.card),
    )
    return finish(taken, claim.place, "claim", claim.melds, claim.card)


_MOVES: Final[dict[str, Callable[[State, int, Action], State]]] = {
    "draw": _draw,
    "discard": _discard,
    "go-out": _go_out,
}


def _check_drawn(state: State) -> None:
    if state.phase == WINDOW:
        _refuse("not-now", "Wait for the window to close.")
    if state.phase != DISCARD:
        _refuse("not-now", "Draw a card first.")


def _thrown(held: tuple[Card, ...], action: Action) -> Card:
    if action.card is None:
        _refuse("bad-action", "Say which card you discard.")
    if action.card not in held:
        _refuse("not-held", "You don't hold the card that you want to discard.")
    return action.card


def _laid(state: State, ten: tuple[Card, ...], action: Action, ways: dict[Card, Melds]) -> Melds:
    """The melds that the action lays, or an arrangement of ours if it names none."""
    card = _thrown(ten, action)
    if action.melds is None:
        if card not in ways:
            _refuse(
                "melds-invalid",
                f"Without {cards.text(card)} your other nine cards are not all in melds.",
            )
        return ways[card]
    if Counter(one for meld in action.melds for one in meld) != Counter(_less(ten, card)):
        _refuse("melds-invalid", "The melds must hold each of your other nine cards once.")
    for meld in action.melds:
        if not is_meld(meld, state.rules.melds):
            _refuse(
                "melds-invalid", f"{' '.join(cards.texts(meld))} is no meld under these rules."
            )
    return action.melds


def _less(held: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one copy of this one: the last, so the drawn one if it has that face."""
    at = len(held) - 1 - held[::-1].index(card)
    return held[:at] + held[at + 1 :]


def _with_hand(state: State, place: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:place], hand, *state.hands[place + 1 :])


def _refuse(code: str, detail: str) -> NoReturn:
    raise IllegalAction(code, detail)
