"""Who asks, and for what: the parts that every view of the tables needs."""

from typing import TYPE_CHECKING, Any, cast

from rest_framework.request import Request

from wallet.api.fields import StrictSerializer

if TYPE_CHECKING:
    from deploy.accounts.models import User


def caller(request: Request) -> "User":
    """Return the account that asks; the views let nobody else in."""
    return cast("User", request.user)


def body(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return the request's body, checked; ValidationError names each field that is wrong."""
    return _checked(kind, request.data)


def query(request: Request, kind: type[StrictSerializer]) -> dict[str, Any]:
    """Return what stands after the `?`, checked in the same way."""
    return _checked(kind, request.query_params.dict())


def _checked(kind: type[StrictSerializer], data: object) -> dict[str, Any]:
    given = kind(data=data)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)
