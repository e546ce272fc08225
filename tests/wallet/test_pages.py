"""My chips, as a page: one's own wallet only, the newest line first, older ones a link away."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from wallet import commands
from wallet.pages import views

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(player: Callable[..., int], client: Client) -> int:
    """Return a signed-in player with 1,000 chips."""
    user_id = player(1000)
    client.force_login(get_user_model().objects.get(pk=user_id))
    return user_id


def moved(page: str) -> list[str]:
    """The amounts of the lines, as the page writes them."""
    return re.findall(r'<td class="number (?:in|out)">([−+\d,]+)</td>', page)


def test_the_page_tells_what_is_where(client: Client, reader: int) -> None:
    commands.buy_in(key="b", user_id=reader, table_id=7, amount=300)
    page = client.get("/chips/").content.decode()
    figures = re.findall(r"<dd>([\d,]+)</dd>", page)
    assert figures == ["700", "300", "300"]
    assert moved(page) == ["−300", "+1,000"]
    assert "bought in (#7)" in page


def test_nobody_sees_another_wallet(
    client: Client, reader: int, player: Callable[..., int]
) -> None:
    other = player(777)
    page = client.get(f"/chips/?user_id={other}&user={other}").content.decode()
    assert "777" not in page


def test_older_lines_are_a_link_away(
    client: Client, reader: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    for amount in (10, 20, 30):
        commands.buy_in(key=f"b{amount}", user_id=reader, table_id=7, amount=amount)
    first = client.get("/chips/").content.decode()
    link = re.search(r'href="(\?before=\d+)"', first)
    assert link is not None
    second = client.get(f"/chips/{link[1]}").content.decode()
    assert (moved(first), moved(second)) == (["−30", "−20"], ["−10", "+1,000"])
    assert 'href="?before=' not in second


@pytest.mark.parametrize("before", ["x", "-1", "1e3", "²", "9" * 400, ""])
def test_a_senseless_page_number_is_no_crash(client: Client, reader: int, before: str) -> None:
    assert client.get("/chips/", {"before": before}).status_code == 200
