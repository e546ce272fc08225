"""The lobby, the table and the hand as pages."""

import re
import uuid

import pytest
from django.db import transaction
from django.test import Client
from django.utils.translation import override

from deploy.accounts.models import User
from deploy.accounts.templatetags.shell import signed
from tables.commands.hand import open_hand
from tables.commands.locking import lock_table
from tables.log import Log
from tables.pages.telling import name_of, outcome_said
from tables.queries import record_text
from tests.house import a_player, a_table
from tests.tables.felt import deal, play_out
from tests.tables.rest import browser

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_lobby_lists_tables_and_the_readers_chips(table_id: int, players: list[User]) -> None:
    page = browser(players[0]).get("/tables/").content.decode()
    assert page.count(f'href="/tables/{table_id}/"') == 1, "one stop of the Tab key"
    assert "You have 500 chips" in page
    assert "You sit here" in page


def test_a_visitor_sees_the_tables_and_signs_in_to_watch_one(table_id: int) -> None:
    shut = a_table(a_player("rita"), private=True)
    client = Client()
    page = client.get("/tables/").content.decode()
    assert f'href="/tables/{table_id}/"' in page
    assert f'href="/tables/{shut}/"' not in page
    assert "Sign in to sit down" in page
    assert "open-a-table" not in page
    assert client.get(f"/tables/{table_id}/")["Location"] == f"/sign-in/?next=/tables/{table_id}/"


def test_a_rake_is_said_and_only_staff_is_asked_for_one() -> None:
    owner = a_player("rita")
    assert "rake_per_mille" not in browser(owner).get("/tables/").content.decode()
    owner.is_staff = True
    owner.save(update_fields=["is_staff"])
    table_id = a_table(owner, rules="pili-pili", ante=100, rake_per_mille=25, rake_cap=50)
    a_table(owner, rules="pili-pili", stakes="play", ante=0, rake_per_mille=30, rake_cap=50)
    page = browser(owner).get("/tables/").content.decode()
    assert 'name="rake_per_mille"' in page
    assert "100 a match" in page
    assert "rake 2.5 %" in page
    assert "rake 3 %" not in page
    rules = browser(owner).get(f"/tables/{table_id}/").content.decode()
    assert "The house keeps 2.5 % of it as rake, 50 chips at most." in rules


def test_the_table_page_hands_the_script_what_it_needs(table_id: int, players: list[User]) -> None:
    client = browser(players[0])
    answer = client.get(f"/tables/{table_id}/")
    page = answer.content.decode()
    data = dict(re.findall(r'data-([a-z-]+)="([^"]*)"', page))
    assert data["table-id"] == str(table_id)
    assert data["socket"] == f"/ws/v1/tables/{table_id}"
    assert data["api"] == f"/api/v1/tables/{table_id}"
    assert (data["user"], data["balance"]) == ("ana", "500")
    assert data["csrf"]
    assert "csrftoken" in answer.cookies
    assert 'id="words"' in page
    assert "no-store" in answer["Cache-Control"]


def test_the_script_may_act_with_the_pages_token_and_not_without(
    table_id: int, players: list[User]
) -> None:
    client = browser(players[0])
    client.handler.enforce_csrf_checks = True
    token = re.findall(r'data-csrf="([^"]*)"', client.get(f"/tables/{table_id}/").content.decode())
    path = f"/api/v1/tables/{table_id}/seats/me/sit-out"
    headers = {"Idempotency-Key": "k"}
    refused = client.post(path, content_type="application/json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf-failed")
    headers["X-CSRFToken"] = token[0]
    assert client.post(path, content_type="application/json", headers=headers).status_code == 200


def test_a_hand_in_play_shows_nothing_of_itself(table_id: int, players: list[User]) -> None:
    hand = deal(table_id)
    page = browser(players[0]).get(f"/hands/{hand.pk}/").content.decode()
    assert "still in play" in page
    assert "is dealt" not in page
    assert "/record" not in page


