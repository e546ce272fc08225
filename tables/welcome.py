"""Whether accounts that have a socket open may still be here.

A socket must not outlive its session: signed out, password changed, account closed. All sockets
of a process share a few statements, every few seconds.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tables.threads import in_thread

AT_ONCE: Final = 100
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


def batched(guests: Collection[Guest]) -> Iterator[list[Guest]]:
    """Give guests by the hundred: who asks for thousands at once needs memory for thousands."""
    everybody = iter(guests)
    while some := list(islice(everybody, AT_ONCE)):
        yield some


class Door:
    """Asks for all sockets of a process at once; one of it serves a process.

    Whoever entered is asked for together with the first whose answer has become too old: hundreds
    of sockets that each asked by themselves cost a live house more than reading its tables.
    """

    def __init__(self) -> None:
        self._inside: Counter[Guest] = Counter()
        self._allowed_at: dict[Guest, float] = {}
        self._asking: dict[Guest, asyncio.Future[bool]] = {}
        self._job: asyncio.Task[None] | None = None

    def enter(self, guest: Guest) -> None:
        """Count a socket of a guest, who was recognised just now."""
        self._inside[guest] += 1
        self._allowed_at[guest] = time.monotonic()

    def leave(self, guest: Guest) -> None:
        """Count a socket of a guest no more."""
        self._inside[guest] -= 1
        if self._inside[guest] <= 0:
            del self._inside[guest]
            self._allowed_at.pop(guest, None)

    async def lets_stay(self, guest: Guest, good_for: float = 0.0) -> bool:
        """Whether a guest may still be here, by an answer at most `good_for` seconds old.

        Half that age has the next answer fetched meanwhile: nobody's news waits for it.
        """
        age = time.monotonic() - self._allowed_at.get(guest, -good_for)
        if age < good_for:
            if age > good_for / 2 and (self._job is None or self._job.done()):
                self._job = asyncio.create_task(self._answer())
            return True
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
        begun = time.monotonic()
        try:
            staying: set[Guest] = set()
            for some in batched({*asking, *self._inside}):
                staying |= await in_thread(welcome, some)
        except Exception as error:  # noqa: BLE001 - each asker gets it
            for answer in asking.values():
                answer.set_exception(error)
            return
        for guest in self._inside:
            if guest in staying:
                self._allowed_at[guest] = begun
            else:
                self._allowed_at.pop(guest, None)
        for guest, answer in asking.items():
            answer.set_result(guest in staying)


door: Final = Door()
