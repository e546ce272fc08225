"""Who decides a match by words: all who are still at it, in a room; at a live table nobody."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from deploy.accounts.models import User
from tests.house import a_player
from tests.tables.rest import Person, assert_problem
from tests.tournaments.house import SEED, opening
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import FREE, got, of
from tests.tournaments.test_claims import plain
from tournaments import commands, queries
from tournaments.book import chained
from tournaments.errors import TableDecides
from tournaments.models import MatchTable, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules.__main__ import main
from tournaments.rules.claims import claim, unheard
from tournaments.rules.due import due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, line, read, replay
from tournaments.rules.playing import open_match
from tournaments.rules.results import REPORTED, Result
from tournaments.rules.state import Tournament
from tournaments.rules.structure import SWISS, Stage, Structure
from wallet.errors import TooManyRequests

FOUR = Stage("a", SWISS, size=4, rounds=2, points=(3, 2, 1, 0))
TABLE = "r1.1"


def begun(words: str) -> Tournament:
    """A round of tables of four that can be played."""
    log = opening([FOUR], 8, words=words)
    while more := due(replay(log), SEED):
        log += more
    return replay(log)


def seats(state: Tournament) -> tuple[str, ...]:
    """Who sits at the first table."""
    return open_match(state.stages["a"], TABLE)


def finished(*order: str) -> Result:
    """They finished in this order."""
    return Result(tuple((one,) for one in order), REPORTED)


def says(state: Tournament, who: str, result: Result) -> Tournament:
    """The state after somebody's word."""
    there = seats(state)
    held = state.stages["a"]
    return apply(state, claim(held, TABLE, there, who, result, unheard(state, there)))


def recorded(result: Result) -> e.ResultRecorded:
    """It is the result, because the players say so."""
    return e.ResultRecorded("a", TABLE, result, e.AGREEMENT)


def test_a_log_where_two_of_four_decide_is_refused_unless_it_is_older_than_the_rule() -> None:
    for words, good in ((e.WORDS_OF_TWO, True), (e.WORDS_OF_ALL, False)):
        state = begun(words)
        there = seats(state)
        order = finished(*there)
        for who in there[:2]:
            state = says(state, who, order)
        if good:
            assert apply(state, recorded(order)).stages["a"].results[TABLE] == order
            continue
        with pytest.raises(Refused) as refused:
            apply(state, recorded(order))
        assert refused.value.code == "not-agreed"
        for who in there[2:]:
            state = says(state, who, order)
        assert apply(state, recorded(order)).stages["a"].results[TABLE] == order


@pytest.mark.parametrize("ground", ["", "hearsay"])
def test_a_log_of_now_says_by_what_each_result_stands(ground: str) -> None:
    state = begun(e.WORDS_OF_ALL)
    event = e.ResultRecorded("a", TABLE, finished(*seats(state)), ground)
    with pytest.raises(Refused) as refused:
        apply(state, event)
    assert refused.value.code == "bad-log"


def test_a_log_of_live_tables_has_no_words_of_players() -> None:
    state = begun(e.WORDS_OF_NONE)
    there = seats(state)
    for event, code in (
        (claim(state.stages["a"], TABLE, there, there[0], finished(*there)), "table-decides"),
        (recorded(finished(*there)), "not-agreed"),
    ):
        with pytest.raises(Refused) as refused:
            apply(state, event)
        assert refused.value.code == code


def test_an_announcement_has_one_of_the_known_rules_and_old_ones_read_as_they_were() -> None:
    old = line(e.Announced("t", Structure((FOUR,))))
    assert "words" not in old
    assert replay([read(old)]).words == e.WORDS_OF_TWO
    new = e.Announced("t", Structure((FOUR,)), e.WORDS_OF_ALL)
    assert replay([read(line(new))]).words == e.WORDS_OF_ALL
    with pytest.raises(Refused):
        replay([e.Announced("t", Structure((FOUR,)), "any two")])


