"""My chips: what I may spend, what lies at tables, my limits, and every line of my wallet."""

from typing import TYPE_CHECKING, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from wallet import books, queries
from wallet.limits.standing import standing
from wallet.models import Account, AccountState, EntryFor, TransferKind
from wallet.pages.forms import StatementForm
from wallet.pages.paging import page_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser


@never_cache
@login_required
@require_safe
def my_chips(request: HttpRequest) -> HttpResponse:
    """Show the reader's own wallet; filters and places in the list stand in the address."""
    user = reader(request)
    account = books.wallet_of(user.pk)
    escrows = queries.escrows(user.pk)
    context = {
        "balance": account.balance if account else 0,
        "closed": account is not None and account.state == AccountState.CLOSED,
        "frozen": account is not None and account.state == AccountState.FROZEN,
        "in_play": sum(escrows.values()),
        "escrows": escrows,
        "standing": standing(user.pk),
        "sees_all": books.may_see_all(user),
        **statement_context(request, account, books.tables_of(user.pk)),
        "csv_url": _csv_url(request),
    }
    return render(request, "wallet/chips.html", context)


@never_cache
@login_required
@require_safe
def transfer(request: HttpRequest, transfer_id: int) -> HttpResponse:
    """Show one transfer: the reader's own, or any to those who see all."""
    user = reader(request)
    found = books.transfer_for(user, transfer_id)
    if found is None:
        raise Http404
    entries = list(found.entries.all())
    context = {
        "transfer": found,
        "what": what(found.kind, found.reason),
        "entries": entries,
        "tables": [entry.account.table_id for entry in entries if entry.account.table_id],
        "sees_all": books.may_see_all(user),
    }
    return render(request, "wallet/transfer.html", context)


def statement_context(
    request: HttpRequest, account: Account | None, tables: list[int]
) -> dict[str, object]:
    """Return what the list of an account's lines needs: its filter and a page of lines."""
    form = StatementForm(request.GET, {table: f"#{table}" for table in tables})
    page = page_of(books.statement(account, form.wanted()), "version", request.GET)
    return {
        "filter": form,
        "filtered": any(request.GET.get(name) for name in form.fields),
        "page": page,
        "lines": [
            (line, what(line.transfer.kind, line.transfer.reason), line.at_table)
            for line in page.rows
        ],
        "tables": tables,
        "line_tables": [*tables, *(line.at_table for line in page.rows)],
    }


def what(kind: str, reason: str = "") -> str:
    """Say what a transfer was, in the reader's words: of an entry, what was bought by it."""
    if kind == TransferKind.ENTRY and reason in EntryFor:
        return str(EntryFor(reason).label)
    return str(dict(TransferKind.choices).get(kind, kind))


def reader(request: HttpRequest) -> "AbstractUser":
    """Return who reads; the pages let nobody else in."""
    return cast("AbstractUser", request.user)


def _csv_url(request: HttpRequest) -> str:
    wanted = StatementForm(request.GET, {}).wanted()
    asked = {
        "format": "csv",
        "kind": wanted.kind,
        "table": request.GET.get("table", "") if request.GET.get("table", "").isdigit() else "",
        "since": wanted.since.isoformat() if wanted.since else "",
        "until": wanted.until.isoformat() if wanted.until else "",
    }
    chosen = {name: value for name, value in asked.items() if value}
    return f"{reverse('api-my-statement')}?{urlencode(chosen)}"
