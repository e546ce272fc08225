"""The steady bot: bids what its cards are worth, and plays to that bid."""

from collections.abc import Sequence

from engine.hand import Choose
from engine.jsonable import Json
from engine.offers import filled_in
from engine.pilipili import kinds
from engine.pilipili.bots.policy import chance, pick, strength
from engine.pilipili.bots.reading import (
    JOKER,
    TOP,
    Table,
    joker_value,
    named,
    powers,
    table_of,
)


def steady(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """One action by the own cards and the own bid."""
    kind = legal[0]["kind"]
    table = table_of(view)
    if kind == kinds.BID:
        return {"kind": kind, "number": nearest(worth(table), legal[0]["numbers"])}
    if kind == kinds.PLAY:
        return played(table, *_picked(table, legal))
    if kind == kinds.NAME:
        power = TOP if need_of(table, table.me) > 0 else 0
        return {"kind": kind, "number": joker_value(power, reverse=table.reverse)}
    if kind == kinds.GIVE:
        return {"kind": kind, "cards": given(table, legal[0])}
    return filled_in(legal[0], choose)


def worth(table: Table) -> float:
    """Tricks that the own hand is likely to win; an even share where it isn't seen."""
    hand = table.hands[table.me]
    share = table.to_play / table.count
    if hand is None or table.hands_move:
        return share
    return strength(hand, table.count - 1) + (table.to_play - len(hand)) / table.count


def nearest(wish: float, numbers: Sequence[int]) -> int:
    """The number nearest to a wish, the lower of two."""
    return min(numbers, key=lambda number: abs(number - wish))


def need_of(table: Table, place: int) -> int:
    """Tricks that a place still wants; before it has bid, its even share."""
    bid = table.bids[place]
    if bid is None:
        bid = round(table.to_play / table.count)
    return bid - table.taken[place]


def playable(table: Table, legal: Sequence[Json]) -> list[int]:
    """The powers of the cards that may be played."""
    return [power for move in legal for power in powers(move["cards"], reverse=table.reverse)]


def played(table: Table, card: int, power: int) -> Json:
    """A card as an action."""
    action: Json = {"kind": kinds.PLAY, "card": named(card, reverse=table.reverse)}
    if card == JOKER:
        action["number"] = joker_value(power, reverse=table.reverse)
    return action


def given(table: Table, move: Json) -> list[str]:
    """The cards that fit the bid least: those that may win or not, or win too much."""
    need = need_of(table, table.me)

    def misfit(power: int) -> float:
        if power == JOKER:
            return -1.0
        wins = chance(power, table.count - 1)
        # With nothing to win the best cards go; else those in the middle.
        return wins if need <= 0 else 0.5 - abs(wins - 0.5)

    held = sorted(powers(move["cards"], reverse=table.reverse), key=misfit, reverse=True)
    return [named(power, reverse=table.reverse) for power in held[: move["count"]]]


def _picked(table: Table, legal: Sequence[Json]) -> tuple[int, int]:
    best = max(table.trick, default=0)
    later = table.count - 1 - len(table.trick)
    cards = playable(table, legal)
    need = need_of(table, table.me)
    if len(cards) < table.sizes[table.me]:
        # The Mission holds cards back, so the cards at hand don't say how many tricks are left.
        need = min(need, len(cards)) if need < table.left else len(cards)
    return pick(cards, best, later, need)
