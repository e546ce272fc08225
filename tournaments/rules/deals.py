"""Deals (2.11): who may share which prizes, and what ends a deal.

Those who share are exactly those who may still win what is shared, and all of them still play or
wait to play. What is shared are the prizes of the first places, as many as there are players, so
who is out already keeps the place, and its prize. That holds in every format:

* in a freezeout, all who are left, when it is the stage that decides the first place;
* in a bracket, and at tables of which some advance, all who are left, as soon as nobody who is out
  may share a place with one of them; while a match for the third place is open the finalists alone
  may share the first two prizes, or all four theirs;
* where points decide, all entrants of the stage, as long as nobody has left;
* in a satellite nobody: a seat in another tournament is not divided.
"""

from collections.abc import Callable, Collection
from typing import Final, TypeVar

from tournaments.rules.errors import Refused
from tournaments.rules.events import DealEnded, DealMade
from tournaments.rules.life import in_phase
from tournaments.rules.outcome import amounts
from tournaments.rules.plan import ranking_order
from tournaments.rules.reach import Spans, spans
from tournaments.rules.remaining import still_in
from tournaments.rules.state import FINISHED, RUNNING, Tournament
from tournaments.rules.structure import ROUND_ROBIN, SWISS

Happened = TypeVar("Happened")
STANDS: Final = "deal-stands"
"""The code by which an event is refused that a deal has to end before."""
FEWEST: Final = 2


def sharers(state: Tournament) -> tuple[str, ...]:
    """Those who can make a deal now: the fewest who may win the first prizes, and all who may.

    In the order of entry. Raises Refused with why there can be no deal (now, or any more).
    """
    _check_time(state)
    known = spans(state)
    named = _closed(known, len(amounts(state)))
    _check_playing(state, named)
    return tuple(one for one in state.entrants if one in named)


def check_sharers(state: Tournament, named: Collection[str]) -> None:
    """Raise Refused unless these are exactly those who may still win what they would share."""
    fewest = sharers(state)
    if len(named) < FEWEST or len(named) != len(set(named)):
        raise Refused("bad-deal", "A deal is made by two or more, each named once.")
    known, paid = spans(state), len(amounts(state))
    playing = _playing(state)
    exact = set(named) == _may_win(known, min(len(named), paid))
    if not exact or not _inside(known, named, paid) or not set(named) <= playing:
        raise Refused(
            "bad-deal",
            "A deal is made by exactly those who may still win what is shared:"
            f" {', '.join(fewest)}.",
        )


def deal_made(state: Tournament, event: DealMade) -> None:
    """Note what all have agreed. Raises Refused unless it shares what they alone may win."""
    named = [entrant for entrant, _ in event.amounts]
    check_sharers(state, named)
    deal_noted(state, event)


def deal_noted(state: Tournament, event: DealMade) -> None:
    """Do so whoever they are. Raises Refused unless it shares as many prizes, once."""
    in_phase(state, RUNNING)
    shared = sum(amounts(state)[: len(event.amounts)])
    if state.deal or not event.amounts:
        raise Refused("bad-deal", "A deal is made once: it stands until something ends it.")
    offered = sum(amount for _, amount in event.amounts) + event.for_first
    if offered != shared or event.for_first < 0 or min(a for _, a in event.amounts) < 0:
        raise Refused("bad-deal", f"A deal shares exactly {shared}, not {offered}.")
    state.deal = dict(event.amounts)
    state.for_first = event.for_first


def deal_ended(state: Tournament, event: DealEnded) -> None:
    """Forget a deal that cannot stand any more; another one may be made."""
    in_phase(state, RUNNING, FINISHED)
    if not state.deal:
        raise Refused("bad-deal", "There is no deal that could end.")
    state.deal, state.for_first = {}, 0


def by_points(state: Tournament) -> bool:
    """Whether points decide the first place: then who is put out keeps them, and may still win."""
    first = state.stages[ranking_order(state.structure)[0]]
    return first.spec.kind in (SWISS, ROUND_ROBIN)


def holds(state: Tournament) -> bool:
    """Whether nobody else may win, or has won, what those of the deal that was made share."""
    known, named, paid = spans(state), state.deal, len(amounts(state))
    may_win = _may_win(known, min(len(named), paid))
    return may_win <= named.keys() and _inside(known, named, paid)


def kept(
    handler: Callable[[Tournament, Happened], None],
) -> Callable[[Tournament, Happened], None]:
    """The handler of an event that must not take from under a deal what it stands on."""

    def work(state: Tournament, event: Happened) -> None:
        held = bool(state.deal) and holds(state)
        handler(state, event)
        if held and not holds(state):
            raise Refused(
                "deal-stands", "The deal that was made does not fit this: it ends first."
            )

    return work


def _closed(known: Spans, paid: int) -> set[str]:
    """The smallest set of those who may win the first places, and can win no other prize."""
    places, reached = 1, 0
    named: set[str] = set()
    while places > reached:
        reached = places
        named = _may_win(known, reached)
        lowest = max((known[one][1] for one in named), default=0)
        places = min(max(len(named), lowest if len(named) < paid else 0), paid)
    return named


def _may_win(known: Spans, places: int) -> set[str]:
    return {entrant for entrant, (best, _) in known.items() if best <= places}


def _inside(known: Spans, named: Collection[str], paid: int) -> bool:
    """Whether these can fall no lower than the places that they share, as far as any is paid."""
    return len(named) >= paid or all(known[one][1] <= len(named) for one in named if one in known)


def _playing(state: Tournament) -> set[str]:
    return {one for one in still_in(state) if not state.gone(one)}


def _check_time(state: Tournament) -> None:
    in_phase(state, RUNNING)
    if state.deal:
        raise Refused("bad-deal", "A deal is made once: it stands until something ends it.")
    if state.satellite is not None:
        raise Refused("deal-of-seats", "The prizes are seats elsewhere, and a seat is not shared.")
    if not amounts(state):
        raise Refused("deal-too-soon", "A deal is made when the prizes are fixed.")


def _check_playing(state: Tournament, named: Collection[str]) -> None:
    """Refuse where one of those who may win what is shared is no one who could agree."""
    if len(named) < FEWEST:
        raise Refused(
            "deal-too-late",
            "The first place is decided: the others are played for, and there is no deal.",
        )
    others = sorted(set(named) - _playing(state))
    if not others:
        return
    first = state.stages[ranking_order(state.structure)[0]]
    if not first.started:
        raise Refused(
            "deal-too-soon",
            f"A deal is made when the stage that decides the first place, {first.spec.id}, has"
            " begun: who plays there is not certain before.",
        )
    raise Refused(
        "deal-places-open",
        f"{', '.join(others)} may still share these places and is out, or has left: a deal is made"
        " when those places are decided.",
    )
