"""The program that runs a cup over REST, against a house with its worker's job beside it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from tests.house import open_house
from tests.load.cup import run
from tests.tables.test_player import token_of
from tests.tournaments.organiser import an_organiser, players
from tournaments import jobs
from tournaments.rules.__main__ import main
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def worker() -> Iterator[None]:
    """Do what the worker does each second, more often."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.05):
            jobs.advance()
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_cup_from_nothing_to_the_payout_by_rest_alone(tmp_path: Path) -> None:
    olga, eight = an_organiser(), players(8)
    with open_house() as house, worker():
        log = run(house.url, token_of(olga), [token_of(one) for one in eight])
    path = tmp_path / "log.jsonl"
    path.write_text(log)
    assert main(["verify", str(path)]) == 0
    assert sorted(chips.balance(one.pk) for one in eight) == [890] * 5 + [1050, 1130, 1290]
    assert chips.audit().ok
