"""The stock admin for accounts: read-mostly. Names, roles and flags; never passwords or chips."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from knox import admin as _knox_admin  # noqa: F401 - registers its model, taken out below
from knox.models import AuthToken

from deploy.accounts.models import User

if TYPE_CHECKING:
    UserAdmin = admin.ModelAdmin[User]
else:
    UserAdmin = admin.ModelAdmin

CHANGEABLE = ("is_active", "groups")


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Look accounts up, close one, change its roles. Everything else goes through commands."""

    list_display = ("username", "is_bot", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_bot", "is_active", "is_staff", "groups")
    search_fields = ("username",)
    ordering = ("username",)
    filter_horizontal = ("groups",)
    fields = ("username", "is_bot", "language", "date_joined", "last_login", *CHANGEABLE)
    readonly_fields = tuple(name for name in fields if name not in CHANGEABLE)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are opened by sign-up, which also gives the welcome chips."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """An account's hands and transfers stay; close it instead."""
        return False


admin.site.site_header = admin.site.site_title = _("Batida: the house's books")
admin.site.index_title = _("To look things up")
# Tokens are their owners' business: not even their hashes are shown.
admin.site.unregister(AuthToken)
