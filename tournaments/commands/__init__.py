"""Every change of a tournament. One function is one transaction, for all doors.

Each takes the caller's `key`: the same key and content is done once and answered the same. Locks
in this order: the key, the tournament, tables, hands, players, ledger accounts. Refused is
unchanged: `tournaments.errors`, with the rules' own codes, and what wallet and tables refuse.
"""

from tournaments.commands.directing import (
    cancel,
    close_registration,
    open_registration,
    pause,
    resume,
    say,
    start,
)
from tournaments.commands.drafting import announce, discard, draft, edit
from tournaments.commands.entering import (
    check_in,
    disqualify,
    enter_others,
    register,
    reinstate,
    remove,
    withdraw,
)

__all__ = [
    "announce",
    "cancel",
    "check_in",
    "close_registration",
    "discard",
    "disqualify",
    "draft",
    "edit",
    "enter_others",
    "open_registration",
    "pause",
    "register",
    "reinstate",
    "remove",
    "resume",
    "say",
    "start",
    "withdraw",
]
