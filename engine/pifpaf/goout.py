"""Going out: which ways there are, and what follows when the melds shown are none."""

from typing import NoReturn

from engine import cards
from engine.actions import Action
from engine.cards import Card
from engine.hand import Melds
from engine.jsonable import Json
from engine.melds import arrange, is_meld, winning_discards
from engine.pifpaf.refusal import refuse
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import (
    PILE,
    STOCK,
    State,
    changed,
    less,
    piled,
    to_hold,
    with_hand,
    with_player,
)
from engine.pifpaf.throwing import banned, check_drawn, thrown

Ways = dict[Card | None, Melds]
"""Each card that may be thrown to go out (None: none, all are melded), with the melds left."""


def may_go_out(state: State, place: int) -> bool:
    """Whether the place in turn may show its hand now: known to all, whatever it holds."""
    if state.failed or len(state.hands[place]) != to_hold(state, place) + 1:
        return False
    return not (state.players[place].stock_only and state.drew == PILE)


def ways_out(state: State, place: int) -> Ways:
    """How the place in turn goes out now, all melded first (D8)."""
    return ways_shown(state, place) if may_go_out(state, place) else {}


def ways_shown(state: State, place: int) -> Ways:
    """The same for a place that is known to be free to show its hand."""
    hand = state.hands[place]
    thrown_off = winning_discards(hand, state.melds)
    return _ways(state, hand, thrown_off, banned(state, place)) if thrown_off else {}


def ways_with(state: State, place: int, wanted: Card) -> Ways:
    """How a place goes out with a discard taken out of turn, which must be melded (D13)."""
    hand = state.hands[place]
    # The other copy of the card may be thrown, where there is one (K21).
    kept = wanted if wanted not in hand or state.rules.rediscard == "face" else None
    held = (*hand, wanted)
    thrown_off = winning_discards(held, state.melds)
    return _ways(state, held, thrown_off, kept) if thrown_off else {}


def ways_json(ways: Ways) -> list[Json]:
    """Ways as the legal list gives them."""
    if not ways:
        return []
    return [
        ({} if card is None else {"discard": cards.text(card)})
        | {"melds": [cards.texts(meld) for meld in melds]}
        for card, melds in ways.items()
    ]


def may_be_false(state: State) -> bool:
    """Whether a hand may be shown that is none, at the price of the rules (D15)."""
    return state.rules.false_go_out == "stock-only"


def go_out(state: State, place: int, action: Action) -> State:
    """The hand won; or, where the rules punish a false hand, the cards back (S3 S4, D15)."""
    check_drawn(state)
    _check_may(state, place)
    hand = state.hands[place]
    if action.card is None and state.rules.ten_card_out:
        rest = hand
    else:
        rest = less(hand, thrown(state, place, hand, action.card))
    melds = shown(state, rest, action.melds)
    if melds is None:
        if not may_be_false(state):
            refuse_melds(state, rest, action)
        return _failed(state, place)
    card = action.card
    gone_out = changed(
        state,
        hands=with_hand(state, place, rest),
        discards=state.discards if card is None else (*state.discards, card),
        pile=state.pile if card is None else piled(state, place, "threw", card),
        tick=state.tick + 1,
    )
    return finish(gone_out, place, state.drew or STOCK, melds, action.card)


def shown(state: State, rest: tuple[Card, ...], melds: Melds | None) -> Melds | None:
    """The melds of these cards, as named or as the engine arranges them; None if they are none.

    Refuses melds that aren't made of these very cards: that is no false hand, but none at all.
    """
    if melds is None:
        return arrange(rest, state.melds)
    if sorted(card for meld in melds for card in meld) != sorted(rest):
        refuse("melds-invalid", f"The melds must hold each of your {_others(rest)} cards once.")
    return melds if all(is_meld(meld, state.melds) for meld in melds) else None


def refuse_melds(state: State, rest: tuple[Card, ...], action: Action) -> NoReturn:
    """Say what is wrong with the melds."""
    for meld in action.melds or ():
        if not is_meld(meld, state.melds):
            refuse("melds-invalid", f"{' '.join(cards.texts(meld))} is no meld under these rules.")
    without = "" if action.card is None else f"Without {cards.text(action.card)} "
    refuse("melds-invalid", f"{without}your {_others(rest)} cards are not all in melds.")


def _check_may(state: State, place: int) -> None:
    if may_go_out(state, place):
        return
    if state.failed:
        refuse("not-now", "Your melds were none: discard a card.")
    if len(state.hands[place]) != to_hold(state, place) + 1:
        refuse("not-now", "Discard first until you hold one card more than you need.")
    refuse("not-now", "After your false hand only a card from the stock lets you go out.")


def _ways(
    state: State, hand: tuple[Card, ...], thrown_off: dict[Card, Melds], kept: Card | None
) -> Ways:
    """Every way to go out with these cards, one of them thrown, or none.

    `thrown_off`: each that may be thrown by its melds. It must not be empty: a meld of four or
    more stays one without some card, so who melds all can throw one too.
    """
    ways: Ways = {}
    if state.rules.ten_card_out:
        melds = arrange(hand, state.melds)
        if melds is not None:
            ways[None] = melds
    for card, melds in thrown_off.items():
        if card != kept:
            ways[card] = melds
    return ways


def _failed(state: State, place: int) -> State:
    player = state.players[place]._replace(stock_only=True)
    return changed(
        state, players=with_player(state, place, player), failed=True, tick=state.tick + 1
    )


_NUMBERS = {9: "other nine", 12: "other twelve"}


def _others(rest: tuple[Card, ...]) -> str:
    return _NUMBERS.get(len(rest), str(len(rest)))
