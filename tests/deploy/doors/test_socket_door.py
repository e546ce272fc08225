"""The socket door: a ticket opens it once, a cookie opens it from our own pages only."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from deploy.accounts import commands, tickets
from deploy.accounts.models import SocketTicket, User
from deploy.accounts.ticket_auth import socket_door

SECONDS = 60
communicator: Any = ApplicationCommunicator  # asgiref gives it no types


class WhoConsumer(AsyncJsonWebsocketConsumer):
    """Says who was recognised."""

    async def connect(self) -> None:
        """Echo the offered subprotocol, as every consumer behind the door must."""
        scope: dict[str, Any] = dict(self.scope)
        await self.accept(scope.get("ticket_subprotocol"))
        await self.send_json({"user": scope["user"].username})


async def knock(*, ticket: str = "", origin: str = "", cookie: str = "") -> dict[str, Any]:
    """Shake hands at the door; return the first answer, with `user` as the consumer told it."""
    headers = [(b"host", b"localhost")]
    headers += [(b"origin", origin.encode())] if origin else []
    headers += [(b"cookie", f"sessionid={cookie}".encode())] if cookie else []
    offered = [f"ticket.{ticket}"] if ticket else []
    scope = {"type": "websocket", "path": "/ws", "headers": headers, "subprotocols": offered}
    socket: Any = communicator(socket_door(WhoConsumer.as_asgi()), scope)
    await socket.send_input({"type": "websocket.connect"})
    answer = dict(await socket.receive_output(SECONDS))
    if answer["type"] == "websocket.accept":
        answer["user"] = json.loads((await socket.receive_output(SECONDS))["text"])["user"]
    await socket.send_input({"type": "websocket.disconnect", "code": 1000})
    await socket.wait(SECONDS)
    return answer


@pytest.fixture
def ana(transactional_db: None, make_user: Callable[..., User]) -> User:
    return make_user("ana")


async def test_a_ticket_opens_the_door_once(ana: User) -> None:
    ticket = await sync_to_async(tickets.issue)(ana)
    answer = await knock(ticket=ticket)
    assert (answer["user"], answer["subprotocol"]) == ("ana", f"ticket.{ticket}")
    assert (await knock(ticket=ticket))["user"] == ""


async def test_a_cookie_opens_it_from_our_own_pages(ana: User) -> None:
    assert (await knock(origin="http://localhost", cookie=await cookie_of(ana)))["user"] == "ana"


async def cookie_of(user: User) -> str:
    """Sign the user in and return the session cookie."""
    client = Client()
    await sync_to_async(client.force_login)(user)
    return client.cookies["sessionid"].value


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://elsewhere.example",
        "http://localhost.elsewhere.example",
        "http://notlocalhost",
    ],
)
async def test_a_cookie_does_not_help_another_page(ana: User, origin: str) -> None:
    """Threat 41: cross-site hijacking of sockets."""
    answer = await knock(origin=origin, cookie=await cookie_of(ana))
    assert answer["type"] == "websocket.close"


def test_a_late_ticket_is_worth_nothing(ana: User) -> None:
    ticket = tickets.issue(ana)
    with time_machine.travel(timezone.now() + timedelta(seconds=31)):
        assert tickets.redeem(ticket) is None
    assert tickets.redeem(ticket) is None


def test_a_ticket_of_a_closed_account_is_worth_nothing(ana: User) -> None:
    ticket = tickets.issue(ana)
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert tickets.redeem(ticket) is None


@pytest.mark.parametrize("ticket", ["", "x", "é", "a" * 9000])
def test_what_is_no_ticket(transactional_db: None, ticket: str) -> None:
    assert tickets.redeem(ticket) is None


def test_only_the_hash_of_a_ticket_is_kept(ana: User) -> None:
    ticket = tickets.issue(ana)
    assert ticket not in str(SocketTicket.objects.values_list().get())


def test_tickets_are_given_for_a_token(api: APIClient, ana: User) -> None:
    _row, token = commands.create_token(ana)
    answer = api.post("/api/v1/ws-tickets", headers={"Authorization": f"Token {token}"}).json()
    assert answer["subprotocol"] == f"ticket.{answer['ticket']}"
    assert answer["expires_in"] == 30
    assert tickets.redeem(answer["ticket"]) == ana
