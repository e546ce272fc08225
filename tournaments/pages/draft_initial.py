"""A draft as it would be typed into its form."""

from typing import Any, Final

from tournaments import queries
from tournaments.rules.structure import FREEZEOUT, Structure

_ROW: Final = ("name", "about", "online", "starts_at", "opens_at", "closes_at")
_STAGE: Final = (
    "kind", "seeding", "third_place", "final", "groups", "double", "stack", "bust_policy",
)  # fmt: skip
_PRIZES: Final = (
    "prize_part", "fee_part", "bounty_part", "rebuy_price", "addon_price", "guarantee", "rounding",
)  # fmt: skip


def initial_of(row: Any, structure: Structure) -> dict[str, Any]:  # noqa: ANN401 - a row of tournaments
    """The fields of a draft of one stage, as they would be typed."""
    stage, prizes, buying = structure.stages[0], structure.prizes, structure.buying
    weights = ", ".join(str(one // 100) for one in prizes.weights)
    found: dict[str, Any] = {name: getattr(row, name) for name in _ROW}
    found |= {name: getattr(stage, name) for name in _STAGE if getattr(stage, name)}
    found |= {name: getattr(structure, name) for name in ("cap", "fewest", "check_in")}
    found |= {name: getattr(prizes, name) for name in _PRIZES}
    found |= {
        "rebuys": buying.rebuys,
        "rebuy_chips": buying.rebuy_chips,
        "addon_chips": buying.addon_chips,
    }
    found |= {
        "weights": weights,
        "bounty_cash": prizes.bounty_cash_per_cent,
        "minutes": stage.seconds // 60,
        "sizes": ", ".join(map(str, stage.sizes)) or "4, 4",
        "advance": ", ".join(map(str, stage.advance)),
        "points": ", ".join(map(str, stage.points)),
        "rounds": stage.rounds or 5,
        "table": stage.size,
        "rules": row.table_settings.get("rules", "pife"),
        "late_level": sum(not one.is_break for one in stage.levels[: buying.late_until + 1]),
        "expected": row.expected or queries.planned_for(row, structure),
    }
    if stage.kind == FREEZEOUT and stage.levels:
        breaks = [i for i, one in enumerate(stage.levels) if one.is_break]
        found |= {
            "seats": stage.size,
            "first_ante": stage.levels[0].ante,
            "level_minutes": stage.levels[0].seconds // 60,
            "break_every": breaks[0] if breaks else 0,
            "break_minutes": stage.levels[breaks[0]].seconds // 60 if breaks else 10,
        }
    return found
