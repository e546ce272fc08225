"""The embedded broker: nothing that lies in its folder stops who reads it."""

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty as QueueEmpty

import pytest
from kombu.connection import Connection
from kombu.entity import Exchange, Queue
from kombu.simple import SimpleQueue

from deploy.broker import Transport
from deploy.celery import app

EMPTY = SimpleQueue.Empty


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The broker's folder, which nobody has made yet; this process has bound nothing."""
    Transport.global_state.clear()
    return tmp_path / "broker"


@pytest.fixture
def connection(folder: Path) -> Iterator[Connection]:
    """A connection as Celery makes it, to a broker of this test's own."""
    with connect(folder) as made:
        yield made


def connect(folder: Path) -> Connection:
    options = {
        "data_folder_in": str(folder / "queue"),
        "data_folder_out": str(folder / "queue"),
        "control_folder": str(folder / "control"),
        "polling_interval": 0.01,
    }
    return Connection(
        "filesystem://", transport="deploy.broker:Transport", transport_options=options
    )


def test_celery_uses_it_when_no_redis_is_named() -> None:
    if app.conf.broker_url != "filesystem://":
        pytest.skip("this run has a Redis")
    assert type(app.connection().transport).__module__ == "deploy.broker"


def test_messages_come_in_order_and_once(connection: Connection, folder: Path) -> None:
    with connection.SimpleQueue("q") as queue:
        for number in range(5):
            queue.put({"n": number})
        assert queue.qsize() == 5
        got = [queue.get(timeout=30) for _ in range(5)]
        assert [message.payload["n"] for message in got] == list(range(5))
        for message in got:
            message.ack()
        with pytest.raises(EMPTY):
            queue.get(timeout=0.05)
    assert list((folder / "queue").iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"null", b"[]", b"7", b"{}", b'{"properties": null}']
    + [json.dumps({"body": "?", "properties": p}).encode() for p in ({}, {"delivery_tag": "1"})],
)
def test_a_file_that_is_no_message_is_skipped_and_removed(
    connection: Connection, folder: Path, content: bytes
) -> None:
    """As kombu's own leaves one when its reader comes between its open and its write."""
    with connection.SimpleQueue("q") as queue:
        (folder / "queue").mkdir(parents=True, exist_ok=True)
        (folder / "queue" / "00_first.q.msg").write_bytes(content)
        queue.put({"n": 1})
        message = queue.get(timeout=30)
        assert message.payload == {"n": 1}
        message.ack()
    assert list((folder / "queue").iterdir()) == []


def test_no_reader_sees_half_a_message(connection: Connection, folder: Path) -> None:
    """A writer and a reader at once: whatever has the name of a message is one, whole."""
    done = threading.Event()

    def write() -> None:
        try:
            with connect(folder) as own, own.SimpleQueue("q") as queue:
                for _ in range(300):
                    queue.put({"text": "x" * 2000})
        finally:
            done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen = 0
    while not done.is_set():
        for path in (folder / "queue").glob("*.q.msg"):
            assert json.loads(path.read_bytes())["properties"]
            seen += 1
    writer.join()
    assert seen


def test_the_folder_may_go_while_the_house_is_open(connection: Connection, folder: Path) -> None:
    with connection.SimpleQueue("q") as queue:
        queue.put({"n": 1})
        shutil.rmtree(folder)
        assert queue.qsize() == 0
        with pytest.raises(EMPTY):
            queue.get(timeout=0.05)
        queue.put({"n": 2})
        assert queue.get(timeout=30).payload == {"n": 2}


@pytest.mark.parametrize("content", [b"", b"[[1", b"{}", b"[7]", b"\xff", None])
def test_a_damaged_exchange_is_made_anew(folder: Path, content: bytes | None) -> None:
    (folder / "control").mkdir(parents=True)
    exchange = Exchange("news", type="fanout")
    queues = [Queue(name, exchange=exchange) for name in ("one", "two")]
    file = folder / "control" / "news.exchange"
    file.write_bytes(b"")
    with connect(folder) as connection, connection.channel() as channel:
        for queue in queues:
            queue(channel).declare()
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        connection.Producer(channel).publish("hello", exchange=exchange)
        assert [channel._size(queue.name) for queue in queues] == [1, 1]
        queues[0](channel).delete()
        with pytest.raises(QueueEmpty):
            channel._get("one")
    assert [row[2] for row in json.loads(file.read_bytes())] == ["two"]
