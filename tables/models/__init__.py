"""Rows of the live tables. Their laws are constraints here and triggers in the migrations."""

from tables.models.company import Counter, Departure, Guest, Heartbeat, HouseTable, Mute, Spectator
from tables.models.outbox import Outbox
from tables.models.playing import Event, Hand, HandSeat, HandSecret
from tables.models.seating import Seat, Table, TableMatch

__all__ = [
    "Counter",
    "Departure",
    "Event",
    "Guest",
    "Hand",
    "HandSeat",
    "HandSecret",
    "Heartbeat",
    "HouseTable",
    "Mute",
    "Outbox",
    "Seat",
    "Spectator",
    "Table",
    "TableMatch",
]
