"""The lines of the table that `tests.load` prints."""

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """A measured number, its limit, and whether it holds."""

    what: str
    value: float
    limit: float
    unit: str

    def __str__(self) -> str:
        """One line of the table."""
        holds = "ok" if self.value <= self.limit else "MISSED"
        return f"{self.what:<52} {self.value:10.1f} {self.limit:10.1f} {self.unit:<6} {holds}"


def milliseconds(seconds: list[float], part: float) -> float:
    """Return a quantile in milliseconds; endless where nothing was measured."""
    if len(seconds) < 2:
        return float("inf")
    return 1000 * statistics.quantiles(seconds, n=1000, method="inclusive")[int(part * 1000) - 1]
