"""Three people at a table who act as fast as they are answered, for benchmarks and audits."""

import time
import uuid

from engine import cards
from engine.game import State, game_for, parse_action
from engine.pifpaf import state as pifpaf
from tables import commands
from tables.models import Table
from tables.naming import USUAL_RULES
from tables.states import state_of
from tests.house import a_player, a_table, sit

GAME = game_for(USUAL_RULES)


class Driver:
    """One table of three; `play` acts for whoever is awaited, through the command layer alone.

    The players think of nothing: they check, draw from the stock and throw that card again, so
    that what is measured is the house. Windows and pauses last a millisecond; the clock's ticks
    are counted with the actions.
    """

    def __init__(self, name: str, players: int = 3) -> None:
        """Seat the players with a million chips each; the first hand is about to be dealt."""
        self.users = [a_player(f"{name}-{seat}", chips=2_000_000) for seat in range(players)]
        self.table_id = a_table(
            self.users[0], buy_in_min=100, buy_in_max=1_000_000, min_players=players
        )
        Table.objects.filter(pk=self.table_id).update(window_ms=1, pause_ms=1)
        for user in self.users:
            sit(user, self.table_id, buy_in=1_000_000)
        self.state: State | None = None

    def play(self, seconds: float) -> int:
        """Act for so long; return how many actions and ticks were taken."""
        done, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            done += self.step()
        return done

    def step(self) -> int:
        """Take the one action that is awaited; return 1, or 0 if the clock is not due yet."""
        state = self.state
        waiting = None if state is None else GAME.waiting(state)
        if state is None or waiting is None or waiting.kind == "window":
            return self.let_clock_act()
        seat = waiting.seats[0]
        choice = self.choice(state)
        commands.act(
            user=self.users[seat],
            table_id=self.table_id,
            action_id=uuid.uuid4().hex,
            expected_seq=state.tick,
            action=choice,
        )
        self.follow(GAME.apply(state, parse_action(choice, seat)))
        return 1

    def let_clock_act(self) -> int:
        """Have the window closed, or the next hand dealt; return 0 if it is too early."""
        if not commands.tick(table_id=self.table_id):
            return 0
        if self.state is None:
            hand = Table.objects.select_related("hand").get(pk=self.table_id).hand
            assert hand is not None
            self.state = state_of(hand)
        else:
            self.follow(GAME.apply(self.state, GAME.default(self.state)))
        return 1

    def follow(self, state: State) -> None:
        """Know the hand as a player's own program does: by the engine, without asking."""
        self.state = None if GAME.outcome(state) is not None else state

    def choice(self, state: State) -> dict[str, object]:
        """Check, draw from the stock, or throw what was drawn, without a look by `view`.

        What a player's program thinks and how long is no work of the house.
        """
        assert isinstance(state, pifpaf.State)
        if state.phase == "bet":
            return {"kind": "check"}
        if state.drawn is None:
            return {"kind": "draw", "from": "stock"}
        return {"kind": "discard", "card": cards.text(state.drawn)}
