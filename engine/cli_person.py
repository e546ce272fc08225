"""The person in a seat: shown what the seat may see, asked until the line makes an action."""

from collections.abc import Sequence

from engine.cli_terminal import Left, Terminal
from engine.game import Rules, game_for
from engine.jsonable import Json
from engine.terminal.desk import Desk
from engine.terminal.words import PASS, Reply, Unclear


class Person:
    """Asks the person in `seat`; keeps how the cards are to be sorted from hand to hand."""

    def __init__(self, terminal: Terminal, seat: int, rules: Rules, desk: Desk) -> None:
        self.seat = seat
        self.desk = desk
        self._terminal = terminal
        self._rules = rules
        self._order = desk.sorts[0]

    def show(self, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        """Show what the seat may see and do; `asked`: in a window, for its discard."""
        self._terminal.say()
        self._terminal.say_all(self.desk.turn(view, self._order, asked=asked))
        self._offer(view, legal, asked=asked)

    def look(self, view: Json) -> None:
        """Show the cards until the person has seen enough. Raises Left when he quits."""
        self._terminal.say()
        self._terminal.say_all(self.desk.turn(view, self._order, asked=False))
        self._terminal.say("Remember them: Enter hides your cards, q quits.")
        while (line := self._terminal.ask().strip().lower()) != "":
            if line in ("q", "quit", "exit"):
                raise Left
            self._terminal.say("Enter hides your cards, q quits.")

    def answer(self, view: Json, legal: Sequence[Json], *, asked: bool) -> tuple[Json, ...]:
        """The actions that the person chooses; none passes, where it is `asked` in a window.

        Raises Left when the person quits.
        """
        while True:
            try:
                reply = self.desk.understood(self._terminal.ask(), legal)
            except Unclear as unclear:
                self._terminal.say(str(unclear))
                continue
            if reply.actions or (asked and reply.wish == PASS):
                return reply.actions
            self._grant(reply, view, legal, asked=asked)

    def _offer(self, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        self._terminal.say(f"{self.desk.offers(view, legal, asked=asked)}; ? helps")

    def _grant(self, reply: Reply, view: Json, legal: Sequence[Json], *, asked: bool) -> None:
        """Do what changes nothing at the table."""
        terminal = self._terminal
        if reply.wish == "quit":
            raise Left
        if reply.wish == "help":
            terminal.say_all(self.desk.help_lines(view, legal))
        elif reply.wish == "hint":
            terminal.say_all(self.desk.hint(view, legal))
        elif reply.wish == "sort":
            self._sort(reply.detail, view)
        elif reply.wish == "table":
            terminal.say_all(self.desk.table(view))
            terminal.say(self.desk.hand(view, self._order))
        elif reply.wish == "rules":
            rules_id = self._rules.rules_id
            terminal.say(f"{rules_id}: {game_for(rules_id).presets[rules_id].about}")
            terminal.say(f"python3 -m engine rules {rules_id} tells every rule of it.")
        else:
            self._offer(view, legal, asked=asked)

    def _sort(self, order: str, view: Json) -> None:
        orders = self.desk.sorts
        if order and order not in orders:
            self._terminal.say(f"Sort by one of {', '.join(orders)}, as in sort {orders[1]}.")
            return
        following = orders[(orders.index(self._order) + 1) % len(orders)]
        self._order = order or following
        self._terminal.say(self.desk.hand(view, self._order))
