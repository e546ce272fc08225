"""The AsyncAPI 3 document of the tables' socket, made from the classes of `tables.messages`."""

from dataclasses import MISSING, fields
from inspect import getdoc
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from tables.messages import FROM_CLIENT, FROM_SERVER, Json, Message, options_of, wire_names

ASYNCAPI = "3.0.0"
CHANNEL = "table"
CLOSE_CODES = {
    1012: "The server restarts: come back in a moment.",
    4400: "A frame was no JSON object in text.",
    4401: "Nobody is signed in, or no longer.",
    4403: "This table lets nobody watch: take a seat.",
    4404: "There is no such table.",
    4408: "No hello within 10 seconds.",
    4409: "The seat is played from another socket now: do not come back by yourself.",
    4429: "Too many frames (40 at once and 4 a second are fine), or sockets of one account.",
}
_JSON_TYPES: dict[Any, str] = {
    int: "integer",
    float: "number",
    str: "string",
    bool: "boolean",
    NoneType: "null",
    dict: "object",
}


def document() -> Json:
    """Return the document; nothing in it depends on who asks or on where the house stands."""
    both = FROM_CLIENT | FROM_SERVER
    return {
        "asyncapi": ASYNCAPI,
        "info": {
            "title": "Batida: the socket of a table",
            "version": "1.0.0",
            "description": _about(),
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": "/ws/v1/tables/{table}",
                "parameters": {"table": {"description": "The table's number."}},
                "messages": {name: _ref("messages", name) for name in both},
            }
        },
        "operations": {
            "say": _operation("receive", FROM_CLIENT, "What a client sends."),
            "hear": _operation("send", FROM_SERVER, "What the server sends."),
        },
        "components": {
            "messages": {name: _message(kind) for name, kind in both.items()},
            "schemas": {name: schema(kind) for name, kind in both.items()},
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


def _message(kind: type[Message]) -> Json:
    return {
        "name": kind.type,
        "title": kind.__name__,
        "summary": (getdoc(kind) or "").splitlines()[0],
        "payload": _ref("schemas", kind.type),
    }


def _operation(action: str, kinds: dict[str, type[Message]], summary: str) -> Json:
    messages = [{"$ref": f"#/channels/{CHANNEL}/messages/{name}"} for name in kinds]
    channel = {"$ref": f"#/channels/{CHANNEL}"}
    return {"action": action, "channel": channel, "summary": summary, "messages": messages}


def _ref(part: str, name: str) -> Json:
    return {"$ref": f"#/components/{part}/{name}"}


def _about() -> str:
    codes = "\n".join(f"- {code}: {meaning}" for code, meaning in CLOSE_CODES.items())
    return (
        "One socket for each table. Say hello first; every frame is one JSON object as text, yours"
        " of 8 KiB at most. A program offers its ticket (POST /api/v1/ws-tickets) as the"
        f" subprotocol; a page comes with its session cookie.\n\nClose codes:\n\n{codes}\n"
    )
