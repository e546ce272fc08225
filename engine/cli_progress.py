"""A progress bar on stderr, only where a person looks at a terminal."""

import sys
import time
from types import TracebackType
from typing import Final, Self

_BAR_CELLS: Final = 24
_REDRAW_SECONDS: Final = 0.1
_CLEAR_LINE: Final = "\r\x1b[K"


class Progress:
    """Counts steps to `total`; draws ten times a second at most, and only at a terminal."""

    def __init__(self, verb: str, total: int) -> None:
        self._verb = verb
        self._total = total
        self._done = 0
        self._shown = sys.stderr.isatty() and total > 1
        self._drawn_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._clear()

    def step(self) -> None:
        """One more is done."""
        self._done += 1
        if self._shown and time.monotonic() - self._drawn_at >= _REDRAW_SECONDS:
            self._draw()

    def say(self, line: str) -> None:
        """Print a line on stdout, with the bar out of its way."""
        self._clear()
        print(line)

    def _draw(self) -> None:
        filled = _BAR_CELLS * self._done // self._total
        bar = "#" * filled + "." * (_BAR_CELLS - filled)
        sys.stderr.write(f"{_CLEAR_LINE}[{bar}] {self._done}/{self._total} {self._verb}")
        sys.stderr.flush()
        self._drawn_at = time.monotonic()

    def _clear(self) -> None:
        if self._shown and self._drawn_at:
            sys.stderr.write(_CLEAR_LINE)
            sys.stderr.flush()
