"""Whole tournaments at speed, through the commands, with their audits.

    python -m tests.load.tournaments double 64
    python -m tests.load.tournaments swiss 200
    python -m tests.load.tournaments freezeout 1000
    python -m tests.load.tournaments live 1000

Results come from a seeded hand: live sockets are not the point here, the commands, the ledger and
the log are. In a `live` freezeout bots play every hand (`tests.load.live_freezeout`). Printed are
the time of each part, the time and the queries of each round, and the audit: ranks are a
permutation, prizes are the pool, nothing is left over, the log is what the seed draws. It runs on
the database of DATABASE_URL, and adds its own accounts to it.
"""

import os
import random
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from django.contrib.auth.models import Group  # noqa: E402 - after Django's set-up
from django.db import connection  # noqa: E402 - as above

from deploy.accounts.models import User  # noqa: E402 - as above
from tests.load import live_freezeout as live  # noqa: E402 - as above
from tournaments import commands, queries, states  # noqa: E402 - as above
from tournaments.book import chained  # noqa: E402 - as above
from tournaments.models import Entrant, Tournament  # noqa: E402 - as above
from tournaments.rules.codec import to_json  # noqa: E402 - as above
from tournaments.rules.due import audit  # noqa: E402 - as above
from tournaments.rules.files import read_file  # noqa: E402 - as above
from tournaments.rules.levels import generated  # noqa: E402 - as above
from tournaments.rules.log import replay  # noqa: E402 - as above
from tournaments.rules.outcome import final_groups  # noqa: E402 - as above
from tournaments.rules.structure import PrizeRules, Stage, Structure  # noqa: E402 - as above
from wallet import commands as wallet  # noqa: E402 - as above
from wallet import queries as chips  # noqa: E402 - as above

PRIZES = PrizeRules(prize_part=100, fee_part=10)
BUY_IN = 110
STACK = 10_000
SEATS = 8
NAME_DIGITS = 8
ROUNDS_SHOWN = 12


def main() -> None:
    """Play one tournament and print what was measured."""
    kind, count = sys.argv[1], int(sys.argv[2])
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    structure = Structure((_stage(kind, count),), PRIZES)
    with _timed("accounts"):
        olga, users = _people(count)
    played = {"online": True, "table": live.TABLE} if kind == "live" else {"online": False}
    number = _announced(olga, structure, f"{kind} {count}", **played)
    with _timed("registration"):
        for user in users:
            commands.register(user=user, key=_key(), tournament_id=number)
    with _timed("start, draw and first seats"):
        commands.start(user=olga, key=_key(), tournament_id=number)
        commands.advance(number)
    rounds = _Rounds()
    with _timed("play"):
        if kind == "live":
            live.play(number)
        elif kind == "freezeout":
            _play_freezeout(olga, number, chance, rounds)
        else:
            _play_matches(olga, number, chance, rounds)
    rounds.told()
    _audit(number, users)


