"""Prizes by places as somebody gets them: who shares places shares their prizes too."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pages.bracket_drawing import never
from tournaments.pages.reading import Seen
from tournaments.pages.standings_why import chips
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts, payments
from tournaments.rules.payouts import split_evenly
from tournaments.rules.plan import bracket_of, ranking_order
from tournaments.rules.standings import BRACKETS
from tournaments.rules.structure import ENTRIES, Stage

Places = tuple[int, int]
OVER: Final = ("finished", "paid")


@dataclass(frozen=True, slots=True)
class Share:
    """What one player in these places gets, chips; `most` differs where units are left over."""

    first: int
    last: int
    least: int
    most: int

    @property
    def places(self) -> str:
        """As they are shown: "4" or "3–4"."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def shares(here: Seen, prizes: Sequence[int], entries: int = 0) -> list[Share]:
    """The prizes of the places, best first; `entries`: for how many they are planned.

    Of a tournament that is over as they are paid; before, a bracket says which places are shared.
    """
    state = here.state
    if state is None or state.satellite is not None:
        return [Share(place, place, one, one) for place, one in enumerate(prizes, 1)]
    if here.row.phase in OVER and (paid := _paid(here)):
        return paid
    last = ranking_order(here.structure)[0]
    spec = next(one for one in here.structure.stages if one.id == last)
    count = len(state.stages[last].entrants) if here.started(last) else 0
    return shared(prizes, shared_places(spec, count or planned_into(spec, entries)))


def shared(prizes: Sequence[int], places: Sequence[Places]) -> list[Share]:
    """Prizes by place, those of shared places pooled and split; the others stand alone."""
    spans = {first: last for first, last in places if last > first}
    found: list[Share] = []
    place = 1
    while place <= len(prizes):
        last = spans.get(place, place)
        each = split_evenly(sum(prizes[place - 1 : last]), last - place + 1)
        found.append(Share(place, last, min(each), max(each)))
        place = last + 1
    return found


def shared_places(spec: Stage, entrants: int) -> list[Places]:
    """The places that losers of one round of a bracket share, whoever wins; none elsewhere."""
    if spec.kind not in BRACKETS or not entrants:
        return []
    try:
        bracket = bracket_of(spec, entrants)
    except Refused:
        return []
    empty = never(bracket)
    real = [one for one in bracket.matches if not any(empty[one.id]) and not one.optional]
    losers = Counter(one.loser_place for one in real if one.loser_place)
    return sorted((place, place + count - 1) for place, count in losers.items())


def planned_into(spec: Stage, entries: int) -> int:
    """How many a stage is to take; 0 where that depends on how the entries spread."""
    count = 0
    for take in spec.takes:
        if take.source == ENTRIES:
            count += 0 if take.flight else entries
        elif take.last:
            count += take.last - take.first + 1
        else:
            return 0
    return count


def _paid(here: Seen) -> list[Share]:
    """By the places of the ranking; empty while a paid place is open."""
    if here.state is None:
        return []
    try:
        found = payments(here.state)
    except Refused:
        return []
    by_places: dict[Places, list[int]] = {}
    for rank in here.ranks():
        by_places.setdefault((rank.first, rank.last), []).append(found.get(rank.entrant, 0))
    return [
        Share(first, last, min(each), max(each))
        for (first, last), each in by_places.items()
        if max(each)
    ]


def split_lines(here: Seen, paid: Mapping[str, int]) -> list[str]:
    """Sums that show how those who share places came to their prizes, as "3-4: 320 / 2 → 160"."""
    if here.state is None or here.state.deal or not paid:
        return []
    prizes, found = amounts(here.state), {}
    for rank in here.ranks():
        pool, count = sum(prizes[rank.first - 1 : rank.last]), rank.last - rank.first + 1
        if pool and count > 1:
            each = sorted({*split_evenly(pool, count)}, reverse=True)
            found[rank.first] = f"{rank}: {chips(pool)} / {count} → {', '.join(map(chips, each))}"
    return list(found.values())
