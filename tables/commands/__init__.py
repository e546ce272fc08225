"""Every change of state at a table. One function = one transaction = one docstring of promises.

REST views, sockets, pages, jobs and management commands only call these. Lock order: the key of
the request, then the table's row, then players (`wallet.limits.gate`), then ledger accounts.
"""

from tables.commands.ahead import arrange, preact, use_reserve
from tables.commands.arranged import check_arranged
from tables.commands.arranging import (
    add_chips,
    arrange_table,
    dissolve_table,
    seat_player,
    set_table,
    stand_still,
    stop_table,
    take_in,
    unseat_player,
)
from tables.commands.bots import add_bot, remove_bot, some_bots
from tables.commands.clock import beat, credit_outage, heal, tick
from tables.commands.guests import (
    answer_guest,
    ask_to_play,
    remove_player,
    renew_link,
    revoke_link,
)
from tables.commands.house import (
    change_house_table,
    define_house_table,
    keep_house_table,
    retire_house_table,
)
from tables.commands.idle import free_idle_seats
from tables.commands.play import act
from tables.commands.seats import leave, sit
from tables.commands.sitting import (
    Socket,
    mark_gone,
    mark_heard,
    mark_present,
    sit_in,
    sit_out,
    take_over,
)
from tables.commands.tables import close_table, open_table
from tables.commands.talk import mute, say, unmute
from tables.commands.top_up import top_up
from tables.commands.watching import mark_watching

__all__ = [
    "Socket",
    "act",
    "add_bot",
    "add_chips",
    "answer_guest",
    "arrange",
    "arrange_table",
    "ask_to_play",
    "beat",
    "change_house_table",
    "check_arranged",
    "close_table",
    "credit_outage",
    "define_house_table",
    "dissolve_table",
    "free_idle_seats",
    "heal",
    "keep_house_table",
    "leave",
    "mark_gone",
    "mark_heard",
    "mark_present",
    "mark_watching",
    "mute",
    "open_table",
    "preact",
    "remove_bot",
    "remove_player",
    "renew_link",
    "retire_house_table",
    "revoke_link",
    "say",
    "seat_player",
    "set_table",
    "sit",
    "sit_in",
    "sit_out",
    "some_bots",
    "stand_still",
    "stop_table",
    "take_in",
    "take_over",
    "tick",
    "top_up",
    "unmute",
    "unseat_player",
    "use_reserve",
]
