"""From a set-up and a deck to the first state."""

from typing import Final, NoReturn

from engine.actions import AMOUNT_MAX
from engine.cards import Card
from engine.errors import BadSetup
from engine.hand import PLAY, Setup
from engine.pilipili.missions import mission as mission_card
from engine.pilipili.rulebook import PiliPiliRules
from engine.pilipili.rules import PACK, settle_rules
from engine.pilipili.state import BID, PEEK, Mission, State
from engine.shuffle import Stream, StreamPlace

_PACK_SET: Final = frozenset(PACK)


def deal(setup: Setup, deck: tuple[Card, ...], later: StreamPlace | None = None) -> State:
    """The Mission turned, and the cards dealt one by one from the dealer's left, dealer last.

    A Mission is one of those that the match has not seen since all were there, each as likely: as
    if their pile had been shuffled once and again when it was used up. Raises BadSetup when the
    seats, dealer, stakes, deck or what is carried can't make a round, or when Missions are to be
    drawn and `later` is missing; BadRules for the options.
    """
    rules = settle_rules(setup.rules_id, dict(setup.options))
    _check(setup, rules, deck)
    seen = _seen(setup, rules)
    number = _drawn(rules, seen, later) if rules.missions else None
    mission = Mission(rules.cards) if number is None else mission_card(rules.missions[number])
    count = len(setup.seats)
    dealer = next(place for place, one in enumerate(setup.seats) if one.seat == setup.dealer)
    dealt = min(mission.cards, len(PACK) // count - mission.extra)
    # deck[0] goes to the dealer's left, and so on round.
    hands = tuple(
        deck[(place - dealer - 1) % count : dealt * count : count] for place in range(count)
    )
    return State(
        setup=setup,
        rules=rules,
        mission=mission,
        mission_no=number,
        dealt=dealt,
        dealer=dealer,
        hands=hands,
        stock=deck[dealt * count :],
        leader=dealer,
        phase=PEEK if mission.look_ms else BID,
        turn=None if mission.look_ms else dealer,
    )


def carried_on(state: State) -> str:
    """The Missions that the match has seen, for its next round; none when all have been."""
    if state.mission_no is None:
        return ""
    seen = {*_seen(state.setup, state.rules), state.mission_no}
    if len(seen) == len(state.rules.missions):
        return ""
    return " ".join(map(str, sorted(seen)))


def _seen(setup: Setup, rules: PiliPiliRules) -> set[int]:
    """The Missions of the match so far, by their places in the list."""
    words = setup.carried.split(" ") if setup.carried else []
    numbers = [int(word) if word.isascii() and word.isdecimal() else -1 for word in words]
    known = all(0 <= number < len(rules.missions) for number in numbers)
    written = " ".join(map(str, sorted(set(numbers))))
    if not known or setup.carried != written or 0 < len(numbers) == len(rules.missions):
        _refuse('"carried" must list some of the Missions by number, in order, but not all.')
    return set(numbers)


def _drawn(rules: PiliPiliRules, seen: set[int], later: StreamPlace | None) -> int:
    left = [number for number in range(len(rules.missions)) if number not in seen]
    if len(left) == 1:
        return left[0]
    if later is None:
        _refuse("A Mission is drawn: the deal needs the rest of the stream.")
    return left[Stream(later.key, later.position).below(len(left))]


def _check(setup: Setup, rules: PiliPiliRules, deck: tuple[Card, ...]) -> None:
    seats = [seating.seat for seating in setup.seats]
    if not rules.min_players <= len(seats) <= rules.max_players:
        _refuse(f"{rules.min_players} to {rules.max_players} seats play a hand, not {len(seats)}.")
    if len(set(seats)) != len(seats):
        _refuse("Each seat is dealt in once.")
    if setup.dealer not in seats:
        _refuse(f"The dealer, seat {setup.dealer}, must be one of the seats dealt in.")
    if setup.stakes.kind != PLAY or setup.stakes.ante != 0 or setup.stakes.rake is not None:
        _refuse(
            'A round of Pili Pili moves no chips: its stakes are "play" with ante 0 and no rake;'
            " chips move over the match."
        )
    for seating in setup.seats:
        if not _is_count(seating.stack):
            _refuse("A stack must be a whole number of chips, 0 or more.")
        if seating.score is not None and not _is_count(seating.score):
            _refuse("A score is a whole number of Pilis, 0 or more.")
    if len(deck) != len(PACK) or set(deck) != _PACK_SET:
        _refuse(f"The deck must hold the {len(PACK)} cards of the rules, no other.")


def _is_count(number: object) -> bool:
    return type(number) is int and 0 <= number <= AMOUNT_MAX


def _refuse(detail: str) -> NoReturn:
    raise BadSetup(detail)
