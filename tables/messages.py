"""What is said over a table's socket: one message, one class.

The consumer reads client frames with `read` and writes server frames with `frame`; the AsyncAPI
document (`tables.asyncapi`) is made from the same classes. A field's annotation holds its type,
its line in that document, and its JSON Schema where the type does not say enough.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from tables.errors import BadRequest

Json = dict[str, Any]

SHOWN_MAX = 40


@dataclass(frozen=True, slots=True)
class Message:
    """A message of either direction; `type` is its name on the wire."""

    type: ClassVar[str]
    # Names in JSON for which Python has another use.
    renamed: ClassVar[dict[str, str]] = {}

    def frame(self) -> Json:
        """Return the message as the JSON object that is sent."""
        return {"type": self.type} | {
            name: getattr(self, attribute) for name, attribute in wire_names(type(self))
        }


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """The first frame."""

    type: ClassVar[str] = "hello"
    cursor: Annotated[
        int | None, "The number of the last event that I have; null: send a snapshot."
    ] = None


@dataclass(frozen=True, slots=True)
class Act(Message):
    """Act in the hand in play. The answer is an ack or a nack, after COMMIT."""

    type: ClassVar[str] = "act"
    id: Annotated[str, "My own, new for each action and the same for each repeat."]
    seq: Annotated[int, "`hand.seq` of the state that I act on."]
    action: Annotated[
        Any,
        'One of `legal`, amount or card chosen: {"kind": "discard", "card": "7H"}. `to` of a '
        "bet or raise is the total that lies before me in this betting round, not what I add to "
        "it; the ante does not count.",
        {"type": "object"},
    ]
    hand: Annotated[
        str | None, "`hand.id` of that state: so a late action never reaches the next hand."
    ] = None


@dataclass(frozen=True, slots=True)
class Preact(Message):
    """Say now what to do when my turn comes; it is dropped when the price changes."""

    type: ClassVar[str] = "preact"
    id: Annotated[str, "My own name for the request; the answer carries it."]
    kind: Annotated[
        str | None,
        "check, check-fold, call, fold, take-discard or draw-stock; at Pili Pili bid or play; "
        "null takes it back.",
    ]
    card: Annotated[str | None, "The card to play, at Pili Pili."] = None
    number: Annotated[int | None, "The tricks to bid, or what a Joker is to be worth."] = None


@dataclass(frozen=True, slots=True)
class Order(Message):
    """Keep my own arrangement of my cards."""

    type: ClassVar[str] = "order"
    id: Annotated[str, "My own name for the request; the answer carries it."]
    cards: Annotated[list[str], "All my cards, each as often as I hold it, in my order."]


@dataclass(frozen=True, slots=True)
class UseReserve(Message):
    """Put my reserve of time on top of my running turn now."""

    type: ClassVar[str] = "use_reserve"
    id: Annotated[str, "My own name for the request; it is done once."]


@dataclass(frozen=True, slots=True)
class Say(Message):
    """Say a phrase of the list, or show an emote, to the table."""

    type: ClassVar[str] = "say"
    id: Annotated[str, "My own name for the request; it is said once."]
    phrase: Annotated[str, "An id of GET /api/v1/phrases."]


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Is the line alive? Send one every 2.5 s; the answer tells the newest event."""

    type: ClassVar[str] = "ping"
    t: Annotated[float | None, "Anything of mine, such as my clock; it comes back."] = None
    head: Annotated[int, "The newest event that I have."] = 0


@dataclass(frozen=True, slots=True)
class Resync(Message):
    """Send me a snapshot."""

    type: ClassVar[str] = "resync"


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """After hello."""

    type: ClassVar[str] = "welcome"
    head: Annotated[int, "Number of the newest event."]
    now: Annotated[int, "The server's clock, ms since 1970."]
    you: Annotated[Json | None, "My seat; null: I only watch."]


@dataclass(frozen=True, slots=True)
class Snapshot(Message):
    """The whole table as I may see it; it replaces what I have."""

    type: ClassVar[str] = "snapshot"
    state: Annotated[Json, "The same as GET /api/v1/tables/{id}/state."]


@dataclass(frozen=True, slots=True)
class Events(Message):
    """What happened since, without gaps, and the state after it."""

    type: ClassVar[str] = "events"
    renamed: ClassVar[dict[str, str]] = {"first": "from"}
    first: Annotated[int, "Number of the first event told here."]
    to: Annotated[int, "Number of the newest event told here."]
    events: Annotated[list[Json], "As I may know them; what I may not know is left out."]
    state: Annotated[Json, "The table after them."]


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """My action is done and stored."""

    type: ClassVar[str] = "ack"
    id: Annotated[str, "The action's id."]
    event: Annotated[int, "Its number among the table's events."]
    seq: Annotated[int, "`hand.seq` after it."]
    secret: Annotated[bool, "Nobody is told of it yet; a snapshot for me alone follows."]


