"""Deals: whoever is left shares the prizes as all of them agree, on the same frozen stacks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.book import Book
from tournaments.commands.keyed import BY_PLAYERS, once
from tournaments.commands.locking import entrant_of, open_book, organises
from tournaments.commands.writing import drop_deals, finish
from tournaments.errors import BadDeal, NoDeal
from tournaments.models import Deal, DealVote, Entrant
from tournaments.rules import events as e
from tournaments.rules.errors import Refused
from tournaments.rules.icm import deal as shared
from tournaments.rules.log import apply
from tournaments.rules.outcome import amounts, final_groups

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

    One who is left may, or the organiser. `for_first` stays for the winner; `amounts` (by ref)
    are those of a custom deal. An earlier proposal is off. Returns {"deal", "amounts",
    "for_first", "stacks"}. BadDeal says why it cannot be.
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        left = _left(book)
        if not organises(user, book.row) and entrant_of(book, user).ref not in left:
            raise NoDeal
        stacks = _stacks(book, left)
        offer = _offer(book, method, stacks, for_first, amounts)
        event = e.DealMade(tuple(sorted(offer.items())), for_first)
        try:
            apply(book.state, event)
        except Refused as refused:
            raise BadDeal(refused.detail) from refused
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
    """

    def work() -> dict[str, Any]:
        book = open_book(tournament_id)
        row = Deal.objects.filter(tournament=book.row, pk=deal, state=Deal.State.OPEN).first()
        me = entrant_of(book, user)
        if row is None or me.ref not in row.amounts:
            raise NoDeal
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


def _left(book: Book) -> tuple[str, ...]:
    if book.state.deal or not amounts(book.state):
        raise BadDeal(_("A deal is made once, when the prizes are fixed."))
    groups = final_groups(book.state)
    if not groups or not 1 < len(groups[0]) <= PLAYERS_MAX:
        raise BadDeal(
            _("A deal is among those who are still in: 2 at least, at most %(most)s.")
            % {"most": PLAYERS_MAX}
        )
    return groups[0]


def _stacks(book: Book, left: tuple[str, ...]) -> dict[str, int]:
    found = Entrant.objects.filter(tournament=book.row, ref__in=left).order_by("number")
    return {ref: stack or 0 for ref, stack in found.values_list("ref", "stack")}


def _offer(
    book: Book,
    method: str,
    stacks: Mapping[str, int],
    for_first: int,
    given: Mapping[str, int] | None,
) -> dict[str, int]:
    whole = type(for_first) is int and all(type(one) is int for one in (given or {}).values())
    if not whole:
        raise BadDeal(_("Amounts are whole chips."))
    if method == CUSTOM:
        return dict(given or {})
    try:
        return shared(method, stacks, amounts(book.state)[: len(stacks)], for_first=for_first)
    except Refused as refused:
        raise BadDeal(refused.detail) from refused
