"""What an action and a view cost in statements: few, at any table and at any point of a hand."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import commands
from tables.boards import load_board
from tables.models import Hand, Table
from tables.news import load_news
from tables.states import kept, lines_of, state_of, walk
from tests.house import a_player, sit
from tests.tables.felt import act, deal, draw_and_throw, in_turn, quick_table, quiet_betting

pytestmark = pytest.mark.django_db(transaction=True)

DRAW = {"kind": "draw", "from": "stock"}
ACTION_MOST, VIEW_MOST, NEWS_MOST = 8, 3, 3


def count(work: Callable[[], object]) -> int:
    """Return how many statements `work` sends, BEGIN and COMMIT among them."""
    with CaptureQueriesContext(connection) as captured:
        work()
    assert not any("; " in str(q["sql"]).rstrip("; ") for q in captured.captured_queries)
    return len(captured)


def view(table_id: int, player: User) -> None:
    """Read the table as one of its players."""
    load_board(table_id).snapshot(player.pk)


@pytest.mark.parametrize("size", [2, 3, 8])
def test_neither_seats_nor_the_length_of_the_hand_make_it_dearer(
    size: int, players: list[User], quick_clock: None
) -> None:
    people = [a_player(f"p{number}") for number in range(size)]
    table_id = quick_table(players[0], seats=8, min_players=2)
    for one in people:
        sit(one, table_id)
    deal(table_id)
    quiet_betting(table_id, people)
    actions, ticks, views, news = [], [], [], []
    for _ in range(3 * size):
        player = in_turn(table_id, people)
        seq = load_board(table_id).snapshot(None)["hand"]["seq"]
        actions.append(count(partial(act, player, table_id, DRAW, seq=seq)))
        views.append(count(partial(view, table_id, player)))
        head = load_board(table_id).table.told_seq
        news.append(count(partial(load_news, table_id, head - 1)))
        draw_and_throw(table_id, people)
        Table.objects.filter(pk=table_id).update(due_at="2026-01-01T00:00Z")
        ticks.append(count(partial(commands.tick, table_id=table_id)))
    assert (len({*actions}), len({*ticks}), len({*views}), len({*news})) == (1, 1, 1, 1)
    assert actions[0] <= ACTION_MOST
    assert ticks[0] <= ACTION_MOST
    assert views[0] <= VIEW_MOST
    assert news[0] <= NEWS_MOST


def test_a_process_that_did_not_see_the_last_actions_catches_up(
    table_id: int, players: list[User]
) -> None:
    hand = deal(table_id)
    quiet_betting(table_id, players)
    hand.refresh_from_db()
    here, between = state_of(hand), hand.head
    for _ in range(6):
        draw_and_throw(table_id, players)
    hand.refresh_from_db()
    kept.clear()
    *_, (_event, replayed) = walk(hand, lines_of(hand))
    kept.clear()
    kept.put(bytes(between), here)
    assert count(lambda: state_of(Hand.objects.get(pk=hand.pk))) == 2, "one for the hand's row"
    kept.clear()
    kept.put(bytes(between), here)
    assert state_of(hand) == replayed
