"""How a hand ends: who takes which chips (rules 0.2), what it counts in a match, who deals."""

from collections import Counter
from dataclasses import dataclass

from engine import cards, pots
from engine.betting import Bettor
from engine.cards import Card
from engine.hand import FIXED, Melds, Outcome, Pot
from engine.jsonable import Json
from engine.pifpaf.points import points
from engine.pifpaf.state import OVER, PILE, STOCK, State, changed, place_of, seat_at
from engine.pots import Chips


def finish(
    state: State,
    winner: int | None,
    how: str,
    melds: Melds = (),
    discard: Card | None = None,
) -> State:
    """The hand over and every chip back in a stack, but for what the house keeps.

    `winner` is a place; None means void: each seat gets its own back (D12).

    The winner takes every pot he is in; a pot he isn't in goes back to those who paid it, folded
    seats too. His laid melds count as shown.
    """
    direto = _is_direto(state, winner, how)
    if winner is not None:
        melds = (*state.players[winner].laid, *melds)
    if direto and state.setup.stakes.kind == FIXED:
        state = _pay_up(state, state.rules.direto_pot)
    seat = None if winner is None else seat_at(state, winner)
    settled, chips = _settle(state, seat, how)
    out_with = sum(map(len, melds)) or None
    outcome = Outcome(
        winner=seat,
        how=how,
        melds=melds,
        discard=discard,
        pots=chips.pots,
        returned=chips.returned,
        deltas=chips.deltas,
        stacks=chips.stacks,
        next_dealer=_next_dealer(state, seat),
        points=_by_seat(state, points(state, winner, out_with, direto=direto)),
        direto=direto,
        out_with=out_with,
        rake=chips.rake,
    )
    betting = state.betting._replace(bettors=settled)
    over = changed(state, phase=OVER, betting=betting, outcome=outcome)
    return changed(over, turn=None, drew=None, drawn=None, claims=())


def result_json(state: State) -> Json | None:
    """What everybody may know of how the hand ended; None while it lasts.

    `hands`: what the others were left with, where the rules say that it is shown.
    """
    outcome = state.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "how": outcome.how,
        "melds": [cards.texts(meld) for meld in outcome.melds],
        "discard": None if outcome.discard is None else cards.text(outcome.discard),
        "pots": [
            {"amount": pot.amount, "seats": list(pot.seats), "winner": pot.winner}
            for pot in outcome.pots
        ],
        "returned": [list(pair) for pair in outcome.returned],
        "deltas": [list(pair) for pair in outcome.deltas],
        "points": [list(pair) for pair in outcome.points],
        "direto": outcome.direto,
        "out_with": outcome.out_with,
        "rake": outcome.rake,
        "hands": [[seat, cards.texts(hand)] for seat, hand in _hands_shown(state, outcome)],
    }


def _hands_shown(state: State, outcome: Outcome) -> list[tuple[int, tuple[Card, ...]]]:
    if not state.rules.show_hands or outcome.out_with is None:
        return []
    return [
        (bettor.seat, hand)
        for bettor, hand in zip(state.betting.bettors, state.hands, strict=True)
        if bettor.seat != outcome.winner and not bettor.folded
    ]


def _is_direto(state: State, winner: int | None, how: str) -> bool:
    """Out in one's own first turn, where the rules ask (S0, D17)."""
    asked = state.rules.direto_points > 1 or state.rules.direto_pot > 1
    own_turn = how in (STOCK, PILE)
    return asked and own_turn and winner is not None and not state.players[winner].played


def _pay_up(state: State, times: int) -> State:
    """Each seat in play has put `times` its stake in the pot (D21)."""
    more = state.setup.stakes.ante * (times - 1)
    bettors = tuple(
        one if one.folded else one._replace(stack=one.stack - more, paid=one.paid + more)
        for one in state.betting.bettors
    )
    return changed(state, betting=state.betting._replace(bettors=bettors))


@dataclass(frozen=True, slots=True)
class _Settlement:
    """Where the chips went; the fields are those of `Outcome`."""

    pots: tuple[Pot, ...]
    returned: Chips
    deltas: Chips
    stacks: Chips
    rake: int


def _settle(state: State, seat: int | None, how: str) -> tuple[tuple[Bettor, ...], _Settlement]:
    """The bettors with their chips back, and where the chips went; the winner's seat is given."""
    gains: Counter[int] = Counter()
    returned: Counter[int] = Counter(dict(state.returned))
    pots_won = []
    for layer in pots.layers(state.betting.bettors):
        won_by = seat if seat in layer.seats else None
        pots_won.append(Pot(amount=layer.amount, seats=layer.seats, winner=won_by))
        if won_by is None:
            gains.update(dict(layer.paid))
            returned.update(dict(layer.paid))
        else:
            gains[won_by] += layer.amount
    rake = _rake(state, how, pots_won)
    if seat is not None:
        gains[seat] -= rake
    settled = tuple(
        one._replace(stack=one.stack + gains[one.seat]) for one in state.betting.bettors
    )
    stacks = {one.seat: one.stack for one in settled}
    seats = state.setup.seats
    return settled, _Settlement(
        pots=tuple(pots_won),
        returned=tuple((one.seat, returned[one.seat]) for one in seats if returned[one.seat]),
        deltas=tuple((one.seat, stacks[one.seat] - one.stack) for one in seats),
        stacks=tuple((one.seat, stacks[one.seat]) for one in seats),
        rake=rake,
    )


def _rake(state: State, how: str, settled: list[Pot]) -> int:
    """What the house keeps of the pots won; nothing of a hand that wasn't played."""
    stakes = state.setup.stakes
    if stakes.rake is None or how == "folds":
        return 0
    return stakes.rake.of(sum(pot.amount for pot in settled if pot.winner is not None))


def _next_dealer(state: State, winner: int | None) -> int:
    """Who deals next: the winner, or the seat after the dealer.

    He who took the pot unplayed counts as the winner (S1, D24); after a void hand the same dealer
    deals (D12).
    """
    dealer = state.setup.dealer
    if winner is None:
        return dealer
    if state.rules.next_dealer == "winner":
        return winner
    place = place_of(state, dealer) or 0
    return seat_at(state, (place + 1) % len(state.hands))


def _by_seat(state: State, counted: dict[int, int]) -> tuple[tuple[int, int], ...]:
    places = {bettor.seat: place for place, bettor in enumerate(state.betting.bettors)}
    return tuple((one.seat, counted[places[one.seat]]) for one in state.setup.seats if counted)
