"""The tricks: what may be played, and who wins."""

from typing import TypeAlias

from engine import cards
from engine.actions import Action
from engine.cards import JOKER, Card, number
from engine.pilipili.refusal import refuse
from engine.pilipili.scoring import finish
from engine.pilipili.state import (
    NAME,
    PLAY,
    VALUE_MAX,
    VALUE_MIN,
    Played,
    State,
    Trick,
    changed,
    place_of,
)

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def check_play(state: State, place: int, action: Action) -> Played:
    """The card as it would lie on the table; refused if it may not be played."""
    card = action.card
    hand = state.hands[place]
    if card is None or card not in hand:
        refuse("not-held", "You don't hold that card.")
    playable = state.mission.playable(hand)
    if playable is not hand and card not in playable:
        names = ", ".join(cards.texts(playable))
        refuse("card-forbidden", f"This Mission lets you play {names} now.")
    if card != JOKER:
        if action.number is not None:
            refuse("joker-value", "Only a Joker is given a value: play a number card without one.")
        return Played(place, card, number(card))
    return Played(place, card, joker_value(action))


def joker_value(action: Action) -> int:
    """The value that the owner of the Joker names (S2, P17)."""
    if action.number is None or not VALUE_MIN <= action.number <= VALUE_MAX:
        refuse(
            "joker-value",
            f"Give the Joker a whole number from {VALUE_MIN} to {VALUE_MAX} as its value.",
        )
    return action.number


def play(state: State, place: int, action: Action) -> State:
    """The state after a card from an open or hidden hand."""
    played = check_play(state, place, action)
    return laid(state, played, _less(state, place, played.card))


def turn(state: State, place: int, action: Action) -> State:
    """The state after a face-down card is turned; a Joker waits for its value."""
    hand = state.hands[place]
    if action.number is None or not 1 <= action.number <= len(hand):
        refuse("not-held", f"Turn one of your cards by its place, from 1 to {len(hand)}.")
    card = hand[action.number - 1]
    hands = _less(state, place, card)
    if card == JOKER:
        return changed(state, hands=hands, phase=NAME, turned=True, tick=state.tick + 1)
    return laid(state, Played(place, card, number(card)), hands)


def name(state: State, place: int, action: Action) -> State:
    """The state after the turned Joker has got its value."""
    value = joker_value(action)
    return laid(changed(state, turned=False), Played(place, JOKER, value), state.hands)


def shown(state: State) -> State:
    """The state after the cards that all have chosen are shown together."""
    by_place = {place_of(state, one.seat): one for one in state.chosen}
    trick = tuple(check_play(state, place, by_place[place]) for place in state.waits)
    for one in trick:
        state = changed(state, hands=_less(state, one.place, one.card))
    return _ended(changed(state, waits=(), chosen=()), trick, state.hands, state.tick)


def laid(state: State, played: Played, hands: Hands) -> State:
    """The state with one card more in the trick."""
    trick = (*state.trick, played)
    tick = state.tick + 1
    if len(trick) == len(hands):
        return _ended(state, trick, hands, tick)
    turn = (played.place + 1) % len(hands)
    return changed(state, hands=hands, trick=trick, phase=PLAY, turn=turn, tick=tick)


def best_of(state: State, trick: tuple[Played, ...]) -> Played:
    """The card that wins so far: of equal values the earlier one (P18)."""
    beats = state.mission.beats
    best = trick[0]
    for one in trick:
        if beats(one.value, best.value):
            best = one
    return best


def _less(state: State, place: int, card: Card) -> Hands:
    """All hands, without a card of the one at the place."""
    hands = list(state.hands)
    hand = hands[place]
    at = hand.index(card)
    hands[place] = hand[:at] + hand[at + 1 :]
    return tuple(hands)


def _ended(state: State, trick: tuple[Played, ...], hands: Hands, tick: int) -> State:
    """The state after a whole trick: its winner leads, or the round is over."""
    last = len(state.tricks) + 1 == state.to_play
    pilis = state.mission.cost(trick, first=not state.tricks, last=last)
    winner = best_of(state, trick).place
    tricks = (*state.tricks, Trick(winner, pilis, trick))
    state = changed(state, hands=hands, tricks=tricks, trick=(), leader=winner, tick=tick)
    return finish(state) if last else state.mission.after_trick(state)
