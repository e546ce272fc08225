"""The hand record in one place: canonical lines, chain, events, reading, replay, verification.

Writing: `line = canonical(event)`, `head = link(head, line)` (the first head is
`genesis(hand_id)`), then `file_line(line, head)`. Reading: `load`, then `replay` or `verify`.
"""

from engine.canonical import NotCanonical, canonical, read_canonical
from engine.chain import (
    GOOD,
    INCOMPLETE,
    NOT_A_RECORD,
    TAMPERED,
    Line,
    RecordFault,
    file_line,
    genesis,
    link,
)
from engine.events import (
    Event,
    act,
    away,
    back,
    closing,
    commit,
    credited,
    longer,
    opening,
    outcome_json,
    reveal,
    setup_of,
    void,
    window_closed,
)
from engine.replay import Record, action_of, advanced, dealt, load, replay
from engine.timing import Clock, Deadline, deadline_after, turn_of
from engine.verify import Verdict, check, verify

__all__ = [
    "GOOD",
    "INCOMPLETE",
    "NOT_A_RECORD",
    "TAMPERED",
    "Clock",
    "Deadline",
    "Event",
    "Line",
    "NotCanonical",
    "Record",
    "RecordFault",
    "Verdict",
    "act",
    "action_of",
    "advanced",
    "away",
    "back",
    "canonical",
    "check",
    "closing",
    "commit",
    "credited",
    "deadline_after",
    "dealt",
    "file_line",
    "genesis",
    "link",
    "load",
    "longer",
    "opening",
    "outcome_json",
    "read_canonical",
    "replay",
    "reveal",
    "setup_of",
    "turn_of",
    "verify",
    "void",
    "window_closed",
]
