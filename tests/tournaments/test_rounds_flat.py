"""What a report and a job ask of the database does not grow with the number of finished rounds."""

import random

import pytest

from tests.load import soak
from tests.load.rounds import Round, Rounds
from tests.load.tournaments import KINDS, arguments, play_freezeout, play_matches, stage_of
from tests.tournaments.organiser import PRIZES, an_organiser, announced, entered, fresh, players
from tournaments import commands
from tournaments.rules import swiss_tables
from tournaments.rules.structure import Structure


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("kind", "count"), [("double", 12), ("swiss", 12), ("freezeout", 20)])
def test_queries_are_flat_in_the_number_of_finished_rounds(
    kind: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swiss_tables, "STARTS", 1)  # any seating will do
    olga, users = an_organiser(), players(count)
    number = announced(olga, Structure((stage_of(kind, count),), PRIZES))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    rounds = Rounds()
    play = play_freezeout if kind == "freezeout" else play_matches
    play(olga, number, random.Random(1), rounds)
    assert len(rounds.played) > 6
    told = rounds.growth()
    assert [line.rsplit(": ", 1)[1] for line in told] == ["flat", "flat"], told


def test_growth_is_told_and_the_round_that_pays_is_no_part_of_it() -> None:
    rounds = Rounds()
    rounds.played = [Round(0.1, [(0.01, 8)], [(0.02, asked)]) for asked in (5, 5, 5, 9, 9, 9, 70)]
    assert rounds.growth() == [
        "one report, first third of the rounds and last: 10.0 and 10.0 ms, 8 and 8 queries: flat",
        "one job, first third of the rounds and last: 20.0 and 20.0 ms, 5 and 9 queries: GROWS",
    ]
    rounds.played = rounds.played[:3]
    assert rounds.growth() == []


def test_a_run_is_told_its_kind_its_players_and_perhaps_a_seed() -> None:
    for kind in KINDS:
        asked = arguments([kind, "8"])
        assert (asked.kind, asked.players, asked.seed) == (kind, 8, 1)
    assert arguments(["swiss", "200", "7"]).seed == 7


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["double-elimination", "8"], "choose from"),
        (["double"], "players"),
        (["double", "1"], "a whole number from 2 to 65536, not '1'"),
        (["freezeout", "-3"], "a whole number from 2 to 65536, not '-3'"),
        (["live", "many"], "a whole number from 2 to 65536, not 'many'"),
        (["freezeout", "65537"], "a whole number from 2 to 65536, not '65537'"),
        (["swiss", "5"], "5 players cannot sit at tables of 4"),
        (["swiss", "8", "lucky"], "seed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_run_that_makes_no_sense_is_refused_at_once(
    given: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        arguments(given)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("given", [[], ["1"], ["many"], ["12", "13"]], ids=" ".join)
def test_a_soak_that_makes_no_sense_is_refused_before_anything_starts(given: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        soak.arguments(given)
    assert ended.value.code == 2
    assert soak.arguments(["12"]).players == 12
