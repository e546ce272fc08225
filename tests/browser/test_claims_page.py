"""A wrong word about a match, by keys alone on a phone: taken back; then the organiser decides."""

import pytest
from playwright.sync_api import Browser, Page, expect

from deploy.accounts.models import User
from tests.browser.test_projector_sizes import house, olga
from tests.browser.visit import leave, visit
from tests.house import House
from tests.tournaments.organiser import announced, entered, fresh, players, state_of
from tests.tournaments.reader import FREE
from tournaments import commands
from tournaments.rules.structure import SINGLE, Stage, Structure

__all__ = ["house", "olga"]  # the fixtures of these names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STEPS = 40


def to(page: Page, name: str) -> None:
    """Go by Tab to the button of that name, and press it."""
    for _step in range(STEPS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText").strip() == name:
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "who goes by keys sees where they are"
    page.keyboard.press("Enter")


def test_a_word_is_taken_back_and_a_dispute_decided_by_keys(
    browser: Browser, house: House, olga: User
) -> None:
    one, two = players(2)
    number = announced(olga, Structure((Stage("main", SINGLE),), FREE))
    entered(number, [one, two])
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    said = {"tournament_id": number, "stage": "main", "match": "w1.1"}
    for user, order in ((one, ("p2", "p1")), (two, ("p1", "p2"))):
        result = {"places": [[ref] for ref in order]}
        commands.report(user=user, key=fresh(), result=result, **said)  # type: ignore[arg-type]  # as above
    console = visit(browser, house, olga, {"width": 390, "height": 844}, "pt-BR")
    console.goto(f"{house.url}/tournaments/{number}/console/")
    expect(console.get_by_text("1 partida está em disputa.")).to_be_visible()
    assert console.evaluate("document.documentElement.scrollWidth") <= 390
    live = visit(browser, house, one, {"width": 390, "height": 844}, "pt-BR")
    live.goto(f"{house.url}/tournaments/{number}/live/")
    to(live, "Retirar o que eu disse")
    expect(live.get_by_text("O que você disse foi retirado.")).to_be_visible()
    expect(live.get_by_text("Esperando por você.")).to_be_visible()
    # The console has heard of it by itself, and decides with one press.
    expect(console.get_by_text("1 partida está em disputa.")).to_have_count(0)
    to(console, "Decidir: player1 ganhou")
    expect(console.get_by_text("O resultado está registrado.")).to_be_visible()
    assert state_of(number).stages["main"].results["w1.1"].places == (("p1",), ("p2",))
    for page in (console, live):
        leave(page)
