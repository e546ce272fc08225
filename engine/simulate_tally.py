"""What simulated hands came to: counted as they go by, then told to a person or as JSON."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.events import outcome_json
from engine.game import Stakes, game_for
from engine.jsonable import Json
from engine.match import Match, MatchStakes, winners
from engine.simulate import Plan, Played, stakes_of
from engine.simulate_kinds import Kinds

TOLD_HANDS: Final = 20
"""Beyond this many hands only the totals are told to a person."""
JSON_HANDS: Final = 1000
"""Beyond this many, JSON holds the first ones and the totals: memory has a bound."""


@dataclass
class Spread:
    """The least, the most and the sum of whole numbers."""

    least: int | None = None
    most: int = 0
    total: int = 0

    def add(self, number: int) -> None:
        """Count one more."""
        self.least = number if self.least is None else min(self.least, number)
        self.most = max(self.most, number)
        self.total += number


@dataclass
class Tally:
    """The totals of all hands, and the first hands whole."""

    plan: Plan
    keep: int
    hands: int = 0
    actions: Spread = field(default_factory=Spread)
    ends: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    diretos: int = 0
    topped_up: Counter[int] = field(default_factory=Counter)
    stacks: dict[int, int] = field(default_factory=dict)
    matches: int = 0
    match_hands: Spread = field(default_factory=Spread)
    match_ends: Counter[str] = field(default_factory=Counter)
    match_wins: Counter[int] = field(default_factory=Counter)
    shared: int = 0
    kinds: Kinds = field(default_factory=Kinds)
    told: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, played: Played) -> None:
        """Count one hand, and the match that it ended."""
        outcome = played.outcome
        self.hands += 1
        self.actions.add(played.actions)
        self.ends[outcome.how] += 1
        if outcome.winner is not None:
            self.wins[outcome.winner] += 1
        self.points.update(dict(outcome.points))
        self.diretos += outcome.direto
        self.topped_up.update(played.topped_up)
        self.stacks = dict(played.stacks)
        self.kinds.add(played)
        if played.match is not None:
            self._add_match(played.match)
        if len(self.told) < self.keep:
            self.told.append(played)

    def _add_match(self, match: Match) -> None:
        best = winners(match)
        self.matches += 1
        self.match_hands.add(match.hands)
        self.match_ends[str(match.over)] += 1
        self.match_wins.update(best)
        self.shared += len(best) > 1

    @property
    def rate(self) -> float:
        """Hands per second."""
        return self.hands / self.seconds if self.seconds else 0.0


def hand_file(folder: Path, hand_no: int) -> Path:
    """Where a hand's record is written."""
    return folder / f"hand-{hand_no:04d}.jsonl"


def told(tally: Tally, records: Path | None) -> Iterator[str]:
    """The lines that a person reads."""
    plan = tally.plan
    names = ", ".join(f"{seat} {plan.bots[seat % len(plan.bots)]}" for seat in range(plan.seats))
    yield f"{plan.rules_id}, seed {plan.seed}, {_stakes_told(plan)}, stacks of {plan.stack}"
    moving = ", at first; they change places" if len(set(plan.bots)) > 1 else ""
    yield f"seats: {names}{moving}"
    for played in tally.told:
        yield from _hand_told(plan, played)
    yield ""
    yield f"{tally.hands} hands ended by: {_counted(tally.ends)}"
    if tally.diretos:
        yield f"{tally.diretos} of them on the winner's first turn"
    if tally.matches or (tally.hands and _is_match(plan)):
        yield from _matches_told(tally)
    for seat in range(plan.seats):
        yield _seat_told(tally, seat)
    yield from tally.kinds.told()
    rate = f"{tally.rate:.0f} hands/s"
    yield (
        f"{tally.actions.total / tally.hands:.1f} actions a hand"
        f" ({tally.actions.least} to {tally.actions.most}), {rate}"
    )
    yield "every chip accounted for after every hand"
    if records is not None:
        yield f"records: {hand_file(records, 1)} to {hand_file(records, tally.hands).name}"
        yield f"check them: python3 -m engine verify {records}"


