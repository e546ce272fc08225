"""Canonical text, the hash chain and the form of events."""

import hashlib
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import events, record
from engine.canonical import NotCanonical, canonical, read_canonical
from engine.chain import (
    NOT_A_RECORD,
    TAMPERED,
    RecordFault,
    entry,
    file_line,
    genesis,
    link,
    read_lines,
)

numbers = st.integers(min_value=-(2**53) + 1, max_value=2**53 - 1)
texts = st.text(st.characters(exclude_categories=["Cs"])).map(
    lambda text: unicodedata.normalize("NFC", text)
)
keys = st.text(st.characters(max_codepoint=126))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=20,
)


class TestCanonical:
    """One text for one value."""

    @given(values)
    def test_what_is_written_is_read_back(self, value: object) -> None:
        assert read_canonical(canonical(value)) == value

    def test_the_text_is_sorted_tight_and_plain(self) -> None:
        value = {"b": [1, True, None], "a": {"é": 0}["é"], "c": 'ção ♥ \n\x00"\\/'}
        assert canonical(value) == r'{"a":0,"b":[1,true,null],"c":"ção ♥ \n\u0000\"\\/"}'

    @pytest.mark.parametrize(
        "value",
        [
            1.0,
            float("nan"),
            2**53,
            -(2**53),
            [2**60],
            {"é": 1},
            {1: 2},
            "e\u0301",
            "\ud800",
            b"bytes",
            {"a": {"b": (1, 2.5)}},
        ],
        ids=repr,
    )
    def test_a_value_without_a_text_is_refused(self, value: object) -> None:
        with pytest.raises(NotCanonical):
            canonical(value)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{",
            '{"a": 1}',
            '{"a":1} ',
            '{"b":1,"a":2}',
            '{"a":1,"a":1}',
            '{"a":1,"a":2}',
            "1.0",
            "1e2",
            "-0",
            "01",
            "NaN",
            "Infinity",
            "9007199254740992",
            "-9007199254740992",
            "1" * 5000,
            r'"\u0041"',
            r'"\u00e9"',
            r'"\/"',
            r'"\ud800"',
            '"e\u0301"',
            '{"é":1}',
            "[" * 100_000,
            "'a'",
            "\ufeff1",
        ],
        ids=lambda text: ascii(text[:30]),
    )
    def test_equal_meaning_in_other_bytes_is_refused(self, text: str) -> None:
        with pytest.raises(NotCanonical):
            read_canonical(text)

    def test_the_largest_numbers_are_taken(self) -> None:
        for number in (2**53 - 1, 1 - 2**53):
            assert read_canonical(str(number)) == number


