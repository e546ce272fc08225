"""The wallet's pages in Chromium: nothing runs off the side, axe is silent, keys suffice."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Browser

from deploy.accounts.models import User
from tests.browser.conftest import SIZES, assert_sound
from tests.browser.visit import a_house, leave, visit
from tests.house import House, a_player, a_table, sit
from wallet import books, commands
from wallet.limits import commands as limits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Uma mesa com um nome bem comprido mesmo!"


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with a_house() as opened:
        yield opened


@pytest.fixture
def ana() -> User:
    """A player with chips at a table, a limit that waits to be loosened, and some lines."""
    user = a_player("ana")
    sit(user, a_table(user, name=LONG[:40]))
    for number in range(3):
        commands.buy_in(key=f"b{number}", user_id=user.pk, table_id=9, amount=5)
    for most in (300, 900):
        limits.set_limit(user_id=user.pk, key=str(most), what="loss", period="day", most=most)
    return user


@pytest.fixture
def olga() -> User:
    """A member of staff, with something to decide and somebody frozen."""
    user = a_player("olga")
    user.is_staff = True
    user.save()
    user.groups.add(Group.objects.get_or_create(name="staff")[0])
    zeca = a_player("zeca")
    commands.freeze(key="f", staff_id=user.pk, user_id=zeca.pk, reason="Two accounts at one table")
    commands.staff_grant(
        key="g", staff_id=user.pk, user_id=zeca.pk, amount=50_000, reason="W" * 150
    )
    return user


def test_every_page_fits_and_is_accessible(
    house: House, browser: Browser, ana: User, olga: User
) -> None:
    """On a phone and at a desk, in the language of the longest words."""
    account = books.wallet_of(ana.pk)
    transfer = books.transfers().first()
    assert account is not None
    assert transfer is not None
    commands.seal()
    pages = {
        ana: ("/chips/", "/chips/limits/", "/integrity/"),
        olga: (
            f"/chips/transfers/{transfer.pk}",
            "/staff/ledger/",
            f"/staff/ledger/accounts/{account.pk}",
            "/staff/ledger/transfers/",
            "/staff/ledger/requests/",
            "/staff/ledger/freezes/",
        ),
    }
    for user, paths in pages.items():
        page = visit(browser, house, user, SIZES[0], "de")
        for path in paths:
            page.goto(house.url + path)
            assert_sound(page)
        leave(page)


def test_a_limit_is_set_and_a_change_cancelled_by_keyboard(
    house: House, browser: Browser, ana: User
) -> None:
    page = visit(browser, house, ana, SIZES[1], "en")
    page.goto(f"{house.url}/chips/limits/")
    page.get_by_label("In a week").first.focus()
    page.keyboard.type("700")
    page.keyboard.press("Enter")
    page.get_by_text("Your limit holds from now on.").wait_for()
    page.get_by_role("button", name="Cancel this change").focus()
    page.keyboard.press("Enter")
    page.get_by_text("your limit stays as it is").wait_for()
    page.get_by_role("radio", name="24 hours").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("You take a break from play until").wait_for()
    leave(page)


def test_a_second_person_agrees_by_keyboard(house: House, browser: Browser, olga: User) -> None:
    sue = a_player("sue")
    User.objects.filter(pk=sue.pk).update(is_staff=True)
    page = visit(browser, house, sue, SIZES[0], "en")
    page.goto(f"{house.url}/staff/ledger/requests/")
    page.get_by_role("button", name="Agree").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Agreed to by sue").wait_for()
    leave(page)


@pytest.mark.usefixtures("ana")
def test_a_phone_shows_the_whole_seal(house: House, browser: Browser) -> None:
    commands.seal()
    page = visit(browser, house, None, SIZES[0])
    page.goto(f"{house.url}/integrity/")
    seal = page.locator(".seals code").first
    assert len(seal.inner_text()) == 64
    box = seal.bounding_box()
    assert box is not None
    assert box["width"] > 300
    inside = "node => node.scrollWidth - node.clientWidth"
    assert page.locator(".table-scroll:has(.seals)").evaluate(inside) == 0
    leave(page)
