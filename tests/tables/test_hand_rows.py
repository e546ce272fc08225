"""The list of hands: what each is called, and what it and its match brought."""

import re

import pytest

from deploy.accounts.models import User
from tables.boards import load_board
from tables.models import Table, TableMatch
from tables.pages.hand_rows import Moved, hand_row, with_places
from tables.queries import hands
from tests.deals import CACHETA_SHORT, known_deals
from tests.house import sit
from tests.tables.felt import deal, fold_out, play_out, quick_table
from tests.tables.rest import browser

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match_table(players: list[User], quick_clock: None, monkeypatch: pytest.MonkeyPatch) -> int:
    """Cacheta of two points for 100 chips."""
    known_deals(monkeypatch, CACHETA_SHORT)
    opened = quick_table(
        players[0], rules="cacheta", options={"lives": 2}, stakes="buy-in", ante=100, min_players=3
    )
    for player in players:
        sit(player, opened, buy_in=150)
    return opened


def rows_of(user: User) -> list[tuple[str, list[Moved]]]:
    """Return name and movements of a user's hands, the newest first."""
    found = with_places(hands(user=user), user.pk).prefetch_related("players__user")
    return [(row.name, row.moved) for row in (hand_row(hand, user.pk) for hand in found)]


def test_hands_of_a_match_show_points_and_its_last_what_the_match_paid(
    match_table: int, players: list[User]
) -> None:
    for _ in range(20):
        deal(match_table)
        play_out(match_table, players)
        match = TableMatch.objects.get(table_id=match_table)
        if match.state == TableMatch.State.CLOSED:
            break
    board = load_board(match_table).snapshot(players[0].pk)
    assert board["match"]["over"]
    chips = {one["seat"]: one["chips"] for one in board["match"]["standings"]}
    assert sum(chips.values()) == 0
    played = {}
    for seat, player in enumerate(players):
        (last, *before) = rows_of(player)
        played[seat] = 1 + len(before)
        names = [name for name, _moved in (last, *before)]
        assert names == [f"Match 1, hand {number}" for number in range(len(names), 0, -1)]
        assert last[1][-1] == Moved(chips[seat], "chips", of_match=True)
        assert not any(one.of_match for _name, moved in before for one in moved)
        points = [moved[0] for _name, moved in (last, *before) if moved and not moved[0].of_match]
        assert all(one.unit in {"point", "points"} and one.amount <= 0 for one in points)
    assert max(played.values()) == board["match"]["hands"]
    assert min(played.values()) < max(played.values()), "somebody dropped out before the end"
    loser = players[min(chips, key=lambda seat: chips[seat])]
    page = browser(loser).get("/hands/").content.decode()
    assert re.search(r"the match:</span> <strong>\N{MINUS SIGN}100</strong>", page)
    one = browser(loser).get(f"/hands/{load_board(match_table).hand.pk}/").content.decode()  # type: ignore[union-attr]  # it has one
    assert "The match, in chips" in one
    assert "Chips after it" not in one


def test_chips_of_a_tournament_are_called_so(table_id: int, players: list[User]) -> None:
    deal(table_id)
    fold_out(table_id, players)
    ((name, moved),) = rows_of(players[0])
    assert (name, moved[0].unit, moved[0].of_match) == ("Hand 1", "chips", False)
    Table.objects.filter(pk=table_id).update(tournament_id=1)
    ((_name, moved),) = rows_of(players[0])
    assert moved[0].unit == "tournament chips"
    page = browser(players[0]).get("/hands/").content.decode()
    assert '<span class="moved-unit">tournament chips</span>' in page
