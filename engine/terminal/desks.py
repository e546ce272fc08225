"""Which game's desk stands at the terminal: one line here for each game."""

from collections.abc import Mapping

from engine.game import Rules
from engine.pifpaf.rules import PifPafRules
from engine.terminal.desk import Desk
from engine.terminal.pifpaf_desk import PifPafDesk
from engine.terminal.pilipili_desk import PiliPiliDesk


def desk_for(rules: Rules, names: Mapping[int, str]) -> Desk:
    """The desk for the game of these rules."""
    return PifPafDesk(rules, names) if isinstance(rules, PifPafRules) else PiliPiliDesk(names)
