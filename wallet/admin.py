"""The ledger in the admin, to look at. Nothing can be added, changed or deleted there."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from wallet.limits.models import Closure, Exclusion, Freeze, LimitChange
from wallet.models import Account, IssueRequest, Seal, Transfer, Unit

# ModelAdmin takes a type parameter in its stubs only.
if TYPE_CHECKING:
    UnitPages = admin.ModelAdmin[Unit]
    AccountPages = admin.ModelAdmin[Account]
    TransferPages = admin.ModelAdmin[Transfer]
    RequestPages = admin.ModelAdmin[IssueRequest]
    SealPages = admin.ModelAdmin[Seal]
    ChangePages = admin.ModelAdmin[LimitChange]
    BreakPages = admin.ModelAdmin[Exclusion]
    FreezePages = admin.ModelAdmin[Freeze]
    ClosurePages = admin.ModelAdmin[Closure]
else:
    UnitPages = AccountPages = TransferPages = RequestPages = SealPages = admin.ModelAdmin
    ChangePages = BreakPages = FreezePages = ClosurePages = admin.ModelAdmin


class ReadOnly:
    """An admin page that all of the staff may read, and without buttons that write."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff is shown that it is there; the admin lets nobody else in."""
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Staff reads, by its role alone: it sees all of this on the ledger's pages too."""
        return request.user.is_active and request.user.is_staff

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody changes."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Nobody deletes."""
        return False


@admin.register(Unit)
class UnitAdmin(ReadOnly, UnitPages):
    """The kinds of chip."""

    list_display = ["code"]


@admin.register(Account)
class AccountAdmin(ReadOnly, AccountPages):
    """Who holds how many chips."""

    list_display = ["id", "unit", "kind", "user", "table_id", "balance", "version", "state"]
    list_filter = ["kind", "state", "unit"]
    list_select_related = ["unit", "user"]
    search_fields = ["=id", "user__username", "=table_id"]


@admin.register(Transfer)
class TransferAdmin(ReadOnly, TransferPages):
    """What happened, the newest first, with what it did to each account."""

    list_display = ["id", "created_at", "kind", "n_entries", "ref", "actor", "reason"]
    list_filter = ["kind"]
    ordering = ["-id"]
    search_fields = ["=id", "=ref", "=actor", "=request"]
    show_full_result_count = False
    fields = [
        "created_at",
        "kind",
        "ref",
        "actor",
        "reason",
        "unit",
        "request",
        "reverses",
        "moved",
    ]
    readonly_fields = ["moved"]

    @admin.display(description=_("entries"))
    def moved(self, transfer: Transfer) -> str:
        """One line for each entry."""
        entries = transfer.entries.select_related("account").order_by("account_id")
        return "\n".join(
            f"{entry.account}: {entry.amount:+d} → {entry.balance_after}" for entry in entries
        )


@admin.register(IssueRequest)
class IssueRequestAdmin(ReadOnly, RequestPages):
    """What staff asked for above one person's limit, and who agreed."""

    list_display = ["id", "kind", "user", "amount", "asked_by", "approved", "decided_by"]
    list_filter = ["kind", "approved"]
    list_select_related = ["user", "asked_by", "decided_by"]
    ordering = ["-id"]


@admin.register(Seal)
class SealAdmin(ReadOnly, SealPages):
    """The seals."""

    list_display = ["n", "created_at", "accounts", "restored"]
    ordering = ["-n"]


@admin.register(LimitChange)
class LimitChangeAdmin(ReadOnly, ChangePages):
    """What limits players asked for."""

    list_display = ["id", "user", "what", "period", "most", "holds_from", "cancelled_at"]
    list_filter = ["what", "period"]
    list_select_related = ["user"]
    ordering = ["-id"]


@admin.register(Exclusion)
class ExclusionAdmin(ReadOnly, BreakPages):
    """The breaks from play that players took."""

    list_display = ["id", "user", "length", "begun_at", "ends_at"]
    list_select_related = ["user"]
    ordering = ["-id"]


@admin.register(Freeze)
class FreezeAdmin(ReadOnly, FreezePages):
    """Whom staff keeps from playing; freezing and lifting is done on the ledger's pages."""

    list_display = ["id", "user", "reason", "by", "at", "lifted_at", "lifted_by"]
    list_select_related = ["user", "by", "lifted_by"]
    ordering = ["-id"]


@admin.register(Closure)
class ClosureAdmin(ReadOnly, ClosurePages):
    """Wallets that were closed for ever, by their players or by staff on the ledger's pages."""

    list_display = ["id", "user", "reason", "by", "at"]
    list_select_related = ["user", "by"]
    ordering = ["-id"]
