"""The state of a tournament: always what its log makes, and hardly ever replayed from the start.

The newest state of each tournament is kept in memory, with the chain value at which it stands.
The value covers everything that led to the state, so a kept one can never be the wrong one: where
another process went on, only the events after it are read; where a transaction was undone, the
value is not in the log, and all of it is.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Tournament, TournamentEvent
from tournaments.rules import log as rules_log
from tournaments.rules.state import Tournament as State

_KEPT_MAX = 256


@dataclass(frozen=True, slots=True)
class _Kept:
    seq: int
    head: bytes
    state: State


class _Newest:
    """The newest states, by tournament; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, _Kept] = OrderedDict()

    def get(self, tournament_id: int) -> _Kept | None:
        with self._lock:
            found = self._kept.get(tournament_id)
            if found is not None:
                self._kept.move_to_end(tournament_id)
            return found

    def put(self, tournament_id: int, kept: _Kept) -> None:
        with self._lock:
            self._kept[tournament_id] = kept
            self._kept.move_to_end(tournament_id)
            while len(self._kept) > _KEPT_MAX:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


newest = _Newest()


def state_of(row: Tournament) -> State:
    """The state at which a tournament's row stands; it has been announced.

    Whoever is handed one never changes it (`rules.log.extend` works on a copy).
    """
    head = bytes(row.head)
    kept = newest.get(row.pk)
    if kept is not None and kept.head == head:
        return kept.state
    found = _brought_up(row, kept)
    newest.put(row.pk, _Kept(row.seq, head, found))
    return found


def keep(row: Tournament, state: State) -> None:
    """Keep the state that a transaction has just come to; an undone one does no harm."""
    newest.put(row.pk, _Kept(row.seq, bytes(row.head), state))


def lines_of(row: Tournament, after: int = 0) -> Iterable[str]:
    """The exact lines of the log after an event, as far as the row knows them."""
    rows = TournamentEvent.objects.filter(tournament=row, seq__gt=after, seq__lte=row.seq)
    return rows.order_by("seq").values_list("line", flat=True)


def _brought_up(row: Tournament, kept: _Kept | None) -> State:
    if kept is not None and kept.seq < row.seq:
        at = TournamentEvent.objects.filter(tournament=row, seq=kept.seq, head=kept.head)
        if at.exists():
            more = map(rules_log.read, lines_of(row, kept.seq))
            return rules_log.extend(kept.state, more, stored=True)
    return rules_log.replay(map(rules_log.read, lines_of(row)), stored=True)
