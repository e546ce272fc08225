"""Threats to the tables' sockets, over real ones; the number of a test is its row in the list."""

import asyncio
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.sync.client import connect

from deploy.accounts import tickets
from deploy.accounts.models import User
from tables import commands, consumers, doorbell, messages, roll, welcome
from tables import hub as hubs
from tables.hub import Hub, hub
from tables.seen import Seen, read
from tables.threads import in_thread
from tests.house import ANSWER_SECONDS, House, TableSocket, a_player, cookie_of, open_house, sit
from tests.tables.felt import act, deal, fold_out, in_turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def raw_handshake(house: House, table_id: int, header: bytes) -> bytes:
    """Send a handshake with one more header, byte for byte; return how the answer begins."""
    host = f"127.0.0.1:{house.port}"
    lines = [
        f"GET /ws/v1/tables/{table_id} HTTP/1.1".encode(),
        f"Host: {host}\r\nOrigin: http://{host}".encode(),
        b"Upgrade: websocket\r\nConnection: Upgrade",
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13",
        header,
    ]
    with socket.create_connection(("127.0.0.1", house.port), timeout=60) as line:
        line.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
        return line.recv(4096)


@pytest.mark.parametrize("smuggler", [b"\x0b", b"\x0c", b"\x85", b"\x00", b"\r"])
def test_row_42_a_header_never_becomes_two(
    house: House, players: list[User], table_id: int, smuggler: bytes
) -> None:
    """A cookie behind an odd line break is no cookie: refused, or nobody is signed in."""
    cookie = cookie_of(players[0]).encode()
    answer = raw_handshake(house, table_id, b"X-A: 1" + smuggler + b"Cookie: " + cookie)
    assert b'"you":' not in answer
    assert (
        answer.startswith(b"HTTP/1.1 400")
        or b"no-session" in answer
        or b"4401" in answer
        or (answer.startswith(b"HTTP/1.1 101") and b"welcome" not in answer)
    )


