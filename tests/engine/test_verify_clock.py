"""The clock in a record: never before its deadline, and never anything but the default."""

from collections.abc import Callable

from engine import record
from engine.game import Action, Seating, Setup, Stakes, game_for
from engine.shuffle import commitment
from engine.simulate import Scribe
from tests.engine.records import GOOD, RULES, SEED, TAMPERED, Event, code, events_of, rehashed

CLOCK = record.Clock(action_ms=20_000, window_ms=3_000)


class Script:
    """Writes a record by hand, at moments chosen by the test."""

    def __init__(
        self, options: dict[str, object] | None = None, away: tuple[int, ...] = ()
    ) -> None:
        self.hand = "scripted"
        self.scribe = Scribe(self.hand)
        self.game = game_for(RULES)
        seats = tuple(Seating(seat, 100) for seat in range(3))
        given = tuple(sorted((options or {}).items()))
        setup = Setup(RULES, given, seats, 0, Stakes("ante-capped-round", 5))
        self.state = record.dealt(setup, self.hand, SEED)
        self.at = 1_000_000
        opening = record.opening(
            hand=self.hand,
            at=self.at,
            table=1,
            hand_no=1,
            previous=None,
            setup=setup,
            players={0: "a", 1: "b", 2: "c"},
            clock=CLOCK,
            build="a test",
            away=away,
        )
        self.scribe.write(opening)
        self.scribe.write(record.commit(self.hand, 1, self.at, commitment(self.hand, SEED)))

    def act(self, action: Action, *, after: int = 500, by: str = "player") -> "Script":
        self.at += after
        self.state = self.game.apply(self.state, action)
        self.scribe.write(record.act(self.hand, self.scribe.seq, self.at, action, by=by))
        return self

    def default(self, *, after: int) -> None:
        """The clock does what it does now."""
        action = self.game.default(self.state)
        if action.kind != "close-window":
            self.act(action, after=after, by="clock")
            return
        self.at += after
        self.state = self.game.apply(self.state, action)
        self.scribe.write(record.window_closed(self.hand, self.scribe.seq, self.at))

    def write(self, build: Callable[..., Event], *more: object) -> None:
        self.scribe.write(build(self.hand, self.scribe.seq, self.at, *more))

    def end(self) -> str:
        ended = self.game.outcome(self.state)
        if ended is None:
            self.write(record.void, "the test has seen enough", SEED)
        else:
            self.write(record.closing, ended)
            self.write(record.reveal, SEED)
        return self.scribe.text()

    def checked_round(self) -> "Script":
        """All three check, so that seat 1 plays first."""
        for seat in (1, 2, 0):
            self.act(Action("check", seat))
        return self

    def discarded(self) -> "Script":
        """Seat 1 draws and discards: a window opens, and seat 2 is in turn."""
        self.act(Action("draw", 1, source="stock"))
        self.act(Action("discard", 1, card=self.game.default(self.state).card))
        return self


def timed(write: Callable[[int], str]) -> None:
    """In time at its deadline and later, tampered one millisecond before."""
    assert code(write(0)) == GOOD
    assert code(write(5_000)) == GOOD
    early = record.verify(write(-1))
    assert early.exit_code == TAMPERED
    assert "before its deadline" in early.reason


