"""A table as the lobby tells it."""

from typing import TypedDict

from tables.pages.rules_told import rules_about, rules_name, stakes_line
from tables.queries import LobbyRow


class LobbyEntry(TypedDict):
    """An open table with its game and its stakes in the reader's words."""

    row: LobbyRow
    game: str
    about: str
    stakes: str
    chips: bool
    few: bool
    full: bool


def lobby_entry(row: LobbyRow) -> LobbyEntry:
    """Return what the lobby says of a table."""
    return {
        "row": row,
        "game": rules_name(row["rules"]),
        "about": rules_about(row["rules"]),
        "stakes": stakes_line(row["stakes"], row["ante"]),
        "chips": row["stakes"] != "play",
        "few": row["taken"] < row["min_players"],
        "full": row["taken"] == row["seats"],
    }
