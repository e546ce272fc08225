"""What the page of a finished hand hands to its script: the table to draw, and who sat where."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from tables.models import Hand, HandSeat
from tables.naming import BOT_MARK
from tables.pages.rules_told import rules_told

Json = dict[str, Any]


def replay_told(hand: Hand, players: Iterable[HandSeat], reader_id: int) -> Json:
    """Return what does not change from step to step; the steps are the API's to give."""
    told = rules_told(hand.table)
    seats = [
        {
            "seat": one.seat,
            "name": one.user.username.removesuffix(BOT_MARK if one.user.is_bot else ""),
            "bot": one.user.is_bot,
            "sitting_out": False,
            "away": False,
            "present": True,
        }
        for one in players
    ]
    return {
        "steps": f"{reverse('api-hand-steps', args=[hand.pk])}?cards=all",
        "id": str(hand.pk),
        "hand_no": getattr(hand, "in_match", None) or hand.hand_no,
        "table": {
            "id": hand.table_id,
            "name": hand.table.name,
            "rules": hand.rules_id,
            "stakes": hand.table.stakes,
            "seats": hand.table.seats,
            "state": hand.table.state,
        },
        "seats": seats,
        "mine": next((one.seat for one in players if one.user_id == reader_id), None),
        "rules": {
            "game": told["game"],
            "name": told["name"],
            "line": told["line"],
            "axes": told["axes"],
            "match": hand.match_id is not None,
        },
    }
