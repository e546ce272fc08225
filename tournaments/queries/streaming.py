"""The stream of facts, as sockets read it."""

from typing import TYPE_CHECKING, Any

from tournaments.models import Tournament
from tournaments.queries.lists import events, tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from deploy.accounts.models import User

    Reader = User | AnonymousUser

AT_ONCE = 200


def head_for(tournament_id: int, reader: "Reader | None" = None) -> int:
    """Number of the newest event; NoSuchTournament, also for a draft."""
    return tournament(tournament_id, reader).seq


def news(tournament_id: int, after: int) -> dict[str, Any]:
    """What happened after an event: {"events", "to", "brief"}, `brief` as lists show it.

    At most some hundred events at a time; the rest comes with the next asking.
    """
    row = Tournament.objects.get(pk=tournament_id)
    told = events(row, after=after, limit=AT_ONCE) if row.seq > after else []
    names = ("phase", "paused", "entered", "waiting", "remaining", "pool")
    return {
        "events": told,
        "to": told[-1]["seq"] if told else after,
        "brief": {name: getattr(row, name) for name in names},
    }
