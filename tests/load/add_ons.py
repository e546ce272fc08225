"""Every player of a live freezeout buys the add-on, each asking again and again from the start.

Another process asks for all of them, so that the asking straddles the drawing of seats, the
opening of tables, hands, eliminations and moves; and now and then the law of the chips is held
against the ledger, in one snapshot, while all of that goes on.
"""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import connection, transaction

from deploy.accounts.models import User
from tests.load.field import fresh
from tournaments import commands, stack_laws
from tournaments.models import Payment, TournamentEvent
from tournaments.rules.buying import BuyingRules
from wallet import queries as chips
from wallet.errors import Refusal

PRICE = 20
CHIPS = 500
BEFORE_LATER = ("not-playing", "not-seated", "wrong-phase", "hand-in-play")
"""Why one asks again: no seat yet, or in a hand. All other refusals are for good."""


def rules(stack: int) -> BuyingRules:
    """What is sold: the add-on, in the first level."""
    return BuyingRules(stack, addon_at=0, addon_chips=CHIPS)


def ask_on(number: int, ids: Sequence[int]) -> None:
    """Ask for everybody in turn until each has it, or cannot have it any more."""
    waiting = list(User.objects.filter(pk__in=ids))
    while waiting:
        for user in list(waiting):
            try:
                commands.add_on(user=user, key=fresh(), tournament_id=number)
            except Refusal as refused:
                if refused.transient or refused.code in BEFORE_LATER:
                    continue
            waiting.remove(user)
        time.sleep(0.01)


@contextmanager
def asking(number: int, users: Sequence[User]) -> Iterator[None]:
    """Ask meanwhile."""
    connection.close()
    process = multiprocessing.get_context("spawn").Process(
        target=ask_on, args=(number, [user.pk for user in users]), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def see_law(number: int) -> None:
    """Raise when the ledger has given out other chips than the log of some live freezeout."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        law = stack_laws.given_as_logged()
    if law.broken:
        message = f"tournament {number}: {law.broken} faults, first {law.example}"
        raise AssertionError(message)


def told(number: int, stack: int, players: int) -> int:
    """Print the sums, and return how many add-ons were paid for."""
    paid = Payment.objects.filter(tournament=number, what=Payment.What.ADDON).count()
    logged = TournamentEvent.objects.filter(tournament=number, kind="added-on").count()
    given = sum(chips.stacks_given(chips.unit_of_tournament(number)).values())
    print(f"  add-ons paid for and in the log: {paid}, {logged} of {players} players")
    print(f"  tournament chips given out: {given}, by the log {players * stack + logged * CHIPS}")
    return paid
