"""Somebody who reads and sends pages of tournaments, and tournaments to be read."""

import uuid
from typing import Any

from django.test import Client

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    PRIZES,
    announced,
    fresh,
)
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure

FREE = PrizeRules()
CAPPED = Structure((Stage("main", "single-elimination"),), PRIZES, cap=2, check_in=True)
FREEZEOUT = Structure(
    (Stage("main", "freezeout", size=4, levels=generated(10, 500, players=9), stack=500),),
    FREE,
    BuyingRules(500),
)
Sent = tuple[int, str]


def of(user: User | None) -> Client:
    """The browser of somebody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def got(client: Client, path: str, status: int = 200) -> str:
    """A page's text."""
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return str(answer.content.decode())


def sent(client: Client, path: str, do: str, **fields: object) -> Sent:
    """Send a form; follow where it leads."""
    data = {"do": do, "key": str(uuid.uuid4()), **fields}
    answer = client.post(path, data, follow=True)
    return answer.status_code, answer.content.decode()


def named(organiser: User, structure: Structure, count: int, **settings: Any) -> int:
    """A free tournament with so many names of guests, Ana 1 the best of them, that has started."""
    number = announced(organiser, structure, **settings)
    entries = [{"name": f"Ana {n}", "rating": 2000 - n} for n in range(1, count + 1)]
    commands.enter_others(user=organiser, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=organiser, key=fresh(), tournament_id=number)
    commands.advance(number)
    return number


def free(kind: str, **settings: Any) -> Structure:
    """A structure of one stage without money."""
    return Structure((Stage("main", kind, seeding="rated", **settings),), FREE)


def report(user: User, number: int, match: str, *order: str) -> None:
    """Write a result down, best first."""
    result = {"places": [[one] for one in order]}
    commands.report(
        user=user, key=fresh(), tournament_id=number, stage="main", match=match, result=result
    )
    commands.advance(number)
