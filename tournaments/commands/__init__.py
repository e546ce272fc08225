"""Every change of a tournament. One function is one transaction, for all doors.

Each takes the caller's `key`: the same key and content is done once and answered the same. Locks
in this order: the key, the tournament, tables, hands, players, ledger accounts. Refused is
unchanged: `tournaments.errors`, with the rules' own codes, and what wallet and tables refuse.
"""

from tournaments.commands.advancing import advance, put_off
from tournaments.commands.bots import enter_bots
from tournaments.commands.buying import add_on, re_enter, rebuy
from tournaments.commands.correcting import correct, correct_busts, redo, undo
from tournaments.commands.deals import propose_deal, vote_deal
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
    judge_entries,
    register,
    reinstate,
    remove,
    withdraw,
)
from tournaments.commands.importing import import_results
from tournaments.commands.results import break_tie, forfeit, report, take_back
from tournaments.commands.room import report_busts, report_stacks

__all__ = [
    "add_on",
    "advance",
    "announce",
    "break_tie",
    "cancel",
    "check_in",
    "close_registration",
    "correct",
    "correct_busts",
    "discard",
    "disqualify",
    "draft",
    "edit",
    "enter_bots",
    "enter_others",
    "forfeit",
    "import_results",
    "judge_entries",
    "open_registration",
    "pause",
    "propose_deal",
    "put_off",
    "re_enter",
    "rebuy",
    "redo",
    "register",
    "reinstate",
    "remove",
    "report",
    "report_busts",
    "report_stacks",
    "resume",
    "say",
    "start",
    "take_back",
    "undo",
    "vote_deal",
    "withdraw",
]
