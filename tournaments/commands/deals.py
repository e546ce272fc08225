"""Deals: all who may still win share the prizes as they agree, on the same frozen stacks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tables import commands as tables
from tournaments.book import Book
from tournaments.commands.keyed import BY_PLAYERS, once
from tournaments.commands.locking import entrant_of, open_book, organises
from tournaments.commands.noting import note_table
from tournaments.commands.proposals import drop_deals, stacks_of, stands
from tournaments.commands.writing import finish
from tournaments.errors import BadDeal, NoDeal, RuleRefused
from tournaments.models import Deal, DealVote, MatchTable
from tournaments.rules import events as e
from tournaments.rules.deals import check_sharers, sharers
from tournaments.rules.errors import Refused
from tournaments.rules.icm import deal as shared
from tournaments.rules.log import apply
from tournaments.rules.outcome import amounts

if TYPE_CHECKING:
    from deploy.accounts.models import User

CUSTOM = "custom"
PLAYERS_MAX = 32


def propose_deal(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    method: str = "icm",
    for_first: int = 0,
    amounts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Propose to share the prizes: "icm" or "chip-chop" on the stacks as they are, or "custom".

    One who would share may, or the organiser. `for_first` stays for the winner; `amounts` (by
    ref) are those of a custom deal. An earlier proposal is off. Returns {"deal", "amounts",
    "for_first", "stacks"}. BadDeal says what is wrong with it; RuleRefused why there is no deal
    now, or any more (see `rules.deals`).
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        _between_hands(book)
        with _said_of_deals():
            named = _named(book, method, amounts)
            if not organises(user, book.row) and entrant_of(book, user).ref not in named:
                raise NoDeal
            if len(named) > PLAYERS_MAX:
                raise Refused("bad-deal", f"A deal is among {PLAYERS_MAX} players at most.")
            stacks = stacks_of(book, named)
            offer = _offer(book, method, stacks, for_first, amounts)
            apply(book.state, e.DealMade(tuple(sorted(offer.items())), for_first))
        drop_deals(book)
        row = Deal.objects.create(
            tournament=book.row,
            by=user,
            method=method,
            amounts=offer,
            for_first=for_first,
            stacks=stacks,
            at=book.now,
        )
        return {"deal": row.pk, "amounts": offer, "for_first": for_first, "stacks": stacks}

    content = {
        "deal": tournament_id,
        "method": method,
        "for_first": for_first,
        "amounts": None if amounts is None else dict(amounts),
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=BY_PLAYERS)


def vote_deal(
    *, user: "User", key: str, tournament_id: int, deal: int, yes: bool
) -> dict[str, Any]:
    """Answer a proposal; one no takes it off, and the last yes makes it: {"made", "waiting_for"}.

    Those vote who would share. NoDeal when it is not open any more: the stacks have changed, say.
    BadDeal for a yes while a hand is being played: it would be given by who knows the own cards.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        if yes:
            _between_hands(book)
        row = Deal.objects.filter(tournament=book.row, pk=deal, state=Deal.State.OPEN).first()
        me = entrant_of(book, user)
        if row is None or me.ref not in row.amounts:
            raise NoDeal
        if yes and not stands(book, row):
            raise NoDeal  # a table has told something that nobody had noted yet
        DealVote.objects.update_or_create(
            deal=row, entrant=me, defaults={"yes": yes, "at": book.now}
        )
        if not yes:
            drop_deals(book)
            return {"made": False, "waiting_for": []}
        agreed = set(
            DealVote.objects.filter(deal=row, yes=True).values_list("entrant__ref", flat=True)
        )
        waiting_for = sorted(row.amounts.keys() - agreed)
        if waiting_for:
            return {"made": False, "waiting_for": waiting_for}
        event = e.DealMade(tuple(sorted(row.amounts.items())), row.for_first)
        book.add(event, note=f"{row.method}, agreed by all")
        row.state = Deal.State.MADE
        row.save(update_fields=["state"])
        finish(book)
        return {"made": True, "waiting_for": []}

    content = {"vote": tournament_id, "deal": deal, "yes": yes}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work, rate=BY_PLAYERS)


def _between_hands(book: Book) -> None:
    """Let all live tables stand, and note what they have told, so that the stacks are frozen."""
    places = MatchTable.objects.filter(tournament=book.row, state=MatchTable.State.OPEN)
    found = sorted(places.values_list("table_id", flat=True))
    if not all(tables.stand_still(table_id=table_id) for table_id in found):
        raise BadDeal(
            _(
                "A hand is being played: a deal is made while the tables stand. The organiser can"
                " pause the tournament for it."
            )
        )
    for table_id in found:
        note_table(book, table_id)


@contextmanager
def _said_of_deals() -> Iterator[None]:
    """Relay what the rules refuse: BadDeal for what is wrong with it, RuleRefused for when."""
    try:
        yield
    except Refused as refused:
        if refused.code != BadDeal.code:
            raise RuleRefused.of(refused) from refused
        raise BadDeal(refused.detail) from refused


def _named(book: Book, method: str, given: Mapping[str, int] | None) -> tuple[str, ...]:
    """Who would share: of a custom deal those it names, else all who may win. Raises Refused."""
    if method != CUSTOM:
        return sharers(book.state)
    if given and not all(type(one) is int for one in given.values()):
        raise BadDeal(_("Amounts are whole chips."))
    check_sharers(book.state, tuple(given or ()))
    return tuple(given or ())


def _offer(
    book: Book,
    method: str,
    stacks: Mapping[str, int],
    for_first: int,
    given: Mapping[str, int] | None,
) -> dict[str, int]:
    if type(for_first) is not int:
        raise BadDeal(_("Amounts are whole chips."))
    if method == CUSTOM:
        return dict(given or {})
    if not all(stacks.values()):
        raise BadDeal(
            _(
                "A deal by stacks needs the stack of each who shares: the organiser counts them"
                " first. Where nobody has a stack, propose amounts."
            )
        )
    return shared(method, stacks, amounts(book.state)[: len(stacks)], for_first=for_first)
