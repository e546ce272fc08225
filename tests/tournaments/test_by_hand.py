"""Tournaments whose results are reported: agreed, forfeited, corrected, undone, dealt and paid."""

import re
from pathlib import Path
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    KNOCK_OUT,
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands, queries
from tournaments.book import chained
from tournaments.errors import AlreadyPaidOut, NoDeal, NothingToUndo, NotInMatch
from tournaments.models import Entrant, Payment, Tournament
from tournaments.rules.__main__ import main
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.standings import board
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet import commands as wallet
from wallet import queries as chips
from wallet.errors import AccountClosed, AccountNotEmpty, Refusal, StillEntered, StillPlayedFor

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = (Level(10, 600), Level(20, 600), Level(40, 600))
BOUNTIES = PrizeRules(prize_part=100, fee_part=10, bounty_part=50, bounty_cash_per_cent=50)


def started(count: int, structure: Structure = KNOCK_OUT) -> tuple[User, list[User], int]:
    """A tournament that has begun, with its organiser and players."""
    olga, users = an_organiser(), players(count)
    number = announced(olga, structure)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, users, number


def result(*order: str) -> dict[str, Any]:
    """These finished in this order."""
    return {"places": [[ref] for ref in order]}


def said(user: User, number: int, match: str, *order: str) -> dict[str, Any]:
    """Report a result of the stage "main" and let the tournament go on."""
    told = commands.report(
        user=user,
        key=fresh(),
        tournament_id=number,
        stage="main",
        match=match,
        result=result(*order),
    )
    commands.advance(number)
    return told


def winner_of(number: int, match: str) -> str | None:
    """Who goes on from a match of the stage "main"."""
    return board(state_of(number).stages["main"]).stand(match).winner


def test_two_players_agree() -> None:
    _olga, (ana, bia), number = started(2)
    assert said(ana, number, "w1.1", "p1", "p2") == {"recorded": False, "waiting_for": ["p2"]}
    assert said(bia, number, "w1.1", "p2", "p1")["recorded"] is False
    assert said(bia, number, "w1.1", "p1", "p2") == {"recorded": True, "waiting_for": []}
    assert row_of(number).phase == "paid"
    assert chips.balance(ana.pk) == 890 + 200
    assert chips.audit().ok


def test_stranger_reports_nothing() -> None:
    _olga, users, number = started(4)
    with pytest.raises(NotInMatch):
        said(users[1], number, "w1.1", "p1", "p4")


def test_both_absent_are_out_and_the_next_opponent_walks_over() -> None:
    olga, _users, number = started(4)
    said(olga, number, "w1.2", "p2", "p3")
    commands.forfeit(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        match="w1.1",
        absent=["p1", "p4"],
        note="Neither came.",
    )
    commands.advance(number)
    assert winner_of(number, "w2.1") == "p2"
    assert row_of(number).phase == "paid"


def test_correction_is_previewed_made_undone_and_redone() -> None:
    olga, users, number = started(4)
    said(olga, number, "w1.1", "p1", "p4")
    said(olga, number, "w1.2", "p2", "p3")
    before = state_of(number)
    wrong: dict[str, Any] = {
        "stage": "main",
        "match": "w1.1",
        "result": result("p4", "p1"),
        "rulings": {},
    }
    found = queries.preview(row_of(number), **wrong)
    assert [one["match"] for one in found["matches"]] == ["w2.1"]
    assert state_of(number) == before
    commands.correct(user=olga, key=fresh(), tournament_id=number, note="Read wrongly.", **wrong)
    assert set(board(state_of(number).stages["main"]).stand("w2.1").sides) == {"p4", "p2"}
    commands.undo(user=olga, key=fresh(), tournament_id=number, note="It was right.")
    assert state_of(number).stages["main"].results == before.stages["main"].results
    commands.redo(user=olga, key=fresh(), tournament_id=number, note="No, it was not.")
    assert set(board(state_of(number).stages["main"]).stand("w2.1").sides) == {"p4", "p2"}
    with pytest.raises(NothingToUndo):
        commands.redo(user=olga, key=fresh(), tournament_id=number, note="Again?")
    said(olga, number, "w2.1", "p4", "p2")
    assert chips.balance(users[3].pk) == 890 + 280
    with pytest.raises(Refusal) as refused:
        commands.undo(user=olga, key=fresh(), tournament_id=number, note="Too late.")
    assert refused.value.code in {"already-paid-out", "not-ready"}
    assert chips.audit().ok


