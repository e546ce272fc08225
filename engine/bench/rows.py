"""The table of the benchmark: a row asks the same of each of its subjects."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from engine.bench.games import RULES, SEATS, places, random_game
from engine.bench.hands import near_hand, random_hand
from engine.cards import Card
from engine.deadwood import deadwood_for
from engine.distance import distance
from engine.game import game_for
from engine.meld_axes import MeldAxes
from engine.melding.solver import solver_for
from engine.pifpaf.points import VALUES
from engine.pifpaf.rules import settle_rules
from engine.shuffle import Stream, tagged_digest
from engine.simulate import Plan, simulate
from engine.verify import verify

WILDS_MAX: Final = 4
NO_WILDS: Final = "pife"
WILDS: Final = "pife-curingas"


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what is asked about which subjects, and what one subject is."""

    name: str
    subjects: Sequence[Any]
    ask: Callable[[Any], object]
    one: str = "hand"


def solver_rows(hands: int) -> Iterator[Row]:
    """The solver's questions about ten cards, with none to four wilds."""
    for wilds in range(WILDS_MAX + 1):
        axes = settle_rules(WILDS if wilds else NO_WILDS, {}).melds
        for kind, make in (("random", random_hand), ("near", near_hand)):
            stream = Stream(tagged_digest("batida/1/bench", f"{kind} {wilds}".encode()))
            some = [make(stream, axes, wilds) for _ in range(hands)]
            yield from questions(f"{wilds} wilds, {kind}: ", axes, some)


def questions(name: str, axes: MeldAxes, hands: Sequence[Sequence[Card]]) -> Iterator[Row]:
    """Everything that the solver is asked about these hands of ten, which hold the same wilds."""
    solver, least = solver_for(axes), deadwood_for(axes, VALUES).least
    few = hands[: max(1, len(hands) // 4)]
    packed = [solver.packer.packed(hand) for hand in hands]
    wild = [card for card in hands[0] if card in axes.wilds]
    yield Row(f"{name}nine of ten, from vectors", packed, solver.quick(len(wild)).all_but_one)
    yield Row(f"{name}nine of ten, from cards", hands, solver.all_but_one)
    yield Row(f"{name}which discards win", hands, solver.throws)
    yield Row(f"{name}the same with their melds", few, solver.thrown)
    yield Row(f"{name}least deadwood", few, least)
    yield Row(f"{name}distance", few, lambda hand: distance(hand, axes))


def game_rows(games: int) -> Iterator[Row]:
    """Hands of four at `pife`: played at random with a record, verified, and looked at."""
    game = game_for(RULES)
    numbers = range(1, games + 1)
    random = [random_game(number) for number in numbers]
    sensible = [one.record for one in islice(simulate(Plan(RULES, SEATS, 1)), games)]
    looked_at = [place for number in numbers for place in places(number)]
    yield Row(f"random logged hand ({_events(random)} events)", numbers, random_game)
    yield Row(f"replay and verify it ({_events(random)} events)", random, verify)
    yield Row(f"replay and verify a sensible one ({_events(sensible)} events)", sensible, verify)
    yield Row("legal actions of the seat in turn", looked_at, lambda at: game.legal(*at), "state")
    yield Row("its view", looked_at, lambda at: game.view(*at), "state")


def _events(records: Sequence[str]) -> int:
    """Lines of a record on average."""
    return round(sum(text.count("\n") for text in records) / len(records))
