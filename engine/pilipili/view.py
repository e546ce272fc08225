"""The ways out of a round toward a person.

Both are built up from what the viewer may know, and never cut down from everything.

What is secret: the cards of every hand, its owner's too, unless the Mission lets the viewer see
them now (`Mission.sees`); the cards not dealt; and what somebody has chosen, and that he has, as
long as others are still choosing. What has been played lies open for all.
"""

from engine import cards
from engine.actions import Action, action_json
from engine.cards import JOKER
from engine.jsonable import Json
from engine.pilipili.kinds import PICK
from engine.pilipili.scoring import result_json
from engine.pilipili.state import (
    GIVE,
    OVER,
    PLAY,
    Played,
    State,
    Trick,
    bid_of,
    choice_of,
    clockwise,
    place_of,
    seat_at,
    taken,
)


def view(state: State, seat: int | None) -> Json:
    """The round as the seat (None: a spectator) may see it.

    `you`: the viewer's seat. `cards`: the own hand, None where it may not be seen. `hands`: the
    others' that may be. `chosen`: what the viewer has chosen while others still do.
    """
    place = place_of(state, seat)
    you = None if place is None else seat
    return {**_table(state), "you": you, **sight(state, place), "chosen": _choice(state, place)}


def sight(state: State, place: int | None) -> Json:
    """Which cards in hands a place (None: a spectator) may see now."""
    mission = state.mission
    own, others = None, []
    for owner in clockwise(state, 0 if place is None else place):
        if owner == place:
            own = cards.texts(state.hands[owner]) if mission.sees(state, place, owner) else None
        elif mission.is_open(state) if place is None else mission.sees(state, place, owner):
            others.append([seat_at(state, owner), cards.texts(state.hands[owner])])
    return {"cards": own, "hands": others}


def seen(before: State, action: Action, after: State, seat: int | None) -> Json | None:
    """What the seat (None: a spectator) may know of one applied action; None is nothing.

    `card`: the card turned. `shown`: the cards of a trick that were shown together. `trick`: the
    trick that is whole. `gave`: the seats whose cards have changed hands. `named`: whom each has
    named. `cards` and `hands`: what the viewer, `you`, sees of the hands, where that has changed.
    `result`: how the round ended, if it did.
    """
    mine = seat is not None and seat == action.seat
    hidden = bool(before.waits)
    if hidden and after.tick == before.tick and not mine:
        return None
    shown = action if mine or not hidden else Action(kind=action.kind)
    facts: Json = {"seat": action.seat, "action": action_json(shown)}
    if after.tick == before.tick:
        return facts
    facts.update(_come_of(before, action, after))
    place = place_of(after, seat)
    now = sight(after, place)
    if now != sight(before, place):
        facts.update(now, you=None if place is None else seat)
    if after.outcome is not None:
        facts["result"] = result_json(after)
    return facts


def _come_of(before: State, action: Action, after: State) -> Json:
    """What everybody sees come of an action."""
    facts: Json = {}
    if before.mission.play_kind == action.kind and before.phase == PLAY and not before.waits:
        facts["card"] = _turned(before, after)
    if before.waits and before.phase == PLAY:
        facts["shown"] = _played(after, after.tricks[-1].played)
    if len(after.tricks) > len(before.tricks):
        facts["trick"] = _trick(after, after.tricks[-1])
    if before.waits and before.phase == GIVE:
        facts["gave"] = [seat_at(before, place) for place in before.waits]
    if before.waits and before.phase == PICK:
        facts["named"] = _named(after)
    return facts


def _turned(before: State, after: State) -> str:
    """The card that has just been played or turned."""
    if after.turned:
        return cards.text(JOKER)
    whole = len(after.tricks) > len(before.tricks)
    trick = after.tricks[-1].played if whole else after.trick
    return cards.text(trick[-1].card)


def _table(state: State) -> Json:
    """What everybody sees."""
    mission = state.mission
    turn = state.turn if state.phase != OVER else None
    return {
        "seq": state.tick,
        "rules": state.rules.rules_id,
        "phase": state.phase,
        "dealer": state.setup.dealer,
        "turn": None if turn is None else seat_at(state, turn),
        "choosing": [seat_at(state, place) for place in state.waits],
        "mission": {
            "kind": mission.kind,
            "text": mission.text if mission.kind else "",
            "expert": mission.expert,
        },
        "limit": state.rules.match.threshold,
        "dealt": state.dealt,
        "tricks_to_play": state.to_play,
        "stock": len(state.stock),
        "leader": seat_at(state, state.leader),
        "seats": _seats(state),
        "trick": _played(state, state.trick),
        "turned": cards.text(JOKER) if state.turned else None,
        "tricks": [_trick(state, trick) for trick in state.tricks],
        "named": _named(state),
        "result": result_json(state),
    }


def _seats(state: State) -> list[Json]:
    """One entry a seat. Nobody folds: that key is for clients that show any game."""
    won = taken(state)
    return [
        {
            "seat": one.seat,
            "cards": len(state.hands[place]),
            "stack": one.stack,
            "score": one.score or 0,
            "bid": bid_of(state, place),
            "taken": won[place],
            "folded": False,
        }
        for place, one in enumerate(state.setup.seats)
    ]


def _choice(state: State, place: int | None) -> Json | None:
    choice = None if place is None else choice_of(state, place)
    return None if choice is None else action_json(choice)


def _played(state: State, trick: tuple[Played, ...]) -> list[Json]:
    return [
        {"seat": seat_at(state, one.place), "card": cards.text(one.card), "value": one.value}
        for one in trick
    ]


def _trick(state: State, trick: Trick) -> Json:
    return {
        "winner": seat_at(state, trick.winner),
        "pilis": trick.pilis,
        "played": _played(state, trick.played),
    }


def _named(state: State) -> list[list[int]]:
    return [
        [one.seat, seat_at(state, whom)]
        for one, whom in zip(state.setup.seats, state.named, strict=False)
    ]
