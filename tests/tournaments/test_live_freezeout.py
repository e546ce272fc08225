"""A freezeout at live tables, hand by hand: busts, moves, the bubble, rebuys, bounties."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tables import commands as tables
from tables import queries as live
from tables.boards import load_board
from tables.commands.hand import AWAY_AFTER
from tables.models import Event, Hand, Outbox, Seat, Table
from tests.tables.felt import hurry, let_clock_act
from tests.tournaments.freezeout import (
    THREE_PAID,
    chips_in_play,
    seated,
    stage_of,
    started,
)
from tests.tournaments.hands import deal, is_dealing, lose_all, settle, table_of
from tests.tournaments.organiser import (
    fresh,
    row_of,
)
from tournaments import commands, queries
from tournaments.errors import NoDeal
from tournaments.models import Deal, Entrant, MatchTable, TournamentEvent
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


def test_page_of_a_table_leads_back_to_its_tournament(client: Client) -> None:
    _olga, users, number = started(3)
    client.force_login(users[0])
    page = client.get(f"/tables/{table_of(number, 1)}/").content.decode()
    assert f'data-tournament-url="/tournaments/{number}/live/"' in page
    live = client.get(f"/tournaments/{number}/live/").content.decode()
    assert f'href="/tables/{table_of(number, 1)}/"' in live


def test_bust_is_written_down_and_the_table_goes_on() -> None:
    _olga, _users, number = started(6)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    assert not is_dealing(table_of(number, 1))
    assert Outbox.objects.filter(done_at__isnull=True).count() == 1
    commands.advance(number)
    assert stage_of(number).out == [(two,)]
    out = Entrant.objects.get(ref=two)
    assert (out.out, out.table_no, out.bust) == (True, None, None)
    assert Entrant.objects.get(ref=one).stack == 200
    assert is_dealing(table_of(number, 1))
    assert chips_in_play(number) == 600


def test_table_whose_hand_has_just_ended_is_not_let_go_before_its_bust_is_noted() -> None:
    """The hand ended between two looks of one job: who lost all would sit in the next hand."""
    _olga, _users, number = started(6)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    table_id = table_of(number, 1)
    with transaction.atomic():
        tables.set_table(table_id=table_id, held=False, ante=20)
    assert not is_dealing(table_id)
    commands.advance(number)
    assert stage_of(number).out == [(two,)]
    assert is_dealing(table_id)


def test_table_stops_now_or_after_its_hand_whatever_was_last_seen_of_it() -> None:
    _olga, _users, number = started(6)
    first, second = table_of(number, 1), table_of(number, 2)
    deal(second)
    with transaction.atomic():
        assert not tables.stop_table(table_id=first)
        assert tables.stop_table(table_id=second)
    assert [
        Table.objects.values_list("held", "stopping", "due_what").get(pk=one)
        for one in (first, second)
    ] == [(True, True, None), (False, True, "act")]


def held_at(number: int, no: int) -> dict[str, Any] | None:
    """Why a table stands still, as everybody there is told."""
    found: dict[str, Any] | None = load_board(table_of(number, no)).snapshot(None)["held"]
    return found


@pytest.mark.parametrize("playing", [True, False])
def test_paused_table_tells_why_as_soon_as_it_stands_and_then_that_it_goes_on(
    *, playing: bool
) -> None:
    olga, _users, number = started(6)
    one, two = table_of(number, 1), table_of(number, 2)
    assert held_at(number, 1) is None
    if playing:
        deal(one)
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Almoço")
    commands.advance(number)
    if playing:
        assert held_at(number, 1) is None
        winner, loser, _third = seated(number, 1)
        settle(one, winner, [loser])
    why = {"code": "paused", "reason": "Almoço"}
    assert (held_at(number, 1), held_at(number, 2)) == (why, why)
    newest = Event.objects.filter(table=two).latest("seq")
    assert (newest.type, newest.body) == ("held", why)
    commands.advance(number)  # and says it once
    assert Event.objects.filter(table=two).latest("seq") == newest
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert (held_at(number, 1), held_at(number, 2)) == (None, None)
    assert Event.objects.filter(table=two).latest("seq").type == "goes-on"
    assert is_dealing(two)


def test_standings_tell_the_place_of_who_is_out_at_once() -> None:
    """Asked in acebusters#856: while the others play on."""
    _olga, _users, number = started(6)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    ranks = {rank["entrant"]: rank for rank in queries.standings(row_of(number), "main")}
    assert (ranks[two]["first"], ranks[two]["last"]) == (6, 6)


