"""The fold that gives a record's states back, and the hand told in plain text."""

import json
from functools import cache
from itertools import islice

import pytest

from engine import record
from engine.chain import INCOMPLETE, TAMPERED, RecordFault
from engine.game import game_for
from engine.narrate import narrate
from engine.simulate import Plan, Played, hand_seed, simulate

RULES = "pif-paf-aposta"


@cache
def hands() -> tuple[Played, ...]:
    return tuple(islice(simulate(Plan(RULES, 3, 7)), 5))


def rows(content: str, count: int) -> str:
    return "".join(content.splitlines(keepends=True)[:count])


class TestReplay:
    def test_the_fold_ends_in_the_outcome_that_was_paid(self) -> None:
        game = game_for(RULES)
        for hand in hands():
            steps = list(record.replay(record.load(hand.record)))
            assert game.outcome(steps[-1][1]) == hand.outcome
            assert [event["seq"] for event, _ in steps] == list(range(1, len(steps) + 1))

    def test_each_state_is_the_one_before_with_the_line_applied(self) -> None:
        game = game_for(RULES)
        loaded = record.load(hands()[0].record)
        steps = list(record.replay(loaded))
        seed = hand_seed(7, 1)
        state = record.dealt(record.setup_of(loaded.opening), loaded.hand, seed)
        assert steps[0][1] == state
        for event, after in steps[1:]:
            action = record.action_of(event)
            state = state if action is None else game.apply(state, action)
            assert after == state

    def test_a_hand_in_play_needs_the_seed_that_only_the_house_has(self) -> None:
        loaded = record.load(rows(hands()[0].record, 20))
        with pytest.raises(RecordFault) as caught:
            next(record.replay(loaded))
        assert (caught.value.exit_code, caught.value.line_no) == (INCOMPLETE, 20)
        steps = list(record.replay(loaded, hand_seed(7, 1)))
        whole = list(record.replay(record.load(hands()[0].record)))
        assert steps == whole[: len(steps)]

    def test_what_breaks_gives_the_good_part_and_the_place(self) -> None:
        """With another seed the cards are others, and the first discard cannot be played."""
        loaded = record.load(rows(hands()[0].record, 20))
        good: list[object] = []
        with pytest.raises(RecordFault) as caught:
            good.extend(event["seq"] for event, _ in record.replay(loaded, hand_seed(8, 1)))
        assert caught.value.exit_code == TAMPERED
        assert caught.value.line_no == len(good) + 2

    def test_a_setup_round_trips_through_its_event(self) -> None:
        loaded = record.load(hands()[1].record)
        setup = record.setup_of(loaded.opening)
        assert [seating.seat for seating in setup.seats] == [0, 1, 2]
        assert setup.dealer == hands()[0].outcome.next_dealer
        assert dict(setup.options).items() >= {"min_players": 3, "recycle_limit": 10}.items()

    def test_the_record_names_every_axis_even_those_left_alone(self) -> None:
        """A later default must not change an old hand."""
        opening = record.load(hands()[0].record).opening
        rules = game_for(RULES).rules(RULES, {})
        assert opening["rules"] == {"id": RULES, "options": dict(rules.options)}


class TestNarration:
    def test_the_whole_hand_shows_every_card_dealt_and_drawn(self) -> None:
        text = "\n".join(narrate(record.load(hands()[0].record)))
        assert text.count("is dealt") == 3
        assert "draws a card" not in text
        assert "antes   seat 0 5, seat 1 5, seat 2 5" in text
        assert "the claim window closes" in text
        assert "Seat 2 wins: out with a claimed discard." in text
        assert "melds" in text
        assert "seat 2  +10, now 1010" in text

    def test_every_action_stands_there_with_its_time(self) -> None:
        loaded = record.load(hands()[0].record)
        lines = list(narrate(loaded))
        moves = [line for line in lines if line[:3].strip().isdigit() and line[3] == ":"]
        played = [one for one in loaded.lines if one.event["type"] in {"act", "clock"}]
        assert len(moves) == len(played)

    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_a_seat_sees_its_own_cards_and_nobody_elses(self, seat: int) -> None:
        lines = list(narrate(record.load(hands()[0].record), seat))
        assert [line.split()[1] for line in lines if "is dealt" in line] == [str(seat)]
        drawn = [line.split() for line in lines if "draws" in line and "stock" in line]
        assert drawn
        for words in drawn:
            assert (words[4] == "a") == (words[2] != str(seat))

    def test_a_seat_is_not_told_of_anothers_claim_before_the_window_closes(self) -> None:
        text = "\n".join(narrate(record.load(hands()[0].record), 0))
        assert "claims" not in text
        assert "out with a claimed discard" in text

    def test_other_hidden_cards_leave_a_seats_story_as_it_is(self) -> None:
        """Swap test: what another seat drew and kept to itself is nowhere in the text."""
        loaded = record.load(hands()[0].record)
        game = game_for(RULES)
        steps = list(record.replay(loaded))
        shown = set(" ".join(narrate(loaded, 0)).split())
        open_cards = {
            card
            for _, state in steps
            for card in [
                game.view(state, 0)["top"],
                *json.loads(json.dumps(game.view(state, 0)["cards"])),
            ]
        }
        melds = {card for line in narrate(loaded, 0) if "melds" in line for card in line.split()}
        faces = {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}
        assert shown & faces <= open_cards | melds

    def test_a_seat_that_was_not_dealt_in_has_no_story(self) -> None:
        with pytest.raises(ValueError, match="Seat 5 was not dealt in; these were: 0, 1, 2"):
            list(narrate(record.load(hands()[0].record), 5))

    def test_a_void_hand_is_told_with_its_reason(self) -> None:
        content = hands()[0].record
        loaded = record.load(rows(content, 10))
        last = loaded.lines[-1]
        event = record.void(
            loaded.hand, 10, int(str(last.event["at"])), "lost power", hand_seed(7, 1)
        )
        line = record.canonical(event)
        head = record.link(last.head, line)
        text = "\n".join(narrate(record.load(rows(content, 10) + record.file_line(line, head))))
        assert "The hand is void: lost power." in text
