"""The messages of a socket: strictly read, and described by the document made from them."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tables import asyncapi, consumers, messages
from tables.errors import BadRequest

Json = dict[str, Any]

GOOD: list[Json] = [
    {"type": "hello"},
    {"type": "hello", "cursor": None},
    {"type": "hello", "cursor": 7},
    {"type": "act", "id": "a", "seq": 3, "action": {"kind": "check"}, "hand": None},
    {"type": "preact", "id": "a", "kind": None},
    {"type": "order", "id": "a", "cards": ["7H", "7H"]},
    {"type": "use_reserve", "id": "a"},
    {"type": "say", "id": "a", "phrase": "hello"},
    {"type": "ping", "t": 12.5, "head": 3},
    {"type": "ping"},
    {"type": "resync"},
]
BAD: list[tuple[Json, str]] = [
    ({}, "type is one of hello, act"),
    ({"type": 7}, "type is one of hello, act"),
    ({"type": ["hello"]}, "type is one of"),
    ({"type": "welcome"}, "type is one of"),
    ({"type": "hello", "cursor": True}, "cursor of hello is a whole number or null"),
    ({"type": "hello", "cursor": 1.0}, "cursor of hello is a whole number or null"),
    ({"type": "hello", "user": 1}, "hello has no field 'user'; it has type, cursor"),
    ({"type": "act", "id": "a", "seq": 1}, "act needs action"),
    ({"type": "act", "id": 7, "seq": 1, "action": {}}, "id of act is a text"),
    ({"type": "order", "id": "a", "cards": ["7H", 7]}, "cards of order is a list of texts"),
    ({"type": "say", "id": "a", "phrase": None}, "phrase of say is a text"),
    ({"type": "ping", "t": "1"}, "t of ping is a number or null"),
    ({"type": "ping", "t": float("inf")}, "t of ping is a number or null"),
]


@pytest.mark.parametrize("frame", GOOD)
def test_a_good_frame_is_read_and_fits_the_document(frame: Json) -> None:
    read = messages.read(frame)
    assert read.frame() == read.frame() | frame
    Draft202012Validator(asyncapi.schema(type(read))).validate(frame)


@pytest.mark.parametrize(("frame", "says"), BAD)
def test_a_bad_frame_is_refused_by_name(frame: Json, says: str) -> None:
    with pytest.raises(BadRequest) as refused:
        messages.read(frame)
    assert says in refused.value.detail


def test_every_message_and_every_field_is_described() -> None:
    both = messages.FROM_CLIENT | messages.FROM_SERVER
    assert len(both) == len(messages.FROM_CLIENT) + len(messages.FROM_SERVER)
    for name, kind in both.items():
        schema = asyncapi.schema(kind)
        Draft202012Validator.check_schema(schema)
        assert kind.type == name
        assert schema["description"]
        described = {key: part for key, part in schema["properties"].items() if key != "type"}
        assert all(part["description"] for part in described.values()), name


def test_the_consumer_hears_every_message_of_the_document() -> None:
    heard = consumers.TableConsumer._HANDLERS
    assert set(heard) == set(messages.FROM_CLIENT.values())


def test_the_document_hangs_together() -> None:
    """Every part that AsyncAPI 3 demands is there, and every reference leads somewhere."""
    document = asyncapi.document(asyncapi.TABLE)
    assert document["asyncapi"] == "3.0.0"
    assert set(document["info"]) >= {"title", "version"}
    for operation in document["operations"].values():
        assert operation["action"] in {"send", "receive"}
        assert found(document, operation["channel"])["address"] == "/ws/v1/tables/{table}"
        for reference in operation["messages"]:
            message = found(document, found(document, reference))
            assert message["name"] == reference["$ref"].rsplit("/", 1)[1]
            assert found(document, message["payload"])["type"] == "object"
    for channel in document["channels"].values():
        assert set(channel["parameters"]) == {"table"}
        assert set(channel["messages"]) == set(document["components"]["messages"])


def test_the_document_lists_every_close_code() -> None:
    names = ("BAD_FRAME", "NO_SESSION", "NOT_ALLOWED", "NO_TABLE", "HELLO_LATE", "REPLACED")
    codes = {getattr(consumers, name) for name in (*names, "FLOOD", "RESTART")}
    assert codes == set(asyncapi.TABLE.close_codes)


def found(document: Json, reference: Json) -> Json:
    """Follow a reference into the document."""
    part: Any = document
    for step in reference["$ref"].removeprefix("#/").split("/"):
        part = part[step]
    return dict(part)
