"""The engine's state of a hand: always the replay of its log.

States are kept in memory by the chain value they stand at. The value covers everything that led
to the state, so a kept state can never be the wrong one: not after a rollback, not after another
process went on with the hand.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator

from engine import record
from engine.game import State, game_for
from tables.models import Event, Hand, HandSecret
from tables.sealing import unseal

_KEPT_MAX = 4096
_CATCH_UP_LINES = 16


class _Kept:
    """The states used last, by chain value; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: OrderedDict[bytes, State] = OrderedDict()

    def get(self, head: bytes) -> State | None:
        with self._lock:
            state = self._states.get(head)
            if state is not None:
                self._states.move_to_end(head)
            return state

    def put(self, head: bytes, state: State) -> None:
        with self._lock:
            self._states[head] = state
            self._states.move_to_end(head)
            while len(self._states) > _KEPT_MAX:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


kept = _Kept()


def state_of(hand: Hand) -> State:
    """Return the state where the hand's log stands now."""
    state = kept.get(bytes(hand.head)) or _caught_up(hand)
    if state is None:
        *_, (_event, state) = walk(hand, lines_of(hand))
    return state


def _caught_up(hand: Hand) -> State | None:
    """Go on from the newest state that is kept; None if none of the last lines' states is.

    Another process acted: without this each of its actions cost this one a whole replay.
    """
    rows = Event.objects.filter(hand=hand, hand_seq__lte=hand.seq).order_by("-hand_seq")
    ahead: list[tuple[str, bytes]] = []
    for line, head in rows.values_list("line", "head")[:_CATCH_UP_LINES]:
        state = kept.get(bytes(head or b""))
        if state is not None:
            for later, its_head in reversed(ahead):
                state = record.advanced(game_for(hand.rules_id), state, json.loads(later))
                kept.put(its_head, state)
            return state
        ahead.append((str(line), bytes(head or b"")))
    return None


def walk(hand: Hand, lines: Iterable[str]) -> Iterator[tuple[record.Event, State]]:
    """Replay the lines of a hand from its first; yield each event with the state after it."""
    hand_id = str(hand.pk)
    seed = seed_of(hand)
    game = game_for(hand.rules_id)
    head = record.genesis(hand_id)
    state: State | None = None
    for line in lines:
        event = json.loads(line)
        head = record.link(head, line)
        if state is None:
            state = record.dealt(record.setup_of(event), hand_id, seed)
        else:
            state = record.advanced(game, state, event)
        kept.put(head, state)
        yield event, state


def lines_of(hand: Hand) -> list[str]:
    """Return the exact lines of a hand's record, in order, as far as the hand's row knows them."""
    rows = Event.objects.filter(hand=hand, hand_seq__lte=hand.seq).order_by("hand_seq")
    return [line for line in rows.values_list("line", flat=True) if line is not None]


def seed_of(hand: Hand) -> bytes:
    """Return a hand's seed. Only for dealing and replaying; nothing of it may leave the house."""
    return unseal(str(hand.pk), bytes(HandSecret.objects.get(hand=hand).sealed))
