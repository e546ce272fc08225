"""Whole tournaments at speed, through the commands, with their audits.

    python -m tests.load.tournaments double 64
    python -m tests.load.tournaments swiss 200
    python -m tests.load.tournaments freezeout 1000
    python -m tests.load.tournaments live 1000
    python -m tests.load.tournaments add-ons 200

Results come from a seeded hand: live sockets are not the point here, the commands, the ledger and
the log are. In a `live` freezeout bots play every hand (`tests.load.live_freezeout`); in one with
`add-ons` each of them buys one meanwhile (`tests.load.add_ons`). Printed are the time of each
part; of each round its time, and the time and the queries of one report and of the job after them,
early ones beside late ones, so that one sees whether they grow with the number of finished rounds
(`tests.load.rounds`); and the audit: ranks are a permutation, prizes are the pool, nothing is left
over, the log is what the seed draws. It runs on the database of DATABASE_URL, and adds its own
accounts to it. A third argument is the seed of the results.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import replace

from tests.load.asked import PLAYERS, some_players
from tests.load.field import BUY_IN, PRIZES, announced, fresh, people, prove, row_of, timed

# Django is set up by the line above: what follows imports models.
from deploy.accounts.models import User  # isort: skip
from tests.load import add_ons  # isort: skip
from tests.load import live_freezeout as live  # isort: skip
from tests.load.rounds import Rounds  # isort: skip
from tournaments import commands, queries, states  # isort: skip
from tournaments.models import Tournament  # isort: skip
from tournaments.rules.errors import Refused  # isort: skip
from tournaments.rules.levels import generated  # isort: skip
from tournaments.rules.plan import plan, spread_evenly  # isort: skip
from tournaments.rules.structure import Stage, Structure  # isort: skip

STACK = 10_000
SEATS = 8
LIVE = ("live", "add-ons")
KINDS = ("double", "swiss", "freezeout", *LIVE)


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Read what is asked for (None: from the command line); 2 and a sentence if it makes no sense.

    Nothing is written for a tournament that could not be played with so many.
    """
    parser = argparse.ArgumentParser(
        prog="tests.load.tournaments", description=__doc__.splitlines()[0]
    )
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("players", type=some_players, help=PLAYERS)
    parser.add_argument("seed", type=int, nargs="?", default=1, help="of results (%(default)s)")
    asked = parser.parse_args(given)
    structure = Structure((stage_of(asked.kind, asked.players),), PRIZES)
    try:
        plan(structure, spread_evenly(structure, asked.players))
    except Refused as refused:
        parser.error(str(refused))
    return asked


def main() -> None:
    """Play one tournament and print what was measured."""
    asked = arguments()
    kind, count, chance = asked.kind, asked.players, random.Random(asked.seed)
    structure = Structure((stage_of(kind, count),), PRIZES)
    if kind == "add-ons":
        prizes = replace(PRIZES, addon_price=add_ons.PRICE)
        stage = replace(structure.stages[0], levels=add_ons.LEVELS)
        structure = Structure((stage,), prizes, add_ons.rules(live.STACK))
    with timed("accounts"):
        olga, users = people(count, BUY_IN + structure.prizes.addon_price)
    played: dict[str, object] = {"online": False}
    if kind in LIVE:
        slower = {"pause_ms": add_ons.PAUSE_MS} if kind == "add-ons" else {}
        played = {"online": True, "table": live.TABLE | slower}
    number = announced(olga, structure, f"{kind} {count}", **played)
    with timed("registration"):
        for user in users:
            commands.register(user=user, key=fresh(), tournament_id=number)
    if kind == "add-ons":
        play_with_add_ons(olga, users, number)
        return
    with timed("start, draw and first seats"):
        commands.start(user=olga, key=fresh(), tournament_id=number)
        commands.advance(number)
    rounds = Rounds()
    with timed("play"):
        if kind == "live":
            live.play(number)
        elif kind == "freezeout":
            play_freezeout(olga, number, chance, rounds)
        else:
            play_matches(olga, number, chance, rounds)
    rounds.told()
    prove(number, users)


def play_with_add_ons(olga: User, users: list[User], number: int) -> None:
    """Play a live freezeout in which everybody asks for the add-on from the first moment on."""
    with timed("play"), add_ons.asking(number, users):
        commands.start(user=olga, key=fresh(), tournament_id=number)
        live.play(number, see=add_ons.see_law)
    bought = add_ons.told(number, live.STACK, len(users))
    prove(number, users, bought * add_ons.PRICE, (len(users) - bought) * add_ons.PRICE)


def stage_of(kind: str, count: int) -> Stage:
    """The one stage of a run."""
    if kind == "double":
        return Stage("main", "double-elimination", seeding="drawn")
    if kind == "swiss":
        return Stage("main", "swiss", size=4, rounds=9, points=(3, 2, 1, 0), seeding="drawn")
    if kind in LIVE:
        return Stage("main", "freezeout", size=SEATS, levels=live.LEVELS, stack=live.STACK)
    levels = generated(25, STACK, players=count)
    return Stage("main", "freezeout", size=SEATS, levels=levels, stack=STACK)


def play_matches(olga: User, number: int, chance: random.Random, rounds: Rounds) -> None:
    """Report every match of a round in a seeded order, and let the job go on, to the end."""
    while (row := row_of(number)).phase == Tournament.Phase.RUNNING:
        open_matches = _open_matches(row)
        with rounds.one():
            for match, players in open_matches:
                order = chance.sample(players, len(players))
                with rounds.command():
                    commands.report(
                        user=olga,
                        key=fresh(),
                        tournament_id=number,
                        stage="main",
                        match=match,
                        result={"places": [[ref] for ref in order]},
                    )
            with rounds.job():
                commands.advance(number)


def _open_matches(row: Tournament) -> list[tuple[str, list[str]]]:
    found = [
        (one["match"], [side for side in one["sides"] if side])
        for one in queries.bracket(row, "main")
        if one["status"] == "ready"
    ]
    drawn = queries.rounds(row, "main")
    return found + [
        (table["match"], table["players"])
        for table in (drawn[-1]["tables"] if drawn else [])
        if table["result"] is None
    ]


def play_freezeout(olga: User, number: int, chance: random.Random, rounds: Rounds) -> None:
    """A hand here and there, in which one or two of a table lose all to another of it."""
    while row_of(number).phase == Tournament.Phase.RUNNING:
        seats = states.state_of(row_of(number)).stages["main"].tables()
        _see_balanced([len(table) for table in seats.values()])
        table = list(seats[chance.choice(sorted(seats))].values())
        order = chance.sample(table, len(table))
        out = order[: chance.choice((1, 1, 1, 2)) if len(order) > 2 else 1]
        busts = [{"entrant": ref, "stack": chance.randrange(1, STACK)} for ref in out]
        with rounds.one():
            with rounds.command():
                commands.report_busts(
                    user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts
                )
            with rounds.job():
                commands.advance(number)


def _see_balanced(counts: list[int]) -> None:
    if max(counts) - min(counts) > 1 or len(counts) != -(-sum(counts) // SEATS):
        raise AssertionError(f"tables are not balanced: {sorted(counts)}")


if __name__ == "__main__":
    main()
