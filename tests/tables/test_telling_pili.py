"""Rounds of Pili Pili told on the page of a finished hand: every Mission, every kind of act."""

import pytest

from engine import bots
from engine.actions import read_action
from engine.pilipili.missions import EFFECTS, FORTY
from tables.pages.pili_words import PILI_WORDS
from tables.pages.telling_pili import mission_told, pili_said, pilis_said
from tests.browser.pili_states import GAME, Round

NAMES = ("ana", "Beto", "célia", "Dora")


def said_of(mission: str) -> list[str]:
    """Play a round of four under a Mission and say each act."""
    played = Round(mission)
    said = []
    while (waiting := GAME.waiting(played.state)).kind != "over":
        if not waiting.seats:
            played.looked()
            continue
        seat = next(one for one in waiting.seats if GAME.legal(played.state, one))
        view, legal = GAME.view(played.state, seat), GAME.legal(played.state, seat)
        before, done = played.state, bots.steady(view, legal, lambda _count: 0)
        played.does(seat, done)
        action = read_action(done, seat, GAME.kinds)
        seen = GAME.seen(before, action, played.state, seat)
        assert seen is not None
        said.append(pili_said(seen, NAMES[seat], NAMES.__getitem__))
    return said


@pytest.mark.parametrize("mission", sorted({one.split("(")[0] for one in EFFECTS}))
def test_every_act_under_every_mission_is_said(mission: str) -> None:
    text = next(one for one in FORTY if one.split("(")[0].split(" ")[0] == mission)
    said = said_of(text)
    assert all(one and "{" not in one for one in said)
    assert sum("takes the trick" in one for one in said) >= 1
    told = mission_told(text)
    assert told.startswith("Mission: ")
    assert "{" not in told


def test_missions_have_names_and_sentences() -> None:
    for text in FORTY:
        assert mission_told(text).count(".") >= 2, text
    assert mission_told("PASS(2,L) 6").endswith(
        "hands 2 of their cards, unseen, to the player on the left."
    )
    assert mission_told("CURSED(7,13,44) 5").endswith(
        "A trick with 7, 13, 44 in it costs its winner one Pili."
    )
    assert mission_told("") == str(PILI_WORDS["mission.none"])


def test_a_joker_is_said_with_its_number() -> None:
    assert any("plays joker as" in one for one in said_of("none"))


def test_what_changes_hands_and_whom_one_names_is_said() -> None:
    assert any("Cards change hands: " in one for one in said_of("SWAP 5"))
    assert any(" names " in one for one in said_of("SHARED 5"))
    assert any("Shown together: " in one for one in said_of("SIMUL 5"))
    assert any(" turns " in one for one in said_of("BLINDPLAY 4"))


def test_pilis_are_said_with_their_sign() -> None:
    said = pilis_said([[0, 2], [1, 0], [2, -3]], NAMES.__getitem__)
    assert said == "The round is over. Pilis: ana +2, Beto 0, célia \u22123."
