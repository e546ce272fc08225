"""`manage.py demo`: people and tables for a newcomer, however often it is run."""

import io
import re

import pytest
from django.core.management import call_command

from deploy.accounts.models import User
from tables import commands, queries
from tables.models import Hand, Table
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


def demo(*words: str) -> tuple[str, dict[str, str]]:
    """Run it; return what it printed, and the passwords by name."""
    out = io.StringIO()
    call_command("demo", *words, stdout=out)
    return out.getvalue(), dict(re.findall(r"(\w+) +\w+ +(\w{4}-\w{4}-\w{4})", out.getvalue()))


def test_a_newcomer_finds_people_bots_in_play_and_a_free_seat() -> None:
    _text, passwords = demo()
    assert sorted(passwords) == ["ana", "aud", "olga", "sofia"]
    roles = {}
    for name, password in passwords.items():
        user = User.objects.get(username=name)
        assert user.check_password(password)
        roles[name] = set(user.groups.values_list("name", flat=True))
    assert roles == {
        "ana": {"player"},
        "olga": {"player", "organiser"},
        "aud": {"player", "auditor"},
        "sofia": {"player", "staff"},
    }
    staff = User.objects.filter(is_staff=True).values_list("username", flat=True)
    assert set(staff) == {"casa", "sofia"}
    rows = {row["name"]: row for row in queries.lobby() if not row["house"]}
    assert {name: (row["bots"], row["taken"]) for name, row in rows.items()} == {
        "Mesa da Lua": (4, 4),
        "Mesa do Sol": (4, 4),
        "Mesa Aberta": (2, 2),
        "Mesa Pili Pili": (3, 3),
    }
    assert rows["Mesa Pili Pili"]["rules"] == "pili-pili"
    due = Table.objects.order_by("pk").values_list("due_what", flat=True)
    assert list(due[:3]) == ["deal", "deal", None]
    table_id = rows["Mesa Aberta"]["id"]
    ana = User.objects.get(username="ana")
    commands.sit(user=ana, key="k", table_id=table_id, buy_in=rows["Mesa Aberta"]["buy_in_min"])
    Table.objects.filter(pk=table_id).update(due_at="2020-01-01T00:00:00Z")
    assert commands.tick(table_id=table_id)
    assert Hand.objects.filter(table_id=table_id).exists()
    assert chips.audit().ok


def test_the_house_keeps_two_tables_with_bots_that_wait_for_somebody() -> None:
    demo()
    keeper = User.objects.get(username="casa")
    assert not keeper.has_usable_password()
    for house_id in queries.house_tables():
        commands.keep_house_table(house_id=house_id)
    rows = {row["name"]: row for row in queries.lobby() if row["house"]}
    assert {name: row["bots"] for name, row in rows.items()} == {
        "Mesa da Casa": 3,
        "Cacheta da Casa": 2,
    }
    tables = Table.objects.filter(owner=keeper)
    assert not tables.exclude(due_at=None).exists(), "no hand for nobody"
    ana = User.objects.get(username="ana")
    row = rows["Mesa da Casa"]
    commands.sit(user=ana, key="k", table_id=row["id"], buy_in=row["buy_in_min"])
    assert tables.get(pk=row["id"]).due_what == "deal"


def test_a_stranger_called_like_the_keeper_keeps_no_tables() -> None:
    User.objects.create_user("casa", password="mesa verde 9")
    demo()
    assert queries.house_tables() == []


def test_a_second_run_changes_nothing() -> None:
    _text, passwords = demo()
    before = (User.objects.count(), Table.objects.count(), chips.audit().transfers)
    text, again = demo()
    assert again == {}
    assert text.count("there already") == 4
    assert (User.objects.count(), Table.objects.count(), chips.audit().transfers) == before
    assert User.objects.get(username="ana").check_password(passwords["ana"])


def test_new_passwords_on_request() -> None:
    _text, old = demo()
    _text, new = demo("--reset-passwords")
    for name, password in new.items():
        assert password != old[name]
        assert User.objects.get(username=name).check_password(password)


@pytest.mark.parametrize("words", [(), ("--reset-passwords",)])
def test_a_stranger_of_the_same_name_gets_no_role_and_keeps_the_password(
    words: tuple[str, ...],
) -> None:
    """Somebody called Olga was here before the demo."""
    User.objects.create_user("Olga", password="mesa verde 9")
    for _ in range(2):
        text, passwords = demo(*words)
        assert "olga" not in passwords
        assert "another account has this name" in text
    olga = User.objects.get(username="Olga")
    assert olga.check_password("mesa verde 9")
    assert not olga.groups.exists()
    assert not Table.objects.filter(owner=olga).exists()
    assert set(Table.objects.values_list("owner__username", flat=True)) == {"casa"}
