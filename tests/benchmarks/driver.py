"""Three people at a table who act as fast as they are answered, for benchmarks and audits."""

import time
import uuid
from datetime import timedelta

from django.db.models.functions import Now

from engine import bots
from engine.game import game_for
from tables import commands
from tables.models import Hand, Table
from tables.states import state_of
from tests.house import a_player, a_table, sit


class Driver:
    """One table of three; `play` acts for whoever is awaited, through the command layer alone."""

    def __init__(self, name: str, players: int = 3) -> None:
        """Seat the players with a million chips each and have the first hand dealt."""
        self.users = [a_player(f"{name}-{seat}", chips=2_000_000) for seat in range(players)]
        self.table_id = a_table(
            self.users[0], buy_in_min=100, buy_in_max=1_000_000, pause_ms=200, window_ms=200
        )
        for user in self.users:
            sit(user, self.table_id, buy_in=1_000_000)
        self.hurry()

    def hurry(self) -> None:
        """Make due now what the clock would do later (the benchmark does not wait for windows)."""
        Table.objects.filter(pk=self.table_id).update(due_at=Now() - timedelta(seconds=1))
        commands.tick(table_id=self.table_id)

    def play(self, seconds: float) -> int:
        """Act for so long; return how many actions and ticks were taken."""
        done, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            done += self.step()
        return done

    def step(self) -> int:
        """Take the one action that is awaited; return 1."""
        hand = Hand.objects.filter(table_id=self.table_id).latest("hand_no")
        if hand.state == Hand.State.CLOSED:
            self.hurry()
            return 1
        game, state = game_for(hand.rules_id), state_of(hand)
        waiting = game.waiting(state)
        if waiting.kind == "window":
            self.hurry()
            return 1
        seat = waiting.seats[0]
        action = bots.steady(game.view(state, seat), game.legal(state, seat), lambda _count: 0)
        commands.act(
            user=self.users[seat],
            table_id=self.table_id,
            action_id=uuid.uuid4().hex,
            expected_seq=state.tick,
            action=action,
        )
        return 1
