"""A list of names: what is shown beforehand is what is entered, and nobody twice by accident."""

import pytest
from django.test import Client

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, announced, players, state_of
from tests.tournaments.reader import free, of, sent
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def _open(olga: User) -> tuple[int, str, Client]:
    number = announced(olga, free("single-elimination"))
    return number, f"/tournaments/{number}/console/", of(olga)


def _names(number: int) -> list[str]:
    return list(
        Entrant.objects.filter(tournament=number).order_by("pk").values_list("name", flat=True)
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Pedro\tx", "the rating is a whole number"),
        ("Pedro\t1\t2", "a line is a name, and a rating if you like"),
        ("Ped\u200bro", "a name has 1 to 60 characters, all of which can be seen"),
        ("Pedro; 9999999", "a rating is at most 1000000 in size"),
    ],
)
def test_wrong_line_is_named_alike_beforehand_and_at_entering(
    olga: User, line: str, why: str
) -> None:
    number, path, browser = _open(olga)
    for do in ("look-import", "import"):
        status, page = sent(browser, path, do, entries=f"Ana\n{line}\nRui")
        assert status == 422, do
        assert f"{line}: {why}" in page, do
        assert "nothing is entered yet" not in page
    assert _names(number) == []


def test_tab_parts_columns_as_a_spreadsheet_has_them(olga: User) -> None:
    number, path, browser = _open(olga)
    sent(browser, path, "import", entries="name\trating\nAna  Almeida\t1850\nRui\t\nBia;\t1700")
    state = state_of(number)
    names = dict(Entrant.objects.filter(tournament=number).values_list("ref", "name"))
    rated = {names[ref]: one.rating for ref, one in state.entrants.items()}
    assert rated == {"Ana Almeida": 1850, "Rui": 0, "Bia": 1700}


def test_name_that_is_there_is_shown_and_left_out(olga: User) -> None:
    number, path, browser = _open(olga)
    sent(browser, path, "import", entries="Ana")
    typed = "Rui\nana\nRui\nBia"
    status, page = sent(browser, path, "look-import", entries=typed)
    assert (status, "2 names are understood" in page) == (200, True)
    assert "are left out" in page
    assert 'ana <span class="soft">is entered already' in page
    assert 'Rui <span class="soft">stands above already' in page
    page = sent(browser, path, "import", entries=typed)[1]
    assert "Left out, for they are there already: ana, Rui." in page
    assert _names(number) == ["Ana", "Rui", "Bia"]
    status, page = sent(browser, path, "import", entries="Bia")
    assert (status, "Everybody in this list is entered already." in page) == (422, True)


def test_namesakes_are_entered_when_they_are_meant(olga: User) -> None:
    number, path, browser = _open(olga)
    page = sent(browser, path, "look-import", entries="Ana\nAna", namesakes="on")[1]
    assert "2 names are understood" in page
    assert "are entered as namesakes" in page
    assert _names(number) == []
    sent(browser, path, "import", entries="Ana\nAna", namesakes="on")
    assert _names(number) == ["Ana", "Ana"]


def test_account_that_is_none_is_refused_beforehand_too(olga: User) -> None:
    number, path, browser = _open(olga)
    players(1)
    for do in ("look-import", "import"):
        typed = {"entries": "player1\nnobody", "accounts": "on"}
        status, page = sent(browser, path, do, **typed)
        assert (status, "There is no account nobody." in page) == (422, True), do
    assert _names(number) == []
    typed = {"entries": "player1\nplayer1", "accounts": "on", "namesakes": "on"}
    sent(browser, path, "import", **typed)
    assert _names(number) == ["player1"]


def test_accounts_are_known_by_names_as_sign_up_compares_them(olga: User) -> None:
    number, path, browser = _open(olga)
    players(2)
    sent(browser, path, "import", entries="player1", accounts="on")
    page = sent(browser, path, "look-import", entries="PLAYER1\nPlayer2", accounts="on")[1]
    assert 'player1 <span class="soft">is entered already' in page
    assert "1 name is understood" in page
    sent(browser, path, "import", entries="PLAYER1\nPlayer2\nPLÀYER2", accounts="on")
    assert _names(number) == ["player1", "player2"]


def test_all_names_that_are_nobodys_are_named(olga: User) -> None:
    _number, path, browser = _open(olga)
    players(1)
    page = sent(browser, path, "import", entries="Rui\nplayer1\nBia\nRui", accounts="on")[1]
    assert "There are no accounts of these names: Rui, Bia." in page
    many = "\n".join(f"who{at}" for at in range(23))
    page = sent(browser, path, "import", entries=many, accounts="on")[1]
    assert "who18, who19, and 3 more." in page
