"""The replay of a finished hand: its steps show what was seen in play, none before the end."""

import gzip
import json
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from knox.models import AuthToken

from deploy.accounts.models import User
from tables.boards import load_board
from tables.commands.hand import open_hand
from tables.commands.locking import lock_table
from tables.history import steps
from tables.log import Log
from tables.models import Hand
from tables.states import kept
from tests.deals import known_deals
from tests.house import a_player, sit
from tests.tables.felt import deal, draw_and_throw, play_out, quick_table, quiet_betting
from tests.tables.rest import Person, assert_problem, browser

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
KEPT = "private, max-age=3600, immutable"
# Rule sets with what is special about each: bets, a vira and "tô de boa", laid melds, bought
# cards, bids and tricks. With the number of a first deal that ends soon.
RULES = {
    "pif-paf-aposta": 0,
    "cacheta": 9,
    "pif-paf-aberto": 107,
    "pif-paf-compra": 27,
    "pili-pili": 1,
}


def seated(players: list[User], rules: str) -> int:
    """Open a table of these rules, at which all sit."""
    table_id = quick_table(players[0], rules=rules, ante=10, min_players=len(players))
    for player in players:
        sit(player, table_id, buy_in=200 if rules == "pif-paf-aposta" else 100)
    return table_id


def without_name(view: Json) -> Json:
    """Return the view of a hand without what a table adds to it."""
    return {key: value for key, value in view.items() if key not in {"id", "hand_no", "left"}}


