"""Whether accounts that have a socket open may still be here.

A socket must not outlive its session: signed out, password changed, account closed. Many sockets
ask at the same moment, whenever their table has news; they share one job and two statements.
"""

import asyncio
from collections.abc import Collection
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tables.threads import in_thread

_Session: Final = import_module(settings.SESSION_ENGINE).SessionStore


class Guest(NamedTuple):
    """Who has a socket: an account, and the session it came by; None came by a ticket."""

    user_id: int
    session_key: str | None


def welcome(guests: Collection[Guest]) -> set[Guest]:
    """Return those who may still be here; at most two statements however many they are."""
    people = get_user_model().objects.filter(is_active=True).only("password")
    users = people.in_bulk({guest.user_id for guest in guests})
    keys = {guest.session_key for guest in guests} - {None}
    found = _Session.get_model_class().objects.filter(
        session_key__in=keys, expire_date__gt=timezone.now()
    )
    sessions = dict(found.values_list("session_key", "session_data")) if keys else {}
    return {
        guest
        for guest in guests
        if (user := users.get(guest.user_id)) is not None
        and (guest.session_key is None or _is_of(sessions.get(guest.session_key), user))
    }


def _is_of(session: str | None, user: Any) -> bool:  # noqa: ANN401 - whatever model accounts are
    """Whether a session was begun by that user with the password that holds now."""
    if session is None:
        return False
    begun_by, proof = _begun(session)
    if begun_by != str(user.pk):
        return False
    known = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(proof, one) for one in known)


@lru_cache(maxsize=2048)
def _begun(session: str) -> tuple[str, str]:
    """Return whose session it is and by which password; the same text always says the same."""
    told = _Session().decode(session)
    return str(told.get(SESSION_KEY, "")), str(told.get(HASH_SESSION_KEY, ""))


class Door:
    """Asks for many sockets at once; one of it serves a process."""

    def __init__(self) -> None:
        self._asking: dict[Guest, asyncio.Future[bool]] = {}
        self._job: asyncio.Task[None] | None = None

    async def lets_stay(self, guest: Guest) -> bool:
        """Whether a guest may still be here, by the database now."""
        if not self._asking or self._job is None or self._job.done():
            self._asking = {}
            # A task of its own: an asker that is cut off takes nothing from the others.
            self._job = asyncio.create_task(self._answer())
        if guest not in self._asking:
            self._asking[guest] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._asking[guest])

    async def _answer(self) -> None:
        await asyncio.sleep(0)  # whoever asks at this moment joins
        asking, self._asking = self._asking, {}
        try:
            staying = await in_thread(welcome, list(asking))
        except Exception as error:  # noqa: BLE001 - each asker gets it
            for answer in asking.values():
                answer.set_exception(error)
            return
        for guest, answer in asking.items():
            answer.set_result(guest in staying)


door: Final = Door()
