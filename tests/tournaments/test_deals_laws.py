"""Deals at any moment of any tournament: who may win has agreed, and all of the pool is paid."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.tournaments.house import LEVELS, SEED, in_order, opening, step
from tournaments.rules import events as e
from tournaments.rules.__main__ import main
from tournaments.rules.correction import Correction, deal_ending, inverse, preview
from tournaments.rules.deals import holds, sharers
from tournaments.rules.due import due
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.files import file_of
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.outcome import amounts, final_ranks, payments
from tournaments.rules.results import won
from tournaments.rules.rulings import REPLAY
from tournaments.rules.standings import BRACKETS, board, stage_over
from tournaments.rules.state import CLOSED, RUNNING, Tournament
from tournaments.rules.structure import (
    AS_PARTED,
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
    Take,
)

CODES = {"bad-deal", "deal-too-soon", "deal-too-late", "deal-of-seats", "deal-places-open"}
CUP = (
    Stage("g", ROUND_ROBIN, groups=2),
    Stage("k", SINGLE, (Take("g", 1, 4),), seeding=AS_PARTED, third_place=True),
)


def table(name: str, *takes: Take, ends_at: int = 1) -> Stage:
    """A freezeout at tables of four."""
    return Stage(
        name, FREEZEOUT, takes or (Take(),), size=4, levels=LEVELS, stack=500, ends_at=ends_at
    )


FORMATS: dict[str, tuple[tuple[Stage, ...], int]] = {
    "freezeout": ((table("f"),), 9),
    "knock-out": ((Stage("k", SINGLE),), 8),
    "third place": ((Stage("k", SINGLE, third_place=True),), 6),
    "double": ((Stage("d", DOUBLE),), 7),
    "double, no final": ((Stage("d", DOUBLE, final="none"),), 8),
    "double, one final": ((Stage("d", DOUBLE, final="single"),), 5),
    "tables": ((Stage("t", TABLES, sizes=(4, 4, 4), advance=(2, 2)),), 16),
    "swiss": ((Stage("s", SWISS, rounds=3),), 7),
    "round robin": ((Stage("r", ROUND_ROBIN),), 5),
    "groups and a cup": (CUP, 8),
    "two brackets": (
        (
            Stage("g", SWISS, rounds=2),
            Stage("low", SINGLE, (Take("g", 5, 8),)),
            Stage("high", SINGLE, (Take("g", 1, 4),)),
        ),
        8,
    ),
    "satellite": ((table("f", ends_at=2),), 8),
    "flights": (
        (
            table("a", Take(flight="a"), ends_at=2),
            table("b", Take(flight="b"), ends_at=2),
            table("final", Take("a", 1, 2), Take("b", 1, 2)),
        ),
        9,
    ),
    "two days": ((table("one", ends_at=4), table("two", Take("one", 1, 4))), 9),
}
CORRECTED = {"freezeout", "knock-out", "third place", "double", "double, no final", "tables"}


def begun(name: str, rng: random.Random) -> Tournament:
    """A tournament of that format with prizes for a random number of places."""
    stages, count = FORMATS[name]
    weights = tuple(sorted(rng.choices(range(1, 50), k=rng.randint(1, count)), reverse=True))
    prizes = PrizeRules(prize_part=97, weights=weights)
    if name == "satellite":
        prizes = PrizeRules(prize_part=97, seat_value=300)
    structure = Structure(stages, prizes)
    log = [
        replace(event, flight=structure.flights[at % 2])
        if isinstance(event, e.Registered) and structure.flights
        else event
        for at, event in enumerate(opening(structure, count))
    ]
    return replay(log)


def offered(state: Tournament, rng: random.Random) -> e.DealMade:
    """A deal of those who may make one now, or of anybody; the sum is right."""
    try:
        named = list(sharers(state))
    except Refused:
        named = []
    if not named or rng.random() < 0.4:
        named = rng.sample(list(state.entrants), rng.randint(1, min(6, len(state.entrants))))
    pool = sum(amounts(state)[: len(named)])
    cuts = sorted(rng.randint(0, pool) for _ in named)
    parts = [after - before for before, after in pairwise([0, *cuts])]
    return e.DealMade(tuple(zip(named, parts, strict=True)), pool - cuts[-1])


def accepted(state: Tournament, made: e.DealMade) -> Tournament:
    """The state with the deal; the same if it is refused, by the name of a deal's fault."""
    try:
        return apply(state, made)
    except Refused as refused:
        if refused.code not in CODES:
            raise
        return state


def played_out(state: Tournament, rng: random.Random) -> Tournament:
    """One way in which it may end when nobody leaves."""
    state = state.clone()
    state.deal, state.for_first = {}, 0
    while state.phase in (CLOSED, RUNNING):
        state = extend(state, next_events(state, rng))
    return state


def next_events(state: Tournament, rng: random.Random) -> list[e.Event]:
    """What happens next, match by match; who has left goes out of a freezeout."""
    for stage in state.stages.values():
        gone = [one for one in stage.seats if state.gone(one)]
        if gone and not stage_over(stage) and len(gone) < len(stage.seats):
            bust = Bust(gone[0], stage.seats[gone[0]][0], 100)
            return [e.Busted(stage.spec.id, (bust,))]
    events = step(state, rng)
    matches = all(isinstance(event, e.ResultRecorded) for event in events)
    return [rng.choice(events)] if events and matches else events


