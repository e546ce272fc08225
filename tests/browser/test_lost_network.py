"""The network is lost in mid-turn, comes back, and the hand is played to its end."""

import time
import uuid

import pytest
from playwright.sync_api import Browser, Page, expect

from deploy.accounts.models import User
from engine import bots, record
from tables import commands, queries
from tables.boards import load_board
from tables.models import Table
from tests.browser.bad_line import BadLine, bad_line
from tests.browser.person import SHOWS, Person
from tests.browser.test_two_players import DESK, HAND_SECONDS, house, sign_up, take_seat
from tests.house import House, Json, a_player, a_table, sit
from wallet import queries as chips

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["house"]


def act_elsewhere(user: User, state: Json) -> None:
    """Let the other player act by program: the network is not hers that is lost."""
    action = bots.steady(state["hand"], state["legal"], lambda _count: 0)
    commands.act(
        user=user,
        table_id=state["table"]["id"],
        action_id=uuid.uuid4().hex,
        expected_seq=state["hand"]["seq"],
        action=action,
    )


def test_the_network_is_lost_in_mid_turn_and_the_hand_is_finished(
    browser: Browser, house: House
) -> None:
    bia = a_player("bia")
    times = {"action_ms": 300_000, "window_ms": 800, "pause_ms": 300}
    table_id = a_table(bia, name="Mesa do Trem", min_players=2, **times)
    sit(bia, table_id, buy_in=200, seat=3)
    with bad_line(house.port) as line:
        through = House(line.port, house.server)
        context = browser.new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]  # a plain dict is a viewport
        page = sign_up(context, through, "ana")
        take_seat(page, through, table_id, 1)
        expect(page.get_by_role("listbox")).to_be_visible()
        Table.objects.filter(pk=table_id).update(pause_ms=60_000)
        ana = Person(page, "ana", by_keys=True)
        hand, losses = play(ana, bia, table_id, line)
        assert losses == 1
        expect(page.locator(".result").first).to_be_visible()
        assert record.verify(queries.record_text(queries.hand(hand["id"]))).ok
        assert sum(chips.stacks(table_id).values()) == 400
        context.close()


def play(ana: Person, bia: User, table_id: int, line: BadLine) -> tuple[Json, int]:
    """Play to the end, with the network lost once in Ana's turn; return the hand, the losses."""
    losses, until = 0, time.monotonic() + HAND_SECONDS
    while time.monotonic() < until:
        board = load_board(table_id)
        hand = board.snapshot(None)["hand"]
        own = board.snapshot(ana.user.pk)
        if hand["phase"] == "over":
            return hand, losses
        if hand["phase"] == "window":
            time.sleep(0.05)
        elif not own["legal"]:
            act_elsewhere(bia, board.snapshot(bia.pk))
        else:
            if not losses and hand["seq"] >= 4:
                losses += 1
                lose_and_mend(ana.page, own["head"], table_id, line)
            ana.act(own)
            wait_until_told(table_id, own["head"])
    raise AssertionError("the hand did not end")


def lose_and_mend(page: Page, head: int, table_id: int, line: BadLine) -> None:
    """Lose the network until the page says so, and have it back until the page is up to date."""
    page.wait_for_function(SHOWS, arg=head, timeout=60_000)
    line.lose()
    expect(page.locator(".banner .since")).to_be_visible()
    assert queries.head(table_id)[0] == head, "nobody acted for her"
    line.mend()
    expect(page.locator(".banner")).to_have_count(0)
    page.wait_for_function(SHOWS, arg=head, timeout=60_000)


def wait_until_told(table_id: int, head: int) -> None:
    """Wait until what was done on the page is in the table's log."""
    until = time.monotonic() + 60
    while queries.head(table_id)[0] <= head:
        assert time.monotonic() < until, "what was done on the page did not reach the table"
        time.sleep(0.02)
