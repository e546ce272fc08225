"""The options of Pili Pili: what an organiser may change."""

from dataclasses import dataclass
from typing import Final

from engine.axis import NO_YES, Axis, Preset, Value
from engine.errors import BadRules
from engine.pilipili.missions import CARDS_MAX, EFFECTS, KINDS, SHOWN_MAX, mission, split

EDITION: Final = "edition"
NONE: Final = "none"
LISTED_MAX: Final = 200
TEXT_MAX: Final = 4000


@dataclass(frozen=True, slots=True)
class ListAxis(Axis):
    """An axis whose value is a list written with commas; every part is checked."""

    @property
    def form(self) -> str:
        """A text, in which words may stand for a list."""
        return "list"

    @property
    def told_values(self) -> str:
        """What it may be, in words."""
        words = " or ".join(f'"{value}"' for value in self.values if value)
        listed = 'a list with commas, as in "OPEN 4, PASS(1,L) 5"'
        return f"{words} or {listed}" if words else f"{listed}, or empty"

    def checked(self, value: object) -> Value:
        """The list in its one written form. Raises BadRules with what is wrong."""
        if not isinstance(value, str):
            msg = f'"{self.name}" must be {self.told_values}.'
            raise BadRules(msg)
        self._check_length(value)
        if value.strip().lower() in self.values:
            return value.strip().lower()
        parts = split(value)
        if not 1 <= len(parts) <= LISTED_MAX:
            msg = f'"{self.name}" must list 1 to {LISTED_MAX} Missions.'
            raise BadRules(msg)
        written = ", ".join(self.part(part) for part in parts)
        # It may have grown, and what is kept is read again.
        self._check_length(written)
        return written

    def read(self, text: str) -> Value:
        """The list that a text from a form or a command line names."""
        return self.checked(text)

    def part(self, text: str) -> str:
        """One Mission card in its written form. Raises BadRules."""
        return mission(text).text

    def _check_length(self, text: str) -> None:
        if len(text) > TEXT_MAX:
            msg = (
                f'"{self.name}" must be {self.told_values}, and no longer than {TEXT_MAX}'
                " characters with a space after each comma and before each number of cards."
            )
            raise BadRules(msg)


@dataclass(frozen=True, slots=True)
class DropAxis(ListAxis):
    """A list of kinds, names or cards of Missions."""

    def part(self, text: str) -> str:
        """A kind, as in SWAP, a name, as in PASS(1,L), or a card. Raises BadRules."""
        if text in EFFECTS:
            return text
        if text[-1:].isdecimal():
            return mission(text).text
        try:
            return mission(f"{text} {CARDS_MAX}").name
        except BadRules:
            msg = (
                f'"{text[:SHOWN_MAX]}" is no Mission that could be left out: write a kind, as in'
                ' "SWAP", a kind with what is printed, as in "HAND(L)", or a card, as in "OPEN 4";'
                f" the kinds are {', '.join(KINDS)}."
            )
            raise BadRules(msg) from None


AXES: Final[tuple[Axis, ...]] = (
    Axis("min_players", "seats", range(2, 9), "Seats that a round needs at least.", "S2: 2"),
    Axis("max_players", "seats", range(2, 9), "Seats that a round takes at most.", "S2: 8"),
    Axis(
        "edition",
        "Missions",
        (40, 36),
        "Which of the two editions: 40 Missions and 7 Pilis, or 36 Missions and 6 Pilis.",
        "S2: 7 Pilis; house: 36 Missions and 6 Pilis",
    ),
    ListAxis(
        "missions",
        "Missions",
        (EDITION, NONE),
        "The Mission cards: those of the edition, none (first games), or a list of your own.",
        "S2: Missions, and none for first games; the cards themselves are house rules",
    ),
    Axis(
        "experts",
        "Missions",
        NO_YES,
        "Whether the expert Missions, with the red symbol, are in play.",
        "S2: yes",
    ),
    DropAxis(
        "without",
        "Missions",
        ("",),
        "Missions left out: kinds (SWAP), kinds with what is printed (HAND(L)), cards (OPEN 4).",
        "S2: none",
    ),
    Axis(
        "cards",
        "Missions",
        range(1, CARDS_MAX + 1),
        "Cards dealt to each where no Mission says it; fewer where the pack doesn't hold as many.",
        "S2: 5",
    ),
    Axis(
        "limit",
        "match",
        range(1, 101),
        "Pilis at which the match ends; the fewest win.",
        "S2: 7; house: 6",
    ),
)
AXIS: Final = {axis.name: axis for axis in AXES}

_WITH: Final[dict[str, Value]] = {
    "min_players": 2,
    "max_players": 8,
    "edition": 40,
    "missions": EDITION,
    "experts": True,
    "without": "",
    "cards": 5,
    "limit": 7,
}
PRESETS: Final = {
    "pili-pili": Preset(
        "Bid how many tricks you win and win exactly so many; a Mission changes each round.",
        "S2",
        "buy-in",
        _WITH,
    ),
    "pili-pili-sem-missoes": Preset(
        "pili-pili as the booklet has it for first games: no Missions, five cards each.",
        "S2",
        "buy-in",
        {**_WITH, "missions": NONE},
    ),
}
