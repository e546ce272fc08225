"""Hands at a tournament's live tables that end as a test wants: dealt and settled for real."""

from collections.abc import Sequence

from django.db import transaction

from engine.game import Outcome, Pot
from tables.commands.hand import open_hand
from tables.commands.locking import lock_table
from tables.commands.tables import in_play
from tables.log import Log
from tables.models import Seat, Table
from tests.tables.felt import hurry
from tournaments.models import Entrant, MatchTable
from wallet import queries as chips


def table_of(number: int, no: int) -> int:
    """The live table of a freezeout's table."""
    return MatchTable.objects.get(tournament=number, match=str(no), state="open").table_id


def is_dealing(table_id: int) -> bool:
    """Whether the next hand is due at a table."""
    return Table.objects.filter(pk=table_id, due_what="deal").exists()


def deal(table_id: int) -> None:
    """Let the clock deal the next hand now."""
    assert is_dealing(table_id), "no hand is due at this table"
    hurry(table_id)


def settle(table_id: int, winner: str, losers: Sequence[str]) -> None:
    """End the hand in play: the winner takes all chips of the losers, and nobody else moves."""
    with transaction.atomic():
        table, now = lock_table(table_id)
        hand = in_play(table)
        assert hand is not None, "no hand is in play"
        playing = open_hand(table, hand, Log(table, now))
        refs = dict(Entrant.objects.values_list("user_id", "ref"))
        seats = {refs[one.user_id]: one for one in Seat.objects.filter(table=table)}
        stacks = chips.stacks(table.pk, table.unit)
        gains = {seats[ref].number: -stacks[seats[ref].user_id] for ref in losers}
        gains[seats[winner].number] = -sum(gains.values())
        after = {
            one.number: stacks[one.user_id] + gains.get(one.number, 0) for one in seats.values()
        }
        pot = Pot(2 * gains[seats[winner].number], tuple(sorted(gains)), seats[winner].number)
        playing._settle(
            Outcome(
                winner=seats[winner].number,
                how="folds",
                melds=(),
                discard=None,
                pots=(pot,),
                returned=(),
                deltas=tuple(sorted(gains.items())),
                stacks=tuple(sorted(after.items())),
                next_dealer=seats[winner].number,
            )
        )
        playing.log.write()


def lose_all(number: int, winner: str, *losers: str) -> None:
    """Play a hand at the winner's table in which these lose all they have to the winner."""
    no = Entrant.objects.get(tournament=number, ref=winner).table_no
    assert no is not None
    table_id = table_of(number, no)
    deal(table_id)
    settle(table_id, winner, losers)
