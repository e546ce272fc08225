"""Every change of state at a table. One function = one transaction = one docstring of promises.

REST views, sockets, pages, jobs and management commands only call these. Lock order: the key of
the request, then the table's row, then players (`wallet.limits.gate`), then ledger accounts.
"""

from tables.commands.bots import add_bot, remove_bot
from tables.commands.clock import beat, credit_outage, heal, tick
from tables.commands.play import act
from tables.commands.seats import leave, sit
from tables.commands.sitting import mark_present, sit_in, sit_out, take_over
from tables.commands.tables import close_table, open_table
from tables.commands.top_up import top_up

__all__ = [
    "act",
    "add_bot",
    "beat",
    "close_table",
    "credit_outage",
    "heal",
    "leave",
    "mark_present",
    "open_table",
    "remove_bot",
    "sit",
    "sit_in",
    "sit_out",
    "take_over",
    "tick",
    "top_up",
]
