"""A literal judge of melds, for proving the solver.

It reads the rules word by word, tries every way, and shares no code with the engine. Cards are
texts here: "7H"; "JK" a joker; "??" one that is still missing and may be any that is not wild.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

ORDER = "A23456789TJQK"
SUITS = "CDHS"
RUNS = {
    "low": ORDER,
    "low-high": ORDER + "A",
    "corner": ORDER + ORDER[:-1],
}


@dataclass(frozen=True, eq=False)
class Rules:
    """The axes, in the words of the rules page; each is asked for a hundred thousand times."""

    set_suits: str
    ace: str
    size: str
    wilds: frozenset[str] = frozenset()
    cap: int | None = None
    scope: str = "all"
    dead: bool = False


@lru_cache(maxsize=300_000)
def meld(cards: tuple[str, ...], rules: Rules) -> bool:
    """Whether the cards are one set, one run, or dead jokers together."""
    if len(cards) < 3 or (rules.size == "exactly-three" and len(cards) > 3):
        return False
    if rules.dead and set(cards) <= {"JK", "??"}:
        return True
    wilds = [card for card in cards if card in rules.wilds]
    naturals = [card for card in cards if card not in rules.wilds]
    if not naturals or "JK" in naturals:
        return False
    missing = naturals.count("??")
    naturals = [card for card in naturals if card != "??"]
    return _is_set(naturals, wilds, missing, rules) or any(
        _fills(window, naturals, wilds, rules)
        for suit in (naturals[0][1] if naturals else SUITS)
        for window in _windows(len(cards), suit, rules.ace)
    )


def _is_set(naturals: list[str], wilds: list[str], missing: int, rules: Rules) -> bool:
    if len({card[0] for card in naturals}) > 1:
        return False
    of_rank = naturals[0][0] if naturals else "?"
    # Each wild is of some suit; unless that makes it the card it is, it stands for another. Each
    # missing card is of some suit too.
    come = list(combinations_with_replacement(SUITS, missing))
    for suits, others in product(product(SUITS, repeat=len(wilds)), come):
        stands = sum(wild != of_rank + suit for wild, suit in zip(wilds, suits, strict=True))
        if stands and rules.scope == "runs":
            continue
        if rules.cap is not None and stands > rules.cap:
            continue
        different = len({card[1] for card in naturals} | set(suits) | set(others))
        if {"any": True, "min3": different >= 3, "exact3": different == 3}[rules.set_suits]:
            return True
    return False


@lru_cache(maxsize=400)
def _windows(length: int, suit: str, ace: str) -> list[set[str]]:
    """The cards of every run of so many cards of one suit."""
    order = RUNS[ace]
    rows = {order[at : at + length] for at in range(len(order) - length + 1)}
    return [{of_rank + suit for of_rank in row} for row in sorted(rows) if len(set(row)) == length]


def _fills(window: set[str], naturals: list[str], wilds: list[str], rules: Rules) -> bool:
    """Whether the naturals are cards of the window, each once, and wilds make up the others."""
    if not window.issuperset(naturals) or len(set(naturals)) < len(naturals):
        return False
    open_places = window.difference(naturals)
    stands = len(wilds) - len(open_places.intersection(wilds))
    return rules.cap is None or stands <= rules.cap


class Judge:
    """Everything there is to say about one hand, by trying every way; places are bits."""

    def __init__(self, cards: Sequence[str], rules: Rules) -> None:
        self.cards = tuple(cards)
        self.rules = rules
        self.all = (1 << len(self.cards)) - 1
        self._places = sorted(range(len(self.cards)), key=lambda at: self.cards[at])
        self._wilds = [at for at in self._places if self.cards[at] in rules.wilds]
        # The melds in which a card is the one that stands first in the hand.
        self.melds: list[list[int]] = [[] for _ in self.cards]
        for places, chosen in self._groups().items():
            if len(chosen) >= 3 and meld(chosen, rules):
                self.melds[(places & -places).bit_length() - 1].append(places)
        self._melded = {0: True}

    def _groups(self, fewest: int = 3) -> dict[int, tuple[str, ...]]:
        """Cards of one suit or one rank, none of them wild, with any of the wilds."""
        others = [at for at in self._places if at not in self._wilds]
        groups = [[at for at in others if self.cards[at][1] == suit] for suit in SUITS]
        groups += [[at for at in others if self.cards[at][0] == of_rank] for of_rank in ORDER]
        if self.rules.dead:
            groups.append([at for at in others if self.cards[at] == "JK"])
        wilds = self._subsets(self._wilds)
        return {
            places | more: chosen + taken
            for group in groups
            if len(group) + len(self._wilds) >= fewest
            for places, chosen in self._subsets(group)
            if places
            for more, taken in wilds
        }

    def _subsets(self, places: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
        found: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        for at in places:
            found += [(one | 1 << at, (*cards, self.cards[at])) for one, cards in found]
        return found

    def _at(self, places: int) -> list[str]:
        return [card for at, card in enumerate(self.cards) if places >> at & 1]

    def melded(self, places: int) -> bool:
        """Whether all cards at these places can be in melds, each in one."""
        known = self._melded.get(places)
        if known is None:
            first = (places & -places).bit_length() - 1
            known = self._melded[places] = any(
                one & places == one and self.melded(places ^ one) for one in self.melds[first]
            )
        return known

    def discards(self) -> set[str]:
        """Every card without which all the others can be melded."""
        return {card for at, card in enumerate(self.cards) if self.melded(self.all ^ 1 << at)}

    def deadwood(self, values: Mapping[str, int], *, throw: bool) -> int:
        """The least value of unmelded cards, with the dearest of them thrown first or not."""
        points = [values[card] for card in self.cards]
        totals = []
        for places in self._unmelded(self.all):
            left = [points[at] for at in range(len(points)) if places >> at & 1]
            totals.append(sum(left) - (max(left) if throw and left else 0))
        return min(totals)

    def _unmelded(self, places: int) -> set[int]:
        """Every choice of cards that melds of the others may leave over."""
        if not places:
            return {0}
        first = (places & -places).bit_length() - 1
        found = {1 << first | rest for rest in self._unmelded(places ^ 1 << first)}
        for one in self.melds[first]:
            if one & places == one:
                found |= self._unmelded(places ^ one)
        return found

    def arrangements(self, places: int) -> set[tuple[tuple[str, ...], ...]]:
        """Every way to meld the cards at these places."""
        if not places:
            return {()}
        first = (places & -places).bit_length() - 1
        return {
            tuple(sorted((*rest, tuple(sorted(self._at(one))))))
            for one in self.melds[first]
            if one & places == one
            for rest in self.arrangements(places ^ one)
        }

    def distance(self, goal: int) -> int:
        """How many missing cards complete melds of so many cards, of which the others are held."""
        groups = self._groups(1) | dict(self._subsets(self._wilds))
        making: list[list[tuple[int, int]]] = [[] for _ in (*self.cards, None)]
        for places, held in groups.items():
            for missing in range(goal - len(held) + 1):
                if meld((*held, *["??"] * missing), self.rules):
                    first = (places & -places).bit_length() - 1 if places else len(self.cards)
                    making[first].append((places, missing))

        @cache
        def least(places: int, left: int) -> int:
            """The fewest missing cards that fill so many places with these cards' help."""
            if not left:
                return 0
            first = (places & -places).bit_length() - 1 if places else len(self.cards)
            ways = [least(places ^ 1 << first, left)] if places else []
            for one, missing in making[first]:
                size = one.bit_count() + missing
                if one & places == one and size <= left:
                    ways.append(missing + least(places ^ one, left - size))
            return min(ways, default=goal + 1)

        return least(self.all, goal)

    def layable(self) -> set[tuple[tuple[str, ...], ...]]:
        """Every way to lay as many melds as can be laid."""
        ways = self._laid(self.all)
        most = max(len(way) for way in ways)
        return {way for way in ways if len(way) == most}

    def _laid(self, places: int) -> set[tuple[tuple[str, ...], ...]]:
        if not places:
            return {()}
        first = (places & -places).bit_length() - 1
        found = self._laid(places ^ 1 << first)
        for one in self.melds[first]:
            if one & places == one:
                found = found | {
                    tuple(sorted((*rest, tuple(sorted(self._at(one))))))
                    for rest in self._laid(places ^ one)
                }
        return found
