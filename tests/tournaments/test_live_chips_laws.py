"""The law of a live freezeout's chips, through schedules in which anything may happen."""

import random
from collections.abc import Callable

import pytest

from tests.house import a_player
from tests.tournaments.hands import deal, settle
from tests.tournaments.live_chips import SOLD, begun, buy, held, see_exact
from tests.tournaments.organiser import fresh, row_of, state_of
from tournaments import commands
from tournaments.models import Entrant, MatchTable, Payment, Tournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

LATER = BuyingRules(100, addon_at=1, addon_chips=80)
LEVELS = (Level(10, 600), Level(20, 600), Level(40, 600))


class Schedule:
    """A freezeout in which anything that may happen does, in the order of a seed."""

    def __init__(self, seed: int) -> None:
        """Begin one of four to nine players at tables of two to four."""
        self.chance = random.Random(seed)
        size, count = self.chance.randint(2, 4), self.chance.randint(4, 9)
        buying = SOLD if self.chance.random() < 0.7 else LATER
        self.olga, self.users, self.number = begun(count, buying, size, LEVELS)
        self.done: list[str] = []

    def step(self) -> None:
        """Do one thing, or be refused; the law holds after it."""
        deeds: list[Callable[[], object]] = [
            *[self._advance] * 6,
            *[self._buy] * 5,
            *[self._hand] * 5,
            self._enter,
            self._leave,
            self._pause,
            self._level,
        ]
        deed = self.chance.choice(deeds)
        self.done.append(deed.__name__)
        try:
            deed()
        except Refusal as refused:
            self.done[-1] += f" {refused.code}"
        see_exact(self.number)

    def _advance(self) -> None:
        commands.advance(self.number, self.chance.choice((1, 1, 1, 2, 50)))

    def _buy(self) -> None:
        what = self.chance.choice(("add_on", "rebuy", "rebuy", "re_enter"))
        buy(what, self.users[self.chance.choice(sorted(self.users))], self.number)

    def _enter(self) -> None:
        user = a_player(f"late{len(self.done)}", 1000)
        told = commands.register(user=user, key=fresh(), tournament_id=self.number)
        self.users[told["entrant"]] = user

    def _leave(self) -> None:
        if self.chance.random() < 0.4:
            user = self.users[self.chance.choice(sorted(self.users))]
            commands.withdraw(user=user, key=fresh(), tournament_id=self.number)

    def _pause(self) -> None:
        if row_of(self.number).paused:
            commands.resume(user=self.olga, key=fresh(), tournament_id=self.number)
        elif self.chance.random() < 0.5:
            commands.pause(user=self.olga, key=fresh(), tournament_id=self.number, note="Wait.")

    def _level(self) -> None:
        if self.chance.random() < 0.3:
            Tournament.objects.filter(pk=self.number).update(
                elapsed_s=600 * self.chance.randint(1, 2)
            )

    def _hand(self) -> None:
        """A hand is dealt, or one in play ends: somebody loses all, or half, to somebody."""
        open_ = MatchTable.objects.filter(tournament=self.number, state="open")
        for place in self.chance.sample(list(open_), len(open_)):
            table = place.table
            if table.hand is not None and table.hand.state == "open":
                unit = f"tournament-{self.number}"
                stacks = chips.stacks(table.pk, unit)
                refs = dict(Entrant.objects.filter(user__in=stacks).values_list("user_id", "ref"))
                dealt = set(table.hand.players.values_list("user_id", flat=True))
                inside = sorted(refs[user] for user in stacks if user in dealt)
                winner = self.chance.choice(inside)
                losers = [ref for ref in inside if ref != winner]
                settle(table.pk, winner, self.chance.sample(losers, 1))
                return
            if table.due_what == "deal":
                deal(table.pk)
                return

    def play(self, steps: int) -> None:
        """Go on, for so many steps or to the end; then let it end, and nothing is left."""
        for _step in range(steps):
            if row_of(self.number).phase != "running":
                break
            self.step()


def _scheduled(seed: int, steps: int) -> None:
    schedule = Schedule(seed)
    try:
        schedule.play(steps)
        if row_of(schedule.number).phase == "running":
            commands.cancel(
                user=schedule.olga, key=fresh(), tournament_id=schedule.number, note="Enough."
            )
        commands.advance(schedule.number)
        assert held(schedule.number) == (0, 0)
        _see_paid_once(schedule.number)
    except Exception as error:
        error.add_note(f"seed {seed}, {len(schedule.done)} deeds: {schedule.done[-30:]}")
        raise


def _see_paid_once(number: int) -> None:
    """What was bought is in the log as often as it was paid."""
    entrants = state_of(number).entrants.values()
    logged = {
        "add-on": sum(one.addons for one in entrants),
        "rebuy": sum(one.rebuys for one in entrants),
        "re-entry": sum(one.reentries for one in entrants),
    }
    sold = Payment.objects.filter(tournament=number)
    assert {what: sold.filter(what=what).count() for what in logged} == logged


@pytest.mark.parametrize("seed", range(2))
def test_law_holds_whatever_happens_in_whatever_order(seed: int) -> None:
    _scheduled(seed, 25)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 112))
def test_law_holds_through_long_schedules(seed: int) -> None:
    _scheduled(seed, 120)
