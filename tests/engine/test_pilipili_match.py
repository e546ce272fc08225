"""Matches of Pili Pili: the limit, the stakes, the ranking, and their records."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from engine import events, match, record
from engine.canonical import canonical
from engine.errors import BadSetup
from engine.game import Outcome, Stakes
from engine.hand import Rake
from engine.match import BadOutcome, Match, MatchStakes
from engine.match_json import match_json, match_of
from engine.pilipili.rules import PACK
from engine.replay import dealt
from engine.shuffle import commitment
from engine.simulate import Plan, simulate
from engine.timing import Clock, deadline_after
from tests.engine.pilipili import GAME, LATER, RULES, match_setup, points, setup
from tests.engine.records import Events, events_of, rehashed, renumbered
from tests.engine.test_pilipili_vectors import scored


def after(state: Match, *totals: list[int]) -> Match:
    for counted in totals:
        state = match.apply(state, scored(state, counted))
    return state


class TestTheEnd:
    def test_pilis_add_up_and_the_deal_goes_round(self) -> None:
        state = after(match.begin(match_setup(3)), [1, 0, 2], [1, 3, 0])
        assert points(state) == [2, 3, 2]
        assert (state.dealer, state.over, state.hands, state.won) == (2, None, 2, 2)
        assert [one.score for one in match.next_hand(state).seats] == [2, 3, 2]

    def test_the_limit_ends_it_and_all_are_ranked_with_ties(self) -> None:
        state = after(match.begin(match_setup(5)), [3, 7, 0, 3, 8])
        assert state.over == "threshold"
        assert match.ranking(state) == ((2, 1), (0, 2), (3, 2), (1, 4), (4, 5))
        with pytest.raises(match.MatchOver):
            match.next_hand(state)

    def test_nobody_discards_more_than_he_has(self) -> None:
        state = after(match.begin(match_setup(2)), [1, 2])
        assert points(after(state, [-1, 1])) == [0, 3]
        with pytest.raises(BadOutcome, match="no seat discards more Pilis"):
            after(state, [-2, 1])

    def test_what_is_carried_goes_to_the_next_round_and_survives_as_json(self) -> None:
        state = match.begin(match_setup(2, rules=RULES, missions="OPEN 4, DRAW 2"))
        state = match.apply(state, scored_carrying(state, "1"))
        assert match.next_hand(state).carried == "1"
        assert match_of(json.loads(json.dumps(match_json(state)))) == state


def scored_carrying(state: Match, carried: str) -> Outcome:
    return replace(scored_any(state), carried=carried)


def scored_any(state: Match) -> Outcome:
    round_ = GAME.deal(match.next_hand(state), PACK, LATER)
    while round_.outcome is None:
        round_ = GAME.apply(round_, GAME.default(round_))
    outcome: Outcome = round_.outcome
    return outcome


class TestStakes:
    def test_the_winners_share_the_buy_ins(self) -> None:
        stakes = MatchStakes("buy-in", 100, Rake(100, 1000))
        state = after(match.begin(match_setup(3, stakes=stakes)), [7, 3, 3])
        assert [one.stack for one in state.standings] == [900, 1035, 1035]
        assert (state.rake, state.pot) == (30, 0)

    def test_an_odd_chip_goes_to_the_dealers_left(self) -> None:
        state = match.begin(match_setup(3, stakes=MatchStakes("buy-in", 101)))
        assert sum(dict(match.deltas(after(state, [7, 3, 3]))).values()) == 0

    def test_per_pili_every_seat_pays_each_better_one(self) -> None:
        state = match.begin(match_setup(3, stakes=MatchStakes("per-point", 10)))
        assert match.deltas(after(state, [5, 7, 3])) == ((0, 0), (1, -60), (2, 60))

    def test_nobody_pays_more_than_he_has(self) -> None:
        state = match.begin(match_setup(2, stakes=MatchStakes("per-point", 900)))
        assert match.deltas(after(state, [0, 9])) == ((0, 1000), (1, -1000))

    def test_chips_move_over_the_match_only(self) -> None:
        with pytest.raises(BadSetup, match="moves no chips"):
            match.begin(replace(match_setup(3), hand_stakes=Stakes("fixed", 5)))


class TestRecords:
    @pytest.mark.parametrize("seats", [2, 5, 8])
    def test_simulated_matches_leave_records_that_verify(self, seats: int) -> None:
        carried = ""
        for played in islice(simulate(Plan(RULES, seats, 3, ("calm",))), 12):
            verdict = record.verify(played.record)
            assert verdict.ok, verdict.reason
            opening = events_of(played.record)[0]
            assert opening.get("carried", "") == carried
            carried = "" if played.match is not None else played.outcome.carried

    def test_a_changed_pili_bid_or_mission_is_found(self) -> None:
        played = list(islice(simulate(Plan(RULES, 3, 5, ("calm",))), 2))[1].record
        lines = events_of(played)
        changes: tuple[Callable[[Events], None], ...] = (
            lambda found: found[-2]["outcome"]["points"][0].__setitem__(1, 9),
            lambda found: found[-2]["outcome"]["counts"]["bids"][0].__setitem__(1, 9),
            lambda found: found[-2]["outcome"].__setitem__("carried", "0"),
            lambda found: found[0].__setitem__("carried", "0 1 2 3"),
        )
        for change in changes:
            forged = json.loads(json.dumps(lines))
            change(forged)
            assert record.verify(rehashed(forged)).exit_code == 1

    def test_the_clock_may_not_end_a_peek_early(self) -> None:
        options = {"missions": "PEEK3 4"}
        played = next(simulate(Plan(RULES, 2, 5, ("calm",), options))).record
        lines = events_of(played)
        closed = next(at for at, one in enumerate(lines) if one.get("what") == "window-closed")
        assert lines[closed]["at"] - lines[1]["at"] == 3000
        early = [dict(one) for one in lines]
        early[closed]["at"] -= 1
        verdict = record.verify(rehashed(early))
        assert (verdict.exit_code, verdict.line_no) == (1, closed + 1)

    def test_the_clock_chooses_for_all_that_have_not_chosen(self) -> None:
        """Together they have one deadline; each act of the clock is a line of its own."""
        lines = clocked("SIMUL 1")
        assert record.verify(rehashed(lines)).ok
        early = [dict(one) for one in lines]
        chosen = [at for at, one in enumerate(lines) if one.get("by") == "clock"]
        early[chosen[-1]]["at"] = early[chosen[-2]]["at"] = early[chosen[-3]]["at"] - 1
        early[chosen[-3]]["at"] -= 1
        verdict = record.verify(rehashed(renumbered(early)))
        assert "before its deadline" in verdict.reason


def clocked(mission: str) -> Events:
    """The events of a round of three that the clock plays alone."""
    hand, seed, clock = "clocked", bytes(range(64)), Clock(20_000, 3_000)
    made = setup(3, mission=mission)
    state = dealt(made, hand, seed)
    told = [
        events.opening(
            hand=hand,
            at=0,
            table=0,
            hand_no=1,
            previous=None,
            setup=made,
            players={0: "a", 1: "b", 2: "c"},
            clock=clock,
            build="test",
        ),
        events.commit(hand, 1, 0, commitment(hand, seed)),
    ]
    running = deadline_after(None, GAME.waiting(state), 0, clock)
    while running is not None:
        at, action = running.due, GAME.default(state)
        state = GAME.apply(state, action)
        told.append(events.act(hand, len(told), at, action, by="clock"))
        running = deadline_after(running, GAME.waiting(state), at, clock)
    outcome = GAME.outcome(state)
    assert outcome is not None
    told.append(events.closing(hand, len(told), at, outcome))
    told.append(events.reveal(hand, len(told), at, seed))
    read: Events = json.loads(canonical(told))
    return read
