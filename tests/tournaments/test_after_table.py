"""What a player is told when the table of a match is closed, and where the tournament leads on."""

from typing import Any

import pytest

from deploy.accounts.models import User
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
from tournaments.rules.levels import Level
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db(transaction=True)

FREEZEOUT = Structure(
    (Stage("main", "freezeout", size=3, levels=(Level(10, 60),), stack=100, seeding="drawn"),),
    PRIZES,
)
MATCHES: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}


class Cup:
    """A knock-out of four at live tables, its semifinals open."""

    def __init__(self, structure: Structure = KNOCK_OUT) -> None:
        """Begin it."""
        self.olga, self.users = an_organiser(), players(4)
        self.number = announced(self.olga, structure, **MATCHES)
        self.refs = entered(self.number, self.users)
        commands.start(user=self.olga, key=fresh(), tournament_id=self.number)
        commands.advance(self.number)

    def user(self, ref: str) -> User:
        """Who entered under this ref."""
        return self.users[self.refs.index(ref)]

    def decide(self, match: str, absent: str) -> None:
        """Let the organiser decide a match against somebody."""
        commands.forfeit(user=self.olga, key=fresh(), tournament_id=self.number, stage="main",
                         match=match, absent=[absent], note="Did not come.")  # fmt: skip
        commands.advance(self.number)

    def table(self, match: str) -> int:
        """The live table of a match."""
        return MatchTable.objects.get(tournament_id=self.number, match=match).table_id

    def told(self, ref: str | None, match: str) -> dict[str, Any]:
        """What the page of a match's table is told by the tournament for this reader."""
        path = f"/tournaments/{self.number}/next/{self.table(match)}"
        answer: dict[str, Any] = of(self.user(ref) if ref else None).get(path).json()
        return answer

    def leads(self, ref: str | None) -> str:
        """Where the address for the next table leads."""
        answer = of(self.user(ref) if ref else None).get(f"/tournaments/{self.number}/next/")
        assert answer.status_code == 302
        return str(answer["Location"])


def test_who_plays_is_led_to_the_table_and_who_watches_to_the_tournament() -> None:
    cup = Cup()
    assert cup.leads("p1") == f"/tables/{cup.table('w1.1')}/"
    assert cup.leads(None) == f"/tournaments/{cup.number}/#mine"
    told = cup.told(None, "w1.1")
    assert told["called"] == "Match 1"
    assert (told["ended"], told["won"], told["wait"]) == ("", False, False)


def test_winner_waits_and_loser_learns_the_place_until_the_final_is_open() -> None:
    cup = Cup()
    cup.decide("w1.1", "p4")
    won = cup.told("p1", "w1.1")
    assert won["ended"] == "You won the match! The organiser decided so."
    assert (won["won"], won["wait"]) == (True, True)
    assert "as soon as it is open" in won["then"]
    lost = cup.told("p4", "w1.1")
    assert (lost["won"], lost["wait"]) == (False, False)
    assert lost["ended"].endswith(" won the match. The organiser decided so.")
    assert "over: place" in lost["then"]
    assert lost["go"] == {"href": f"/tournaments/{cup.number}/#mine", "words": "My result"}
    cup.decide("w1.2", "p3")
    ready = cup.told("p1", "w1.1")
    final = f"/tables/{cup.table('w2.1')}/"
    assert ready["go"] == {"href": final, "words": "Go to my next table"}
    assert cup.leads("p1") == cup.leads("p2") == final
    assert 'id="mine"' in of(cup.user("p4")).get(f"/tournaments/{cup.number}/").content.decode()


def test_the_champion_is_congratulated_and_led_to_the_result() -> None:
    cup = Cup()
    for match, absent in (("w1.1", "p4"), ("w1.2", "p3"), ("w2.1", "p2")):
        cup.decide(match, absent)
    told = cup.told("p1", "w2.1")
    assert told["ended"] == "You won the match! The organiser decided so."
    assert told["then"].startswith("Congratulations: you won the tournament! Your prize: ")
    result = f"/tournaments/{cup.number}/result/"
    assert told["go"] == {"href": result, "words": "See the result"}
    assert not told["wait"]
    assert cup.leads("p1") == cup.leads("p4") == result
    second = cup.told("p2", "w2.1")
    assert "place 2 of 4" in second["then"]
    assert second["go"]["href"] == result


def test_a_cancelled_tournament_is_said_to_be() -> None:
    cup = Cup()
    cup.decide("w1.1", "p4")
    commands.cancel(user=cup.olga, key=fresh(), tournament_id=cup.number, note="Rain.")
    told = cup.told("p1", "w1.1")
    assert told["then"] == "The tournament is cancelled."
    assert not told["wait"]


def test_a_match_is_for_the_tournament_and_its_table_has_no_code_for_a_name() -> None:
    cup = Cup()
    table_id = cup.table("w1.1")
    page = of(cup.user("p1")).get(f"/tables/{table_id}/").content.decode()
    assert '"line": "for the tournament"' in page
    assert "Nothing is played for." not in page
    assert "w1.1" not in page
    listed = of(cup.user("p1")).get("/tables/").content.decode()
    assert "for the tournament" in listed
    assert "for fun" not in listed


def test_a_freezeouts_table_is_listed_with_its_ante_and_no_buy_in() -> None:
    olga, users = an_organiser(), players(3)
    number = announced(olga, FREEZEOUT, online=True, table={"rules": "pif-paf-aposta"})
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    listed = of(users[0]).get("/tables/").content.decode()
    assert "ante 10 · tournament chips" in listed
    assert "1,000,000,000" not in listed
    assert "Buy-in</dt>" not in listed
    told = of(users[0]).get(f"/tournaments/{number}/next/{MatchTable.objects.get().table_id}")
    assert told.json()["called"] == "Table 1"
