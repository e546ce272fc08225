"""Who makes a REST request: a token, or the session of a page (then with a CSRF token)."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from deploy.accounts.models import User


class CsrfFailed(exceptions.PermissionDenied):
    """A page's request came without the page's CSRF token."""

    default_detail = _(
        "Send the page's CSRF token in the X-CSRFToken header, or use an API token."
    )
    default_code = "csrf-failed"


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]  # knox ships no types
    """`Authorization: Token …`, with a text that is no token refused as such."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, object]:
        """Return the user and the token's row; AuthenticationFailed for anything else."""
        if not token.isalnum() or not token.isascii():
            raise exceptions.AuthenticationFailed(_("That is no token of ours."))
        found: tuple[User, object] = super().authenticate_credentials(token)
        return found


class PageSessionAuthentication(SessionAuthentication):
    """The session cookie of our own pages; requests that change something need the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Do as DRF does, but with a code of its own."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CsrfFailed from error


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers by subclassing
    """How the schema names token authentication."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """An API key in the Authorization header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and the token that POST /api/v1/tokens gave.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers by subclassing
    """How the schema names the session cookie."""

    target_class = PageSessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """The cookie of a signed-in page."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
