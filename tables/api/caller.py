"""Who asks, and for what: the parts that every view of the tables needs."""

from typing import TYPE_CHECKING, cast

from rest_framework.request import Request

from wallet.api.caller import body, query

if TYPE_CHECKING:
    from deploy.accounts.models import User

__all__ = ["body", "caller", "query"]


def caller(request: Request) -> "User":
    """Return the account that asks; the views let nobody else in."""
    return cast("User", request.user)
