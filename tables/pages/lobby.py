"""A table as the lobby tells it."""

from typing import TypedDict

from tables.naming import rules_name
from tables.pages.rules_told import rake_line, rules_about, stakes_line
from tables.playing_for import RAKED
from tables.queries import LobbyRow


class LobbyEntry(TypedDict):
    """An open table with its game and its stakes in the reader's words."""

    row: LobbyRow
    game: str
    about: str
    stakes: str
    rake: str
    chips: bool
    few: bool
    full: bool


def lobby_entry(row: LobbyRow) -> LobbyEntry:
    """Return what the lobby says of a table."""
    return {
        "row": row,
        "game": rules_name(row["rules"]),
        "about": rules_about(row["rules"]),
        "stakes": stakes_line(
            row["rules"], row["stakes"], row["ante"], arranged=row["tournament"]
        ),
        "rake": _rake(row),
        "chips": row["stakes"] != "play" and not row["tournament"],
        "few": row["taken"] < row["min_players"],
        "full": row["taken"] == row["seats"],
    }


def _rake(row: LobbyRow) -> str:
    """Return the house's share of a pot, '' where it takes none."""
    takes = row["rake_per_mille"] and row["rake_cap"] and row["stakes"] in RAKED
    return rake_line(row["rake_per_mille"]) if takes else ""
