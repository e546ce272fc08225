"""Pili Pili: bid how many tricks you win, and win exactly so many (S2, rules 2).

One round is one hand of the engine: the Mission, the deal, the bids, the tricks, the Pilis. A game
is a match that ends when somebody has as many Pilis as the limit. A Mission is an object with
hooks (`state.Mission`, `effects_*`); the modules of play ask it and never its kind. What a viewer
sees of the cards is the Mission's to say too, so no door can show more.
"""

from collections.abc import Mapping
from typing import Final

from engine.axis import Value
from engine.cards import Card
from engine.hand import Bot, Outcome, Setup
from engine.pilipili import axes, deal, play, rules, telling, text
from engine.pilipili import legal as moves
from engine.pilipili import view as views
from engine.pilipili.bots import BOTS
from engine.pilipili.kinds import KINDS
from engine.pilipili.rulebook import PiliPiliRules
from engine.pilipili.sources import SOURCES
from engine.pilipili.state import State
from engine.shuffle import StreamPlace
from engine.told import Teller

__all__ = ["PILI_PILI_IDS", "PiliPili"]

PILI_PILI_IDS: Final = tuple(axes.PRESETS)


class PiliPili:
    """The game; what each member promises is said at `engine.game.Game`."""

    kinds = KINDS
    presets = axes.PRESETS
    axes = axes.AXES
    sources = SOURCES
    teller: Teller = telling

    def rules(self, rules_id: str, options: Mapping[str, object]) -> PiliPiliRules:
        """Rules with these options, checked."""
        return rules.settle_rules(rules_id, options)

    def read_option(self, name: str, text_of_value: str) -> Value:
        """The value of an option written as text."""
        return rules.read_option(name, text_of_value)

    def pack(self, settled: PiliPiliRules) -> tuple[Card, ...]:
        """The unshuffled cards."""
        return rules.PACK

    def deal(
        self, setup: Setup, deck: tuple[Card, ...], later: StreamPlace | None = None
    ) -> State:
        """The first state."""
        return deal.deal(setup, deck, later)

    # Asked at every step of a round: the functions themselves, without a call in between.
    legal = staticmethod(moves.legal)
    apply = staticmethod(play.apply)
    default = staticmethod(moves.default)
    waiting = staticmethod(moves.waiting)
    view = staticmethod(views.view)
    seen = staticmethod(views.seen)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended."""
        return state.outcome

    def bots(self) -> Mapping[str, Bot]:
        """Its players."""
        return BOTS

    def dump(self, state: State) -> str:
        """The state as text."""
        return text.dump(state)

    def load(self, text_of_state: str) -> State:
        """The state of a text."""
        return text.load(text_of_state)
