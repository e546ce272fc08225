"""What the marks in docstrings and in `python3 -m engine rules` stand for.

S: a rule text that we play by. "house": what other tables play, or our own completion.
"""

from typing import Final

SOURCES: Final = {
    "S2": "Pili Pili in French: bids, tricks, Pilis, what Missions do; not what each card says. "
    "P01 to P47 are cases of it, each kept as a test.",
}
