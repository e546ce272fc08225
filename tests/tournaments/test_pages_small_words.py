"""Words that a reader stumbled over, each said once and for good."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation

from tables.naming import bot_name
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players
from tests.tournaments.reader import FREE, free, got, named, of, report, sent
from tournaments import commands
from tournaments.pages.draft_initial import shape
from tournaments.pages.policies_told import policies
from tournaments.pages.result import proof
from tournaments.pages.stage_form import StageForm
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level, generated
from tournaments.rules.payouts import prizes
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet.models import Unit
from wallet.zone import zone_said

LEVELS = (Level(10, 600), Level(20, 600), Level(0, 300), Level(30, 600))


@pytest.mark.django_db
def test_level_that_only_ends_the_entries_is_told_as_that() -> None:
    olga = an_organiser()
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=500)
    number = named(olga, Structure((stage,), FREE, BuyingRules(500, late_until=1)), 2)
    commands.report_busts(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        busts=[{"entrant": "p1", "stack": 100}],
    )
    for _ in range(5):
        commands.advance(number)
    shown = re.sub(
        r"\s+", " ", re.sub(r"<[^>]+>", " ", got(of(None), f"/tournaments/{number}/live/"))
    )
    assert "The levels are over: all is played" in shown
    assert "A break begins" not in shown
    assert "A level begins" not in shown


def test_bot_is_named_in_the_language_of_the_reader() -> None:
    with translation.override("pt-br"):
        assert bot_name("Aroeira (bot)") == "Aroeira (robô)"
        assert bot_name("ana") == "ana"


def test_zone_is_called_as_people_do() -> None:
    with timezone.override(ZoneInfo("America/Sao_Paulo")), translation.override("pt-br"):
        assert zone_said() == "horário de São Paulo"
    with timezone.override(ZoneInfo("UTC")), translation.override("pt-br"):
        assert zone_said() == "UTC"


@pytest.mark.django_db
def test_question_ends_with_its_mark_alone() -> None:
    page = Client().get("/problems/").content.decode()
    assert "<strong>Who are you?</strong>" in page
    assert "<strong>Not allowed.</strong>" in page


def words_of(page: str) -> str:
    """The words of a page, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.django_db
def test_log_and_preview_say_seats_pauses_and_open_places_in_words() -> None:
    olga = an_organiser()
    number = named(olga, free("single-elimination"), 8)
    for match, order in (("w1.1", ("p1", "p8")), ("w1.2", ("p4", "p5"))):
        report(olga, number, match, *order)
    browser, console = of(olga), f"/tournaments/{number}/console/"
    sent(browser, console, "pause", note="Lunch")
    portuguese = of(olga).get(console, headers={"Accept-Language": "pt-br"}).content.decode()
    assert "Pausa : Lunch" in words_of(portuguese)
    told = {"winner": "open", "note": ""}
    shown = sent(browser, f"/tournaments/{number}/correct/main/w1.1/", "preview", **told)[1]
    assert "Ana 1 – Ana 4 → becomes to be decided – Ana 4" in words_of(shown)


@pytest.mark.django_db
def test_new_seats_are_told_by_table_and_seat() -> None:
    olga = an_organiser()
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=500)
    number = named(olga, Structure((stage,), FREE, BuyingRules(500)), 2)
    shown = words_of(got(of(None), f"/tournaments/{number}/live/"))
    assert re.search(r"Ana 1: table 1, seat [12]; Ana 2: table 1, seat [12]|Ana 2: table 1", shown)


@pytest.mark.django_db
def test_free_tournament_speaks_of_no_prizes_and_of_no_pool() -> None:
    olga = an_organiser()
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=500)
    rules = Structure((stage,), FREE, BuyingRules(500, late_until=1))
    number = named(olga, rules, 2, protest_s=600)
    lobby = words_of(got(of(None), f"/tournaments/{number}/"))
    assert ("Is ranked last" in lobby, "stays in the pool" in lobby) == (True, False)
    assert "The prizes are paid" not in lobby


def test_parts_of_the_pool_are_told_per_cent() -> None:
    found = prizes(1000, 3, (6665, 3335))
    with translation.override("pt-br"):
        assert proof(found)[:2] == ("1: 1.000 × 66,65 % → 667", "2: 1.000 × 33,35 % → 333")


def test_chips_of_a_tournament_are_called_so_in_the_ledger() -> None:
    with translation.override("pt-br"):
        assert Unit(code="tournament-4").said == "fichas do torneio 4"
    assert Unit(code="chips").said == "chips"


@pytest.mark.django_db
def test_log_says_when_hand_for_hand_begins_and_ends_and_who_sits_at_the_final_table() -> None:
    olga = an_organiser()
    stage = Stage("main", "freezeout", size=3, levels=generated(10, 500, players=9), stack=500)
    prizes = PrizeRules(prize_part=100, weights=(50, 30, 20))
    number = announced(olga, Structure((stage,), prizes, BuyingRules(500)))
    entered(number, players(5))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    page = words_of(got(of(None), f"/tournaments/{number}/live/"))
    assert "Hand for hand begins" not in page
    for ref in ("p5", "p4"):
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="main", busts=[{"entrant": ref}]
        )
        commands.advance(number)
    page = words_of(got(of(None), f"/tournaments/{number}/live/"))
    assert re.search(r"Seats Final table: \w+: seat 1; \w+: seat 2; \w+: seat 3", page)
    assert page.index("Hand for hand ends") < page.index("Hand for hand begins")


def test_chips_of_the_policies_are_told_in_thousands() -> None:
    structure = Structure(
        (Stage("main", "freezeout"),), PrizeRules(prize_part=100, guarantee=1000)
    )
    with translation.override("pt-br"):
        told = dict(policies(structure, online=False))
    assert told["Garantia"] == "A casa paga o que falta ao total até 1.000"


def test_every_phase_of_a_draft_begins_with_the_same_breaks() -> None:
    begun = shape("freezeout")["stages"][0]
    fresh_one = StageForm.base_fields
    for name in ("break_every", "break_minutes"):
        assert fresh_one[name].initial == begun[name]
