"""The wallet's pages: my chips, limits, one transfer, the ledger for staff, integrity for all."""

import re
import uuid
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from wallet import books, commands
from wallet.limits import commands as limits
from wallet.limits.models import Exclusion, LimitChange
from wallet.pages import paging

pytestmark = pytest.mark.django_db

Player = Callable[..., int]


def of(user_id: int, **rights: bool) -> Client:
    """Return the browser of a signed-in user."""
    get_user_model().objects.filter(pk=user_id).update(**rights)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=user_id))
    return client


@pytest.fixture
def reader(player: Player, client: Client) -> int:
    """Return a signed-in player with 1,000 chips."""
    user_id = player(1000)
    client.force_login(get_user_model().objects.get(pk=user_id))
    return user_id


@pytest.fixture
def staff(player: Player) -> Client:
    return of(player(), is_staff=True)


def moved(page: str) -> list[str]:
    """The amounts of the lines, as the page writes them."""
    return re.findall(r'<td role="cell" class="number (?:in|out)">([−+\d,]+)</td>', page)


def links(page: str) -> dict[str, str]:
    """The links to the pages of a list, by direction."""
    found = re.findall(r'href="(\?[^"]*)#lines" rel="(prev|next)"', page)
    return {rel: link.replace("&amp;", "&") for link, rel in found}


def sent(client: Client, address: str, **fields: object) -> tuple[int, str]:
    answer = client.post(address, {"key": str(uuid.uuid4()), **fields}, follow=True)
    return answer.status_code, answer.content.decode()


def test_the_page_tells_what_is_where(client: Client, reader: int) -> None:
    commands.buy_in(key="b", user_id=reader, table_id=7, amount=300)
    page = client.get("/chips/").content.decode()
    figures = re.findall(r"<dd>([\d,]+)</dd>", page)
    assert figures == ["700", "300", "300"]
    assert moved(page) == ["−300", "+1,000"]
    assert "bought in</a> (#7)" in page


def test_nobody_sees_another_wallet(client: Client, reader: int, player: Player) -> None:
    other = player(777)
    page = client.get(f"/chips/?user_id={other}&user={other}").content.decode()
    assert "777" not in page


def test_older_and_newer_lines_are_a_link_away(
    client: Client, reader: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "PAGE_SIZE", 2)
    for amount in (10, 20, 30):
        commands.buy_in(key=f"b{amount}", user_id=reader, table_id=7, amount=amount)
    first = client.get("/chips/").content.decode()
    assert set(links(first)) == {"next"}
    commands.buy_in(key="new", user_id=reader, table_id=7, amount=40)
    second = client.get(f"/chips/{links(first)['next']}").content.decode()
    assert (moved(first), moved(second)) == (["−30", "−20"], ["−10", "+1,000"])
    assert set(links(second)) == {"prev"}
    back = client.get(f"/chips/{links(second)['prev']}").content.decode()
    assert moved(back) == ["−30", "−20"]
    assert moved(client.get(f"/chips/{links(back)['prev']}").content.decode()) == ["−40"]


def test_lines_are_filtered_and_the_file_is_too(client: Client, reader: int) -> None:
    commands.buy_in(key="b", user_id=reader, table_id=7, amount=300)
    page = client.get("/chips/?kind=buy-in&table=7&since=2020-01-01").content.decode()
    assert moved(page) == ["−300"]
    csv = re.search(r'class="csv" href="([^"]+)"', page)
    assert csv is not None
    file = b"".join(client.get(csv[1].replace("&amp;", "&")).streaming_content)  # type: ignore[attr-defined]  # it streams
    assert file.decode().splitlines()[1].startswith("2,")
    assert len(file.decode().splitlines()) == 2
    to_the_last_day = client.get("/chips/?until=9999-12-31")
    assert to_the_last_day.status_code == 200
    nothing = client.get("/chips/?kind=prize").content.decode()
    assert "No line is like that." in nothing


@pytest.mark.parametrize("before", ["x", "-1", "1e3", "²", "9" * 400, ""])
@pytest.mark.parametrize("name", ["before", "after", "kind", "table", "since"])
def test_a_senseless_address_is_no_crash(
    client: Client, reader: int, name: str, before: str
) -> None:
    assert client.get("/chips/", {name: before}).status_code == 200


def test_a_page_costs_the_same_however_many_lines_and_tables(client: Client, reader: int) -> None:
    counts = []
    for lap in range(2):
        for number in range(8):
            at = 8 * lap + number
            commands.buy_in(key=f"b{at}", user_id=reader, table_id=at + 1, amount=1)
        with CaptureQueriesContext(connection) as seen:
            client.get("/chips/")
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_a_transfer_is_for_those_it_concerns(
    client: Client, reader: int, player: Player, staff: Client
) -> None:
    other = player(500)
    mine = books.transfers().filter(entries__account__user=reader).first()
    theirs = books.transfers().filter(entries__account__user=other).first()
    assert mine is not None
    assert theirs is not None
    assert "to begin with" in client.get(f"/chips/transfers/{mine.pk}").content.decode()
    assert client.get(f"/chips/transfers/{theirs.pk}").status_code == 404
    assert staff.get(f"/chips/transfers/{theirs.pk}").status_code == 200


def test_limits_are_set_loosened_and_kept(client: Client, reader: int) -> None:
    asked = {"do": "limit", "what": "loss", "period": "day"}
    status, page = sent(client, "/chips/limits/", **asked, most=200)
    assert (status, "Your limit holds from now on." in page) == (200, True)
    assert "0 of 200 used" in page
    _, page = sent(client, "/chips/limits/", **asked, most="")
    assert "No limit from" in page
    waits = LimitChange.objects.get(most=None)
    _, page = sent(client, "/chips/limits/", do="cancel", change=waits.pk)
    assert "The change is cancelled" in page
    assert "No limit from" not in page
    assert "0 of 200" in client.get("/chips/").content.decode()


