"""What every game is.

A hand is always ``fold(apply, actions, deal(setup, deck))``: that is the record, the crash
recovery, the replay and the test oracle. A state is a value; `apply` is the only transition;
`view` and `seen` are the only ways out of a state toward a person. A game keeps no memory of its
own between calls, so one object serves all tables.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from engine.actions import Action, Shape, action_json, read_action
from engine.axis import Axis, Preset, Value
from engine.cards import Card
from engine.errors import IllegalAction, UnknownRules
from engine.hand import (
    Bot,
    MatchRules,
    Options,
    Outcome,
    Pot,
    Rake,
    Seating,
    Setup,
    Stakes,
    Waiting,
)
from engine.jsonable import Json
from engine.pifpaf import PIF_PAF_IDS, PifPaf
from engine.pilipili import PILI_PILI_IDS, PiliPili
from engine.shuffle import StreamPlace
from engine.told import Teller

__all__ = [
    "Action",
    "Game",
    "Json",
    "MatchRules",
    "Outcome",
    "Pot",
    "Rake",
    "Rules",
    "Seating",
    "Setup",
    "Stakes",
    "State",
    "Teller",
    "Waiting",
    "action_json",
    "game_for",
    "parse_action",
    "recorded_action",
    "rules_ids",
]


class Rules(Protocol):
    """Rules with their options settled.

    `options` lists every option, defaults too, by name: what a record keeps.
    """

    @property
    def rules_id(self) -> str:
        """Its name in the API."""
        ...

    @property
    def options(self) -> Options:
        """Every option with its value, by name."""
        ...

    @property
    def min_players(self) -> int:
        """Seats dealt in at least."""
        ...

    @property
    def max_players(self) -> int:
        """Seats dealt in at most."""
        ...

    @property
    def match(self) -> MatchRules:
        """What hands of these rules add up to."""
        ...

    @property
    def stakes(self) -> str:
        """The kind of stakes natural with these rules (rules 0.2)."""
        ...


class State(Protocol):
    """A state of a hand: compare it and hand it back to the game; only the game looks inside.

    `tick` counts the applied actions that everybody may know of (a claim isn't one before its
    window closes). `window_tick` is the tick at which the latest claim window opened: a claim is
    stale only when it was sent for an earlier tick.
    """

    @property
    def tick(self) -> int:
        """Applied actions that everybody may know of."""
        ...

    @property
    def window_tick(self) -> int:
        """The tick at which the latest claim window opened."""
        ...


R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=State)


class _Game(Protocol[R, S]):
    """One game: a folder of the engine, for one or more rules ids."""

    @property
    def kinds(self) -> Mapping[str, Shape]:
        """The kinds of action that there are; games that share a kind give it the same shape."""
        ...

    @property
    def presets(self) -> Mapping[str, Preset]:
        """The rule sets by id, each a value for every axis."""
        ...

    @property
    def axes(self) -> tuple[Axis, ...]:
        """What an organiser may change."""
        ...

    @property
    def sources(self) -> Mapping[str, str]:
        """What the marks in presets, axes and docstrings mean, as in "S0"."""
        ...

    def read_option(self, name: str, text: str, /) -> Value:
        """The value of an option written as text, as in `ace=low`. Raises BadRules."""
        ...

    def rules(self, rules_id: str, options: Mapping[str, object], /) -> R:
        """The rules of that id with these options. Raises UnknownRules or BadRules."""
        ...

    def pack(self, rules: R, /) -> tuple[Card, ...]:
        """The cards in the order that the shuffle starts from."""
        ...

    def deal(self, setup: Setup, deck: tuple[Card, ...], later: StreamPlace | None = None) -> S:
        """The first state: antes taken, cards dealt from `deck[0]` on.

        `later` is where the hand's stream goes on after the deck, for rules that shuffle again in
        mid-hand. Raises BadSetup, also when it is missing there, or BadRules.
        """
        ...

    def legal(self, state: S, seat: int | None) -> list[Json]:
        """What the seat (None: the clock) may do now, with bounds; empty when nothing.

        A seat may see only its own list.
        """
        ...

    def apply(self, state: S, action: Action) -> S:
        """The next state.

        Raises IllegalAction, never anything else, and changes nothing it was given.
        """
        ...

    def default(self, state: S, seat: int | None = None) -> Action:
        """What the clock does when nobody answers (rules 0.4); legal while the hand lasts.

        `seat`: for whom of several that choose together; None takes the first that hasn't.
        """
        ...

    def waiting(self, state: S) -> Waiting:
        """What the hand waits for; public."""
        ...

    def view(self, state: S, seat: int | None) -> Json:
        """The hand as the seat (None: a spectator) may see it, built from an allow-list."""
        ...

    def seen(self, before: S, action: Action, after: S, seat: int | None) -> Json | None:
        """What the seat (None: a spectator) may know of one applied action; None is nothing."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the hand ended, or None while it lasts."""
        ...

    @property
    def teller(self) -> Teller:
        """The words in which its hands are told."""
        ...

    def bots(self) -> Mapping[str, Bot]:
        """Its players by name, "steady" and "sharp" at least; `engine.bots` adds the calm one."""
        ...

    def dump(self, state: S) -> str:
        """The state as text, secrets and all; `load` of it is an equal state."""
        ...

    def load(self, text: str, /) -> S:
        """The state that `dump` wrote. Raises ValueError for a text that it didn't write."""
        ...


