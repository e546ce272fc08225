"""A match that ends away from its live table tells what really happened: record, API and page."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from deploy.accounts.models import User
from tables.models import Hand, Seat
from tests.tables.felt import hurry
from tests.tournaments.organiser import (
    KNOCK_OUT,
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
)
from tests.tournaments.reader import of
from tournaments import commands
from tournaments.models import MatchTable
from tournaments.queries.decided import (
    BY_CLOCK,
    BY_CORRECTION,
    BY_LEAVING,
    BY_ORGANISER,
    BY_PLAYERS,
)
from tournaments.rules.structure import Structure

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}
PAIRS = Structure(KNOCK_OUT.stages, PRIZES, no_show=10)


class Cup:
    """A knock-out of four at live tables, with a hand in play at each."""

    def __init__(self) -> None:
        """Begin it."""
        self.olga, self.users = an_organiser(), players(4)
        self.number = announced(self.olga, PAIRS, **MATCHES)
        entered(self.number, self.users)
        commands.start(user=self.olga, key=fresh(), tournament_id=self.number)
        self.go_on()

    def go_on(self) -> None:
        """Let the worker do what is due, and every open table deal."""
        commands.advance(self.number)
        for table_id in MatchTable.objects.filter(state="open").values_list("table_id", flat=True):
            if not Hand.objects.filter(table=table_id).exists():
                hurry(table_id)

    def forfeit_by_the_clock(self) -> None:
        """Nobody comes to the first match but its first player, for all its time."""
        Seat.objects.exclude(user__in=[self.users[0]]).update(last_seen=None)
        for _ in range(2):
            MatchTable.objects.update(opened_at=F("opened_at") - timedelta(minutes=5))
            commands.advance(self.number)

    def leave(self) -> None:
        """The fourth player withdraws."""
        commands.withdraw(user=self.users[3], key=fresh(), tournament_id=self.number)

    def agree(self) -> None:
        """Both players report the same."""
        for user in (self.users[0], self.users[3]):
            self.report(user, [["p1"], ["p4"]])

    def decide(self) -> None:
        """The organiser enters the result."""
        self.report(self.olga, [["p1"], ["p4"]])

    def report(self, user: User, places: list[list[str]], match: str = "w1.1") -> None:
        """Somebody says how a match ended."""
        commands.report(user=user, key=fresh(), tournament_id=self.number, stage="main",
                        match=match, result={"places": places})  # fmt: skip

    def told(self, match: str) -> tuple[str, str]:
        """The reason in the record of the hand that was broken off, and what the page is told."""
        place = MatchTable.objects.filter(match=match, state="dropped").latest("pk")
        result = Hand.objects.filter(table=place.table_id).latest("pk").result
        assert result is not None
        path = f"/tournaments/{self.number}/next/{place.table_id}"
        return str(result["reason"]), str(of(self.users[0]).get(path).json()["ended"])


@pytest.mark.parametrize(
    ("what", "reason", "said"),
    [
        (Cup.forfeit_by_the_clock, BY_CLOCK, "A player did not come in time"),
        (Cup.leave, BY_LEAVING, "A player left the tournament"),
        (Cup.agree, BY_PLAYERS, "The players reported this result."),
        (Cup.decide, BY_ORGANISER, "The organiser decided so."),
    ],
)
def test_a_match_tells_by_what_it_was_decided(
    what: Callable[[Cup], None], reason: str, said: str
) -> None:
    cup = Cup()
    what(cup)
    cup.go_on()
    found, page = cup.told("w1.1")
    assert found == reason
    assert page.startswith("You won the match! ")
    assert said in page


def test_a_match_whose_players_a_correction_changed_says_so() -> None:
    cup = Cup()
    cup.decide()
    cup.report(cup.olga, [["p2"], ["p3"]], "w1.2")
    cup.go_on()
    commands.correct(user=cup.olga, key=fresh(), tournament_id=cup.number, stage="main",
                     match="w1.1", result={"places": [["p4"], ["p1"]]}, rulings={},
                     note="Read the wrong way round.")  # fmt: skip
    cup.go_on()
    found, page = cup.told("w2.1")
    assert found == BY_CORRECTION
    assert "The organiser corrected a result." in page
