"""Lists out of the pages and into them: exports as CSV, and names typed or pasted."""

import re

import pytest
from django.core.exceptions import ValidationError

from tests.tournaments.organiser import an_organiser, announced, fresh, row_of
from tests.tournaments.reader import FREEZEOUT, free, got, named, of, report, sent
from tournaments import commands
from tournaments.models import Entrant
from tournaments.pages.import_read import entries_read
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take


def test_names_are_read_with_semicolon_comma_or_heads() -> None:
    maria = [{"name": "Maria", "rating": 1200}]
    for text in (
        "Maria; 1200",
        "Maria,1200",
        "name,rating\nMaria,1200",
        "Name;Rating\nMaria;1200",
    ):
        assert entries_read(text) == maria, text
    assert entries_read('"Almeida, Ana"\n\nRui') == [
        {"name": "Almeida, Ana", "rating": 0},
        {"name": "Rui", "rating": 0},
    ]
    export = "entrant,name,account,rating,flight,status\np1,rui,yes,1500,B,registered"
    assert entries_read(export) == [
        {"name": "rui", "rating": 1500, "flight": "B", "account": True}
    ]


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Almeida, Ana", "A name with a comma stands in quotes"),
        ("Maria,1200,Rio", "a line is a name, and a rating if you like"),
        (",1200", "a line is a name, and a rating if you like"),
        ('"Maria', "a quote is not closed"),
    ],
)
def test_line_that_is_no_entry_is_refused_with_what_would_be_right(line: str, right: str) -> None:
    with pytest.raises(ValidationError, match=right):
        entries_read(line)


@pytest.mark.django_db
def test_list_is_shown_before_it_is_written() -> None:
    olga = an_organiser()
    number = announced(olga, free("single-elimination"))
    path, typed = f"/tournaments/{number}/console/", "Maria,1200\nRui"
    status, page = sent(of(olga), path, "look-import", entries=typed)
    assert (status, "2 names are understood" in page) == (200, True)
    assert '<td>Maria</td><td class="number">1200</td>' in page
    assert not Entrant.objects.exists()
    key = re.findall(r'name="key" value="([^"]+)"', page[page.index('id="import"') :])[0]
    sent(of(olga), path, "import", entries=typed, key=key)
    assert list(Entrant.objects.order_by("number").values_list("name", flat=True)) == [
        "Maria",
        "Rui",
    ]
    assert sent(of(olga), path, "look-import", entries="Maria,viel")[0] == 422


@pytest.mark.django_db
def test_lists_are_offered_as_csv_and_open() -> None:
    olga = an_organiser()
    number = named(olga, free("single-elimination"), 2)
    report(olga, number, "w1.1", "p1", "p2")
    for page, count in (("", 3), ("live/", 3), ("result/", 3)):
        shown = got(of(None), f"/tournaments/{number}/{page}")
        links = re.findall(r'href="([^"]+format=csv)" download', shown)
        assert len(links) == count, page
    for link in links:
        answer = of(None).get(link)
        assert answer.status_code == 200, link
        assert answer["Content-Type"].startswith("text/csv")
    assert "Ana 1" in of(None).get(links[0]).content.decode()


@pytest.mark.django_db
def test_running_freezeout_tells_how_many_of_those_who_began_are_still_in() -> None:
    """Who left in mid-play, or was put out, has played; a re-entry is no other entrant."""
    olga = an_organiser()
    number = named(olga, FREEZEOUT, 9)
    assert "9 of 9" in got(of(None), "/tournaments/")
    for ref in ("p9", "p8"):
        commands.disqualify(
            user=olga, key=fresh(), tournament_id=number, entrant=ref, note="Shown cards."
        )
    commands.advance(number)
    busts = [{"entrant": "p1", "stack": 10}]
    commands.report_busts(user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts)
    assert row_of(number).entered == 7
    assert "6 of 9" in got(of(None), "/tournaments/")


FLIGHTS = Structure(
    (
        Stage("A", "single-elimination", (Take(flight="A"),)),
        Stage("B", "single-elimination", (Take(flight="B"),)),
    ),
    PrizeRules(),
)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Caio; 10; C", "Caio: there is no flight &quot;C&quot;; it is one of: A, B."),
        ("Caio; 10", "Caio: the flight is missing; it is one of: A, B."),
    ],
)
def test_a_line_of_no_flight_is_named_with_those_that_there_are(line: str, told: str) -> None:
    olga = an_organiser()
    path = f"/tournaments/{announced(olga, FLIGHTS)}/console/"
    good = "name; rating; flight\nAna; 30; A\nBia; 20; B\n"
    for do in ("look-import", "import"):
        status, page = sent(of(olga), path, do, entries=good + line)
        assert (status, told in page.replace("&#x27;", "'")) == (422, True), do
        assert not Entrant.objects.exists()
    sent(of(olga), path, "import", entries=good)
    assert Entrant.objects.count() == 2
