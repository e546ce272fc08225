"""Who asks, and for what: the parts that every REST view needs."""

from typing import TYPE_CHECKING, Any, cast

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from wallet.api.fields import AS_TEXT, StrictSerializer
from wallet.books import may_see_all

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractUser

# What a list's address says of pages and form, not of what is in it.
ABOUT_THE_LIST = frozenset({"cursor", "page_size", "format"})


class IsStaff(BasePermission):
    """Members of staff."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Let staff in."""
        return request.user.is_staff


class SeesAll(BasePermission):
    """Staff and auditors, who may see every account."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Let staff and auditors in."""
        return request.user.is_authenticated and may_see_all(request.user)


def caller(request: Request) -> "AbstractUser":
    """Return the account that asks; the views let nobody else in."""
    return cast("AbstractUser", request.user)


def body(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return the request's body, checked; ValidationError names each field that is wrong."""
    return _checked(kind(data=request.data))


def query(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return what stands after the `?`, checked in the same way; pages and formats go besides."""
    asked = request.query_params.dict()
    named = {name: asked[name] for name in asked if name not in ABOUT_THE_LIST}
    return _checked(kind(data=named, context={AS_TEXT: True}))


def _checked(given: StrictSerializer) -> dict[str, Any]:
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
