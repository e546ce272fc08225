"""The report file of a Swiss stage, read back by its columns alone, as a pairing program does."""

import random
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from tests.tables.rest import Person, assert_problem
from tests.tournaments.house import SEED, finish, opening
from tests.tournaments.organiser import an_organiser
from tests.tournaments.reader import free, got, named, of
from tournaments.rules import events as e
from tournaments.rules.due import due
from tournaments.rules.errors import Refused
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.results import VOID, Result
from tournaments.rules.standings import lines, stage_groups
from tournaments.rules.state import Tournament
from tournaments.rules.structure import Stage
from tournaments.rules.trf import Report, trf

PAIRS = Stage("a", "swiss", rounds=4)
WORTH = {"1": 1.0, "+": 1.0, "=": 0.5, "U": 1.0}


class Game(NamedTuple):
    """One round of one player."""

    opponent: int
    colour: str
    code: str


class Player(NamedTuple):
    """A line 001."""

    name: str
    rating: str
    points: float
    rank: int
    games: list[Game]


def at(line: str, first: int, last: int) -> str:
    """The columns of a line, from 1, as the handbook counts them."""
    return line[first - 1 : last]


def read(text: str) -> dict[int, Player]:
    """The players of a file by starting number; every other column is a blank."""
    assert text.endswith("\r\n")
    found = {}
    for line in text.split("\r\n")[:-1]:
        if at(line, 1, 3) != "001":
            continue
        blank = [*range(9, 15), 48, *range(53, 81), 85, 90, 91]
        assert {at(line, col, col) for col in (4, *blank)} == {" "}
        games = []
        for start in range(92, len(line) + 1, 10):
            assert at(line, start + 4, start + 4) == at(line, start + 6, start + 6) == " "
            cells = at(line, start, start + 3), at(line, start + 5, start + 5)
            games.append(Game(int(cells[0]), cells[1], at(line, start + 7, start + 7)))
        points = at(line, 81, 84)
        assert points[2] == "."
        found[int(at(line, 5, 8))] = Player(
            at(line, 15, 47).rstrip(), at(line, 49, 52).strip(), float(points),
            int(at(line, 86, 89)), games,
        )  # fmt: skip
    return found


def report(state: Tournament, **more: Any) -> Report:
    """Names and ratings as they are in the log."""
    names = {ref: f"Player {ref}" for ref in state.entrants}
    ratings = {ref: one.rating for ref, one in state.entrants.items()}
    return Report("Copa", "olga", names, ratings, **more)


@pytest.mark.parametrize(("count", "chance"), [(8, 1), (9, 2), (15, 3)])
def test_every_line_is_at_its_columns_and_the_two_of_a_game_agree(count: int, chance: int) -> None:
    state = finish(opening([PAIRS], count, rated=True), random.Random(chance))
    stage = state.stages["a"]
    players = read(trf(stage, report(state)))
    assert sorted(players) == list(range(1, count + 1))
    won = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    for number, player in players.items():
        assert len(player.games) == 4
        assert player.points == sum(WORTH.get(game.code, 0.0) for game in player.games)
        for place, game in enumerate(player.games):
            if not game.opponent:
                assert (game.colour, game.code) == ("-", "U")
                continue
            other = players[game.opponent].games[place]
            assert (other.opponent, other.code) == (number, won[game.code])
            assert {game.colour, other.colour} == {"w", "b"}
    # The points of the house are twice those of the file: 2 for a win, 0 for a loss, 2 for a bye.
    mine = {line.entrant: line.points for group in lines(stage) for line in group}
    told = {ref: players[place].points for place, ref in enumerate(stage.entrants, start=1)}
    assert {ref: Fraction(2 * points) for ref, points in told.items()} == mine
    first = stage.entrants.index(stage_groups(stage)[0][0]) + 1
    assert players[first].rank == 1


def drawn(count: int) -> Tournament:
    """A stage whose first round is drawn and not played."""
    state = replay(opening([PAIRS], count))
    for _ in range(2):
        state = extend(state, due(state, SEED))
    return state


def test_codes_of_a_tie_a_forfeit_a_bye_and_an_open_game() -> None:
    state = drawn(9)
    pairs = state.stages["a"].rounds[0].tables
    told = (
        Result((pairs[0],)),
        Result(((pairs[1][0],),), "forfeit", (pairs[1][1],)),
        Result((), VOID),
    )
    state = apply(state, e.ResultRecorded("a", "r1.1", told[0]))
    state = apply(state, e.ResultRecorded("a", "r1.2", told[1]))
    state = apply(state, e.ResultRecorded("a", "r1.3", Result(((pairs[2][0],), (pairs[2][1],)))))
    state = apply(state, e.ResultCorrected("a", "r1.3", told[2], "nobody came to the table"))
    numbers = {ref: place for place, ref in enumerate(state.stages["a"].entrants, start=1)}
    players = read(trf(state.stages["a"], report(state)))
    codes = {ref: players[number].games[0].code for ref, number in numbers.items()}
    (resting,) = state.stages["a"].rounds[0].byes
    assert [codes[ref] for pair in pairs for ref in pair] == list("==+-ZZ  ")
    assert codes[resting] == "U"
    assert players[numbers[pairs[0][0]]].points == 0.5


def test_a_line_as_the_handbook_writes_it() -> None:
    state = apply(drawn(6), e.ResultRecorded("a", "r1.1", Result((("p1",), ("p4",)))))
    about = Report("Copa\r\n001", "olga", {"p1": "Müller, Anna\n"}, {"p1": 1850}, "2026/11/30")
    text = trf(state.stages["a"], about)
    heads, first = text.split("\r\n001 ")[0], text.split("\r\n")[7]
    assert heads.split("\r\n") == [
        "012 Copa 001", "042 2026/11/30", "062 6", "072 1", "092 Individual: Swiss-System",
        "102 olga", "XXR 4",
    ]  # fmt: skip
    #        10        20        30        40        50        60        70        80        90
    assert first == (
        "001    1      Müller, Anna                      1850"
        "                             1.0    1     4 w 1"
    )


@pytest.mark.parametrize(
    "stage",
    [Stage("a", "swiss", size=4, rounds=2, points=(3, 2, 1, 0)), Stage("a", "round-robin")],
)
def test_other_stages_have_no_such_file(stage: Stage) -> None:
    state = finish(opening([stage], 8), random.Random(1))
    with pytest.raises(Refused, match="Swiss stage for two"):
        trf(state.stages["a"], report(state))
    with pytest.raises(Refused, match="has begun"):
        trf(replay(opening([PAIRS], 8)).stages["a"], report(state))


@pytest.mark.django_db
def test_it_is_a_download_beside_the_lists() -> None:
    olga = an_organiser()
    number = named(olga, free("swiss", rounds=3), 6)
    path = f"/api/v1/tournaments/{number}/exports/stages/main/trf"
    assert f'href="{path}"' in got(of(None), f"/tournaments/{number}/live/")
    answer = Person().get(path.removeprefix("/api/v1/"))
    assert answer.status == 200
    assert read(answer.text)[1].name == "Ana 1"
    bracket = named(olga, free("single-elimination"), 4)
    here = f"tournaments/{bracket}/exports/stages"
    assert_problem(Person().get(f"{here}/main/trf"), 409, "no-trf")
    assert_problem(Person().get(f"{here}/other/trf"), 404, "no-such-stage")
    assert "/trf" not in got(of(None), f"/tournaments/{bracket}/live/")
