"""An organiser with tournaments, and players with chips, for tests of the commands."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import Group

from deploy.accounts.models import User
from tests.house import a_player
from tournaments import commands, states
from tournaments.models import Tournament
from tournaments.pages.bracket_drawing import elimination
from tournaments.rules.codec import to_json
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import PrizeRules, Stage, Structure

PRIZES = PrizeRules(prize_part=100, fee_part=10)
KNOCK_OUT = Structure((Stage("main", "single-elimination"),), PRIZES)
BY_HAND: dict[str, Any] = {"online": False}


def fresh() -> str:
    """A key that nobody used."""
    return str(uuid.uuid4())


def an_organiser(name: str = "olga", chips: int = 1000) -> User:
    """Somebody who may make tournaments."""
    user = a_player(name, chips)
    user.groups.add(Group.objects.get(name="organiser"))
    return user


def players(count: int, chips: int = 1000) -> list[User]:
    """So many people with chips."""
    return [a_player(f"player{number}", chips) for number in range(1, count + 1)]


def drafted(user: User, structure: Structure = KNOCK_OUT, **settings: Any) -> int:
    """A draft's number; played by hand unless told otherwise."""
    chosen = {"name": "Copa", "structure": to_json(structure), **BY_HAND, **settings}
    return int(commands.draft(user=user, key=fresh(), settings=chosen)["id"])


def announced(user: User, structure: Structure = KNOCK_OUT, **settings: Any) -> int:
    """The number of a tournament that takes entries."""
    number = drafted(user, structure, **settings)
    commands.announce(user=user, key=fresh(), tournament_id=number)
    return number


def entered(number: int, users: Sequence[User]) -> list[str]:
    """Register all of them; return their refs."""
    return [
        str(commands.register(user=user, key=fresh(), tournament_id=number)["entrant"])
        for user in users
    ]


def row_of(number: int) -> Tournament:
    """The tournament's row as it is now."""
    return Tournament.objects.get(pk=number)


def state_of(number: int) -> State:
    """The state as it is now."""
    return states.state_of(row_of(number))


def play_on(olga: User, number: int, count: int) -> None:
    """So many matches more of a bracket: the one who entered first wins each."""
    for _each in range(count):
        boxes = elimination(state_of(number).stages["main"]).boxes
        box = next(one for one in boxes if one.status == "ready")
        best = sorted((str(seat.entrant) for seat in box.seats), key=lambda ref: int(ref[1:]))
        result = {"places": [[one] for one in best]}
        commands.report(
            user=olga, key=fresh(), tournament_id=number, stage="main", match=box.match,
            result=result,
        )  # fmt: skip
        commands.advance(number)
