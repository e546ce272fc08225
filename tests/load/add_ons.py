"""Every player of a live freezeout buys the add-on, each asking again and again from the start.

Another process asks for all of them, so that the asking straddles the drawing of seats, the
opening of tables, hands, eliminations and moves; and now and then the law of the chips is held
against the ledger, in one snapshot, while all of that goes on.
"""

import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from django.db import connection, transaction

from deploy.accounts.models import User
from tests.load.field import fresh
from tournaments import commands, stack_laws
from tournaments.models import MatchTable, Payment, TournamentEvent
from tournaments.rules.buying import BuyingRules
from wallet import queries as chips
from wallet.errors import Refusal

PRICE = 20
PAUSE_MS = 8000
"""Between hands, so that whoever plays has time to ask: bots play the next one at once."""
CHIPS = 500
ASK_AGAIN = ("not-playing", "not-seated", "wrong-phase", "hand-in-play", "too-many-requests")
"""Why one asks again: no seat yet, in a hand, too fast. All other refusals are for good."""
REST_SECONDS = 0.2


def rules(stack: int) -> BuyingRules:
    """What is sold: the add-on, in the first level."""
    return BuyingRules(stack, addon_at=0, addon_chips=CHIPS)


def ask_on(number: int, ids: Sequence[int], ready: Event) -> None:
    """Ask for everybody in turn until each has it, or cannot have it any more."""
    waiting = list(User.objects.filter(pk__in=ids))
    told: Counter[str] = Counter()
    ready.set()
    while waiting:
        for user in list(waiting):
            try:
                commands.add_on(user=user, key=fresh(), tournament_id=number)
            except Refusal as refused:
                told[refused.code] += 1
                if refused.transient or refused.code in ASK_AGAIN:
                    continue
            waiting.remove(user)
        time.sleep(REST_SECONDS)
    print(f"  everybody has an add-on or an answer; refused meanwhile: {dict(told)}", flush=True)


@contextmanager
def asking(number: int, users: Sequence[User]) -> Iterator[None]:
    """Ask meanwhile, and from before the start on."""
    connection.close()
    anew = multiprocessing.get_context("spawn")
    ready = anew.Event()
    ids = [user.pk for user in users]
    process = anew.Process(target=ask_on, args=(number, ids, ready), daemon=True)
    process.start()
    ready.wait()
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
    opened = MatchTable.objects.filter(tournament=number).earliest("opened_at").opened_at
    early = Payment.objects.filter(tournament=number, at__lt=opened).exclude(what="entry").count()
    given = sum(chips.stacks_given(chips.unit_of_tournament(number)).values())
    print(
        f"  add-ons paid for and in the log: {paid}, {logged} of {players} players;"
        f" {early} of them before any table was open"
    )
    print(f"  tournament chips given out: {given}, by the log {players * stack + logged * CHIPS}")
    return paid
