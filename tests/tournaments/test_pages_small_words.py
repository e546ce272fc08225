"""Words that a reader stumbled over, each said once and for good."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation

from tables.naming import bot_name
from tests.tournaments.organiser import an_organiser, fresh
from tests.tournaments.reader import FREE, got, named, of
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.structure import Stage, Structure
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
