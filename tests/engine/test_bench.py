"""`python3 -m engine bench` measures real work; here only that it does, never how fast."""

import json
from collections import Counter

import pytest

from engine.__main__ import main
from engine.bench.games import places, random_game
from engine.bench.hands import CARDS, near_hand, random_hand
from engine.bench.rows import WILDS_MAX, game_rows
from engine.cards import JOKER
from engine.distance import distance
from engine.pifpaf.rules import settle_rules
from engine.shuffle import Stream
from engine.verify import verify

AXES = settle_rules("pife-curingas", {}).melds


def test_one_round_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["bench", "--rounds", "1", "--hands", "4", "--games", "1"]
    assert main([*few, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["loop_micros"] > 0
    names = [row["name"] for row in found["rows"]]
    assert len(set(names)) == len(names) == 6 * 2 * (WILDS_MAX + 1) + 5
    assert all(row["micros"] > 0 and row["loops"] > 0 for row in found["rows"])
    assert main(few) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split() == ["measured", "µs", "each", "per", "second", "in", "loops"]
    assert all(line.startswith(name) for name, line in zip(names, lines[4:], strict=True))


def test_the_records_that_are_measured_are_good() -> None:
    texts = [random_game(number) for number in range(1, 4)]
    assert all(verify(text).ok for text in texts)
    assert texts == [random_game(number) for number in range(1, 4)]
    verified = [row for row in game_rows(2) if row.name.startswith("replay and verify")]
    assert len(verified) == 2
    assert all(verify(text).ok for row in verified for text in row.subjects)
    assert all(seat in range(4) for _, seat in places(1))


@pytest.mark.parametrize("wilds", range(WILDS_MAX + 1))
def test_hands_are_what_they_are_called(wilds: int) -> None:
    stream = Stream(b"bench" * 13)
    for make in (random_hand, near_hand):
        for _ in range(30):
            hand = make(stream, AXES, wilds)
            assert len(hand) == CARDS
            assert hand.count(JOKER) == wilds
            assert max(copies for card, copies in Counter(hand).items() if card != JOKER) <= 2
            assert make is random_hand or distance(hand, AXES) <= 1
