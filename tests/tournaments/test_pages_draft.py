"""The form of a draft: it can say whatever the rules know, loses nothing, and orders stages."""

import re
from dataclasses import fields, replace
from html import unescape
from typing import Any, Final

import pytest
from django.http import QueryDict

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, drafted, row_of
from tests.tournaments.reader import got, of, sent
from tournaments.models import Tournament
from tournaments.pages.draft_form import DraftForm
from tournaments.pages.draft_initial import SHAPES, shape, typed
from tournaments.pages.draft_rows import arranged, with_near
from tournaments.pages.draft_whole import Draft
from tournaments.pages.plan_told import near_said, told
from tournaments.pages.policies_told import policies
from tournaments.queries import policies as policy_facts
from tournaments.rules.buying import BuyingRules
from tournaments.rules.codec import from_json
from tournaments.rules.eliminations import POLICIES as BUSTS
from tournaments.rules.levels import Level
from tournaments.rules.payouts import ROUNDINGS
from tournaments.rules.seats import SCHEMES
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SEEDINGS,
    SINGLE,
    SWISS,
    TABLES,
    PrizeRules,
    Stage,
    Structure,
    Take,
)
from tournaments.rules.structure_checks import check_structure
from tournaments.rules.swiss_split import POLICIES as SPLITS
from tournaments.rules.tiebreaks import NAMES as TIE_BREAKS

LEVELS: Final = (Level(10, 700), Level(0, 300), Level(20, 700), Level(35, 600), Level(60, 600))
BUYING: Final = BuyingRules(500, 2, 1, 2, 0, 400, 450, 3, 800)
PRIZES: Final = PrizeRules(100, 10, 20, 90, 80)
BASES: Final = {
    SINGLE: Stage("main", SINGLE),
    DOUBLE: Stage("main", DOUBLE),
    TABLES: Stage("main", TABLES, sizes=(4, 4), advance=(1,)),
    ROUND_ROBIN: Stage("main", ROUND_ROBIN),
    SWISS: Stage("main", SWISS, size=4, rounds=3, points=(5, 3, 1, 0), bye_points=5),
    FREEZEOUT: Stage("main", FREEZEOUT, size=6, levels=LEVELS, stack=500),
}
# Each field with values that it may have: the form has to be able to say every one of them.
STAGE: Final[dict[str, list[tuple[str, Any]]]] = {
    "id": [(SINGLE, "Final_8"), (SINGLE, "top-cut")],
    "kind": [(kind, kind) for kind in BASES],
    "takes": [(SINGLE, (Take(flight="A"), Take(flight="B")))],
    "seeding": [(SINGLE, one) for one in SEEDINGS],
    "seconds": [(SWISS, 1234), (SINGLE, 30), (TABLES, 3600)],
    "third_place": [(SINGLE, True)],
    "final": [(DOUBLE, one) for one in ("none", "single", "reset")],
    "sizes": [(TABLES, (8, 8))],
    "advance": [(TABLES, (2,)), (TABLES, ())],
    "groups": [(ROUND_ROBIN, 4)],
    "size": [(FREEZEOUT, 8)],
    "double": [(ROUND_ROBIN, True)],
    "rounds": [(SWISS, 7)],
    "split": [(SWISS, one) for one in SPLITS],
    "points": [(SWISS, (7, 5, 3, 1))],
    "bye_points": [(SWISS, 0), (SWISS, 3), (ROUND_ROBIN, 1)],
    "tie_breaks": [(SWISS, TIE_BREAKS), (SWISS, TIE_BREAKS[::-1]), (ROUND_ROBIN, ())],
    "levels": [(FREEZEOUT, LEVELS[2:])],
    "stack": [(FREEZEOUT, 700)],
    "bust_policy": [(FREEZEOUT, one) for one in BUSTS],
    "scheme": [(FREEZEOUT, one) for one in SCHEMES],
    "early_bubble": [(FREEZEOUT, True)],
    "clock_waits": [(FREEZEOUT, False)],
    "final_redraw": [(FREEZEOUT, False)],
    "break_order": [(FREEZEOUT, (3, 1, 2))],
    "ends_at": [(FREEZEOUT, 4)],
}
PRIZE: Final[dict[str, list[Any]]] = {
    "prize_part": [250],
    "fee_part": [25],
    "bounty_part": [50],
    "rebuy_price": [60],
    "addon_price": [70],
    "weights": [(5000, 3000, 2000), (4850, 3650, 1500)],
    "guarantee": [5000],
    "unit": [5],
    "rounding": list(ROUNDINGS),
    "seat_value": [1000],
    "seat_into": ["77"],
    "seat_portion": [200],
    "bounty_cash_per_cent": [50, 0],
}
BUY: Final[dict[str, list[int]]] = {
    "start_chips": [],  # those of the freezeout's start: the form has one field for both
    "late_until": [3, -1],
    "reentries": [2, -1],
    "rebuys": [1, -1],
    "rebuy_until": [2],
    "rebuy_stack": [100],
    "rebuy_chips": [1],
    "addon_at": [2],
    "addon_chips": [9],
}
WHOLE: Final[dict[str, list[Any]]] = {
    "stages": [],
    "prizes": [],
    "buying": [],  # all three above
    "cap": [64],
    "fewest": [1, 5],
    "check_in": [True],
    "no_show": [10],
    "ranking": [("groups", "main")],
}
# What the plan, the costs and the levels of a lobby tell, and so is no line of the policy card.
TOLD: Final = {
    "id", "kind", "takes", "seconds", "sizes", "advance", "groups", "size", "rounds", "levels",
    "stack", "prize_part", "fee_part", "bounty_part", "rebuy_price", "addon_price", "start_chips",
    "stages", "prizes", "buying", "cap", "fewest",
}  # fmt: skip
FULL: Final = Structure((BASES[FREEZEOUT],), PRIZES, BUYING)
SATELLITE: Final = replace(PRIZES, seat_value=500, seat_into="9", seat_portion=100)


