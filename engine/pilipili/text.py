"""A state as text and back: to keep it, to send it to a test, to compare two.

The text holds every secret of the round. It is one JSON object; cards and Missions are written by
name, and the rules by their id and options.
"""

import json
from collections.abc import Iterable
from typing import Final

from engine import cards
from engine.actions import action_json, read_action
from engine.cards import Card
from engine.errors import BadRules, IllegalAction, UnknownRules
from engine.hand import Outcome, Seating, Setup, Stakes
from engine.jsonable import Json
from engine.pilipili.kinds import KINDS
from engine.pilipili.missions import mission
from engine.pilipili.rules import settle_rules
from engine.pilipili.state import Mission, Played, State, Trick

VERSION: Final = 1
_PLAIN: Final = ("mission_no", "dealt", "dealer", "leader", "phase", "turn", "turned", "tick")
_TUPLES: Final = ("waits", "bids", "named")
_PAIRS: Final = ("deltas", "stacks", "points")


def dump(state: State) -> str:
    """The state as text."""
    setup = state.setup
    data: Json = {
        "v": VERSION,
        "setup": {
            "rules": setup.rules_id,
            # A list: the options as they were given, in their order.
            "options": [list(option) for option in setup.options],
            "seats": [[one.seat, one.stack, one.score] for one in setup.seats],
            "dealer": setup.dealer,
            "stakes": [setup.stakes.kind, setup.stakes.ante],
            "carried": setup.carried,
        },
        "options": dict(state.rules.options),
        "mission": state.mission.text if state.mission.kind else state.mission.cards,
        "hands": [_names(hand) for hand in state.hands],
        "stock": _names(state.stock),
        "chosen": [[one.seat, action_json(one)] for one in state.chosen],
        "trick": _trick(state.trick),
        "tricks": [[one.winner, one.pilis, _trick(one.played)] for one in state.tricks],
        "outcome": None if state.outcome is None else _outcome_json(state.outcome),
        **{name: getattr(state, name) for name in (*_PLAIN, *_TUPLES)},
    }
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def load(text: str) -> State:
    """The state of a text. Raises ValueError for one that `dump` didn't write."""
    try:
        data = json.loads(text)
        if data["v"] != VERSION:
            msg = f"a state is written in version {VERSION}, not {data['v']}"
            raise ValueError(msg)
        return _state(data)
    except (
        *(KeyError, TypeError, IndexError, AttributeError),
        *(IllegalAction, BadRules, UnknownRules),
    ) as error:
        msg = f"this is no state of a round: {error!r}"
        raise ValueError(msg) from error


def _state(data: Json) -> State:
    setup = _setup(data["setup"])
    told, outcome = data["mission"], data["outcome"]
    plain: Json = {name: data[name] for name in _PLAIN}
    plain |= {name: tuple(data[name]) for name in _TUPLES}
    return State(
        setup=setup,
        rules=settle_rules(setup.rules_id, data["options"]),
        mission=mission(told) if isinstance(told, str) else Mission(told),
        hands=tuple(_cards(hand) for hand in data["hands"]),
        stock=_cards(data["stock"]),
        chosen=tuple(read_action(action, seat, KINDS) for seat, action in data["chosen"]),
        trick=_read_trick(data["trick"]),
        tricks=tuple(
            Trick(winner, pilis, _read_trick(trick)) for winner, pilis, trick in data["tricks"]
        ),
        outcome=None if outcome is None else _outcome(outcome),
        **plain,
    )


def _setup(data: Json) -> Setup:
    return Setup(
        rules_id=data["rules"],
        options=tuple((name, value) for name, value in data["options"]),
        seats=tuple(Seating(*one) for one in data["seats"]),
        dealer=data["dealer"],
        stakes=Stakes(*data["stakes"]),
        carried=data["carried"],
    )


def _outcome_json(outcome: Outcome) -> Json:
    names = ("how", "next_dealer", "carried", "counts", *_PAIRS)
    return {name: getattr(outcome, name) for name in names}


def _outcome(data: Json) -> Outcome:
    pairs: Json = {name: _pairs(data[name]) for name in _PAIRS}
    return Outcome(
        winner=None,
        how=data["how"],
        melds=(),
        discard=None,
        pots=(),
        returned=(),
        next_dealer=data["next_dealer"],
        carried=data["carried"],
        counts=tuple((name, _pairs(counted)) for name, counted in data["counts"]),
        **pairs,
    )


def _trick(trick: Iterable[Played]) -> list[list[object]]:
    return [[one.place, cards.text(one.card), one.value] for one in trick]


def _read_trick(trick: list[list[int | str]]) -> tuple[Played, ...]:
    return tuple(
        Played(int(place), cards.parse(str(card)), int(value)) for place, card, value in trick
    )


def _names(held: Iterable[Card]) -> str:
    return " ".join(cards.texts(held))


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(map(cards.parse, names.split()))


def _pairs(pairs: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((seat, number) for seat, number in pairs)