def test_row_43_a_socket_ends_with_its_session(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that says nothing: news alone makes the house look whether it may stay."""
    monkeypatch.setattr(consumers, "WELCOME_SECONDS", 0.0)
    deal(table_id)
    talks, listens = (house.socket(player, table_id) for player in players[:2])
    stays = house.socket(players[2], table_id)
    for one in (talks, listens, stays):
        one.next("snapshot")
    for session in Session.objects.all():
        if session.get_decoded()["_auth_user_id"] != str(players[2].pk):
            session.delete()
    with suppress(ConnectionClosed):  # it may be told who is here just now, and so be ended first
        talks.send(type="ping", t=1, head=0)
    assert talks.closed() == consumers.NO_SESSION
    act(in_turn(table_id, players), table_id, {"kind": "check"})
    assert listens.closed() == consumers.NO_SESSION
    assert not [one for one in listens.messages if one["type"] == "events"]
    assert stays.next("events")["to"] > 0


def test_row_43_nor_is_a_socket_told_who_comes_and_goes_after_its_session(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "WELCOME_SECONDS", 0.0)
    listens = house.socket(players[0], table_id)
    listens.next("presence")
    Session.objects.all().delete()
    doorbell.ring_now(f"here {table_id}")
    assert listens.closed() == consumers.NO_SESSION
    assert [one["type"] for one in listens.messages][-1] == "goodbye"
    assert [one["type"] for one in listens.messages].count("presence") == 1


def test_row_43_a_closed_accounts_ticket_socket_ends(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "WELCOME_SECONDS", 0.0)
    protocol = f"ticket.{tickets.issue(players[0])}"
    one = TableSocket(house.dial(table_id, origin=None, subprotocols=[protocol]))
    one.send(type="hello", cursor=None)
    one.next("snapshot")
    User.objects.filter(pk=players[0].pk).update(is_active=False)
    with suppress(ConnectionClosed):
        one.send(type="ping", t=1, head=0)
    assert one.closed() == consumers.NO_SESSION


def test_row_44_a_secret_in_the_address_opens_nothing(
    house: House, players: list[User], table_id: int
) -> None:
    ticket = tickets.issue(players[0])
    session = cookie_of(players[0]).partition("=")[2]
    for query in (f"ticket={ticket}", f"token={ticket}", f"sessionid={session}"):
        one = TableSocket(house.dial(f"{table_id}?{query}"))  # type: ignore[arg-type]  # a longer address
        assert one.closed() == consumers.NO_SESSION


@pytest.mark.parametrize(
    "name", ["-1", "1e3", "%EF%BC%91", "1%0A", "1/..", "0x1", "table.1", "1;2", "%D9%A1"]
)
def test_row_46_a_table_is_named_by_a_number_and_nothing_else(
    house: House, players: list[User], name: str
) -> None:
    cookie = cookie_of(players[0])
    with pytest.raises((InvalidStatus, InvalidMessage, ConnectionClosed)):
        house.dial(name, cookie=cookie).recv(timeout=60)  # type: ignore[arg-type]  # the point


RING = re.compile(r"\d+ \d+|seat \d+ \d+ [0-9a-f]{16}|here \d+")


def test_row_47_what_crosses_processes_are_numbers_only(
    table_id: int, players: list[User]
) -> None:
    """A whole hand with talk and sockets: each ring is a table and a number, whoever listens."""
    place = doorbell._parameters()
    with psycopg.connect(**place, autocommit=True) as listening:
        listening.execute(f"LISTEN {doorbell.CHANNEL}")
        commands.take_over(user_id=players[0].pk, table_id=table_id, token="0123456789abcdef")
        commands.say(user=players[0], key="s", table_id=table_id, phrase="hello")
        deal(table_id)
        fold_out(table_id, players)
        commands.mark_gone(user_id=players[0].pk, table_id=table_id, token="0123456789abcdef")
        heard = [note.payload for note in listening.notifies(timeout=2, stop_after=100)]
    assert len(heard) >= 7
    assert [payload for payload in heard if not RING.fullmatch(payload)] == []


@pytest.mark.parametrize("declared", [2**30, 2**62])
def test_row_54_a_frame_that_says_it_is_huge_ends_the_socket(
    house: House, players: list[User], table_id: int, declared: int
) -> None:
    """Nothing of it need arrive: the size in its head is enough."""
    one = house.socket(players[0], table_id)
    one.next("snapshot")
    one.raw.socket.sendall(b"\x81\xff" + struct.pack("!Q", declared) + b"mask")
    assert one.closed() == 1009


class Stuck:
    """A socket that takes nothing, until it is told to."""

    def __init__(self, user_id: int) -> None:
        self.user_id, self.cursor, self.token = user_id, 0, ""
        self.takes = asyncio.Event()
        self.asked = 0

    async def bring(self, board: Any, _news: Any) -> None:  # noqa: ANN401 - as of `Watcher`
        self.asked += 1
        await self.takes.wait()
        self.cursor = board.table.told_seq

    async def tell_presence(self, seats: dict[str, bool]) -> None:
        """Hear nothing."""

    async def shut_out(self) -> None:
        """Never."""

    async def restart(self) -> None:
        """Never."""

    async def replaced(self) -> None:
        """Never."""


class Quick(Stuck):
    """A socket that takes everything at once."""

    def __init__(self, user_id: int) -> None:
        super().__init__(user_id)
        self.takes.set()


def dealt_in(house: House, players: list[User], table_id: int) -> dict[int, TableSocket]:
    """Each player's socket (by user id) at a hand that has just been dealt."""
    deal(table_id)
    sockets = {player.pk: house.socket(player, table_id) for player in players}
    for one in sockets.values():
        one.next("snapshot")
    return sockets


async def until(done: Any) -> None:  # noqa: ANN401 - a condition
    """Wait for a condition; a minute without it is a fault."""
    for _ in range(6_000):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


def test_row_55_who_takes_nothing_holds_up_nobody_and_nothing_piles_up(
    table_id: int, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "PATIENCE_SECONDS", 0.05)
    deal(table_id)

    async def watch() -> tuple[int, int, int]:
        own, stuck, quick = Hub(), Stuck(players[0].pk), Quick(players[1].pk)
        for one in (stuck, quick):
            own.join(table_id, one)
        for _ in range(5):
            seen = quick.asked
            own.ring(table_id)
            await until(lambda seen=seen: quick.asked > seen)
        while_stuck = stuck.asked
        stuck.takes.set()
        await until(lambda: stuck.asked > while_stuck)  # it is read anew for it
        await until(lambda: not own._busy and not own._tasks)
        return while_stuck, stuck.cursor, quick.cursor

    asked, late, quick = asyncio.run(watch())
    assert asked == 1, "one message waits for it, not five"
    assert late == quick


def test_an_action_by_socket_is_told_here_before_any_ring_of_it(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = dealt_in(house, players, table_id)
    monkeypatch.setattr(hub, "ring", lambda *_rung: None)
    told = sockets[in_turn(table_id, players).pk].act({"kind": "check"})["event"]
    for one in sockets.values():
        one.wait_for(lambda state: state["head"] == told)


def test_the_ring_of_an_action_by_socket_reads_nothing_again(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But the ring of what comes from elsewhere does, also while an action is under way."""
    sockets = dealt_in(house, players, table_id)
    rung: list[int] = []

    def counted(table: int, told_to: Sequence[tuple[int, int]]) -> Seen:
        rung.append(table)
        return read(table, told_to)

    monkeypatch.setattr(hubs, "read", counted)
    for action in ({"kind": "check"}, {"kind": "check"}):
        sockets[in_turn(table_id, players).pk].act(action)
    doorbell.ring_now(f"seat {table_id} {players[0].pk} another")
    assert sockets[players[0].pk].closed() == consumers.REPLACED  # it was rung after the actions
    assert not rung
    told = act(in_turn(table_id, players), table_id, {"kind": "check"})["event"]
    sockets[players[1].pk].wait_for(lambda state: state["head"] == told)
    assert rung == [table_id]


def test_row_55_who_takes_no_answer_to_an_action_does_not_keep_it_from_the_others(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sockets = dealt_in(house, players, table_id)
    actor = in_turn(table_id, players)
    real = consumers.TableConsumer._send

    takes = threading.Event()

    async def stuck(consumer: consumers.TableConsumer, message: messages.Message) -> None:
        if isinstance(message, messages.Ack) and consumer.user_id == actor.pk:
            await until(takes.is_set)
        await real(consumer, message)

    monkeypatch.setattr(consumers.TableConsumer, "_send", stuck)
    state = sockets[actor.pk].state
    sockets[actor.pk].send(type="act", id="1", seq=state["hand"]["seq"], action={"kind": "check"})
    others = [sockets[player.pk] for player in players if player != actor]
    first = [one.next("events")["to"] for one in others]
    told = act(in_turn(table_id, players), table_id, {"kind": "check"})["event"]
    assert [one.next("events")["to"] for one in others] == [told, told]
    assert first == [told - 1, told - 1]
    takes.set()


def test_row_55_a_socket_that_fails_is_forgotten_and_comes_back(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that restarts fails them all: else each takes its account's place for good."""

    def fails(**_asked: object) -> None:
        raise OperationalError("the database went away")

    one = house.socket(players[0], table_id)
    one.next("snapshot")
    assert hub._sockets[players[0].pk] == 1
    monkeypatch.setattr(commands, "say", fails)
    one.send(type="say", id="1", phrase="oi")
    assert one.next("goodbye") == {"type": "goodbye", "reason": "restart", "retry": True}
    assert one.closed() == consumers.RESTART
    asyncio.run(until(lambda: not hub._sockets[players[0].pk]))
    assert not hub._watchers
    assert not welcome.door._inside


def test_row_55_an_id_that_nests_too_deep_to_be_written_is_answered(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to where it is too deep to be read, and a bad frame; never a line cut without a word."""
    monkeypatch.setattr(consumers, "FRAMES_BURST", 200)
    one = house.socket(players[0], table_id)
    one.next("snapshot")
    said: list[str] = []
    for depth in range(940, 1_000):
        deep = "[" * depth + "]" * depth
        one.raw.send(f'{{"type":"act","id":{deep},"seq":1,"action":{{}}}}')
        kind = ""
        while kind not in {"nack", "goodbye"}:
            text = str(one.raw.recv(timeout=ANSWER_SECONDS))
            kind = text.split('"', 4)[3]  # too deep for this reader, too
        said.append(kind)
        if kind == "goodbye":
            assert "bad-frame" in text
            break
    assert said == ["nack"] * (len(said) - 1) + ["goodbye"]


def test_the_tab_in_which_a_player_sat_down_has_the_seat(
    house: House, table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks anew when it has done so; the other may be the newer one.

    A heartbeat of before, which is noted only now, does not send it away.
    """
    monkeypatch.setattr(consumers, "SEEN_SECONDS", 0.0)
    comer = a_player("comer")
    here, there = (house.socket(comer, table_id) for _ in range(2))
    for tab in (here, there):
        tab.next("snapshot")
    here.send(type="ping", t=1, head=0)
    here.next("pong")
    sit(comer, table_id)
    here.send(type="resync")
    assert there.closed() == consumers.REPLACED
    here.next("snapshot")
    assert here.state["you"]["name"] == "comer"
    noted = roll.roll._job
    assert noted is not None
    asyncio.run(until(noted.done))
    here.send(type="ping", t=2, head=0)
    assert here.next("pong", "goodbye")["t"] == 2


def test_whoever_joins_while_an_action_is_under_way_is_told_by_its_ring(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)

    async def watch() -> tuple[int, int]:
        own, before, joined = Hub(), Quick(players[0].pk), Quick(players[1].pk)
        own.join(table_id, before)
        with own.acting(table_id) as watchers:
            seen = await in_thread(read, table_id, hubs.viewers(watchers))
            own.ring(table_id, seen.board.table.told_seq)
            own.join(table_id, joined)
            own.tell(table_id, watchers, seen)
        await until(lambda: not own._busy and not own._tasks)
        return before.cursor, joined.cursor

    before, joined = asyncio.run(watch())
    assert before == joined > 0


def test_a_house_that_closes_knows_of_no_socket_any_more() -> None:
    """Not even of one that takes no leave: its account could hold fewer ever after."""

    async def close() -> Hub:
        own = Hub()
        assert own.admit(1)
        own.join(7, Quick(1))
        await own.stop()
        return own

    own = asyncio.run(close())
    assert (own._sockets.total(), own._watchers) == (0, {})


def test_row_56_a_crowd_of_strangers_leaves_nothing_behind(
    house: House, players: list[User], table_id: int
) -> None:
    lines = [TableSocket(house.dial(table_id)) for _ in range(60)]
    assert {one.closed() for one in lines} == {consumers.NO_SESSION}
    # Sockets of the test before may still be on their way out.
    deadline = time.monotonic() + 10
    while hub._sockets and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sum(hub._sockets.values()) == 0
    one = house.socket(players[0], table_id)
    assert one.next("welcome")["you"]["name"] == "ana"


def test_row_56_an_account_holds_so_many_sockets_and_no_more(
    house: House, stranger: User, table_id: int, settings: Settings
) -> None:
    settings.SOCKETS_PER_ACCOUNT = 3
    kept = [house.socket(stranger, table_id) for _ in range(3)]
    for one in kept:
        one.next("snapshot")
    refused = TableSocket(house.dial(table_id, cookie=cookie_of(stranger)))
    assert refused.closed() == consumers.FLOOD
    assert refused.messages[-1]["reason"] == "too-many-sockets"
    kept[0].raw.close()
    while hub._sockets[stranger.pk] == 3:  # the server hears of it in its own time
        kept[1].send(type="ping", t=1, head=0)
        kept[1].next("pong")
    assert house.socket(stranger, table_id).next("welcome", "goodbye")["type"] == "welcome"


@pytest.mark.parametrize("path", ["/ws/v1/nope", "/ws/v1/tables/x", "/"])
def test_an_address_without_a_socket_is_said_to_be_none(house: House, path: str) -> None:
    ours: Any = house.url  # a plain str is an Origin
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{house.port}{path}", origin=ours)
    assert refused.value.response.status_code == 404
