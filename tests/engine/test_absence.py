"""Seats called away from the deal, held against the record of the hand before."""

from pathlib import Path

import pytest

from engine import record
from engine.cli_main import main
from engine.game import Action
from tests.engine.records import events_of, rehashed
from tests.engine.test_verify_clock import Script


def first_hand(*, back: bool = False, last_only: bool = False) -> str:
    """A hand at the end of which seat 1 is away, or is back; or the clock just played for it."""
    script = Script().checked_round()
    script.default(after=20_000)
    if not last_only:
        script.write(record.away, 1)
    if back:
        script.write(record.back, 1)
        script.default(after=20_000)
        script.write(record.back, 1)
    return script.end()


def next_hand(before: str, *seats: int) -> str:
    """The next hand of the table, which calls these seats away."""
    events = events_of(Script(away=seats).checked_round().end())
    events[0]["previous"] = record.verify(before).head
    events[0]["hand_no"] = 2
    return rehashed(events)


def files(folder: Path, *texts: str) -> list[str]:
    """Each text as a file, named so that a later hand may come first."""
    paths = [folder / f"{len(texts) - number}.jsonl" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return [str(path) for path in paths]


@pytest.mark.parametrize("last_only", [False, True], ids=["called away", "clock played last"])
def test_claim_that_the_hand_before_proves_is_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, last_only: bool
) -> None:
    """Where the clock's play ends the hand, nobody is called away in it any more."""
    before = first_hand(last_only=last_only)
    assert main(["verify", *files(tmp_path, before, next_hand(before, 1))]) == 0
    told = capsys.readouterr().out
    assert "seats away from the deal: 1 of 1 held against the hand before" in told
    assert "not checked: whether somebody came back between two hands" in told


@pytest.mark.parametrize("seats", [(2,), (1, 2)])
def test_claim_that_the_hand_before_does_not_show_is_tampered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seats: tuple[int, ...]
) -> None:
    before = first_hand()
    names = files(tmp_path, before, next_hand(before, *seats))
    assert main(["verify", *names]) == 1
    told = capsys.readouterr().out
    assert f"{names[1]}: tampered at line 1: seats [2] are called away" in told
    assert names[0] in told.split("tampered at line 1")[1]
    assert "2 files: 1 good, 1 tampered" in told
    assert main(["verify", "--quiet", *names]) == 1


def test_seat_that_came_back_is_not_away_after_its_hand() -> None:
    absence = record.verify(first_hand(back=True)).absence
    assert absence is not None
    assert absence.proved == frozenset()


def test_claim_without_the_hand_before_is_said_not_to_be_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = first_hand()
    (name,) = files(tmp_path, next_hand(before, 1))
    assert main(["verify", name]) == 0
    assert "1 not checked for want of its record" in capsys.readouterr().out
    assert main(["verify", "--quiet", name]) == 0
    assert capsys.readouterr().out == ""


def test_first_hand_of_a_table_has_nobody_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (name,) = files(tmp_path, Script(away=(1,)).checked_round().end())
    assert main(["verify", name]) == 1
    assert "there was no hand before it" in capsys.readouterr().out


def test_act_of_the_player_after_being_away_takes_it_back() -> None:
    script = Script()
    script.act(Action("check", 1), after=20_000, by="clock")
    script.write(record.away, 1)
    script.act(Action("check", 2)).act(Action("check", 0))
    absence = record.verify(script.end()).absence
    assert absence is not None
    assert absence.proved == {1}