def test_log_file_is_verified_by_an_outsider(tmp_path: Path) -> None:
    structure = Structure(
        (Stage("main", "swiss", size=4, rounds=2, seeding="drawn", points=(3, 2, 1, 0)),), PRIZES
    )
    olga, _users, number = started(8, structure)
    for _round in range(2):
        rounds = state_of(number).stages["main"].rounds
        for table, refs in enumerate(rounds[-1].tables, start=1):
            said(olga, number, f"r{len(rounds)}.{table}", *refs)
    row = row_of(number)
    assert row.phase == "paid"
    assert chained(row)
    file = tmp_path / "log.jsonl"
    file.write_text(queries.log_text(row))
    assert main(["verify", str(file)]) == 0
    drawn, rest = queries.log_text(row).split("stage-started", 1)
    names = {'"p1"': '"p8"', '"p8"': '"p1"'}
    forged = re.sub('"p[18]"', lambda found: names[found[0]], rest)
    file.write_text(f"{drawn}stage-started{forged}")
    assert main(["verify", str(file)]) == 1


def freezeout(prizes: PrizeRules = PRIZES, **buying: int) -> Structure:
    """A freezeout at tables of three."""
    stage = Stage("main", "freezeout", size=3, levels=LEVELS, stack=1000)
    return Structure((stage,), prizes, BuyingRules(1000, **buying))


def busts(olga: User, number: int, *told: dict[str, Any]) -> dict[str, Any]:
    """Report who is out."""
    answer = commands.report_busts(
        user=olga, key=fresh(), tournament_id=number, stage="main", busts=told
    )
    commands.advance(number)
    return answer


def test_freezeout_of_a_live_room_with_bounties() -> None:
    olga, users, number = started(6, freezeout(BOUNTIES))
    told = busts(olga, number, {"entrant": "p6", "stack": 900, "by": ["p1"]})
    assert told["remaining"] == 5
    for ref in ("p5", "p4", "p3"):
        busts(olga, number, {"entrant": ref, "stack": 500, "by": ["p1"]})
    assert len(state_of(number).stages["main"].tables()) == 1
    busts(olga, number, {"entrant": "p2", "stack": 2500, "by": ["p1"]})
    row = row_of(number)
    assert (row.phase, row.trouble) == ("paid", None)
    winner = Entrant.objects.get(ref="p1")
    assert winner.place_first == 1
    assert sum(Entrant.objects.values_list("prize", flat=True)) == 600 + 300
    assert sum(chips.balance(user.pk) for user in users) == 6 * 1000 - 60
    assert chips.audit().ok


@pytest.mark.parametrize(
    "told",
    [
        [{"entrant": "p2", "by": ["p2"]}],
        [{"entrant": "p2", "by": ["p6"]}],
        [{"entrant": "p2", "by": ["p1", "p6"]}],
        [{"entrant": "p2", "by": ["p3"]}, {"entrant": "p3", "by": ["p1"]}],
        [{"entrant": "p2", "by": ["p1", "p1"]}],
        [{"entrant": "p2", "by": ["p77"]}],
    ],
    ids=["oneself", "out-before", "one-of-two", "out-with-them", "twice", "nobody"],
)
def test_bounty_goes_to_nobody_who_cannot_have_the_chips(told: list[dict[str, Any]]) -> None:
    olga, _users, number = started(6, freezeout(BOUNTIES))
    busts(olga, number, {"entrant": "p6", "by": ["p1"]})
    before = state_of(number)
    with pytest.raises(Refusal) as refused:
        busts(olga, number, *told)
    assert refused.value.code == "bad-killers"
    assert state_of(number) == before


def test_two_are_out_in_one_hand_by_those_who_are_still_in() -> None:
    olga, _users, number = started(6, freezeout(BOUNTIES))
    both = ["p1", "p2"]
    busts(olga, number, {"entrant": "p6", "by": both}, {"entrant": "p5", "by": both})
    assert state_of(number).bounties == {"p1": 24, "p2": 24}


