"""The story of the discard pile, kept in pieces."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse
from engine.pifpaf.pile import EMPTY, piled, said

STORIES = st.integers(0, 150).map(lambda length: [f"{at % 8} threw 7H" for at in range(length)])


@given(STORIES)
def test_it_is_told_as_it_happened(story: list[str]) -> None:
    assert piled(story).told() == story


@given(STORIES)
def test_one_thing_more_makes_the_story_that_is_so_much_longer(story: list[str]) -> None:
    """Equal stories are equal values, however they came about."""
    assert piled(story).plus("recycled") == piled([*story, "recycled"])


def test_nothing_has_happened_yet() -> None:
    assert piled([]) == EMPTY
    assert EMPTY.told() == []


def test_the_words() -> None:
    assert said(2, "took", parse("9S")) == "2 took 9S"
