"""A table read once for all the sockets of a process that watch it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.boards import Board, load_board
from tables.errors import NotWatchable
from tables.news import News, load_news
from tables.past import PastBoard, load_past

# While something is held back from late spectators, their table is looked at this often.
LATE_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Seen:
    """What was read of a table for its sockets: for those who see it now, and for the others."""

    board: Board
    news: News
    past: tuple[PastBoard, News] | None
    later_s: float | None

    def of(self, user_id: int) -> "tuple[Board | PastBoard, News] | None":
        """Return what a user is brought; None: nothing is shown to him."""
        if not self.board.admits(user_id):
            return None
        return (self.board, self.news) if self.board.shows_all_to(user_id) else self.past


def read(table_id: int, viewers: Sequence[tuple[int, int]]) -> Seen:
    """Read a table for viewers, given as (user id, cursor)."""
    board = load_board(table_id)
    head = board.table.told_seq
    now = [cursor for user_id, cursor in viewers if board.shows_all_to(user_id)]
    late = [cursor for user_id, cursor in viewers if not board.shows_all_to(user_id)]
    # What comes after the board was read is in the next news, with the next board. The newest
    # hand's players are the board's: most news is of that hand.
    news = load_news(table_id, min(now, default=head), head, board.players)
    if not late:
        return Seen(board, news, None, None)
    try:
        past = load_past(board)
    except NotWatchable:
        return Seen(board, news, None, None)
    held = past.head < board.table.told_seq and board.table.watch_ms
    later_s = min(held / 1000, LATE_LOOK_SECONDS) if held else None
    return Seen(board, news, (past, load_news(table_id, min(late), past.head)), later_s)