def test_a_proposal_to_share_is_off_when_a_hand_has_changed_the_stacks() -> None:
    _olga, _users, number = started(6)
    one, two, three = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    proposer = Entrant.objects.get(ref=one).user
    assert proposer is not None
    offer = commands.propose_deal(user=proposer, key=fresh(), tournament_id=number)
    assert offer["stacks"][one] == 200
    commands.advance(number)
    assert Deal.objects.get(pk=offer["deal"]).state == "open"
    lose_all(number, one, three)
    commands.advance(number)
    assert Deal.objects.get(pk=offer["deal"]).state == "off"
    vote = {"tournament_id": number, "deal": offer["deal"], "yes": True}
    with pytest.raises(NoDeal):
        commands.vote_deal(user=proposer, key=fresh(), **vote)


def test_mover_is_told_before_the_move_which_waits_for_both_hands() -> None:
    _olga, _users, number = started(6)
    deal(table_of(number, 2))
    one, two, three = seated(number, 1)
    lose_all(number, one, two, three)
    commands.advance(number)
    movers = {who.ref: who.moving for who in Entrant.objects.filter(moving__isnull=False)}
    assert movers
    assert all(move["why"] in {"balance", "break"} for move in movers.values() if move)
    assert Table.objects.get(pk=table_of(number, 2)).stopping
    assert (held_at(number, 1), held_at(number, 2)) == ({"code": "seats"}, None)
    before = dict(stage_of(number).seats)
    commands.advance(number)
    assert stage_of(number).seats == before
    winner, loser, _third = seated(number, 2)
    settle(table_of(number, 2), winner, [loser])
    commands.advance(number)
    assert not Entrant.objects.filter(moving__isnull=False).exists()
    assert list(map(len, stage_of(number).tables().values())) == [3]
    assert chips_in_play(number) == 600
    assert is_dealing(table_of(number, 1))


def test_table_that_breaks_empties_seat_by_seat() -> None:
    """A thousand players stood still for one slow hand: each table waits for its own only."""
    _olga, _users, number = started(12)
    for no in (1, 2):
        one, two, _three = seated(number, no)
        lose_all(number, one, two)
        commands.advance(number)
    deal(table_of(number, 2))
    one, two, _three = seated(number, 3)
    lose_all(number, one, two)
    commands.advance(number)
    assert {no: len(table) for no, table in stage_of(number).tables().items()} == {
        1: 3,
        2: 2,
        3: 1,
        4: 3,
    }
    (waits,) = Entrant.objects.filter(moving__isnull=False)
    assert waits.moving is not None
    assert (waits.table_no, waits.moving["table"], waits.moving["why"]) == (3, 2, "break")
    assert is_dealing(table_of(number, 1))
    assert is_dealing(table_of(number, 4))
    winner, loser = seated(number, 2)
    settle(table_of(number, 2), winner, [loser])
    commands.advance(number)
    assert sorted(stage_of(number).tables()) == [1, 2, 4]
    assert not Entrant.objects.filter(moving__isnull=False).exists()
    assert chips_in_play(number) == 1200


def test_seats_of_the_final_table_are_drawn_when_all_fit_there() -> None:
    """Told first, done when both tables stand still; then all chips are at one table."""
    _olga, _users, number = started(5)
    deal(table_of(number, 2))
    one, two, *_rest = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    small = seated(number, 2)
    assert len(stage_of(number).seats) == 4
    settle(table_of(number, 2), small[0], small[1:])
    commands.advance(number)
    drawn = TournamentEvent.objects.filter(kind="seated").latest("seq")
    assert '"final-table"' in drawn.line
    assert len(seated(number, 1)) == 3
    assert MatchTable.objects.filter(state="open").count() == 1
    assert is_dealing(table_of(number, 1))
    assert chips_in_play(number) == 500


@pytest.mark.parametrize("waits", [True, False])
def test_clock_of_levels_stands_while_a_table_waits_hand_for_hand(*, waits: bool) -> None:
    """2.8: nobody gains a level by playing slowly; a setting lets the clock run on."""
    _olga, _users, number = started(6, THREE_PAID, clock_waits=waits)
    for no in (1, 2):
        one, two, _three = seated(number, no)
        lose_all(number, one, two)
        commands.advance(number)
    first, second = (table_of(number, no) for no in (1, 2))
    pairs = [seated(number, no) for no in (1, 2)]
    assert row_of(number).clock_from is not None
    deal(first)
    settle(first, pairs[0][0], pairs[0][1:])
    commands.advance(number)
    assert (row_of(number).clock_from is None) is waits
    deal(second)
    settle(second, pairs[1][0], pairs[1][1:])
    commands.advance(number)
    assert len(stage_of(number).seats) == 2
    assert row_of(number).clock_from is not None


