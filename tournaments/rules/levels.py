"""The clock of a freezeout: levels of antes and breaks, from a table or from a generator (2.6).

Time is handed in: the seconds that the clock has run, pauses left out. A hand plays the level at
which it was dealt, to its end.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tournaments.rules.errors import Refused

LEVELS_MAX: Final = 200
HAND_SECONDS: Final = 120
"""A hand of Pif Paf at a live table: half of 15 hands of 2 or 3 players took more than 115 s, and
of 41 hands of 4 more than 108 s (2026-11-30; bots, and with them a person at some tables)."""
HANDS_TO_LOSE_ONE: Final = 2
"""In a freezeout whose levels ran out, five players lost their last chips in ten hands."""
_LEADS: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)
"""The first digits that an ante may have: amounts that people can count out."""
_PER_CENT: Final = 100
_LAST_ANTES: Final = 4
"""How many of the highest antes the whole field's chips are: two for each of the last two."""


@dataclass(frozen=True, slots=True)
class Level:
    """`ante` chips a hand for so many seconds; a break has ante 0 and nobody is dealt in."""

    ante: int
    seconds: int

    @property
    def is_break(self) -> bool:
        """No hands are dealt."""
        return self.ante == 0


@dataclass(frozen=True, slots=True)
class Now:
    """Where the clock stands: the level's index, what it is, and the seconds it has left.

    The last level has no end: `seconds_left` is None.
    """

    index: int
    level: Level
    seconds_left: int | None


def check_levels(levels: Sequence[Level]) -> None:
    """Refuse a table that has no first ante, goes down, or stands still for no time."""
    if not 1 <= len(levels) <= LEVELS_MAX:
        raise Refused("bad-levels", f"A tournament has 1 to {LEVELS_MAX} levels.")
    if any(level.ante < 0 or level.seconds <= 0 for level in levels):
        raise Refused("bad-levels", "A level has an ante and lasts at least a second.")
    antes = [level.ante for level in levels if not level.is_break]
    if levels[0].is_break or levels[-1].is_break:
        raise Refused("bad-levels", "The first and the last level are played, not breaks.")
    if antes != sorted(antes):
        raise Refused("bad-levels", "The ante never goes down from one level to the next.")


def level_at(levels: Sequence[Level], elapsed: int) -> Now:
    """The level after so many seconds of the clock; at zero left the next one begins."""
    if elapsed < 0:
        raise Refused("bad-clock", "The clock does not stand before the start.")
    for index, level in enumerate(levels[:-1]):
        if elapsed < level.seconds:
            return Now(index, level, level.seconds - elapsed)
        elapsed -= level.seconds
    return Now(len(levels) - 1, levels[-1], None)


def starts_at(levels: Sequence[Level], index: int) -> int:
    """The seconds of the clock at which that level begins."""
    return sum(level.seconds for level in levels[:index])


def generated(
    first_ante: int,
    stack: int,
    *,
    growth: int = 140,
    seconds: int = 900,
    break_every: int = 0,
    break_seconds: int = 300,
    players: int = 2,
) -> tuple[Level, ...]:
    """Levels from the first ante until two players' chips are a few antes: whole amounts.

    Each ante is about `growth` per cent of the one before, on amounts with easy first digits, and
    always higher. It ends where the whole field's chips (`stack` × `players`) are at most 4 antes:
    past the last level the ante never rises, so the last two must not be able to sit it out.
    """
    if first_ante < 1 or stack < first_ante or growth <= _PER_CENT or seconds < 1:
        raise Refused("bad-levels", "Levels start at 1 chip or more, and grow by 1 % or more.")
    levels: list[Level] = []
    ante, exact, played = first_ante, first_ante * _PER_CENT, 0
    while True:
        levels.append(Level(ante, seconds))
        played += 1
        if ante * _LAST_ANTES >= stack * players or len(levels) >= LEVELS_MAX - 1:
            return tuple(levels)
        if break_every and played % break_every == 0:
            levels.append(Level(0, break_seconds))
        exact = exact * growth // _PER_CENT
        ante = _easy_above(ante, exact // _PER_CENT)


def expected_seconds(
    levels: Sequence[Level], stack: int, players: int, antes_left: int = 20, *, least: int = 0
) -> int:
    """About when one player has it all: when the chips in play are so many antes of a table.

    A rule of thumb for the plan, not a promise: freezeouts end when the whole field's chips are
    20 to 30 of the largest forced bets. Not before `least` seconds were played, breaks left out:
    where levels are short, the hands themselves take longer (see `hands_expected`).
    """
    total = played = 0
    over = False
    for level in levels:
        if over and played >= least:
            return total
        if level.is_break:
            total += level.seconds
            continue
        length = min(level.seconds, least - played) if over else level.seconds
        total, played = total + length, played + length
        over = over or level.ante * antes_left >= stack * players
    return total + max(0, least - played)


def hands_expected(players: int, size: int, left: int = 1) -> int:
    """So many hands one after the other until `left` of the players are in, at tables of `size`.

    Each table loses one player in HANDS_TO_LOSE_ONE hands, all at the same time.
    """
    hands = 0
    while players > left:
        hands += HANDS_TO_LOSE_ONE
        players -= -(-players // size)
    return hands


def steep(levels: Sequence[Level], limit: int = 200) -> tuple[int, ...]:
    """The indices of levels whose ante is more than `limit` per cent of the one before."""
    antes = [(index, level.ante) for index, level in enumerate(levels) if not level.is_break]
    return tuple(
        index
        for (_, before), (index, after) in pairwise(antes)
        if after * _PER_CENT > before * limit
    )


def _easy_above(ante: int, wanted: int) -> int:
    """The easy amount nearest to `wanted` that is above `ante`."""
    found, power = ante + 1, 1
    if ante >= _LEADS[0]:
        while power * _PER_CENT <= ante:
            power *= 10
        amounts = [lead * power * up // 1 for up in (1, 10) for lead in _LEADS]
        found = min(
            (amount for amount in amounts if amount > ante),
            key=lambda amount: (abs(amount - wanted), amount),
        )
    return found if ante >= _LEADS[0] else max(found, min(wanted, _LEADS[0]))
