"""A draft as it would be typed into its form, and the shapes that a new one may begin with."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tables.naming import USUAL_RULES
from tournaments import queries
from tournaments.pages.draft_fields import NO, YES
from tournaments.rules.levels import generated
from tournaments.rules.structure import (
    AS_PARTED,
    DOUBLE,
    ENTRIES,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
    Take,
)

Typed = dict[str, Any]

_ROW: Final = ("name", "about", "online", "starts_at", "opens_at", "closes_at", "starts_full")
_STAGE: Final = (
    "kind", "seeding", "third_place", "final", "groups", "double", "stack", "bust_policy",
    "split", "bye_points", "tie_breaks", "scheme", "ends_at",
)  # fmt: skip
_BUYING: Final = ("reentries", "rebuys", "rebuy_chips", "rebuy_stack", "addon_chips")
_MINUTE: Final = 60


def _levels(players: int) -> Stage:
    levels = generated(10, 1000, growth=140, seconds=900, break_every=4, players=players)
    return Stage("", FREEZEOUT, size=8, stack=1000, levels=levels)


def _flight(name: str, left: int) -> Stage:
    held = _levels(16)
    return Stage(
        f"flight-{name.lower()}", FREEZEOUT, (Take(flight=name),), "drawn",
        size=8, stack=1000, levels=held.levels, ends_at=left,
    )  # fmt: skip


SHAPES: Final[dict[str, tuple[Any, int, tuple[Stage, ...]]]] = {
    "bracket": (_("A bracket"), 16, (Stage("main", SINGLE, seeding="drawn"),)),
    "groups": (
        _("Groups, then a bracket"),
        16,
        (
            Stage("groups", ROUND_ROBIN, seeding="drawn", groups=4),
            Stage("bracket", SINGLE, (Take("groups", 1, 8),), AS_PARTED, third_place=True),
        ),
    ),
    "swiss": (
        _("Swiss, then the best in a bracket"),
        24,
        (
            Stage("swiss", SWISS, seeding="drawn", rounds=5),
            Stage("top-cut", SINGLE, (Take("swiss", 1, 8),)),
        ),
    ),
    "second-chance": (
        _("Groups, then a main and a second bracket"),
        16,
        (
            Stage("groups", ROUND_ROBIN, seeding="drawn", groups=4),
            Stage("second", SINGLE, (Take("groups", 9, 0),), AS_PARTED),
            Stage("main", DOUBLE, (Take("groups", 1, 8),), AS_PARTED),
        ),
    ),
    "shootout": (
        _("Shootout: the winners of tables meet"),
        16,
        (Stage("main", TABLES, seeding="drawn", sizes=(4, 4), advance=(1,)),),
    ),
    "freezeout": (
        _("Freezeout"),
        32,
        (Stage("main", FREEZEOUT, seeding="drawn", size=8, stack=1000,
               levels=_levels(32).levels),),
    ),
    "flights": (
        _("Flights, then a final"),
        32,
        (
            _flight("A", 4),
            _flight("B", 4),
            Stage(
                "final", FREEZEOUT, (Take("flight-a", 1, 4), Take("flight-b", 1, 4)), "drawn",
                size=8, stack=1000, levels=_levels(8).levels,
            ),
        ),
    ),
}  # fmt: skip
"""Shapes by name: words, for how many entrants, and the stages."""


def typed(structure: Structure, expected: int) -> Typed:
    """The fields of a structure: those of the draft, of each stage, and of each stage's takes."""
    ids = [stage.id for stage in structure.stages]
    draft = {name: getattr(structure, name) for name in ("cap", "fewest", "check_in", "no_show")}
    draft["expected"] = expected
    draft["ranking"] = ", ".join(str(ids.index(one) + 1) for one in structure.ranking)
    return {
        "draft": draft | _prizes(structure.prizes) | _buying(structure),
        "stages": [_stage(stage, alone=len(ids) == 1) for stage in structure.stages],
        "takes": [[_take(take, ids) for take in stage.takes] for stage in structure.stages],
    }


def shape(name: str) -> Typed:
    """What a new draft begins with."""
    _words, expected, stages = SHAPES[name]
    found = typed(Structure(stages), expected)
    found["draft"]["online"] = True
    for stage in found["stages"]:
        stage["was"] = ""
    return found


def initial_of(row: Any, structure: Structure) -> Typed:  # noqa: ANN401 - a row of tournaments
    """The fields of a draft, as they would be typed."""
    found = typed(structure, row.expected or queries.planned_for(row, structure))
    found["draft"] |= {name: getattr(row, name) for name in _ROW}
    found["draft"] |= {
        "has_password": bool(row.password),
        "rules": row.table_settings.get("rules", USUAL_RULES),
        "protest_minutes": row.protest_s // _MINUTE,
        "account_days": row.conditions.get("account_days", 0),
        "only": ", ".join(row.conditions.get("only", [])),
    }
    return found


def _prizes(prizes: PrizeRules) -> Typed:
    names = (
        "prize_part", "fee_part", "bounty_part", "rebuy_price", "addon_price", "guarantee",
        "rounding", "unit", "seat_value", "seat_into", "seat_portion",
    )  # fmt: skip
    found: Typed = {name: getattr(prizes, name) for name in names}
    found["weights"] = ", ".join(f"{one / 100:g}" for one in prizes.weights)
    found["bounty_cash"] = prizes.bounty_cash_per_cent
    return found


def _buying(structure: Structure) -> Typed:
    buying = structure.buying
    stage = next((one for one in structure.stages if one.kind == FREEZEOUT), None)
    levels = stage.levels if stage is not None else ()

    def number(index: int) -> int:
        return sum(not one.is_break for one in levels[: index + 1])

    return {
        **{name: getattr(buying, name) for name in _BUYING},
        "late_level": number(buying.late_until),
        "rebuy_level": number(buying.rebuy_until),
        "addon_level": number(buying.addon_at),
    }


def _take(take: Take, ids: list[str]) -> Typed:
    if take.source == ENTRIES:
        return {"source": ENTRIES, "flight": take.flight}
    source = str(ids.index(take.source) + 1)
    return {"source": source, "first": take.first, "last": take.last}


def _stage(stage: Stage, *, alone: bool) -> Typed:
    found: Typed = {name: getattr(stage, name) for name in _STAGE}
    found |= {
        "was": stage.id,
        "name": "" if alone and stage.id == "main" else stage.id,
        "minutes": max(1, stage.seconds // _MINUTE),
        "sizes": ", ".join(map(str, stage.sizes)) or "4, 4",
        "advance": ", ".join(map(str, stage.advance)),
        "points": ", ".join(map(str, stage.points)),
        "break_order": ", ".join(map(str, stage.break_order)),
        "rounds": stage.rounds or 5,
        "size": stage.size if stage.kind != FREEZEOUT else 2,
        "stack": stage.stack or 1000,
    }
    for name in ("early_bubble", "clock_waits", "final_redraw"):
        found[name] = YES if getattr(stage, name) else NO
    if stage.kind == FREEZEOUT and stage.levels:
        breaks = [i for i, one in enumerate(stage.levels) if one.is_break]
        found |= {
            "seats": stage.size,
            "first_ante": stage.levels[0].ante,
            "level_minutes": max(1, stage.levels[0].seconds // _MINUTE),
            "break_every": breaks[0] if breaks else 0,
            "break_minutes": stage.levels[breaks[0]].seconds // _MINUTE if breaks else 5,
        }
    return found
