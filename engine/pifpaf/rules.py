"""The rule sets of the Pif Paf family that can be played, and what an organiser may set.

A rule set is a preset of axes. An axis that an organiser may change is an `Option`; each option
says what it is, what it may be and where it comes from, so that forms, rules pages and the command
line are made from the same words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.cards import ONE_PACK, Card
from engine.errors import BadRules, UnknownRules
from engine.hand import Options
from engine.melds import MeldAxes


@dataclass(frozen=True, slots=True)
class Option:
    """A whole number that an organiser may choose between `lowest` and `highest`."""

    name: str
    lowest: int
    highest: int
    default: int
    meaning: str
    sources: str


OPTIONS: Final[dict[str, tuple[Option, ...]]] = {
    "pif-paf-aposta": (
        Option(
            name="min_players",
            lowest=2,
            highest=8,
            default=3,
            meaning="How many seats must be dealt in at least.",
            sources="S1: three to eight; two is a house option",
        ),
        Option(
            name="recycle_limit",
            lowest=0,
            highest=100,
            default=10,
            meaning="How often the discard pile is turned over before the hand is void.",
            sources="D12",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class PifPafRules:
    """Rules with their options settled; see `OPTIONS` for what these mean.

    All counts are of seats or cards.
    """

    rules_id: str
    options: Options
    min_players: int
    max_players: int
    recycle_limit: int
    packs: int
    hand_size: int
    melds: MeldAxes


# S1: two packs without jokers, nine cards, groups of exactly three suits (D1), aces low, three to
# eight players.
APOSTA_MELDS: Final = MeldAxes(set_suits="exact3", ace="low", size="three-or-more")
_APOSTA_SEATS_MAX: Final = 8


def settle_rules(rules_id: str, options: Mapping[str, object]) -> PifPafRules:
    """The rules of that id with these options. Raises UnknownRules or BadRules."""
    known = OPTIONS.get(rules_id)
    if known is None:
        msg = f'The Pif Paf family has no rules "{rules_id[:40]}"; it has: {", ".join(OPTIONS)}.'
        raise UnknownRules(msg)
    names = {option.name for option in known}
    for name in options:
        if name not in names:
            has = ", ".join(sorted(names))
            msg = f'"{rules_id}" has no option "{str(name)[:40]}"; it has: {has}.'
            raise BadRules(msg)
    chosen = {option.name: _value(option, options) for option in known}
    return PifPafRules(
        rules_id=rules_id,
        options=tuple(sorted(chosen.items())),
        min_players=chosen["min_players"],
        max_players=_APOSTA_SEATS_MAX,
        recycle_limit=chosen["recycle_limit"],
        packs=2,
        hand_size=9,
        melds=APOSTA_MELDS,
    )


def pack(rules: PifPafRules) -> tuple[Card, ...]:
    """The cards as the shuffle starts from them: pack by pack, clubs to spades, ace to king."""
    return ONE_PACK * rules.packs


def _value(option: Option, options: Mapping[str, object]) -> int:
    value = options.get(option.name, option.default)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not isinstance(value, int) or not whole or not option.lowest <= value <= option.highest:
        msg = f'"{option.name}" must be a whole number from {option.lowest} to {option.highest}.'
        raise BadRules(msg)
    return value
