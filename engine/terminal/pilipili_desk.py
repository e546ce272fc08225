"""Pili Pili at a terminal: short words, and what a seat sees and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.hand import MatchRules, Outcome
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.bots.reading import table_of
from engine.pilipili.bots.steady import steady, worth
from engine.pilipili.telling import action_told
from engine.terminal.screen import name_of
from engine.terminal.words import Reply, Unclear, wish_of

_DIGITS_MAX: Final = 9
_MEANINGS: Final = {
    kinds.BID: ("N", "bid so many tricks, as in 2"),
    kinds.PLAY: ("CARD", "play a card, as in 17; the Joker with its value, as in JK 30"),
    kinds.TURN: ("N", "turn the card at that place, 1 being the first"),
    kinds.NAME: ("N", "give the Joker that value, 0 to 56"),
    kinds.GIVE: ("CARDS", "give these cards, as in 17 4"),
    kinds.PICK: ("SEAT", "pick that seat, as in 2"),
}
_ALWAYS: Final = (
    ("hint", "what the steady bot would do with what you see"),
    ("sort", "sort your cards, as in sort up, or sort dealt"),
    ("s", "the whole table"),
    ("rules", "what is played"),
    ("q", "quit"),
)


class PiliPiliDesk:
    """What each method promises is said at `engine.terminal.desk.Desk`."""

    sorts = ("up", "dealt")
    letters = "1 to 55, and JK for the Joker"

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def table(self, view: Json) -> Iterator[str]:
        """The Mission, every seat, what is seen of the hands, the trick."""
        mission = view["mission"]["text"] or "none"
        expert = " (expert)" if view["mission"]["expert"] else ""
        yield f"Mission {mission}{expert}, {view['tricks_to_play']} tricks"
        shown = dict(view["hands"])
        for one in view["seats"]:
            yield self._seat(view, one, shown)
        yield self._trick(view)

    def turn(self, view: Json, order: str, *, asked: bool) -> Iterator[str]:
        """All of the table while bidding, then the trick; and the own cards."""
        if view["phase"] in ("bid", "peek"):
            yield from self.table(view)
        else:
            yield self._trick(view)
            if view["hands"]:
                for seat, held in view["hands"]:
                    yield f"  {name_of(seat, self._names)} holds {' '.join(held)}"
        yield self.hand(view, order)

    def hand(self, view: Json, order: str) -> str:
        """The own cards, or that they may not be seen."""
        held = view["cards"]
        if held is None:
            mine = next(one for one in view["seats"] if one["seat"] == view["you"])
            return f"your cards  {mine['cards']} face down"
        if order == "up":
            held = sorted(held, key=lambda name: 0 if name == "JK" else int(name))
        return f"your cards  {' '.join(held)}"

    def offers(self, view: Json, legal: Sequence[Json], *, asked: bool) -> str:
        """What the seat may do now."""
        return ", ".join(_offer(move) for move in legal)

    def help_lines(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """Every word there is now."""
        yield f"Cards are written {self.letters}. You may type:"
        for word, meaning in (*(_MEANINGS[move["kind"]] for move in legal[:1]), *_ALWAYS):
            yield f"  {word:<7} {meaning}"

    def hint(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """What the steady bot says to the same view."""
        if view["cards"] is not None:
            yield f"Your hand is worth about {worth(table_of(view)):.1f} tricks."
        advice = steady(view, legal, lambda _count: 0)
        yield f"The steady bot {action_told({'action': advice})}."

    def understood(self, line: str, legal: Sequence[Json]) -> Reply:
        """A number, cards, or one of the words that change nothing."""
        words = line.replace(",", " ").replace("=", " ").lower().split()
        wish = wish_of(words)
        if wish is not None:
            return wish
        words = words[1:] if words[0] in {*_VERBS, legal[0]["kind"]} else words
        return Reply((_action(words, legal),))

    def own_told(self, seen: Json) -> str:
        """What the person's own action came to."""
        verb, _, rest = action_told(seen).partition(" ")
        return f"you {verb.removesuffix('s')} {rest}"

    def ended(
        self, outcome: Outcome, hands: Mapping[int, Sequence[str]], rules: MatchRules
    ) -> Iterator[str]:
        """Bid, tricks and Pilis of every seat."""
        counts = {name: dict(counted) for name, counted in outcome.counts}
        for seat, pilis in outcome.points:
            made = f"bid {counts['bids'][seat]}, took {counts['tricks'][seat]}"
            yield f"  {name_of(seat, self._names):<16} {made:<16} {pilis:+d} Pilis"

    def _seat(self, view: Json, one: Json, shown: Mapping[int, Sequence[str]]) -> str:
        turn = ">" if one["seat"] == view["turn"] else " "
        bid = "" if one["bid"] is None else f"bid {one['bid']}, took {one['taken']}"
        deals = "deals" if one["seat"] == view["dealer"] else ""
        held = " ".join(shown.get(one["seat"], ()))
        return (
            f"{turn} {name_of(one['seat'], self._names):<16}{one['score']:>3} Pilis"
            f"  {bid:<14} {deals:<5} {held}"
        ).rstrip()

    def _trick(self, view: Json) -> str:
        played = [
            f"{name_of(one['seat'], self._names)} {one['card']}"
            + (f" as {one['value']}" if one["card"] == "JK" else "")
            for one in view["trick"]
        ]
        number = min(len(view["tricks"]) + 1, view["tricks_to_play"])
        return f"trick {number}: {', '.join(played) or 'nothing played yet'}"


_VERBS: Final = frozenset({"b", "p", "x", "play", "bid"})


def _offer(move: Json) -> str:
    kind = move["kind"]
    if kind == kinds.BID:
        return f"bid {' '.join(map(str, move['numbers']))}"
    if kind == kinds.TURN:
        return f"turn a card, 1 to {len(move['numbers'])}"
    if kind == kinds.NAME:
        return "name the Joker, 0 to 56"
    if kind == kinds.GIVE:
        return f"give {move['count']} of {' '.join(move['cards'])}"
    if kind == kinds.PICK:
        return f"pick a seat of {' '.join(map(str, move['seats']))}"
    if "range" in move:
        return "JK with a value, 0 to 56"
    return f"play {' '.join(move['cards'])}"


def _action(words: list[str], legal: Sequence[Json]) -> Json:
    """The action that words ask for, where only one kind of it fits. Raises Unclear."""
    kind = legal[0]["kind"]
    if kind == kinds.GIVE:
        if words:
            return {"kind": kind, "cards": [word.upper() for word in words]}
    elif kind == kinds.PLAY:
        if len(words) == 1:
            return {"kind": kind, "card": words[0].upper()}
        if len(words) == 2:  # noqa: PLR2004 - a Joker and its value
            return {"kind": kind, "card": words[0].upper(), "number": _number(words[1])}
    elif len(words) == 1:
        key = "whom" if kind == kinds.PICK else "number"
        return {"kind": kind, key: _number(words[0])}
    word, meaning = _MEANINGS[kind]
    raise Unclear(f"Type {word}: {meaning}.")


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS_MAX:
        return int(word)
    raise Unclear(f'"{word[:20]}" is no number; ? lists what you may type.')
