"""The Pif Paf family: nine cards in the hand, melds kept hidden, the first to meld them all wins.

A rule set is a value for every axis (`axes`, `presets`; `sources` says what marks such as S1
mean); the modules of play ask the rules and never the rules' id.
"""

from collections.abc import Mapping
from typing import Final

from engine.actions import Action
from engine.axis import Value
from engine.cards import Card
from engine.hand import Bot, Outcome, Setup
from engine.pifpaf import deal, play, telling, text
from engine.pifpaf import legal as moves
from engine.pifpaf import view as views
from engine.pifpaf.axes import AXES
from engine.pifpaf.bots import BOTS
from engine.pifpaf.kinds import KINDS
from engine.pifpaf.presets import PRESETS
from engine.pifpaf.rules import PifPafRules, pack, read_option, settle_rules
from engine.pifpaf.sources import SOURCES
from engine.pifpaf.state import State
from engine.shuffle import StreamPlace
from engine.told import Teller

__all__ = ["PIF_PAF_IDS", "PifPaf"]

PIF_PAF_IDS: Final = tuple(PRESETS)


class PifPaf:
    """The family as a game; what each method promises is said at `engine.game.Game`."""

    kinds = KINDS
    presets = PRESETS
    axes = AXES
    sources = SOURCES
    teller: Teller = telling

    def rules(self, rules_id: str, options: Mapping[str, object]) -> PifPafRules:
        """Rules with these options, checked."""
        return settle_rules(rules_id, options)

    def read_option(self, name: str, text_of_value: str) -> Value:
        """The value of an option written as text."""
        return read_option(name, text_of_value)

    def pack(self, rules: PifPafRules) -> tuple[Card, ...]:
        """The unshuffled cards."""
        return pack(rules)

    def deal(
        self, setup: Setup, deck: tuple[Card, ...], later: StreamPlace | None = None
    ) -> State:
        """The first state."""
        return deal.deal(setup, deck, later)

    # Asked at every step of a hand: the functions themselves, without a call in between.
    legal = staticmethod(moves.legal)
    apply = staticmethod(play.apply)
    waiting = staticmethod(moves.waiting)
    view = staticmethod(views.view)
    seen = staticmethod(views.seen)

    def default(self, state: State, seat: int | None = None) -> Action:
        """What the clock does; never is there more than one thing to do."""
        return moves.default(state)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended."""
        return state.outcome

    def bots(self) -> Mapping[str, Bot]:
        """The family's players."""
        return BOTS

    def dump(self, state: State) -> str:
        """The state as text."""
        return text.dump(state)

    def load(self, text_of_state: str) -> State:
        """The state of a text."""
        return text.load(text_of_state)
