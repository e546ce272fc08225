"""A wallet that is closed for ever: by its player, or by staff with a reason."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from wallet import books, commands, queries
from wallet.errors import (
    AccountClosed,
    AccountNotEmpty,
    NoSuchAccount,
    ReasonMissing,
    Refusal,
    StillEntered,
)
from wallet.limits.errors import NoSuchPlayer, PlayFrozen
from wallet.limits.models import Closure

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
Refused = Callable[[str], AbstractContextManager[None]]
MINE = "/api/v1/me/wallet/closure"


def state(user_id: int) -> str:
    found = books.wallet_of(user_id)
    return found.state if found else "none"


def signed_in(user_id: int, *, staff: bool = False) -> Client:
    user = get_user_model().objects.get(pk=user_id)
    user.is_staff = staff
    user.save()
    client = Client()
    client.force_login(user)
    return client


def over_rest(user_id: int) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(pk=user_id))
    return client


def test_an_empty_wallet_closes_for_ever(player: Player) -> None:
    user, staff = player(), player()
    told = commands.close_my_account(key="k", user_id=user)
    assert told == commands.close_my_account(key="k", user_id=user)
    assert state(user) == "closed"
    attempts: list[Callable[[], object]] = [
        lambda: commands.grant(key="g", actor="a", user_id=user, amount=5, reason=""),
        lambda: commands.close_my_account(key="again", user_id=user),
        lambda: commands.close_account(key="c", staff_id=staff, user_id=user, reason="why"),
        lambda: commands.freeze(key="f", staff_id=staff, user_id=user, reason="why"),
    ]
    for attempt in attempts:
        with pytest.raises(AccountClosed):
            attempt()
    assert (Closure.objects.get().user_id, Closure.objects.get().by_id) == (user, user)
    assert queries.audit().ok


def test_chips_anywhere_keep_it_open(player: Player) -> None:
    """They would have nowhere to go: at a seat, on a bounty, or in a prize to come."""
    user, winner = player(100), player()
    commands.buy_in(key="b", user_id=user, table_id=4, amount=60)
    entered = commands.enter(key="e", user_id=user, tournament_id=9, buy_in=30, bounty=10)

    def refused() -> type[Refusal]:
        with pytest.raises(Refusal) as caught:
            commands.close_my_account(key=f"{refused_so_far}", user_id=user)
        assert state(user) == "open"
        return type(caught.value)

    refused_so_far = 0
    assert refused() is AccountNotEmpty
    lose = {"winners": {winner: 10}}
    commands.pay_bounty(key="o", tournament_id=9, user_id=user, **lose)
    commands.buy_in(key="w", user_id=winner, table_id=4, amount=5)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={user: -60, winner: 60})
    refused_so_far += 1
    assert refused() is StillEntered
    commands.pay_prizes(key="p", tournament_id=9, prizes={winner: 30})
    commands.close_tournament(tournament_id=9)
    commands.close_my_account(key="last", user_id=user)
    assert state(user) == "closed"
    assert entered.transfer_id


def test_a_match_that_may_pay_keeps_it_open(player: Player) -> None:
    """What it costs lies in the pot of the table, and comes back to the seat when it ends."""
    user, other = player(100), player(100)
    amounts = {user: 100, other: 100}
    for one in (user, other):
        commands.buy_in(key="b", user_id=one, table_id=4, amount=100)
    commands.collect_match(key="c", table_id=4, match_id="m", amounts=amounts)
    for one in (user, other):
        with pytest.raises(AccountNotEmpty):
            commands.close_my_account(key="in a match", user_id=one)
    commands.settle_match(key="s", table_id=4, match_id="m", gains={user: 200}, pot=200)
    commands.close_my_account(key="lost it", user_id=other)
    assert commands.leave(key="l", user_id=user, table_id=4) == 200
    assert (state(user), state(other)) == ("open", "closed")
    assert queries.audit().ok


def test_a_match_whose_collection_was_undone_keeps_nothing_open(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=100)
    collected = commands.collect_match(key="c", table_id=4, match_id="m", amounts={user: 100})
    undone = {"actor": "a", "reason": "never began"}
    commands.reverse(key="r", transfer_id=collected.transfer_id, **undone)
    commands.leave(key="l", user_id=user, table_id=4)
    commands.burn(key="x", actor="a", user_id=user, amount=100, reason="")
    commands.close_my_account(key="k", user_id=user)
    assert state(user) == "closed"


def test_what_was_undone_and_done_again_keeps_it_open(player: Player) -> None:
    """An entry, or what a match has taken, stands again when its correction is undone."""
    user, other = player(30), player(40)
    commands.buy_in(key="b", user_id=other, table_id=4, amount=40)
    for one in (
        commands.enter(key="e", user_id=user, tournament_id=9, buy_in=30),
        commands.collect_match(key="c", table_id=4, match_id="m", amounts={other: 40}),
    ):
        number = one.transfer_id
        for actor in ("who erred", "who saw it"):
            done = commands.reverse(key=f"{number}", actor=actor, transfer_id=number, reason="r")
            number = done.transfer_id
    with pytest.raises(StillEntered):
        commands.close_my_account(key="k", user_id=user)
    with pytest.raises(AccountNotEmpty):
        commands.close_my_account(key="k", user_id=other)


def test_an_entry_given_back_keeps_nothing_open(player: Player) -> None:
    user = player(30)
    entry = commands.enter(key="e", user_id=user, tournament_id=9, buy_in=30)
    commands.refund(key="r", entry_id=entry.transfer_id)
    commands.burn(key="b", actor="a", user_id=user, amount=30, reason="")
    commands.close_my_account(key="k", user_id=user)
    assert state(user) == "closed"


def test_staff_closes_with_a_reason(player: Player) -> None:
    user, staff = player(), player()
    with pytest.raises(ReasonMissing):
        commands.close_account(key="a", staff_id=staff, user_id=user, reason=" ")
    with pytest.raises(NoSuchPlayer):
        commands.close_account(key="b", staff_id=staff, user_id=999_999, reason="why")
    with pytest.raises(NoSuchAccount):
        commands.close_account(key="c", staff_id=999_999, user_id=user, reason="why")
    assert state(user) == "none"
    commands.close_account(key="d", staff_id=staff, user_id=user, reason="asked by letter")
    assert Closure.objects.get().reason == "asked by letter"


def test_who_is_frozen_cannot_slip_away(player: Player) -> None:
    user, staff = player(), player()
    commands.freeze(key="f", staff_id=staff, user_id=user, reason="looked into")
    with pytest.raises(PlayFrozen):
        commands.close_my_account(key="k", user_id=user)
    commands.close_account(key="c", staff_id=staff, user_id=user, reason="looked into")
    assert state(user) == "closed"


@pytest.mark.parametrize(
    "change", ["UPDATE limits_closure SET reason = 'x'", "DELETE FROM limits_closure"]
)
def test_raw_change_of_a_closure(player: Player, change: str, refused_by: Refused) -> None:
    commands.close_my_account(key="k", user_id=player())
    with refused_by("limits_stand"), connection.cursor() as cursor:
        cursor.execute(change)


def test_over_rest(player: Player) -> None:
    user, rich, staff = player(), player(5), player()
    signed_in(staff, staff=True)
    key = {"Idempotency-Key": "k"}
    assert over_rest(user).put(MINE).json()["code"] == "key-missing"
    assert over_rest(rich).put(MINE, headers=key).json()["code"] == "account-not-empty"
    for _ in range(2):
        assert over_rest(user).put(MINE, headers=key).status_code == 201
    assert over_rest(user).get("/api/v1/me/wallet").json()["state"] == "closed"
    desk, why = f"/api/v1/ledger/closures/{rich}", {"reason": "asked by letter"}
    assert over_rest(user).put(desk, why, headers=key).status_code == 403
    assert over_rest(staff).put(desk, why, headers=key).json()["code"] == "account-not-empty"
    commands.burn(key="b", actor="a", user_id=rich, amount=5, reason="")
    told = over_rest(staff).put(desk, why, headers={"Idempotency-Key": "l"})
    assert (told.status_code, state(rich)) == (201, "closed")


def test_on_the_pages(player: Player) -> None:
    user, rich = player(), player(5)
    for person, sure, status, words in (
        (user, {}, 422, "Tick this box"),
        (rich, {"sure": "on"}, 422, "A wallet can be closed when no chips are left in it"),
        (user, {"sure": "on"}, 200, "This wallet is closed for ever"),
    ):
        client = signed_in(person)
        key = client.get("/chips/limits/").context["close_form"]["key"].value()
        sent = {"do": "close", "key": key, **sure}
        told = client.post("/chips/limits/", sent, follow=True)
        assert (told.status_code, words in told.content.decode()) == (status, True)
    assert "Close for ever" not in told.content.decode()
    assert "This wallet is closed" in signed_in(user).get("/chips/").content.decode()


def test_on_the_page_of_staff(player: Player) -> None:
    user = player(5)
    commands.burn(key="b", actor="a", user_id=user, amount=5, reason="")
    client, found = signed_in(player(), staff=True), books.wallet_of(user)
    assert found is not None
    address = f"/staff/ledger/accounts/{found.pk}"
    key = client.get(address).context["forms"]["close"]["key"].value()
    told = client.post(address, {"do": "close", "key": key, "reason": "by letter"}, follow=True)
    page = told.content.decode()
    assert "by letter" in page
    assert "Grant chips" not in page
    assert state(user) == "closed"
