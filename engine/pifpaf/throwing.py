"""What the place in turn may throw."""

from engine.cards import Card
from engine.pifpaf.refusal import refuse
from engine.pifpaf.state import DISCARD, PILE, WINDOW, State


def banned(state: State, place: int) -> Card | None:
    """The face that the place may not throw: the card it has just taken from the pile (D9).

    Under "card" that very card stays; another copy, held before, may go. Who holds nothing else
    may throw it all the same: one card has to go.
    """
    if state.drew != PILE:
        return None
    taken = state.drawn
    if taken is None or state.rules.rediscard == "allowed":
        return None
    held = state.hands[place]
    if state.rules.rediscard == "card" and held.count(taken) > 1:
        return None
    barred = taken in held and any(card != taken for card in held)
    return taken if barred else None


def to_throw(state: State, place: int) -> list[Card]:
    """The faces that the place in turn may throw, each once."""
    faces = sorted({*state.hands[place]})
    if state.drew == PILE:
        kept = banned(state, place)
        if kept is not None:
            faces.remove(kept)
    return faces


def thrown(state: State, place: int, held: tuple[Card, ...], card: Card | None) -> Card:
    """The card to be thrown, checked to be held and free to go."""
    if card is None:
        refuse("bad-action", "Say which card you discard.")
    if card not in held:
        refuse("not-held", "You don't hold the card that you want to discard.")
    if state.drew == PILE and card == banned(state, place):
        refuse("not-now", "You may not throw the card that you have just taken: throw another.")
    return card


def check_drawn(state: State) -> None:
    """Refuse what comes after the draw, before it."""
    if state.phase == DISCARD:
        return
    if state.phase == WINDOW:
        refuse("not-now", "Wait for the window to close.")
    refuse("not-now", "Draw a card first.")