def test_hand_for_hand_on_the_bubble() -> None:
    _olga, users, number = started(6, THREE_PAID)
    for no in (1, 2):
        one, two, _three = seated(number, no)
        lose_all(number, one, two)
        commands.advance(number)
    assert stage_of(number).one_hand
    first, second = (table_of(number, no) for no in (1, 2))
    pairs = [seated(number, no) for no in (1, 2)]
    deal(first)
    settle(first, pairs[0][0], pairs[0][1:])
    commands.advance(number)
    assert len(stage_of(number).out) == 2
    assert (held_at(number, 1), held_at(number, 2)) == ({"code": "tables"}, None)
    deal(second)
    settle(second, pairs[1][0], pairs[1][1:])
    commands.advance(number)
    # Both went in one batch: the larger stack at the start of the hand ranks higher.
    assert len(stage_of(number).seats) == 2
    assert not stage_of(number).one_hand
    one, two = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert sum(chips.balance(user.pk) for user in users) == 6 * 890 + 600
    assert chips_in_play(number) == 0
    assert chips.audit().ok


def away(number: int, no: int, *refs: str) -> None:
    """Let these have missed so many turns that the clock plays for them."""
    for ref in refs:
        user = Entrant.objects.get(tournament=number, ref=ref).user
        Seat.objects.filter(table=table_of(number, no), user=user).update(missed=AWAY_AFTER)


def test_hand_does_not_wait_for_players_who_have_been_away() -> None:
    """Dealt in, anted, and played for at once, with a record that says so and proves itself."""
    _olga, users, number = started(3)
    one, two, three = seated(number, 1)
    away(number, 1, one, two)
    table_id = table_of(number, 1)
    deal(table_id)
    hand = Hand.objects.get(state="open")
    assert len(hand.dealt_in) == 3
    here = users[int(three[1:]) - 1]
    for _ in range(12):
        if load_board(table_id).legal(here.pk):
            break
        due = Table.objects.values_list("due_at", flat=True).get(pk=table_id)
        assert due is not None
        assert due - live.clock() < timedelta(seconds=2)
        let_clock_act(table_id)
    opening = json.loads(str(hand.events.earliest("seq").line))
    assert len(opening["away"]) == 2


def test_table_that_everybody_has_left_deals_no_hand_until_one_is_back() -> None:
    _olga, users, number = started(3)
    table_id = table_of(number, 1)
    away(number, 1, *seated(number, 1))
    for _ in range(3):
        hurry(table_id)
    assert not Hand.objects.exists()
    assert list(Outbox.objects.values_list("kind", flat=True)) == ["nobody-plays"]
    tables.sit_in(user=users[0], key=fresh(), table_id=table_id)
    hurry(table_id)
    assert Hand.objects.filter(state="open").count() == 1


def test_hand_that_everybody_leaves_ends_at_once() -> None:
    """Its stakes go back, and hand-for-hand does not wait for what nobody plays."""
    _olga, _users, number = started(3)
    table_id = table_of(number, 1)
    deal(table_id)
    for _ in range(40):
        if not Hand.objects.filter(state="open").exists():
            break
        hurry(table_id)
    hand = Hand.objects.get()
    assert hand.result is not None
    assert (hand.state, hand.result["how"]) == ("closed", "void")
    with transaction.atomic():
        tables.set_table(table_id=table_id, stopping=True)
    hurry(table_id)
    assert Table.objects.get(pk=table_id).held
    commands.advance(number)
    assert chips_in_play(number) == 300


def test_nobody_leaves_or_joins_a_tournaments_table_by_hand() -> None:
    olga, users, number = started(3)
    table_id = table_of(number, 1)
    attempts = (
        lambda: tables.leave(user=users[0], key=fresh(), table_id=table_id),
        lambda: tables.sit(user=olga, key=fresh(), table_id=table_id, buy_in=10),
        lambda: tables.top_up(user=users[0], key=fresh(), table_id=table_id, amount=10),
        lambda: tables.sit_out(user=users[0], key=fresh(), table_id=table_id),
        lambda: tables.close_table(user=olga, key=fresh(), table_id=table_id),
        lambda: tables.add_bot(user=olga, key=fresh(), table_id=table_id),
    )
    for attempt in attempts:
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.code in {"arranged-table", "buy-in-range"}


def test_hand_that_a_cancelled_tournament_breaks_off_tells_that_reason() -> None:
    olga, _users, number = started(3)
    deal(table_of(number, 1))
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Storm")
    commands.advance(number)
    hand = Hand.objects.get()
    assert hand.result is not None
    assert hand.result["reason"] == "the tournament is cancelled"
    assert chips_in_play(number) == 0
