"""The open variant: melds are laid on the table as soon as they are complete (D20)."""

from collections import Counter

from engine import cards
from engine.actions import Action
from engine.hand import Melds
from engine.jsonable import Json
from engine.melds import is_meld, jogos
from engine.pifpaf import goout
from engine.pifpaf.refusal import refuse
from engine.pifpaf.state import (
    DISCARD,
    State,
    changed,
    to_hold,
    with_hand,
    with_player,
)

_MELD = 3


def to_lay(state: State, place: int) -> tuple[Melds, ...]:
    """The choices of melds that the place must lay now; each lays as many as possible.

    Empty when there is nothing to lay, or when all that is left could be laid: that is going out.
    """
    if not state.rules.open_melds or state.phase != DISCARD:
        return ()
    ways = jogos(state.hands[place], state.melds)
    return ways if ways and not _is_all(state, place, ways[0]) else ()


def must_go_out(state: State, place: int) -> bool:
    """Whether all melds that the place still needs are complete, so that laying them ends it.

    Not where going out is barred to him just now; then he lays nothing and plays on.
    """
    return state.rules.open_melds and state.phase == DISCARD and bool(goout.ways_out(state, place))


def lays(state: State, place: int) -> list[Json]:
    """The lay entry of the legal list, if there is one."""
    ways = to_lay(state, place)
    options = [{"melds": [cards.texts(meld) for meld in melds]} for melds in ways]
    return [{"kind": "lay", "options": options}] if options else []


def check_laid(state: State, place: int) -> None:
    """Refuse a discard before the melds are laid that must be, where they are laid open."""
    if to_lay(state, place):
        refuse("not-now", "Lay your complete melds first.")
    if must_go_out(state, place):
        refuse("not-now", "All your melds are complete: go out.")


def lay(state: State, place: int, action: Action) -> State:
    """The state after the place has laid melds; without any named, the first choice there is."""
    if not state.rules.open_melds:
        refuse("not-now", "Melds stay hidden under these rules.")
    if state.phase != DISCARD:
        refuse("not-now", "Draw a card first.")
    ways = to_lay(state, place)
    if not ways:
        refuse("not-now", "You have no meld to lay now: discard, or go out.")
    melds = ways[0] if action.melds is None else action.melds
    hand = Counter(state.hands[place])
    hand.subtract(card for meld in melds for card in meld)
    if min(hand.values()) < 0:
        refuse("not-held", "You don't hold all the cards that you want to lay.")
    if len(melds) != len(ways[0]) or not all(is_meld(meld, state.melds) for meld in melds):
        refuse("melds-invalid", f"Lay as many melds as you can: {len(ways[0])}.")
    laid = Counter(card for meld in melds for card in meld)
    drawn = _still_drawn(state, laid, hand)
    mine = state.players[place]
    return changed(
        state,
        hands=with_hand(state, place, _without(state.hands[place], laid)),
        players=with_player(state, place, mine._replace(laid=(*mine.laid, *melds))),
        drawn=drawn,
        tick=state.tick + 1,
    )


def _still_drawn(state: State, laid: Counter[int], left: Counter[int]) -> int | None:
    """The face drawn in this turn, None once it lies on the table.

    A copy that is left is the one held before, and may be thrown; but not where no card of the
    face may (D9).
    """
    drawn = state.drawn
    if drawn is None or not laid[drawn]:
        return drawn
    return drawn if left[drawn] and state.rules.rediscard == "face" else None


def _without(held: tuple[int, ...], gone: Counter[int]) -> tuple[int, ...]:
    kept: list[int] = []
    for card in held:
        if gone[card]:
            gone[card] -= 1
        else:
            kept.append(card)
    return tuple(kept)


def _is_all(state: State, place: int, melds: Melds) -> bool:
    return len(melds) * _MELD >= to_hold(state, place)
