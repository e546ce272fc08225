"""What the form for a new table offers: every rule set, its stakes, and the options that matter.

The page's script shows those fields that go with what was chosen; the command judges the rest.
"""

import json
from typing import Any, NamedTuple, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.game import game_for
from tables.commands.settings import SEATS_MAX
from tables.naming import RULE_SETS
from tables.pages import rule_words as words
from tables.pages.pili_words import mission_said
from tables.pages.rules_pili import is_pili
from tables.playing_for import possible_stakes

Said = str | Promise
Value = str | int | bool


class Choice(TypedDict):
    """One value of an option, in words; `json` is how the script sends it."""

    json: str
    said: Said


class Option(NamedTuple):
    """An axis that an owner may change in the form."""

    name: str
    label: Said
    choices: tuple[tuple[Value, Said], ...]


class MissionChoice(NamedTuple):
    """A Mission card that an owner may leave out."""

    text: str  # as the rules write it, "PASS(1,L) 5"
    name: str
    line: str
    cards: int
    expert: bool
    editions: str  # those it is a card of, "40 36"


_POINTS = tuple((n, str(n)) for n in (20, 50, 100, 150, 200))
_PILIS = tuple((n, str(n)) for n in (3, 5, 6, 7, 10, 15))
_LIVES = tuple((n, str(n)) for n in (3, 5, 7, 10))

OPTIONS = (
    Option("threshold", _("A match ends at (points)"), _POINTS),
    Option(
        "match_end",
        _("With so many points"),
        (("end", _("the match is over")), ("eliminate", _("that player is out"))),
    ),
    Option("lives", _("Points at the start"), _LIVES),
    Option(
        "fold_cost",
        _("Leaving a hand"),
        ((0, _("not possible")), (1, _("costs 1 point"))),
    ),
    Option(
        "vira",
        _("The turned card makes wild"),
        (("colour", _("four cards: its colour")), ("suit", _("two cards: its suit"))),
    ),
    Option(
        "wild_cap",
        _("Wild cards in a meld"),
        ((1, _("one at most")), (2, _("two at most")), ("none", _("no limit"))),
    ),
    Option(
        "ace",
        _("The ace in a run"),
        (
            ("low", _("below the two")),
            ("low-high", _("low or high")),
            ("corner", _("round the corner")),
        ),
    ),
    Option(
        "set_suits",
        _("Suits in a group"),
        (("any", _("any")), ("min3", _("three or more")), ("exact3", _("exactly three"))),
    ),
    Option("buy_cost", _("Buying a card costs (points)"), tuple((n, str(n)) for n in (2, 5, 10))),
    Option(
        "direction",
        _("Direction of play"),
        (("clockwise", _("clockwise")), ("anticlockwise", _("anticlockwise"))),
    ),
    Option("edition", _("Missions in play"), ((40, _("40 Missions")), (36, _("36 Missions")))),
    Option("experts", _("Expert Missions"), ((True, _("in play")), (False, _("left out")))),
    Option("cards", _("Cards dealt to each"), tuple((n, str(n)) for n in range(3, 8))),
    Option("limit", _("A match ends at (Pilis)"), _PILIS),
)
# Options that say something only where another axis, or one of two, has a value of these.
_ONLY_WITH: dict[str, tuple[tuple[str, tuple[Value, ...]], ...]] = {
    "threshold": (("match", ("penalty",)),),
    "match_end": (("match", ("penalty",)),),
    "lives": (("match", ("countdown",)),),
    "fold_cost": (("scoring", ("lives",)),),
    "vira": (("vira", ("colour", "suit")),),
    "wild_cap": (("jokers", ("wild",)), ("vira", ("colour", "suit"))),
    "buy_cost": (("out_of_turn", ("buy",)),),
    "edition": (("missions", ("edition",)),),
    "experts": (("missions", ("edition",)),),
    "cards": (("missions", ("none",)),),
}


def new_table_form() -> dict[str, Any]:
    """Return the context of the form: families of rule sets, options, and facts for the script."""
    return {
        "families": [
            {"name": name, "sets": [(one, RULE_SETS[one][0]) for one in ids]}
            for name, ids in words.FAMILIES
        ],
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "choices": [_choice(value, said) for value, said in option.choices],
            }
            for option in OPTIONS
        ],
        "missions": mission_choices(),
        "stakes": list(words.STAKES.items()),
        "facts": {rules_id: _facts(rules_id) for rules_id in RULE_SETS},
    }


def mission_choices() -> list[MissionChoice]:
    """Return the Mission cards of all editions in their order, in words."""
    easy = set(_missions(experts=False))
    editions = {number: _missions(edition=number) for number in (40, 36)}
    return [
        MissionChoice(
            text,
            *mission_said(text),
            cards=int(text[-1]),
            expert=text not in easy,
            editions=" ".join(str(one) for one, cards in editions.items() if text in cards),
        )
        for text in editions[40]
    ]


def _missions(**options: Value) -> tuple[str, ...]:
    rules = game_for("pili-pili").rules("pili-pili", options)
    missions: tuple[str, ...] = getattr(rules, "missions", ())
    return missions


def _choice(value: Value, said: Said) -> Choice:
    return {"json": json.dumps(value), "said": said}


def _facts(rules_id: str) -> dict[str, Any]:
    """What the script needs to know of a rule set."""
    rules = game_for(rules_id).rules(rules_id, {})
    axes = dict(rules.options)
    return {
        "about": str(RULE_SETS[rules_id][1]),
        "stakes": possible_stakes(rules),
        "pili": is_pili(rules_id),
        "usual": rules.stakes,
        "least": rules.min_players,
        "most": min(rules.max_players, SEATS_MAX),
        "window": axes.get("out_of_turn", "none") != "none",
        "direto": axes.get("direto_pot", 1),
        # The number of Pilis that ends a match follows the edition, until its owner chooses it.
        "limits": _limits(rules_id) if "edition" in axes else {},
        "options": {
            option.name: axes[option.name]
            for option in OPTIONS
            if option.name in axes and _speaks(option.name, axes)
        },
    }


def _limits(rules_id: str) -> dict[int, int]:
    """Return how many Pilis end a match, by edition."""
    edition = next(option for option in OPTIONS if option.name == "edition")
    game = game_for(rules_id)
    return {
        int(value): game.rules(rules_id, {"edition": value}).match.threshold
        for value, _said in edition.choices
    }


def _speaks(name: str, axes: dict[str, Value]) -> bool:
    needs = _ONLY_WITH.get(name)
    return needs is None or any(axes.get(axis) in values for axis, values in needs)
