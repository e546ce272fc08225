"""Acting: whole hands, repeats, what is refused, and many at once."""

import random
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from engine import record
from tables import commands, queries
from tables.boards import load_board
from tables.errors import BadRequest, IllegalMove, NoHand, NotInHand, NotSeated, Stale
from tables.models import Event, Hand, Table
from tests.house import a_player, sit
from tests.tables.felt import (
    act,
    deal,
    digest,
    draw_and_throw,
    fold_out,
    hurry,
    in_turn,
    let_clock_act,
    out_of_turn,
    play_out,
    quick_table,
    quiet_betting,
    step,
)
from tests.together import together
from wallet import queries as chips
from wallet.errors import KeyReused, Refusal

pytestmark = pytest.mark.django_db(transaction=True)


def statements(context: CaptureQueriesContext) -> list[str]:
    """Return the statements that did work, without the frames of transactions."""
    frames = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [q["sql"] for q in context.captured_queries if not q["sql"].startswith(frames)]


def test_a_hand_ends_with_its_pot_paid_and_the_winner_deals_next(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    result = hand.result
    assert result is not None
    stacks = chips.stacks(table_id)
    assert sum(stacks.values()) == 1500
    seats = {one.seat: one.user_id for one in hand.players.all()}
    for seat, delta in result["deltas"]:
        assert stacks[seats[seat]] == 500 + delta
    if result["winner"] is not None:
        assert result["next_dealer"] == result["winner"]
    deal(table_id)
    assert load_board(table_id).snapshot(None)["hand"]["dealer"] == result["next_dealer"]


@pytest.mark.usefixtures("short_hands")
def test_records_of_many_hands_are_good_and_no_chip_is_lost(
    table_id: int, players: list[User]
) -> None:
    for number in range(1, 4):
        deal(table_id)
        hand = play_out(table_id, players, seed=number)
        assert hand.hand_no == number
        verdict = record.verify(queries.record_text(hand))
        assert (verdict.exit_code, verdict.reason) == (0, "")
    heads = [bytes(one.head).hex() for one in Hand.objects.order_by("hand_no")]
    opened = [
        record.load(queries.record_text(one)).opening for one in Hand.objects.order_by("hand_no")
    ]
    assert [one["previous"] for one in opened] == [None, *heads[:-1]]
    assert chips.audit().ok, chips.audit().summary


def test_the_log_has_no_gaps(table_id: int, players: list[User]) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    numbers = list(
        Event.objects.filter(table_id=table_id).order_by("seq").values_list("seq", flat=True)
    )
    assert numbers == list(range(1, Table.objects.get(pk=table_id).seq + 1))
    lines = list(hand.events.order_by("hand_seq").values_list("hand_seq", flat=True))
    assert lines == list(range(len(lines)))


def test_a_repeat_is_answered_alike_and_acts_once(table_id: int, players: list[User]) -> None:
    deal(table_id)
    player = in_turn(table_id, players)
    first = act(player, table_id, {"kind": "check"}, action_id="same", seq=0)
    before = digest()
    assert act(player, table_id, {"kind": "check"}, action_id="same", seq=0) == first
    with pytest.raises(KeyReused):
        act(player, table_id, {"kind": "fold"}, action_id="same", seq=0)
    assert digest() == before


def test_a_repeat_is_answered_after_the_hand_and_in_another_form(
    table_id: int, players: list[User]
) -> None:
    """Cards may be written in several ways; the action is the same one."""
    deal(table_id)
    quiet_betting(table_id, players)
    player = in_turn(table_id, players)
    act(player, table_id, {"kind": "draw", "from": "stock"})
    card = load_board(table_id).snapshot(player.pk)["hand"]["drawn"]
    thrown = act(player, table_id, {"kind": "discard", "card": card}, action_id="thrown")
    play_out(table_id, players)
    lower = {"kind": "discard", "card": card.lower()}
    assert act(player, table_id, lower, action_id="thrown", seq=0) == thrown


def test_ids_of_two_players_do_not_meet(table_id: int, players: list[User]) -> None:
    deal(table_id)
    for _ in players:
        act(in_turn(table_id, players), table_id, {"kind": "check"}, action_id="mine")
    assert Event.objects.filter(action_id="mine").count() == 3


def test_row_34_fifty_posts_at_once_act_once(table_id: int, players: list[User]) -> None:
    deal(table_id)
    player = in_turn(table_id, players)
    one = partial(act, player, table_id, {"kind": "check"}, action_id="same", seq=0)
    answers = together([one] * 50)
    assert [answer for answer in answers if answer != answers[0]] == []
    assert isinstance(answers[0], dict), answers[0]
    assert Event.objects.filter(table_id=table_id, type="act").count() == 1


def test_row_53_many_actions_at_once_with_keys_of_their_own_act_once(
    table_id: int, players: list[User]
) -> None:
    """Only the first finds the hand as it was seen; whoever waited for it is told so."""
    deal(table_id)
    player = in_turn(table_id, players)
    answers = together([partial(act, player, table_id, {"kind": "check"}, seq=0)] * 24)
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    refused = [answer for answer in answers if not isinstance(answer, dict)]
    assert {type(answer) for answer in refused} == {Stale}, refused
    assert Event.objects.filter(table_id=table_id, type="act").count() == 1


def test_an_old_or_future_sequence_is_stale(table_id: int, players: list[User]) -> None:
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "check"})
    before = digest()
    for seq in (0, 2, 99):
        with pytest.raises(Stale) as refused:
            act(in_turn(table_id, players), table_id, {"kind": "check"}, seq=seq)
        assert refused.value.facts == {"seq": 1, "expected": seq}
    assert digest() == before