class TestChain:
    """The chain is the published one, and a file's lines are exactly of one form."""

    def test_the_hashes_are_those_of_the_description(self) -> None:
        def lp(part: bytes) -> bytes:
            return len(part).to_bytes(4, "big") + part

        start = hashlib.sha256(lp(b"batida/1/genesis") + lp(b"hand-1")).digest()
        assert genesis("hand-1") == start
        line = '{"hand":"hand-1","x":"♥"}'
        after = hashlib.sha256(lp(b"batida/1/event") + start + lp(line.encode())).digest()
        assert link(start, line) == after
        assert file_line(line, after) == f'{{"event":{line},"hash":"{after.hex()}"}}\n'
        assert entry(start, line) == (after, file_line(line, after))

    def test_lines_keep_the_exact_text(self) -> None:
        content = chained({"hand": "h", "n": 1}, {"hand": "h", "n": 2})
        lines = read_lines(content)
        assert [line.number for line in lines] == [1, 2]
        assert [line.text for line in lines] == ['{"hand":"h","n":1}', '{"hand":"h","n":2}']
        assert [line.event["n"] for line in lines] == [1, 2]
        assert lines[-1].head == link(link(genesis("h"), lines[0].text), lines[1].text)
        assert read_lines(content.encode()) == lines

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\n",
            b"\n\n\n",
            b"hello\n",
            b"\x00\xff\xfe" * 50,
            b'{"event":{},"hash":""}\n',
            b"{}",
        ],
        ids=repr,
    )
    def test_what_has_no_line_of_a_record_is_none(self, content: bytes) -> None:
        with pytest.raises(RecordFault) as caught:
            read_lines(content)
        assert (caught.value.exit_code, caught.value.line_no) == (NOT_A_RECORD, 0)

    def test_the_line_named_is_the_one_whose_hash_does_not_follow(self) -> None:
        good = chained(*({"hand": "h", "n": n} for n in range(5)))
        bad = good.replace('"n":2', '"n":7')
        assert fault_line(bad) == 3
        rows = good.splitlines(keepends=True)
        assert fault_line("".join(rows[:2] + rows[3:])) == 3
        assert fault_line("".join(rows[1:])) == 1

    @pytest.mark.parametrize(
        ("old", "new"),
        [("\n", "\r\n"), ("\n", " \n"), ("\n", ""), ("\n", "\n\n"), (',"hash"', ', "hash"')],
        ids=repr,
    )
    def test_other_forms_of_line_are_tampered(self, old: str, new: str) -> None:
        good = chained(*({"hand": "h", "n": n} for n in range(3)))
        rows = good.splitlines(keepends=True)
        rows[1] = rows[1].replace(old, new)
        assert fault_line("".join(rows)) in {2, 3}

    def test_a_hash_in_capitals_is_tampered(self) -> None:
        good = chained({"hand": "h", "n": 1}, {"hand": "h", "n": 2})
        event, digest = good.splitlines()[1].split(',"hash"')
        assert digest != digest.upper()
        bad = good.splitlines(keepends=True)[0] + event + ',"hash"' + digest.upper() + "\n"
        assert fault_line(bad) == 2

    def test_a_chained_line_in_other_bytes_is_tampered(self) -> None:
        """Whoever hashes again may still not write an event in a second way."""
        head = link(genesis("h"), '{"n":1,"hand":"h"}')
        assert fault_line(file_line('{"n":1,"hand":"h"}', head)) == 1

    def test_text_that_never_was_utf8_is_tampered(self) -> None:
        good = chained({"hand": "h", "n": 1}, {"hand": "h", "n": "ab"})
        assert fault_line(good.replace("ab", "a\udcff")) == 2
        assert fault_line(good.encode().replace(b"ab", b"a\xff")) == 2

    @pytest.mark.parametrize("event", [{"n": 1}, {"hand": 3}, [], "text"], ids=repr)
    def test_a_first_event_must_name_its_hand(self, event: object) -> None:
        line = json.dumps(event, separators=(",", ":"))
        assert fault_line(file_line(line, bytes(32))) == 1


class TestForms:
    """Each type of event has its own fields, no more and no fewer, each of its own kind."""

    def good(self) -> events.Event:
        return record.window_closed("h", 7, 1000)

    def test_events_that_are_built_have_the_right_form(self) -> None:
        seed = bytes(64)
        built = [
            self.good(),
            record.commit("h", 1, 0, bytes(64)),
            record.credited("h", 2, 0, 500),
            record.away("h", 2, 0, 1),
            record.back("h", 2, 0, 1),
            record.reveal("h", 3, 0, seed),
            record.void("h", 3, 0, "the database was lost", seed),
        ]
        assert [events.form_fault(event) for event in built] == [None] * len(built)

    @pytest.mark.parametrize(
        "change",
        [
            {"v": 2},
            {"v": True},
            {"hand": ""},
            {"hand": 1},
            {"seq": -1},
            {"seq": True},
            {"seq": "7"},
            {"at": None},
            {"type": "closed"},
            {"type": None},
            {"type": ["clock"]},
            {"what": "opened"},
            {"what": ["window-closed"]},
            {"ms": 5},
            {"more": 1},
        ],
        ids=repr,
    )
    def test_a_field_of_another_kind_is_refused(self, change: dict[str, object]) -> None:
        assert events.form_fault(self.good() | change)

    @pytest.mark.parametrize("field", ["v", "hand", "seq", "at", "type", "what"])
    def test_a_missing_field_is_refused(self, field: str) -> None:
        event = self.good()
        del event[field]
        assert events.form_fault(event)

    @pytest.mark.parametrize("seed", ["", "00" * 63, "00" * 65, "0G" * 64, "AB" * 64, 5], ids=repr)
    def test_a_seed_is_64_bytes_in_small_hex(self, seed: object) -> None:
        assert events.form_fault(record.reveal("h", 3, 0, bytes(64)) | {"seed": seed})


def chained(*lines: dict[str, object]) -> str:
    """A file whose chain is right, whatever its events are."""
    head = genesis(str(lines[0]["hand"]))
    rows = []
    for event in lines:
        line = canonical(event)
        head = link(head, line)
        rows.append(file_line(line, head))
    return "".join(rows)


def fault_line(content: str | bytes) -> int:
    with pytest.raises(RecordFault) as caught:
        read_lines(content)
    assert caught.value.exit_code == TAMPERED
    return caught.value.line_no
