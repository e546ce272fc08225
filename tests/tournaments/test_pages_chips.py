"""Chips over time, the bust card, weak spots, and the reasons of standings."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

import pytest

from deploy.accounts.models import User
from tests.tournaments.hands import lose_all
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import FREEZEOUT, free, got, named, of, report, sent
from tournaments import commands, queries
from tournaments.models import Entrant, StackCount
from tournaments.pages.chips_over_time import (
    BOTTOM,
    LEFT,
    RIGHT,
    ROWS_MAX,
    TOP,
    chips_over_time,
    nice,
    thinned,
)
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.structure import PrizeRules, Stage, Structure

START: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)


def after(minutes: float) -> datetime:
    """So long after the start."""
    return START + timedelta(minutes=minutes)


def test_lines_are_in_proportion_and_inside_the_picture() -> None:
    counts = {
        "p1": [(START, 1000), (after(10), 1500), (after(20), 3000)],
        "p2": [(START, 1000), (after(10), 500), (after(15), 0)],
        "p3": [],
    }
    graph = chips_over_time(counts, [(after(5), 1), (after(10), 2), (after(30), 3)])
    assert graph is not None
    assert [line.ref for line in graph.lines] == ["p1", "p2"]
    one, two = graph.lines
    assert (one.x, two.y) == (RIGHT, BOTTOM)
    assert [tick.value for tick in graph.across] == [0, 1000, 2000, 3000]
    assert (graph.across[0].at, graph.across[-1].at) == (BOTTOM, TOP)
    points = [tuple(map(float, one.split())) for one in one.path[1:].split("L")]
    assert points[0] == (LEFT, graph.across[1].at)
    assert [tick.value for tick in graph.upright] == [1, 2]
    assert graph.rows[-1] == (after(20), (3000, 0))
    assert graph.rows[0] == (after(5), (1000, 1000))


def test_nothing_is_drawn_before_two_counts() -> None:
    assert chips_over_time({}) is None
    assert chips_over_time({"p1": [(START, 1000)], "p2": []}) is None


def test_everybody_without_chips_is_a_line_at_the_foot() -> None:
    graph = chips_over_time({"p1": [(START, 0), (after(1), 0)]})
    assert graph is not None
    assert graph.lines[0].y == BOTTOM


def test_long_tournaments_are_thinned_and_keep_their_ends() -> None:
    many = [(after(number / 10), 1000 + number) for number in range(5000)]
    graph = chips_over_time({"p1": many}, [(after(10 * n), n) for n in range(1, 50)])
    assert graph is not None
    assert graph.lines[0].path.count("L") < 800
    assert graph.lines[0].chips == 5999
    assert len(graph.rows) <= ROWS_MAX + 1
    named_ = [tick.at for tick in graph.upright if tick.named]
    assert min(b - a for a, b in pairwise(named_)) >= 70


@pytest.mark.parametrize(("value", "least"), [(0, 1), (1, 1), (3, 5), (26, 50), (99, 100)])
def test_steps_of_the_scale_are_easy_numbers(value: float, least: int) -> None:
    assert nice(value) == least


def test_thinning_keeps_the_newest_of_what_lies_together() -> None:
    assert thinned([(0, 1), (1, 2), (1.5, 9), (40, 3)]) == [(0, 1), (1.5, 9), (40, 3)]


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


@pytest.mark.django_db
def test_counts_of_a_room_become_lines_with_a_table_that_says_the_same(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)
    assert "t-lines" not in got(of(None), f"/tournaments/{number}/live/")
    for round_ in range(3):
        stacks = {"p1": 500 + 100 * round_, "p2": 500 - 50 * round_, "p3": 600}
        commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)
    busts = [{"entrant": "p2", "stack": 400}]
    commands.report_busts(user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts)
    assert StackCount.objects.count() == 9
    counts = queries.stack_counts(row_of(number), ["p1", "p2"])
    assert [chips for _at, chips in counts["p1"]] == [500, 600, 700]
    assert [chips for _at, chips in counts["p2"]] == [500, 450, 400, 0]
    page = got(of(None), f"/tournaments/{number}/live/?player=p2")
    drawn = page[page.index("t-lines") : page.index("</figure>")]
    legend = re.findall(r"<li class=\"\w*\">.*?<a[^>]*>(Ana \d)</a> <strong>([\w,]+)", drawn)
    assert legend == [("Ana 2", "out"), ("Ana 1", "700"), ("Ana 3", "600")]
    table = drawn[drawn.index("The graph as a table") :]
    assert all(cell in table for cell in ("Ana 1", "700", "500"))
    last = re.findall(r"<tr>(.*?)</tr>", table)[-1]
    assert re.findall(r"<td[^>]*>(\S+)</td>", last) == ["0", "700", "600"]


PAID: Final = PrizeRules(prize_part=100, weights=(7, 3))
LEVELS: Final = (Level(10, 600), Level(20, 600), Level(30, 600))


def at_tables(
    olga: User, count: int, buying: BuyingRules, prizes: PrizeRules = PAID
) -> tuple[list[User], int]:
    """A freezeout at live tables of three that has begun."""
    stage = Stage("main", "freezeout", size=3, levels=LEVELS, stack=100)
    settings = {"online": True, "table": {"rules": "pif-paf-aposta"}}
    number = announced(olga, Structure((stage,), prizes, buying), **settings)
    users = players(count)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return users, number


def knocked_out(number: int, users: list[User]) -> tuple[User, User]:
    """Somebody of table 1 who takes all that another there has: the winner, and the other."""
    table = state_of(number).stages["main"].tables()[1]
    one, two = (table[seat] for seat in sorted(table)[:2])
    lose_all(number, one, two)
    commands.advance(number)
    by_ref = {one.ref: one.user_id for one in Entrant.objects.filter(tournament=number)}
    found = {user.pk: user for user in users}
    return found[by_ref[one] or 0], found[by_ref[two] or 0]


@pytest.mark.django_db(transaction=True)
def test_bust_card_says_place_prize_and_who_took_the_chips(olga: User) -> None:
    users, number = at_tables(olga, 6, BuyingRules(100))
    path = f"/tournaments/{number}/live/"
    winner, loser = knocked_out(number, users)
    page = got(of(loser), path)
    assert "You are out: place 6 of 6" in page
    card = page[page.index("t-bust") :]
    card = card[: card.index("</section>")]
    assert re.search(r"Prize</dt><dd>none", card)
    assert f"Your last chips went to</dt><dd>{winner.username}" in card
    assert "100 chips" in card
    assert "Table 1" in card
    assert "There is no way back in for you any more." in card
    hand = re.search(r'href="(/hands/[^"]+)"', card)
    assert hand is not None
    assert of(loser).get(hand[1]).status_code == 200
    assert "t-bust" not in got(of(winner), path)
    assert "t-bust" not in got(of(None), path)


@pytest.mark.django_db(transaction=True)
def test_bust_card_of_a_room_knows_who_took_the_bounty(olga: User) -> None:
    stage = Stage("main", "freezeout", size=3, levels=LEVELS, stack=100)
    prizes = PrizeRules(prize_part=100, bounty_part=10)
    number = announced(olga, Structure((stage,), prizes, BuyingRules(100)))
    users = players(3)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    busts = [{"entrant": "p3", "stack": 40, "by": ["p1"]}]
    commands.report_busts(user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts)
    page = got(of(users[2]), f"/tournaments/{number}/live/")
    assert f"Your last chips went to</dt><dd>{users[0].username}" in page
    assert f"{users[2].username} → {users[0].username}" in page
    assert 'href="/hands/' not in page[page.index("t-bust") : page.index("t-stage")]


@pytest.mark.django_db(transaction=True)
def test_bust_card_lets_somebody_in_again_while_that_is_open(olga: User) -> None:
    buying = BuyingRules(100, late_until=1, reentries=1)
    users, number = at_tables(olga, 6, buying)
    path = f"/tournaments/{number}/live/"
    _winner, loser = knocked_out(number, users)
    page = got(of(loser), path)
    assert "known when entries close" in page
    assert 'value="re-enter"' in page
    status, page = sent(of(loser), path, "re-enter")
    assert (status, "You play again." in page) == (200, True)
    assert "t-bust" not in page


@pytest.mark.django_db(transaction=True)
def test_bust_card_asks_for_the_rebuy_before_it_is_too_late(olga: User) -> None:
    buying = BuyingRules(100, rebuys=1, rebuy_until=1, rebuy_chips=100)
    prizes = PrizeRules(prize_part=100, rebuy_price=100)
    users, number = at_tables(olga, 6, buying, prizes)
    _winner, loser = knocked_out(number, users)
    page = got(of(loser), f"/tournaments/{number}/live/")
    assert "You have no chips left" in page
    status, page = sent(of(loser), f"/tournaments/{number}/live/", "rebuy")
    assert (status, "t-bust" in page) == (200, False)


@pytest.mark.django_db
def test_standings_of_a_freezeout_give_their_reasons(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)
    busts = [{"entrant": "p4", "stack": 80}, {"entrant": "p5", "stack": 90}]
    commands.report_busts(user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts)
    stacks = {"p1": 700, "p2": 700, "p3": 600}
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)
    page = got(of(None), f"/tournaments/{number}/live/?all=1")
    for words in (
        "As many chips as Ana 2: 700.",
        "More chips than Ana 3: 700 against 600.",
        "Out in the same hand as Ana 5, with fewer chips before it: 80, 90",
        "Out in the same hand as Ana 4, with more chips before it: 90, 80",
        'class="number">1-2</td>',
    ):
        assert words in page, words


@pytest.mark.django_db
def test_weak_spots_of_a_round_are_told(olga: User) -> None:
    swiss = free("swiss", size=4, rounds=2, points=(3, 2, 1, 0))
    number = named(olga, swiss, 8)
    path = f"/tournaments/{number}/live/"
    assert "Nothing: nobody meets again, and all scores of a table are equal." in got(
        of(None), path
    )
    for table, four in enumerate(state_of(number).stages["main"].rounds[0].tables, start=1):
        report(olga, number, f"r1.{table}", *four)
    page = got(of(None), path)  # eight players at two tables cannot all meet somebody new
    assert re.search(r"Ana \d and Ana \d met 1 time before", page)
    assert "At a table with a better score than the own:" in page


@pytest.mark.django_db
def test_around_me_keeps_the_name_of_the_group(olga: User) -> None:
    number = named(olga, free("round-robin", groups=3), 36)
    page = got(of(None), f"/tournaments/{number}/live/?player=p34")
    table = page[page.index("t-standings") :]
    assert "Ana 34<" in table
    where = table.index("Ana 34<")
    heads = [found.start() for found in re.finditer("Group 3", table)]
    assert heads
    assert heads[0] < where
    assert table.count("⋮") >= 2


@pytest.mark.django_db
def test_last_one_and_equals_have_a_reason_as_well(olga: User) -> None:
    number = named(olga, free("round-robin"), 3)
    for match in ("r1.1", "r2.1", "r3.1"):
        players_ = state_of(number).stages["main"].rounds[int(match[1]) - 1].tables[0]
        report(olga, number, match, *sorted(players_))
    page = got(of(None), f"/tournaments/{number}/live/")
    assert "More points than Ana 2: 6 against 4." in page
    assert "Fewer points than Ana 2: 2 against 4." in page


@pytest.mark.django_db
def test_after_the_end_the_lines_are_those_of_the_best(olga: User) -> None:
    number = named(olga, FREEZEOUT, 5)
    stacks = {f"p{n}": 400 + 10 * n for n in range(1, 6)}
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)
    for ref in ("p1", "p2", "p3", "p4"):
        busts = [{"entrant": ref, "stack": 400}]
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts
        )
        commands.advance(number)
    assert row_of(number).phase in ("finished", "paid")
    page = got(of(None), f"/tournaments/{number}/live/")
    drawn = page[page.index("t-lines") : page.index("</figure>")]
    legend = re.findall(r"<li class=\"\w*\">.*?<a[^>]*>(Ana \d)</a>", drawn)
    assert legend == ["Ana 5", "Ana 4", "Ana 3", "Ana 2"]
