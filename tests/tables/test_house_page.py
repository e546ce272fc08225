"""The staff's page of house tables, and changing the company at one."""

import re
import uuid

import pytest
from django.test import Client

from deploy.accounts.models import User
from tables import commands
from tables.errors import BadRequest, NoSuchHouseTable, NotStaff
from tables.models import HouseTable, Seat, Table
from tests.house import a_player, sit
from tests.tables.felt import digest
from tests.tables.rest import Person, assert_problem, browser

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/house/tables/"


@pytest.fixture
def boss(transactional_db: None) -> User:
    """A member of the staff."""
    return User.objects.create(username="boss", is_staff=True)


@pytest.fixture
def house(boss: User) -> HouseTable:
    """A house table of five seats with two calm bots, which sit there."""
    made = commands.define_house_table(
        user=boss, key="h", settings={"name": "Casa", "seats": 5}, bots=2, plays="calm"
    )
    kept = HouseTable.objects.get(pk=int(str(made["id"])))
    commands.keep_house_table(house_id=kept.pk)
    return kept


def change(user: User, house: HouseTable, **company: object) -> None:
    """Say how many bots there are and how they play."""
    asked = {"bots": 2, "plays": "calm", "bots_alone": False} | company
    key = str(uuid.uuid4())
    commands.change_house_table(user=user, key=key, house_id=house.pk, **asked)  # type: ignore[arg-type]  # as the caller says


def strengths(house: HouseTable) -> list[str]:
    """How well the bots play that sit there."""
    seats = Seat.objects.filter(table=house.table_id, user__is_bot=True)
    return sorted(seats.values_list("plays", flat=True))


def test_a_change_is_followed_by_bots_and_sweepers(boss: User, house: HouseTable) -> None:
    change(boss, house, bots=4, plays="sharp")
    assert strengths(house) == ["sharp"] * 2
    assert commands.keep_house_table(house_id=house.pk)
    assert strengths(house) == ["sharp"] * 4
    change(boss, house, bots=1, plays="steady")
    commands.keep_house_table(house_id=house.pk)
    assert strengths(house) == ["steady"]


def test_bots_begin_to_play_alone_when_staff_say_so(boss: User, house: HouseTable) -> None:
    change(boss, house, bots=4)
    commands.keep_house_table(house_id=house.pk)
    assert Table.objects.get(house=house).due_what is None
    change(boss, house, bots=4, bots_alone=True)
    table = Table.objects.get(house=house)
    assert (table.bots_alone, table.due_what) == (True, Table.Due.DEAL)


def test_what_is_refused_changes_nothing(boss: User, house: HouseTable) -> None:
    ana, before = a_player("ana"), digest()
    for user, company, refusal in (
        (ana, {}, NotStaff),
        (boss, {"bots": 5}, BadRequest),
        (boss, {"plays": "cheating"}, BadRequest),
    ):
        with pytest.raises(refusal):
            change(user, house, **company)
    assert digest() == before
    commands.retire_house_table(user=boss, key="r", house_id=house.pk)
    with pytest.raises(NoSuchHouseTable):
        change(boss, house)


def test_over_rest(boss: User, house: HouseTable) -> None:
    path, company = f"/api/v1/house-tables/{house.pk}", {"bots": 3, "plays": "sharp"}
    person = Person(boss)
    answers = [
        person.client.put(path, company, headers={"Idempotency-Key": "c"}) for _repeat in range(2)
    ]
    assert [(one.status_code, one.json()["bots"]) for one in answers] == [(200, 3)] * 2
    stranger = Person(a_player("ana"))
    refused = stranger.client.put(path, company, headers={"Idempotency-Key": "c"})
    assert refused.status_code == 403
    assert_problem(person.post("house-tables", {"settings": {"name": "Casa"}, "bots": 0}), 409,
                   "house-name-taken")  # fmt: skip


def press(client: Client, house: HouseTable, do: str, **fields: str) -> int:
    """Send the form that the page shows for a house table; return the answer's status."""
    page = client.get(PAGE).content.decode()
    form = page[page.index(f'id="house-{house.pk}"') :]
    key = re.findall(r'name="key" value="([^"]+)"', form)[0]
    sent = {"key": key, "house": str(house.pk), "do": do, **fields}
    return client.post(PAGE, sent).status_code


def test_staff_see_change_and_close_them_on_the_page(boss: User, house: HouseTable) -> None:
    client = browser(boss)
    assert press(client, house, "change", bots="3", plays="sharp", bots_alone="on") == 302
    house.refresh_from_db()
    assert (house.bots, house.plays, house.bots_alone) == (3, "sharp", True)
    page = client.get(PAGE).content.decode()
    assert 'value="3" selected' in page
    assert f'href="/tables/{house.table_id}/"' in page
    sit(a_player("ana"), house.table_id or 0)
    assert press(client, house, "close") == 302
    assert "Closes when people have left" in client.get(PAGE).content.decode()


def test_the_page_says_what_is_wrong(boss: User, house: HouseTable) -> None:
    client, before = browser(boss), digest()
    assert press(client, house, "change", bots="6", plays="calm") == 422
    assert press(client, house, "change", bots="many", plays="calm") == 422
    assert client.post(PAGE, {}).status_code == 422
    assert digest() == before


def test_the_page_is_for_staff_and_so_is_the_way_to_it(boss: User, house: HouseTable) -> None:
    ana = browser(a_player("ana"))
    assert ana.get(PAGE).status_code == 403
    assert (
        ana.post(PAGE, {"house": house.pk, "do": "close", "key": uuid.uuid4()}).status_code == 403
    )
    assert PAGE not in ana.get("/tables/").content.decode()
    assert PAGE in browser(boss).get("/tables/").content.decode()
    assert Client().get(PAGE).status_code == 302
