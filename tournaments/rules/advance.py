"""Who stands where in a bracket: read from its results alone, so their order cannot matter.

A result counts when the two it names are the two who stand in the match. One that names others is
*set aside*: that happens only after a correction upstream, and undoing the correction brings it
back, for nothing is ever rewritten. "Nobody will come" (a bye, or somebody who left) and "not
known yet" are two different things: the opponent of nobody goes through at once, over as many
rounds as it takes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from tournaments.rules.bracket import BYE, LOSER, SEED, Bracket, Match, Side
from tournaments.rules.results import VOID, Result

NOBODY: Final = ""
"""Stands in a side that nobody will ever fill."""

WAITING: Final = "waiting"
READY: Final = "ready"
DONE: Final = "done"
WALKOVER: Final = "walkover"
EMPTY: Final = "empty"
NOT_NEEDED: Final = "not-needed"

Slot: TypeAlias = str | None
"""An entrant, NOBODY, or None: not known yet."""

Fate: TypeAlias = tuple[int, int]
"""The best and the worst place that somebody can still come to hold: alike when it is decided."""

Pins: TypeAlias = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Stand:
    """One match as it stands.

    `status`: "waiting" (a side is not known yet), "ready" (to be played), "done", "walkover" (one
    side is nobody), "empty" (both are), "not-needed" (the reset, if the first final settled it).
    `winner` and `loser` are what goes on to other matches. `set_aside`: a result is on record, but
    for other players.
    """

    match: Match
    sides: tuple[Slot, Slot]
    status: str
    winner: Slot = None
    loser: Slot = None
    result: Result | None = None
    set_aside: bool = False


class Board:
    """A bracket with its entrants (best seed first), results and pins; reads what is asked for.

    A pin is an organiser's ruling that two named entrants play (or have played) a match, whatever
    the matches before it say.
    """

    def __init__(
        self,
        bracket: Bracket,
        entrants: Sequence[str],
        results: Mapping[str, Result],
        pins: Pins | None = None,
    ) -> None:
        """Nothing is worked out before it is asked for."""
        self.bracket = bracket
        self._entrants = entrants
        self._results = results
        self._pins = pins or {}
        self._known: dict[str, Stand] = {}

    def stand(self, match_id: str) -> Stand:
        """How that match stands. Raises Refused when there is no such match."""
        known = self._known.get(match_id)
        if known is None:
            known = self._stand(self.bracket.match(match_id))
            self._known[match_id] = known
        return known

    def stands(self) -> tuple[Stand, ...]:
        """All matches in the order of the bracket: each after those that feed it."""
        return tuple(self.stand(match.id) for match in self.bracket.matches)

    def forget(self, match_id: str) -> None:
        """Read this match again, and what hangs on it: its result was added to the mapping."""
        stale = [self.bracket.match(match_id)]
        while stale:
            match = stale.pop()
            if self._known.pop(match.id, None) is not None:
                stale += self.bracket.feeds[match.id]

    def ready(self) -> tuple[Stand, ...]:
        """The matches that can be played now."""
        return tuple(stand for stand in self.stands() if stand.status == READY)

    def over(self) -> bool:
        """Every match is done or cannot be played."""
        return all(stand.status not in (WAITING, READY) for stand in self.stands())

    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The final or present order, best first: equal ones share a place.

        Entrants whose fate is open stand together, in front of the places that they may still
        come to hold: two who play for the third place behind the winner of the final.
        """
        fates = self.fates()
        bounds = _joined(fate for fate in fates.values() if is_open(fate))
        places: dict[tuple[int, bool], list[str]] = {}
        for entrant, (best, worst) in fates.items():
            decided = best == worst
            first = best if decided else next(low for low, high in bounds if best <= high)
            places.setdefault((first, decided), []).append(entrant)
        return tuple(tuple(places[place]) for place in sorted(places))

    def fates(self) -> dict[str, Fate]:
        """The best and the worst place that each entrant can still have; one, where it is decided.

        Who was kept out of a match by a pin is placed as if the last match before it had been
        lost.
        """
        place_of: dict[str, int] = {}
        open_: dict[Slot, Fate] = {}
        last: dict[Slot, Match] = {}
        for stand in self.stands():
            if stand.status in (WAITING, READY):
                reach = self.bracket.reach[stand.match.id]
                for side in stand.sides:
                    best, worst = open_.get(side, reach)
                    open_[side] = (min(best, reach[0]), max(worst, reach[1]))
            last.update(dict.fromkeys(stand.sides, stand.match))
            for entrant, place in self._places(stand):
                place_of[entrant] = min(place, place_of.get(entrant, place))
        found: dict[str, Fate] = {}
        for entrant in self._entrants:
            place = place_of.get(entrant, -1)
            if place < 0 and entrant not in open_:
                place = self._place_of_leaver(last[entrant])
            found[entrant] = open_.get(entrant, (place, place))
        return found

    def _stand(self, match: Match) -> Stand:
        if match.optional and (settled := self._without_reset(match)):
            return settled
        pinned = self._pins.get(match.id)
        first, second = pinned or (self._slot(match.sides[0]), self._slot(match.sides[1]))
        result = self._results.get(match.id)
        sides = (first, second)
        if first is None or second is None:
            return Stand(match, sides, WAITING, set_aside=result is not None)
        if NOBODY in sides:
            winner = first or second
            status = WALKOVER if winner else EMPTY
            return Stand(match, sides, status, winner, NOBODY, set_aside=result is not None)
        if result is None:
            return Stand(match, sides, READY)
        if result.how == VOID:
            return Stand(match, sides, DONE, NOBODY, NOBODY, result)
        if result.entrants != {first, second}:
            return Stand(match, sides, READY, set_aside=True)
        in_order = [group[0] for group in result.places]
        winner = in_order[0] if in_order else NOBODY
        loser = in_order[1] if len(in_order) > 1 else NOBODY
        return Stand(match, sides, DONE, winner, loser, result)

    def _without_reset(self, match: Match) -> Stand | None:
        """The reset when it is not, or not yet, to be played: only the second side's win asks."""
        before = self.stand(match.sides[0].match)
        if before.status in (WAITING, READY):
            return Stand(match, (None, None), WAITING)
        asked = before.status == DONE and before.loser and before.winner == before.sides[1]
        return None if asked else Stand(match, (NOBODY, NOBODY), NOT_NEEDED)

    def _slot(self, side: Side) -> Slot:
        if side.kind == SEED:
            return self._entrants[side.number - 1]
        if side.kind == BYE:
            return NOBODY
        stand = self.stand(side.match)
        return stand.loser if side.kind == LOSER else stand.winner

    def _places(self, stand: Stand) -> list[tuple[str, int]]:
        """Who got a place with this match, and which."""
        match = stand.match
        if stand.status not in (DONE, WALKOVER) or self._reset_follows(match):
            return []
        found: list[tuple[str, int]] = []
        if stand.winner and match.winner_place:
            found.append((stand.winner, match.winner_place))
        if stand.loser and match.loser_place:
            found.append((stand.loser, match.loser_place))
        if stand.result is not None:
            place = self._place_of_leaver(match)
            gone = stand.result.out
            if stand.result.how == VOID:
                gone = tuple(slot for slot in stand.sides if slot)
            found += [(entrant, place) for entrant in gone]
        return found

    def _reset_follows(self, match: Match) -> bool:
        resets = [each for each in self.bracket.feeds[match.id] if each.optional]
        return bool(resets) and self.stand(resets[0].id).status != NOT_NEEDED

    def _place_of_leaver(self, match: Match) -> int:
        """The place of somebody who leaves: that of the next match that he could have lost."""
        while not match.loser_place:
            lost = Side(LOSER, match=match.id)
            match = next(each for each in self.bracket.feeds[match.id] if lost in each.sides)
        return match.loser_place


def is_open(fate: Fate) -> bool:
    """Whether the place is not decided yet."""
    return fate[0] < fate[1]


def _joined(fates: Iterable[Fate]) -> list[Fate]:
    """The fates put together where they overlap, best first."""
    found: list[Fate] = []
    for best, worst in sorted(set(fates)):
        if found and best <= found[-1][1]:
            found[-1] = (found[-1][0], max(worst, found[-1][1]))
        else:
            found.append((best, worst))
    return found
