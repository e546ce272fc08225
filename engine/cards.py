"""Cards as small ints, and their text names.

A card is its *face*: 0..51 = suit * 13 + rank, suits clubs 0, diamonds 1, hearts 2, spades 3,
ranks ace 0 .. king 12; the joker is 52; 53..107 are the number cards 1 to 55 of Pili Pili. The
same face in both packs is the same int, for two copies differ in nothing that a player could see.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JOKER: Final[Card] = 52

NUMBER_MAX: Final = 55

ONE_PACK: Final[tuple[Card, ...]] = tuple(range(52))
NUMBERS: Final[tuple[Card, ...]] = tuple(range(JOKER + 1, JOKER + 1 + NUMBER_MAX))

_TEXT: Final = (
    *(rank + suit for suit in SUITS for rank in RANKS),
    "JK",
    *(str(number) for number in range(1, NUMBER_MAX + 1)),
)
_SHOWN_MAX: Final = 8
_SYMBOLS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_RANKS_IN: Final = {**{rank: rank for rank in RANKS}, "10": "T"}
# Every spelling that is understood, upper case: small enough to be a table, so that parsing has no
# other branches.
_PARSE: Final[dict[str, Card]] = {
    rank_in + suit_in: _TEXT.index(rank + suit)
    for rank_in, rank in _RANKS_IN.items()
    for suit_in, suit in [*((letter, letter) for letter in SUITS), *_SYMBOLS.items()]
} | {name: card for card, name in enumerate(_TEXT) if card >= JOKER}


def suit(card: Card) -> int:
    """Suit of a natural card: clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def rank(card: Card) -> int:
    """Rank of a natural card: ace 0 .. king 12."""
    return card % 13


def number(card: Card) -> int:
    """Number on a number card: 1 .. 55."""
    return card - JOKER


def numbered(number: int) -> Card:
    """The card with that number, 1 .. 55."""
    return JOKER + number


def text(card: Card) -> str:
    """The card's name in records and in the API, as "7H", "TD" or "17"; the joker is "JK"."""
    return _TEXT[card]


def texts(cards: Iterable[Card]) -> list[str]:
    """The names of several cards, in their order."""
    return [_TEXT[card] for card in cards]


def parse(name: str) -> Card:
    """The card of that name. Also understands "10D", suit symbols and small letters.

    Raises ValueError with a sentence that says how a card is written.
    """
    card = _PARSE.get(name.upper())
    if card is None:
        shown = name if len(name) <= _SHOWN_MAX else name[:_SHOWN_MAX] + "…"
        raise ValueError(
            f'"{shown}" is not a card: write rank (A 2-9 T J Q K) and suit (C D H S),'
            ' as in "7H" or "TD", a number from 1 to 55, or "JK" for a joker.'
        )
    return card
