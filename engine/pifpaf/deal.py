"""From a set-up and a deck to the first state."""

from collections import Counter
from dataclasses import replace

from engine import betting, pots
from engine.actions import AMOUNT_MAX
from engine.cards import Card
from engine.errors import BadSetup
from engine.hand import ANTE_CAPPED_ROUND, Setup
from engine.pifpaf.rules import PifPafRules, pack, settle_rules
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import DRAW, State, after


def deal(setup: Setup, deck: tuple[Card, ...]) -> State:
    """Antes taken, and nine cards each, one by one clockwise from the dealer's left.

    The rest of the deck is the stock. Raises BadSetup when the seats, dealer, stakes or deck can't
    make a hand of these rules, and BadRules for their options.
    """
    rules = settle_rules(setup.rules_id, dict(setup.options))
    _check(setup, rules, deck)
    seats = [seating.seat for seating in setup.seats]
    count = len(seats)
    first = (seats.index(setup.dealer) + 1) % count
    dealt = rules.hand_size * count
    hands = tuple(deck[(place - first) % count : dealt : count] for place in range(count))
    state = State(
        setup=setup,
        rules=rules,
        betting=betting.open_round(
            [(seating.seat, seating.stack) for seating in setup.seats],
            ante=setup.stakes.ante,
            first=first,
        ),
        hands=hands,
        stock=deck[dealt:],
    )
    return start_play(state) if state.betting.turn is None else state


def start_play(state: State) -> State:
    """The betting round is closed: the unmatched bet goes back, and play begins.

    The first seat in play left of the dealer draws. A sole survivor takes the pot and the hand is
    not played (S1).
    """
    settled, returned = pots.give_back(state.betting)
    state = replace(state, betting=settled, returned=returned)
    seats = [seating.seat for seating in state.setup.seats]
    dealer = seats.index(state.setup.dealer)
    in_order = [*after(state, dealer), dealer]
    if len(betting.standing(settled)) == 1:
        return finish(state, seats.index(betting.standing(settled)[0].seat), "folds")
    return replace(state, phase=DRAW, turn=in_order[0])


def _check(setup: Setup, rules: PifPafRules, deck: tuple[Card, ...]) -> None:
    seats = [seating.seat for seating in setup.seats]
    if not rules.min_players <= len(seats) <= rules.max_players:
        msg = f"{rules.min_players} to {rules.max_players} seats play a hand, not {len(seats)}."
        raise BadSetup(msg)
    if len(set(seats)) != len(seats):
        msg = "Each seat is dealt in once."
        raise BadSetup(msg)
    if setup.dealer not in seats:
        msg = f"The dealer, seat {setup.dealer}, must be one of the seats dealt in."
        raise BadSetup(msg)
    if setup.stakes.kind != ANTE_CAPPED_ROUND:
        msg = f'The stakes of "{setup.rules_id}" are "{ANTE_CAPPED_ROUND}".'
        raise BadSetup(msg)
    for what, chips in (
        ("The ante", setup.stakes.ante),
        *(("A stack", one.stack) for one in setup.seats),
    ):
        if type(chips) is not int or not 1 <= chips <= AMOUNT_MAX:
            msg = f"{what} must be a whole number of chips, 1 or more."
            raise BadSetup(msg)
    if Counter(deck) != Counter(pack(rules)):
        msg = f"The deck must hold the {rules.packs * 52} cards of the rules, no other."
        raise BadSetup(msg)
