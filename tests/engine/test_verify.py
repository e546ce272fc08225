"""The verifier: good records pass, and whatever was changed in one is found."""

import copy
import json
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.canonical import canonical
from engine.chain import file_line, genesis, link
from engine.game import Action, Seating, Setup, Stakes, game_for
from engine.shuffle import commitment
from engine.simulate import Plan, Scribe, simulate

GOOD, TAMPERED, NOT_A_RECORD, INCOMPLETE = 0, 1, 2, 3
RULES = "pif-paf-aposta"
SEED = bytes(range(64))
CLOCK = record.Clock(action_ms=20_000, window_ms=3_000)

Event = dict[str, Any]
Events = list[Event]


def events_of(content: str) -> Events:
    return [json.loads(row)["event"] for row in content.splitlines()]


def rehashed(events: Events) -> str:
    """The events as a file whose chain is right from end to end."""
    head = genesis(str(events[0]["hand"]))
    rows = []
    for event in events:
        line = canonical(event)
        head = link(head, line)
        rows.append(file_line(line, head))
    return "".join(rows)


def renumbered(events: Events) -> Events:
    return [event | {"seq": seq} for seq, event in enumerate(events)]


def code(content: str | bytes) -> int:
    return record.verify(content).exit_code


@cache
def with_bet() -> str:
    """A record in which somebody bet, and the hand was then played until somebody claimed."""
    for hand in islice(simulate(Plan(RULES, 4, 7)), 60):
        bet = '"kind":"bet"' in hand.record and '"kind":"call"' in hand.record
        if bet and hand.outcome.how == "claim":
            return hand.record
    raise AssertionError("no such hand")


@cache
def short() -> str:
    """A record of a few lines: all but one folded."""
    for hand in islice(simulate(Plan(RULES, 3, 3, ("calm",))), 60):
        if hand.outcome.how == "folds":
            return hand.record
    raise AssertionError("no such hand")


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


def first(events: Events, kind: str) -> int:
    """Index of the first act of that kind."""
    return next(i for i, one in enumerate(events) if one.get("action", {}).get("kind") == kind)


def outcome(events: Events) -> Event:
    return next(one for one in events if one["type"] == "close")["outcome"]  # type: ignore[no-any-return]  # JSON


def set_in_open(*path: str | int, to: object) -> Callable[[Events], None]:
    def change(events: Events) -> None:
        place: Any = events[0]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


def set_in_act(kind: str, *path: str, to: object) -> Callable[[Events], None]:
    def change(events: Events) -> None:
        place: Any = events[first(events, kind)]
        for step in path[:-1]:
            place = place[step]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


def one_more_in_open(events: Events) -> None:
    events[0]["seats"][1]["stack"] += 1


def stacks_changed_about(events: Events) -> None:
    seats = events[0]["seats"]
    seats[0]["stack"], seats[1]["stack"] = 700, 1300


def seats_changed_about(events: Events) -> None:
    seats = events[0]["seats"]
    seats[0]["seat"], seats[1]["seat"] = seats[1]["seat"], seats[0]["seat"]


def one_player_in_two_seats(events: Events) -> None:
    events[0]["seats"][0]["player"] = events[0]["seats"][1]["player"]


def one_seat_twice(events: Events) -> None:
    events[0]["seats"][0]["seat"] = events[0]["seats"][1]["seat"]


def another_card_discarded(events: Events) -> None:
    acts = [one for one in events if one.get("action", {}).get("kind") == "discard"]
    acts[0]["action"]["card"], acts[1]["action"]["card"] = (
        acts[1]["action"]["card"],
        acts[0]["action"]["card"],
    )


def another_seat_claims(events: Events) -> None:
    act = events[first(events, "claim")]
    act["seat"] = (act["seat"] + 1) % 4


def a_meld_that_is_none(events: Events) -> None:
    melds = events[first(events, "claim")]["action"]["melds"]
    melds[0][0], melds[1][0] = melds[1][0], melds[0][0]


def a_bet_above_the_cap(events: Events) -> None:
    events[first(events, "bet")]["action"]["to"] = 25


def a_bet_of_another_size(events: Events) -> None:
    act = events[first(events, "bet")]["action"]
    act["to"] += 5 if act["to"] < 20 else -5


def the_pot_one_less(events: Events) -> None:
    outcome(events)["pots"][0]["amount"] -= 1


