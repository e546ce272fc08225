"""The matches of a stage that can be played now, who plays them, and at which live tables."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.pages.bracket_told import numbered
from tournaments.pages.claims_told import claims_told
from tournaments.pages.reading import Seen
from tournaments.rules.advance import READY
from tournaments.rules.outcome import entries_paid
from tournaments.rules.remaining import remaining
from tournaments.rules.standings import BRACKETS, board, match_id
from tournaments.rules.state import StageState
from tournaments.rules.whereabouts import whereabouts


def live_tables(here: Seen, stage: StageState) -> dict[str, int]:
    """By match: the live table where it is played."""
    rows = here.row.match_tables.filter(stage=stage.spec.id, state="open")
    return dict(rows.values_list("match", "table_id"))


def open_matches(stage: StageState) -> list[tuple[str, tuple[str, ...]]]:
    """The matches that can be played now, each with its players."""
    if stage.spec.kind in BRACKETS:
        return [
            (stand.match.id, tuple(side for side in stand.sides if side))
            for stand in board(stage).stands()
            if stand.status == READY
        ]
    return [
        (match_id(number, table), players)
        for number, each in enumerate(stage.rounds, start=1)
        for table, players in enumerate(each.tables, start=1)
        if match_id(number, table) not in stage.results
    ]


def my_match(here: Seen) -> dict[str, Any] | None:
    """What the reader plays now: the stage, the match and where; None when there is nothing."""
    if not here.me:
        return None
    mine = whereabouts(here.state).get(here.me) if here.state is not None else None
    for stage in here.played:
        for match, players in open_matches(stage):
            if here.me in players:
                said = queries.claims(here.row, stage.spec.id)
                return {
                    "stage": stage.spec.id,
                    "match": match,
                    "called": numbered(here, stage).get(match, match),
                    "others": [here.name(one) for one in players if one != here.me],
                    "players": players,
                    "live": live_tables(here, stage).get(match),
                    "claims": claims_told(here, said, match, players),
                }
        if mine is not None and mine[0] == stage.spec.id:
            _stage, table, seat = mine
            about = {"table": table, "seat": seat}
            return {
                "stage": stage.spec.id,
                "match": str(table),
                "called": _("table %(table)s, seat %(seat)s") % about,
                "others": [],
                "players": (),
                "live": live_tables(here, stage).get(str(table)),
            }
    return None


def began(here: Seen) -> int:
    """How many have begun to play: who was disqualified later counts among them."""
    return len(entries_paid(here.state)) if here.state is not None else int(here.row.entered)


def still_in(here: Seen) -> int:
    """How many may still win: those whose place is open, or all where points decide."""
    return remaining(here.state) if here.state is not None else int(here.row.remaining)
