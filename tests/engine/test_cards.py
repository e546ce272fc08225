"""Cards: ints and their names."""

import pytest

from engine import cards


def test_each_card_is_read_back_from_its_name() -> None:
    names = [cards.text(card) for card in range(108)]
    assert [cards.parse(name) for name in names] == list(range(108))
    assert len(set(names)) == 108


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("AC", 0),
        ("KC", 12),
        ("AD", 13),
        ("TD", 22),
        ("7H", 32),
        ("KS", 51),
        ("JK", 52),
        ("1", 53),
        ("55", 107),
    ],
)
def test_suits_stand_clubs_to_spades_and_ranks_ace_to_king(name: str, card: int) -> None:
    assert cards.parse(name) == card
    assert cards.text(card) == name


@pytest.mark.parametrize("name", ["10D", "td", "T♦", "10♦", "10d"])
def test_other_spellings_of_a_ten_are_understood(name: str) -> None:
    assert cards.text(cards.parse(name)) == "TD"


@pytest.mark.parametrize(
    "name", ["", "1H", "0", "56", "07", "H7", "7 H", "7X", "JKR", "11D", "7H7H", "x" * 1000]
)
def test_what_is_no_card_is_refused_with_a_short_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write rank") as refused:
        cards.parse(name)
    assert len(str(refused.value)) < 150


def test_a_number_card_is_its_number() -> None:
    assert [cards.number(card) for card in cards.NUMBERS] == list(range(1, 56))
    assert all(cards.numbered(cards.number(card)) == card for card in cards.NUMBERS)


def test_suit_and_rank_make_up_the_card() -> None:
    assert [cards.suit(card) * 13 + cards.rank(card) for card in cards.ONE_PACK] == list(range(52))
    assert cards.texts([0, 22]) == ["AC", "TD"]