def test_re_entry_brings_a_new_seat_and_is_given_back_with_a_cancellation() -> None:
    olga, users, number = started(5, freezeout(late_until=0, reentries=1))
    busts(olga, number, {"entrant": "p5", "stack": 900})
    commands.re_enter(user=users[4], key=fresh(), tournament_id=number)
    commands.advance(number)
    assert "p5" in state_of(number).stages["main"].seats
    assert chips.balance(users[4].pk) == 1000 - 220
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Fire alarm.")
    assert [chips.balance(user.pk) for user in users] == [1000] * 5
    assert chips.audit().ok


def test_head_that_nobody_took_is_still_in_play_after_a_re_entry() -> None:
    """2.10: what was paid in for bounties is paid out, else no account can be closed."""
    olga, users, number = started(3, freezeout(BOUNTIES, late_until=0, reentries=1))
    busts(olga, number, {"entrant": "p3", "stack": 900})
    commands.re_enter(user=users[2], key=fresh(), tournament_id=number)
    commands.advance(number)
    assert state_of(number).heads == {"p1": 50, "p2": 50, "p3": 50 + 50}
    for ref in ("p3", "p2"):
        busts(olga, number, {"entrant": ref, "stack": 900, "by": ["p1"]})
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert sum(Entrant.objects.values_list("prize", flat=True)) == 4 * 150
    assert chips.audit().ok


def test_late_entrant_is_seated() -> None:
    olga, users, number = started(4, freezeout(late_until=0))
    late = an_organiser("late")
    commands.register(user=late, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert len(state_of(number).stages["main"].seats) == 5
    assert Entrant.objects.get(user=late).table_no is not None
    assert row_of(number).phase == "running"
    for ref in ("p1", "p2", "p3", "p4"):
        busts(olga, number, {"entrant": ref, "stack": 500})
    # All is played before the entries closed: they close, and the prizes are fixed and paid.
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert sum(chips.balance(user.pk) for user in [*users, late]) == 5 * 1000 - 50


def test_deal_is_made_when_all_who_are_left_say_yes() -> None:
    olga, users, number = started(4, freezeout())
    busts(olga, number, {"entrant": "p4", "stack": 500})
    busts(olga, number, {"entrant": "p3", "stack": 500})
    counts = {"p1": 3000, "p2": 1000}
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=counts)
    with pytest.raises(NoDeal):
        commands.propose_deal(user=users[3], key=fresh(), tournament_id=number)
    offer = commands.propose_deal(user=users[1], key=fresh(), tournament_id=number)
    assert sum(offer["amounts"].values()) == 400
    vote = {"tournament_id": number, "deal": offer["deal"], "yes": True}
    assert commands.vote_deal(user=users[0], key=fresh(), **vote)["waiting_for"] == ["p2"]
    assert commands.vote_deal(user=users[1], key=fresh(), **vote)["made"] is True
    busts(olga, number, {"entrant": "p1", "stack": 3000})
    paid = {one.ref: one.prize for one in Entrant.objects.all() if one.prize}
    assert paid == offer["amounts"]
    assert row_of(number).phase == "paid"
    assert chips.audit().ok


def test_stack_that_nobody_has_counted_is_no_empty_one() -> None:
    """In a live room: a whole stack is in front until it is told; what is bought comes to it."""
    prizes = PrizeRules(prize_part=100, rebuy_price=100, addon_price=50)
    buying = {"rebuys": 1, "rebuy_until": 0, "rebuy_stack": 400, "rebuy_chips": 1000}
    olga, users, number = started(3, freezeout(prizes, addon_at=0, addon_chips=500, **buying))
    with pytest.raises(Refusal) as refused:
        commands.rebuy(user=users[0], key=fresh(), tournament_id=number)
    assert refused.value.code == "too-many-chips"
    commands.add_on(user=users[1], key=fresh(), tournament_id=number)
    assert Entrant.objects.get(ref="p2").stack == 1500
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks={"p1": 300})
    commands.rebuy(user=users[0], key=fresh(), tournament_id=number)
    assert Entrant.objects.get(ref="p1").stack == 1300


