"""The id of a transfer, from who asked for what under which key: the same for ever."""

import uuid
from types import NoneType
from typing import Final

from wallet.errors import BadKey, KeyMissing
from wallet.models import TransferKind

REQUESTS: Final = uuid.UUID("5e0f6d1a-9c0b-4a53-8d4a-7f0a0b7a71da")


def request_id(kind: TransferKind, actor: str, key: str) -> uuid.UUID:
    """Return the id under which a transfer is known for ever. KeyMissing, BadKey."""
    if not key and type(key) in (str, NoneType):
        raise KeyMissing
    if type(key) is not str:
        raise BadKey
    return uuid.uuid5(REQUESTS, f"{kind.value}\n{actor}\n{key}")
