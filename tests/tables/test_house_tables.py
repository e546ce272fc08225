"""Tables that the house keeps open: bots for company, room for people, no hand for nobody."""

from datetime import timedelta
from functools import partial

import pytest
from django.db.models.functions import Now

from deploy.accounts.models import User
from engine.bots import BOTS
from tables import commands, queries, sweeper
from tables.commands.house import bots_wanted
from tables.errors import BadRequest, BadTable, HouseNameTaken, NoSuchHouseTable, NotStaff
from tables.models import HouseTable, Seat, Table
from tests.house import a_player, sit
from tests.tables.felt import deal, digest, let_clock_act, play_out
from tests.tables.rest import Person, assert_problem
from tests.together import together
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boss(transactional_db: None) -> User:
    """A member of the staff."""
    return User.objects.create(username="boss", is_staff=True)


def timid(_view: object, legal: list[dict[str, object]], _chance: object) -> dict[str, object]:
    """Give every hand up at once: a bot for tests in which hands should end soon."""
    return {"kind": "fold"} if any(one["kind"] == "fold" for one in legal) else {}


@pytest.fixture(autouse=True)
def timid_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The calm bots of these tests are timid."""
    monkeypatch.setitem(BOTS, "calm", timid)


def define(boss: User, name: str = "Mesa da Casa", **how: object) -> HouseTable:
    """Define a house table of five seats with three bots, unless said otherwise."""
    asked = {"bots": 3, "plays": "calm"} | how
    settings = {"name": name, "ante": 5, "seats": 5, "return_ms": 0}
    made = commands.define_house_table(user=boss, key=name, settings=settings, **asked)  # type: ignore[arg-type]  # as the caller says
    return HouseTable.objects.get(pk=int(str(made["id"])))


def keep(house: HouseTable, times: int = 1) -> Table:
    """Let a sweeper look after it; return its table."""
    for _ in range(times):
        commands.keep_house_table(house_id=house.pk)
    house.refresh_from_db()
    assert house.table is not None
    Table.objects.filter(pk=house.table.pk).update(pause_ms=1, window_ms=1, reserve_ms=0)
    return house.table


def bots_at(table: Table) -> int:
    """Count the bots that sit at a table."""
    return Seat.objects.filter(table=table, user__is_bot=True).count()


def test_bots_fill_the_seats_but_one_and_do_not_play_alone(boss: User, quick_clock: None) -> None:
    house = define(boss, bots=4)
    table = keep(house)
    rows = {row["id"]: row for row in queries.lobby()}
    assert (rows[table.pk]["bots"], rows[table.pk]["taken"], rows[table.pk]["house"]) == (
        4,
        4,
        True,
    )
    assert set(Seat.objects.filter(table=table).values_list("plays", flat=True)) == {"calm"}
    assert (table.due_at, table.hand) == (None, None), "no hand is burned for nobody"
    assert commands.heal(table_id=table.pk) is False, "and that is no fault"
    assert chips.audit().ok


def test_bots_play_alone_where_staff_say_so(boss: User, quick_clock: None) -> None:
    table = keep(define(boss, bots_alone=True))
    assert Table.objects.get(pk=table.pk).due_what == "deal"


def test_a_person_sits_down_is_dealt_in_and_leaves_the_bots_idle(
    boss: User, quick_clock: None
) -> None:
    table = keep(define(boss))
    ana = a_player("ana")
    sit(ana, table.pk)
    deal(table.pk)
    play_out(table.pk, [ana])
    commands.leave(user=ana, key="l", table_id=table.pk)
    if Table.objects.get(pk=table.pk).due_what == "deal":
        let_clock_act(table.pk)  # armed while she was there: it deals to nobody
    assert Table.objects.get(pk=table.pk).due_at is None
    assert chips.audit().ok


def test_bots_make_room_for_people_between_hands_and_come_back(
    boss: User, quick_clock: None
) -> None:
    house = define(boss)
    table = keep(house)
    people = [a_player(name) for name in ("ana", "bia", "caio", "duda")]
    sit(people[0], table.pk)
    keep(house)
    assert bots_at(table) == 3
    deal(table.pk)
    sit(people[1], table.pk)  # the fifth seat: now one bot has to go
    keep(house, times=2)
    assert bots_at(table) == 3, "not in mid-hand"
    assert Seat.objects.filter(table=table, leaving=True).count() == 1
    play_out(table.pk, people[:1])
    assert bots_at(table) == 2
    for person in people[2:]:
        sit(person, table.pk)
        keep(house)
    assert bots_at(table) == 0
    for number, person in enumerate(people):
        commands.leave(user=person, key=f"l{number}", table_id=table.pk)
    keep(house)
    assert bots_at(table) == 3
    assert chips.audit().ok


def test_one_step_does_it_all_and_the_next_does_nothing(boss: User, quick_clock: None) -> None:
    house = define(boss)
    assert commands.keep_house_table(house_id=house.pk) is True
    before = digest()
    assert commands.keep_house_table(house_id=house.pk) is False
    assert digest() == before


def test_many_sweepers_at_once_seat_each_bot_once(boss: User, quick_clock: None) -> None:
    houses = [define(boss, f"Mesa {n}") for n in range(3)]
    together([sweeper.keep_house for _ in range(8)])
    sweeper.keep_house()
    for house in houses:
        house.refresh_from_db()
        assert house.table is not None
        assert bots_at(house.table) == 3
    assert Table.objects.count() == 3
    assert chips.audit().ok


def test_a_table_that_somebody_closed_is_opened_anew(boss: User, quick_clock: None) -> None:
    house = define(boss, bots=0)
    first = keep(house)
    commands.close_table(user=boss, key="c", table_id=first.pk)
    second = keep(house)
    assert second.pk != first.pk
    assert second.state == "open"


def test_a_retired_table_closes_when_the_last_person_has_left(
    boss: User, quick_clock: None
) -> None:
    house = define(boss)
    table = keep(house)
    ana = a_player("ana")
    sit(ana, table.pk)
    for _ in range(2):
        commands.retire_house_table(user=boss, key="r", house_id=house.pk)
    keep(house, times=2)
    assert (bots_at(table), Table.objects.get(pk=table.pk).state) == (0, "open")
    commands.leave(user=ana, key="l", table_id=table.pk)
    assert queries.house_tables() == [house.pk]
    keep(house)
    assert Table.objects.get(pk=table.pk).state == "closed"
    assert queries.house_tables() == []
    with pytest.raises(NoSuchHouseTable):
        commands.retire_house_table(user=boss, key="x", house_id=0)


@pytest.mark.parametrize(
    ("bots", "people", "wanted"),
    [(3, 0, 3), (3, 1, 3), (3, 2, 2), (3, 4, 0), (3, 5, 0), (0, 0, 0)],
)
def test_how_many_bots_belong_at_five_seats(bots: int, people: int, wanted: int) -> None:
    assert bots_wanted(HouseTable(bots=bots), 5, people) == wanted


def test_what_is_refused(boss: User) -> None:
    define(boss)
    for refusal, how in (
        (BadRequest, {"bots": 5}),
        (BadRequest, {"plays": "like a god"}),
    ):
        with pytest.raises(refusal):
            define(boss, "Outra", **how)
    settings: dict[str, object] = {"name": "Privada", "private": True}
    with pytest.raises(BadTable):
        commands.define_house_table(user=boss, key="p", settings=settings, bots=0)
    with pytest.raises(HouseNameTaken):
        commands.define_house_table(
            user=boss, key="other", settings={"name": "Mesa da Casa"}, bots=0
        )
    with pytest.raises(NotStaff):
        define(a_player("ana"), "Dela")
    assert HouseTable.objects.count() == 1


def test_staff_define_and_retire_over_rest(boss: User) -> None:
    staff, ana = Person(boss), Person(a_player("ana"))
    body = {"settings": {"name": "Mesa 9", "rules": "cacheta", "seats": 4}, "bots": 2}
    made = staff.post("house-tables", body, key="k")
    assert made.status == 201
    assert staff.post("house-tables", body, key="k") == made
    house = made.json
    assert (house["plays"], house["bots_alone"], house["is_open"]) == ("steady", False, True)
    assert staff.get("house-tables").json["results"] == [house]
    assert staff.delete(f"house-tables/{house['id']}").json["is_open"] is False
    assert_problem(staff.post("house-tables", {**body, "bots": 9}), 400, "invalid-request")
    for answer in (ana.get("house-tables"), ana.post("house-tables", body)):
        assert answer.status == 403


def test_people_and_sweepers_at_once_never_lose_a_chip(boss: User, quick_clock: None) -> None:
    house = define(boss)
    table = keep(house)
    people = [a_player(f"p{n}") for n in range(5)]
    works = [partial(sit, person, table.pk) for person in people]
    together([*works, *[sweeper.keep_house for _ in range(4)]])
    Seat.objects.update(last_seen=Now() - timedelta(seconds=1))
    sweeper.keep_house()
    seats = Seat.objects.filter(table=table)
    people_there = seats.filter(user__is_bot=False).count()
    assert bots_at(table) == bots_wanted(house, 5, people_there)
    assert chips.audit().ok
