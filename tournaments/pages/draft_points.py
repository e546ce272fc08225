"""Points by place in a draft: proposed by the size of the tables, and refused where they stand."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext

from tournaments.pages.draft_fields import listed

_PAIR: Final = 2
SIZES: Final = range(_PAIR, 9)


def usual_points(size: int) -> tuple[int, ...]:
    """The points that are proposed: 2 for a win of two; of more, each place has one more."""
    return (2, 0) if size == _PAIR else tuple(range(size - 1, -1, -1))


def said_points(points: Sequence[int]) -> str:
    """The points as the form has them."""
    return ", ".join(map(str, points))


def proposed(text: str) -> tuple[int, ...]:
    """The points of a field if they are those that some size is proposed; else none."""
    try:
        points = listed(text)
    except ValueError:
        return ()
    return points if points in [usual_points(size) for size in SIZES] else ()


def wrong_points(size: int, points: Sequence[int]) -> str:
    """Why such tables cannot have these points, with what would be right; "" where they can."""
    if len(points) == size and list(points) == sorted(points, reverse=True):
        return ""
    words = gettext(
        "A full table has points for each of its places, the best first: %(points)s, for example."
    )
    return words % {"points": said_points(usual_points(size))}
