"""A player's own wallet over REST: what is mine, page by page, and nobody else's."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from wallet import commands

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
WALLET, STATEMENT = "/api/v1/me/wallet", "/api/v1/me/wallet/statement"


def client_of(user_id: int) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(pk=user_id))
    return client


def test_wallet_shows_balance_and_escrows(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    commands.buy_in(key="b", user_id=user, table_id=7, amount=20)
    reply = client_of(user).get(WALLET)
    assert reply.json() == {
        "balance": 50,
        "in_play": 50,
        "escrows": [{"table": 4, "chips": 30}, {"table": 7, "chips": 20}],
    }


def test_wallet_of_one_who_never_had_chips(player: Player) -> None:
    user = player()
    assert client_of(user).get(WALLET).json() == {"balance": 0, "in_play": 0, "escrows": []}
    assert client_of(user).get(STATEMENT).json()["results"] == []


def test_statement_lists_each_line_with_the_balance_after_it(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    commands.leave(key="b", user_id=user, table_id=4)
    lines = client_of(user).get(STATEMENT).json()["results"]
    shown = [
        (line["n"], line["kind"], line["amount"], line["balance_after"], line["table"])
        for line in lines
    ]
    assert shown == [
        (3, "leave", 30, 100, 4),
        (2, "buy-in", -30, 70, 4),
        (1, "grant", 100, 100, None),
    ]
    assert lines[2]["reason"] == "welcome"
    assert lines[0]["at"].endswith("Z")


def test_statement_pages_do_not_shift_when_a_line_is_added(player: Player) -> None:
    user, client = player(100), None
    for number in range(6):
        commands.buy_in(key=str(number), user_id=user, table_id=4, amount=1)
    client = client_of(user)
    first = client.get(STATEMENT, {"page_size": 3}).json()
    assert [line["n"] for line in first["results"]] == [7, 6, 5]
    commands.buy_in(key="new", user_id=user, table_id=4, amount=1)
    second = client.get(first["next"]).json()
    assert [line["n"] for line in second["results"]] == [4, 3, 2]
    third = client.get(second["next"]).json()
    assert [line["n"] for line in third["results"]] == [1]
    assert third["next"] is None


def test_statement_shows_only_ones_own_lines(player: Player) -> None:
    mine, other = player(100), player(55)
    lines = client_of(mine).get(STATEMENT, {"user": other, "user_id": other}).json()["results"]
    assert [line["amount"] for line in lines] == [100]


@pytest.mark.parametrize("address", [WALLET, STATEMENT])
def test_visitor_is_shown_nothing(address: str) -> None:
    assert APIClient().get(address).status_code in {401, 403}


@pytest.mark.parametrize("address", [WALLET, STATEMENT])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_wallet_cannot_be_written_to(player: Player, address: str, method: str) -> None:
    reply = getattr(client_of(player(5)), method)(address, {"balance": 10**6}, format="json")
    assert reply.status_code == 405


def test_statement_page_costs_the_same_however_long_it_is(
    player: Player, django_assert_max_num_queries: Callable[..., object]
) -> None:
    user = player(100)
    for number in range(30):
        commands.buy_in(key=str(number), user_id=user, table_id=4, amount=1)
    client = client_of(user)
    with django_assert_max_num_queries(1):  # type: ignore[attr-defined] # a context manager
        assert len(client.get(STATEMENT).json()["results"]) == 31
