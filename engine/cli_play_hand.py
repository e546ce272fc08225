"""One hand at a terminal: the person and the bots in turn, told as the person's seat sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from engine.bots import Bot
from engine.cli_person import Person
from engine.cli_play_log import Log
from engine.cli_terminal import Terminal
from engine.errors import IllegalAction
from engine.game import Action, Game, Json, Outcome, State, parse_action
from engine.shuffle import Stream, tagged_digest
from engine.terminal.pifpaf_desk import RIGHTS
from engine.terminal.screen import name_of


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at the table: the person, the bots by seat, and what each is called."""

    person: Person
    bots: Mapping[int, Bot]
    names: Mapping[int, str]


class Hand:
    """A hand on its way. The bots' whims follow from `whim`, so the same seed plays the same."""

    def __init__(
        self,
        game: Game,
        state: State,
        company: Company,
        terminal: Terminal,
        *,
        log: Log,
        whim: str,
    ) -> None:
        self.state = state
        self._game = game
        self._company = company
        self._terminal = terminal
        self._log = log
        self._me = company.person.seat
        view = game.view(state, None)
        self._dealt_in = any(one["seat"] == self._me for one in view["seats"])
        self._stream = Stream(tagged_digest("batida/1/play-whims", whim.encode()))
        self._line = ""
        self._line_of: int | None = None

    def play(self) -> Outcome:
        """Play to the end and return the outcome. Raises Left when the person quits."""
        while True:
            waiting = self._game.waiting(self.state)
            if waiting.kind == "over":
                self._flush()
                return cast("Outcome", self._game.outcome(self.state))
            if waiting.ms is not None:
                self._look(waiting.ms)
            if waiting.kind == "window":
                self._window(waiting.seats)
            elif waiting.together:
                for seat in waiting.seats:
                    self._turn(seat)
            else:
                self._turn(waiting.seats[0])

    def hands(self) -> dict[int, list[str]]:
        """What every seat holds, for the end of the hand."""
        seats = [one["seat"] for one in self._game.view(self.state, None)["seats"]]
        return {seat: self._game.view(self.state, seat)["cards"] or [] for seat in seats}

    def _look(self, ms: int) -> None:
        """All look at their cards for so long; the person as long as he likes."""
        if self._dealt_in:
            self._company.person.look(self._game.view(self.state, self._me))
        self._log.pass_time(ms)

    def _turn(self, seat: int) -> None:
        if seat == self._me:
            self._ask(asked=False)
        else:
            self._answer(seat)

    def _window(self, seats: tuple[int, ...]) -> None:
        """Ask everybody who has a right to the discard, then close the window.

        The person is asked only where there is something to decide: that tells a bot nothing.
        """
        for seat in seats:
            moves = self._legal(seat)
            if seat == self._me:
                if any(move["kind"] in RIGHTS for move in moves):
                    self._ask(asked=True)
            elif any(move["kind"] != "draw" and move.get("options", True) for move in moves):
                self._answer(seat)
        self._put(self._game.default(self.state))

    def _answer(self, seat: int) -> None:
        """A bot acts. In a window it may say nothing, and a draw waits until that is closed."""
        view = self._game.view(self.state, seat)
        chosen = self._company.bots[seat](view, self._legal(seat), self._choose)
        if view["phase"] == "window" and (not chosen or chosen["kind"] == "draw"):
            return
        self._put(parse_action(chosen, seat))

    def _ask(self, *, asked: bool) -> None:
        """Ask the person until an action is one that the game takes."""
        self._flush()
        me, before, person = self._me, self.state, self._company.person
        view, legal = self._game.view(before, me), self._legal(me)
        person.show(view, legal, asked=asked)
        while True:
            chosen = person.answer(view, legal, asked=asked)
            try:
                for action in chosen:
                    self._put(parse_action(action, me))
            except IllegalAction as no:
                self._terminal.say(str(no))
            if not chosen or self.state is not before:
                return

    def _legal(self, seat: int) -> list[Json]:
        return self._game.legal(self.state, seat)

    def _put(self, action: Action) -> None:
        before = self.state
        self.state = self._game.apply(before, action)
        self._log.act(action)
        if not self._dealt_in:
            return
        seen = self._game.seen(before, action, self.state, self._me)
        if seen is not None:
            self._tell(seen, action)

    def _tell(self, seen: Json, action: Action) -> None:
        """Say what happened; a seat's draw and discard in one line."""
        seat = action.seat
        if seat == self._me:
            self._flush()
            told = self._company.person.desk.own_told(seen)
            if told:
                self._terminal.say(told)
        elif seat is not None:
            self._add(seat, self._game.teller.action_told(seen))
        self._tell_what_follows(seen)

    def _tell_what_follows(self, seen: Json) -> None:
        for told in self._game.teller.follows_told(seen, self._named):
            self._flush()
            self._terminal.say(told)

    def _named(self, seat: int) -> str:
        return "you" if seat == self._me else name_of(seat, self._company.names)

    def _add(self, seat: int, told: str) -> None:
        if self._line_of == seat:
            self._line = f"{self._line}, {told}"
            return
        self._flush()
        self._line = f"{name_of(seat, self._company.names)} {told}"
        self._line_of = seat

    def _flush(self) -> None:
        if self._line:
            self._terminal.say(self._line)
        self._line, self._line_of = "", None

    def _choose(self, n: int) -> int:
        # Eight bytes folded: the bias of a bot's whim, below 2^-50, hurts nobody.
        return int.from_bytes(bytes(self._stream.byte() for _ in range(8)), "big") % n
