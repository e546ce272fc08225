"""Which sockets may stay: those of open accounts whose sessions still hold."""

import asyncio
from types import SimpleNamespace

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import welcome
from tables.welcome import Door, Guest
from tests.house import a_player

pytestmark = pytest.mark.django_db


def guest_of(user: User) -> Guest:
    """Somebody who came by a session."""
    browser = Client()
    browser.force_login(user)
    return Guest(user.pk, browser.session.session_key)


def test_however_many_ask_it_is_two_statements() -> None:
    guests = [guest_of(a_player(f"player{number}")) for number in range(6)]
    by_ticket = Guest(guests[0].user_id, None)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert welcome.welcome([*guests, by_ticket]) == {*guests, by_ticket}
    assert len(asked) == 2


def test_sign_out_a_new_password_and_a_closed_account_end_a_stay() -> None:
    stays, out, changed, closed = (guest_of(a_player(name)) for name in ("a", "b", "c", "d"))
    Session.objects.filter(session_key=out.session_key).delete()
    user = User.objects.get(pk=changed.user_id)
    user.set_password("quatro cavalos azuis")
    user.save()
    User.objects.filter(pk=closed.user_id).update(is_active=False)
    closed_too = Guest(closed.user_id, None)
    foreign = Guest(out.user_id, stays.session_key)
    assert welcome.welcome([stays, out, changed, closed, closed_too, foreign]) == {stays}


def test_askers_of_one_moment_share_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(guests: list[Guest]) -> set[Guest]:
        asked.append(len(guests))
        return {guest for guest in guests if guest.user_id % 2}

    monkeypatch.setattr(welcome, "welcome", counted)

    async def ask() -> list[bool]:
        door = Door()
        first = asyncio.create_task(door.lets_stay(Guest(1, "x")))
        others = [asyncio.create_task(door.lets_stay(Guest(n, "x"))) for n in (1, 2, 3)]
        await asyncio.sleep(0)
        first.cancel()  # its socket is gone: the others still get their answer
        return [await one for one in others]

    assert asyncio.run(ask()) == [True, False, True]
    assert asked == [3]


def test_whoever_is_inside_is_asked_for_with_the_first_whose_answer_is_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[set[int]] = []

    def counted(guests: list[Guest]) -> set[Guest]:
        asked.append({guest.user_id for guest in guests})
        return {guest for guest in guests if guest.user_id != 2}

    monkeypatch.setattr(welcome, "welcome", counted)
    everybody = [Guest(number, "x") for number in (1, 2, 3)]

    async def ask() -> list[bool]:
        door = Door()
        for guest in (*everybody, everybody[0], Guest(4, "x")):
            door.enter(guest)
        for gone in (everybody[0], Guest(4, "x")):
            door.leave(gone)
        before = [await door.lets_stay(guest, 60.0) for guest in everybody]
        assert not asked  # all of them were recognised as they entered
        assert await door.lets_stay(everybody[0])
        return before + [await door.lets_stay(guest, 60.0) for guest in everybody]

    assert asyncio.run(ask()) == [True, True, True, True, False, True]
    # Of the second, who may not stay, no good answer is kept.
    assert asked == [{1, 2, 3}, {1, 2, 3}]


def test_an_answer_of_half_its_age_is_fetched_anew_while_nobody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr(welcome, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    asked: list[float] = []

    def counted(guests: list[Guest]) -> set[Guest]:
        asked.append(clock[0])
        return set(guests)

    monkeypatch.setattr(welcome, "welcome", counted)

    async def ask() -> None:
        door, guest = Door(), Guest(1, "x")
        door.enter(guest)
        for now in (102.0, 103.0, 103.5, 107.9):
            clock[0] = now
            assert await door.lets_stay(guest, 5.0)
            while door._job is not None and not door._job.done():
                await asyncio.wait([door._job])

    asyncio.run(ask())
    assert asked == [103.0, 107.9]


def test_each_asker_learns_of_a_failure_and_the_next_may_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers: list[RuntimeError | set[Guest]] = [RuntimeError("no database"), {Guest(1, None)}]

    def failing(guests: list[Guest]) -> set[Guest]:
        answer = answers.pop(0)
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    monkeypatch.setattr(welcome, "welcome", failing)

    async def ask() -> bool:
        door = Door()
        with pytest.raises(RuntimeError, match="no database"):
            await door.lets_stay(Guest(1, None))
        return await door.lets_stay(Guest(1, None))

    assert asyncio.run(ask())