def with_stage(kind: str, name: str, value: object) -> Structure:
    """The structure of one stage in which a field has another value."""
    buying = BUYING if kind == FREEZEOUT else BuyingRules(0)
    changes: dict[str, Any] = {name: value}
    if name == "stack":
        buying = replace(buying, start_chips=value)  # type: ignore[arg-type]  # a number here
    if name == "levels":
        buying = BuyingRules(500)
    prizes = PRIZES if kind == FREEZEOUT else PrizeRules(100, 10)
    return Structure((replace(BASES[kind], **changes),), prizes, buying)


def one_changed() -> list[tuple[str, Structure, Structure]]:
    """Every field with every value: its name, the structure with it, and one without."""
    found = [
        (name, with_stage(kind, name, value), with_stage(kind, "seeding", "taken"))
        for name, given in STAGE.items()
        for kind, value in given
    ]
    for name, values in PRIZE.items():
        base = SATELLITE if name.startswith("seat_") else PRIZES
        for value in values:
            changed = replace(FULL, prizes=replace(base, **{name: value}))
            found.append((name, changed, replace(FULL, prizes=base)))
    for name, values in BUY.items():
        for value in values:
            buying = replace(BUYING, **{name: value})
            found.append((name, replace(FULL, buying=buying), FULL))
    groups = Stage("groups", ROUND_ROBIN, groups=2)
    chain = Structure((groups, Stage("main", SINGLE, (Take("groups", 1, 4),))), PrizeRules())
    for name, values in WHOLE.items():
        base_ = chain if name == "ranking" else FULL
        found += [(name, replace(base_, **{name: value}), base_) for value in values]
    return found


SELECT: Final = re.compile(r'<select name="([^"]*)".*?>(.*?)</select>', re.DOTALL)
CASES: Final = one_changed()
CHOICES: Final = [one for one in CASES if one[0] not in TOLD and one[1] != one[2]]
IDS: Final = [f"{name} {number}" for number, (name, _one, _base) in enumerate(CASES)]


def test_every_field_of_the_rules_is_in_one_of_the_lists() -> None:
    for kind, known in (
        (Stage, STAGE),
        (PrizeRules, PRIZE),
        (BuyingRules, BUY),
        (Structure, WHOLE),
    ):
        assert {one.name for one in fields(kind)} == set(known)


def sent_as_typed(structure: Structure, expected: int = 16) -> QueryDict:
    """What a browser sends when somebody saves the form without a change."""
    draft = Draft(None, typed(structure, expected))
    data = QueryDict(mutable=True)
    forms = [draft.form, *(form for form, _takes in draft.stages)]
    for form in (*forms, *(take for _form, takes in draft.stages for take in takes)):
        html = str(form)
        radios: dict[str, str] = {}
        for name, value in re.findall(r'<input [^>]*name="([^"]*)" value="([^"]*)"', html):
            data.setlist(name, [unescape(value)])
        for tag in re.findall(r'<input type="radio"[^>]*>', html):
            given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            if " checked" in tag:
                radios[given["name"]] = unescape(given["value"])
        for name in re.findall(r'<input type="checkbox" name="([^"]*)"[^>]* checked', html):
            data.setlist(name, ["on"])
        for name, options in SELECT.findall(html):
            chosen = re.findall(r'value="([^"]*)" selected', options)
            data.setlist(name, chosen[:1] or re.findall(r'value="([^"]*)"', options)[:1])
        for name in re.findall(r'<input type="checkbox" name="([^"]*)"(?![^>]* checked)', html):
            data.pop(name, None)
        for name, value in radios.items():
            data.setlist(name, [value])
    data.setlist("name", ["Copa"])
    return data


