"""The players of Pili Pili; what a bot is, is told in `engine.bots`.

They reckon in *powers*: the value of a card, or under REVERSE what is left of it to 56, so that
the higher power wins whatever the Mission.
"""

from collections.abc import Mapping
from typing import Final

from engine.hand import Bot
from engine.pilipili.bots.sharp import sharp
from engine.pilipili.bots.steady import steady

__all__ = ["BOTS", "sharp", "steady"]

BOTS: Final[Mapping[str, Bot]] = {"steady": steady, "sharp": sharp}
