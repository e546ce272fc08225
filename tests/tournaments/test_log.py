"""The log: every stage kind played to its end, replayed, written, read, audited and falsified."""

import random
from dataclasses import fields, replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import LEVELS, NAME, PRIZES, SEED, finish, opening, step
from tournaments.rules import events as e
from tournaments.rules.due import audit, due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, genesis, line, link, read, replay
from tournaments.rules.outcome import amounts, final_groups, final_ranks, payments
from tournaments.rules.results import Result, won
from tournaments.rules.standings import match_id, stage_over
from tournaments.rules.state import FINISHED, Tournament
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    Stage,
    Structure,
    Take,
)

FREEZE = Stage("f", FREEZEOUT, size=8, stack=1000, levels=LEVELS, seeding="drawn")
KINDS: dict[str, tuple[tuple[Stage, ...], int]] = {
    "single": ((Stage("a", SINGLE, third_place=True, seeding="rated"),), 13),
    "double": ((Stage("a", DOUBLE, seeding="drawn"),), 11),
    "tables": ((Stage("a", TABLES, sizes=(4, 4, 4), advance=(2, 2), seeding="drawn"),), 16),
    "shootout": ((Stage("a", TABLES, sizes=(5, 5), advance=(1,)),), 25),
    "round robin": ((Stage("a", ROUND_ROBIN),), 7),
    "double round robin": ((Stage("a", ROUND_ROBIN, double=True),), 4),
    "even meetings": ((Stage("a", ROUND_ROBIN, size=4, points=(3, 2, 1, 0)),), 16),
    "swiss": ((Stage("a", SWISS, rounds=4),), 11),
    "swiss of tables": ((Stage("a", SWISS, size=4, rounds=3, points=(3, 2, 1, 0)),), 14),
    "freezeout": ((FREEZE,), 30),
    "groups, then two brackets": (
        (
            Stage("groups", ROUND_ROBIN, groups=3),
            Stage("main", SINGLE, takes=(Take("groups", 1, 6),)),
            Stage("other", DOUBLE, takes=(Take("groups", 7, 12),)),
        ),
        12,
    ),
    "survivors to a final table": (
        (
            replace(FREEZE, id="day1", ends_at=4),
            replace(FREEZE, id="day2", takes=(Take("day1", 1, 4),)),
        ),
        20,
    ),
    "redemption: the best of two stages": (
        (
            Stage("first", SWISS, rounds=2),
            Stage("second", ROUND_ROBIN, takes=(Take("first", 3, 6),)),
            Stage("last", SINGLE, takes=(Take("first", 1, 2), Take("second", 1, 2))),
        ),
        8,
    ),
}


@cache
def whole_log(kind: str) -> tuple[e.Event, ...]:
    """A tournament of that kind from its announcement to its end; events never change."""
    stages, count = KINDS[kind]
    log = opening(stages, count, rated=True)
    finish(log, random.Random(5))
    return tuple(log)


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest) -> list[e.Event]:
    """A whole log of each kind."""
    return list(whole_log(request.param))


def test_every_kind_is_played_written_read_and_audited(played: list[e.Event]) -> None:
    state = replay(played)
    assert state.phase == FINISHED
    lines = [line(event) for event in played]
    assert [read(text) for text in lines] == played
    assert audit(played, SEED) == ()
    one_by_one = replay(played[:1])
    for event in played[1:]:
        before = one_by_one.clone()
        after = apply(one_by_one, event)
        assert one_by_one == before
        one_by_one = after
    assert one_by_one == state


def test_each_entrant_has_exactly_one_range_of_places(played: list[e.Event]) -> None:
    state = replay(played)
    ranks = final_ranks(state)
    assert sorted(rank.entrant for rank in ranks) == sorted(state.entrants)
    covered = sorted(
        place
        for rank in {(r.first, r.last) for r in ranks}
        for place in range(rank[0], rank[1] + 1)
    )
    assert covered == list(range(1, len(ranks) + 1))


