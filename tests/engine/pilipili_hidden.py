"""The swap test for Pili Pili: what a viewer may not know is something else, his bytes are not."""

import json
import random
from collections.abc import Mapping
from dataclasses import replace

from engine.actions import Action
from engine.cards import Card, parse
from engine.game import Json
from engine.pilipili.state import State, seat_at
from tests.engine.pilipili import GAME, Step


def as_bytes(facts: object) -> bytes:
    """What a viewer would get over the wire."""
    return json.dumps(facts).encode()


def visible(state: State, viewer: int | None) -> set[Card]:
    """The cards that the rules let a viewer see, told anew from the words of the rules.

    Played cards lie open; of the hands it is each Mission's to say (rules 2.3).
    """
    played = {one.card for trick in state.tricks for one in trick.played}
    seen = played | {one.card for one in state.trick}
    bidding = len(state.bids) < len(state.hands)
    for place, hand in enumerate(state.hands):
        own = seat_at(state, place) == viewer
        match state.mission.kind:
            case "FOREHEAD" if bidding:
                shown = viewer is not None and not own
            case "BLINDBID" if bidding:
                shown = False
            case "PEEK3" if bidding:
                shown = own and state.phase == "peek"
            case "BLINDPLAY":
                shown = own and state.phase == "peek"
            case "OPEN" if not bidding:
                shown = True
            case _:
                shown = own
        seen |= set(hand) if shown else set()
    if state.turned:
        seen.add(parse("JK"))
    return seen


def swapped(state: State, swaps: Mapping[Card, Card]) -> State:
    """The state with other faces: each card that a viewer may not know is another one."""

    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swaps.get(card, card) for card in cards)

    return replace(
        state,
        hands=tuple(map(other, state.hands)),
        stock=other(state.stock),
        chosen=tuple(swapped_action(one, swaps) for one in state.chosen),
    )


def swapped_action(action: Action, swaps: Mapping[Card, Card]) -> Action:
    return action._replace(
        card=None if action.card is None else swaps.get(action.card, action.card),
        cards=None
        if action.cards is None
        else tuple(swaps.get(card, card) for card in action.cards),
    )


def check_no_leak(step: Step, rng: random.Random) -> None:
    """Views, news, the own legal list and what is waited for: none depends on a secret."""
    before, action, after = step
    for viewer in (None, *(one.seat for one in after.setup.seats)):
        secret = sorted(
            {card for hand in (*before.hands, before.stock) for card in hand}
            - visible(before, viewer)
            - visible(after, viewer)
            - {card for one in (*after.chosen, action) if one.seat == viewer for card in _of(one)}
        )
        swaps = dict(zip(secret, rng.sample(secret, len(secret)), strict=True))
        others = swapped(before, swaps), swapped(after, swaps)
        assert as_bytes(GAME.view(after, viewer)) == as_bytes(GAME.view(others[1], viewer))
        assert as_bytes(GAME.seen(before, action, after, viewer)) == as_bytes(
            GAME.seen(others[0], swapped_action(action, swaps), others[1], viewer)
        )
        assert GAME.waiting(after) == GAME.waiting(others[1])
        if action.seat != viewer or after.mission.kind != "BLINDPLAY":
            assert GAME.legal(after, viewer) == GAME.legal(others[1], viewer)
        check_choices_unseen(step, viewer)


def check_choices_unseen(step: Step, viewer: int | None) -> None:
    """While several choose, nobody is told what others have chosen, nor that they have."""
    before, action, after = step
    own = tuple(one for one in after.chosen if one.seat == viewer)
    hushed = replace(after, chosen=own)
    assert as_bytes(GAME.view(after, viewer)) == as_bytes(GAME.view(hushed, viewer))
    assert GAME.waiting(after) == GAME.waiting(hushed)
    assert GAME.legal(after, viewer) == GAME.legal(hushed, viewer)
    if after.tick == before.tick and action.seat != viewer:
        assert GAME.seen(before, action, after, viewer) is None
        assert as_bytes(GAME.view(before, viewer)) == as_bytes(GAME.view(after, viewer))


def cards_shown(facts: Json | None) -> set[str]:
    """All names of cards that stand anywhere in what a viewer got."""
    found: set[str] = set()

    def look(value: object, key: str) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                look(inner, name)
        elif isinstance(value, list):
            for inner in value:
                look(inner, key)
        elif isinstance(value, str) and key in {"card", "cards", "hands", "turned"}:
            found.add(value)

    look(facts, "")
    return found


def _of(action: Action) -> tuple[Card, ...]:
    return (*(() if action.card is None else (action.card,)), *(action.cards or ()))
