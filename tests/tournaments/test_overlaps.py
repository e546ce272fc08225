"""Nobody is needed in two places at once: a graph that would have it so is no draft (2.10)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.accounts.models import User
from tests.tournaments.house import LEVELS, opening
from tests.tournaments.organiser import an_organiser, drafted, fresh
from tests.tournaments.reader import of, sent
from tests.tournaments.test_pages_draft import sent_as_typed
from tournaments import commands, queries
from tournaments.errors import BadTournament
from tournaments.models import Tournament
from tournaments.pages.draft_initial import SHAPES
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.log import replay
from tournaments.rules.overlaps import TAKES_MAX, check_apart
from tournaments.rules.plan import plan
from tournaments.rules.structure import Stage, Structure, Take
from tournaments.rules.structure_checks import check_draft, check_structure
from wallet.errors import Refusal

A, B = Take(flight="a"), Take(flight="b")
Graph = list[tuple[str, list[Take]]]


def freezeout(name: str, *takes: Take) -> Stage:
    """A freezeout at tables of four."""
    return Stage(name, "freezeout", takes or (Take(),), size=4, stack=100, levels=LEVELS)


def bracket(name: str, *takes: Take) -> Stage:
    """A knock-out."""
    return Stage(name, "single-elimination", takes or (Take(),))


TWO_FREEZEOUTS = Structure((freezeout("day"), freezeout("night")))
TWO_PLACES: dict[str, tuple[Stage, ...]] = {
    "two freezeouts of all": TWO_FREEZEOUTS.stages,
    "two brackets of all": (bracket("x"), bracket("y")),
    "one flight twice": (bracket("x", A), freezeout("y", A), bracket("z", B)),
    "all and a flight": (bracket("x"), freezeout("y", B)),
    "a final beside another stage": (
        bracket("x"),
        bracket("y", Take("x", 1, 4)),
        bracket("z", Take("x", 5)),
        freezeout("side"),
    ),
    "deep beside deep": (
        bracket("x", A),
        bracket("y", Take("x", 1, 4)),
        bracket("z", A),
        bracket("w", Take("z", 1, 4)),
    ),
}
TWICE: dict[str, tuple[Stage, ...]] = {
    "all, and all": (bracket("x", Take(), Take()),),
    "all, and a flight": (bracket("x", Take(), A),),
    "the best of a stage, and all who were in it": (
        bracket("x"),
        bracket("y", Take("x", 1, 2), Take()),
    ),
    "the best of a final, and of what fed it": (
        bracket("x"),
        bracket("y", Take("x", 1, 4)),
        bracket("z", Take("y", 1, 2), Take()),
    ),
}
SOUND: dict[str, tuple[Stage, ...]] = {
    "flights, then a final": (
        freezeout("x", A),
        freezeout("y", B),
        freezeout("last", Take("x", 1, 4), Take("y", 1, 4)),
    ),
    "main and consolation": (
        bracket("x"),
        bracket("y", Take("x", 1, 4)),
        bracket("z", Take("x", 5)),
    ),
    "a second chance": (
        bracket("x"),
        bracket("again", Take("x", 5)),
        freezeout("last", Take("x", 1, 4), Take("again", 1, 2)),
    ),
    "one after the other": (freezeout("day"), freezeout("night", Take("day"))),
    "some wait in the second stage": (bracket("x", A), bracket("y", Take("x", 1, 2), B)),
}


@pytest.mark.parametrize("name", TWO_PLACES)
def test_stages_side_by_side_with_the_same_players_are_refused(name: str) -> None:
    structure = Structure(TWO_PLACES[name])
    with pytest.raises(Impossible, match="at the same time") as refused:
        check_draft(structure)
    assert refused.value.code == "two-places"
    check_structure(structure)  # logs that have it replay still


@pytest.mark.parametrize("name", TWICE)
def test_stage_that_takes_somebody_twice_is_refused_and_one_way_is_enough(name: str) -> None:
    structure = Structure(TWICE[name])
    with pytest.raises(Impossible, match="the same players") as refused:
        check_draft(structure)
    assert refused.value.code == "taken-twice"
    assert refused.value.nearest
    for near in refused.value.nearest:
        check_apart(with_stage(structure, near))


@pytest.mark.parametrize("name", [*SOUND, *SHAPES])
def test_who_plays_one_stage_after_another_is_no_trouble(name: str) -> None:
    check_draft(Structure(SOUND[name] if name in SOUND else SHAPES[name][2]))


def with_stage(structure: Structure, near: object) -> Structure:
    """The structure with one of its stages as a refusal offers it."""
    assert isinstance(near, Stage)
    stages = tuple(near if one.id == near.id else one for one in structure.stages)
    return replace(structure, stages=stages)


def test_nearest_is_one_after_the_other() -> None:
    with pytest.raises(Impossible) as refused:
        check_apart(TWO_FREEZEOUTS)
    near = with_stage(TWO_FREEZEOUTS, refused.value.nearest[0])
    assert near.stages[1].takes == (Take("day", 1, 0),)
    check_draft(near)
    plan(near, 9)


def test_nearest_takes_only_places_that_go_nowhere_yet() -> None:
    structure = Structure(TWO_PLACES["a final beside another stage"])
    with pytest.raises(Impossible) as refused:
        check_apart(structure)
    assert refused.value.nearest == ()  # all of them go on already
    cut = replace(
        structure, stages=(structure.stages[0], structure.stages[1], structure.stages[3])
    )
    with pytest.raises(Impossible) as refused:
        check_apart(cut)
    check_draft(with_stage(cut, refused.value.nearest[0]))


def test_more_takes_than_anybody_has_are_refused_before_they_are_compared() -> None:
    many = tuple(Take(flight=f"f{n}") for n in range(TAKES_MAX + 1))
    with pytest.raises(Refused, match="at most 300"):
        check_draft(Structure((bracket("x", *many),)))
    check_draft(Structure((bracket("x", *many[1:]),)))


def test_log_from_before_replays() -> None:
    assert len(replay(opening(TWO_FREEZEOUTS, 4)).entrants) == 4


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Some stages, each taking flights or two-place spans of those before it."""
    found: Graph = []
    free: dict[str, list[int]] = {}
    for number in range(draw(st.integers(1, 5))):
        takes: list[Take] = []
        for _ in range(draw(st.integers(1, 2))):
            source = draw(st.sampled_from(["", "a", "b", *(one for one in free if free[one])]))
            if source in free:
                first = free[source].pop(0)
                takes.append(Take(source, first, first + 1))
            else:
                takes.append(Take(flight=source))
        found.append((f"s{number}", takes))
        free[f"s{number}"] = [1, 3]
    return found


