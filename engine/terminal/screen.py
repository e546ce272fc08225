"""The table as lines of text, from a seat's view alone: nothing hidden can reach the screen.

Every line fits in `WIDTH` columns once it is wrapped by whoever prints it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from engine import cards
from engine.cards import JOKER, Card
from engine.jsonable import Json
from engine.melds import deadwood
from engine.pifpaf.deal import with_wilds
from engine.pifpaf.rules import PifPafRules
from engine.terminal.hint import values_of

WIDTH: Final = 79
SORTS: Final = ("suit", "rank", "melds", "dealt")
_GAP: Final = "  "


def table(view: Json, names: Mapping[int, str]) -> Iterator[str]:
    """Every seat, then what lies in the middle."""
    for seat in view["seats"]:
        yield _seat(view, seat, names)
        for meld in seat["laid"]:
            yield f"            laid {' '.join(meld)}"
    yield middle(view)


def middle(view: Json) -> str:
    """What lies on the table, in one line."""
    facts = [f"stock {view['stock']}", f"discard {view['top'] or 'none'}"]
    if view["vira"] is not None:
        facts.append(f"vira {view['vira']} makes {' '.join(view['wilds'])} wild")
    if view["pot"]:
        facts.append(f"pot {view['pot']}")
    if view["phase"] == "bet":
        facts.append(f"bet {view['level']} (at most {view['cap']} each)")
    return _GAP.join(facts)


def hand(view: Json, rules: PifPafRules, order: str) -> str:
    """The viewer's own cards in the order asked for, one of `SORTS`; the drawn one is named."""
    told = _GAP.join(" ".join(group) for group in _grouped(view, rules, order))
    drawn = "" if view["drawn"] is None else f"   drawn {view['drawn']}"
    return f"your cards  {told}{drawn}"


def name_of(seat: int, names: Mapping[int, str]) -> str:
    """A seat with who sits there, as in "seat 1 (calm)"."""
    return f"seat {seat} ({names[seat]})"


def _seat(view: Json, seat: Json, names: Mapping[int, str]) -> str:
    marks = [
        word
        for word, shown in (
            ("deals", seat["seat"] == view["dealer"]),
            ("folded", seat["folded"]),
            ("all-in", seat["all_in"] and view["ante"]),
            ("tô de boa", seat["announced"]),
            ("burned", seat["burned"]),
            ("stock only", seat["stock_only"]),
            (f"bought {seat['bought']}", seat["bought"]),
        )
        if shown
    ]
    turn = ">" if seat["seat"] == view["turn"] else " "
    bet = f"bet {seat['bet']}" if view["phase"] == "bet" else ""
    return (
        f"{turn} {name_of(seat['seat'], names):<16}{seat['cards']:>3} cards"
        f" {seat['stack']:>7} chips  {bet:<7} {', '.join(marks)}"
    ).rstrip()


def _grouped(view: Json, rules: PifPafRules, order: str) -> Iterator[Sequence[str]]:
    names: list[str] = view["cards"]
    if order == "dealt":
        yield names
        return
    held = [cards.parse(name) for name in names]
    if order == "melds":
        yield from _melded(view, rules, held)
        return
    by: Callable[[Card], int] = cards.suit if order == "suit" else cards.rank
    naturals = [card for card in held if card != JOKER]
    for group in sorted({by(card) for card in naturals}):
        yield cards.texts(sorted(card for card in naturals if by(card) == group))
    if JOKER in held:
        yield ["JK"] * held.count(JOKER)


def _melded(view: Json, rules: PifPafRules, held: list[Card]) -> Iterator[Sequence[str]]:
    """The melds that leave the least, each in brackets, then the rest by suit."""
    vira = None if view["vira"] is None else cards.parse(view["vira"])
    _, melds = deadwood(held, with_wilds(rules, vira), values_of(rules))
    for meld in melds:
        yield ["[" + " ".join(cards.texts(meld)) + "]"]
        for card in meld:
            held.remove(card)
    if held:
        yield cards.texts(sorted(held))
