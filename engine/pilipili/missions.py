"""Mission cards by their texts, as in "PASS(1,L) 5": the name, and the cards dealt to each.

The booklet doesn't print what stands on the cards; both editions here are our proposal (rules
2.3), and an organiser may write any list.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.cards import NUMBER_MAX
from engine.errors import BadRules
from engine.pilipili.effects_bids import BlindBid, BlindPlay, Forbid, Forehead, NoEcho, Open, Peek
from engine.pilipili.effects_cards import Draw, Hand, Pass, Swap
from engine.pilipili.effects_tricks import (
    Cursed,
    FirstLast,
    HighLow,
    Reverse,
    Reward,
    Shared,
    Simultaneous,
)
from engine.pilipili.state import Mission

CARDS_MAX: Final = 9
"""A Mission deals a number of one digit."""

_FORTY: Final = """
PASS(1,L) 5, PASS(1,R) 5, PASS(2,L) 6, PASS(2,R) 6, HAND(L) 3, HAND(R) 3, HAND(L) 4, FORBID(0) 4,
FORBID(0) 6, FORBID(1) 4, FORBID(1) 5, DRAW 2, DRAW 3, OPEN 4, OPEN 5, FOREHEAD 1, FOREHEAD 2,
BLINDBID 3, SIMUL 5, SIMUL 6, REWARD 5, REWARD 6, REVERSE 5, REVERSE 6, REVERSE 7, PEEK3 4,
PEEK3 5, FIRSTLAST 5, FIRSTLAST 6, NOECHO 5, NOECHO 6, BLINDPLAY 3, BLINDPLAY 4, SWAP 5, SWAP 6,
HILO 5, HILO 6, CURSED(7,13,44) 5, CURSED(21,33,55) 5, SHARED 5
"""
_NOT_IN_36: Final = frozenset({"HAND(L) 4", "FORBID(1) 4", "BLINDBID 3", "REVERSE 7"})

_NUMBERS: Final = r"[0-9]{1,2}(?:,[0-9]{1,2})*"
_PLAIN: Final[dict[str, type[Mission]]] = {
    one.kind: one
    for one in (
        *(Draw, Open, Forehead, BlindBid, Simultaneous, Reward, Reverse, Peek, BlindPlay),
        *(FirstLast, NoEcho, Swap, HighLow, Shared),
    )
}
# The kinds with something printed on the card: what that may be, and the Mission that it makes.
_PRINTED: Final[dict[str, tuple[str, Callable[[int, list[str]], Mission]]]] = {
    Pass.kind: (r"[12],[LR]", lambda cards, of: Pass(cards, int(of[0]), of[1])),
    Hand.kind: (r"[LR]", lambda cards, of: Hand(cards, of[0])),
    Forbid.kind: (r"[01]", lambda cards, of: Forbid(cards, int(of[0]))),
    Cursed.kind: (_NUMBERS, lambda cards, of: Cursed(cards, tuple(sorted(set(map(int, of)))))),
}
KINDS: Final = (*_PRINTED, *_PLAIN)
EFFECTS: Final[dict[str, type[Mission]]] = {
    **_PLAIN,
    **{one.kind: one for one in (Pass, Hand, Forbid, Cursed)},
}
_CARD: Final = re.compile(r"([A-Z]+3?)(?:[({]([A-Z0-9,]+)[)}])? ([1-9])")
_BETWEEN: Final = re.compile(r",(?![^({]*[)}])")
SHOWN_MAX: Final = 30


def split(text: str) -> tuple[str, ...]:
    """The parts of a list written with commas, in capital letters and with single spaces."""
    parts = (_tidy(part) for part in _BETWEEN.split(text.upper()))
    return tuple(part for part in parts if part)


@lru_cache(maxsize=512)
def mission(text: str) -> Mission:
    """The Mission card of that text. Raises BadRules with how one is written."""
    found = _CARD.fullmatch(_tidy(text.upper()))
    made = None
    if found:
        kind, printed, digit = found.groups()
        made = _made(kind, printed, int(digit))
    if made is None:
        msg = (
            f'"{text[:SHOWN_MAX]}" is no Mission: write a kind and the cards it deals, as in'
            f' "PASS(1,L) 5" or "OPEN 4"; the kinds are {", ".join(KINDS)}.'
        )
        raise BadRules(msg)
    if made.fault:
        raise BadRules(made.fault)
    return made


def _made(kind: str, printed: str | None, cards: int) -> Mission | None:
    if kind in _PLAIN:
        return _PLAIN[kind](cards) if printed is None else None
    form, make = _PRINTED.get(kind, ("", None))
    if make is None or printed is None or not re.fullmatch(form, printed):
        return None
    made = make(cards, printed.split(","))
    if isinstance(made, Cursed) and not all(1 <= one <= NUMBER_MAX for one in made.numbers):
        return None
    return made


def _tidy(text: str) -> str:
    text = " ".join(text.split())
    return re.sub(r"\s*([(){},])\s*", r"\1", text).replace(")", ") ").replace("}", "} ").strip()


FORTY: Final = split(_FORTY)
"""The edition of 40 Missions."""
THIRTY_SIX: Final = tuple(text for text in FORTY if text not in _NOT_IN_36)
"""The edition of 36."""
EDITIONS: Final = {40: FORTY, 36: THIRTY_SIX}
LIMITS: Final = {40: 7, 36: 6}
"""Pilis that end the game, by edition."""
