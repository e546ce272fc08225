"""The AsyncAPI 3 document of the sockets, made from the classes of their messages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from inspect import getdoc
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from tables.messages import FROM_CLIENT, FROM_SERVER, Json, Message, options_of, wire_names

ASYNCAPI = "3.0.0"


@dataclass(frozen=True, slots=True)
class Channel:
    """One kind of socket: its address, what is said there, and how it closes.

    `prefix` goes before the names of its messages in `components`, so that two kinds of socket
    may each have a "hello" of their own.
    """

    name: str
    address: str
    parameter: str
    about: str
    from_client: Mapping[str, type[Message]]
    from_server: Mapping[str, type[Message]]
    close_codes: Mapping[int, str]
    prefix: str = ""

    @property
    def messages(self) -> dict[str, type[Message]]:
        """Those of both directions, by their names in `components`."""
        both = {**self.from_client, **self.from_server}
        return {f"{self.prefix}{name}": kind for name, kind in both.items()}


TABLE = Channel(
    name="table",
    address="/ws/v1/tables/{table}",
    parameter="table",
    about="One socket for each table.",
    from_client=FROM_CLIENT,
    from_server=FROM_SERVER,
    close_codes={
        1012: "The server restarts: come back in a moment.",
        4400: "A frame was no JSON object in text.",
        4401: "Nobody is signed in, or no longer.",
        4403: "This table lets nobody watch: take a seat.",
        4404: "There is no such table.",
        4408: "No hello within 10 seconds.",
        4409: "The seat is played from another socket now: do not come back by yourself.",
        4429: "Too many frames (40 at once and 4 a second are fine), or sockets of one account.",
    },
)
_JSON_TYPES: dict[Any, str] = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    dict: "object",
}


def document(*channels: Channel) -> Json:
    """Return the document; nothing in it depends on who asks or on where the house stands."""
    every = {name: kind for channel in channels for name, kind in channel.messages.items()}
    return {
        "asyncapi": ASYNCAPI,
        "info": {
            "title": "Batida: the sockets",
            "version": "1.0.0",
            "description": _about(channels),
        },
        "defaultContentType": "application/json",
        "channels": {channel.name: _channel(channel) for channel in channels},
        "operations": {
            name: operation for channel in channels for name, operation in _operations(channel)
        },
        "components": {
            "messages": {name: _message(name, kind) for name, kind in every.items()},
            "schemas": {name: schema(kind) for name, kind in every.items()},
        },
    }


def schema(kind: type[Message]) -> Json:
    """Return the JSON Schema of a message's frame."""
    hints = get_type_hints(kind, include_extras=True)
    given = {one.name: one.default for one in fields(kind) if one.default is not MISSING}
    shown: Json = {"type": {"const": kind.type}}
    needed = ["type"]
    for name, attribute in wire_names(kind):
        hint, says, *schemas = get_args(hints[attribute])
        shape = dict(schemas[0]) if schemas else _shape(hint)
        shown[name] = shape | {"description": says}
        if attribute in given:
            shown[name]["default"] = given[attribute]
        else:
            needed.append(name)
    return {
        "type": "object",
        "description": getdoc(kind) or "",
        "properties": shown,
        "required": needed,
        "additionalProperties": False,
    }


def _shape(hint: Any) -> Json:  # noqa: ANN401 - a type hint
    shapes = [_one_shape(option) for option in options_of(hint)]
    if len(shapes) == 1:
        return shapes[0]
    if all(set(shape) == {"type"} for shape in shapes):
        return {"type": [shape["type"] for shape in shapes]}
    return {"anyOf": shapes}


def _one_shape(option: Any) -> Json:  # noqa: ANN401 - a type hint
    if option is Any:
        return {}
    if get_origin(option) is list:
        return {"type": "array", "items": _one_shape(get_args(option)[0])}
    return {"type": _JSON_TYPES[get_origin(option) or option]}


def _channel(channel: Channel) -> Json:
    number = {"description": f"The {channel.parameter}'s number."}
    return {
        "address": channel.address,
        "description": channel.about,
        "parameters": {channel.parameter: number},
        "messages": {name: _ref("messages", name) for name in channel.messages},
    }


def _message(name: str, kind: type[Message]) -> Json:
    return {
        "name": kind.type,
        "title": kind.__name__,
        "summary": (getdoc(kind) or "").splitlines()[0],
        "payload": _ref("schemas", name),
    }


def _operations(channel: Channel) -> Iterator[tuple[str, Json]]:
    ways = (
        ("say", "receive", channel.from_client, "What a client sends."),
        ("hear", "send", channel.from_server, "What the server sends."),
    )
    where = f"#/channels/{channel.name}"
    for way, action, kinds, summary in ways:
        messages = [{"$ref": f"{where}/messages/{channel.prefix}{name}"} for name in kinds]
        yield (
            f"{channel.prefix}{way}",
            {
                "action": action,
                "channel": {"$ref": where},
                "summary": summary,
                "messages": messages,
            },
        )


def _ref(part: str, name: str) -> Json:
    return {"$ref": f"#/components/{part}/{name}"}


def _about(channels: Sequence[Channel]) -> str:
    first = (
        "Say hello first; every frame is one JSON object as text, yours of 8 KiB at most. A"
        " program offers its ticket (POST /api/v1/ws-tickets) as the subprotocol; a page comes"
        " with its session cookie.\n"
    )
    lines = [first]
    for channel in channels:
        codes = [f"- {code}: {meaning}" for code, meaning in channel.close_codes.items()]
        lines += [f"{channel.address}: {channel.about} Close codes:\n", *codes, ""]
    return "\n".join(lines)