@pytest.mark.parametrize("seq", ["0", 0.0, True, -1, 2**31, None, [0]])
def test_a_sequence_is_a_whole_number(table_id: int, players: list[User], seq: object) -> None:
    deal(table_id)
    before = digest()
    with pytest.raises(BadRequest):
        commands.act(
            user=in_turn(table_id, players),
            table_id=table_id,
            action_id="a",
            expected_seq=seq,
            action={"kind": "check"},
        )
    assert digest() == before


@pytest.mark.parametrize("action_id", ["", "x" * 65, "é", "a\nb", 7, None])
def test_an_action_has_a_usable_id(table_id: int, players: list[User], action_id: object) -> None:
    deal(table_id)
    before = digest()
    with pytest.raises(BadRequest):
        act(in_turn(table_id, players), table_id, {"kind": "check"}, action_id=action_id)
    assert digest() == before


def test_who_may_not_act(table_id: int, players: list[User], stranger: User) -> None:
    check = {"kind": "check"}
    before = digest()
    with pytest.raises(NotSeated):
        act(stranger, table_id, check)
    with pytest.raises(NoHand):
        act(players[0], table_id, check)
    assert digest() == before
    deal(table_id)
    sit(stranger, table_id)
    before = digest()
    with pytest.raises(NotInHand):
        act(stranger, table_id, check)
    with pytest.raises(IllegalMove, match="turn") as refused:
        act(out_of_turn(table_id, players), table_id, check)
    assert refused.value.code == "not-your-turn"
    assert digest() == before


def test_when_the_hand_is_over_nobody_acts(table_id: int, players: list[User]) -> None:
    deal(table_id)
    fold_out(table_id, players)
    before = digest()
    with pytest.raises(NoHand):
        act(players[0], table_id, {"kind": "check"})
    assert digest() == before


