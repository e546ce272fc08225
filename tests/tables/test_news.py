"""Events as each viewer may know them."""

from collections import Counter

import pytest

from deploy.accounts.models import User
from tables import news
from tables.boards import load_board
from tables.models import Event
from tables.news import load_news
from tables.states import kept
from tests.house import sit
from tests.tables.felt import (
    act,
    deal,
    fold_out,
    in_turn,
    play_out,
    quiet_betting,
)
from tests.tables.test_boards import cards_in, hidden_hands

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_drawn_card_is_told_to_its_drawer_alone(table_id: int, players: list[User]) -> None:
    deal(table_id)
    quiet_betting(table_id, players)
    player = in_turn(table_id, players)
    head = load_board(table_id).table.told_seq
    act(player, table_id, {"kind": "draw", "from": "stock"})
    drawn = load_board(table_id).snapshot(player.pk)["hand"]["drawn"]
    told = load_news(table_id, head)
    (own,) = told.told_to(player.pk)
    assert own["card"] == drawn
    for other in [*(one.pk for one in players if one != player), None]:
        (event,) = told.told_to(other)
        assert "card" not in event
        assert {**own, "card": None} == {**event, "card": None}


@pytest.mark.usefixtures("short_hands")
def test_nobody_hears_of_a_card_that_is_not_his_before_it_lies_open(
    table_id: int, players: list[User], stranger: User
) -> None:
    """Over two hands: every card in the news was one's own, thrown, or laid at the end."""
    heads = [0]

    def look() -> None:
        told = load_news(table_id, heads[-1])
        held = hidden_hands(table_id)
        top = load_board(table_id).snapshot(None)["hand"]["top"]
        for seat, viewer in [*enumerate(players), (None, stranger)]:
            own = held.get(seat, Counter()) if seat is not None else Counter[str]()
            for event in told.told_to(viewer.pk):
                if "result" in event:
                    continue
                action = event.get("action", {})
                taken = {event["card"]} if action.get("from") == "discard" else set()
                assert set(cards_in(event)) <= set(own) | {top} | taken, event
        if told.rows:
            heads.append(told.rows[-1].seq)

    for seed in (3, 4):
        deal(table_id)
        play_out(table_id, players, seed=seed, look=look)


@pytest.mark.usefixtures("short_hands")
def test_claims_are_told_to_nobody(table_id: int, players: list[User]) -> None:
    """Many hands end by a claim: all hear of the end, and no number is missing before it."""
    for seed in range(40):
        deal(table_id)
        hand = play_out(table_id, players, seed=seed)
        if (hand.result or {})["how"] == "claim":
            break
    assert Event.objects.filter(told=None, hand=hand, line__contains='"kind":"claim"').exists()
    for viewer in (None, *(player.pk for player in players)):
        told = load_news(table_id, 0).told_to(viewer)
        assert [event for event in told if event.get("action", {}).get("kind") == "claim"] == []
    numbers = Event.objects.filter(table_id=table_id, told__isnull=False).order_by("told")
    assert list(numbers.values_list("told", flat=True)) == list(range(1, len(numbers) + 1))


def test_seeds_and_openings_are_no_news(table_id: int, players: list[User]) -> None:
    deal(table_id)
    fold_out(table_id, players)
    types = Counter(event["type"] for event in load_news(table_id, 0).told_to(players[0].pk))
    assert types["hand"] == types["close"] == 1
    assert types["open"] == types["commit"] == types["reveal-deck"] == 0
    logged = {event.type for event in Event.objects.all()}
    assert {"open", "commit", "reveal-deck"} <= logged


@pytest.mark.usefixtures("short_hands")
def test_news_are_the_same_with_and_without_kept_states(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    play_out(table_id, players)
    warm = load_news(table_id, 0).told_to(players[0].pk)
    kept.clear()
    assert load_news(table_id, 0).told_to(players[0].pk) == warm
    middle = warm[len(warm) // 2]["seq"]
    kept.clear()
    assert load_news(table_id, middle).told_to(players[0].pk) == [
        event for event in warm if event["seq"] > middle
    ]


@pytest.mark.usefixtures("short_hands")
def test_a_long_log_comes_in_parts(
    table_id: int, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(table_id)
    play_out(table_id, players)
    whole = load_news(table_id, 0).told_to(players[0].pk)
    monkeypatch.setattr(news, "EVENTS_MAX", 7)
    parts, after = [], 0
    while (part := load_news(table_id, after)).rows:
        assert len(part.rows) <= 7
        parts += part.told_to(players[0].pk)
        after = part.rows[-1].told or after
    assert parts == whole


def test_one_reading_serves_cursors_of_many(table_id: int, players: list[User]) -> None:
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "check"})
    told = load_news(table_id, 0)
    everything = told.told_to(None)
    assert told.told_to(None, after=everything[-2]["seq"]) == everything[-1:]
    assert told.told_to(None, after=10_000) == []


def test_seats_taken_later_hear_nothing_of_the_hand(
    table_id: int, players: list[User], stranger: User
) -> None:
    """Zeca sits where nobody sat; he hears what a spectator hears."""
    deal(table_id)
    quiet_betting(table_id, players)
    sit(stranger, table_id)
    act(in_turn(table_id, players), table_id, {"kind": "draw", "from": "stock"})
    told = load_news(table_id, 0)
    assert told.told_to(stranger.pk) == told.told_to(None)
