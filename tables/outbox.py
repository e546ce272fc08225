"""What an arranged table tells its tournament: a row, written with what happened.

A job over there takes note of the rows, in their order, and marks them; so nothing is lost when a
process dies, and the tables need not know who listens. Bodies, players by user id:

* "hand-over" (of a freezeout): `hand_no`, `hand`, `next_dealer` (a seat), `stacks` after it,
  `busts` (`user`, `stack` at its start, `from_button`: 1 for the
  dealer's left), `pots` (`seats`, `winner`; lowest first);
* "match-over": `places` (groups of equals, best first), `scores`;
* "match-void": `players`: nobody of them played;
* "nobody-plays" (of a freezeout): `players`: all of them are away, and no hand is dealt until one
  is back. Told once.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from engine.game import Outcome
from engine.match import ranking
from engine.match_json import match_of
from tables.log import Log
from tables.models import Hand, Outbox, Seat, TableMatch

HAND_OVER: Final = "hand-over"
MATCH_OVER: Final = "match-over"
MATCH_VOID: Final = "match-void"
NOBODY_PLAYS: Final = "nobody-plays"

Seats = Mapping[int, Seat]


def hand_over(
    log: Log, seats: Seats, dealer: int, outcome: Outcome, row: TableMatch | None
) -> None:
    """Tell how a hand ended at an arranged table, and hold it where its tournament has to look.

    A table is held when somebody lost the last chip, when it was told to stop, and when its match
    is over.
    """
    table = log.table
    if table.tournament_id is None:
        return
    table.held = table.held or table.stopping
    if table.ante:
        body = _hand_body(log, seats, dealer, outcome)
        table.held = table.held or bool(body["busts"])
        _post(log, HAND_OVER, body)
    elif row is not None:
        _match_over(log, row)
    elif not outcome.is_void:
        ranks = {seat: 1 if seat == outcome.winner else 2 for seat, _stack in outcome.stacks}
        users = {seat: seats[seat].user_id for seat in ranks}
        table.held = True
        _post(log, MATCH_OVER, {"places": _places(ranks.items(), users), "scores": []})


def nobody_plays(log: Log, seats: Seats) -> None:
    """Tell that all players are away: a match ends so, and a freezeout's table waits."""
    table = log.table
    if table.tournament_id is None:
        return
    players = {"players": [seat.user_id for seat in seats.values()]}
    if not table.ante:
        table.held = True
        _post(log, MATCH_VOID, players)
        return
    if table.held:
        return  # it is being dissolved
    table.held = table.stopping
    newest = Outbox.objects.filter(table=table).order_by("-pk").values_list("kind", flat=True)
    if table.held or newest.first() != NOBODY_PLAYS:
        _post(log, NOBODY_PLAYS, players)


def _match_over(log: Log, row: TableMatch) -> None:
    if row.state != TableMatch.State.CLOSED:
        return
    users = {int(seat): user for seat, user in row.players.items()}
    match = match_of(row.standing)
    scores = [[users[one.seat], one.points] for one in match.standings]
    log.table.held = True
    _post(log, MATCH_OVER, {"places": _places(ranking(match), users), "scores": scores})


def _hand_body(log: Log, seats: Seats, dealer: int, outcome: Outcome) -> dict[str, Any]:
    hand: Hand | None = log.table.hand
    assert hand is not None, "a hand that is over is the table's hand"  # noqa: S101 - ours
    stacks, deltas = dict(outcome.stacks), dict(outcome.deltas)
    clockwise = sorted(stacks, key=lambda seat: (seat - dealer - 1) % log.table.seats)
    busts = [
        {
            "user": seats[seat].user_id,
            "stack": stacks[seat] - deltas.get(seat, 0),
            "from_button": clockwise.index(seat) + 1,
        }
        for seat in clockwise
        if stacks[seat] == 0
    ]
    pots = [
        {
            "seats": [seats[seat].user_id for seat in pot.seats],
            "winner": None if pot.winner is None else seats[pot.winner].user_id,
        }
        for pot in outcome.pots
    ]
    return {
        "hand_no": hand.hand_no,
        "hand": str(hand.pk),
        "next_dealer": outcome.next_dealer,
        "stacks": [[seats[seat].user_id, stack] for seat, stack in sorted(stacks.items())],
        "busts": busts,
        "pots": pots,
    }


def _places(ranks: Iterable[tuple[int, int]], users: Mapping[int, int]) -> list[list[int]]:
    """Groups of equals by user id, best first, from seats with their ranks."""
    ordered = sorted(ranks, key=lambda pair: (pair[1], pair[0]))
    return [
        [users[seat] for seat, _rank in group]
        for _rank, group in groupby(ordered, key=lambda pair: pair[1])
    ]


def _post(log: Log, kind: str, body: Mapping[str, Any]) -> None:
    table = log.table
    if table.tournament_id is not None:
        Outbox.objects.create(
            table=table, tournament_id=table.tournament_id, kind=kind, body=body, at=log.now
        )
