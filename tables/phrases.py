"""Table talk: everything that can be said. There is no free text; clients translate the ids."""

from typing import Final

PHRASES: Final = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "my-turn",
    "your-turn",
    "nice-card",
    "unlucky",
    "good-game",
    "goodbye",
)
EMOTES: Final = (
    "emote-smile",
    "emote-laugh",
    "emote-wow",
    "emote-think",
    "emote-clap",
    "emote-cry",
    "emote-wink",
    "emote-coffee",
)
ALL: Final = frozenset(PHRASES + EMOTES)
