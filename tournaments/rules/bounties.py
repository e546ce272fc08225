"""Bounties: who takes them, and progressive ones that grow on the winner's own head (2.10).

A head moves or is paid, never made or lost: cash paid and heads in play always sum to what was
paid in.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.payouts import split_evenly

_PER_CENT: Final = 100


@dataclass(frozen=True, slots=True)
class PotShare:
    """One pot of a hand: who could win it with chips in it, and who did.

    Several winners stand as they sit, nearest to the dealer's left first.
    """

    seats: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What one knock-out brings one killer: so much in cash, so much on the own head."""

    killer: str
    cash: int
    head: int


def takers(pots: Sequence[PotShare], victim: str) -> tuple[str, ...]:
    """Who takes the victim's bounty: the winners of the last pot that the victim had chips in.

    Pots stand lowest first. Raises Refused when the victim was in none, or its pot came back.
    """
    inside = [pot for pot in pots if victim in pot.seats]
    if not inside or not inside[-1].winners or victim in inside[-1].winners:
        raise Refused("no-killer", f"No pot of this hand took the last chips of {victim}.")
    return inside[-1].winners


def check_killers(victim: str, killers: Collection[str], playing: Collection[str]) -> None:
    """Refuse killers who cannot have been: `playing` are those who had chips after the hand.

    Whoever took somebody's last chips has them, so it is nobody who is out, before or with the
    victim, and not the victim. Several may be out in one hand, and several take one's chips.
    """
    if victim in killers or not set(killers) <= set(playing) or len({*killers}) != len(killers):
        raise Refused(
            "bad-killers",
            f"The last chips of {victim} were taken by others who are still in, each named once.",
        )


def knock_out(head: int, killers: Sequence[str], *, cash_per_cent: int = 100) -> tuple[Taken, ...]:
    """How a head is shared: equal parts, the odd unit to the first; of each part so much in cash.

    100 % is a fixed bounty; less is progressive: cash rounded down, the rest on the killer's head.
    """
    if head < 0 or not killers or not 0 <= cash_per_cent <= _PER_CENT:
        raise Refused(
            "bad-bounty", "A bounty has a killer, and 0 to 100 % of it are paid in cash."
        )
    taken = []
    for killer, part in zip(killers, split_evenly(head, len(killers)), strict=True):
        cash = part * cash_per_cent // _PER_CENT
        taken.append(Taken(killer, cash, part - cash))
    return tuple(taken)


def heads_after(heads: Mapping[str, int], victim: str, taken: Sequence[Taken]) -> dict[str, int]:
    """The heads after a knock-out: the victim's is gone, the killers' have grown.

    Killers who have no head any more cannot be: they have chips left.
    """
    found = {entrant: head for entrant, head in heads.items() if entrant != victim}
    for one in taken:
        found[one.killer] = found[one.killer] + one.head
    return found
