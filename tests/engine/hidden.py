"""The swap test: a viewer's bytes stay equal when all that he may not know is something else."""

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.cards import Card
from engine.game import Json
from engine.pifpaf.state import Claim, State
from engine.shuffle import StreamPlace
from tests.engine.table import GAME, Step

Known = Mapping[int, Iterable[int]]
"""Places, and the positions in their hands (from the end) that all have just seen."""


def as_bytes(facts: Json | None) -> bytes:
    """What a viewer would get over the wire."""
    return json.dumps(facts).encode()


def hidden_places(state: State, viewer: int | None) -> list[int]:
    """The places whose cards the viewer may not know."""
    shown = GAME.view(state, None)["result"]
    open_seats = {seat for seat, _ in shown["hands"]} if shown else set()
    return [
        place
        for place, bettor in enumerate(state.betting.bettors)
        if bettor.seat != viewer and bettor.seat not in open_seats
    ]


def shuffled_secrets(
    state: State, viewer: int | None, rng: random.Random, known: Known | None = None
) -> State:
    """The state with the cards swapped around that the viewer may not know: other hands, stock.

    The rest of the stream is another one, and so is the card that somebody else drew unseen.
    """
    places = hidden_places(state, viewer)
    kept: dict[int, set[int]] = {
        place: {len(state.hands[place]) - at for at in (known or {}).get(place, ())}
        for place in places
    }
    secret = [
        card
        for place in places
        for at, card in enumerate(state.hands[place])
        if at not in kept[place]
    ] + list(state.stock)
    rng.shuffle(secret)
    hands = list(state.hands)
    for place in places:
        hands[place] = tuple(
            card if at in kept[place] else secret.pop(0)
            for at, card in enumerate(state.hands[place])
        )
    return replace(
        state,
        hands=tuple(hands),
        stock=tuple(secret),
        drawn=_other_drawn(state, places, hands),
        later=None if state.later is None else StreamPlace(rng.randbytes(64), 7),
    )


def _other_drawn(state: State, places: list[int], hands: list[tuple[Card, ...]]) -> Card | None:
    if state.drew == "stock" and state.drawn is not None and state.turn in places:
        return hands[state.turn][-1]
    return state.drawn


def shuffled_claims(state: State, viewer: int | None) -> State:
    """The state with the others' claims gone, or with one made by each of them."""
    own = tuple(
        claim for claim in state.claims if state.betting.bettors[claim.place].seat == viewer
    )
    if len(own) < len(state.claims) or state.phase != "window":
        return replace(state, claims=own)
    others = hidden_places(state, viewer)
    return replace(state, claims=own + tuple(Claim(place, 0, ()) for place in others))


def just_seen(step: Step) -> dict[int, set[int]]:
    """The cards in hands that an action has shown to all: taken from the pile, or bought."""
    before, action, after = step
    seen: dict[int, set[int]] = {}
    for place, bettor in enumerate(after.betting.bettors):
        if action.source == "discard" and bettor.seat == action.seat:
            seen[place] = {1}
        if after.players[place].bought != before.players[place].bought:
            seen[place] = {2}
    return seen


def check_no_leak(step: Step, rng: random.Random) -> None:
    """Views, news, the own legal list and what is waited for: none depends on a secret."""
    before, action, after = step
    for viewer in (None, *(seating.seat for seating in after.setup.seats)):
        other_before = shuffled_secrets(before, viewer, rng)
        other_after = shuffled_secrets(after, viewer, rng, just_seen(step))
        view, waiting = as_bytes(GAME.view(after, viewer)), GAME.waiting(after)
        assert view == as_bytes(GAME.view(other_after, viewer))
        assert as_bytes(GAME.seen(before, action, after, viewer)) == as_bytes(
            GAME.seen(other_before, action, other_after, viewer)
        )
        assert GAME.legal(after, viewer) == GAME.legal(other_after, viewer)
        assert waiting == GAME.waiting(other_after)
        hushed = shuffled_claims(after, viewer)
        assert view == as_bytes(GAME.view(hushed, viewer))
        assert waiting == GAME.waiting(hushed)