def test_row_39_a_command_that_fails_midway_leaves_nothing(
    table_id: int, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last fold writes lines, result, settlement and table; all of it or nothing."""
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "fold"})
    last = in_turn(table_id, players)
    before = digest()
    with monkeypatch.context() as patch:
        patch.setattr("tables.commands.hand.call_players", lambda _log: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            act(last, table_id, {"kind": "fold"})
    assert digest() == before
    act(last, table_id, {"kind": "fold"})  # and what was tried can be done
    assert load_board(table_id).snapshot(None)["hand"]["result"]["how"] == "folds"


def test_an_action_costs_few_statements_at_any_number_of_seats(
    players: list[User], quick_clock: None
) -> None:
    counts = {}
    for size in (3, 8):
        names = [f"p{size}-{number}" for number in range(size)]
        everybody = [a_player(name) for name in names]
        table_id = quick_table(players[0], seats=8)
        for one in everybody:
            sit(one, table_id)
        deal(table_id)
        player = in_turn(table_id, everybody)
        with CaptureQueriesContext(connection) as captured:
            act(player, table_id, {"kind": "check"}, seq=0)
        counts[size] = len(statements(captured))
    assert counts[3] == counts[8]
    assert counts[8] <= 8, statements(captured)


def test_the_last_action_pays_in_few_statements(table_id: int, players: list[User]) -> None:
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "fold"})
    player = in_turn(table_id, players)
    with CaptureQueriesContext(connection) as captured:
        act(player, table_id, {"kind": "fold"}, seq=1)
    assert load_board(table_id).snapshot(None)["hand"]["result"]["how"] == "folds"
    assert len(statements(captured)) <= 14, statements(captured)


@pytest.mark.usefixtures("short_hands")
def test_a_claim_is_hidden_until_its_window_closes(players: list[User], quick_clock: None) -> None:
    """Who claims answers to the window, not to each action in it, and nobody else sees it."""
    table_id = quick_table(players[0], window_ms=60_000)
    for player in players:
        sit(player, table_id)
    claimer = next(filter(None, (_play_to_a_claim(table_id, players, n) for n in range(60))))
    board = load_board(table_id)
    tick = board.snapshot(None)["hand"]["seq"]
    others = [one for one in players if one != claimer]
    shown = [_shown(table_id, one) for one in others]
    move = next(move for move in board.legal(claimer.pk) if move["kind"] == "claim")
    claim = {"kind": "claim", "discard": move["options"][0]["discard"]}
    assert act(claimer, table_id, claim)["seq"] == tick
    assert [_shown(table_id, one) for one in others] == shown
    assert load_board(table_id).snapshot(claimer.pk)["hand"]["claimed"] is True
    with pytest.raises(IllegalMove):
        act(claimer, table_id, claim)
    hurry(table_id)
    assert load_board(table_id).snapshot(None)["hand"]["result"]["how"] == "claim"


def _shown(table_id: int, player: User) -> dict[str, object]:
    return load_board(table_id).snapshot(player.pk) | {"now": 0, "head": 0}


def _play_to_a_claim(table_id: int, players: list[User], seed: int) -> User | None:
    """Play a hand until somebody can claim, and return who; None when it ends without."""
    chance = random.Random(seed)
    let_clock_act(table_id)
    while True:
        board = load_board(table_id)
        if board.hand is None or board.hand.state == Hand.State.CLOSED:
            return None
        if board.snapshot(None)["hand"]["phase"] != "window":
            step(table_id, players, chance)
            continue
        for player in players:
            if any(move["kind"] == "claim" for move in board.legal(player.pk)):
                return player
        hurry(table_id)


def test_who_was_away_and_acts_has_a_whole_turn(players: list[User], quick_clock: None) -> None:
    """Drawing in a hurried turn gives back the time to discard."""
    table_id = quick_table(players[0], action_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    quiet_betting(table_id, players)
    player = in_turn(table_id, players)
    seat = player.table_seats.get()
    for _ in ("draw", "discard"):
        hurry(table_id)
    seat.refresh_from_db()
    assert (seat.missed, seat.sitting_out) == (2, True)
    others = [one for one in players if one != player]
    while not _draws(table_id, seat.number):
        draw_and_throw(table_id, others)
    act(player, table_id, {"kind": "draw", "from": "stock"})
    seat.refresh_from_db()
    assert (seat.missed, seat.sitting_out) == (0, False)
    shown = load_board(table_id).snapshot(None)
    assert shown["clock"]["due"] - shown["now"] > 50_000
    newest = Event.objects.filter(table_id=table_id, type="clock").latest("seq")
    assert '"what":"back"' in str(newest.line)


def _draws(table_id: int, seat: int) -> bool:
    hand = load_board(table_id).snapshot(None)["hand"]
    return (hand["phase"], hand["turn"]) == ("draw", seat)


def test_refusals_are_all_refusals() -> None:
    """Whatever a door catches as `Refusal` covers what acting may refuse."""
    for kind in (BadRequest, IllegalMove, NoHand, NotInHand, NotSeated, Stale, KeyReused):
        assert issubclass(kind, Refusal)
