"""The verifier: good records pass, and no byte or line of one can be changed."""

import json
from itertools import islice

import pytest

from engine import record
from engine.simulate import Plan, simulate
from tests.engine.records import (
    GOOD,
    INCOMPLETE,
    NOT_A_RECORD,
    RULES,
    SEED,
    TAMPERED,
    Event,
    code,
    events_of,
    rehashed,
    short,
    with_bet,
)


class TestGood:
    """What the house writes is good."""

    @pytest.mark.parametrize("seats", range(2, 9))
    def test_hands_of_bots_are_good(self, seats: int) -> None:
        options = {"min_players": 2} if seats == 2 else {}
        plan = Plan(RULES, seats, 11, ("steady", "calm"), options)
        for hand in islice(simulate(plan), 2):
            verdict = record.verify(hand.record)
            assert (verdict.exit_code, verdict.line_no, verdict.reason) == (GOOD, 0, "")
            assert verdict.ok
            assert f"{seats} seats" in verdict.summary
            assert verdict.head == json.loads(hand.record.splitlines()[-1])["hash"]

    def test_text_and_bytes_are_the_same_to_it(self) -> None:
        content = short()
        assert record.verify(content) == record.verify(content.encode())

    def test_each_record_names_the_head_of_the_one_before(self) -> None:
        previous = None
        for hand in islice(simulate(Plan(RULES, 3, 3)), 3):
            assert events_of(hand.record)[0]["previous"] == previous
            previous = record.verify(hand.record).head


class TestBytes:
    """No byte of a good record can be another one."""

    def test_any_other_byte_anywhere_is_tampered(self) -> None:
        good = short().encode()
        for place, byte in enumerate(good):
            for other in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0x0A} - {byte}:
                bad = good[:place] + bytes([other]) + good[place + 1 :]
                verdict = record.verify(bad)
                assert verdict.exit_code == TAMPERED, (place, other, verdict)
                line = good.count(b"\n", 0, place) + 1
                assert verdict.line_no == line, (place, other, verdict)

    def test_any_flipped_bit_of_a_long_record_is_tampered(self) -> None:
        good = with_bet().encode()
        for place in range(0, len(good), 3):
            bad = good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]
            assert code(bad) == TAMPERED, place

    def test_a_byte_more_or_fewer_is_tampered(self) -> None:
        good = short().encode()
        for place in range(0, len(good), 5):
            assert code(good[:place] + b" " + good[place:]) == TAMPERED
            assert code(good[:place] + good[place + 1 :]) == TAMPERED
        assert code(good + b"\n") == TAMPERED
        assert code(good + b" ") == TAMPERED

    def test_a_missing_last_newline_is_tampered(self) -> None:
        good = short()
        verdict = record.verify(good[:-1])
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, good.count("\n"))

    def test_a_file_cut_anywhere_is_never_good(self) -> None:
        good = short().encode()
        first = good.index(b"\n")
        for size in range(len(good)):
            cut = good[:size]
            if size < first:
                expected = NOT_A_RECORD
            else:
                expected = INCOMPLETE if cut.endswith(b"\n") else TAMPERED
            assert code(cut) == expected, size

    def test_lines_dropped_doubled_or_changed_about_are_tampered(self) -> None:
        rows = with_bet().splitlines(keepends=True)
        for i in range(len(rows)):
            last = i == len(rows) - 1
            dropped = record.verify("".join(rows[:i] + rows[i + 1 :]))
            assert dropped.exit_code == (INCOMPLETE if last else TAMPERED)
            doubled = record.verify("".join([*rows[: i + 1], *rows[i:]]))
            assert (doubled.exit_code, doubled.line_no) == (TAMPERED, i + 2)
            if not last:
                swapped = [*rows[:i], rows[i + 1], rows[i], *rows[i + 2 :]]
                verdict = record.verify("".join(swapped))
                assert (verdict.exit_code, verdict.line_no) == (TAMPERED, i + 1)

    @pytest.mark.parametrize(
        "content", ["", "\n", "hello", b"\x89PNG\r\n\x1a\n\x00\x00", "{}\n[]\n"]
    )
    def test_what_is_no_record_is_said_to_be_none(self, content: str | bytes) -> None:
        assert code(content) == NOT_A_RECORD


class TestIncomplete:
    """A hand still in play is neither good nor tampered."""

    def test_every_whole_beginning_is_incomplete(self) -> None:
        rows = with_bet().splitlines(keepends=True)
        for size in range(1, len(rows)):
            verdict = record.verify("".join(rows[:size]))
            assert (verdict.exit_code, verdict.line_no) == (INCOMPLETE, size)

    def test_a_closed_hand_without_its_seed_says_so(self) -> None:
        rows = short().splitlines(keepends=True)
        assert "reveal" in record.verify("".join(rows[:-1])).reason

    def test_a_bad_line_is_found_in_a_hand_in_play_too(self) -> None:
        events = events_of(with_bet())[:9]
        events[5]["more"] = 1
        verdict = record.verify(rehashed(events))
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, 6)


class TestVoid:
    """A hand may be given up while it is in play, with its seed shown."""

    def test_at_any_moment_of_play(self) -> None:
        events = events_of(with_bet())
        seed = bytes.fromhex(events[-1]["seed"])
        for size in range(2, len(events) - 2, 7):
            last = events[size - 1]
            void = record.void(last["hand"], size, last["at"], "the database was lost", seed)
            verdict = record.verify(rehashed([*events[:size], void]))
            assert verdict.exit_code == GOOD, verdict
            assert "the database was lost" in verdict.summary

    @pytest.mark.parametrize(
        "change",
        [{"seed": SEED.hex()}, {"seed": ""}, {"reason": ""}, {"reason": None}, {"stacks": []}],
        ids=repr,
    )
    def test_with_its_own_seed_and_a_reason(self, change: Event) -> None:
        events = events_of(with_bet())
        seed = bytes.fromhex(events[-1]["seed"])
        void = record.void(events[0]["hand"], 5, events[4]["at"], "lost", seed) | change
        verdict = record.verify(rehashed([*events[:5], void]))
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, 6)

    def test_not_before_the_commitment(self) -> None:
        events = events_of(with_bet())
        void = record.void(events[0]["hand"], 1, events[0]["at"], "lost", SEED)
        assert record.verify(rehashed([events[0], void])).line_no == 2

    def test_nothing_follows(self) -> None:
        events = events_of(with_bet())
        seed = bytes.fromhex(events[-1]["seed"])
        void = record.void(events[0]["hand"], 5, events[4]["at"], "lost", seed)
        more = events[5] | {"seq": 6}
        assert record.verify(rehashed([*events[:5], void, more])).line_no == 7
