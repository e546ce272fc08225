"""Frames made up at random: each is answered or closes the socket by a named code, none by 1011.

A socket that is closed for a bad frame is opened again; whatever was sent, the tables are as they
were, and the other players' sockets never notice.
"""

import contextlib
import json
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from deploy.accounts.models import User
from tables import consumers
from tables.messages import FROM_CLIENT, wire_names
from tables.models import Seat
from tests.house import House, Json, TableSocket, a_player, a_table, open_house, sit
from tests.tables.felt import digest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # The house runs in a thread beside and has chance of its own (who waits how long for a lock);
    # Hypothesis takes that for a strategy of ours that is not to be repeated.
    pytest.mark.filterwarnings("ignore:Do not use the .random. module inside strategies"),
]

GOOD_ENDS = {consumers.BAD_FRAME, 1009}
QUIET_READS_EVERY = 20
OTHERS = "somebody else's frames are not one's own business"
NAMES = sorted({name for kind in FROM_CLIENT.values() for name, _ in wire_names(kind)})

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=40),
    st.sampled_from(["\x00", "\ud800", "1e999", "'; DROP TABLE tables_event; --", "7H", "fold"]),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
# An act needs a seat and a turn, which this socket's account has not; all else may be anything.
objects = st.fixed_dictionaries(
    {"type": st.sampled_from([*FROM_CLIENT, "websocket.close", "bring"]) | values},
    optional=dict.fromkeys(NAMES, values),
)
texts = st.one_of(
    objects.map(json.dumps),
    values.map(json.dumps),
    st.text(max_size=60),
    st.integers(1, 4000).map(lambda deep: '{"type":' + "[" * deep),
    st.sampled_from(["x" * 9_000, '{"type":"act","id":"' + "y" * 8_000 + '"}', "NaN", "{}"]),
    st.binary(max_size=40),
)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house, open; floods are another test's."""
    monkeypatch.setattr(consumers, "FRAMES_A_SECOND", 1e6)
    monkeypatch.setattr(consumers, "FRAMES_BURST", 10**6)
    with open_house() as opened:
        yield opened


def lively(socket: TableSocket) -> bool:
    """Whether the socket still answers; False when it was closed for a good reason."""
    try:
        socket.send(type="ping", t=77, head=0)
        while socket.next("pong")["t"] != 77:
            pass
    except ConnectionClosed as ended:
        code = ended.rcvd.code if ended.rcvd else 0
        assert code in GOOD_ENDS, f"closed by {code}"
        return False
    return True


def fuzz(house: House, players: list[User], table_id: int, examples: int) -> None:
    """Send so many frames from a spectator's and from a player's socket out of turn."""
    sockets: dict[int, TableSocket] = {}
    quiet = house.socket(players[1], table_id)
    quiet.next("snapshot")
    senders = [players[0], a_player("zeca")]
    for one in senders:
        sockets[one.pk] = house.socket(one, table_id)
        sockets[one.pk].next("snapshot")
    before, seats = digest(), seat_rows()
    sent = count(1)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(frame=texts, sender=st.sampled_from(senders))
    def each(frame: str | bytes, sender: User) -> None:
        if not isinstance(frame, bytes):
            frame = frame.encode("utf-8", "replace").decode()
        socket = sockets[sender.pk]
        with contextlib.suppress(ConnectionClosed):
            socket.raw.send(frame)
        if not lively(socket):
            sockets[sender.pk] = house.socket(sender, table_id)
            sockets[sender.pk].next("snapshot")
        if next(sent) % QUIET_READS_EVERY == 0:  # a client that never reads cuts itself off
            assert lively(quiet), OTHERS

    each()
    assert lively(quiet), OTHERS
    assert unlike(before, digest()) == set()
    assert seat_rows() == seats


def unlike(before: Json, after: Json) -> set[str]:
    """Return the database's tables that changed; who was seen when is aside."""
    seen = {"tables_seat", "tables_heartbeat", "accounts_user"}
    return {name for name in after if before[name] != after[name]} - seen


def seat_rows() -> list[Json]:
    """Return the seats without what says from where and when they were heard from."""
    rows = [dict(row) for row in Seat.objects.order_by("pk").values()]
    return [{k: v for k, v in row.items() if k not in {"last_seen", "socket"}} for row in rows]


@pytest.fixture
def players() -> list[User]:
    """Two who are seated; a third would start a hand, and then the clock would change rows."""
    return [a_player(name) for name in ("ana", "bia")]


@pytest.fixture
def table_id(players: list[User]) -> int:
    """Their table, waiting for a third."""
    opened = a_table(players[0], action_ms=300_000)
    for one in players:
        sit(one, opened)
    return opened


def test_a_hundred_made_up_frames(house: House, players: list[User], table_id: int) -> None:
    fuzz(house, players, table_id, 100)


@pytest.mark.slow
def test_thousands_of_made_up_frames(house: House, players: list[User], table_id: int) -> None:
    fuzz(house, players, table_id, 4_000)
