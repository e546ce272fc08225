"""Texts and numbers at the doors: what a log can hold is kept, and all else is refused (422)."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players, row_of
from tests.tournaments.test_api_sheets import bring
from tournaments import commands
from tournaments.errors import BadTournament, NoteMissing
from tournaments.models import Entrant, TournamentEvent
from tournaments.rules.__main__ import main
from tournaments.rules.structure import Stage, Structure
from tournaments.texts import NOTE_CHARS_MAX, composed, is_readable, one_line, paragraphs

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
FREE = Structure((Stage("main", "single-elimination"),))
# All that `str.splitlines` takes for the end of a line.
SEPARATORS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r\n"
LOOSE = "cafe\u0301"
KEPT = "caf\u00e9"


def a_draft(structure: Json, **settings: Any) -> Json:
    """The settings of a tournament by hand."""
    return {"name": "Copa", "online": False, "structure": structure, **settings}


def stages(**fields: Any) -> Json:
    """A structure of one stage."""
    return {"stages": [{"id": "main", "kind": "single-elimination", **fields}]}


def reasons(number: int) -> list[str]:
    """The reasons that stand in a tournament's log."""
    found = TournamentEvent.objects.filter(tournament=number).order_by("seq")
    events = [json.loads(one.line) for one in found]
    return [one["reason"] for one in events if "reason" in one]


def is_good(number: int, path: Path) -> bool:
    """Whether a stranger's check of the downloaded log finds nothing."""
    file = path / "log.jsonl"
    file.write_bytes(Person().get(f"tournaments/{number}/log").text.encode())
    return main(["verify", str(file)]) in (0, 3)


class TestKept:
    @pytest.mark.parametrize("mark", SEPARATORS, ids=ascii)
    def test_a_sentence_is_one_line(self, mark: str) -> None:
        assert one_line(f" {LOOSE}{mark}b ") == f"{KEPT} b"
        assert paragraphs(f"a{mark}b\r\n\r\nc") == "a\nb\n\nc"

    def test_a_value_is_composed_all_through(self) -> None:
        assert composed({LOOSE: [LOOSE, 1, None, (LOOSE,)]}) == {KEPT: [KEPT, 1, None, [KEPT]]}

    @pytest.mark.parametrize("mark", "\x00\x1b\x7f\u202e\u200b\ud800", ids=ascii)
    def test_what_nobody_can_see_is_not_readable(self, mark: str) -> None:
        assert is_readable("a\nb")
        assert not is_readable(one_line(f"a{mark}b"))


class TestReasons:
    @pytest.mark.parametrize("mark", [*SEPARATORS, "e\u0301"], ids=ascii)
    def test_every_reason_is_kept_as_a_log_has_it(self, mark: str, tmp_path: Path) -> None:
        user, crowd = an_organiser(), players(5)
        number = announced(user, FREE)
        refs, olga, here = entered(number, crowd), Person(user), f"tournaments/{number}"
        said = {"note": f"a{mark}b"}
        left = Person(crowd[0]).delete(f"{here}/entries/me", {"reason": f"a{mark}b"})
        assert left.status == 200, left
        calls = [
            f"entries/{refs[1]}/remove",
            f"entries/{refs[2]}/disqualify",
            f"entries/{refs[2]}/reinstate",
            "start",
            "pause",
            "cancel",
        ]
        for call in calls:
            answer = olga.post(f"{here}/{call}", None if call == "start" else said)
            assert answer.status == 200, (call, answer)
        kept = "a\u00e9b" if "e" in mark else "a b"
        assert reasons(number) == [kept] * 6
        assert is_good(number, tmp_path)

    @pytest.mark.parametrize("mark", "\x1b\x7f\u202e", ids=ascii)
    def test_a_reason_that_cannot_be_read_changes_nothing(self, mark: str) -> None:
        user, (ana,) = an_organiser(), players(1)
        number = announced(user, FREE)
        entered(number, [ana])
        before, here = row_of(number).seq, f"tournaments/{number}"
        bad = f"a{mark}b"
        assert_problem(
            Person(ana).delete(f"{here}/entries/me", {"reason": bad}), 422, "note-missing"
        )
        for call in ("pause", "cancel", "entries/p1/remove"):
            problem = Person(user).post(f"{here}/{call}", {"note": bad})
            assert_problem(problem, 422, "note-missing")
        with pytest.raises(NoteMissing):
            commands.say(user=user, key=fresh(), tournament_id=number, note=bad)
        assert row_of(number).seq == before

    def test_a_pause_has_as_long_a_reason_as_all_have(self) -> None:
        user, crowd = an_organiser(), players(2)
        number = announced(user, FREE)
        entered(number, crowd)
        olga, here = Person(user), f"tournaments/{number}"
        olga.post(f"{here}/start")
        long = "x" * NOTE_CHARS_MAX
        assert olga.post(f"{here}/pause", {"note": long}).status == 200
        assert row_of(number).paused == long
        # In NFC this one letter is two: what counts is what would be kept.
        problem = olga.post(f"{here}/cancel", {"note": "\u0958" * NOTE_CHARS_MAX})
        assert_problem(problem, 422, "note-missing")

    def test_a_form_is_a_door_like_any(self) -> None:
        (ana,) = players(1)
        number = announced(an_organiser(), FREE)
        entered(number, [ana])
        browser = Client()
        browser.force_login(ana)
        sent = {"do": "withdraw", "key": fresh(), "reason": f"{LOOSE}\u2028b"}
        assert browser.post(f"/tournaments/{number}/", sent).status_code == 302
        assert reasons(number) == [f"{KEPT} b"]

    def test_a_pinned_note_keeps_its_lines(self) -> None:
        user = an_organiser()
        number = announced(user, FREE)
        told = Person(user).post(f"tournaments/{number}/note", {"note": f"a\r\n{LOOSE}\u2028c"})
        assert told.json == {"note": f"a\n{KEPT}\nc"}


