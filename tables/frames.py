"""Server messages as the text that is sent.

A table's news is written for each of its viewers; what all of them are shown of it is written
once (`Board.encoded`).
"""

import json
from typing import Any

import orjson

from tables import messages
from tables.boards import Board
from tables.news import News
from tables.past import PastBoard

# What JSON does not have is an error here, as it is to Python's own writer.
_STRICT = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


def text_of(message: messages.Message) -> str:
    """Return a message as its frame's text."""
    frame = message.frame()
    try:
        return orjson.dumps(frame, option=_STRICT).decode()
    except TypeError:
        # A client's own id goes back as it came: a number of a hundred digits, half a character.
        return _by_python(frame)


def _by_python(frame: dict[str, Any]) -> str:
    try:
        return json.dumps(frame, separators=(",", ":"))
    except RecursionError:  # it was read from deeper than Python writes
        return json.dumps(frame | {"id": None}, separators=(",", ":"))


def told(board: Board | PastBoard, news: News, user_id: int | None, after: int) -> str:
    """Return the frame with what a user may know of some news, and the table after them."""
    newest = news.rows[-1].told or 0
    state = board.snapshot(user_id)
    if isinstance(board, Board):
        state |= board.encoded()
    message = messages.Events(after + 1, newest, news.told_to(user_id, after), state)
    return orjson.dumps(message.frame(), option=_STRICT).decode()
