"""How many connections a web process takes: of one address, and in all.

Each is a file, and a process that has no files left answers nobody. So a few places above the
number are kept for whoever asks whether the house lives; all other callers are told to come back.
"""

import resource
from collections import Counter
from collections.abc import Container
from enum import Enum, auto
from typing import Final

FILES_KEPT: Final = 256
"""For the database, the logs and whatever else a process opens."""
PROBES_AT_ONCE: Final = 32
"""Connections above the number, that may only ask for a probe."""
UNKNOWN: Final = 1024
"""Files of a process where the system names no limit."""


class Place(Enum):
    """What a connection may do here."""

    NONE = auto()
    PROBE = auto()
    FULL = auto()


class Doorway:
    """The connections of this process, counted.

    `proxies` are addresses that are believed when they say for whom they ask (uvicorn's
    FORWARDED_ALLOW_IPS, this machine by default): many people come from each, and it bounds them.
    """

    def __init__(self, most: int, of_address: int, proxies: Container[str]) -> None:
        """Begin at nothing."""
        self.most = most
        self.of_address = min(of_address, most // 2)
        self.proxies = proxies
        self.count = 0
        self._of: Counter[str] = Counter()

    def enter(self, address: str, *, again: bool = False) -> Place:
        """Take a connection in, or not (`Place.NONE`, and it must not leave).

        `again`: it was in and becomes another kind of line, so there is a place.
        """
        if not again:
            crowded = self._of[address] >= self.of_address and address not in self.proxies
            if crowded or self.count >= self.most + PROBES_AT_ONCE:
                return Place.NONE
        self.count += 1
        self._of[address] += 1
        return Place.FULL if again or self.count <= self.most else Place.PROBE

    def leave(self, address: str) -> None:
        """Give the place of a connection back."""
        self.count -= 1
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]


def places() -> int:
    """Return how many connections the process may have, by the files it may open."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == resource.RLIM_INFINITY or files <= 0:
        files = UNKNOWN
    return max(files - FILES_KEPT - PROBES_AT_ONCE, files // 2)


here = Doorway(places(), 1000, ("127.0.0.1", "::1"))
"""The process's own; `deploy.web` makes it anew by the settings."""