# Games differ in their rules and states, and who holds a Game only passes these along; so both are
# left open here.
Game: TypeAlias = _Game[Any, Any]

_PIF_PAF: Final = PifPaf()
_PILI_PILI: Final = PiliPili()
_GAMES: Final[dict[str, Game]] = {
    **dict.fromkeys(PIF_PAF_IDS, _PIF_PAF),
    **dict.fromkeys(PILI_PILI_IDS, _PILI_PILI),
}
_NUMBERED: Final = frozenset({"to", "number", "whom"})
_CHIPS_AND_SEATS: Final = frozenset({"to", "whom"})
# Two dozen kinds, eight seats, 108 cards, with the keys in the order of a client or of a record.
_PARSED_MAX: Final = 8192
_KINDS: Final[Mapping[str, Shape]] = {
    kind: shape for game in _GAMES.values() for kind, shape in game.kinds.items()
}


def game_for(rules_id: str) -> Game:
    """The game that plays rules of that id. Raises UnknownRules with the ids that exist."""
    game = _GAMES.get(rules_id)
    if game is None:
        msg = f'There are no rules "{rules_id[:40]}"; there are: {", ".join(_GAMES)}.'
        raise UnknownRules(msg)
    return game


def parse_action(data: object, seat: int | None) -> Action:
    """The action of any game that untrusted JSON asks for, taken by `seat` (None: by the clock).

    Raises IllegalAction "bad-action" with a sentence; nothing is ever guessed, rounded or ignored.
    Whether the game at the table has such a kind is for its `apply` to say.
    """
    # Players repeat the same few hundred actions. A number must be a plain one: 5 and 5.0, 1 and
    # true are equal keys of a cache, and only one of each is a number.
    if (
        type(data) is dict
        and type(data.get("number", 0)) is int
        and _CHIPS_AND_SEATS.isdisjoint(data)
    ):
        try:
            return _parsed_once(tuple(data.items()), seat)
        except TypeError:  # a list of cards is no key
            pass
    return read_action(data, seat, _KINDS)


@lru_cache(maxsize=_PARSED_MAX)
def _parsed_once(items: tuple[tuple[object, object], ...], seat: int | None) -> Action:
    return read_action(dict(items), seat, _KINDS)


def recorded_action(data: object, seat: int) -> Action:
    """The action of a record: as `parse_action` has it, in its one written form.

    Players may write a card in several ways, a record has one. Raises IllegalAction.
    """
    if type(data) is dict and _NUMBERED.isdisjoint(data):
        try:
            return _recorded_once(tuple(data.items()), seat)
        except TypeError:  # as in `parse_action`
            pass
    return _recorded(data, seat)


@lru_cache(maxsize=_PARSED_MAX)
def _recorded_once(items: tuple[tuple[object, object], ...], seat: int) -> Action:
    return _recorded(dict(items), seat)


def _recorded(data: object, seat: int) -> Action:
    action = parse_action(data, seat)
    if action_json(action) != data:
        raise IllegalAction("bad-action", "A record holds an action in its one written form.")
    return action


def rules_ids() -> tuple[str, ...]:
    """The ids of all rules that can be played."""
    return tuple(_GAMES)