def left_out(before: Tournament, made: e.DealMade, rng: random.Random) -> set[str]:
    """Who has no part in the deal and wins, in some ways of playing on, what it shares."""
    named = {one for one, _ in made.amounts}
    paid = len(amounts(before))
    found: set[str] = set()
    for _ in range(4):
        for rank in final_ranks(played_out(before, rng)):
            inside = rank.entrant in named
            if not inside and rank.first <= min(len(named), paid):
                found.add(rank.entrant)
            if inside and rank.last > len(named) and len(named) < paid:
                found.add(rank.entrant)
    return found


def corrections(state: Tournament, rng: random.Random) -> Iterator[e.ResultCorrected]:
    """A result of a match that was played the other way round, and what hangs on it again."""
    for stage in state.stages.values():
        if not stage.results:
            continue
        match = rng.choice(sorted(stage.results))
        order = [one for group in stage.results[match].places for one in group]
        if stage.spec.kind in BRACKETS and {*order} != {*board(stage).stand(match).sides}:
            continue  # a walk-over, or set aside
        right = won(*order[::-1]) if stage.spec.kind in BRACKETS else in_order(order[::-1])
        event = e.ResultCorrected(stage.spec.id, match, right, "misread")
        if stage.spec.kind == TABLES:
            rulings = tuple((one.match, REPLAY) for one in preview(state, event).matches)
            event = replace(event, rulings=tuple(sorted(rulings)))
        yield event


def orders(state: Tournament, rng: random.Random) -> Iterator[e.BustsCorrected]:
    """Another order of those who are out of a freezeout."""
    for stage in state.stages.values():
        if len(stage.out) > 1:
            yield e.BustsCorrected(
                stage.spec.id, tuple(rng.sample(stage.out, len(stage.out))), "misread"
            )


def corrected(state: Tournament, rng: random.Random) -> Tournament:
    """Something was wrong; and perhaps it was not."""
    wrong: list[Correction] = [*corrections(state, rng), *orders(state, rng)]
    for event in wrong[:1]:
        found = preview(state, event)
        back = inverse(state, event)
        ending = deal_ending(state, event)
        assert found.ends_deal == bool(ending)
        state = extend(state, [*ending, event])
        if rng.random() < 0.3:
            state = extend(state, [*deal_ending(state, back), back])
    return state


def parted(state: Tournament, rng: random.Random) -> Tournament:
    """Somebody leaves, or is put out; the deal ends with who is put out."""
    there = [one for one in state.entrants if not state.gone(one)]
    if len(there) < len(state.entrants) - 1 or not any(s.started for s in state.stages.values()):
        return state
    one = rng.choice(there)
    if rng.random() < 0.5:
        return apply(state, e.Withdrawn(one))
    ending = [e.DealEnded("cheated")] if one in state.deal else []
    return extend(state, [*ending, e.Disqualified(one, "cheated")])


def check_paid(state: Tournament) -> None:
    """Everything is paid, and a deal as it was agreed."""
    paid = payments(state)
    assert sum(paid.values()) == sum(amounts(state))
    assert min(paid.values()) >= 0
    assert paid.keys() <= state.entrants.keys()
    extra = sum(paid[one] - amount for one, amount in state.deal.items())
    assert extra == state.for_first


def test_a_forged_deal_is_named_by_whoever_verifies_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = opening(Structure((Stage("k", SINGLE, third_place=True),), PrizeRules(100)), 4)
    log += due(replay(log), SEED)
    log += due(replay(log), SEED)
    for match in ("w1.1", "w1.2", "w2.1"):
        sides = [side or "" for side in board(replay(log).stages["k"]).stand(match).sides]
        log.append(e.ResultRecorded("k", match, won(*sides)))
    (tmp_path / "log").write_text(file_of([*log, e.DealMade((("p3", 120), ("p4", 280)))]))
    assert amounts(replay(log)) == (280, 120)
    assert main(["verify", str(tmp_path / "log")]) == 1
    assert "The first place is decided" in capsys.readouterr().out
    held = replay([*log, e.DealMade((("p3", 120), ("p4", 280)))], stored=True)
    assert held.deal == {"p3": 120, "p4": 280}  # a house that wrote it once can read it still
    held = apply(held, e.ResultRecorded("k", "third", won("p3", "p4")))
    assert sum(payments(held).values()) == 400


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", range(12))
def test_deals_leavers_and_corrections_end_paid(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    state, leaves, wrong = begun(name, rng), seed % 3 == 1, seed % 3 == 2
    while state.phase in (CLOSED, RUNNING):
        if state.phase == RUNNING and rng.random() < 0.25:
            made, before = offered(state, rng), state
            state = accepted(state, made)
            if state is not before:
                assert left_out(before, made, rng) == set()
                assert not any(before.gone(one) for one, _ in made.amounts)
        if leaves and rng.random() < 0.2:
            state = parted(state, rng)
        if wrong and name in CORRECTED and rng.random() < 0.25:
            state = corrected(state, rng)
        if state.deal and not leaves:
            assert holds(state)
        state = extend(state, next_events(state, rng))
    check_paid(state)
