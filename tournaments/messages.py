"""What is said over a tournament's socket: one message, one class (see `tables.messages`)."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from tables.asyncapi import Channel
from tables.messages import Message, named

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """The first frame."""

    type: ClassVar[str] = "hello"
    cursor: Annotated[
        int | None,
        "The number of the last event that I have; null: only what happens from now on.",
    ] = None


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Is the line alive? Send one every few seconds; the answer tells the newest event."""

    type: ClassVar[str] = "ping"
    t: Annotated[float | None, "Anything of mine, such as my clock; it comes back."] = None


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """After hello. The events after the cursor follow."""

    type: ClassVar[str] = "welcome"
    head: Annotated[int, "Number of the newest event."]
    cursor: Annotated[int, "The event after which I am told what happens."]
    now: Annotated[int, "The server's clock, ms since 1970."]


@dataclass(frozen=True, slots=True)
class Events(Message):
    """What happened since, without gaps; the same as GET …/events tells."""

    type: ClassVar[str] = "events"
    renamed: ClassVar[dict[str, str]] = {"first": "from"}
    first: Annotated[int, "Number of the first event told here."]
    to: Annotated[int, "Number of the newest event told here: my new cursor."]
    events: Annotated[list[Json], "seq, kind, at, line (as in the log), head, note, ledger."]
    brief: Annotated[Json, "phase, paused, entered, waiting, remaining and pool after them."]


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """The answer to a ping."""

    type: ClassVar[str] = "pong"
    t: Annotated[float | None, "What the ping brought."]
    head: Annotated[int, "Number of the newest event."]
    now: Annotated[int, "The server's clock, ms since 1970."]


@dataclass(frozen=True, slots=True)
class Error(Message):
    """A frame of mine makes no sense here. The socket stays open."""

    type: ClassVar[str] = "error"
    problem: Annotated[Json, "The problem object, as over HTTP; its code says why."]


@dataclass(frozen=True, slots=True)
class Goodbye(Message):
    """The last frame before the server closes."""

    type: ClassVar[str] = "goodbye"
    reason: Annotated[str, "Why, in one word."]
    retry: Annotated[bool, "Whether to come back."]


FROM_CLIENT = named(Hello, Ping)
FROM_SERVER = named(Welcome, Events, Pong, Error, Goodbye)

BAD_FRAME, NO_SESSION, NO_TOURNAMENT, HELLO_LATE, FLOOD = 4400, 4401, 4404, 4408, 4429
RESTART = 1012

TOURNAMENT = Channel(
    name="tournament",
    address="/ws/v1/tournaments/{tournament}",
    parameter="tournament",
    about="The stream of facts of one tournament, for everybody who may see it.",
    from_client=FROM_CLIENT,
    from_server=FROM_SERVER,
    close_codes={
        RESTART: "The server restarts: come back in a moment.",
        BAD_FRAME: "A frame was no JSON object in text.",
        NO_SESSION: "The account that opened it has signed out, or may not be here any more.",
        NO_TOURNAMENT: "There is no such tournament, or it is a draft.",
        HELLO_LATE: "No hello within 10 seconds.",
        FLOOD: "Too many frames (40 at once and 4 a second are fine), or sockets of one account.",
    },
    prefix="tournament.",
)
