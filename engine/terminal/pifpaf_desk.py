"""The Pif Paf family at a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.hand import MatchRules, Outcome
from engine.jsonable import Json
from engine.pifpaf.rules import PifPafRules
from engine.pifpaf.telling import action_told
from engine.terminal import ending, hint, screen
from engine.terminal.offers import help_lines, offers
from engine.terminal.words import Reply, understood

_OWN_VERBS: Final = {"goes": "go"}
RIGHTS: Final = frozenset({"claim", "buy"})


class PifPafDesk:
    """What each method promises is said at `engine.terminal.desk.Desk`."""

    sorts = screen.SORTS
    letters = "7H, TD, AS, and JK for a joker"

    def __init__(self, rules: PifPafRules, names: Mapping[int, str]) -> None:
        self._rules = rules
        self._names = names

    def table(self, view: Json) -> Iterator[str]:
        """The whole table."""
        return screen.table(view, self._names)

    def turn(self, view: Json, order: str, *, asked: bool) -> Iterator[str]:
        """The middle of the table, or all of it while betting, and the own cards."""
        if asked and view["window"] is not None:
            thrower = screen.name_of(view["window"]["from"], self._names)
            yield f"{thrower} threw {view['top']}."
        elif view["phase"] in ("bet", "stay"):
            yield from screen.table(view, self._names)
        else:
            yield screen.middle(view)
        yield self.hand(view, order)

    def hand(self, view: Json, order: str) -> str:
        """The own cards."""
        return screen.hand(view, self._rules, order)

    def offers(self, view: Json, legal: Sequence[Json], *, asked: bool) -> str:
        """What the seat may do now."""
        return offers(view, legal, asked=asked)

    def help_lines(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """Every word there is now."""
        return help_lines(view, legal)

    def hint(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """The solver's advice."""
        yield from hint.told(hint.hint(view, view["you"], self._rules))

    def understood(self, line: str, legal: Sequence[Json]) -> Reply:
        """The reply that a line is."""
        return understood(line, legal)

    def own_told(self, seen: Json) -> str:
        """What the person's own action came to."""
        if seen.get("false"):
            return "Those were no melds: from now on only a card of the stock lets you go out."
        action = seen["action"]
        if action["kind"] == "draw":
            turned = " (the pile is turned over)" if seen.get("recycled") else ""
            drew = f"you draw {seen['card']} from the {action['from']}{turned}"
            return drew if "card" in seen else ""
        if action["kind"] in RIGHTS:
            return "you have asked for the card"
        verb, _, rest = action_told(seen).partition(" ")
        return f"you {_OWN_VERBS.get(verb, verb.removesuffix('s'))} {rest}".rstrip()

    def ended(
        self, outcome: Outcome, hands: Mapping[int, Sequence[str]], rules: MatchRules
    ) -> Iterator[str]:
        """How the hand ended."""
        return ending.ended(outcome, hands, rules, self._names)
