"""From a set-up and a deck to the first state."""

from dataclasses import replace

from engine import betting
from engine.cards import JOKER, Card, rank, suit, text
from engine.errors import BadSetup
from engine.hand import ANTE_CAPPED_ROUND, Setup
from engine.melds import MeldAxes
from engine.pifpaf.opening import start_play
from engine.pifpaf.pile import piled
from engine.pifpaf.rules import PifPafRules, settle_rules
from engine.pifpaf.setup_checks import check_setup
from engine.pifpaf.state import Player, State
from engine.shuffle import StreamPlace

_RANKS = 13
_SUITS = 4


def deal(setup: Setup, deck: tuple[Card, ...], later: StreamPlace | None = None) -> State:
    """Stakes taken, and the cards dealt one by one in the direction of play, dealer last.

    The rest of the deck is the stock; its top card is turned up where the rules say so. Raises
    BadSetup when the seats, dealer, stakes or deck can't make a hand of these rules, or when they
    shuffle discards and `later` is missing; BadRules for their options.
    """
    rules = settle_rules(setup.rules_id, dict(setup.options))
    check_setup(setup, rules, deck)
    shuffles = rules.stock_empty == "shuffle"
    if shuffles and later is None:
        msg = "These rules shuffle the discards again: the deal needs the rest of the stream."
        raise BadSetup(msg)
    seats = setup.seats if rules.direction == "clockwise" else setup.seats[::-1]
    count = len(seats)
    dealer = next(place for place, one in enumerate(seats) if one.seat == setup.dealer)
    first = (dealer + 1) % count
    stacks = [(one.seat, one.stack) for one in seats]
    if setup.stakes.kind == ANTE_CAPPED_ROUND:
        round_ = betting.open_round(stacks, ante=setup.stakes.ante, first=first)
    else:
        round_ = betting.closed_round(stacks, stake=setup.stakes.ante)
    dealt = rules.hand_size * count
    vira, stock = _turned(rules, deck[dealt:])
    upcards = 1 if rules.upcard else 0
    state = State(
        setup=setup,
        rules=rules,
        melds=with_wilds(rules, vira),
        betting=round_,
        hands=tuple(deck[(place - first) % count : dealt : count] for place in range(count)),
        players=(Player(),) * count,
        stock=stock[upcards:],
        later=later if shuffles else None,
        vira=vira,
        discards=stock[:upcards],
        pile=piled(f"turned {text(card)}" for card in stock[:upcards]),
    )
    return start_play(state) if round_.turn is None else state


def wild_faces(vira: Card, group: str) -> frozenset[Card]:
    """The faces that a vira makes wild: the next rank, by "colour" or "suit".

    After the king comes the ace. Suits of one colour are clubs and spades, diamonds and hearts.
    """
    of_rank = (rank(vira) + 1) % _RANKS
    own = suit(vira)
    suits = {own} if group == "suit" else {own, _SUITS - 1 - own}
    return frozenset(of_suit * _RANKS + of_rank for of_suit in suits)


def _turned(rules: PifPafRules, stock: tuple[Card, ...]) -> tuple[Card | None, tuple[Card, ...]]:
    """The vira, if there is one, and the stock without it.

    A joker can't be one: it goes under the stock and the next card is turned (D6).
    """
    if rules.vira == "none":
        return None, stock
    at = next(at for at, card in enumerate(stock) if card != JOKER)
    return stock[at], stock[at + 1 :] + stock[:at]


def with_wilds(rules: PifPafRules, vira: Card | None) -> MeldAxes:
    """What a meld is in a hand with this vira."""
    if vira is None:
        return rules.melds
    return replace(rules.melds, wilds=rules.melds.wilds | wild_faces(vira, rules.vira))
