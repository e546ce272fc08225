"""Hands for the tests: decks stacked to order, moves by short names, and hands of random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from engine.actions import Action
from engine.cards import JOKER, Card, parse
from engine.game import Json, Rake, Seating, Setup, Stakes, game_for, parse_action
from engine.pifpaf import PIF_PAF_IDS
from engine.pifpaf.state import State
from engine.shuffle import StreamPlace

RULES = "pif-paf-aposta"
GAME = game_for(RULES)
PACK = GAME.pack(GAME.rules(RULES, {}))
FAMILY = PIF_PAF_IDS
LATER = StreamPlace(bytes(range(64)), 300)
VECTORS = Path(__file__).parents[1] / "vectors"


class Step(NamedTuple):
    """One applied action and the states around it."""

    before: State
    action: Action
    after: State


def rows(name: str) -> list[Any]:
    """The rows of a file of test vectors."""
    return list(vectors(name)["rows"])


def vectors(name: str) -> Mapping[str, Any]:
    """A whole file of test vectors."""
    return dict(json.loads((VECTORS / f"{name}.json").read_text()))


def row_name(row: Mapping[str, Any]) -> str:
    """A row's name in a test's id."""
    return f"{row['id']} {row.get('case', '')}".strip()


def hand(names: str) -> tuple[Card, ...]:
    """Cards by their names."""
    return tuple(parse(name) for name in names.split())


def setup(
    players: int = 4,
    *,
    rules: str = RULES,
    stacks: Sequence[int] | None = None,
    scores: Sequence[int | None] | None = None,
    kind: str | None = None,
    ante: int | None = None,
    rake: Rake | None = None,
    dealer: int = 0,
    **options: object,
) -> Setup:
    """Seats 0.. with 100 chips each, or with the stacks given; seat 0 deals.

    The stakes are those of the betting game for it, for other rules no chips move.
    """
    chips = [100] * players if stacks is None else stacks
    held = [None] * players if scores is None else scores
    kind = ("ante-capped-round" if rules == RULES else "play") if kind is None else kind
    ante = (0 if kind == "play" else 5) if ante is None else ante
    return Setup(
        rules_id=rules,
        options=tuple(options.items()),
        seats=tuple(
            Seating(seat, stack, score)
            for seat, (stack, score) in enumerate(zip(chips, held, strict=True))
        ),
        dealer=dealer,
        stakes=Stakes(kind, ante, rake),
    )


def deck(
    players: int,
    hands: Mapping[int, str],
    stock: str = "",
    dealer: int = 0,
    *,
    pack: Sequence[Card] = PACK,
    step: int = 1,
) -> tuple[Card, ...]:
    """A deck that deals these hands by seat, then these cards from the stock, then the rest.

    `step` is -1 for a deal to the right.
    """
    wanted = {seat: list(hand(names)) for seat, names in hands.items()}
    size = max((len(held) for held in wanted.values()), default=9)
    rest = list(pack)
    for card in (*(card for held in wanted.values() for card in held), *hand(stock)):
        rest.remove(card)
    dealt: list[Card] = []
    # Others get cards from the pack's end, spread so far apart that they hold no melds.
    spread = rest[::5] + [card for at, card in enumerate(rest) if at % 5]
    spread.sort(key=lambda card: card == JOKER)
    for _ in range(size):
        for turn in range(1, players + 1):
            seat = (dealer + step * turn) % players
            dealt.append(wanted[seat].pop(0) if seat in wanted else spread.pop(0))
    return (*dealt, *hand(stock), *spread)


def deal(
    players: int = 4, hands: Mapping[int, str] | None = None, stock: str = "", **how: Any
) -> State:
    """The first state of a hand with a stacked deck; the stock begins with upcard or vira."""
    made = setup(players, **how)
    rules = GAME.rules(made.rules_id, dict(made.options))
    step = 1 if rules.direction == "clockwise" else -1
    stacked = deck(players, hands or {}, stock, made.dealer, pack=GAME.pack(rules), step=step)
    return _state(GAME.deal(made, stacked, LATER))


def act(state: State, seat: int | None, kind: str, **fields: object) -> State:
    """The state after an action that comes in as JSON; `source` is its "from"."""
    data = {"kind": kind} | {
        "from" if key == "source" else key: value for key, value in fields.items()
    }
    return _state(GAME.apply(state, parse_action(data, seat)))


def checked_through(state: State) -> State:
    """The state after everybody has checked or called."""
    while state.betting.turn is not None and state.phase == "bet":
        seat = state.betting.bettors[state.betting.turn].seat
        kinds = {move["kind"] for move in GAME.legal(state, seat)}
        state = act(state, seat, "check" if "check" in kinds else "call")
    return state


def close(state: State) -> State:
    """The state after the clock has closed the window."""
    return act(state, None, "close-window")


def filled_in(move: Json, rng: random.Random) -> Json:
    """One action out of an entry of the legal list."""
    kind = move["kind"]
    if "min" in move:
        return {"kind": kind, "to": rng.randint(move["min"], move["max"])}
    if "cards" in move:
        return {"kind": kind, "card": rng.choice(move["cards"])}
    if move.get("options"):
        return {"kind": kind, **rng.choice(move["options"])}
    return {"kind": kind, "from": move["from"]} if "from" in move else {"kind": kind}


def random_setup(rng: random.Random) -> Setup:
    """Three to eight seats, some short of chips; the pile is turned over once at most."""
    players = rng.randint(3, 8)
    ante = rng.randint(1, 7)
    stacks = [
        rng.choice([rng.randint(1, ante), rng.randint(1, ante * 9), 500]) for _ in range(players)
    ]
    return setup(players, stacks=stacks, ante=ante, dealer=rng.randrange(players), recycle_limit=1)


def family_setup(rng: random.Random, rules: str, **mix: object) -> Setup:
    """Two to eight seats of any rule set with any stakes that a hand can have.

    `mix`: axes to change; BadRules if they don't go together.
    """
    options: dict[str, object] = {**mix, "recycle_limit": 1}
    settled = GAME.rules(rules, options)
    players = rng.randint(
        settled.min_players, max(settled.min_players, min(8, settled.max_players))
    )
    if not mix and rng.random() < 0.2:
        options["direction"] = "anticlockwise"
    if not mix and settled.scoring == "lives" and rng.random() < 0.3:
        options["fold_cost"] = 1
    kinds = ["play", "fixed"]
    if not options.get("fold_cost"):
        kinds += ["ante-capped-round"] * 2
    kind = rng.choice(kinds)
    ante = 0 if kind == "play" else rng.randint(1, 7)
    least = ante * settled.direto_pot if kind == "fixed" else min(ante, 1)
    return setup(
        players,
        rules=rules,
        kind=kind,
        ante=ante,
        stacks=[rng.choice([least, least + rng.randint(0, 60), 500]) for _ in range(players)],
        scores=[rng.choice([None, rng.randint(0, 10)]) for _ in range(players)],
        rake=rng.choice([None, Rake(rng.randint(0, 1000), rng.randint(0, 40))]) if ante else None,
        dealer=rng.randrange(players),
        **options,
    )


def random_steps(rng: random.Random, made: Setup, folds: float = 0.1) -> Iterator[Step]:
    """A hand of random play to its end; claims come in random order, then the window closes."""
    shuffled = list(GAME.pack(GAME.rules(made.rules_id, dict(made.options))))
    rng.shuffle(shuffled)
    yield from steps_from(_state(GAME.deal(made, tuple(shuffled), LATER)), rng, folds)


def steps_from(state: State, rng: random.Random, folds: float = 0.1) -> Iterator[Step]:
    """Random play from a state to the end of the hand."""
    while GAME.outcome(state) is None:
        action = _random_action(state, rng, folds)
        after = _state(GAME.apply(state, action))
        yield Step(state, action, after)
        state = after


def _random_action(state: State, rng: random.Random, folds: float) -> Action:
    seats = list(GAME.waiting(state).seats)
    rng.shuffle(seats)
    if rng.random() < 0.05:
        # Not only those are asked that the hand waits for: some may announce at any time.
        seats.insert(0, rng.choice(state.setup.seats).seat)
    for seat in seats:
        moves = [
            move
            for move in GAME.legal(state, seat)
            if move["kind"] != "fold" or rng.random() < folds
        ]
        if moves and (state.phase != "window" or rng.random() < 0.4):
            move = rng.choice(moves)
            if move.get("declare") and rng.random() < 0.1:
                return false_show(state, seat, move["kind"], rng)
            if move.get("options", True):
                return parse_action(filled_in(move, rng), seat)
    return GAME.default(state)


def false_show(state: State, seat: int, kind: str, rng: random.Random) -> Action:
    """Nine cards shown in threes as they come, which is hardly ever a hand of melds."""
    view = GAME.view(state, seat)
    held = list(view["cards"])
    if kind == "claim":
        held.append(view["window"]["card"])
    free = [name for name in held if name not in (view["taken"], held[-1])]
    thrown = rng.choice(free)
    held.remove(thrown)
    melds = [held[at : at + 3] for at in range(0, len(held), 3)]
    shown = {} if rng.random() < 0.3 else {"melds": melds}
    return parse_action({"kind": kind, "discard": thrown, **shown}, seat)


def _state(state: object) -> State:
    assert isinstance(state, State)
    return state


# A whole hand of play is one draw of this: Hypothesis picks the seed and prints a failing one.
randoms = st.integers(0, 2**32).map(random.Random)
