"""My chips: what I may spend, what lies at tables, and every line of my wallet."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from wallet import books, queries
from wallet.models import TransferKind

PAGE_SIZE = 50


@never_cache
@login_required
@require_safe
def my_chips(request: HttpRequest) -> HttpResponse:
    """Show the reader's own wallet; `before` (a line's number) leads to older lines."""
    user_id = request.user.pk or 0
    lines = books.statement(books.wallet_of(user_id))
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit():
        lines = lines.filter(version__lt=int(before[:18]))
    shown = list(lines[: PAGE_SIZE + 1])
    escrows = queries.escrows(user_id)
    context = {
        "balance": queries.balance(user_id),
        "in_play": sum(escrows.values()),
        "escrows": escrows,
        "lines": [
            (line, what(line.transfer.kind), getattr(line, "at_table", None))
            for line in shown[:PAGE_SIZE]
        ],
        "older": shown[PAGE_SIZE - 1].version if len(shown) > PAGE_SIZE else None,
    }
    return render(request, "wallet/chips.html", context)


def what(kind: str) -> str:
    """Say what a transfer was, in the reader's words."""
    return str(dict(TransferKind.choices).get(kind, kind))