def test_the_prizes_are_the_pool(played: list[e.Event]) -> None:
    state = replay(played)
    pool = PRIZES.prize_part * len(state.entrants)
    assert sum(amounts(state)) == pool
    assert sum(payments(state).values()) == pool
    assert apply(state, e.Paid()).phase == "paid"


@pytest.mark.parametrize("kind", ["double", "tables", "swiss of tables", "freezeout"])
def test_another_seed_does_not_give_the_same_draw(kind: str) -> None:
    stages, count = KINDS[kind]
    log = opening(stages, count)
    finish(log, random.Random(5))
    assert audit(log, bytes(64))
    assert audit(log, SEED) == ()


def test_due_gives_the_same_however_often_it_is_asked(played: list[e.Event]) -> None:
    state = replay(played[:1])
    for event in played[1:]:
        assert due(state, SEED) == due(state, SEED)
        state = apply(state, event)
    assert due(state, SEED) == ()


@settings(deadline=None, max_examples=15)
@given(st.sampled_from(["single", "double", "tables", "swiss", "round robin"]), st.randoms())
def test_independent_results_in_any_order_give_the_same_state(
    kind: str, rng: random.Random
) -> None:
    stages, count = KINDS[kind]
    log = opening(stages, count)
    state = replay(log)
    while state.phase != FINISHED:
        more = step(state, rng)
        shuffled = rng.sample(more, len(more)) if not due(state, SEED) else more
        states = [replay([*log, *order]) for order in (more, shuffled)]
        assert states[0].stages.keys() == states[1].stages.keys()
        assert states[0] == states[1]
        log += more
        state = states[0]


class TestLines:
    def test_every_event_has_a_line(self) -> None:
        assert len(e.EVENTS) == len(set(e.EVENTS.values())) == 36

    def test_a_line_has_one_form(self) -> None:
        text = line(e.Registered("ana", 3))
        assert text == '{"entrant":"ana","kind":"registered","rating":3}'
        assert read(text) == e.Registered("ana", 3)

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("{", "bad-json"),
            ("[]", "unknown-event"),
            ('{"kind":"told"}', "unknown-event"),
            ('{"kind":"registered"}', "bad-json"),
            ('{"entrant":1,"kind":"registered"}', "bad-json"),
            ('{"entrant":"a","kind":"registered","x":1}', "bad-json"),
            ('{"kind":"registered","entrant":"a"}', "not-canonical"),
            ('{"entrant":"a","kind":"registered","rating":0}', "not-canonical"),
            ('{"kind":"seated","seats":[["a",1]],"stage":"f"}', "bad-json"),
            ('{"kind":"seated","seats":7,"stage":"f"}', "bad-json"),
        ],
    )
    def test_any_other_text_is_refused(self, text: str, code: str) -> None:
        with pytest.raises(Refused) as refused:
            read(text)
        assert refused.value.code == code

    def test_the_chain_binds_the_tournament_and_every_line(self) -> None:
        heads = {genesis("t1"), genesis("t2")}
        for text in ("a", "b"):
            heads |= {link(genesis("t1"), text), link(link(genesis("t1"), text), "c")}
        assert len(heads) == 6
        assert {len(head) for head in heads} == {64}

    def test_events_have_no_clock_and_no_actor(self) -> None:
        names = {field.name for kind in e.EVENTS.values() for field in fields(kind)}
        assert names.isdisjoint({"at", "when", "time", "by", "actor", "user"})