def test_a_finished_hand_is_told_with_its_record(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    page = browser(stranger).get(f"/hands/{hand.pk}/").content.decode()
    assert hand.result
    assert re.search(r"(\w+ wins \d+: |hand is void)", page)
    commitment = re.search(r"<code>([0-9a-f]{128})</code>", page)
    assert commitment
    assert f'"commit":"{commitment[1]}"' in record_text(hand)
    assert page.count('class="told-clock"') > 3
    assert "python3 -m engine verify" in page
    assert f'href="/api/v1/hands/{hand.pk}/record"' in page
    assert f"batida-table{table_id}-hand1.jsonl" in page


def test_seats_are_counted_from_one_on_a_hands_page(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    page = browser(stranger).get(f"/hands/{hand.pk}/").content.decode()
    rows = re.findall(r'<td class="number">(\d+)</td></tr>', page)
    assert rows == [str(number) for number in range(1, len(players) + 1)]
    with override("en"):
        assert name_of({}, 0) == "seat 1"


def test_a_bot_is_called_so_once_on_a_hands_page(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    User.objects.filter(pk=players[1].pk).update(username="Aroeira (bot)", is_bot=True)
    page = browser(stranger).get(f"/hands/{hand.pk}/").content.decode()
    assert "(bot)" not in page
    assert re.search(r'Aroeira(</strong>)?(</span>)? <span class="soft">bot</span>', page)


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("the match is decided", "the match was decided away from the table"),
        ("the organiser decided the match", "the organiser decided the match"),
        ("a player did not come in time", "a player did not come in time and forfeits"),
        ("a result was corrected", "the organiser corrected a result"),
        ("every player left the hand alone", "every player left the hand alone"),
        ("a fire in the house", "the house broke it off"),
    ],
)
def test_a_void_hand_is_told_with_its_true_reason(
    table_id: int, players: list[User], reason: str, told: str
) -> None:
    hand = deal(table_id)
    with transaction.atomic():
        table, now = lock_table(table_id)
        log = Log(table, now)
        open_hand(table, hand, log).abandon(reason)
        log.write()
    said = f"The hand is void: {told}. All chips go back."
    assert said in browser(players[0]).get(f"/hands/{hand.pk}/").content.decode()
    listed = browser(players[0]).get("/hands/").content.decode()
    assert said in listed
    assert "stock was used up" not in listed


def test_a_hand_void_by_its_rules_is_told_with_the_empty_stock() -> None:
    said = outcome_said({"winner": None, "how": "void"}, {})
    assert said == "The hand is void: the stock was used up too often. All chips go back."


def test_what_a_hand_brought_is_told_in_thousands() -> None:
    pots = [{"amount": 3240, "winner": 1}, {"amount": 60, "winner": None}]
    with override("pt-br"):
        said = outcome_said({"winner": 1, "how": "stock", "pots": pots}, {1: "Ana"})
    assert said.startswith("Ana ganha 3.240: ")


def test_hands_are_listed_by_reader_and_by_table(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    link = f'href="/hands/{hand.pk}/"'
    mine = browser(players[0]).get("/hands/").content.decode()
    assert link in mine
    assert signed(dict(hand.result["deltas"])[0]) in mine  # type: ignore[index]  # it is over
    assert link not in browser(stranger).get("/hands/").content.decode()
    for asked in ("?all=1", f"?table={table_id}"):
        assert link in browser(stranger).get(f"/hands/{asked}").content.decode()
    older = browser(stranger).get(f"/hands/?all=1&before={hand.pk}").content.decode()
    assert link not in older


@pytest.mark.parametrize("before", ["", "x", str(uuid.UUID(int=0))])
def test_a_senseless_place_in_the_list_is_its_beginning(before: str, stranger: User) -> None:
    assert browser(stranger).get("/hands/", {"before": before}).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/tables/0/",
        f"/tables/{10**30}/",
        f"/hands/{uuid.UUID(int=0)}/",
        "/hands/?table=0",
        "/hands/?table=x",
        f"/hands/?table={10**30}",
    ],
)
def test_what_is_not_there(address: str, stranger: User) -> None:
    assert browser(stranger).get(address).status_code == 404
