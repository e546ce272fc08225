"""Rules of the family with their options settled: a preset, and what an organiser has changed.

The axes and their meaning are in `axes`, the rule sets in `presets`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from engine.axis import Value
from engine.cards import JOKER, ONE_PACK, Card
from engine.errors import BadRules, UnknownRules
from engine.hand import MatchRules, Options
from engine.melds import MeldAxes
from engine.pifpaf.axes import AXIS
from engine.pifpaf.combinations import JOKERS, check_combination, followed
from engine.pifpaf.presets import PRESETS

_SETTLED_MAX: Final = 512


@dataclass(frozen=True, slots=True)
class PifPafRules:
    """Rules with every axis settled; `axes.AXES` tells what each one means.

    `melds`: what a meld is, without the cards that the vira makes wild in one hand. `match`: what
    the hands add up to. `stakes`: the kind of stakes natural with these rules.
    """

    rules_id: str
    options: Options
    stakes: str
    melds: MeldAxes
    match: MatchRules
    min_players: int
    max_players: int
    direction: str
    jokers: str
    vira: str
    hand_size: int
    upcard: bool
    rediscard: str
    stock_empty: str
    recycle_limit: int
    out_of_turn: str
    buy_cost: int
    open_melds: bool
    ten_card_out: bool
    false_go_out: str
    show_hands: bool
    count_cards: str
    direto_points: int
    direto_pot: int
    lose_nine: int
    lose_ten: int
    fold_cost: int

    @property
    def next_dealer(self) -> str:
        """Who deals next: "left" or "winner"."""
        return self.match.next_dealer

    @property
    def scoring(self) -> str:
        """What a hand counts: "win", "cards" or "lives"."""
        return self.match.scoring


_MELD_AXES: Final = frozenset({"set_suits", "meld_size", "ace", "wild_cap", "wild_scope"})
_MATCH_AXES: Final = frozenset(
    {"scoring", "next_dealer", "match", "threshold", "match_end", "lives", "hands"}
)


def settle_rules(rules_id: str, options: Mapping[str, object]) -> PifPafRules:
    """The rules of that id with these options.

    Raises UnknownRules; BadRules for an option that there isn't, a value that it can't have, or
    two that don't go together.
    """
    preset = PRESETS.get(rules_id)
    if preset is None:
        msg = f'The Pif Paf family has no rules "{rules_id[:40]}"; it has: {", ".join(PRESETS)}.'
        raise UnknownRules(msg)
    changed: dict[str, Value] = {}
    for name, value in options.items():
        axis = AXIS.get(name)
        if axis is None:
            msg = f'"{rules_id}" has no option "{str(name)[:40]}"; it has: {", ".join(AXIS)}.'
            raise BadRules(msg)
        changed[name] = axis.checked(value)
    return _settled(rules_id, tuple(sorted(changed.items())))


def read_option(name: str, text: str) -> Value:
    """The value of an option written as text, as in `--set ace=low`. Raises BadRules."""
    axis = AXIS.get(name)
    if axis is None:
        msg = f'There is no axis "{name[:40]}"; there are: {", ".join(AXIS)}.'
        raise BadRules(msg)
    return axis.read(text)


def pack(rules: PifPafRules) -> tuple[Card, ...]:
    """The cards as the shuffle starts from them: pack by pack, clubs to spades, ace to king.

    Jokers come last.
    """
    return ONE_PACK * 2 + (() if rules.jokers == "none" else (JOKER,) * JOKERS)


# True and 1 are equal keys to a cache; the values have been checked to be of their axis's type.
@lru_cache(maxsize=_SETTLED_MAX)
def _settled(rules_id: str, changed: tuple[tuple[str, Value], ...]) -> PifPafRules:
    preset = PRESETS[rules_id]
    axes = followed(preset.axes, dict(changed))
    check_combination(axes)
    # Every axis has been checked to hold a value of its own; types can't follow that by name.
    of: dict[str, Any] = dict(axes)
    own = {name: value for name, value in of.items() if name not in _MELD_AXES | _MATCH_AXES}
    return PifPafRules(
        rules_id=rules_id,
        options=tuple(sorted(axes.items())),
        stakes=preset.stakes,
        melds=MeldAxes(
            set_suits=of["set_suits"],
            ace=of["ace"],
            size=of["meld_size"],
            wilds=frozenset({JOKER}) if of["jokers"] == "wild" else frozenset(),
            wild_cap=None if of["wild_cap"] == "none" else of["wild_cap"],
            wild_scope=of["wild_scope"],
            dead_jokers=of["jokers"] == "dead",
        ),
        match=MatchRules(
            kind=of["match"],
            scoring=of["scoring"],
            threshold=of["threshold"],
            start=of["lives"],
            hands=of["hands"],
            end=of["match_end"],
            next_dealer=of["next_dealer"],
        ),
        **own,
    )


APOSTA_MELDS: Final = settle_rules("pif-paf-aposta", {}).melds
