"""What must hold before a hand is dealt."""

from typing import Final, NoReturn

from engine.actions import AMOUNT_MAX
from engine.cards import Card
from engine.errors import BadSetup
from engine.hand import ANTE_CAPPED_ROUND, FIXED, PLAY, Setup
from engine.pifpaf.rules import PifPafRules, pack

KINDS: Final = (ANTE_CAPPED_ROUND, FIXED, PLAY)
_PER_MILLE: Final = 1000


def check_setup(setup: Setup, rules: PifPafRules, deck: tuple[Card, ...]) -> None:
    """Raise BadSetup, with a sentence, for seats, stakes or a deck that can't make a hand."""
    seats = [seating.seat for seating in setup.seats]
    if not rules.min_players <= len(seats) <= rules.max_players:
        _refuse(f"{rules.min_players} to {rules.max_players} seats play a hand, not {len(seats)}.")
    if len(set(seats)) != len(seats):
        _refuse("Each seat is dealt in once.")
    if setup.dealer not in seats:
        _refuse(f"The dealer, seat {setup.dealer}, must be one of the seats dealt in.")
    _check_stakes(setup, rules)
    _check_stacks(setup, rules)
    if sorted(deck) != sorted(pack(rules)):
        _refuse(f"The deck must hold the {len(pack(rules))} cards of the rules, no other.")


def _check_stakes(setup: Setup, rules: PifPafRules) -> None:
    stakes = setup.stakes
    if stakes.kind not in KINDS:
        _refuse(f'The stakes of a hand are one of {", ".join(KINDS)}, not "{stakes.kind[:40]}".')
    if stakes.kind == PLAY:
        if stakes.ante != 0 or stakes.rake is not None:
            _refuse('No chips move in "play": the ante is 0 and there is no rake.')
        return
    if not _is_chips(stakes.ante) or stakes.ante == 0:
        _refuse("The ante must be a whole number of chips, 1 or more.")
    if stakes.kind == ANTE_CAPPED_ROUND and rules.fold_cost:
        _refuse(
            f'Stakes of "{stakes.kind}" ask who folds, and so does fold_cost {rules.fold_cost}:'
            " take one of the two."
        )
    rake = stakes.rake
    if rake and not (
        _is_chips(rake.per_mille) and rake.per_mille <= _PER_MILLE and _is_chips(rake.cap)
    ):
        _refuse("A rake is 0 to 1000 per mille, with a cap in whole chips.")


def _check_stacks(setup: Setup, rules: PifPafRules) -> None:
    """Whoever plays for chips has some; a fixed stake must be covered, the direto's too (D21)."""
    least = {ANTE_CAPPED_ROUND: 1, FIXED: setup.stakes.ante * rules.direto_pot}
    needed = least.get(setup.stakes.kind, 0)
    for seating in setup.seats:
        if not _is_chips(seating.stack) or seating.stack < min(needed, 1):
            _refuse("A stack must be a whole number of chips, 1 or more.")
        if seating.stack < needed:
            _refuse(
                f"Seat {seating.seat} has {seating.stack} chips and may have to pay {needed}:"
                " every seat must cover the stake."
            )
        if seating.score is not None and not _is_chips(seating.score):
            _refuse("A score is a whole number, 0 or more.")


def _is_chips(amount: object) -> bool:
    return type(amount) is int and 0 <= amount <= AMOUNT_MAX


def _refuse(detail: str) -> NoReturn:
    raise BadSetup(detail)