@dataclass(frozen=True, slots=True)
class Done(Message):
    """What I asked for, other than an action, is done and stored."""

    type: ClassVar[str] = "done"
    id: Annotated[str, "The request's id."]
    done: Annotated[Json, "What is so now, as the REST door of the same name answers."]


@dataclass(frozen=True, slots=True)
class Nack(Message):
    """What I asked for is refused, and nothing has changed."""

    type: ClassVar[str] = "nack"
    id: Annotated[Any, "The id as I sent it.", {}]
    problem: Annotated[Json, "The problem object, as over HTTP; its code says why."]


@dataclass(frozen=True, slots=True)
class Error(Message):
    """A frame of mine makes no sense here. The socket stays open."""

    type: ClassVar[str] = "error"
    problem: Annotated[Json, "The problem object, as over HTTP; its code says why."]


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """The answer to a ping."""

    type: ClassVar[str] = "pong"
    t: Annotated[float | None, "What the ping brought."]
    head: Annotated[int, "Number of the newest event that I may know."]
    now: Annotated[int, "The server's clock, ms since 1970."]


@dataclass(frozen=True, slots=True)
class Presence(Message):
    """Somebody's line was lost, or is back. It is no event: the next state says the same."""

    type: ClassVar[str] = "presence"
    seats: Annotated[
        dict[str, bool],
        "Seat number → whether its player is here now; a bot always is.",
        {"type": "object", "additionalProperties": {"type": "boolean"}},
    ]


@dataclass(frozen=True, slots=True)
class Goodbye(Message):
    """The last frame before the server closes."""

    type: ClassVar[str] = "goodbye"
    reason: Annotated[str, "Why, in one word."]
    retry: Annotated[bool, "Whether to come back."]


def named(*kinds: type[Message]) -> dict[str, type[Message]]:
    """Return these messages by their names on the wire."""
    return {kind.type: kind for kind in kinds}


FROM_CLIENT = named(Hello, Act, Preact, Order, UseReserve, Say, Ping, Resync)
FROM_SERVER = named(Welcome, Snapshot, Events, Ack, Done, Nack, Error, Pong, Presence, Goodbye)


def read(frame: Json, kinds: Mapping[str, type[Message]] = FROM_CLIENT) -> Message:
    """Return the client's message, one of `kinds`; `BadRequest` names what is wrong, and how.

    Nothing is guessed, rounded or ignored: a true is no 1, and a field we do not know is refused.
    """
    called = frame.get("type")
    kind = kinds.get(called) if isinstance(called, str) else None
    if kind is None:
        raise BadRequest(f"type is one of {', '.join(kinds)}")
    names, hints = _form(kind)
    known = dict(names)
    for name in frame:
        if name != "type" and name not in known:
            has = ", ".join(["type", *known])
            raise BadRequest(f"{kind.type} has no field {name[:SHOWN_MAX]!r}; it has {has}")
    values = {known[name]: value for name, value in frame.items() if name != "type"}
    for one in fields(kind):
        if one.name not in values:
            if one.default is MISSING:
                raise BadRequest(f"{kind.type} needs {one.name}")
        elif not _fits(values[one.name], hints[one.name]):
            raise BadRequest(f"{one.name} of {kind.type} is {_in_words(hints[one.name])}")
    return kind(**values)


def wire_names(kind: type[Message]) -> tuple[tuple[str, str], ...]:
    """Return (name in JSON, attribute) of each field."""
    return _form(kind)[0]


def _form(kind: Any) -> tuple[tuple[tuple[str, str], ...], dict[str, Any]]:  # noqa: ANN401 - see below
    """Return (name in JSON, attribute) of each field, and the types by attribute.

    `kind` is a class of messages; mypy takes a dataclass's own `__hash__` for that of the class.
    """
    return _form_of(kind)


@cache
def _form_of(kind: Any) -> tuple[tuple[tuple[str, str], ...], dict[str, Any]]:  # noqa: ANN401 - see above
    names = tuple((kind.renamed.get(one.name, one.name), one.name) for one in fields(kind))
    return names, get_type_hints(kind)


def options_of(hint: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a type hint
    """Return the types that a hint allows."""
    return get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)


def _fits(value: object, hint: Any) -> bool:  # noqa: ANN401 - a type hint
    return any(_is(value, option) for option in options_of(hint))


def _is(value: object, option: Any) -> bool:  # noqa: ANN401 - a type hint
    if option is Any:
        return True
    if get_origin(option) is list:
        (inner,) = get_args(option)
        return type(value) is list and all(_is(one, inner) for one in value)
    if option is float:
        # 1e999 is read as an infinity, which no JSON of ours could give back.
        return type(value) is int or (type(value) is float and isfinite(value))
    return type(value) is (dict if get_origin(option) is dict else option)


_WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    NoneType: "null",
    bool: "true or false",
}


def _in_words(hint: Any) -> str:  # noqa: ANN401 - a type hint
    return " or ".join(_WORDS.get(option, "a list of texts") for option in options_of(hint))
