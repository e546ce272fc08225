"""What one hand can do under a rule set: going out, distance, deadwood, the best throw, outs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine import cards
from engine.cards import JOKER, Card
from engine.hand import Melds
from engine.melds import (
    MeldAxes,
    all_melds,
    arrange,
    deadwood,
    distance,
    outs,
    winning_discards,
)
from engine.pifpaf.combinations import JOKERS
from engine.pifpaf.points import VALUES
from engine.pifpaf.rules import PifPafRules

ARRANGEMENTS_MAX: Final = 10_000
_ONE_EACH: Final = (1,) * (JOKER + 1)


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to be solved: `drawn` is the card drawn, if any, `banned` one that may not go."""

    rules: PifPafRules
    axes: MeldAxes
    vira: Card | None
    held: tuple[Card, ...]
    drawn: Card | None
    banned: Card | None

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """The cards held and the one drawn."""
        return self.held if self.drawn is None else (*self.held, self.drawn)

    @property
    def counts_points(self) -> bool:
        """Whether cards have values under these rules (D27)."""
        return self.rules.scoring == "cards"

    @property
    def values(self) -> Sequence[int]:
        """What cards left count."""
        return VALUES if self.counts_points else _ONE_EACH


def answer(question: Question, *, every: bool = False) -> dict[str, object]:
    """What there is to say about a hand; `every` also gives all arrangements."""
    axes, held = question.axes, question.all_cards
    nine = _nine(question)
    melds = arrange(held, axes) if _may_be_ten(question) else None
    throw, left = (None, question.held) if question.drawn is None else _best_throw(question)
    missing = 0 if nine or melds else distance(left, axes)
    return {
        "can_go_out": question.drawn is not None and bool(nine or melds),
        "nine": [
            {"discard": None if card is None else cards.text(card), "melds": _texts(ways)}
            | ({"all": _all(held, card, axes)} if every else {})
            for card, ways in nine.items()
        ],
        "ten": None if melds is None else _texts(melds),
        "distance": missing,
        "deadwood": _least_left(question),
        "throw": None if throw is None else cards.text(throw),
        "outs": {
            cards.text(card): unseen for card, unseen in _outs(question, left).items() if missing
        },
    }


def _nine(question: Question) -> Mapping[Card | None, Melds]:
    """Each discard that goes out, with the melds; for the cards held alone, their melds."""
    if question.drawn is None:
        melds = arrange(question.held, question.axes)
        return {} if melds is None else {None: melds}
    ways = winning_discards(question.all_cards, question.axes)
    return {card: melds for card, melds in ways.items() if card != question.banned}


def _may_be_ten(question: Question) -> bool:
    return question.drawn is not None and question.rules.ten_card_out


def _throws(question: Question) -> Iterator[tuple[Card, tuple[Card, ...]]]:
    """Each card that may be thrown, and the cards left."""
    held = question.all_cards
    for card in sorted(set(held)):
        if card != question.banned:
            at = held.index(card)
            yield card, (*held[:at], *held[at + 1 :])


def _best_throw(question: Question) -> tuple[Card, tuple[Card, ...]]:
    """The discard that leaves the hand nearest, and the rest; it leaves the most unseen outs.

    Of those alike the dearest goes.
    """
    distances = {(card, left): distance(left, question.axes) for card, left in _throws(question)}
    nearest = min(distances.values())
    ways = [way for way, missing in distances.items() if missing == nearest]
    if not nearest or len(ways) == 1:
        return ways[0]
    values = question.values
    return max(ways, key=lambda way: (sum(_outs(question, way[1]).values()), values[way[0]]))


def _outs(question: Question, left: tuple[Card, ...]) -> dict[Card, int]:
    seen = Counter(question.all_cards) - Counter(left)
    if question.vira is not None:
        seen[question.vira] += 1
    jokers = 0 if question.rules.jokers == "none" else JOKERS
    return outs(left, question.axes, seen.elements(), jokers=jokers)


def _least_left(question: Question) -> int:
    if question.banned is None:
        throw = question.drawn is not None
        return deadwood(question.all_cards, question.axes, question.values, throw=throw)[0]
    return min(deadwood(left, question.axes, question.values)[0] for _, left in _throws(question))


def _all(held: tuple[Card, ...], thrown: Card | None, axes: MeldAxes) -> list[object]:
    left = list(held)
    if thrown is not None:
        left.remove(thrown)
    return [_texts(melds) for melds in islice(all_melds(left, axes), ARRANGEMENTS_MAX)]


def _texts(melds: Melds) -> list[list[str]]:
    return [cards.texts(meld) for meld in melds]
