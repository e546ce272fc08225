"""Late entry, re-entry, rebuy and add-on as decisions: may this entrant, now, by these rules.

Each `check_…` returns nothing, or raises Refused with the one sentence that says when it would do.
"""

from dataclasses import dataclass
from typing import Final

from tournaments.rules.errors import Refused

UNLIMITED: Final = -1


@dataclass(frozen=True, slots=True)
class BuyingRules:
    """What may be bought after the start; levels count from 0, and `…_until` is the last one.

    `late_until`: late entry and re-entry (-1: none). `reentries`: how many for each (−1: any
    number). `rebuys` likewise, with at most `rebuy_stack` chips in front. `addon_at`: the level at
    whose end or break the add-on is sold (-1: none). `…_chips` is what each brings.
    """

    start_chips: int
    late_until: int = -1
    reentries: int = 0
    rebuys: int = 0
    rebuy_until: int = -1
    rebuy_stack: int = 0
    rebuy_chips: int = 0
    addon_at: int = -1
    addon_chips: int = 0


@dataclass(frozen=True, slots=True)
class Bought:
    """What an entrant has bought so far, and has in front."""

    chips: int
    out: bool = False
    reentries: int = 0
    rebuys: int = 0
    addons: int = 0


def check_late_entry(rules: BuyingRules, level: int) -> None:
    """Whether somebody new may still enter."""
    if rules.late_until < 0 or level > rules.late_until:
        raise Refused("entry-closed", _until("Late entry", rules.late_until))


def check_reentry(rules: BuyingRules, bought: Bought, level: int) -> None:
    """Whether somebody who is out may start again with a full stack."""
    if not bought.out:
        raise Refused("still-in", "Only somebody who is out can re-enter.")
    check_late_entry(rules, level)
    _within(bought.reentries, rules.reentries, "re-entries")


def check_rebuy(rules: BuyingRules, bought: Bought, level: int) -> None:
    """Whether somebody may buy chips again: with few enough in front, none included."""
    if bought.out:
        raise Refused("already-out", "A rebuy comes before the elimination is written down.")
    if level > rules.rebuy_until:
        raise Refused("rebuy-closed", _until("Rebuying", rules.rebuy_until))
    if bought.chips > rules.rebuy_stack:
        raise Refused("too-many-chips", f"A rebuy needs {rules.rebuy_stack} chips or fewer.")
    _within(bought.rebuys, rules.rebuys, "rebuys")


def check_addon(rules: BuyingRules, bought: Bought, level: int) -> None:
    """Whether somebody still in may buy the add-on: once, at its level."""
    if bought.out:
        raise Refused("already-out", "An add-on is for those who are still in.")
    if rules.addon_at < 0 or level != rules.addon_at:
        raise Refused("no-addon", _until("The add-on", rules.addon_at))
    _within(bought.addons, 1, "add-ons")


def may_still_return(rules: BuyingRules, bought: Bought, level: int) -> bool:
    """Whether a bust is not yet an elimination: a rebuy is open, and has to be declined first."""
    try:
        check_rebuy(rules, Bought(0, rebuys=bought.rebuys), level)
    except Refused:
        return False
    return True


def entries_closed(rules: BuyingRules, level: int) -> bool:
    """Whether nothing more can be bought, so that the prizes can be fixed."""
    return level > max(rules.late_until, rules.rebuy_until, rules.addon_at)


def _within(count: int, limit: int, what: str) -> None:
    if limit != UNLIMITED and count >= limit:
        raise Refused("limit-reached", f"This tournament allows {limit} {what} for each entrant.")


def _until(what: str, level: int) -> str:
    if level < 0:
        return f"{what} is not part of this tournament."
    return f"{what} ends with level {level + 1}."
