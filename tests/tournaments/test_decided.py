"""A match that ends away from its live table tells what really happened: record, API and page."""

import json
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
    row_of,
    state_of,
)
from tests.tournaments.reader import of
from tournaments import commands, queries
from tournaments.models import MatchTable
from tournaments.queries.decided import (
    BY_CLOCK,
    BY_CORRECTION,
    BY_LEAVING,
    BY_ORGANISER,
    BY_PUTTING_OUT,
)
from tournaments.rules import events as e
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply
from tournaments.rules.results import forfeited, won
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

    def forfeit_by_the_clock(self, there: int = 1) -> None:
        """Nobody comes but so many of the first players, for all the time of the matches."""
        Seat.objects.exclude(user__in=self.users[:there]).update(last_seen=None)
        for _ in range(2):
            MatchTable.objects.update(opened_at=F("opened_at") - timedelta(minutes=5))
            commands.advance(self.number)

    def leave(self) -> None:
        """The fourth player withdraws."""
        commands.withdraw(user=self.users[3], key=fresh(), tournament_id=self.number)

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


def disqualify(cup: Cup) -> None:
    """The organiser puts the fourth player out."""
    commands.disqualify(
        user=cup.olga, key=fresh(), tournament_id=cup.number, entrant="p4", note="Told his cards."
    )


@pytest.mark.parametrize(
    ("what", "ground", "said"),
    [
        (Cup.forfeit_by_the_clock, "no-show", "Forfeit, by the clock: not there in time"),
        (Cup.leave, "left", "Forfeit, for a player has left"),
        (disqualify, "put-out", "Forfeit, for a player is disqualified"),
        (Cup.decide, "ruling", "Result, by the organiser"),
    ],
)
def test_log_stream_api_and_page_say_by_what_it_was_decided(
    what: Callable[[Cup], None], ground: str, said: str
) -> None:
    cup = Cup()
    what(cup)
    cup.go_on()
    row = row_of(cup.number)
    told = [json.loads(one["line"]) for one in queries.events(row, after=0)]
    recorded = {one["match"]: one["ground"] for one in told if one["kind"] == "result-recorded"}
    assert recorded.pop("w1.1") == ground
    by = {one["match"]: one["decided_by"] for one in queries.bracket(row, "main")}
    assert by == {"w1.2": None, "w2.1": None, **recorded, "w1.1": ground}
    assert said in of(None).get(f"/tournaments/{cup.number}/live/").content.decode()


def test_a_disqualified_player_did_not_leave() -> None:
    cup = Cup()
    disqualify(cup)
    cup.go_on()
    reason, page = cup.told("w1.1")
    assert reason == BY_PUTTING_OUT
    assert "A player was disqualified" in page


def test_a_correction_elsewhere_does_not_decide_what_the_clock_has_decided() -> None:
    cup = Cup()
    cup.forfeit_by_the_clock(there=3)
    cup.report(cup.olga, [["p2"], ["p3"]], "w1.2")
    cup.go_on()
    assert "did not come in time" in cup.told("w1.1")[1]
    commands.correct(user=cup.olga, key=fresh(), tournament_id=cup.number, stage="main",
                     match="w1.2", result={"places": [["p3"], ["p2"]]}, rulings={},
                     note="Read the wrong way round.")  # fmt: skip
    cup.go_on()
    assert "did not come in time" in cup.told("w1.1")[1]
    by = {one["match"]: one["decided_by"] for one in queries.bracket(row_of(cup.number), "main")}
    assert (by["w1.1"], by["w1.2"]) == ("no-show", "correction")
    undo: dict[str, Any] = {"user": cup.olga, "key": fresh(), "tournament_id": cup.number}
    commands.undo(**undo, note="It was right.")
    assert "did not come in time" in cup.told("w1.1")[1]


@pytest.mark.parametrize("ground", ["no-show", "left", "put-out", "hearsay"])
def test_a_log_that_gives_a_false_ground_is_refused(ground: str) -> None:
    cup = Cup()
    state = state_of(cup.number)
    with pytest.raises(Refused) as refused:
        apply(state, e.ResultRecorded("main", "w1.1", won("p1", "p4"), ground))
    assert refused.value.code == "bad-log"
    forfeit = forfeited("p1", "p4", leaves=True)
    if ground == "no-show":
        after = apply(state, e.ResultRecorded("main", "w1.1", forfeit, ground))
        assert after.stages["main"].results["w1.1"] == forfeit
    else:
        with pytest.raises(Refused):
            apply(state, e.ResultRecorded("main", "w1.1", forfeit, ground))
