"""What the form for a new table offers of Pili Pili: every Mission card, in words."""

import pytest
from django.utils.translation import override

from engine.game import game_for
from tables.pages.new_table import mission_choices


@pytest.mark.parametrize("language", ["en", "pt-br", "fr", "de"])
def test_every_mission_card_is_offered_once_in_words(language: str) -> None:
    with override(language):
        offered = mission_choices()
    rules = game_for("pili-pili").rules
    for edition in (40, 36):
        of_it = [one.text for one in offered if str(edition) in one.editions.split()]
        assert tuple(of_it) == rules("pili-pili", {"edition": edition}).missions
        assert len(of_it) == edition
    easy = [one.text for one in offered if not one.expert]
    assert tuple(easy) == rules("pili-pili", {"experts": False}).missions
    assert not any("{" in one.name + one.line for one in offered)
    named = {one.text: one for one in offered}
    if language == "en":
        assert named["CURSED(7,13,44) 5"].line.startswith("A trick with 7, 13, 44")
        assert "on the right" in named["PASS(2,R) 6"].line
        assert (named["FORBID(0) 6"].name, named["FORBID(0) 6"].cards) == ("No bid of 0", 6)


def test_a_list_without_some_of_them_is_what_the_rules_take() -> None:
    """The form sends the cards that are left in the very words of the rules."""
    left = [one.text for one in mission_choices() if not one.text.startswith("SWAP")]
    chosen = game_for("pili-pili").rules("pili-pili", {"missions": ", ".join(left)})
    assert chosen.missions == tuple(left)
