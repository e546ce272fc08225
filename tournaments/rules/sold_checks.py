"""Whether what a new tournament sells is something: no price for nothing, nothing never on sale.

These are for drafts alone: a log that has such a structure replays as it always did.
"""

from tournaments.rules.errors import Refused
from tournaments.rules.structure import FREEZEOUT, Structure


def check_sold(structure: Structure) -> None:
    """Raise Refused with the first price, limit or level that would take and not give."""
    _check_entry(structure)
    _check_rebuy(structure)
    _check_addon(structure)
    _check_closing(structure)


def _check_entry(structure: Structure) -> None:
    prizes, buying = structure.prizes, structure.buying
    if not prizes.prize_part and (prizes.fee_part or prizes.bounty_part):
        raise Refused(
            "fee-without-prize",
            "An entry with a fee or a bounty has a part for the prizes too: say how much it is.",
        )
    if prizes.bounty_part and {stage.kind for stage in structure.stages} != {FREEZEOUT}:
        raise Refused(
            "bounty-elsewhere",
            "Bounties are taken in freezeouts, hand by hand: leave the bounty at 0 elsewhere.",
        )
    if buying.reentries and buying.late_until < 0:
        raise Refused(
            "reentry-never",
            "A re-entry is open as long as late entry: say until which level that is, or set"
            " re-entries to 0.",
        )


def _check_rebuy(structure: Structure) -> None:
    prizes, buying = structure.prizes, structure.buying
    if not buying.rebuys:
        if prizes.rebuy_price:
            raise Refused(
                "rebuy-unsold",
                "A rebuy has a price, and nobody may buy one: say how many for each entrant, or"
                " set the price to 0.",
            )
        return
    if not buying.rebuy_chips:
        raise Refused(
            "rebuy-brings-nothing",
            "A rebuy brings no chips: say how many it brings, such as the stack of a start.",
        )
    if buying.rebuy_until < 0:
        raise Refused(
            "rebuy-never",
            "No level has rebuys: say until which level there are some, or set rebuys to 0.",
        )
    if prizes.prize_part and not prizes.rebuy_price:
        raise Refused(
            "rebuy-free",
            "Where an entry is paid for, a rebuy is too: say what it costs, or set rebuys to 0.",
        )


def _check_addon(structure: Structure) -> None:
    prizes, buying = structure.prizes, structure.buying
    if buying.addon_at >= 0 and not buying.addon_chips:
        raise Refused(
            "addon-brings-nothing",
            "The add-on brings no chips: say how many it brings, or leave out its price and"
            " level.",
        )
    if buying.addon_at < 0 and (buying.addon_chips or prizes.addon_price):
        raise Refused(
            "addon-never",
            "No level has the add-on: say at which level it is sold, or leave out its price and"
            " its chips.",
        )
    if buying.addon_at >= 0 and prizes.prize_part and not prizes.addon_price:
        raise Refused(
            "addon-free",
            "Where an entry is paid for, an add-on is too: say what it costs, or leave it out.",
        )


def _check_closing(structure: Structure) -> None:
    """Refuse a sale at a level that nobody reaches, or at the last one: the prizes need an end."""
    buying = structure.buying
    closing = max(buying.late_until, buying.rebuy_until, buying.addon_at)
    longest = max((len(stage.levels) for stage in structure.stages), default=0)
    if closing >= 0 and longest <= closing + 1:
        raise Refused(
            "sold-to-the-end",
            "Late entry, rebuys and the add-on end before the last level of a freezeout: name an"
            " earlier level.",
        )
