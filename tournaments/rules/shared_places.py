"""Which places of a bracket several entrants share, since nobody plays for them any further."""

from collections.abc import Iterator

from tournaments.rules.structure import DOUBLE, SINGLE, Stage

Span = tuple[int, int]


def shared_places(stage: Stage, entrants: int) -> tuple[Span, ...]:
    """First and last place of each shared group, best first; nothing where points or chips decide.

    Who loses in the same round of a knock-out shares, and so does who loses in the same round of
    the losers' bracket. Byes are in the first rounds only, so just the last group can be short.
    """
    spans = {SINGLE: _single, DOUBLE: _double}.get(stage.kind)
    if spans is None:
        return ()
    found: list[Span] = []
    for first, last in spans(stage):
        if first >= entrants:
            break
        found.append((first, min(last, entrants)))
    return tuple(found)


def _single(stage: Stage) -> Iterator[Span]:
    beaten = 4 if stage.third_place else 2
    while True:
        yield beaten + 1, 2 * beaten
        beaten *= 2


def _double(_stage: Stage) -> Iterator[Span]:
    size = 4
    while True:
        yield size + 1, size + size // 2
        yield size + size // 2 + 1, 2 * size
        size *= 2
