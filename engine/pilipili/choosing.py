"""Choices that a Mission asks for: cards to give, a seat to pick, a card for a trick unseen.

What one of several chooses changes nothing that the others could see until all have chosen, so it
doesn't count in the tick either: no other player's action grows stale by it.
"""

from engine.actions import Action
from engine.pilipili.kinds import GIVE, PICK
from engine.pilipili.refusal import refuse
from engine.pilipili.state import PLAY, State, changed, choice_of, seat_at
from engine.pilipili.tricks import check_play, shown


def choose(state: State, place: int, action: Action) -> State:
    """The state after one has chosen; the last one's choice makes all of them known."""
    if choice_of(state, place) is not None:
        refuse("not-now", "You have chosen already: wait for the others.")
    _check(state, place, action)
    state = changed(state, chosen=(*state.chosen, action))
    if len(state.chosen) < len(state.waits):
        return state
    state = changed(state, tick=state.tick + 1)
    return shown(state) if state.phase == PLAY else state.mission.chosen(state)


def _check(state: State, place: int, action: Action) -> None:
    if action.kind == GIVE:
        _check_cards(state, place, action)
    elif action.kind == PICK:
        _check_seat(state, place, action)
    else:
        check_play(state, place, action)


def _check_cards(state: State, place: int, action: Action) -> None:
    count = state.mission.choices(state, place)[0]["count"]
    given = action.cards or ()
    if any(card not in state.hands[place] for card in given):
        refuse("not-held", "You don't hold all the cards that you want to give.")
    if len(given) != count or len(set(given)) != count:
        refuse("wrong-count", f"Give exactly {count} of your cards, not {len(given)}.")


def _check_seat(state: State, place: int, action: Action) -> None:
    seats = state.mission.choices(state, place)[0]["seats"]
    if action.whom == seat_at(state, place) or action.whom not in seats:
        refuse("not-a-choice", f"Pick one of the seats {', '.join(map(str, seats))}.")