@pytest.mark.parametrize(("name", "structure", "base"), CASES, ids=IDS)
def test_the_form_can_say_it_and_a_draft_loses_nothing(
    name: str, structure: Structure, base: Structure
) -> None:
    kept = {stage.id: stage for stage in structure.stages}
    draft = Draft(sent_as_typed(structure), typed(structure, 16), kept)
    assert draft.is_valid(), (name, draft.form.errors, [f.errors for f, _t in draft.stages])
    assert draft.structure() == structure, base


@pytest.mark.parametrize(("name", "structure", "base"), CHOICES)
def test_every_policy_is_on_the_card_and_in_the_machine_readable_one(
    name: str, structure: Structure, base: Structure
) -> None:
    assert policies(structure, online=False) != policies(base, online=False), name
    assert policy_facts(structure, online=False) != policy_facts(base, online=False), name


def test_policies_of_several_stages_are_told_apart_only_where_they_differ() -> None:
    flights = Structure(SHAPES["flights"][2])
    titles = [title for title, _words in policies(flights, online=False)]
    assert titles.count("Seeding") == 1
    assert "End" in titles
    third = replace(flights.stages[2], seeding="rated")
    parted = replace(flights, stages=(*flights.stages[:2], third))
    card = dict(policies(parted, online=False))
    assert card["Seeding (Flight A, Flight B)"].startswith("Drawn")
    assert card["Seeding (Final)"].startswith("By rating")


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_can_be_played_and_saved(name: str) -> None:
    _words, expected, stages = SHAPES[name]
    structure = Structure(stages)
    assert told(structure, expected).refused == ""
    draft = Draft(sent_as_typed(structure, expected), shape(name))
    assert draft.is_valid()
    check_structure(draft.structure())
    assert [one.id for one in draft.structure().stages] == [one.id for one in stages]
    assert [one.takes for one in draft.structure().stages] == [one.takes for one in stages]


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


SECOND: Final = Structure(SHAPES["second-chance"][2])


def test_stages_are_added_removed_and_ordered_and_sources_follow_their_stage() -> None:
    data = sent_as_typed(SECOND)
    up = arranged(data, "up-3")
    assert up is not None
    made = Draft(up, shape("bracket"))
    assert made.is_valid()
    assert [stage.id for stage in made.structure().stages] == ["groups", "main", "second"]
    first = arranged(data, "up-2")
    assert first is not None
    made = Draft(first, shape("bracket"))
    assert made.is_valid()
    stages = made.structure().stages
    assert [(stage.id, stage.takes) for stage in stages] == [
        ("second", (Take("groups", 9, 0),)),
        ("groups", (Take(),)),
        ("main", (Take("groups", 1, 8),)),
    ]
    fewer = arranged(data, "remove-1")
    assert fewer is not None
    made = Draft(fewer, shape("bracket"))
    assert made.is_valid()
    assert [stage.takes for stage in made.structure().stages] == [(Take(),), (Take(),)]
    more = arranged(data, "add-stage")
    assert more is not None
    made = Draft(more, shape("bracket"))
    assert made.is_valid()
    assert made.structure().stages[3].takes == (Take("main", 1, 8),)
    odd = ("up-1", "remove-9", "preview", "save", "", "remove-\xb2", "up-" + "2" * 5000)
    assert [arranged(data, do) for do in odd] == [None] * len(odd)


def test_the_last_stage_stays() -> None:
    assert arranged(sent_as_typed(Structure((BASES[SINGLE],))), "remove-1") is None


def test_ranking_follows_the_stages() -> None:
    data = sent_as_typed(replace(SECOND, ranking=("main", "second", "groups")))
    assert data["ranking"] == "3, 2, 1"
    moved = arranged(data, "remove-2")
    assert moved is not None
    assert moved["ranking"] == "2, 1"