class TestRefusals:
    """What a log cannot hold; the state before is what it was."""

    def state(self) -> Tournament:
        log = opening(
            [Stage("a", SINGLE), Stage("b", TABLES, sizes=(4,), takes=(Take("a", 1, 4),))], 8
        )
        state = replay(log)
        return apply(state, due(state, SEED)[0])

    @pytest.mark.parametrize(
        ("event", "code"),
        [
            (e.Announced("t2", Structure((Stage("a", SINGLE),))), "bad-log"),
            (e.Registered("late"), "entry-closed"),
            (e.RegistrationOpened(), "wrong-phase"),
            (e.Withdrawn("nobody"), "no-such-entrant"),
            (e.StageStarted("a", ("p1", "p2")), "not-now"),
            (e.StageStarted("x", ()), "no-such-stage"),
            (e.StageStarted("b", ("p1", "p2", "p3", "p4")), "not-now"),
            (e.RoundDrawn("a", (("p1", "p2"),)), "no-rounds"),
            (e.RoundDrawn("b", (("p1", "p2"),)), "not-started"),
            (e.ResultRecorded("a", "w1.9", won("p1", "p8")), "no-such-match"),
            (e.ResultRecorded("a", "w2.1", won("p1", "p4")), "not-ready"),
            (e.ResultRecorded("a", "w1.1", won("p1", "p1")), "bad-result"),
            (e.ResultRecorded("a", "w1.1", won("p1", "p2")), "not-in-match"),
            (e.ResultRecorded("a", "w1.1", Result((("p1", "p8"),))), "tie"),
            (e.ResultRecorded("a", "w1.1", Result((("p1",), ("p8",)), "guessed")), "bad-result"),
            (e.ResultCorrected("a", "w1.1", None, "why"), "not-played"),
            (e.TieBroken("a", ("p1", "x"), "draw"), "bad-tie"),
            (e.Seated("a", (("p1", 1, 1),)), "no-freezeout"),
            (e.Busted("a", ()), "no-freezeout"),
            (e.BountyTaken("p1", ()), "bad-bounty"),
            (e.DealMade((("p1", 5),)), "deal-too-soon"),
            (e.DealEnded("why"), "bad-deal"),
            (e.Resumed(), "not-paused"),
            (e.Finished(), "still-playing"),
            (e.Paid(), "wrong-phase"),
            (e.DrawRevealed("00"), "bad-seed"),
            (e.DrawRevealed("zz"), "bad-seed"),
            (e.DrawRevealed("00" * 64), "wrong-seed"),
            (e.DrawCommitted("00"), "wrong-phase"),
        ],
        ids=lambda value: value.kind if hasattr(value, "kind") else value,
    )
    def test_a_refused_event_changes_nothing(self, event: e.Event, code: str) -> None:
        state = self.state()
        before = state.clone()
        with pytest.raises(Refused) as refused:
            apply(state, event)
        assert refused.value.code == code
        assert str(refused.value).endswith((".", "?"))
        assert state == before

    def test_a_result_is_recorded_once(self) -> None:
        state = apply(self.state(), e.ResultRecorded("a", "w1.1", won("p1", "p8")))
        with pytest.raises(Refused) as refused:
            apply(state, e.ResultRecorded("a", "w1.1", won("p8", "p1")))
        assert refused.value.code == "not-ready"

    def test_a_log_begins_with_the_announcement(self) -> None:
        for log in ([], [e.Paused("x")]):
            with pytest.raises(Refused):
                replay(log)


def test_a_paused_tournament_waits() -> None:
    log = opening([Stage("a", SINGLE)], 4)
    state = replay([*log, *due(replay(log), SEED)])
    assert due(apply(state, e.Paused("dinner")), SEED) == ()
    assert apply(apply(state, e.Paused("dinner")), e.Resumed()) == state


def test_a_drawn_stage_is_checked_as_soon_as_the_seed_is_known() -> None:
    log = opening([Stage("a", SINGLE, seeding="drawn")], 4)
    names = ("p1", "p2", "p3", "p4")
    assert replay([*log, e.StageStarted("a", names)]).stages["a"].entrants == names
    revealed = [*log, e.DrawRevealed(SEED.hex())]
    with pytest.raises(Refused):
        replay([*revealed, e.StageStarted("a", names)])
    (start,) = due(replay(revealed), SEED)
    assert replay([*revealed, start]).stages["a"].started


def test_unplayed_stages_are_not_over() -> None:
    state = replay(opening([Stage("a", SINGLE)], 4))
    assert not stage_over(state.stages["a"])
    assert final_groups(state) == ()
    assert match_id(2, 5) == "r2.5"
    assert state.id == NAME
