"""The numbers that heartbeats are answered: one reading for all tables, never behind a ring."""

import asyncio

import pytest

from tables import heads as heads_module
from tables import queries
from tables.errors import NoSuchTable
from tables.heads import Heads
from tables.models import Table
from tables.threads import in_thread
from tests.house import a_player, a_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tables() -> list[int]:
    owner = a_player("ana")
    return [a_table(owner) for _ in range(3)]


def test_many_heartbeats_at_many_tables_are_one_statement(
    tables: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    readings, read = [], queries.heads

    def counted(table_ids: list[int]) -> tuple[dict[int, tuple[int, str]], int]:
        readings.append(table_ids)
        return read(table_ids)

    monkeypatch.setattr(queries, "heads", counted)

    async def beat() -> list[int]:
        heads = Heads(lambda: tables)
        answers = await asyncio.gather(*(heads.of(one) for one in tables * 20))
        return [one.newest for one in answers]

    assert asyncio.run(beat()) == [Table.objects.get(pk=one).told_seq for one in tables] * 20
    assert readings == [tables]


def test_a_ring_is_known_before_the_next_reading_and_never_taken_back(tables: list[int]) -> None:
    async def beat() -> list[int]:
        heads = Heads(lambda: tables)
        before = (await heads.of(tables[0])).newest
        heads.ring(tables[0], before + 5)
        heads.ring(tables[0], before + 2)
        return [before, (await heads.of(tables[0])).newest, (await heads.of(tables[1])).newest]

    before, rung, other = asyncio.run(beat())
    assert (rung, other) == (before + 5, before)


def test_a_lost_ring_is_found_out_when_the_reading_is_old(
    tables: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads_module, "GOOD_SECONDS", 0.0)

    async def beat() -> list[int]:
        heads = Heads(lambda: tables)
        before = (await heads.of(tables[0])).newest
        await in_thread(Table.objects.filter(pk=tables[0]).update, told_seq=before + 1)
        return [before, (await heads.of(tables[0])).newest]

    before, after = asyncio.run(beat())
    assert after == before + 1


def test_a_table_that_is_none_is_said_to_be_none(tables: list[int]) -> None:
    async def beat() -> None:
        heads = Heads(lambda: tables)
        await heads.of(tables[0])
        await heads.of(max(tables) + 1)

    with pytest.raises(NoSuchTable):
        asyncio.run(beat())
