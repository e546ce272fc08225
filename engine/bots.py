"""Players that know what a person in their seat knows: its view and its legal actions.

A bot is a function. It is asked when it is its seat's turn, and in a window when its seat can
claim. Chance comes from the caller: `choose(n)` gives a number from 0 to n - 1, so a bot with a
seeded `choose` plays the same hand again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from engine import cards
from engine.cards import Card
from engine.distance import distance
from engine.jsonable import Json
from engine.pifpaf.rules import APOSTA_MELDS

T = TypeVar("T")
Choose: TypeAlias = Callable[[int], int]
Bot: TypeAlias = Callable[[Json, Sequence[Json], Choose], Json]

# Cards missing from a hand of nine as dealt: one hand in eight misses two or fewer, half of them
# three.
GOOD_HAND: Final = 2
FAIR_HAND: Final = 3
# Cards of one suit this near in rank may meet in a run.
_NEAR: Final = 2


class UnknownBot(LookupError):
    """No bot has that name. The sentence lists the names."""


def calm(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Any entry of the legal list, each as likely, to fill seats and to shake the engine."""
    del view
    # Going out may be listed without any true way, for whoever wants to try a false one.
    return _filled_in(_one([move for move in legal if move.get("options", True)], choose), choose)


def steady(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Goes out, claims or lays when it can, keeps what is near to melds, bets by its quality."""
    moves = {str(move["kind"]): move for move in legal if move.get("options", True)}
    for kind in ("go-out", "claim", "lay"):
        if kind in moves:
            return _filled_in(moves[kind], choose)
    held = _parsed(view["cards"])
    if "discard" in moves:
        return {"kind": "discard", "card": cards.text(_worst(held, choose))}
    if "fold" in moves:
        return _bet(view, moves, distance(held, APOSTA_MELDS), choose)
    takes = any(move.get("from") == "discard" for move in legal) and _improves(held, view["top"])
    return {"kind": "draw", "from": "discard" if takes else "stock"}


BOTS: Final[Mapping[str, Bot]] = {"steady": steady, "calm": calm}


def bot_named(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot."""
    if name not in BOTS:
        msg = f'There is no bot "{name[:40]}"; there are: {", ".join(BOTS)}.'
        raise UnknownBot(msg)
    return BOTS[name]


def _filled_in(move: Json, choose: Choose) -> Json:
    """One action out of what an entry of the legal list allows."""
    kind = move["kind"]
    if "min" in move:
        low, high = move["min"], move["max"]
        return {"kind": kind, "to": low + choose(high - low + 1)}
    if "cards" in move:
        return {"kind": kind, "card": _one(move["cards"], choose)}
    if "options" in move:
        return {"kind": kind, **_one(move["options"], choose)}
    return {"kind": kind, "from": move["from"]} if "from" in move else {"kind": kind}


def _bet(view: Json, moves: Mapping[str, Json], missing: int, choose: Choose) -> Json:
    more = moves.get("bet") or moves.get("raise")
    eager = missing <= GOOD_HAND or (missing == FAIR_HAND and "bet" in moves and choose(4) == 0)
    if more and eager and choose(3):
        return {"kind": more["kind"], "to": _level(more, view["ante"], choose)}
    if "check" in moves:
        return {"kind": "check"}
    cheap = moves["call"]["pay"] <= view["ante"]
    stays = missing <= FAIR_HAND or (missing == FAIR_HAND + 1 and cheap)
    return {"kind": "call" if stays else "fold"}


def _level(move: Json, ante: int, choose: Choose) -> int:
    """A level in whole antes above the least one, as people bet."""
    low: int = move["min"]
    high: int = move["max"]
    return low + ante * choose((high - low) // ante + 1)


def _improves(held: list[Card], top: str) -> bool:
    return distance([*held, *_parsed([top])], APOSTA_MELDS) < distance(held, APOSTA_MELDS)


def _worst(held: list[Card], choose: Choose) -> Card:
    """The card that leaves the rest nearest to going out, then the one with the fewest friends."""

    def price(card: Card) -> tuple[int, int]:
        rest = held.copy()
        rest.remove(card)
        return distance(rest, APOSTA_MELDS), sum(_befriends(card, other) for other in rest)

    prices = {card: price(card) for card in sorted(set(held))}
    least = min(prices.values())
    return _one([card for card, its in prices.items() if its == least], choose)


def _befriends(card: Card, other: Card) -> bool:
    if cards.suit(card) == cards.suit(other):
        return 0 < abs(cards.rank(card) - cards.rank(other)) <= _NEAR
    return cards.rank(card) == cards.rank(other)


def _parsed(names: Iterable[str]) -> list[Card]:
    return [cards.parse(name) for name in names]


def _one(several: Sequence[T], choose: Choose) -> T:
    return several[choose(len(several))]
