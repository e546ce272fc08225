"""The result: every place and prize, and the sums that prove the money, with their transfers."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.pages.lobby import head_of
from tournaments.pages.prizes_told import split_lines
from tournaments.pages.projector import champions
from tournaments.pages.reading import Seen, seen
from tournaments.pages.standings_why import chips
from tournaments.pages.timeline import timeline
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import entries_paid, payments
from tournaments.rules.payouts import Prizes
from tournaments.rules.state import Entrant

PER_CENT: Final = 100


@never_cache
@require_safe
def result(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show the final ranking, and prove that what was paid in is what was paid out."""
    here = seen(request, tournament_id)
    if here.state is None or here.row.phase not in ("finished", "paid"):
        return redirect("tournament", tournament_id)
    state = here.state
    prizes = _payments(here)
    rows = [
        {
            "ref": rank.entrant,
            "rank": str(rank),
            "name": here.name(rank.entrant),
            "mark": here.mark(rank.entrant),
            "me": rank.entrant == here.me,
            "prize": prizes.get(rank.entrant, 0),
            "bounty": state.bounties.get(rank.entrant, 0),
        }
        for rank in here.ranks()
    ]
    context = {
        **head_of(here),
        "rows": rows,
        "champions": champions(here),
        "money": money(here, prizes),
        "proof": proof(state.prizes, split_lines(here, prizes)) if state.prizes else (),
        "deal": [(here.name(one), amount) for one, amount in state.deal.items()],
        "for_first": state.for_first,
        "transfers": [one for one in timeline(here) if one["ledger"]] if _sees(here) else [],
        "own": _own(here),
    }
    return render(request, "tournaments/result.html", context)


def proof(prizes: Prizes, split: Sequence[str] = ()) -> tuple[str, ...]:
    """How each prize came about, how those of shared places are `split`, and that all sum up."""
    pool = chips(prizes.pool)
    sums = " + ".join(map(chips, prizes.amounts))
    told = {"sums": sums, "total": chips(sum(prizes.amounts)), "pool": pool}
    lines = [
        f"{place}: {pool} × {_part(weight, sum(prizes.weights))} → {chips(amount)}"
        for place, (weight, amount) in enumerate(
            zip(prizes.weights, prizes.amounts, strict=True), start=1
        )
    ]
    return *lines, *split, _("%(sums)s = %(total)s = pool %(pool)s") % told


def _part(weight: int, total: int) -> str:
    """A part of the pool as it is read: per cent; a fraction where the whole is another one."""
    if total != PER_CENT**2:
        return f"{weight} / {total}"
    return f"{number_format(Decimal(weight) / PER_CENT, use_l10n=True)} %"


def money(here: Seen, prizes: dict[str, int]) -> dict[str, Any] | None:
    """The sums: all that was paid in, and the prizes, fees and bounties that it went to."""
    state = here.state
    rules = here.structure.prizes
    if state is None or not (rules.prize_part or rules.guarantee):
        return None
    paying = entries_paid(state)
    buys = sum(1 + one.reentries for one in paying)
    lines = [
        (_("Entries and re-entries"), buys, here.row.cost),
        (_("Rebuys"), _sum(paying, "rebuys"), rules.rebuy_price),
        (_("Add-ons"), _sum(paying, "addons"), rules.addon_price),
    ]
    paid_in = [(words, count, price, count * price) for words, count, price in lines if count]
    total = sum(amount for _words, _count, _price, amount in paid_in)
    fees, bounties = buys * rules.fee_part, buys * rules.bounty_part
    into_pool = total - fees - bounties
    pool = sum(state.satellite.amounts) if state.satellite else 0
    pool = state.prizes.pool if state.prizes is not None else pool
    came_in = total + (pool - into_pool)
    goes_out = pool + fees + bounties
    return {
        "paid_in": paid_in,
        "fees": fees,
        "bounties": bounties,
        "overlay": pool - into_pool,
        "pool": pool,
        "prizes": sum(prizes.values()),
        "came_in": came_in,
        "goes_out": goes_out,
        "balanced": bool(prizes) and sum(prizes.values()) == pool and came_in == goes_out,
        "satellite": state.satellite,
    }


def _sum(paying: tuple[Entrant, ...], what: str) -> int:
    return sum(int(getattr(one, what)) for one in paying)


def _payments(here: Seen) -> dict[str, int]:
    try:
        return payments(here.state) if here.state is not None else {}
    except Refused:
        return {}


def _own(here: Seen) -> list[int]:
    """The transfers of what the reader has paid, and of what came back."""
    if not here.me:
        return []
    paid = here.rows[here.me].payments.order_by("pk").values_list("transfer_id", "refund_id")
    return [number for pair in paid for number in pair if number]


def _sees(here: Seen) -> bool:
    """Whether the reader may open any transfer; others see their own in their wallet."""
    return here.reader is not None and here.reader.is_staff
