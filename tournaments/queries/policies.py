"""The policy card as a machine reads it: what is a matter of choice, frozen when announced."""

from collections.abc import Iterable

from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    PrizeRules,
    Stage,
    Structure,
)


def policies(structure: Structure, *, online: bool) -> list[dict[str, str]]:
    """Each policy: stage ("" for all of them), name and value; `online`: with live tables."""
    common = _common(structure) | {"matches": "live table" if online else "all its players"}
    found = [{"stage": "", "name": name, "value": value} for name, value in common.items()]
    for stage in structure.stages:
        named = {"seeding": stage.seeding} | _of_stage(stage)
        found += [
            {"stage": stage.id, "name": name, "value": value} for name, value in named.items()
        ]
    return found


def _common(structure: Structure) -> dict[str, str]:
    prizes, buying = structure.prizes, structure.buying
    found = {
        "rounding": f"{prizes.rounding} to {prizes.unit}",
        "late-entry-until-level": str(buying.late_until + 1),
        "re-entries": str(buying.reentries),
        "rebuys": str(buying.rebuys),
        "no-show": f"{structure.no_show} min" if structure.no_show else "by the organiser",
        "check-in": _yes(structure.check_in),
        "too-few-for-the-plan": "nearest plan",
        "left-unseated": "last",
        "shares": _list(prizes.weights) or "usual",
        "guarantee": str(prizes.guarantee),
        "ranking": ", ".join(structure.ranking) or "last stage first",
    }
    if buying.rebuys:
        found |= {
            "rebuy-until-level": str(buying.rebuy_until + 1),
            "rebuy-with-at-most": str(buying.rebuy_stack),
            "rebuy-chips": str(buying.rebuy_chips),
        }
    if buying.addon_at >= 0:
        found |= {
            "add-on-at-level": str(buying.addon_at + 1),
            "add-on-chips": str(buying.addon_chips),
        }
    return found | _prizes(prizes)


def _prizes(prizes: PrizeRules) -> dict[str, str]:
    found: dict[str, str] = {}
    if prizes.bounty_part:
        found["bounty-cash-per-cent"] = str(prizes.bounty_cash_per_cent)
    if prizes.seat_value:
        found |= {
            "seat-value": str(prizes.seat_value),
            "seat-into": prizes.seat_into,
            "seat-portion": str(prizes.seat_portion),
        }
    return found


def _of_stage(stage: Stage) -> dict[str, str]:
    if stage.kind == FREEZEOUT:
        return {
            "bust-ties": stage.bust_policy,
            "seats": stage.scheme,
            "hand-for-hand": "paid + tables" if stage.early_bubble else "paid + 1",
            "clock-waits": _yes(stage.clock_waits),
            "final-redraw": _yes(stage.final_redraw),
            "break-order": _list(stage.break_order) or "smallest table first",
            "ends-at": str(stage.ends_at),
        }
    if stage.kind == SINGLE:
        return {"third-place": _yes(stage.third_place)}
    if stage.kind == DOUBLE:
        return {"final": stage.final}
    if stage.kind in (SWISS, ROUND_ROBIN):
        return {
            "tie-breaks": ", ".join(stage.tie_breaks),
            "tables": stage.split,
            "points": _list(stage.points),
            "bye-points": str(stage.bye_points),
            "meetings": "2" if stage.double else "1",
        }
    return {}


def _list(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _yes(value: bool) -> str:  # noqa: FBT001 - the value of a policy
    return "yes" if value else "no"