class TestClock:
    """The clock acts at its deadline or later, and does only what the rules say."""

    def test_the_first_bet_is_timed_from_the_commitment(self) -> None:
        def write(shift: int) -> str:
            script = Script()
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_each_bet_is_timed_from_the_action_before(self) -> None:
        def write(shift: int) -> str:
            script = Script()
            script.act(Action("check", 1), after=7_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_play_is_timed_from_the_end_of_the_betting(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_bettor_who_plays_first_gets_a_fresh_time(self) -> None:
        """Seat 1 is raised, calls last, and is then in turn to draw: that is another turn."""

        def write(shift: int) -> str:
            script = Script()
            script.act(Action("bet", 1, to=5))
            script.act(Action("raise", 2, to=10))
            script.act(Action("fold", 0))
            script.act(Action("call", 1), after=19_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_draw_and_discard_share_one_time(self) -> None:
        """A player's draw arms nothing, and the clock may discard at once after its own draw."""

        def write(shift: int) -> str:
            script = Script().checked_round()
            script.act(Action("draw", 1, source="stock"), after=15_000)
            script.default(after=5_000 + shift)
            return script.end()

        timed(write)
        script = Script().checked_round()
        script.default(after=20_000)
        script.default(after=0)
        assert code(script.end()) == GOOD

    def test_a_window_is_timed_from_the_discard(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.default(after=3_000 + shift)
            return script.end()

        timed(write)

    def test_a_draw_in_the_window_does_not_lengthen_it(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.act(Action("draw", 2, source="stock"), after=2_900)
            script.default(after=100 + shift)
            return script.end()

        timed(write)

    def test_after_the_window_the_player_in_turn_has_a_fresh_time(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.act(Action("draw", 2, source="stock"), after=1_000)
            script.default(after=2_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_credit_puts_the_running_deadline_off(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.write(record.credited, 4_000)
            script.write(record.credited, 3_000)
            script.default(after=27_000 + shift)
            script.default(after=0)
            script.default(after=3_000)
            script.default(after=20_000)
            return script.end()

        timed(write)

    def test_a_reserve_lengthens_the_running_turn_alone(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.write(record.longer, 1, 4_000)  # before its time was up: added to it
            script.default(after=24_000 + shift)
            script.default(after=0)
            script.default(after=3_000)
            script.default(after=20_000)
            return script.end()

        timed(write)

    def test_no_more_is_given_than_a_reserve_can_hold(self) -> None:
        def write(ms: int) -> record.Verdict:
            script = Script().checked_round()
            script.write(record.longer, 1, ms)
            return record.verify(script.end())

        assert write(600_000).ok
        refused = write(600_001)
        assert refused.exit_code == TAMPERED
        assert "600000 is the most" in refused.reason

    def test_no_more_is_credited_than_the_hand_has_lasted(self) -> None:
        """With a minute beside: 1.5 s have passed when the betting is over."""

        def write(ms: int) -> record.Verdict:
            script = Script().checked_round()
            script.write(record.credited, ms)
            return record.verify(script.end())

        assert write(61_500).ok
        refused = write(61_501)
        assert refused.exit_code == TAMPERED
        assert "lasted 1500 ms" in refused.reason

    def test_nobody_is_given_time_out_of_turn(self) -> None:
        script = Script().checked_round()
        script.write(record.longer, 2, 4_000)
        verdict = record.verify(script.end())
        assert verdict.exit_code == TAMPERED
        assert "not its turn" in verdict.reason

    def test_an_absent_seat_is_waited_for_once(self) -> None:
        script = Script().checked_round()
        script.default(after=20_000)
        script.write(record.away, 1)
        script.default(after=0)
        for _ in range(2):
            script.default(after=3_000)
            script.default(after=20_000)
            script.default(after=0)
        script.default(after=3_000)
        script.default(after=0)
        assert code(script.end()) == GOOD

    def test_a_seat_that_was_away_before_is_not_waited_for(self) -> None:
        """The opening says who: only their turns are due at once, and only until they act."""

        def write(away: tuple[int, ...]) -> record.Verdict:
            script = Script(away=away)
            script.act(Action("check", 1), after=0, by="clock")
            script.act(Action("check", 2)).act(Action("check", 0))
            script.default(after=0)
            script.default(after=0)
            return record.verify(script.end())

        assert write((1,)).ok
        assert "away from the deal: [1]" in write((1,)).summary
        assert (write(()).line_no, write((2,)).line_no) == (3, 3)

    def test_only_seats_of_the_hand_can_be_away_each_once_and_in_order(self) -> None:
        for away in ([], [7], [1, 1], [2, 1], ["1"], 1):
            events = events_of(Script().end())
            events[0]["away"] = away
            assert (code(rehashed(events)), away) == (TAMPERED, away)

    def test_a_seat_that_was_away_before_and_acts_has_its_time_again(self) -> None:
        def write(shift: int) -> str:
            script = Script(away=(1,)).checked_round()
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_seat_that_came_back_has_its_time_again(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.default(after=20_000)
            script.write(record.away, 1)
            script.write(record.back, 1)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_the_clock_does_only_the_default(self) -> None:
        """It may not fold a seat that can check, nor draw the discard."""
        script = Script()
        script.act(Action("fold", 1), after=30_000, by="clock")
        verdict = record.verify(script.end())
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, 3)
        assert "default" in verdict.reason

    def test_a_late_player_is_taken_as_long_as_the_clock_has_not_acted(self) -> None:
        script = Script()
        script.act(Action("check", 1), after=25_000)
        assert code(script.end()) == GOOD

    def test_a_hand_of_nobody_plays_itself_out_to_void(self) -> None:
        """All silent, no turning over: the stock runs out and every stake goes back (D12)."""
        script = Script({"recycle_limit": 0})
        while script.game.outcome(script.state) is None:
            turn = record.turn_of(script.game.waiting(script.state))
            assert turn is not None
            drawn = script.game.waiting(script.state).kind == "discard"
            script.default(after=0 if drawn else 3_000 if turn[0] == "window" else 20_000)
        content = script.end()
        assert code(content) == GOOD
        assert "void by the rules" in record.verify(content).summary
