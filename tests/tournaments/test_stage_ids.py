"""Names of stages: those that make addresses, those that a ranking gives, those of flights."""

from itertools import pairwise
from typing import Any

import pytest

from tests.tables.rest import Person, assert_problem
from tests.tournaments.house import SEED
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    drafted,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands
from tournaments.commands.settings import structure_of
from tournaments.errors import BadTournament
from tournaments.models import Entrant, Tournament
from tournaments.rules import events as e
from tournaments.rules.codec import to_json
from tournaments.rules.draw import commitment
from tournaments.rules.log import replay
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips
from wallet.errors import Refusal


def of_stages(*ids: str, ranking: tuple[str, ...] = ()) -> Structure:
    """A chain of knock-outs with these ids."""
    stages = [Stage(ids[0], "single-elimination")]
    for before, name in pairwise(ids):
        stages.append(Stage(name, "single-elimination", (Take(before, 1, 2),)))
    return Structure(tuple(stages), ranking=ranking)


BAD_IDS = ("a/b", "..", "", "a?b", "a#b", "a%2fb", "fase 1", "a;b", "x" * 41, "a\n")


@pytest.mark.parametrize("name", BAD_IDS, ids=ascii)
def test_id_that_breaks_an_address_is_refused_with_what_is_allowed(name: str) -> None:
    with pytest.raises(BadTournament, match="digits, - and _") as refused:
        structure_of(to_json(of_stages(name)))
    assert refused.value.code == "bad-stage-id"


@pytest.mark.parametrize("name", ["main", "A", "flight-a", "fase_1", "é", "x" * 40])
def test_id_of_plain_letters_is_taken(name: str) -> None:
    assert structure_of(to_json(of_stages(name))).stages[0].id == name


@pytest.mark.parametrize("name", ["a/b", "fase 1", ".."])
def test_log_that_has_such_an_id_replays_still(name: str) -> None:
    log: list[e.Event] = [
        e.Announced("t1", of_stages(name, ranking=(name, name))),
        e.DrawCommitted(commitment("t1", SEED).hex()),
        e.RegistrationOpened(),
    ]
    assert list(replay(log).stages) == [name]


@pytest.mark.parametrize(
    ("ranking", "named"),
    [(("b", "a", "b"), "b"), (("a", "a"), "a"), (("b", "b", "a", "a"), "b, a")],
)
def test_ranking_that_names_a_stage_twice_is_refused(ranking: tuple[str, ...], named: str) -> None:
    with pytest.raises(BadTournament, match=f"names {named} more than once") as refused:
        structure_of(to_json(of_stages("a", "b", ranking=ranking)))
    assert refused.value.code == "bad-ranking"
    assert structure_of(to_json(of_stages("a", "b", ranking=("b", "a")))).ranking == ("b", "a")


@pytest.mark.django_db
def test_draft_from_before_is_not_announced_so_and_can_be_put_right() -> None:
    user = an_organiser()
    number = drafted(user)
    Tournament.objects.filter(pk=number).update(structure=to_json(of_stages("a/b")))
    olga = Person(user)
    assert_problem(olga.post(f"tournaments/{number}/announce"), 422, "bad-stage-id")
    chosen = {"name": "Copa", "online": False, "structure": to_json(of_stages("a-b"))}
    commands.edit(user=user, key=fresh(), tournament_id=number, settings=chosen)
    assert olga.post(f"tournaments/{number}/announce").status == 200


FLIGHTS = (
    Stage("a", "swiss", (Take(flight="Sat"),), rounds=1),
    Stage("b", "swiss", (Take(flight="Sun"),), rounds=1),
    Stage("final", "single-elimination", (Take("a", 1, 1), Take("b", 1, 1))),
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("flight", ["", "Mon", "sat"])
def test_entry_of_a_flight_that_no_stage_takes_is_refused_and_nothing_is_taken(
    flight: str,
) -> None:
    olga, (ana,) = an_organiser(), players(1)
    number = announced(olga, Structure(FLIGHTS, PRIZES))
    with pytest.raises(Refusal, match="choose one of: Sat, Sun") as refused:
        commands.register(user=ana, key=fresh(), tournament_id=number, flight=flight)
    assert refused.value.code == "no-such-flight"
    assert refused.value.facts["flights"] == ["Sat", "Sun"]
    assert (chips.balance(ana.pk), Entrant.objects.count()) == (1000, 0)
    assert state_of(number).entrants == {}
    commands.register(user=ana, key=fresh(), tournament_id=number, flight="Sat")
    assert row_of(number).entered == 1


@pytest.mark.django_db
def test_list_with_an_unknown_flight_is_refused_whole() -> None:
    olga = an_organiser()
    number = announced(olga, Structure(FLIGHTS, PrizeRules()))
    entries: list[dict[str, Any]] = [{"name": "Ana", "flight": "Sun"}, {"name": "Rui"}]
    with pytest.raises(Refusal, match="flight “”"):
        commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    assert Entrant.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_where_a_stage_takes_everybody_any_flight_is_taken() -> None:
    olga, (ana,) = an_organiser(), players(1)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), PRIZES))
    commands.register(user=ana, key=fresh(), tournament_id=number, flight="Mon")
    assert row_of(number).entered == 1
