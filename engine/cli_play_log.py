"""The record of a hand that a person plays at a terminal, with this machine's times."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine import events
from engine.cli_failure import CliFailure
from engine.game import Action, Outcome, Setup
from engine.shuffle import commitment
from engine.simulate_hand import Scribe
from engine.timing import Clock

CLOCK: Final = Clock(action_ms=86_400_000, window_ms=0)
"""Nobody's time runs out at a terminal, and a window closes when all have been asked."""
BUILD: Final = "engine play"
_TABLE: Final = 0


class Log:
    """Writes the events of one hand; `scribe` links them, `path` gets them at the end."""

    def __init__(self, scribe: Scribe, seed: bytes, path: Path | None) -> None:
        self._scribe = scribe
        self._seed = seed
        self._path = path
        self._at = 0

    def open(
        self, setup: Setup, hand_no: int, players: Mapping[int, str], previous: str | None
    ) -> None:
        """Write who plays what, and the commitment to the seed."""
        scribe = self._scribe
        opened = events.opening(
            hand=scribe.hand,
            at=self._now(),
            table=_TABLE,
            hand_no=hand_no,
            previous=previous,
            setup=setup,
            players=players,
            clock=CLOCK,
            build=BUILD,
        )
        scribe.write(opened)
        bound = commitment(scribe.hand, self._seed)
        scribe.write(events.commit(scribe.hand, scribe.seq, self._at, bound))

    def act(self, action: Action) -> None:
        """Write an action of a seat, or the clock's closing of a window."""
        hand, seq, at = self._scribe.hand, self._scribe.seq, self._now()
        if action.seat is None:
            self._scribe.write(events.window_closed(hand, seq, at))
        else:
            self._scribe.write(events.act(hand, seq, at, action))

    def pass_time(self, ms: int) -> None:
        """Let so much time go by in the record: what the rules give everybody, used or not."""
        self._at += ms

    def close(self, outcome: Outcome) -> str | None:
        """Write how the hand ended and its seed; the name of the file, if there is one."""
        scribe, at = self._scribe, self._now()
        scribe.write(events.closing(scribe.hand, scribe.seq, at, outcome))
        scribe.write(events.reveal(scribe.hand, scribe.seq, at, self._seed))
        return self._save()

    def void(self) -> str | None:
        """Write that the hand was left; the name of the file, if there is one."""
        scribe = self._scribe
        why = "the player left"
        scribe.write(events.void(scribe.hand, scribe.seq, self._now(), why, self._seed))
        return self._save()

    def _now(self) -> int:
        # The machine's clock may be set back in mid-hand; a record's times never go back.
        self._at = max(self._at, time.time_ns() // 1_000_000)
        return self._at

    def _save(self) -> str | None:
        if self._path is None:
            return None
        write_file(self._path, self._scribe.text().encode())
        return str(self._path)


def write_file(path: Path, content: bytes) -> None:
    """Write a file. Raises CliFailure where it can't be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CliFailure(f"Can't write {path}: {error.strerror or error}.") from error