def test_who_has_gone_says_nothing_that_counts_and_may_decide_by_going() -> None:
    state = begun(e.WORDS_OF_ALL)
    there = seats(state)
    one, other = finished(*there), finished(*reversed(there))
    state = says(state, there[0], one)
    for who in there[1:]:
        state = says(state, who, other)
    assert recorded(other) not in due(state, SEED)
    left = apply(state, e.Withdrawn(there[0]))
    assert recorded(other) in due(left, SEED)
    assert apply(left, recorded(other)).stages["a"].results[TABLE] == other
    with pytest.raises(Refused):
        apply(left, recorded(one))
    assert recorded(other) not in due(apply(left, e.Reinstated(there[0], "mistake")), SEED)


def test_the_last_at_a_table_does_not_decide_it_alone_by_words() -> None:
    state = begun(e.WORDS_OF_ALL)
    there = seats(state)
    state = says(state, there[0], finished(*there))
    state = extend(state, [e.Withdrawn(who) for who in there[1:]])
    with pytest.raises(Refused) as refused:
        apply(state, recorded(finished(*there)))
    assert refused.value.code == "not-agreed"


def test_nobody_contradicts_who_has_gone() -> None:
    state = begun(e.WORDS_OF_ALL)
    there = seats(state)
    state = says(state, there[0], finished(*there))
    state = apply(state, e.Withdrawn(there[0]))
    other = finished(*reversed(there))
    event = claim(state.stages["a"], TABLE, there, there[1], other, unheard(state, there))
    assert event.against == ()
    apply(state, event)
    forged = e.Claimed("a", TABLE, there[1], other, against=(there[0],))
    with pytest.raises(Refused) as refused:
        apply(state, forged)
    assert refused.value.code == "bad-claim"
    with pytest.raises(Refused) as refused:
        apply(state, e.Claimed("a", TABLE, there[0], finished(*there), anew=True))
    assert refused.value.code == "not-in-match"


def four(*, online: bool = False) -> tuple[User, dict[str, User], int]:
    """A round of one table of four: organiser, players by ref, number."""
    olga, people = an_organiser(), players(4)
    stage = Stage("main", SWISS, size=4, rounds=1, points=(3, 2, 1, 0))
    table = {"online": True, "table": {"rules": "cacheta"}} if online else {}
    number = announced(olga, Structure((stage,), FREE), **table)
    refs = entered(number, people)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    for _each in range(3):
        commands.advance(number)
    return olga, dict(zip(refs, people, strict=True)), number


def told(user: User, number: int, *order: str) -> dict[str, Any]:
    """Somebody says how the table ended, and the house looks at it."""
    said = commands.report(
        user=user, key=fresh(), tournament_id=number, stage="main", match=TABLE,
        result={"places": [[one] for one in order]},
    )  # fmt: skip
    commands.advance(number)
    return said


@pytest.mark.django_db
def test_two_of_four_who_say_the_same_decide_nothing_and_the_rest_is_waited_for() -> None:
    _olga, by, number = four()
    order = ("p1", "p2", "p3", "p4")
    assert sorted(told(by["p1"], number, *order)["waiting_for"]) == ["p2", "p3", "p4"]
    assert sorted(told(by["p4"], number, *reversed(order))["waiting_for"]) == ["p1", "p2", "p3"]
    assert sorted(told(by["p2"], number, *order)["waiting_for"]) == ["p3", "p4"]
    assert sorted(told(by["p3"], number, *order)["waiting_for"]) == ["p4"]
    assert not state_of(number).stages["main"].results
    assert told(by["p4"], number, *order) == {"recorded": True, "waiting_for": []}


