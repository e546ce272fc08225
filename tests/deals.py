"""Deals that are known beforehand, for tests that play hands and could play any.

A hand's cards follow from its id and the house's seed. Here the seed stays and the ids are
numbers that a test names, so it plays the same hands each time: those that are over after a few
turns, say, where a hand of chance may have thirty. What is random stays random in the slow suite.
"""

import uuid
from collections.abc import Iterable
from itertools import chain, count
from types import SimpleNamespace

import pytest

from tables.commands import dealing

# Three steady players with 500 chips each: out after 19 to 25 actions, mostly by a claim.
SHORT = (57, 131, 323, 12, 30, 249, 38, 6, 109, 218, 273, 281)
# Three at `cacheta`: out after 9 to 13 actions, and after 72 to 106.
CACHETA_SHORT = (12, 124, 53, 93, 148, 157, 167, 246, 249, 66, 107, 114)
CACHETA_LONG = (158, 83, 25, 99, 44, 116)


def known_deals(patch: pytest.MonkeyPatch, numbers: Iterable[int]) -> None:
    """Deal the hands of these numbers from now on, then others; the first seat deals first."""
    ids = chain(numbers, count(1000))
    patch.setattr(dealing, "uuid", SimpleNamespace(uuid4=lambda: uuid.UUID(int=next(ids))))
    chance = SimpleNamespace(token_bytes=bytes, choice=lambda seats: seats[0])
    patch.setattr(dealing, "secrets", chance)
