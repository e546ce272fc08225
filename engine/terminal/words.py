"""What a person types, read as actions: short words, and one sentence for what makes no sense.

Whether an action is legal is the game's to say; here words only become actions. So a wrong move is
answered with the game's own sentence.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine import cards
from engine.jsonable import Json

WISHES: Final = ("help", "hint", "quit", "rules", "sort", "table")
"""What a person may ask for beside actions."""
PASS: Final = "pass"  # noqa: S105 - the word of a player, no password
ALL: Final = "all"
_DIGITS_MAX: Final = 15


class Unclear(ValueError):
    """The line makes no action. The sentence says what would."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line asks for: actions as JSON, or one of `WISHES` or "pass", with its detail."""

    actions: tuple[Json, ...] = ()
    wish: str = ""
    detail: str = ""


Legal: TypeAlias = Sequence[Json]
_Read: TypeAlias = Callable[[list[str], Legal], Reply]


def understood(line: str, legal: Legal) -> Reply:
    """The reply that a line is; `legal` is what the seat may do. Raises Unclear."""
    words = line.replace(",", " ").lower().split()
    asked = wish_of(words)
    if asked is not None:
        return asked
    name, *rest = words
    read = _ACTION_WORDS.get(name)
    if read is not None:
        return read(rest, legal)
    if _is_card(name):
        return _discard(words, legal)
    raise Unclear(f'"{line.strip()[:20]}" is no command; ? lists them.')


def wish_of(words: Sequence[str]) -> Reply | None:
    """The reply to words that change nothing at the table; None when they mean an action."""
    if not words:
        return Reply(wish=PASS)
    wish = _WISH_WORDS.get(words[0])
    return None if wish is None else Reply(wish=wish, detail=" ".join(words[1:]))


def _plain(kind: str, **fields: str) -> _Read:
    """A word that needs nothing after it."""

    def read(rest: list[str], legal: Legal) -> Reply:
        if rest:
            raise Unclear(f'"{kind}" stands alone, without "{" ".join(rest)[:20]}".')
        return Reply(({"kind": kind, **fields},))

    return read


def _check_or_call(rest: list[str], legal: Legal) -> Reply:
    return _plain("call" if _entry(legal, "call") else "check")(rest, legal)


def _bet(rest: list[str], legal: Legal) -> Reply:
    """A bet or a raise, whichever there may be: the level it goes to is what matters."""
    entry = _entry(legal, "bet") or _entry(legal, "raise")
    kind = "bet" if entry is None else str(entry["kind"])
    if len(rest) == 2 and rest[0] == "to":  # noqa: PLR2004 - "raise to 20"
        rest = rest[1:]
    if len(rest) == 1 and rest[0].isascii() and rest[0].isdecimal() and len(rest[0]) < _DIGITS_MAX:
        return Reply(({"kind": kind, "to": int(rest[0])},))
    if entry is None:
        raise Unclear("You can't bet or raise now.")
    low, high = entry["min"], entry["max"]
    bounds = str(low) if low == high else f"{low} to {high}"
    raise Unclear(f"Say the chips it goes to, {bounds}, as in {kind} {low}.")


def _discard(rest: list[str], legal: Legal) -> Reply:
    """A card, and after it "boa" for whoever announces with the throw."""
    announces = rest[1:] in (["boa"], ["announce"])
    if not rest or (len(rest) > 1 and not announces):
        raise Unclear("Say which card you throw, as in x 7H.")
    thrown: Json = {"kind": "discard", "card": _card(rest[0])}
    return Reply((thrown, {"kind": "announce"}) if announces else (thrown,))


def _showing(kind: str, word: str) -> _Read:
    """Going out or claiming: with the card thrown, with all, or alone where there is one way."""

    def read(rest: list[str], legal: Legal) -> Reply:
        if len(rest) > 1:
            raise Unclear(f"Say one card to throw, as in {word} 7H, or {word} all.")
        if rest:
            thrown = {} if rest[0] == ALL else {"discard": _card(rest[0])}
            return Reply(({"kind": kind, **thrown},))
        entry = _entry(legal, kind)
        ways = [] if entry is None else entry["options"]
        if len(ways) == 1:
            return Reply(({"kind": kind, **ways[0]},))
        if ways:
            raise Unclear(
                f"There are several ways, choose one: {', '.join(ways_told(word, ways))}."
            )
        if entry is not None:
            raise Unclear(
                "Your melds don't take all the cards they must; whoever shows them all the same"
                f" ({word} and the card thrown) pays for it."
            )
        raise Unclear(_NOT_OUT[kind])

    return read


def _lay(rest: list[str], legal: Legal) -> Reply:
    entry = _entry(legal, "lay")
    ways = [] if entry is None else entry["options"]
    if len(ways) > 1 and not rest:
        told = "   ".join(f"lay {no}: {_melds(way)}" for no, way in enumerate(ways, 1))
        raise Unclear(f"There are several ways to lay as many: {told}.")
    if not ways:
        return Reply(({"kind": "lay"},))
    if not rest:
        return Reply(({"kind": "lay", **ways[0]},))
    if rest[0].isascii() and rest[0].isdecimal() and 1 <= int(rest[0][:6]) <= len(ways):
        return Reply(({"kind": "lay", **ways[int(rest[0]) - 1]},))
    raise Unclear(f"Choose from 1 to {len(ways)}, as in lay 1.")


def ways_told(word: str, ways: Sequence[Json]) -> list[str]:
    """What to type for each way to go out or claim."""
    return [f"{word} {way.get('discard', ALL)}" for way in ways]


def _entry(legal: Legal, kind: str) -> Json | None:
    return next((move for move in legal if move["kind"] == kind), None)


def _melds(way: Json) -> str:
    return " | ".join(" ".join(meld) for meld in way["melds"])


def _is_card(name: str) -> bool:
    try:
        cards.parse(name)
    except ValueError:
        return False
    return True


def _card(name: str) -> str:
    try:
        return cards.text(cards.parse(name))
    except ValueError as error:
        raise Unclear(str(error)) from None


_NOT_OUT: Final = {
    "go-out": "You can't go out now.",
    "claim": "You can't claim a card now.",
}
_WISH_WORDS: Final[Mapping[str, str]] = {
    "?": "help", "help": "help",
    "h": "hint", "hint": "hint",
    "q": "quit", "quit": "quit", "exit": "quit",
    "rules": "rules",
    "sort": "sort",
    "s": "table", "table": "table", "show": "table",
    "p": PASS, "pass": PASS, "no": PASS,
}  # fmt: skip
_ACTION_WORDS: Final[Mapping[str, _Read]] = {
    "d": _plain("draw", **{"from": "stock"}),
    "draw": _plain("draw", **{"from": "stock"}),
    "t": _plain("draw", **{"from": "discard"}),
    "take": _plain("draw", **{"from": "discard"}),
    "x": _discard,
    "throw": _discard,
    "discard": _discard,
    "out": _showing("go-out", "out"),
    "claim": _showing("claim", "claim"),
    "lay": _lay,
    "buy": _plain("buy"),
    "boa": _plain("announce"),
    "announce": _plain("announce"),
    "c": _check_or_call,
    "check": _plain("check"),
    "call": _plain("call"),
    "b": _bet,
    "bet": _bet,
    "r": _bet,
    "raise": _bet,
    "f": _plain("fold"),
    "fold": _plain("fold"),
    "stay": _plain("stay"),
}