@pytest.mark.django_db
def test_form_of_several_stages_works_without_a_script(olga: User) -> None:
    browser = of(olga)
    page = got(browser, "/tournaments/new/?shape=groups")
    assert "With 16 entrants it takes about" in page
    assert page.count("data-stage") == 2
    data = dict(sent_as_typed(Structure(SHAPES["groups"][2])).items())
    page = sent(browser, "/tournaments/new/", "add-stage", **data)[1]
    assert page.count("data-stage") == 3
    assert "form-errors" not in page
    status, page = sent(browser, "/tournaments/new/", "save", **{**data, "name": ""})
    assert (status, Tournament.objects.count()) == (422, 0)
    sent(browser, "/tournaments/new/", "save", **data)
    row = Tournament.objects.get()
    made: Structure = from_json(Structure, row.structure)
    assert made == replace(Structure(SHAPES["groups"][2]), buying=made.buying)


@pytest.mark.django_db
@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "9999-12-31T23:59"])
@pytest.mark.parametrize("field", ["starts_at", "opens_at"])
def test_moment_that_no_page_could_show_is_told_in_the_form(
    olga: User, field: str, moment: str
) -> None:
    browser = of(olga)
    data = dict(sent_as_typed(Structure((BASES[SINGLE],))).items())
    data = {**data, "name": "Copa", "starts_at": "", "opens_at": "", field: moment}
    status, page = sent(browser, "/tournaments/new/", "save", **data)
    assert (status, Tournament.objects.count()) == (422, 0)
    assert f"{field}: a moment of the years 2000 to 2199" in page


@pytest.mark.django_db
def test_too_few_for_a_cut_names_the_nearest_and_takes_it(olga: User) -> None:
    browser = of(olga)
    data = {**dict(sent_as_typed(Structure(SHAPES["groups"][2])).items()), "expected": "6",
            "s1-groups": "2"}  # fmt: skip
    page = sent(browser, "/tournaments/new/", "preview", **data)[1]
    assert "places 1 to 6 of Groups" in page
    page = sent(browser, "/tournaments/new/", "preview", **data, use="0")[1]
    assert "What could be played instead" not in page
    assert 'name="s2-t0-last" value="6"' in page


def test_nearest_split_is_said_and_taken() -> None:
    swiss = Structure((BASES[SWISS],))
    shown = told(swiss, 5)
    assert shown.stage == "main"
    assert [near_said(one) for one in shown.nearest] != []
    for near in shown.nearest:
        changed = Draft(with_near(sent_as_typed(swiss, 5), 1, near), typed(swiss, 5))
        assert changed.is_valid()
        assert told(changed.structure(), 5).refused == ""


def test_flights_are_planned_evenly() -> None:
    shown = told(Structure(SHAPES["flights"][2]), 31)
    assert [stage["entrants"] for stage in shown.stages] == [16, 15, 8]
    assert shown.flights == 2


@pytest.mark.django_db
def test_saving_keeps_what_was_set_elsewhere(olga: User) -> None:
    settings = {
        "conditions": {"account_days": 3, "only": ["ana", "rui"]},
        "protest_s": 600,
        "expected": 20,
    }
    structure = replace(SECOND, cap=24)
    number = drafted(olga, structure, starts_full=True, **settings)
    browser = of(olga)
    page = got(browser, f"/tournaments/{number}/edit/")
    assert "Stage 3" in page
    row = row_of(number)
    data = dict(sent_as_typed(structure, 20).items()) | {
        "name": "Other", "starts_full": "on", "account_days": "3", "only": "ana, rui",
        "protest_minutes": "10",
    }  # fmt: skip
    sent(browser, f"/tournaments/{number}/edit/", "save", **data)
    now = row_of(number)
    assert now.name == "Other"
    for name in ("structure", "conditions", "protest_s", "expected", "starts_full"):
        assert getattr(now, name) == getattr(row, name), name


def test_name_is_asked_for_only_when_it_is_saved() -> None:
    data = sent_as_typed(Structure((BASES[SINGLE],)))
    data["name"] = ""
    assert DraftForm(data).is_valid()
    assert not DraftForm(data, named=True).is_valid()


@pytest.mark.django_db
def test_draft_says_what_an_entry_costs_and_which_matches_come_last(olga: User) -> None:
    stage = Stage("main", "single-elimination", third_place=True)
    paid = drafted(olga, Structure((stage,), PrizeRules(100, 10)), expected=8)
    page = got(of(olga), f"/tournaments/{paid}/console/")
    assert '<p class="c-cost">110 chips</p>' in page
    assert "<span>Fee of the house</span> <strong>10</strong>" in page
    assert "Round 2: 2 matches" in page
    assert "Round 3: the final, and the match for third place" in page
    free_one = drafted(olga, Structure((stage,)))
    assert '<p class="c-cost">free</p>' in got(of(olga), f"/tournaments/{free_one}/console/")