@pytest.mark.parametrize("most", ["-1", "x", "1.5", "1e3", str(2**53), "½"])
def test_a_senseless_limit_says_so_at_its_field(client: Client, reader: int, most: str) -> None:
    status, page = sent(client, "/chips/limits/", do="limit", what="loss", period="day", most=most)
    assert status == 422
    assert 'class="error"' in page
    assert not LimitChange.objects.exists()


def test_a_break_has_to_be_meant(client: Client, reader: int) -> None:
    status, page = sent(client, "/chips/limits/", do="break", length="24h")
    assert (status, "Tick this box" in page) == (422, True)
    assert not Exclusion.objects.exists()
    status, page = sent(client, "/chips/limits/", do="break", length="7d", sure="on")
    assert (status, "You take a break from play until" in page) == (200, True)
    status, _ = sent(client, "/chips/limits/", do="break", length="24h", sure="on")
    assert status == 422


def test_a_form_that_is_sent_twice_acts_once(client: Client, reader: int) -> None:
    fields = {"do": "limit", "what": "time", "period": "day", "most": "60", "key": uuid.uuid4()}
    for _ in range(2):
        assert client.post("/chips/limits/", fields).status_code == 302
    assert LimitChange.objects.count() == 1


@pytest.mark.parametrize("path", ["", "transfers/", "requests/", "freezes/", "accounts/{account}"])
def test_the_ledger_is_for_staff_and_auditors(
    client: Client, reader: int, player: Player, staff: Client, path: str
) -> None:
    account = books.wallet_of(reader)
    assert account is not None
    address = f"/staff/ledger/{path.format(account=account.pk)}"
    auditor = player()
    get_user_model().objects.get(pk=auditor).groups.add(Group.objects.get(name="auditor"))
    assert Client().get(address).status_code == 302
    assert client.get(address).status_code == 403
    assert staff.get(address).status_code == 200
    assert of(auditor).get(address).status_code == 200


def test_an_auditor_only_looks(reader: int, player: Player) -> None:
    auditor = player()
    get_user_model().objects.get(pk=auditor).groups.add(Group.objects.get(name="auditor"))
    account = books.wallet_of(reader)
    assert account is not None
    address = f"/staff/ledger/accounts/{account.pk}"
    assert '<form class="form"' not in of(auditor).get(address).content.decode()
    status, _ = sent(of(auditor), address, do="grant", amount=5, reason="because")
    assert status == 403
    assert sent(of(auditor), "/staff/ledger/requests/", do="approve", request=1)[0] == 403


def test_staff_grants_burns_and_freezes(reader: int, staff: Client, client: Client) -> None:
    account = books.wallet_of(reader)
    assert account is not None
    address = f"/staff/ledger/accounts/{account.pk}"
    assert sent(staff, address, do="grant", amount=50, reason="a prize")[0] == 200
    assert sent(staff, address, do="burn", amount=20, reason="by mistake")[0] == 200
    status, page = sent(staff, address, do="burn", amount=5000, reason="too many")
    assert (status, "only 1030 are there" in page) == (422, True)
    assert sent(staff, address, do="freeze", reason="two <b>accounts</b>")[0] == 200
    page = client.get("/chips/").content.decode()
    assert "two &lt;b&gt;accounts&lt;/b&gt;" in page
    assert sent(staff, address, do="unfreeze", reason="cleared up")[0] == 200
    account.refresh_from_db()
    assert (account.balance, account.state) == (1030, "open")


def test_own_account_offers_no_grant(player: Player) -> None:
    user = player(100)
    account, own = books.wallet_of(user), of(user, is_staff=True)
    assert account is not None
    address = f"/staff/ledger/accounts/{account.pk}"
    page = own.get(address).content.decode()
    assert 'name="do" value="grant"' not in page
    assert 'name="do" value="burn"' not in page
    assert 'name="do" value="freeze"' in page
    assert sent(own, address, do="grant", amount=50, reason="a prize")[0] == 403


def test_two_people_agree_on_a_page(
    reader: int, staff: Client, player: Player, settings: Settings
) -> None:
    settings.TWO_PEOPLE_ABOVE = 100
    account = books.wallet_of(reader)
    assert account is not None
    _, page = sent(
        staff, f"/staff/ledger/accounts/{account.pk}", do="grant", amount=500, reason="a cup"
    )
    assert "a second person has to agree" in page
    asked = books.issue_requests().get()
    address = "/staff/ledger/requests/"
    assert "Take it back" in staff.get(address).content.decode()
    status, page = sent(staff, address, do="approve", request=asked.pk)
    assert (status, "Somebody other" in page) == (403, True)
    second = of(player(), is_staff=True)
    status, page = sent(second, address, do="approve", request=asked.pk)
    assert (status, "Agreed to by" in page) == (200, True)
    account.refresh_from_db()
    assert account.balance == 1500


def test_integrity_is_for_everybody_and_adds_up(player: Player) -> None:
    cache.delete(books.SUPPLY_KEY)  # everybody sees the sums of the last minute
    user = player(1000)
    commands.buy_in(key="b", user_id=user, table_id=7, amount=300)
    sealed = commands.seal()
    assert sealed is not None
    page = Client().get("/integrity/").content.decode()
    assert "1,000 chips exist, and exactly as many are held." in page
    assert bytes(sealed.hash).hex() in page


def test_who_is_at_a_limit_reads_it_where_the_chips_are(client: Client, reader: int) -> None:
    limits.set_limit(user_id=reader, key="k", what="deposit", period="week", most=5000)
    page = client.get("/chips/").content.decode()
    assert "1,000 of 5,000" in page
