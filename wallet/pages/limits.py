"""My limits, as a page: set and loosen them, and take a break from play."""

from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from wallet import books
from wallet.commands import close_my_account
from wallet.errors import Refusal
from wallet.limits import commands
from wallet.limits.counting import Calendar
from wallet.limits.models import Period, What
from wallet.limits.queries import Limit, exclusions
from wallet.limits.standing import Standing, Used, standing
from wallet.models import AccountState
from wallet.pages.forms import BreakForm, CancelForm, CloseForm, KeyedForm, LimitForm
from wallet.pages.views import reader

TITLES = {
    What.LOSS: gettext_lazy("Chips lost"),
    What.DEPOSIT: gettext_lazy("Chips received"),
    What.TIME: gettext_lazy("Minutes at tables"),
}
HINTS = {
    What.LOSS: gettext_lazy(
        "What you bring to tables and tournaments counts as risked until you take it away. You "
        "are not dealt into a hand that could cost more than is left."
    ),
    What.DEPOSIT: gettext_lazy(
        "Chips that the house or other players give you. What you win does not count."
    ),
    What.TIME: gettext_lazy("Time in a seat counts, sitting out does not; two tables count once."),
}


class Row(NamedTuple):
    """One limit on the page: how it stands, the form to set it, the form to cancel a change."""

    used: Used
    form: LimitForm
    cancel: CancelForm | None


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def my_limits(request: HttpRequest) -> HttpResponse:
    """Show the reader's limits; a form sets one, cancels a change, begins a break or closes."""
    failed: KeyedForm | None = None
    if request.method == "POST":
        failed = _done(request)
        if failed is None:
            return redirect("my-limits")
    now = standing(reader(request).pk)
    account = books.wallet_of(reader(request).pk)
    taken = failed if isinstance(failed, BreakForm) else BreakForm()
    context = {
        "standing": now,
        "day_begins": _day_begins(),
        "groups": [(TITLES[what], HINTS[what], _rows(now, what, failed)) for what in TITLES],
        "break_form": taken,
        "close_form": _close_form(failed),
        "closed": account is not None and account.state == AccountState.CLOSED,
        "exclusions": exclusions(reader(request).pk),
        "failed": failed if isinstance(failed, CancelForm) else None,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if failed is not None else HTTPStatus.OK
    return render(request, "wallet/limits.html", context, status=status)


def _done(request: HttpRequest) -> KeyedForm | None:
    """Do what the form asks; return the form if it was refused."""
    kinds = {"limit": LimitForm, "cancel": CancelForm, "break": BreakForm, "close": CloseForm}
    form = kinds.get(request.POST.get("do", ""), CancelForm)(request.POST)
    if not form.is_valid():
        return form
    try:
        messages.success(request, _told(reader(request).pk, form))
    except Refusal as refusal:
        place = {LimitForm: "most", BreakForm: "length", CloseForm: "sure"}.get(type(form))
        form.refuse(place, refusal.detail)
        return form
    return None


def _told(user_id: int, form: KeyedForm) -> str:
    """Do what a valid form asks, and say what holds now."""
    asked = {**form.cleaned_data, "user_id": user_id, "key": str(form.cleaned_data["key"])}
    if isinstance(form, BreakForm):
        del asked["sure"]
        commands.exclude(**asked)
        return _("Your break has begun. Chips at tables stay yours: leave a table to take them.")
    if isinstance(form, CloseForm):
        del asked["sure"]
        close_my_account(**asked)
        return _("Your wallet is closed.")
    if isinstance(form, CancelForm):
        asked["change_id"] = asked.pop("change")
        commands.cancel_change(**asked)
        return _("The change is cancelled; your limit stays as it is.")
    limit = commands.set_limit(**asked)
    if limit["pending"]:
        return _("That is looser, so it waits for 24 hours. Until then you can cancel it here.")
    return _("Your limit holds from now on.")


def _close_form(failed: KeyedForm | None) -> CloseForm:
    form = failed if isinstance(failed, CloseForm) else CloseForm()
    form.auto_id = "close_%s"  # another form on the page has a box of that name too
    return form


def _rows(now: Standing, what: What, failed: KeyedForm | None) -> list[Row]:
    periods = [Period.DAY] if what == What.TIME else list(Period)
    return [_row(now, what, period, failed) for period in periods]


def _row(now: Standing, what: What, period: Period, failed: KeyedForm | None) -> Row:
    key = (what.value, period.value)
    found = (one for one in now.limits if (one.limit.what, one.limit.period) == key)
    none = Used(Limit(*key, None), 0, Calendar(now.now).ends(period))
    used = next(found, none)
    form = LimitForm()
    most = used.limit.most
    form.initial = {"what": key[0], "period": key[1], "most": "" if most is None else most}
    form.auto_id = f"{key[0]}_{key[1]}_%s"
    if isinstance(failed, LimitForm) and key == (failed.data.get("what"), failed.data["period"]):
        form, form.auto_id = failed, form.auto_id
    cancel = None
    if used.limit.pending is not None:
        cancel = CancelForm()
        cancel.initial = {"change": used.limit.pending.pk}
        cancel.auto_id = f"cancel_{used.limit.pending.pk}_%s"
    return Row(used, form, cancel)


def _day_begins() -> str:
    """When a day of limits begins by the clock of the pages; "" where that is midnight too."""
    begins = timezone.localtime(Calendar(timezone.now()).begins(Period.DAY))
    return f"{begins:%H:%M}" if begins.utcoffset() else ""
