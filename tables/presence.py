"""Who counts as present: whoever was heard from a short while ago, or is a bot.

Sockets are noted every 15 seconds and programs whenever they ask, so a player who is not heard of
for longer than this has lost the connection, and one whose socket was seen to close has at once.
"""

from datetime import datetime, timedelta

PRESENT_FOR = timedelta(seconds=30)
# A player's program is noted once in so long, however often it asks.
HEARD_EVERY = timedelta(seconds=5)


def is_present(last_seen: datetime | None, now: datetime) -> bool:
    """Whether a person last heard from then (None: seen to go) counts as present now."""
    return last_seen is not None and now - last_seen <= PRESENT_FOR