@given(graphs())
def test_law_a_sound_graph_never_has_anybody_in_two_places(graph: Graph) -> None:
    """However it ends: everybody's way through the stages is followed, in the order of entry."""
    structure = Structure(tuple(bracket(name, *takes) for name, takes in graph))
    try:
        check_apart(structure)
    except Impossible:
        return
    entries = {flight: [f"{flight}{n}" for n in range(12)] for flight in ("a", "b")}
    ranked: dict[str, list[str]] = {}
    for name, takes in graph:
        came: list[str] = []
        for take in takes:
            if take.source in ranked:
                came += ranked[take.source][take.first - 1 : take.last]
            else:
                came += [one for f in entries if take.flight in ("", f) for one in entries[f]]
        assert len(came) == len(set(came))
        ranked[name] = came
    for name, takes in graph:
        for other, theirs in graph:
            beside = not follows(dict(graph), name, other) and not follows(
                dict(graph), other, name
            )
            if name < other and beside:
                assert not set(ranked[name]) & set(ranked[other]), (takes, theirs)


def follows(graph: dict[str, list[Take]], name: str, other: str) -> bool:
    """Whether one stage waits for another."""
    sources = {take.source for take in graph[name]} & graph.keys()
    return other in sources or any(follows(graph, one, other) for one in sources)


@pytest.fixture
def olga(db: None) -> User:
    """An organiser."""
    return an_organiser()


@pytest.mark.django_db
def test_no_door_takes_it_and_each_says_why(olga: User) -> None:
    with pytest.raises(BadTournament, match="Stages day and night") as refused:
        drafted(olga, TWO_FREEZEOUTS)
    assert refused.value.code == "two-places"
    assert not Tournament.objects.exists()
    told = queries.plan_for(to_json(TWO_FREEZEOUTS), 9)
    assert told["code"] == "two-places"
    assert "source='day'" in told["nearest"][0]


@pytest.mark.django_db
def test_draft_from_before_is_not_announced(olga: User) -> None:
    number = drafted(olga, Structure((freezeout("day"),)))
    Tournament.objects.filter(pk=number).update(structure=to_json(TWO_FREEZEOUTS))
    with pytest.raises(Refusal) as refused:
        commands.announce(user=olga, key=fresh(), tournament_id=number)
    assert refused.value.code == "two-places"


@pytest.mark.django_db
@pytest.mark.parametrize("names", [("day", "night"), ("", ""), ("O dia", "A noite!")])
def test_form_offers_the_nearest_and_takes_it(olga: User, names: tuple[str, str]) -> None:
    browser = of(olga)
    data: dict[str, Any] = dict(sent_as_typed(TWO_FREEZEOUTS, 9).items())
    for number, name in enumerate(names, start=1):
        data |= {f"s{number}-name": name, f"s{number}-was": ""}
    page = sent(browser, "/tournaments/new/", "preview", **data)[1]
    assert "the same players would have to sit in both" in page
    assert "Freezeout: places 1 and after of " in page
    browser.cookies["django_language"] = "de"
    german = sent(browser, "/tournaments/new/", "preview", **data)[1]
    assert "dieselben Spieler müssten in beiden sitzen" in german
    assert "played at the same time" not in german
    browser.cookies["django_language"] = "en"
    page = sent(browser, "/tournaments/new/", "preview", **data, use="0")[1]
    assert "would have to sit in both" not in page
    assert 'name="s2-t0-first" value="1"' in page
    status, page = sent(browser, "/tournaments/new/", "save", **{**data, "name": "Copa"})
    assert (status, Tournament.objects.count()) == (422, 0)
    assert "are played at the same time" in page
