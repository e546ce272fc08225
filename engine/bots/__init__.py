"""Players that know what a person in their seat knows: its view and its legal actions.

A bot is a function of three: the seat's view, its legal list and `choose`, which is all its
chance: `choose(n)` gives a number from 0 to n - 1, so a bot with a seeded `choose` plays the same
hand again. It gives one action as JSON. It is asked when the hand waits for its seat, and in a
window while its seat may ask for the discard; there it may say nothing: the empty object.

There are three strengths for every game. `calm` plays any legal action; `steady` plays its own
cards; `sharp` also watches the others. What the last two do is the game's own affair (each game's
`bots`); the view says whose hand it is.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bots.calm import calm
from engine.game import game_for
from engine.hand import Bot, Choose
from engine.jsonable import Json

__all__ = ["BOTS", "Bot", "Choose", "Json", "UnknownBot", "bot_named", "calm", "for_game"]
__all__ += ["sharp", "steady"]


class UnknownBot(LookupError):
    """No bot has that name. The sentence lists the names."""


def steady(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Plays its own cards well: what brings them nearer to the end of the hand."""
    return game_for(view["rules"]).bots()["steady"](view, legal, choose)


def sharp(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Counts the cards, reads what the others take and throw, and weighs its chances."""
    return game_for(view["rules"]).bots()["sharp"](view, legal, choose)


BOTS: Final[Mapping[str, Bot]] = {"calm": calm, "steady": steady, "sharp": sharp}
"""The strengths that a table can offer, the weakest first; each plays every game."""


def bot_named(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot."""
    if name not in BOTS:
        msg = f'There is no bot "{name[:40]}"; there are: {", ".join(BOTS)}.'
        raise UnknownBot(msg)
    return BOTS[name]


def for_game(rules_id: str) -> Mapping[str, Bot]:
    """The bots of the game with that id by name, the weakest first. Raises UnknownRules."""
    return {"calm": calm, **game_for(rules_id).bots()}
