"""Who is not dealt in, though they would like to be: people at a limit, on a break, or frozen."""

from collections.abc import Collection, Mapping, Sequence

from tables.commands.seats import stay_out
from tables.log import Log
from tables.models import Hand, HandSeat, Seat, Table
from tables.playing_for import most_lost
from wallet.errors import Refusal
from wallet.limits.gate import kept_out, restrained
from wallet.limits.queries import Restraints

Ready = Sequence[tuple[Seat, int]]


def restrained_players(table: Table) -> dict[int, Restraints]:
    """Lock every person at a table that is about to deal; return those with limits and the like.

    All at once and before any chips move, so that two tables never wait for each other's players.
    """
    people = Seat.objects.filter(table=table, user__is_bot=False).values_list("user_id", flat=True)
    return restrained(list(people))


def without_kept_out(log: Log, ready: Ready, found: Mapping[int, Restraints]) -> Ready:
    """Return the seats that may be dealt in; the others sit out, and their players can see why.

    The table is told only that they sit out: the reason is their own affair.
    """
    costs = {
        seat.user_id: most_lost(log.table, len(ready), stack)
        for seat, stack in ready
        if seat.user_id in found
    }
    if not costs:
        return ready
    elsewhere = _at_stake_elsewhere(log.table, costs)
    costs = {user: cost and cost + elsewhere.get(user, 0) for user, cost in costs.items()}
    refusals = kept_out(costs, {user: found[user] for user in costs})
    for seat, _stack in ready:
        if seat.user_id in refusals:
            keep_out(log, seat, refusals[seat.user_id])
    return [(seat, stack) for seat, stack in ready if seat.user_id not in refusals]


def keep_out(log: Log, seat: Seat, refusal: Refusal) -> None:
    """Let a seat sit out, with a reason that its player alone is shown."""
    seat.kept_out = {"code": refusal.code, **refusal.facts}
    seat.save(update_fields=["kept_out"])
    stay_out(log, seat)


def _at_stake_elsewhere(table: Table, users: Collection[int]) -> dict[int, int]:
    """Return what players could still lose in hands that are open at other tables."""
    playing = HandSeat.objects.filter(
        user__in=users, hand__state=Hand.State.OPEN, hand__table__tournament_id__isnull=True
    )
    elsewhere: dict[int, int] = {}
    for one in playing.exclude(hand__table=table).select_related("hand__table"):
        stack = one.hand.table.buy_in_max
        most = most_lost(one.hand.table, len(one.hand.dealt_in), stack)
        elsewhere[one.user_id] = elsewhere.get(one.user_id, 0) + most
    return elsewhere
