"""What a person may type now: the line before the prompt, and the help."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.jsonable import Json
from engine.terminal.words import ways_told

_ALWAYS: Final = (
    ("hint", "how far your hand is, and which cards help"),
    ("sort", "sort your cards, as in sort suit, rank, melds or dealt"),
    ("s", "the whole table"),
    ("rules", "what is played"),
    ("q", "quit"),
)
_MEANINGS: Final = {
    "c": "check, or call what others have bet",
    "bet N": "bet or raise, to N chips in this round",
    "f": "fold: you are out of this hand",
    "stay": "stay in and play this hand",
    "d": "draw a card from the stock",
    "t": "take the discard",
    "x CARD": "throw a card, as in x 7H; the card alone does it too",
    "out": "go out: your melds take all cards but the one thrown, as in out 7H",
    "lay": "lay your complete melds on the table",
    "claim": "go out with the discard, out of turn, as in claim 7H",
    "buy": "buy the discard, with a card of the stock",
    "boa": "say tô de boa: one card is missing; x 7H boa throws and says it",
}


def offers(view: Json, legal: Sequence[Json], *, asked: bool = False) -> str:
    """What the seat may do now, as one line; `asked`: it has just been asked in a window."""
    told = [_offer(view, move) for move in legal]
    if asked:
        told = [*told, "Enter passes"]
    return ", ".join(told)


def help_lines(view: Json, legal: Sequence[Json]) -> Iterator[str]:
    """Every word there is now, with its meaning."""
    yield "Cards are written as on the screen: 7H, TD, AS, JK for a joker. You may type:"
    words = [_word(move) for move in legal]
    for word in words:
        yield f"  {word:<7} {_MEANINGS[word]}"
    for word, meaning in _ALWAYS:
        yield f"  {word:<7} {meaning}"


def _word(move: Json) -> str:
    kind = move["kind"]
    if kind == "draw":
        return "d" if move["from"] == "stock" else "t"
    return _WORDS[kind]


_WORDS: Final = {
    "check": "c",
    "call": "c",
    "bet": "bet N",
    "raise": "bet N",
    "fold": "f",
    "stay": "stay",
    "discard": "x CARD",
    "go-out": "out",
    "lay": "lay",
    "claim": "claim",
    "buy": "buy",
    "announce": "boa",
}


def _offer(view: Json, move: Json) -> str:
    kind = move["kind"]
    if kind == "draw":
        return "d draws" if move["from"] == "stock" else f"t takes {view['top']}"
    if kind == "call":
        return f"c calls {move['pay']}"
    if kind in ("bet", "raise"):
        low, high = move["min"], move["max"]
        bounds = str(low) if low == high else f"{low} to {high}"
        return f"{kind} {bounds}"
    if kind in ("go-out", "claim"):
        return _showing(kind, move["options"])
    if kind == "fold" and "cost" in move:
        return f"f folds for {move['cost']} {'point' if move['cost'] == 1 else 'points'}"
    if kind == "buy":
        return f"buy ({move['cost']} points)"
    return _OFFERS[kind]


_OFFERS: Final = {
    "check": "c checks",
    "fold": "f folds",
    "stay": "stay",
    "discard": "x CARD throws",
    "lay": "lay",
    "announce": "boa",
}
_WAYS_MAX: Final = 4


def _showing(kind: str, ways: Sequence[Json]) -> str:
    word = "out" if kind == "go-out" else "claim"
    told = ways_told(word, ways)
    if not told:
        # The rules let a false hand be shown, so the word stands there whether it would be or not.
        return f"{word} CARD"
    if len(told) > _WAYS_MAX:
        return f"{told[0]} (or {word} with {len(told) - 1} others)"
    return " or ".join(told)
