"""Nobody is ever left without a bid: proved for every sequence of bids up to six players."""

from collections.abc import Sequence
from typing import Final

import pytest

from engine.pilipili.bidding import allowed
from engine.pilipili.missions import FORTY, mission
from engine.pilipili.rules import PACK
from engine.pilipili.state import Mission

PLAYERS_MAX: Final = 6
DIGITS: Final = range(1, 10)
BIDDING: Final = ("", "FORBID(0)", "FORBID(1)", "NOECHO", "DRAW")

# Sequences of legal bids that somebody had to follow, counted once when the proof was made.
PROVED: Final = {
    "": 282_411,
    "FORBID(0)": 158_976,
    "FORBID(1)": 158_976,
    "NOECHO": 179_404,
    "DRAW": 300_006,
}


def card(name: str, cards: int) -> Mission | None:
    """A Mission of that name that deals so many; None where there is no such card."""
    if not name:
        return Mission(cards)
    if name == "NOECHO" and cards == 1:
        return None
    return mission(f"{name} {cards}")


def walked(one: Mission, tricks: int, players: int) -> int:
    """How many sequences of legal bids there are before the last bid; each leaves the next one."""
    count = 0
    open_to_all = unforbidden(one, tricks)
    stack: list[tuple[int, ...]] = [()]
    while stack:
        previous = stack.pop()
        numbers = allowed(one, tricks, previous, players)
        assert numbers, f"{one.text}, {players} players: nothing may follow {previous}"
        last = tricks - sum(previous) if len(previous) == players - 1 else None
        echo = previous[-1] if previous and one.kind == "NOECHO" else None
        # The same once more, from the words of the rules.
        assert [number for number in open_to_all if number not in (last, echo)] == numbers
        count += 1
        if len(previous) + 1 < players:
            stack.extend((*previous, number) for number in numbers)
    return count


def unforbidden(one: Mission, tricks: int) -> list[int]:
    """The bids that no word of the card forbids to everybody."""
    return [number for number in range(tricks + 1) if one.name != f"FORBID({number})"]


def proved(name: str, players: Sequence[int], digits: Sequence[int]) -> int:
    count = 0
    for number in players:
        for cards in digits:
            one = card(name, cards)
            if one is not None and number * (cards + one.extra) <= len(PACK):
                count += walked(one, cards + one.extra, number)
    return count


@pytest.mark.parametrize("name", BIDDING)
def test_nobody_of_up_to_six_is_left_without_a_bid(name: str) -> None:
    """Every N for which the pack has the cards."""
    assert proved(name, range(2, PLAYERS_MAX + 1), DIGITS) == PROVED[name]


@pytest.mark.parametrize("players", [7, 8])
@pytest.mark.parametrize("text", ["", *FORTY])
def test_seven_and_eight_have_a_bid_whatever_the_sum(text: str, players: int) -> None:
    """Only the sum and the bid before count, so these stand for all sequences."""
    one = mission(text) if text else Mission(5)
    tricks = min(one.cards, len(PACK) // players - one.extra) + one.extra
    for total in range((players - 1) * tricks + 1):
        for before in range(tricks + 1):
            # `allowed` reads the last bid and the sum of all.
            previous = [0] * (players - 3) + [total - before, before]
            assert allowed(one, tricks, previous, players)