def test_house_adds_what_a_guaranteed_pool_lacks() -> None:
    staff, users = an_organiser(), players(2)
    staff.is_staff = True
    staff.save()
    prizes = PrizeRules(prize_part=100, fee_part=10, guarantee=1000)
    number = announced(staff, Structure(KNOCK_OUT.stages, prizes))
    entered(number, users)
    commands.start(user=staff, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert queries.prizes(row_of(number))["overlay"] == 800
    said(staff, number, "w1.1", "p2", "p1")
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert [chips.balance(user.pk) for user in users] == [890, 1890]
    assert chips.audit().ok


def test_prizes_wait_for_the_time_of_protest_and_follow_a_correction() -> None:
    olga, users = an_organiser(), players(2)
    number = announced(olga, KNOCK_OUT, protest_s=3600)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    said(olga, number, "w1.1", "p1", "p2")
    row = row_of(number)
    assert row.phase == "finished"
    assert row.due_at is not None
    right: dict[str, Any] = {"stage": "main", "match": "w1.1", "rulings": {}}
    with pytest.raises(Refusal) as refused:
        commands.correct(
            user=olga, key=fresh(), tournament_id=number, result=None, note="Again.", **right
        )
    assert refused.value.code == "all-played"
    right["result"] = result("p2", "p1")
    moved = queries.preview(row, **right)["prizes"]
    assert moved == [
        {"entrant": "p1", "now": 200, "then": 0},
        {"entrant": "p2", "now": 0, "then": 200},
    ]
    commands.correct(user=olga, key=fresh(), tournament_id=number, note="Read wrongly.", **right)
    Tournament.objects.filter(pk=number).update(protest_s=0)
    commands.advance(number)
    assert row_of(number).phase == "paid"
    assert [chips.balance(user.pk) for user in users] == [890, 1090]
    places = dict(Entrant.objects.values_list("ref", "place_first"))
    assert places == {"p1": 2, "p2": 1}
    with pytest.raises(AlreadyPaidOut):
        commands.undo(user=olga, key=fresh(), tournament_id=number, note="It was right.")


FREE = Structure(KNOCK_OUT.stages, PrizeRules(guarantee=1000))


def free_with_prizes() -> tuple[User, int]:
    """A tournament that costs nothing, whose prizes the house pays; and who runs it."""
    staff = an_organiser()
    staff.is_staff = True
    staff.save()
    return staff, announced(staff, FREE)


def test_who_may_win_a_prize_keeps_the_wallet_open() -> None:
    """Closed before it is paid, one winner's wallet would keep everybody's prizes back."""
    staff, number = free_with_prizes()
    users = [User.objects.create(username=name) for name in ("lia", "rui", "eva")]
    entered(number, users)
    for user in users:
        with pytest.raises(StillEntered):
            wallet.close_my_account(key="before", user_id=user.pk)
    commands.withdraw(user=users[2], key=fresh(), tournament_id=number)
    wallet.close_my_account(key="away", user_id=users[2].pk)
    commands.start(user=staff, key=fresh(), tournament_id=number)
    commands.advance(number)
    with pytest.raises(StillEntered):
        wallet.close_my_account(key="while", user_id=users[1].pk)
    said(staff, number, "w1.1", "p2", "p1")
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    wallet.close_my_account(key="after", user_id=users[0].pk)
    with pytest.raises(AccountNotEmpty):
        wallet.close_my_account(key="after", user_id=users[1].pk)
    assert chips.audit().ok


def test_whom_no_prize_could_be_paid_to_does_not_enter() -> None:
    staff, number = free_with_prizes()
    user = User.objects.create(username="lia")
    wallet.close_my_account(key="k", user_id=user.pk)
    with pytest.raises(AccountClosed):
        entered(number, [user])
    listed = {"name": user.username, "account": True}
    with pytest.raises(AccountClosed):
        commands.enter_others(user=staff, key=fresh(), tournament_id=number, entries=[listed])
    assert not Entrant.objects.exists()


def test_staff_cannot_give_an_entry_back_behind_the_tournaments_back() -> None:
    """The pot would be short of it; the organiser gives it back, and then all is given back."""
    olga, users = an_organiser(), players(3)
    number = announced(olga)
    entered(number, users)
    for one in Payment.objects.order_by("pk")[:2]:
        transfer = one.transfer_id
        with pytest.raises(StillPlayedFor):
            wallet.correct(key=fresh(), staff_id=olga.pk, transfer_id=transfer, reason="mistake")
    commands.withdraw(user=users[0], key=fresh(), tournament_id=number)
    told = commands.cancel(user=olga, key=fresh(), tournament_id=number, note="rain")
    assert (row_of(number).phase, told["refunded"]) == ("cancelled", 220)
    assert [chips.balance(user.pk) for user in users] == [1000, 1000, 1000]
    assert None not in Payment.objects.values_list("refund_id", flat=True)
    assert chips.audit().ok
