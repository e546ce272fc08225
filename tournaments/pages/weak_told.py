"""What a drawn round of a Swiss could not avoid: who meets again, who is pulled up."""

from typing import Any

from django.utils.translation import ngettext

from tournaments.pages.reading import Seen
from tournaments.rules.rounds import weak_spots
from tournaments.rules.state import StageState
from tournaments.rules.structure import SWISS


def weak_told(here: Seen, stage: StageState) -> list[dict[str, Any] | None]:
    """For each drawn round: sentences on repeats, and names pulled up; None for other formats."""
    if stage.spec.kind != SWISS:
        return [None] * len(stage.rounds)
    found: list[dict[str, Any] | None] = []
    for spots in weak_spots(stage):
        words = [_again(here, *pair) for pair in spots.repeats]
        found.append({"repeats": words, "pulled": [here.name(one) for one in spots.pulled_up]})
    return found


def _again(here: Seen, one: str, other: str, times: int) -> str:
    words = ngettext(
        "%(one)s and %(other)s met %(n)s time before",
        "%(one)s and %(other)s met %(n)s times before",
        times,
    )
    return words % {"one": here.name(one), "other": here.name(other), "n": times}
