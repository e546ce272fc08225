"""What must hold in every state of every rule set, and the means to try it."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.actions import HIDDEN_IN_WINDOW, Action, action_json
from engine.cards import ONE_PACK, parse
from engine.errors import IllegalAction
from engine.game import Json, parse_action
from engine.pifpaf.state import State, place_of
from tests.engine.table import GAME, Step

# No hand of eight that makes a stock of its pile once is longer than this.
STEPS_MAX = 2000
# A seat that no table has.
STRANGER = 99


def total(state: State) -> int:
    """All chips: in stacks, in the pot while the hand lasts, and what the house has kept."""
    stacks = sum(bettor.stack for bettor in state.betting.bettors)
    if state.outcome is not None:
        return stacks + state.outcome.rake
    return stacks + sum(bettor.paid for bettor in state.betting.bettors)


def cards_of(state: State) -> Counter[int]:
    """All cards, wherever they are."""
    laid = (card for player in state.players for meld in player.laid for card in meld)
    vira = () if state.vira is None else (state.vira,)
    held = (card for hand in state.hands for card in hand)
    return Counter((*state.stock, *state.discards, *held, *laid, *vira))


def allows(state: State, entries: list[Json], entry: Json, action: Action) -> bool:
    """Whether a legal entry allows an action of its kind that leaves the melds to the engine."""
    if action.kind in ("bet", "raise"):
        low, high = entry["min"], entry["max"]
        assert isinstance(low, int)
        assert isinstance(high, int)
        return action.to is not None and low <= action.to <= high
    if action.kind == "draw":
        return bool(action.source == entry["from"])
    if action.kind == "discard":
        names: Any = entry["cards"]
        return action.card in [parse(name) for name in names]
    if action.kind in ("go-out", "claim"):
        if entry.get("declare") and action.card in may_throw(state, entries, action):
            return True
        options: Any = entry["options"]
        return action.card in [
            parse(option["discard"]) if "discard" in option else None for option in options
        ]
    return True


def may_throw(state: State, entries: list[Json], action: Action) -> set[int | None]:
    """What may be thrown by whoever shows a hand at his own risk; None where all may be melded."""
    cards: set[int | None] = {None} if state.rules.ten_card_out else set()
    if action.kind == "go-out":
        thrown = next(entry["cards"] for entry in entries if entry["kind"] == "discard")
        return cards | {parse(name) for name in thrown}
    place = place_of(state, action.seat)
    assert place is not None
    held = set(state.hands[place])
    if state.rules.rediscard == "face":
        held.discard(state.discards[-1])
    return cards | held


def every_listed(entries: list[Json], seat: int | None) -> Iterator[Action]:
    """Each action that a legal list allows, of bets the ends and one between."""
    for entry in entries:
        kind: Any = entry["kind"]
        values: Any = {"from": entry["from"]} if "from" in entry else {}
        if "min" in entry:
            low: Any = entry["min"]
            high: Any = entry["max"]
            for to in {low, (low + high) // 2, high}:
                yield parse_action({"kind": kind, "to": to}, seat)
            continue
        lists: Any = [{"card": name} for name in entry.get("cards", [])] or entry.get(
            "options", [values]
        )
        for fields in lists:
            yield parse_action({"kind": kind, **fields}, seat)
            if "melds" in fields:
                less = {name: value for name, value in fields.items() if name != "melds"}
                yield parse_action({"kind": kind, **less}, seat)


def any_actions(
    state: State, legal: Mapping[int | None, list[Json]], rng: random.Random
) -> Iterator[Action]:
    """What somebody could send without melds: each kind from each seat, levels at every bound.

    Cards are those the seat holds, and some that it may not. `legal`: what each seat may do.
    """
    levels = {0, 1, state.betting.level, state.betting.cap, state.betting.cap + 1, 2**53 - 1}
    for seat in legal:
        place = place_of(state, seat)
        held = () if place is None else state.hands[place]
        cards = sorted({*held, *state.discards[-1:], *rng.sample(ONE_PACK, 3), 52})
        for entry in legal[seat]:
            if "min" in entry:
                levels |= {entry["min"] - 1, entry["min"], entry["max"], entry["max"] + 1}
        for kind in (
            *("check", "call", "fold", "close-window"),
            *("stay", "lay", "announce", "buy", "go-out", "claim"),
        ):
            yield Action(kind, seat)
        for kind in ("bet", "raise"):
            yield from (Action(kind, seat, to=to) for to in sorted(levels))
        for source in ("stock", "discard"):
            yield Action("draw", seat, source=source)
        for kind in ("discard", "go-out", "claim"):
            yield from (Action(kind, seat, card=card) for card in cards)


def check_legality(state: State, rng: random.Random) -> None:
    """All that is listed applies, all else is refused with the state as it was."""
    before = GAME.dump(state)
    seats = (None, *(seating.seat for seating in state.setup.seats))
    # Asked once for each seat, and not once more for each of a seat's hundred actions.
    legal = {seat: GAME.legal(state, seat) for seat in (*seats, STRANGER)}
    for seat in seats:
        for action in every_listed(legal[seat], seat):
            GAME.apply(state, action)
    for action in any_actions(state, legal, rng):
        entries = legal[action.seat]
        of_kind = [entry for entry in entries if entry["kind"] == action.kind]
        if any(allows(state, entries, entry, action) for entry in of_kind):
            GAME.apply(state, action)
            continue
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, action)
        assert refused.value.detail.endswith(".")
        assert refused.value.allowed == entries
    assert GAME.dump(state) == before


def check_step(step: Step) -> None:
    """What holds from one state to the next."""
    before, action, after = step
    assert total(after) == total(before)
    assert cards_of(after) == Counter(GAME.pack(after.rules))
    assert after.tick == before.tick + (action.kind not in HIDDEN_IN_WINDOW)
    assert all(bettor.stack >= 0 for bettor in after.betting.bettors)
    assert parse_action(action_json(action), action.seat) == action
    assert hash(after) != hash(before) or after != before


def check_end(state: State) -> None:
    """What holds of every outcome."""
    outcome = state.outcome
    assert outcome is not None
    assert sum(delta for _, delta in outcome.deltas) == -outcome.rake
    before = {seating.seat: seating.stack for seating in state.setup.seats}
    assert outcome.stacks == tuple((seat, before[seat] + delta) for seat, delta in outcome.deltas)
    won = sum(pot.amount for pot in outcome.pots if pot.winner is not None)
    lost = sum(before[seat] - left for seat, left in outcome.stacks if left < before[seat])
    assert won + outcome.rake >= lost
    assert all(pot.winner in (None, outcome.winner) for pot in outcome.pots)
    assert outcome.rake == 0 or outcome.how not in ("folds", "void")
    seats = [seating.seat for seating in state.setup.seats]
    assert outcome.next_dealer in seats
    assert [seat for seat, _ in outcome.points] in ([], seats)
    assert all(count >= 0 for _, count in outcome.points)
    shown = sum(map(len, outcome.melds))
    assert outcome.out_with == (shown or None)
    assert shown in (0, state.rules.hand_size, state.rules.hand_size + 1)