def the_pot_to_another_seat(events: Events) -> None:
    pot = outcome(events)["pots"][0]
    pot["winner"] = next(seat for seat in pot["seats"] if seat != pot["winner"])


def one_chip_moved(events: Events) -> None:
    deltas = outcome(events)["deltas"]
    deltas[0][1] += 1
    deltas[1][1] -= 1


def one_stack_one_more(events: Events) -> None:
    outcome(events)["stacks"][2][1] += 1


def one_chip_back(events: Events) -> None:
    outcome(events)["returned"].append([0, 1])


def another_deals_next(events: Events) -> None:
    outcome(events)["next_dealer"] = (outcome(events)["next_dealer"] + 1) % 4


def another_winner(events: Events) -> None:
    outcome(events)["winner"] = (outcome(events)["winner"] + 1) % 4


def won_otherwise(events: Events) -> None:
    outcome(events)["how"] = "stock"


def other_melds(events: Events) -> None:
    outcome(events)["melds"] = outcome(events)["melds"][::-1]


def another_last_discard(events: Events) -> None:
    outcome(events)["discard"] = "AC" if outcome(events)["discard"] != "AC" else "2C"


def true_for_a_number(events: Events) -> None:
    ones = outcome(events)["pots"][0]["seats"]
    ones[ones.index(1)] = True


def no_melds_field(events: Events) -> None:
    del outcome(events)["melds"]


def a_rake(events: Events) -> None:
    next(one for one in events if one["type"] == "close")["rake"] = 1


def another_seed(events: Events) -> None:
    events[-1]["seed"] = SEED.hex()


def another_commitment(events: Events) -> None:
    events[1]["commit"] = record.commit(events[0]["hand"], 1, 0, bytes(64))["commit"]


def another_deck_altogether(events: Events) -> None:
    """Seed and commitment both changed so that they agree: only the play can tell."""
    events[1]["commit"] = commitment(events[0]["hand"], SEED).hex()
    events[-1]["seed"] = SEED.hex()


def another_hand_id(events: Events) -> None:
    for event in events:
        event["hand"] = "another"


def one_line_of_another_hand(events: Events) -> None:
    events[4]["hand"] = "another"


def time_goes_back(events: Events) -> None:
    events[5]["at"] = events[4]["at"] - 1


def a_gap_in_seq(events: Events) -> None:
    for event in events[5:]:
        event["seq"] += 1


def an_action_left_out(events: Events) -> None:
    del events[first(events, "draw")]
    events[:] = renumbered(events)


def an_action_twice(events: Events) -> None:
    i = first(events, "draw")
    events.insert(i, copy.deepcopy(events[i]))
    events[:] = renumbered(events)


def two_actions_changed_about(events: Events) -> None:
    i = first(events, "draw")
    events[i]["action"], events[i + 1]["action"] = events[i + 1]["action"], events[i]["action"]


def drawn_from_elsewhere(events: Events) -> None:
    for event in events:
        action = event.get("action", {})
        if action.get("kind") == "draw":
            action["from"] = "stock" if action["from"] == "discard" else "discard"


def a_seat_out_of_turn(events: Events) -> None:
    act = events[first(events, "draw")]
    act["seat"] = (act["seat"] + 1) % 4


def a_seat_that_is_not_there(events: Events) -> None:
    events[first(events, "draw")]["seat"] = 9


def an_action_after_the_end(events: Events) -> None:
    events.insert(-2, copy.deepcopy(events[2]) | {"at": events[-1]["at"]})
    events[:] = renumbered(events)


def an_action_after_the_close(events: Events) -> None:
    events.insert(-1, copy.deepcopy(events[2]) | {"at": events[-1]["at"]})
    events[:] = renumbered(events)


def an_event_after_the_reveal(events: Events) -> None:
    events.append(copy.deepcopy(events[-1]) | {"seq": len(events)})


def closed_twice(events: Events) -> None:
    events.insert(-1, copy.deepcopy(events[-2]))
    events[:] = renumbered(events)


def closed_too_soon(events: Events) -> None:
    del events[-4:-2]
    events[:] = renumbered(events)


def made_void_after_the_end(events: Events) -> None:
    end = events[-1]
    events[-2:] = [
        record.void(
            end["hand"], end["seq"] - 1, end["at"], "the loser asked", bytes.fromhex(end["seed"])
        )
    ]


