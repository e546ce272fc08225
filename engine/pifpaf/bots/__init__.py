"""The family's own bots; what a bot is, is told in `engine.bots`."""

from collections.abc import Mapping
from typing import Final

from engine.hand import Bot
from engine.pifpaf.bots.sharp import sharp
from engine.pifpaf.bots.steady import steady

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot]] = {"steady": steady, "sharp": sharp}