@pytest.mark.django_db
def test_who_contradicts_and_leaves_holds_nobody_up_and_is_not_waited_for(
    tmp_path: Path,
) -> None:
    _olga, by, number = four()
    order = ("p2", "p3", "p4", "p1")
    told(by["p1"], number, "p1", "p2", "p3", "p4")
    assert sorted(told(by["p2"], number, *order)["waiting_for"]) == ["p1", "p3", "p4"]
    commands.withdraw(user=by["p1"], key=fresh(), tournament_id=number)
    page = plain(got(of(by["p3"]), f"/tournaments/{number}/live/"))
    assert "I agree with player1" not in page
    assert "the players contradict" not in page
    assert sorted(told(by["p3"], number, *order)["waiting_for"]) == ["p4"]
    assert "Waiting for player4." in plain(got(of(by["p2"]), f"/tournaments/{number}/live/"))
    assert told(by["p4"], number, *order)["recorded"]
    file = tmp_path / "log.jsonl"
    file.write_text(queries.log_text(row_of(number)))
    assert '"words":"all"' in file.read_text()
    assert main(["verify", str(file)]) == 0


@pytest.mark.django_db
def test_the_result_stands_when_the_only_one_who_says_otherwise_leaves() -> None:
    _olga, by, number = four()
    order = ("p2", "p3", "p4", "p1")
    told(by["p1"], number, "p1", "p2", "p3", "p4")
    for ref in order[:3]:
        told(by[ref], number, *order)
    assert not state_of(number).stages["main"].results
    commands.withdraw(user=by["p1"], key=fresh(), tournament_id=number)
    commands.advance(number)
    held = state_of(number).stages["main"].results[TABLE]
    assert [one for (one,) in held.places] == list(order)
    assert chained(row_of(number))


@pytest.mark.django_db(transaction=True)
def test_at_a_live_table_players_report_nothing_and_the_organiser_may() -> None:
    olga, by, number = four(online=True)
    place = MatchTable.objects.get(tournament=number, match=TABLE)
    assert place.state == "open"
    path = f"tournaments/{number}/stages/main/matches/{TABLE}/report"
    body = {"result": {"places": [["p1"], ["p2"], ["p3"], ["p4"]]}}
    for ref in ("p1", "p2"):
        assert_problem(Person(by[ref]).post(path, body), 409, "table-decides")
    with pytest.raises(TableDecides):
        told(by["p3"], number, "p1", "p2", "p3", "p4")
    assert not TournamentEvent.objects.filter(tournament=number, kind="claimed").exists()
    assert "Report the result" not in got(of(by["p1"]), f"/tournaments/{number}/live/")
    commands.report(
        user=olga, key=fresh(), tournament_id=number, stage="main", match=TABLE,
        result=body["result"],
    )  # fmt: skip
    commands.advance(number)
    place.refresh_from_db()
    assert place.state != "open"


@pytest.mark.django_db
def test_players_have_a_limit_on_words_and_the_organiser_has_none(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "entries": (6, 3600.0)}
    olga, by, number = four()  # each has entered, once
    order = ["p1", "p2", "p3", "p4"]
    key = fresh()
    for turn in range(5):
        told(by["p1"], number, *(order if turn % 2 else reversed(order)))
    before = row_of(number).seq
    for do in (commands.report, commands.take_back):
        about: dict[str, Any] = {"tournament_id": number, "stage": "main", "match": TABLE}
        if do is commands.report:
            about["result"] = {"places": [[one] for one in order]}
        with pytest.raises(TooManyRequests):
            do(user=by["p1"], key=key, **about)
    assert row_of(number).seq == before
    assert told(by["p2"], number, *order)["recorded"] is False, "each has their own"
    assert told(olga, number, *order)["recorded"]


@pytest.mark.django_db
@pytest.mark.parametrize("verb", ["check_in", "re_enter", "rebuy", "add_on", "propose_deal"])
def test_whatever_a_player_does_to_the_log_is_counted(verb: str, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "entries": (1, 3600.0)}
    number = announced(an_organiser(), Structure((Stage("main", SWISS, rounds=1),), FREE))
    ana = a_player("ana", 100)
    entered(number, [ana])
    with pytest.raises(TooManyRequests):
        getattr(commands, verb)(user=ana, key=fresh(), tournament_id=number)