def an_unknown_type(events: Events) -> None:
    events[3]["type"] = "note"


def no_commitment(events: Events) -> None:
    del events[1]
    events[:] = renumbered(events)


def opened_twice(events: Events) -> None:
    events.insert(1, copy.deepcopy(events[0]))
    events[:] = renumbered(events)


def a_card_spelt_otherwise(events: Events) -> None:
    for event in events:
        action = event.get("action", {})
        if str(action.get("card", "")).startswith("T"):
            action["card"] = action["card"].replace("T", "10")
            return
    raise AssertionError("no ten was discarded")


def a_window_closed_by_a_player(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    draft = {key: events[i][key] for key in ("v", "hand", "seq", "at")}
    events[i] = draft | {
        "type": "act",
        "seat": 0,
        "action": {"kind": "close-window"},
        "by": "player",
    }


def a_window_closed_early(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    for event in events[i:]:
        event["at"] -= 1


def a_window_left_open(events: Events) -> None:
    i = next(i for i, one in enumerate(events) if one["type"] == "clock")
    del events[i]
    events[:] = renumbered(events)


def a_players_act_called_the_clocks(events: Events) -> None:
    events[2]["by"] = "clock"


def called_away_without_cause(events: Events) -> None:
    at = events[2]["at"]
    events.insert(3, record.away(events[0]["hand"], 3, at, 0))
    events[:] = renumbered(events)


MUTATIONS: list[Callable[[Events], None]] = [
    one_more_in_open,
    stacks_changed_about,
    seats_changed_about,
    one_player_in_two_seats,
    one_seat_twice,
    set_in_open("stakes", "ante", to=6),
    set_in_open("stakes", "kind", to="none"),
    set_in_open("rules", "id", to="pife"),
    set_in_open("rules", "options", to={"min_players": 99}),
    set_in_open("rules", "options", to={"colour": 1}),
    set_in_open("rules", "options", to={"min_players": ["3"]}),
    set_in_open("clock", "window_ms", to=3001),
    set_in_open("dealer", to=3),
    set_in_open("dealer", to=17),
    set_in_open("seats", to=[]),
    set_in_open("reveal", to="shown"),
    set_in_open("v", to=2),
    set_in_open("previous", to="00"),
    set_in_act("draw", "action", "from", to="hand"),
    set_in_act("draw", "action", to={}),
    set_in_act("draw", "action", to={"kind": "draw", "from": "stock", "card": "AC"}),
    set_in_act("draw", "by", to="house"),
    set_in_act("bet", "action", "to", to=-5),
    set_in_act("bet", "action", "to", to="5"),
    set_in_act("bet", "action", "to", to=None),
    set_in_act("discard", "action", "card", to="JK"),
    set_in_act("claim", "action", "melds", to=[]),
    another_card_discarded,
    another_seat_claims,
    a_meld_that_is_none,
    a_bet_above_the_cap,
    a_bet_of_another_size,
    the_pot_one_less,
    the_pot_to_another_seat,
    one_chip_moved,
    one_stack_one_more,
    one_chip_back,
    another_deals_next,
    another_winner,
    won_otherwise,
    other_melds,
    another_last_discard,
    true_for_a_number,
    no_melds_field,
    a_rake,
    another_seed,
    another_commitment,
    another_deck_altogether,
    another_hand_id,
    one_line_of_another_hand,
    time_goes_back,
    a_gap_in_seq,
    an_action_left_out,
    an_action_twice,
    two_actions_changed_about,
    drawn_from_elsewhere,
    a_seat_out_of_turn,
    a_seat_that_is_not_there,
    an_action_after_the_end,
    an_action_after_the_close,
    an_event_after_the_reveal,
    closed_twice,
    closed_too_soon,
    made_void_after_the_end,
    an_unknown_type,
    no_commitment,
    opened_twice,
    a_card_spelt_otherwise,
    a_window_closed_by_a_player,
    a_window_closed_early,
    a_window_left_open,
    a_players_act_called_the_clocks,
    called_away_without_cause,
]


def test_hashing_again_changes_nothing() -> None:
    """The mutations below start from the same bytes that the house wrote."""
    assert rehashed(events_of(with_bet())) == with_bet()


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_lie_with_the_whole_chain_hashed_again_is_caught(
    mutation: Callable[[Events], None],
) -> None:
    events = events_of(with_bet())
    mutation(events)
    verdict = record.verify(rehashed(events))
    assert verdict.exit_code == TAMPERED, verdict
    assert verdict.line_no >= 1
    assert verdict.reason


leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text("abcQ9HS", max_size=3)
)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner)
)
# What a single record cannot prove by itself: names, limits that were not reached, and times that
# no clock depends on.
FREE = {
    "options",
    "table",
    "hand_no",
    "previous",
    "build",
    "player",
    "action_ms",
    "window_ms",
    "at",
}


