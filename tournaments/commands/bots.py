"""Bots of the house in a tournament: they enter by the organiser, and play at its live tables."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from engine.bots import BOTS
from tables import commands as tables
from tournaments.book import Book
from tournaments.commands.entering import enter_listed
from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser
from tournaments.commands.writing import finish
from tournaments.errors import BadTournament
from tournaments.models import Entrant
from tournaments.queries import bots_most

if TYPE_CHECKING:
    from deploy.accounts.models import User


def enter_bots(
    *, user: "User", key: str, tournament_id: int, count: int, plays: str = "steady"
) -> dict[str, Any]:
    """Enter so many bots of the house, who play at live tables: the organiser may, free of cost.

    `plays`: how well, one of `engine.bots.BOTS`. No more than there are free places, and than
    BOTS_MAX at a time. Returns {"entrants": [refs]}.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if not book.row.online:
            raise BadTournament(_("Bots play at live tables, not in a room."))
        if plays not in BOTS:
            raise BadTournament(_("A bot plays %(names)s.") % {"names": ", ".join(BOTS)})
        most = bots_most(book.row)
        if type(count) is not int or not 1 <= count <= most:
            raise BadTournament(_("So many bots can enter: 1 to %s.") % most)
        inside = Entrant.objects.filter(tournament=book.row, user__isnull=False)
        bots = tables.some_bots(
            count=count, besides=list(inside.values_list("user_id", flat=True))
        )
        refs = enter_listed(book, user, [{"name": bot.username, "account": True} for bot in bots])
        Entrant.objects.filter(tournament=book.row, ref__in=refs).update(plays=plays)
        finish(book)
        return {"entrants": refs}

    content = {"bots": tournament_id, "count": count, "plays": plays}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def bots_play(book: Book) -> dict[int, str]:
    """How well the bots in it play, by user id; those that play as all do are left out."""
    entered = Entrant.objects.filter(tournament=book.row, user__isnull=False)
    return dict(entered.exclude(plays="steady").values_list("user_id", "plays"))