class TestNames:
    def test_ids_are_kept_as_a_log_has_them(self, tmp_path: Path) -> None:
        olga = Person(an_organiser())
        structure = stages(id=LOOSE, takes=[{"flight": LOOSE}])
        structure["ranking"] = [KEPT]
        number = olga.post("tournaments", a_draft(structure, name=LOOSE)).json["id"]
        assert olga.post(f"tournaments/{number}/announce").status == 200
        stage = row_of(number).structure["stages"][0]
        assert (row_of(number).name, stage["id"]) == (KEPT, KEPT)
        assert stage["takes"][0]["flight"] == KEPT
        (ana,) = players(1)
        entered_as = Person(ana).post(f"tournaments/{number}/entries", {"flight": LOOSE})
        assert entered_as.status == 201, entered_as
        assert is_good(number, tmp_path)

    @pytest.mark.parametrize(
        "structure",
        [
            *(stages(id=f"a{mark}b") for mark in SEPARATORS + "\x1b\ud800"),
            stages(takes=[{"flight": "a\u2028b"}]),
            stages(id="x" * 41),
            stages() | {"prizes": {"seat_into": "1\u2029"}},
        ],
        ids=ascii,
    )
    def test_an_id_that_cannot_be_read_is_refused(self, structure: Json) -> None:
        user = an_organiser()
        with pytest.raises(BadTournament):
            commands.draft(user=user, key=fresh(), settings=a_draft(structure))

    def test_a_list_names_nobody_twice_in_two_forms(self) -> None:
        user = an_organiser()
        number = announced(user, FREE)
        olga = Person(user)
        row = {"name": LOOSE, "flight": LOOSE}
        assert bring(olga, number, "entrants", {"rows": [row]}, dry=0).json["new"] == 1
        assert Entrant.objects.get(tournament=number).name == KEPT
        again = bring(olga, number, "entrants", {"rows": [row, {"name": "a\u2028b"}]})
        assert (again.json["same"], [one["row"] for one in again.json["wrong"]]) == (1, [2])


class TestNumbers:
    @pytest.mark.parametrize(
        "structure",
        [
            stages() | {"cap": 2**16 + 1},
            stages() | {"cap": 2**31},
            stages() | {"fewest": 2**53},
            *(
                stages() | {"prizes": {"prize_part": 1, field: value}}
                for field, value in (
                    ("weights", [2**53]),
                    ("unit", 2**53),
                    ("guarantee", 2**53),
                    ("seat_portion", 10**9 + 1),
                )
            ),
            *(
                stages() | {"buying": {"start_chips": 1, field: 2**53}}
                for field in ("reentries", "rebuys", "rebuy_stack", "addon_chips")
            ),
            stages(points=[2**53, 0]),
            stages(bye_points=2**53),
            stages(takes=[{"last": 2**53}]),
            stages(break_order=[-(2**53)]),
            stages(kind="freezeout", stack=9, levels=[{"ante": 1, "seconds": 10**18}]),
            stages(kind="freezeout", stack=9, levels=[{"ante": 2**53, "seconds": 9}]),
        ],
        ids=str,
    )
    def test_a_structure_has_no_number_that_is_too_large(self, structure: Json) -> None:
        problem = Person(an_organiser()).post("tournaments", a_draft(structure))
        assert problem.status == 422, problem

    def test_the_largest_cap_is_announced(self) -> None:
        olga = Person(an_organiser())
        number = olga.post("tournaments", a_draft(stages() | {"cap": 2**16})).json["id"]
        assert olga.post(f"tournaments/{number}/announce").status == 200

    @pytest.mark.parametrize("score", [2**53, -(2**53), 10**9 + 1])
    def test_a_score_has_a_bound(self, score: int) -> None:
        user = an_organiser()
        number = announced(user, FREE)
        entered(number, players(2))
        olga, here = Person(user), f"tournaments/{number}"
        olga.post(f"{here}/start")
        commands.advance(number)
        match = f"{here}/stages/main/matches/w1.1"
        told = {"places": [["p1"], ["p2"]], "scores": [["p1", score]]}
        problem = olga.post(f"{match}/report", {"result": told})
        assert_problem(problem, 422, "bad-result")
        assert "1000000000" in problem.json["detail"]
        line = {"stage": "main", "match": "w1.1", **told}
        assert bring(olga, number, "results", {"rows": [line]}).json["wrong"]
        right = {"places": [["p1"], ["p2"]], "scores": [["p1", 10**9], ["p2", -(10**9)]]}
        assert olga.post(f"{match}/report", {"result": right}).status == 200
        problem = olga.post(f"{match}/correct", {"result": told, "note": "a typo"})
        assert_problem(problem, 422, "bad-result")

    @pytest.mark.parametrize("rating", [2**53, -(2**53)])
    def test_a_rating_has_a_bound(self, rating: int) -> None:
        user = an_organiser()
        number = announced(user, FREE)
        entry = {"name": "Ana", "rating": rating}
        with pytest.raises(BadTournament):
            commands.enter_others(user=user, key=fresh(), tournament_id=number, entries=[entry])