def as_json(tally: Tally, records: Path | None) -> Json:
    """The same as one JSON object."""
    plan = tally.plan
    hand_stakes, stakes = stakes_of(plan)
    return {
        "rules": plan.rules_id,
        "options": dict(sorted(plan.options.items())),
        "seats": plan.seats,
        "seed": plan.seed,
        "bots": [plan.bots[seat % len(plan.bots)] for seat in range(plan.seats)],
        "ante": hand_stakes.ante,
        "stakes": {"hand": hand_stakes.kind, "match": stakes.kind, "amount": stakes.amount},
        "start_stack": plan.stack,
        "hands": [_hand_json(played, records) for played in tally.told],
        "hands_left_out": tally.hands - len(tally.told),
        "ends": dict(sorted(tally.ends.items())),
        "diretos": tally.diretos,
        "wins": [[seat, tally.wins[seat]] for seat in range(plan.seats)],
        "kinds": tally.kinds.json(),
        "points": [[seat, tally.points[seat]] for seat in range(plan.seats)],
        "matches": _matches_json(tally),
        "stacks": [[seat, stack] for seat, stack in tally.stacks.items()],
        "topped_up": [[seat, tally.topped_up[seat]] for seat in tally.stacks],
        "actions_per_hand": round(tally.actions.total / tally.hands, 2),
        "actions": [tally.actions.least, tally.actions.most],
        "hands_per_second": round(tally.rate, 1),
    }


def _is_match(plan: Plan) -> bool:
    kind: str = game_for(plan.rules_id).rules(plan.rules_id, plan.options).match.kind
    return kind not in ("hand", "chips")


def _stakes_told(plan: Plan) -> str:
    hand, whole = stakes_of(plan)
    return " and ".join([*_hand_stakes_told(hand), *_match_stakes_told(whole)]) or "for nothing"


def _hand_stakes_told(stakes: Stakes) -> list[str]:
    if not stakes.ante:
        return []
    return [f"{'stake' if stakes.kind == 'fixed' else 'ante'} {stakes.ante}"]


def _match_stakes_told(stakes: MatchStakes) -> list[str]:
    return [f"{stakes.kind} {stakes.amount}"] if stakes.amount else []


def _counted(ends: Counter[str]) -> str:
    return ", ".join(f"{how} {times}" for how, times in sorted(ends.items()))


def _matches_told(tally: Tally) -> Iterator[str]:
    if not tally.matches:
        yield "no match was over by then"
        return
    lengths = tally.match_hands
    yield f"{tally.matches} matches ended by: {_counted(tally.match_ends)}"
    more = f", {tally.shared} shared" if tally.shared else ""
    mean = lengths.total / tally.matches
    yield f"{mean:.1f} hands a match ({lengths.least} to {lengths.most}){more}"


def _seat_told(tally: Tally, seat: int) -> str:
    fresh = tally.topped_up[seat]
    facts = [f"won {tally.wins[seat]}"]
    if tally.matches:
        facts.append(f"{tally.match_wins[seat]} matches")
    if tally.points:
        facts.append(f"{tally.points[seat] / tally.hands:.1f} points a hand")
    facts.append(f"{tally.stacks[seat]} chips")
    if fresh:
        facts.append(f"{fresh} fresh stacks of {tally.plan.stack} on the way")
    return f"  seat {seat}: {', '.join(facts)}"


def _hand_told(plan: Plan, played: Played) -> Iterator[str]:
    for seat in played.topped_up:
        yield f"       seat {seat} was bust and gets a fresh stack of {plan.stack}"
    outcome = played.outcome
    moved = outcome.points or outcome.deltas
    what = "points " if outcome.points else ""
    counted = "  ".join(f"{seat}: {number:+d}" for seat, number in moved)
    end = "void" if outcome.winner is None else f"seat {outcome.winner} wins ({outcome.how})"
    yield f"{played.hand_no:5d}  {end:24} {played.actions:4d} actions   {what}{counted}"
    if played.match is not None:
        best = " and ".join(map(str, winners(played.match)))
        yield f"       match over after {played.match.hands} hands, won by seat {best}"


def _hand_json(played: Played, records: Path | None) -> Json:
    return {
        "hand_no": played.hand_no,
        "file": None if records is None else str(hand_file(records, played.hand_no)),
        "actions": played.actions,
        "topped_up": list(played.topped_up),
        **outcome_json(played.outcome),
        "match_over": None if played.match is None else played.match.over,
    }


def _matches_json(tally: Tally) -> Json | None:
    if not _is_match(tally.plan):
        return None
    lengths = tally.match_hands
    return {
        "over": tally.matches,
        "ends": dict(sorted(tally.match_ends.items())),
        "wins": [[seat, tally.match_wins[seat]] for seat in range(tally.plan.seats)],
        "shared": tally.shared,
        "hands": [lengths.least, lengths.most],
        "hands_per_match": round(lengths.total / tally.matches, 2) if tally.matches else None,
    }
