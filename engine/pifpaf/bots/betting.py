"""Whether a hand is worth its price: bets, calls, folds and leaving, by the chance to win.

A seat's strength is the chance of its hand (`chances`) to a power; it wins with its part of all
strengths. Of the others it is known only what they did: a field of hands dealt from a fixed
shuffle tells what seats hold that bet, that call, and that nothing is known of.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.cards import JOKER, Card
from engine.jsonable import Json
from engine.meld_axes import MELD_MIN, MeldAxes
from engine.pifpaf.bots.chances import Prospect, chances
from engine.pifpaf.bots.sight import COPIES, Sight, others, own_seat, unseen, watched
from engine.pifpaf.rules import PifPafRules, pack
from engine.shuffle import StreamPlace, tagged_digest

POWER: Final = 1.1
"""Fitted to hands that sharp bots played out: 1.2 in pife (500 hands), 1.0 in pif-paf (300)."""
_TO_COME: Final = 9.6
"""Cards that a seat gets to choose from in a hand: six turns, and in most a discard beside."""
_FIELD_PACKS: Final = 12
_FIELDS_MAX: Final = 64
_DEALS: Final = 16
_STRIDE: Final = 7
"""Rivals at one table hold hands that were dealt side by side, up to seven of them."""
_BETS: Final = 0.4
_CALLS: Final = 0.6
"""The part of hands, the best ones, that bets, and that calls a bet."""
_HOLDS: Final = 0.8
"""How often a seat that has put chips in calls a raise."""


Strengths: TypeAlias = tuple[float, ...]
"""What a seat may hold: the strengths of hands that were dealt, one for each of some tables."""


class Field(NamedTuple):
    """The strengths of all hands, of those that call, of those that bet, as they were dealt."""

    all: Strengths
    calls: Strengths
    bets: Strengths


class _Rival(NamedTuple):
    """Another seat: how likely it stays, what it holds then, and what it pays to stay."""

    stays: float
    holds: Strengths
    pays: int


def answer(seen: Sight, moves: Mapping[str, Json]) -> Json:
    """Check, call, bet, raise or fold, whichever promises the most chips."""
    view = seen.view
    mine, field = _strength(seen), field_of(seen.rules, seen.axes)
    pot, level, paid = view["pot"], view["level"], own_seat(view)["bet"]
    promises: list[tuple[float, Json]] = []
    if "check" in moves:
        rivals = [_Rival(1, _dealt(field.all, at), 0) for at, _ in enumerate(others(view))]
        promises.append((_promise(mine, pot, rivals), {"kind": "check"}))
    else:
        promises.append((0.0, {"kind": "fold"}))
        pays = moves["call"]["pay"]
        rivals = _rivals(seen, field, level, 1.0)
        promises.append((_promise(mine, pot + pays, rivals) - pays, {"kind": "call"}))
    more = moves.get("bet") or moves.get("raise")
    if more:
        for to in (more["min"], more["max"]):
            rivals = _rivals(seen, field, to, _HOLDS)
            promise = _promise(mine, pot + to - paid, rivals) - (to - paid)
            promises.append((promise, {"kind": more["kind"], "to": to}))
    return max(promises, key=lambda one: one[0])[1]


def leaves(seen: Sight, cost: int) -> bool:
    """Whether to leave the hand for so many points rather than to play on (D26).

    Points are lost or won against the others: a hand won costs each of them what it would cost.
    """
    view, rules = seen.view, seen.rules
    lost = max(rules.lose_nine, cost + 1)
    rivals = others(view)
    mine, field = _strength(seen), field_of(seen.rules, seen.axes)
    held = [_Rival(1, _dealt(field.all, at), 0) for at, _ in enumerate(rivals)]
    wins = _promise(mine, 1, held)
    won = lost * len(rivals) / (len(view["seats"]) - 1)
    return wins * won - (1 - wins) * lost < -cost


def _promise(mine: float, pot: int, rivals: Sequence[_Rival]) -> float:
    """The chips of the pot that come to the seat in expectation."""
    ends: list[tuple[float, tuple[_Rival, ...], int]] = [(1.0, (), pot)]
    for rival in rivals:
        stayed = [
            (odds * rival.stays, (*against, rival), chips + rival.pays)
            for odds, against, chips in ends
        ]
        left = [(odds * (1 - rival.stays), against, chips) for odds, against, chips in ends]
        ends = stayed + left if rival.stays < 1 else stayed
    return sum([odds * chips * _wins(mine, against) for odds, against, chips in ends])


def _wins(mine: float, against: Sequence[_Rival]) -> float:
    """The chance to beat these, the mean over the tables that may have been dealt."""
    if not against:
        return 1.0
    tables = zip(*(rival.holds for rival in against), strict=True)
    won: float = sum([mine / (mine + sum(held)) for held in tables])
    return won / _DEALS


def _dealt(strengths: Strengths, at: int) -> Strengths:
    """What the rival at that place holds, table by table: others than the rivals before it."""
    count = len(strengths)
    return tuple([strengths[(at + table * _STRIDE) % count] for table in range(_DEALS)])


def _rivals(seen: Sight, field: Field, to: int, holds: float) -> list[_Rival]:
    """The others when the level is `to`: those with chips in hold with that likelihood."""
    rivals = []
    for at, seat in enumerate(others(seen.view)):
        pays = min(to - seat["bet"], seat["stack"])
        if seat["bet"]:
            rivals.append(_Rival(holds if pays else 1, _dealt(field.bets, at), pays))
        else:
            rivals.append(_Rival(_CALLS if pays else 1, _dealt(field.calls, at), pays))
    return rivals


def _strength(seen: Sight) -> float:
    return _worth(seen.held, seen.axes, unseen(seen, watched(seen)))


def _worth(held: Sequence[Card], axes: MeldAxes, left: Sequence[int]) -> float:
    ahead = Prospect(left, _TO_COME / sum(left))
    chance = chances(held, axes, len(held) // MELD_MIN, ahead)[-1]
    return float(chance**POWER)


@lru_cache(maxsize=_FIELDS_MAX)
def field_of(rules: PifPafRules, axes: MeldAxes) -> Field:
    """What seats may hold under these rules, from packs of a fixed shuffle."""
    whole = pack(rules)
    place = StreamPlace(tagged_digest("batida/1/bots-field"), 0)
    full = [COPIES] * JOKER + [whole.count(JOKER)]
    worths = []
    for _ in range(_FIELD_PACKS):
        shuffled, place = place.shuffled(whole)
        for at in range(0, len(whole) - rules.hand_size, rules.hand_size):
            hand = shuffled[at : at + rules.hand_size]
            left = full.copy()
            for card in hand:
                left[card] -= 1
            worths.append(_worth(hand, axes, left))
    return Field(*(_best(worths, part) for part in (1.0, _CALLS, _BETS)))


def _best(worths: Sequence[float], part: float) -> Strengths:
    """The best part of them, in the order in which they were dealt."""
    least = sorted(worths, reverse=True)[round(len(worths) * part) - 1]
    return tuple([worth for worth in worths if worth >= least])