def paths(value: Event | list[Any], *path: str | int) -> list[tuple[str | int, ...]]:
    """The way to every value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[str | int, ...]] = []
    for key, entry in inner:
        found.append((*path, key))
        if isinstance(entry, dict | list):
            found += paths(entry, *path, key)
    return found


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_any_value_put_anywhere_is_caught_and_never_breaks_the_verifier(
    data: st.DataObject,
) -> None:
    events = events_of(short() if data.draw(st.booleans()) else with_bet())
    event = data.draw(st.sampled_from(events))
    path = data.draw(st.sampled_from(paths(event)))
    place: Any = event
    for step in path[:-1]:
        place = place[step]
    before = canonical(place[path[-1]])
    place[path[-1]] = data.draw(anything)
    hand = events[0]["hand"]
    if canonical(place[path[-1]]) == before or not isinstance(hand, str):
        return
    verdict = record.verify(rehashed(events))
    if FREE.isdisjoint(str(step) for step in path):
        assert verdict.exit_code == TAMPERED, (path, place)
    else:
        assert verdict.exit_code in {GOOD, TAMPERED}


def test_the_line_that_lies_is_named() -> None:
    events = events_of(with_bet())
    i = first(events, "bet")
    a_bet_above_the_cap(events)
    verdict = record.verify(rehashed(events))
    assert verdict.line_no == i + 1
    assert "above-cap" in verdict.reason


def test_the_close_that_lies_is_named_with_what_is_wrong_in_it() -> None:
    events = events_of(with_bet())
    one_chip_moved(events)
    verdict = record.verify(rehashed(events))
    assert verdict.line_no == len(events) - 1
    assert verdict.reason == "the outcome is not the game's: deltas"


class Script:
    """Writes a record by hand, at moments chosen by the test."""

    def __init__(self, options: dict[str, object] | None = None) -> None:
        self.hand = "scripted"
        self.scribe = Scribe(self.hand)
        self.game = game_for(RULES)
        seats = tuple(Seating(seat, 100) for seat in range(3))
        given = tuple(sorted((options or {}).items()))
        setup = Setup(RULES, given, seats, 0, Stakes("ante-capped-round", 5))
        self.state = record.dealt(setup, self.hand, SEED)
        self.at = 1_000_000
        opening = record.opening(
            hand=self.hand,
            at=self.at,
            table=1,
            hand_no=1,
            previous=None,
            setup=setup,
            players={0: "a", 1: "b", 2: "c"},
            clock=CLOCK,
            build="a test",
        )
        self.scribe.write(opening)
        self.scribe.write(record.commit(self.hand, 1, self.at, commitment(self.hand, SEED)))

    def act(self, action: Action, *, after: int = 500, by: str = "player") -> None:
        self.at += after
        self.state = self.game.apply(self.state, action)
        self.scribe.write(record.act(self.hand, self.scribe.seq, self.at, action, by=by))

    def default(self, *, after: int) -> None:
        """The clock does what it does now."""
        action = self.game.default(self.state)
        if action.kind != "close-window":
            self.act(action, after=after, by="clock")
            return
        self.at += after
        self.state = self.game.apply(self.state, action)
        self.scribe.write(record.window_closed(self.hand, self.scribe.seq, self.at))

    def write(self, build: Callable[..., Event], *more: object) -> None:
        self.scribe.write(build(self.hand, self.scribe.seq, self.at, *more))

    def end(self) -> str:
        ended = self.game.outcome(self.state)
        if ended is None:
            self.write(record.void, "the test has seen enough", SEED)
        else:
            self.write(record.closing, ended)
            self.write(record.reveal, SEED)
        return self.scribe.text()

    def checked_round(self) -> "Script":
        """All three check, so that seat 1 plays first."""
        for seat in (1, 2, 0):
            self.act(Action("check", seat))
        return self

    def discarded(self) -> "Script":
        """Seat 1 draws and discards: a window opens, and seat 2 is in turn."""
        self.act(Action("draw", 1, source="stock"))
        self.act(Action("discard", 1, card=self.game.default(self.state).card))
        return self


def timed(write: Callable[[int], str]) -> None:
    """In time at its deadline and later, tampered one millisecond before."""
    assert code(write(0)) == GOOD
    assert code(write(5_000)) == GOOD
    early = record.verify(write(-1))
    assert early.exit_code == TAMPERED
    assert "before its deadline" in early.reason


class TestClock:
    """The clock acts at its deadline or later, and does only what the rules say."""

    def test_the_first_bet_is_timed_from_the_commitment(self) -> None:
        def write(shift: int) -> str:
            script = Script()
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_each_bet_is_timed_from_the_action_before(self) -> None:
        def write(shift: int) -> str:
            script = Script()
            script.act(Action("check", 1), after=7_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_play_is_timed_from_the_end_of_the_betting(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_bettor_who_plays_first_gets_a_fresh_time(self) -> None:
        """Seat 1 is raised, calls last, and is then in turn to draw: that is another turn."""

        def write(shift: int) -> str:
            script = Script()
            script.act(Action("bet", 1, to=5))
            script.act(Action("raise", 2, to=10))
            script.act(Action("fold", 0))
            script.act(Action("call", 1), after=19_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_draw_and_discard_share_one_time(self) -> None:
        """A player's draw arms nothing, and the clock may discard at once after its own draw."""

        def write(shift: int) -> str:
            script = Script().checked_round()
            script.act(Action("draw", 1, source="stock"), after=15_000)
            script.default(after=5_000 + shift)
            return script.end()

        timed(write)
        script = Script().checked_round()
        script.default(after=20_000)
        script.default(after=0)
        assert code(script.end()) == GOOD

    def test_a_window_is_timed_from_the_discard(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.default(after=3_000 + shift)
            return script.end()

        timed(write)

    def test_a_draw_in_the_window_does_not_lengthen_it(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.act(Action("draw", 2, source="stock"), after=2_900)
            script.default(after=100 + shift)
            return script.end()

        timed(write)

    def test_after_the_window_the_player_in_turn_has_a_fresh_time(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round().discarded()
            script.act(Action("draw", 2, source="stock"), after=1_000)
            script.default(after=2_000)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_a_credit_puts_the_running_deadline_off(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.write(record.credited, 4_000)
            script.write(record.credited, 3_000)
            script.default(after=27_000 + shift)
            script.default(after=0)
            script.default(after=3_000)
            script.default(after=20_000)
            return script.end()

        timed(write)

    def test_an_absent_seat_is_waited_for_once(self) -> None:
        script = Script().checked_round()
        script.default(after=20_000)
        script.write(record.away, 1)
        script.default(after=0)
        for _ in range(2):
            script.default(after=3_000)
            script.default(after=20_000)
            script.default(after=0)
        script.default(after=3_000)
        script.default(after=0)
        assert code(script.end()) == GOOD

    def test_a_seat_that_came_back_has_its_time_again(self) -> None:
        def write(shift: int) -> str:
            script = Script().checked_round()
            script.default(after=20_000)
            script.write(record.away, 1)
            script.write(record.back, 1)
            script.default(after=20_000 + shift)
            return script.end()

        timed(write)

    def test_the_clock_does_only_the_default(self) -> None:
        """It may not fold a seat that can check, nor draw the discard."""
        script = Script()
        script.act(Action("fold", 1), after=30_000, by="clock")
        verdict = record.verify(script.end())
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, 3)
        assert "default" in verdict.reason

    def test_a_late_player_is_taken_as_long_as_the_clock_has_not_acted(self) -> None:
        script = Script()
        script.act(Action("check", 1), after=25_000)
        assert code(script.end()) == GOOD

    def test_a_hand_of_nobody_plays_itself_out_to_void(self) -> None:
        """All silent, no turning over: the stock runs out and every stake goes back (D12)."""
        script = Script({"recycle_limit": 0})
        while script.game.outcome(script.state) is None:
            turn = record.turn_of(script.game.waiting(script.state))
            assert turn is not None
            drawn = script.game.waiting(script.state).kind == "discard"
            script.default(after=0 if drawn else 3_000 if turn[0] == "window" else 20_000)
        content = script.end()
        assert code(content) == GOOD
        assert "void by the rules" in record.verify(content).summary


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
