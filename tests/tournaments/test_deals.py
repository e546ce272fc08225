"""Deals at a house: who may propose and agree, and what a correction or a leaving does to one."""

from collections.abc import Iterable, Mapping

import pytest

from deploy.accounts.models import User
from tests.house import a_player
from tests.tournaments import hands
from tests.tournaments.organiser import an_organiser, announced, fresh, row_of, state_of
from tests.tournaments.reader import got, of
from tournaments import commands, queries
from tournaments.errors import NoDeal
from tournaments.models import Deal, Entrant, MatchTable
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.outcome import amounts, final_ranks
from tournaments.rules.standings import BRACKETS, board, match_id, stage_over
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as wallet
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db

LEVELS = generated(10, 500, players=8)
PRIZES = PrizeRules(prize_part=100, weights=(50, 30, 20))
PIF_PAF = {"rules": "pif-paf-aposta"}


class Cup:
    """A tournament of a room that has begun: who entered first wins each match."""

    def __init__(self, *stages: Stage, count: int, prizes: PrizeRules = PRIZES) -> None:
        """Announce it, enter so many, half of them by each flight, and start."""
        self.olga = an_organiser()
        self.number = announced(self.olga, Structure(stages, prizes, BuyingRules(500)))
        flights = [take.flight for stage in stages for take in stage.takes if take.flight]
        for at in range(count):
            user = a_player(f"player{at}", 1000)
            flight = flights[at % len(flights)] if flights else ""
            commands.register(user=user, key=fresh(), tournament_id=self.number, flight=flight)
        commands.start(user=self.olga, key=fresh(), tournament_id=self.number)
        commands.advance(self.number)

    def user(self, ref: str) -> User:
        """The account of an entrant."""
        found = Entrant.objects.get(tournament=self.number, ref=ref).user
        assert found is not None
        return found

    def open(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """By stage and match, who plays now."""
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for name, stage in state_of(self.number).stages.items():
            if stage.started and stage.spec.kind in BRACKETS:
                for one in board(stage).ready():
                    found[name, one.match.id] = tuple(side for side in one.sides if side)
            for at, table in enumerate(stage.rounds[-1].tables if stage.rounds else (), start=1):
                if (match := match_id(len(stage.rounds), at)) not in stage.results:
                    found[name, match] = table
        return found

    def play(self, *matches: str, back: bool = False) -> None:
        """Report these; all, as long as there are any, if none is named."""
        while here := self.open():
            wanted = [one for one in here if one[1] in matches or not matches]
            if not wanted or row_of(self.number).phase != "running":
                return
            stage, match = wanted[0]
            order = sorted(here[stage, match], key=lambda ref: int(ref[1:]), reverse=back)
            self.ask(commands.report, stage=stage, match=match, result=self.result(*order))
            commands.advance(self.number)

    def bust(self, stage: str, *refs: str) -> None:
        """Out, one after the other."""
        for ref in refs:
            told = [{"entrant": ref, "stack": 500}]
            self.ask(commands.report_busts, stage=stage, busts=told)
            commands.advance(self.number)

    def ask(self, command: object, **words: object) -> object:
        """What the organiser does."""
        assert callable(command)
        return command(user=self.olga, key=fresh(), tournament_id=self.number, **words)

    @staticmethod
    def result(*order: str) -> dict[str, list[list[str]]]:
        """These in this order."""
        return {"places": [[ref] for ref in order]}

    def propose(self, by: str, shares: Mapping[str, int], for_first: int = 0) -> int:
        """The number of a proposal in amounts of their own."""
        offer = commands.propose_deal(
            user=self.user(by), key=fresh(), tournament_id=self.number, method="custom",
            for_first=for_first, amounts=shares,
        )  # fmt: skip
        return int(offer["deal"])

    def agree(self, deal: int, refs: Iterable[str]) -> bool:
        """All of them say yes; whether it is made."""
        told = {"made": False}
        for ref in refs:
            told = commands.vote_deal(
                user=self.user(ref), key=fresh(), tournament_id=self.number, deal=deal, yes=True
            )
        return bool(told["made"])

    def make(self, shares: Mapping[str, int], for_first: int = 0) -> None:
        """A deal that all of them agree on."""
        assert self.agree(self.propose(next(iter(shares)), shares, for_first), shares)

    def refused(self, shares: Mapping[str, int]) -> str:
        """Why these can have no deal in these amounts."""
        with pytest.raises(Refusal) as refused:
            self.propose(next(iter(shares)), shares)
        return refused.value.code

    def equal(self, *refs: str) -> dict[str, int]:
        """The prizes of so many places in parts for these."""
        pool = sum(amounts(state_of(self.number))[: len(refs)])
        parts = dict.fromkeys(refs, pool // len(refs))
        return parts | {refs[0]: pool - sum(parts.values()) + parts[refs[0]]}

    def paid(self) -> dict[str, int]:
        """The prizes, all of the pool, when it is paid; nothing is left over in the books."""
        commands.advance(self.number)
        row = row_of(self.number)
        assert (row.phase, row.trouble) == ("paid", None)
        found = {
            one.ref: one.prize
            for one in Entrant.objects.filter(tournament=self.number, prize__gt=0)
        }
        assert sum(found.values()) == sum(amounts(state_of(self.number)))
        assert wallet.audit().ok
        return found


def knock_out(*, third: bool = False, count: int = 4) -> Cup:
    """A bracket for so many."""
    return Cup(Stage("main", "single-elimination", third_place=third), count=count)


def table(name: str, *takes: Take, ends_at: int = 1) -> Stage:
    """A freezeout."""
    return Stage(
        name, "freezeout", takes or (Take(),), size=4, levels=LEVELS, stack=500, ends_at=ends_at
    )


def test_winner_of_the_final_keeps_the_prize_while_the_third_place_is_open() -> None:
    cup = knock_out(third=True)
    cup.play("w1.1", "w1.2", "w2.1")
    assert cup.refused(cup.equal("p3", "p4")) == "deal-too-late"
    standings = {rank.entrant: str(rank) for rank in final_ranks(state_of(cup.number))}
    assert standings == {"p1": "1", "p2": "2", "p3": "3-4", "p4": "3-4"}
    cup.play()
    assert cup.paid() == {"p1": 200, "p2": 120, "p3": 80}


def test_finalists_share_while_the_third_place_is_open_and_nobody_else_loses_by_it() -> None:
    cup = knock_out(third=True)
    cup.play("w1.1", "w1.2")
    assert cup.refused(cup.equal("p1", "p3")) == "bad-deal"
    cup.make({"p1": 150, "p2": 140}, for_first=30)
    cup.play()
    assert cup.paid() == {"p1": 180, "p2": 140, "p3": 80}


def test_who_shares_the_third_place_has_a_say_until_both_semi_finals_are_played() -> None:
    cup = knock_out()
    cup.play("w1.1")
    left = [ref for ref in ("p1", "p2", "p3", "p4") if ref in {*sum(cup.open().values(), ())}]
    assert cup.refused(cup.equal("p1", *left)) == "deal-places-open"
    cup.play("w1.2")
    cup.make({"p1": 160, "p2": 160})
    cup.play()
    assert cup.paid() == {"p1": 160, "p2": 160, "p3": 40, "p4": 40}


@pytest.mark.parametrize(
    ("stage", "count"),
    [
        (Stage("main", "swiss", rounds=2), 6),
        (Stage("main", "round-robin"), 4),
    ],
    ids=["swiss", "round robin"],
)
def test_where_points_decide_the_leaders_alone_have_no_deal(stage: Stage, count: int) -> None:
    cup = Cup(stage, count=count)
    cup.play("r1.1", "r1.2")
    assert cup.refused(cup.equal("p1", "p2")) == "bad-deal"
    everybody = [f"p{n}" for n in range(1, count + 1)]
    cup.make(cup.equal(*everybody))
    cup.play(back=True)
    assert len(cup.paid()) == count


def test_who_left_with_points_is_why_the_others_have_no_deal() -> None:
    cup = Cup(Stage("main", "swiss", rounds=3), count=6)
    cup.ask(commands.remove, entrant="p6", note="went home")
    assert cup.refused(cup.equal("p1", "p2", "p3", "p4", "p5")) == "deal-places-open"


def test_console_says_that_nobody_agrees_anew_where_points_decide_and_so_it_is() -> None:
    cup = Cup(Stage("main", "swiss", rounds=3), count=4)
    cup.make(cup.equal("p1", "p2", "p3", "p4"))
    console = got(of(cup.olga), f"/tournaments/{cup.number}/console/")
    assert "keeps the points, and so nobody can agree anew" in console
    assert "may agree anew as soon as" not in console
    cup.ask(commands.disqualify, entrant="p4", note="cheated")
    assert not state_of(cup.number).deal
    assert cup.refused(cup.equal("p1", "p2", "p3")) == "deal-places-open"
    assert cup.refused(cup.equal("p1", "p2", "p3", "p4")) == "deal-places-open"


def test_tables_share_in_mid_round_what_who_is_out_cannot_win() -> None:
    cup = Cup(Stage("main", "tables", sizes=(4, 4), advance=(2,)), count=8)
    cup.play("r1.1")
    out = [ref for group in state_of(cup.number).stages["main"].results.values()
           for ref in [one for place in group.places[2:] for one in place]]  # fmt: skip
    left = [f"p{n}" for n in range(1, 9) if f"p{n}" not in out]
    shares = cup.equal(*left)
    cup.make(shares)
    cup.play()
    assert cup.paid() == shares


def test_who_is_through_from_another_flight_cannot_be_dealt_out() -> None:
    flights = [table(name, Take(flight=name), ends_at=2) for name in "ab"]
    cup = Cup(*flights, table("final", Take("a", 1, 2), Take("b", 1, 2)), count=8)
    seats = {name: sorted(state_of(cup.number).stages[name].seats) for name in "ab"}
    cup.bust("a", *seats["a"][:2])
    cup.bust("b", seats["b"][0])
    assert cup.refused(cup.equal(*seats["b"][1:])) == "deal-too-soon"
    page = got(of(cup.user(seats["b"][1])), f"/tournaments/{cup.number}/live/")
    assert "the stage that decides the first place, final, has begun" in page
    assert 'value="propose-deal"' not in page
    cup.bust("b", seats["b"][1])
    final = [*seats["a"][2:], *seats["b"][2:]]
    counts = dict(zip(final, (700, 600, 500, 200), strict=True))
    cup.ask(commands.report_stacks, stacks=counts)
    offer = commands.propose_deal(user=cup.user(final[0]), key=fresh(), tournament_id=cup.number)
    assert offer["stacks"] == counts
    assert cup.agree(offer["deal"], final)
    cup.bust("final", *final[:3])
    assert cup.paid() == offer["amounts"]


def test_seats_of_a_satellite_are_not_shared() -> None:
    into = announced(an_organiser("otto"))
    seats = PrizeRules(prize_part=60, seat_value=110, seat_into=str(into))
    cup = Cup(table("main", ends_at=2), count=4, prizes=seats)
    assert cup.refused({"p1": 60, "p2": 60, "p3": 60, "p4": 60}) == "deal-of-seats"


def test_a_proposal_is_off_when_others_are_left() -> None:
    cup = knock_out()
    deal = cup.propose("p1", cup.equal("p1", "p2", "p3", "p4"))
    assert not cup.agree(deal, ["p1", "p2", "p3"])
    cup.play("w1.1")
    assert Deal.objects.get(pk=deal).state == "off"
    with pytest.raises(NoDeal):
        cup.agree(deal, ["p4"])


def test_a_proposal_is_off_when_somebody_leaves() -> None:
    cup = knock_out()
    cup.play("w1.1", "w1.2")
    deal = cup.propose("p1", {"p1": 160, "p2": 160})
    cup.ask(commands.disqualify, entrant="p2", note="cheated")
    assert Deal.objects.get(pk=deal).state == "off"
    cup.play()
    assert cup.paid() == {"p1": 200, "p2": 120, "p3": 40, "p4": 40}


@pytest.mark.parametrize("third", ["", "third"])
def test_a_correction_ends_the_deal_of_who_was_never_in_the_final(third: str) -> None:
    cup = knock_out(third=bool(third))
    cup.play("w1.1", "w1.2")
    cup.make({"p1": 160, "p2": 160})
    loser = next(
        ref for ref in ("p3", "p4")
        if ref in {one for place in state_of(cup.number).stages["main"].results["w1.2"].places
                   for one in place}
    )  # fmt: skip
    right = cup.result(loser, "p2")
    row = row_of(cup.number)
    told = queries.preview(row, stage="main", match="w1.2", result=right, rulings={})
    assert told["ends_deal"] is True
    cup.ask(commands.correct, stage="main", match="w1.2", result=right, rulings={}, note="misread")
    state = state_of(cup.number)
    assert not state.deal
    assert Deal.objects.get().state == "off"
    assert "The deal ends" in got(of(None), f"/tournaments/{cup.number}/live/")
    cup.make({"p1": 170, loser: 150})
    assert cup.ask(commands.undo, note="it was right")
    assert not state_of(cup.number).deal
    cup.play()
    assert cup.paid() == {"p1": 200, "p2": 120} | ({"p3": 80} if third else {"p3": 40, "p4": 40})


def test_a_correction_that_touches_no_share_leaves_the_deal() -> None:
    cup = knock_out(third=True)
    cup.play("w1.1", "w1.2")
    cup.make({"p1": 160, "p2": 160})
    cup.play("third")
    right = cup.result("p4", "p3")
    told = queries.preview(
        row_of(cup.number), stage="main", match="third", result=right, rulings={}
    )
    assert told["ends_deal"] is False
    cup.ask(commands.correct, stage="main", match="third", result=right, rulings={}, note="no")
    cup.play()
    assert cup.paid() == {"p1": 160, "p2": 160, "p4": 80}


def test_another_order_of_eliminations_ends_the_deal_that_it_contradicts() -> None:
    cup = Cup(table("main"), count=4)
    seats = sorted(state_of(cup.number).stages["main"].seats)
    cup.bust("main", seats[3])
    cup.make(cup.equal(*seats[:3]))
    cup.bust("main", seats[2])
    order = [[seats[2]], [seats[3]]]
    told = queries.preview_busts(row_of(cup.number), stage="main", out=order)
    assert told["ends_deal"] is True
    cup.ask(commands.correct_busts, stage="main", out=order, note="mixed up")
    cup.make(cup.equal(*seats[:2]))
    cup.bust("main", seats[1])
    assert cup.paid() == {seats[0]: 160, seats[1]: 160, seats[3]: 80}


def test_who_leaves_keeps_the_share_and_who_is_put_out_ends_the_deal() -> None:
    cup = Cup(table("main"), count=4)
    seats = sorted(state_of(cup.number).stages["main"].seats)
    cup.bust("main", seats[3])
    cup.make(cup.equal(*seats[:3]))
    cup.ask(commands.remove, entrant=seats[2], note="went home")
    commands.advance(cup.number)
    assert state_of(cup.number).deal
    console = got(of(cup.olga), f"/tournaments/{cup.number}/console/")
    assert "the deal ends. Those who are left may agree anew as soon as" in console
    cup.ask(commands.disqualify, entrant=seats[1], note="cheated")
    assert not state_of(cup.number).deal
    assert cup.paid() == {seats[0]: 200, seats[1]: 120, seats[2]: 80}


def test_who_has_the_place_already_keeps_it_and_the_share_when_put_out() -> None:
    cup = Cup(table("main"), count=4)
    seats = sorted(state_of(cup.number).stages["main"].seats)
    cup.bust("main", seats[3])
    cup.make({seats[0]: 130, seats[1]: 150, seats[2]: 120})
    cup.bust("main", seats[2])
    cup.ask(commands.disqualify, entrant=seats[2], note="cheated")
    assert state_of(cup.number).deal
    cup.bust("main", seats[1])
    assert cup.paid() == {seats[0]: 130, seats[1]: 150, seats[2]: 120}


@pytest.mark.parametrize("told", ["bad-deal", "no-deal"], ids=["in-play", "played-out"])
def test_nobody_says_yes_who_knows_the_own_cards_or_has_lost_the_last_chip(
    told: str,
) -> None:
    """At live tables: while a hand is played, and when the house has not looked at its end yet."""
    olga, users = an_organiser(), [a_player(f"player{at}", 1000) for at in range(3)]
    number = announced(
        olga, Structure((table("main"),), PRIZES, BuyingRules(500)), online=True, table=PIF_PAF
    )
    for user in users:
        commands.register(user=user, key=fresh(), tournament_id=number)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    offer = commands.propose_deal(user=users[0], key=fresh(), tournament_id=number)
    for user in users[:2]:
        commands.vote_deal(
            user=user, key=fresh(), tournament_id=number, deal=offer["deal"], yes=True
        )
    live = MatchTable.objects.get(tournament=number).table_id
    hands.deal(live)
    if told == "no-deal":
        hands.settle(live, "p1", ["p3"])
    with pytest.raises(Refusal) as refused:
        commands.vote_deal(
            user=users[2], key=fresh(), tournament_id=number, deal=offer["deal"], yes=True
        )
    assert refused.value.code == told
    commands.advance(number)
    assert not state_of(number).deal


def test_shares_of_who_leaves_are_paid_as_agreed() -> None:
    cup = Cup(table("main"), count=4)
    cup.make({"p1": 100, "p2": 100, "p3": 100, "p4": 100})
    for ref in ("p1", "p2", "p3"):
        commands.withdraw(user=cup.user(ref), key=fresh(), tournament_id=cup.number)
        commands.advance(cup.number)
    assert cup.paid() == dict.fromkeys(("p1", "p2", "p3", "p4"), 100)


def test_nothing_is_opened_again_when_all_is_played() -> None:
    cup = Cup(Stage("main", "single-elimination"), count=4)
    type(row_of(cup.number)).objects.filter(pk=cup.number).update(protest_s=3600)
    cup.play("w1.1", "w1.2")
    cup.make({"p1": 160, "p2": 160})
    cup.play()
    assert row_of(cup.number).phase == "finished"
    semi = state_of(cup.number).stages["main"].results["w1.1"]
    right = cup.result(*[place[0] for place in semi.places][::-1])
    correct = {"stage": "main", "match": "w1.1", "result": right, "note": "misread"}
    with pytest.raises(Refusal) as refused:
        cup.ask(commands.correct, rulings={}, **correct)
    assert refused.value.code == "all-played"
    cup.ask(commands.correct, rulings={"w2.1": "swap"}, **correct)
    assert all(map(stage_over, state_of(cup.number).stages.values()))
    assert not state_of(cup.number).deal
    type(row_of(cup.number)).objects.filter(pk=cup.number).update(protest_s=0)
    assert sum(cup.paid().values()) == 400


@pytest.mark.parametrize("method", ["icm", "chip-chop"])
def test_deal_by_stacks_says_that_they_have_to_be_counted_first(method: str) -> None:
    cup = Cup(table("main"), count=4)
    with pytest.raises(Refusal, match="the organiser counts them first"):
        cup.ask(commands.propose_deal, method=method)
    cup.ask(commands.report_stacks, stacks={"p1": 400, "p2": 300, "p3": 200, "p4": 100})
    cup.ask(commands.propose_deal, method=method)
