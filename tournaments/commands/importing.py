"""Bringing results in by list, all or none."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser
from tournaments.commands.writing import finish
from tournaments.errors import ImportRefused
from tournaments.queries.sheets import checked_results

if TYPE_CHECKING:
    from deploy.accounts.models import User


def import_results(
    *, user: "User", key: str, tournament_id: int, rows: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Record the results that these lines say; {"rows", "new", "same"}.

    Lines as `queries.result_rows` has them, in an order in which the matches can be played. One
    that is wrong and nothing is recorded: ImportRefused tells all that are. The organiser may.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        found = checked_results(book.state, rows)
        if found.wrong:
            raise ImportRefused(facts={"wrong": found.wrong})
        book.add(*found.new, actor=user)
        finish(book)
        return {"rows": found.rows, "new": len(found.new), "same": found.same}

    content = {"import": tournament_id, "rows": [dict(one) for one in rows]}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)
