"""What is asked of the engine's speed, to be printed beside what was measured.

CPU time of one core under CPython 3.11. The ratio is 1 where a figure is just as asked, and more
where it is better.
"""

from typing import NamedTuple


class Asked(NamedTuple):
    """A figure that is asked: so many a second at least, or so many microseconds at most."""

    figure: float
    at_least: bool

    def beside(self, measured: float) -> str:
        """The figure and the ratio, in two columns of 9."""
        ratio = measured / self.figure if self.at_least else self.figure / measured
        return f"{'≥' if self.at_least else '≤'} {self.figure:<6g}".rjust(9) + f"{ratio:9.2f}"


def a_second(figure: float) -> Asked:
    """At least so many a second."""
    return Asked(figure, at_least=True)


def micros(figure: float) -> Asked:
    """At most so many microseconds."""
    return Asked(figure, at_least=False)


HEADING = f"{'asked':>9}{'ratio':>9}"
NOTHING = " " * 18
