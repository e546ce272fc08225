"""The ledger for staff and auditors: accounts, transfers, requests, freezes."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from wallet import books, commands
from wallet.errors import Refusal
from wallet.limits.queries import closure_of, freezes
from wallet.models import Account, AccountKind, AccountState
from wallet.pages.forms import AccountsForm, IssueForm, KeyedForm, ReasonForm, TransfersForm
from wallet.pages.paging import page_of
from wallet.pages.views import reader, statement_context, what

View = Callable[..., HttpResponse]


def for_those_who_see_all(view: View) -> View:
    """Let staff and auditors in; others are refused, visitors sent to sign in."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not books.may_see_all(reader(request)):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@for_those_who_see_all
@require_safe
def accounts(request: HttpRequest) -> HttpResponse:
    """Find accounts."""
    form = AccountsForm(request.GET)
    form.is_valid()
    asked = {name: value for name, value in form.cleaned_data.items() if value}
    page = page_of(books.accounts(**asked), "pk", request.GET)
    context = {"filter": form, "page": page, "tables": _tables(page.rows), "here": "accounts"}
    return render(request, "wallet/staff/accounts.html", context)


@for_those_who_see_all
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, account_id: int) -> HttpResponse:
    """Show one account; staff grants, burns, freezes and closes here."""
    found = books.accounts().filter(pk=account_id).first()
    if found is None:
        raise Http404
    forms = _forms(found, request) if found.kind == AccountKind.PLAYER else {}
    failed = False
    if request.method == "POST":
        if not reader(request).is_staff or request.POST.get("do") not in forms:
            raise PermissionDenied
        failed = not _done(request, found, forms)
        if not failed:
            return redirect("staff-account", account_id)
    context = {
        "account": found,
        "freeze": freezes().filter(user=found.user_id, lifted_at__isnull=True).first(),
        "closure": closure_of(found.user_id) if found.state == AccountState.CLOSED else None,
        "forms": forms if reader(request).is_staff else {},
        **statement_context(request, found, []),
        "tables": _tables([found]),
        "here": "accounts",
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed else HTTPStatus.OK
    return render(request, "wallet/staff/account.html", context, status=status)


@for_those_who_see_all
@require_safe
def transfers(request: HttpRequest) -> HttpResponse:
    """List transfers."""
    form = TransfersForm(request.GET)
    form.is_valid()
    page = page_of(books.transfers(form.cleaned_data.get("kind", "")), "pk", request.GET)
    rows = [
        (transfer, what(transfer.kind, transfer.reason), books.moved(transfer))
        for transfer in page.rows
    ]
    context = {"filter": form, "page": page, "rows": rows, "here": "transfers"}
    return render(request, "wallet/staff/transfers.html", context)


@for_those_who_see_all
@require_http_methods(["GET", "POST"])
def requests(request: HttpRequest) -> HttpResponse:
    """List what waits for a second person; staff agrees or declines here."""
    failed = None
    if request.method == "POST":
        failed = _decided(request)
        if failed is None:
            return redirect("staff-requests")
    page = page_of(books.issue_requests(), "pk", request.GET)
    rows = [(row, what(row.kind), KeyedForm()) for row in page.rows]
    context = {"page": page, "rows": rows, "failed": failed, "here": "requests"}
    status = failed.status if failed else HTTPStatus.OK
    return render(request, "wallet/staff/requests.html", context, status=status)


@for_those_who_see_all
@require_safe
def frozen(request: HttpRequest) -> HttpResponse:
    """List freezes."""
    page = page_of(freezes(), "pk", request.GET)
    return render(request, "wallet/staff/freezes.html", {"page": page, "here": "freezes"})


def _forms(found: Account, request: HttpRequest) -> dict[str, KeyedForm]:
    """Return the forms for a player's account, the one that was sent with what was in it.

    Nobody grants to the own account or burns there, so those two forms are for others.
    """
    kinds: dict[str, type[KeyedForm]] = {
        "grant": IssueForm,
        "burn": IssueForm,
        "unfreeze" if found.state == "frozen" else "freeze": ReasonForm,
        "close": ReasonForm,
    }
    if found.state == "closed":
        return {}
    if found.user_id == reader(request).pk:
        del kinds["grant"], kinds["burn"]
    forms: dict[str, KeyedForm] = {}
    for name, kind in kinds.items():
        sent = request.method == "POST" and request.POST.get("do") == name
        forms[name] = kind(request.POST if sent else None)
        forms[name].auto_id = f"{name}_%s"
    return forms


def _done(request: HttpRequest, found: Account, forms: dict[str, KeyedForm]) -> bool:
    """Do what the sent form asks; False, with the form saying why, if it was refused."""
    name = request.POST["do"]
    form = forms[name]
    if not form.is_valid():
        return False
    asked = {
        **form.cleaned_data,
        "key": str(form.cleaned_data["key"]),
        "staff_id": reader(request).pk,
        "user_id": found.user_id,
    }
    doings: dict[str, Callable[..., object]] = {
        "grant": commands.staff_grant,
        "burn": commands.staff_burn,
        "freeze": commands.freeze,
        "unfreeze": commands.unfreeze,
        "close": commands.close_account,
    }
    try:
        told = doings[name](**asked)
    except Refusal as refusal:
        form.refuse(None, refusal.detail)
        return False
    waits = isinstance(told, commands.Asked) and told.request is not None
    messages.success(
        request, _("Asked for: a second person has to agree.") if waits else _("Done.")
    )
    return True


def _decided(request: HttpRequest) -> Refusal | None:
    """Agree to a request or decline it; return the refusal, if it was refused."""
    form = KeyedForm(request.POST)
    number = request.POST.get("request", "")
    doings = {"approve": commands.approve, "decline": commands.decline}
    decide = doings.get(request.POST.get("do", ""))
    if not reader(request).is_staff or decide is None or not form.is_valid():
        raise PermissionDenied
    if not (number.isascii() and number.isdigit() and len(number) < len(str(2**63))):
        raise Http404
    key = str(form.cleaned_data["key"])
    try:
        decide(key=key, staff_id=reader(request).pk, request_id=int(number))
    except Refusal as refusal:
        return refusal
    messages.success(request, _("Done."))
    return None


def _tables(rows: list[Account]) -> list[int]:
    return [row.table_id for row in rows if row.table_id]
