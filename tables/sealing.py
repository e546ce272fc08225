"""The seed of a hand in play exists only sealed: AES-256-GCM, bound to its hand.

So does the seed of a tournament's draws, bound to the tournament. The key comes from the
environment (`BATIDA_SEAL_KEY`), so a copy of the database shows no cards and no draws.
"""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_VERSION = b"\x01"  # first byte of every sealed seed, so that a later form can be told apart
_NONCE_BYTES = 12


class SealBroken(Exception):
    """A sealed seed does not open: another BATIDA_SEAL_KEY, or the row was changed."""


def seal(whose: str, seed: bytes) -> bytes:
    """Return the seed sealed for this hand (or tournament) and no other."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return _VERSION + nonce + AESGCM(settings.SEAL_KEY).encrypt(nonce, seed, whose.encode())


def unseal(whose: str, sealed: bytes) -> bytes:
    """Return the seed, or raise `SealBroken`."""
    nonce, body = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
    try:
        return AESGCM(settings.SEAL_KEY).decrypt(nonce, body, whose.encode())
    except InvalidTag as error:
        message = f"{whose} was sealed with another BATIDA_SEAL_KEY: start with that one"
        raise SealBroken(message) from error