@pytest.mark.parametrize("rules", RULES)
def test_each_step_shows_what_each_seat_saw_in_play(
    rules: str, players: list[User], quick_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_deals(monkeypatch, [RULES[rules]])
    table_id = seated(players, rules)
    viewers = [None, *(player.pk for player in players)]
    seen: dict[int, dict[int | None, Json]] = {}

    def look() -> None:
        board = load_board(table_id)
        assert board.hand is not None
        views = {one: without_name(board.snapshot(one)["hand"]) for one in viewers}
        seen[board.hand.seq] = views

    deal(table_id)
    hand = play_out(table_id, players, look=look)
    assert len(seen) > 10
    kept.clear()  # from the bytes of the record alone
    seats = load_board(table_id).hand_seats
    for viewer in viewers:
        told = steps(hand, viewer)
        ended = told[-1]["hand"]["result"]
        assert hand.result is not None
        assert all(ended[name] == hand.result[name] for name in ("winner", "how", "deltas"))
        for line, views in seen.items():
            shown = next(one for one in reversed(told) if one["line"] <= line)
            assert shown["hand"] == views[viewer], (viewer, line)
    for one in steps(hand, None, all_cards=True):
        for held in one["held"]:
            viewer = next(user for user, seat in seats.items() if seat == held["seat"])
            views = seen.get(one["line"], {})
            own = views.get(viewer, {}).get("cards")
            assert own is None or held["cards"] == own, one["line"]


def test_a_hand_in_play_gives_nobody_its_steps(table_id: int, players: list[User]) -> None:
    hand = deal(table_id)
    quiet_betting(table_id, players)
    draw_and_throw(table_id, players)
    for reader in (*players, a_player("zeca")):
        for asked in ({}, {"cards": "all"}, {"cards": "mine"}):
            refused = Person(reader).get(f"hands/{hand.pk}/steps", **asked)
            assert_problem(refused, 409, "hand-not-over")
            assert "immutable" not in refused.headers.get("Cache-Control", "")
        page = browser(reader).get(f"/hands/{hand.pk}/").content.decode()
        assert "replay-told" not in page
        assert 'class="told"' not in page


def test_a_hand_broken_off_ends_as_its_result_says(table_id: int, players: list[User]) -> None:
    hand = deal(table_id)
    quiet_betting(table_id, players)
    hand.refresh_from_db()
    with transaction.atomic():
        table, now = lock_table(table_id)
        log = Log(table, now)
        open_hand(table, hand, log).abandon("every player left the hand alone")
        log.write()
    hand.refresh_from_db()
    last = steps(hand, players[0].pk, all_cards=True)[-1]
    assert (last["type"], last["hand"]["phase"]) == ("void", "over")
    assert last["hand"]["result"] == hand.result
    assert [len(one["cards"]) for one in last["held"]] == [9, 9, 9]


@pytest.mark.parametrize("by_token", [False, True])
def test_copy_of_the_steps_is_for_who_asked_and_said_to_be(
    table_id: int, players: list[User], *, by_token: bool
) -> None:
    """A 304 says of the copy what the answer said (RFC 9110, 15.4.5), compressed or not."""
    deal(table_id)
    path = f"/api/v1/hands/{play_out(table_id, players).pk}/steps"
    client = browser(players[0])
    reader = {}
    if by_token:
        client = Client()
        reader = {"Authorization": f"Token {AuthToken.objects.create(players[0])[1]}"}
    etag = client.get(path, headers=reader)["ETag"]
    for packed in ({}, {"Accept-Encoding": "gzip"}):
        whole = client.get(path, headers=reader | packed)
        same = client.get(path, headers=reader | packed | {"If-None-Match": etag})
        assert (whole.status_code, same.status_code) == (200, 304)
        for answer in (whole, same):
            assert (answer["ETag"], answer["Cache-Control"]) == (etag, KEPT)
            varies = {name.strip().lower() for name in answer["Vary"].split(",")}
            assert varies >= {"authorization", "cookie", "accept-encoding"}
    other = client.get(path, headers=reader | {"If-Match": '"another"'})
    assert (other.status_code, "immutable" in other.get("Cache-Control", "")) == (412, False)


def test_steps_are_kept_and_sent_small(table_id: int, players: list[User]) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    client = browser(players[0])
    path = f"/api/v1/hands/{hand.pk}/steps?cards=all"
    plain = client.get(path)
    assert plain["Cache-Control"] == KEPT
    small = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) * 8 < len(plain.content)
    again = client.get(path, headers={"If-None-Match": plain["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert browser(players[1]).get(path)["ETag"] != plain["ETag"]
    mine = client.get(path.removesuffix("all") + "mine")
    assert mine["ETag"] != plain["ETag"]
    assert "held" not in mine.json()["steps"][0]
    assert_problem(
        Person(players[0]).get(f"hands/{hand.pk}/steps", cards="theirs"), 400, "invalid-request"
    )


def told_steps(page: str) -> list[tuple[int, int]]:
    """Return the steps of a page as (number, line of the record)."""
    found = re.findall(r'data-step="(\d+)" data-line="(\d+)"', page)
    return [(int(step), int(line)) for step, line in found]


def test_the_page_tells_turns_and_leaves_out_windows_in_which_nobody_asked(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    page = browser(stranger).get(f"/hands/{hand.pk}/").content.decode()
    numbered = told_steps(page)
    assert [step for step, _line in numbered] == list(range(len(numbered)))
    lines = [one["line"] for one in steps(hand, None, all_cards=True)]
    assert {line for _step, line in numbered} <= set(lines)
    assert page.count('class="told-clock"') < len(numbered)
    windows = sum(one["type"] == "clock" for one in steps(hand, None))
    assert windows > 2
    assert page.count("The claim window closes.") <= 1
    assert page.count('<strong class="told-title">Bets</strong>') == 1
    data = json.loads(page.split('id="replay-told" type="application/json">')[1].split("<")[0])
    assert data["steps"] == f"/api/v1/hands/{hand.pk}/steps?cards=all"
    assert data["mine"] is None
    assert [one["name"] for one in data["seats"]] == [player.username for player in players]


def test_rounds_of_pili_pili_are_told_by_tricks(
    players: list[User], quick_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_deals(monkeypatch, [1])
    table_id = seated(players, "pili-pili")
    deal(table_id)
    hand = play_out(table_id, players)
    page = browser(players[1]).get(f"/hands/{hand.pk}/").content.decode()
    assert hand.result is not None
    tricks = sum(number for _seat, number in hand.result["counts"]["tricks"])
    titles = re.findall(r'class="told-title">([^<]+)<', page)
    assert [one for one in titles if one.startswith("Trick")] == [
        f"Trick {number}" for number in range(1, tricks + 1)
    ]
    assert "Bids" in titles
    assert Hand.objects.filter(pk=hand.pk, match__isnull=False).exists()
    assert "<h1>Match 1, round 1 at Mesa</h1>" in page
