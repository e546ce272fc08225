"""The integrity page: all chips added up, the seals, and how to check both. For everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from wallet import books, queries
from wallet.models import AccountKind

SEALS_SHOWN = 20


@require_safe
def integrity(request: HttpRequest) -> HttpResponse:
    """Show what anybody may know of the ledger, and how to check it."""
    supply = books.recent_supply()
    words = dict(AccountKind.choices)
    seals = [(seal, bytes(seal.hash).hex()) for seal in queries.seals()[:SEALS_SHOWN]]
    context = {
        "supply": supply,
        "held": [(words.get(one.kind, one.kind), one) for one in supply.held],
        "seals": seals,
    }
    return render(request, "wallet/integrity.html", context)
