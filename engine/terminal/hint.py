"""What the solver says to a person about the hand in play: how far, what to throw, which outs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine import cards
from engine.cards import JOKER, Card
from engine.jsonable import Json
from engine.melds import MeldAxes, distance, outs
from engine.pifpaf.combinations import JOKERS
from engine.pifpaf.deal import with_wilds
from engine.pifpaf.points import VALUES
from engine.pifpaf.rules import PifPafRules

_WEIGHED_MAX: Final = 40
"""Of more throws alike the outs aren't counted: the dearest card goes."""
_ONE_EACH: Final = (1,) * (JOKER + 1)


@dataclass(frozen=True, slots=True)
class Hint:
    """What is best to throw, and what that leaves: cards missing, and outs with how many unseen.

    `throw`: as many cards as the hand holds too many, none before the draw.
    """

    throw: tuple[Card, ...]
    missing: int
    outs: Mapping[Card, int]


def values_of(rules: PifPafRules) -> Sequence[int]:
    """What cards left count under these rules: their points, or one each where none has any."""
    return VALUES if rules.scoring == "cards" else _ONE_EACH


def hint(view: Json, seat: int, rules: PifPafRules) -> Hint:
    """The hint for the seat, from its own view.

    Cards count as seen that lie open now: the discard, the vira, laid melds.
    """
    held = [cards.parse(name) for name in view["cards"]]
    vira = None if view["vira"] is None else cards.parse(view["vira"])
    axes = with_wilds(rules, vira)
    laid = sum(len(meld) for one in view["seats"] if one["seat"] == seat for meld in one["laid"])
    spare = max(0, len(held) - (rules.hand_size - laid))
    ways = _nearest(held, spare, _barred(view, seat, rules), axes)
    seen = _open_cards(view)
    jokers = 0 if rules.jokers == "none" else JOKERS
    known = {way: outs(_rest(held, way), axes, (*seen, *way), jokers=jokers) for way in ways}
    values = values_of(rules)
    best = max(ways, key=lambda way: (sum(known[way].values()), sum(values[card] for card in way)))
    return Hint(best, distance(_rest(held, best), axes), known[best])


def told(found: Hint) -> Iterator[str]:
    """The hint for a person."""
    if found.throw:
        yield f"Best throw: {' and '.join(cards.texts(found.throw))}."
    after = "after that " if found.throw else ""
    if not found.missing:
        yield f"Then {'nothing is' if found.throw else 'Nothing is'} missing: all are melded."
        return
    count = "1 card is" if found.missing == 1 else f"{found.missing} cards are"
    yield f"{after}{count} missing.".capitalize()
    many = sum(found.outs.values())
    if not many:
        yield "No card that you can't see brings you nearer."
        return
    groups = "; ".join(
        f"{unseen} {'each ' if len(group) > 1 else ''}of {' '.join(group)}"
        for unseen, group in sorted(_by_unseen(found.outs).items(), reverse=True)
    )
    yield f"Nearer with {many} unseen cards: {groups}."


def _by_unseen(found: Mapping[Card, int]) -> dict[int, list[str]]:
    groups: dict[int, list[str]] = {}
    for card, unseen in found.items():
        groups.setdefault(unseen, []).append(cards.text(card))
    return groups


def _nearest(
    held: list[Card], spare: int, barred: Card | None, axes: MeldAxes
) -> list[tuple[Card, ...]]:
    """The throws that leave the hand nearest to going out."""
    ways = sorted(set(combinations(sorted(held), spare)))
    free = [way for way in ways if not way or any(card != barred for card in way)]
    distances = {way: distance(_rest(held, way), axes) for way in free}
    least = min(distances.values())
    near = [way for way, missing in distances.items() if missing == least]
    return near if len(near) <= _WEIGHED_MAX else near[-1:]


def _rest(held: list[Card], thrown: tuple[Card, ...]) -> list[Card]:
    return sorted((Counter(held) - Counter(thrown)).elements())


def _barred(view: Json, seat: int, rules: PifPafRules) -> Card | None:
    """The card just taken from the pile, where it may not be thrown (D9)."""
    if view["taken"] is None or view["turn"] != seat or rules.rediscard == "allowed":
        return None
    copies = view["cards"].count(view["taken"])
    if copies == len(view["cards"]) or (rules.rediscard == "card" and copies > 1):
        return None
    return cards.parse(view["taken"])


def _open_cards(view: Json) -> list[Card]:
    names = [card for one in view["seats"] for meld in one["laid"] for card in meld]
    names += [name for name in (view["top"], view["vira"]) if name is not None]
    return [cards.parse(name) for name in names]
