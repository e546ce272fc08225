"""The person in a seat: shown what the seat may see, asked until the line makes an action."""

from collections.abc import Mapping, Sequence

from engine.cli_terminal import Left, Terminal
from engine.jsonable import Json
from engine.pifpaf.presets import PRESETS
from engine.pifpaf.rules import PifPafRules
from engine.terminal import hint, screen
from engine.terminal.offers import help_lines, offers
from engine.terminal.words import PASS, Reply, Unclear, understood


class Person:
    """Asks the person in `seat`; keeps how the cards are to be sorted from hand to hand."""

    def __init__(
        self, terminal: Terminal, seat: int, rules: PifPafRules, names: Mapping[int, str]
    ) -> None:
        self.seat = seat
        self._terminal = terminal
        self._rules = rules
        self._names = names
        self._order = screen.SORTS[0]

    def show(self, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        """Show what the seat may see and do; `asked`: in a window, for its discard."""
        say = self._terminal.say
        say()
        if asked and view["window"] is not None:
            say(f"{screen.name_of(view['window']['from'], self._names)} threw {view['top']}.")
        elif view["phase"] in ("bet", "stay"):
            self._terminal.say_all(screen.table(view, self._names))
        else:
            say(screen.middle(view))
        say(screen.hand(view, self._rules, self._order))
        self._offer(view, legal, asked=asked)

    def answer(self, view: Json, legal: Sequence[Json], *, asked: bool) -> tuple[Json, ...]:
        """The actions that the person chooses; none passes, where it is `asked` in a window.

        Raises Left when the person quits.
        """
        while True:
            try:
                reply = understood(self._terminal.ask(), legal)
            except Unclear as unclear:
                self._terminal.say(str(unclear))
                continue
            if reply.actions or (asked and reply.wish == PASS):
                return reply.actions
            self._grant(reply, view, legal, asked=asked)

    def _offer(self, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        self._terminal.say(f"{offers(view, legal, asked=asked)}; ? helps")

    def _grant(self, reply: Reply, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        """Do what changes nothing at the table."""
        terminal = self._terminal
        if reply.wish == "quit":
            raise Left
        if reply.wish == "help":
            terminal.say_all(help_lines(view, legal))
        elif reply.wish == "hint":
            terminal.say_all(hint.told(hint.hint(view, self.seat, self._rules)))
        elif reply.wish == "sort":
            self._sort(reply.detail, view)
        elif reply.wish == "table":
            terminal.say_all(screen.table(view, self._names))
            terminal.say(screen.hand(view, self._rules, self._order))
        elif reply.wish == "rules":
            rules_id = self._rules.rules_id
            terminal.say(f"{rules_id}: {PRESETS[rules_id].about}")
            terminal.say(f"python3 -m engine rules {rules_id} tells every rule of it.")
        else:
            self._offer(view, legal, asked=asked)

    def _sort(self, order: str, view: Json) -> None:
        orders = screen.SORTS
        if order and order not in orders:
            self._terminal.say(f"Sort by one of {', '.join(orders)}, as in sort rank.")
            return
        following = orders[(orders.index(self._order) + 1) % len(orders)]
        self._order = order or following
        self._terminal.say(screen.hand(view, self._rules, self._order))
