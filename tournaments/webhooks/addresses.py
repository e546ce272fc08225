"""To which machines we speak: those of the open internet, unless the house says otherwise.

Whoever may name an address could have us ask machines that only we can reach (SSRF). So a name is
resolved by us, every address it has must be public, and the connection goes to the very address
that was checked: a name that resolves otherwise a moment later changes nothing.
"""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

URL_CHARS_MAX: Final = 500
# All that is given out of IPv6. Outside of it lie the old site-local addresses, and those that
# carry an IPv4 address inside: NAT64, the compatible ones.
_IPV6: Final = ipaddress.ip_network("2000::/3")
# Inside, but none of the open internet, whatever Python's tables say: protocol assignments (Teredo
# among them), documentation, 6to4 and its relays.
_SPECIAL: Final = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),
        *("192.0.0.0/24", "192.88.99.0/24"),
    )
)


class Unfit(Exception):
    """An address to which we do not speak; the text says why."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a delivery goes, as its address says it."""

    https: bool
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """The Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.https else 80) else f"{host}:{self.port}"


def target_of(url: str) -> Target:
    """Read an address; Unfit unless it is https (or http, where private ones are allowed)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Unfit(_("This is no address.")) from None
    if port == 0:
        raise Unfit(_("A port is a number from 1 to 65535."))
    printable = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if len(url) > URL_CHARS_MAX or not printable or not parts.hostname:
        raise Unfit(_("This is no address: send one such as https://example.org/batida."))
    if parts.scheme != "https" and not (settings.WEBHOOKS_PRIVATE and parts.scheme == "http"):
        raise Unfit(_("The address begins with https://."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise Unfit(_("The address has no user, password or fragment."))
    https = parts.scheme == "https"
    path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
    return Target(https, parts.hostname, port or (443 if https else 80), path)


def resolved(target: Target) -> str:
    """Return an IP address of the target's host to connect to; Unfit if any is not public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unfit(_("The name %(host)s is not known.") % {"host": target.host}) from None
    addresses = [str(one[4][0]) for one in found]
    if not settings.WEBHOOKS_PRIVATE and not all(map(is_public, addresses)):
        raise Unfit(_("The address is none of the open internet."))
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet, also as it is wrapped in IPv6."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found not in _IPV6:
            return False
    special = any(found in one for one in _SPECIAL)
    return found.is_global and not found.is_multicast and not special
