"""One-use tickets to the socket door, for clients that have a token instead of a cookie.

A browser cannot set headers on a socket and an address ends up in logs, so a client swaps its
token for a ticket over HTTPS and sends it as the subprotocol `ticket.<ticket>`.
"""

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from deploy.accounts.models import SocketTicket, User

LIFETIME_S = 30


def issue(user: User) -> str:
    """Return a new ticket for `user`, good once within 30 seconds. Only its hash is stored."""
    ticket = secrets.token_urlsafe(24)
    expires_at = timezone.now() + timedelta(seconds=LIFETIME_S)
    SocketTicket.objects.create(digest=_digest(ticket), user=user, expires_at=expires_at)
    return ticket


def redeem(ticket: str) -> User | None:
    """Take the ticket and return its user.

    None when the ticket is unknown, used or late, or its user is no longer active.
    """
    with transaction.atomic():
        found = (
            SocketTicket.objects.select_for_update(of=("self",))
            .select_related("user")
            .filter(digest=_digest(ticket))
            .first()
        )
        if found is None:
            return None
        found.delete()
    in_time = found.expires_at > timezone.now()
    return found.user if in_time and found.user.is_active else None


def _digest(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
