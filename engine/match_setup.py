"""What is fixed before a match: rules, seats, the first dealer, and how chips move.

Chips may move in each hand (`engine.hand.Stakes`), over the whole match (`MatchStakes`), or both.
"""

from dataclasses import dataclass
from typing import Final, NoReturn

from engine.errors import BadSetup
from engine.game import Rules, game_for
from engine.hand import (
    ANTE_CAPPED_ROUND,
    FIXED,
    PLAY,
    MatchRules,
    Options,
    Rake,
    Seating,
    Setup,
    Stakes,
)
from engine.shuffle import StreamPlace

NONE: Final = "none"
BUY_IN: Final = "buy-in"
PER_POINT: Final = "per-point"
KINDS: Final = (NONE, BUY_IN, PER_POINT)
PLAY_HANDS: Final = Stakes(PLAY, 0)
HAND_LIMIT: Final = 1000
HAND_LIMIT_MAX: Final = 100_000
AMOUNT_MAX: Final = 10**9
MIN_PLAYERS: Final = 2
_PER_MILLE: Final = 1000


@dataclass(frozen=True, slots=True)
class MatchStakes:
    """What moves over a whole match (rules 0.2).

    `kind` "buy-in": each seat pays `amount` chips before the first hand, and the winners share
    them. "per-point": when the match is over each seat pays each better one `amount` chips for
    every point between them. "none": nothing, and `amount` is 0. `rake`: what the house keeps of
    the shared buy-ins.
    """

    kind: str = NONE
    amount: int = 0
    rake: Rake | None = None


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """All that is fixed before the first hand.

    `seats` stand clockwise, with the chips in front of them before any buy-in; the `dealer` of the
    first hand is one of them. `hand_stakes` move in each hand, `stakes` over the match. After
    `hand_limit` hands, void ones too, the match ends as it stands: so every match ends.
    """

    rules_id: str
    options: Options
    seats: tuple[Seating, ...]
    dealer: int
    hand_stakes: Stakes = PLAY_HANDS
    stakes: MatchStakes = MatchStakes()
    hand_limit: int = HAND_LIMIT


def settled_rules(setup: MatchSetup) -> Rules:
    """The match's rules. Raises UnknownRules or BadRules."""
    rules: Rules = game_for(setup.rules_id).rules(setup.rules_id, dict(setup.options))
    return rules


def least_stack(rules: Rules, stakes: Stakes) -> int:
    """Chips that a seat needs to be dealt in: 1 to be all-in with, or a fixed stake in full.

    Where a direto pays several times the stake, every seat covers that (D21).
    """
    if stakes.kind == ANTE_CAPPED_ROUND:
        return 1
    if stakes.kind == FIXED:
        times = dict(rules.options).get("direto_pot", 1)
        return stakes.ante * (times if isinstance(times, int) else 1)
    return 0


def natural_stakes(kind: str, amount: int, buy_in: int) -> tuple[Stakes, MatchStakes]:
    """The stakes of that kind of rules 0.2, as what moves in a hand and what in the match.

    `amount` is the ante, the stake or a point's value; `buy_in` is what a match costs.
    """
    if kind in (ANTE_CAPPED_ROUND, FIXED):
        return Stakes(kind, amount), MatchStakes()
    if kind == BUY_IN:
        return PLAY_HANDS, MatchStakes(BUY_IN, buy_in)
    if kind == PER_POINT:
        return PLAY_HANDS, MatchStakes(PER_POINT, amount)
    return PLAY_HANDS, MatchStakes()


def check_match(setup: MatchSetup) -> Rules:
    """The rules, when a match can be played from this.

    Raises UnknownRules or BadRules; BadSetup with a sentence for seats, dealer, stakes or limit.
    """
    rules = settled_rules(setup)
    _check_stakes(setup.stakes, rules.match)
    if not _is_whole(setup.hand_limit, 1, HAND_LIMIT_MAX):
        _refuse(f"A match is limited to 1 to {HAND_LIMIT_MAX} hands.")
    for seating in setup.seats:
        if seating.score is not None:
            _refuse("A match begins without scores: the rules say what each seat starts with.")
        if setup.stakes.kind == BUY_IN and seating.stack < setup.stakes.amount:
            _refuse(
                f"Seat {seating.seat} has {seating.stack} chips; the buy-in is"
                f" {setup.stakes.amount}, and every seat pays it in full."
            )
    return rules


def check_deal(setup: Setup) -> None:
    """Deal a hand and throw it away: whatever the game refuses is refused before the match."""
    game = game_for(setup.rules_id)
    pack = game.pack(game.rules(setup.rules_id, dict(setup.options)))
    game.deal(setup, pack, StreamPlace(bytes(64), 0))


def _check_stakes(stakes: MatchStakes, match: MatchRules) -> None:
    if stakes.kind not in KINDS:
        _refuse(f'The stakes of a match are one of {", ".join(KINDS)}, not "{stakes.kind[:40]}".')
    if stakes.kind == NONE and stakes.amount != 0:
        _refuse('Nothing moves over a match with stakes "none": the amount is 0.')
    if stakes.kind != NONE and not _is_whole(stakes.amount, 1, AMOUNT_MAX):
        _refuse(f'The amount of "{stakes.kind}" is a whole number of chips, 1 or more.')
    if stakes.kind == PER_POINT and match.kind == "chips":
        _refuse('Stakes of "per-point" need points, and a match of "chips" counts none.')
    if stakes.rake is None:
        return
    if stakes.kind != BUY_IN:
        _refuse(f'A match\'s rake is taken from buy-ins; stakes of "{stakes.kind}" have none.')
    rake = stakes.rake
    if not (_is_whole(rake.per_mille, 0, _PER_MILLE) and _is_whole(rake.cap, 0, AMOUNT_MAX)):
        _refuse("A rake is 0 to 1000 per mille, with a cap in whole chips.")


def _is_whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _refuse(detail: str) -> NoReturn:
    raise BadSetup(detail)