class _Rounds:
    """The time and the queries of each round."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.queries: list[int] = []

    @contextmanager
    def one(self) -> Iterator[None]:
        asked = 0

        def count(execute: Any, sql: Any, *rest: Any) -> Any:  # noqa: ANN401 - Django's hook
            nonlocal asked
            asked += 1
            return execute(sql, *rest)

        begun = time.perf_counter()
        with connection.execute_wrapper(count):
            yield
        self.seconds.append(time.perf_counter() - begun)
        self.queries.append(asked)

    def told(self) -> None:
        step = max(1, len(self.seconds) // ROUNDS_SHOWN)
        for place in range(0, len(self.seconds), step):
            print(
                f"  round {place + 1}: {self.seconds[place]:.3f} s, {self.queries[place]} queries"
            )


def _stage(kind: str, count: int) -> Stage:
    if kind == "double":
        return Stage("main", "double-elimination", seeding="drawn")
    if kind == "swiss":
        return Stage("main", "swiss", size=4, rounds=9, points=(3, 2, 1, 0), seeding="drawn")
    if kind == "live":
        return Stage("main", "freezeout", size=SEATS, levels=live.LEVELS, stack=live.STACK)
    levels = generated(25, STACK, players=count)
    return Stage("main", "freezeout", size=SEATS, levels=levels, stack=STACK)


def _people(count: int) -> tuple[User, list[User]]:
    mark = uuid.uuid4().hex[:NAME_DIGITS]
    users = User.objects.bulk_create(
        User(username=f"{mark} {place} (bot)", is_bot=True) for place in range(count)
    )
    wallet.fund_house(key=mark, actor="load", amount=BUY_IN * count, reason="load run")
    for user in users:
        wallet.stake_bot(key=f"{mark} {user.pk}", user_id=user.pk, amount=BUY_IN)
    olga = User.objects.create(username=f"{mark} olga")
    olga.groups.add(Group.objects.get(name="organiser"))
    return olga, users


def _announced(olga: User, structure: Structure, name: str, **played: object) -> int:
    settings = {"name": name, "structure": to_json(structure), **played}
    number = int(commands.draft(user=olga, key=_key(), settings=settings)["id"])
    commands.announce(user=olga, key=_key(), tournament_id=number)
    return number


def _play_matches(olga: User, number: int, chance: random.Random, rounds: _Rounds) -> None:
    while (row := _row(number)).phase == Tournament.Phase.RUNNING:
        with rounds.one():
            for match, players in _open_matches(row):
                order = chance.sample(players, len(players))
                commands.report(
                    user=olga,
                    key=_key(),
                    tournament_id=number,
                    stage="main",
                    match=match,
                    result={"places": [[ref] for ref in order]},
                )
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


def _play_freezeout(olga: User, number: int, chance: random.Random, rounds: _Rounds) -> None:
    """A hand here and there, in which one or two of a table lose all to another of it."""
    while _row(number).phase == Tournament.Phase.RUNNING:
        with rounds.one():
            seats = states.state_of(_row(number)).stages["main"].tables()
            _see_balanced([len(table) for table in seats.values()])
            table = list(seats[chance.choice(sorted(seats))].values())
            order = chance.sample(table, len(table))
            out = order[: chance.choice((1, 1, 1, 2)) if len(order) > 2 else 1]
            commands.report_busts(
                user=olga,
                key=_key(),
                tournament_id=number,
                stage="main",
                busts=[{"entrant": ref, "stack": chance.randrange(1, STACK)} for ref in out],
            )
            commands.advance(number)


def _see_balanced(counts: list[int]) -> None:
    if max(counts) - min(counts) > 1 or len(counts) != -(-sum(counts) // SEATS):
        raise AssertionError(f"tables are not balanced: {sorted(counts)}")


def _audit(number: int, users: list[User]) -> None:
    with _timed("audit"):
        row = _row(number)
        log = list(read_file(queries.log_text(row)).events)
        state = replay(log)
        ranked = [ref for group in final_groups(state) for ref in group]
        prizes = sum(Entrant.objects.filter(tournament=row).values_list("prize", flat=True))
        balances = sum(chips.balance(user.pk) for user in users)
        found = {
            "phase": row.phase,
            "events": row.seq,
            "chained": chained(row),
            "replay is the state": state == states.state_of(row),
            "ranks are a permutation": sorted(ranked) == sorted(state.entrants),
            "draws that are not the seed's": len(audit(log, bytes.fromhex(state.seed))),
            "prizes": (prizes, len(users) * PRIZES.prize_part),
            "players' chips": (balances, len(users) * PRIZES.prize_part),
        }
    for name, value in found.items():
        print(f"  {name}: {value}")
    print(f"  {chips.audit().summary}")


@contextmanager
def _timed(what: str) -> Iterator[None]:
    begun = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - begun:.2f} s", flush=True)


def _row(number: int) -> Tournament:
    return Tournament.objects.get(pk=number)


def _key() -> str:
    return str(uuid.uuid4())


if __name__ == "__main__":
    main()
