"""What a tournament sells is something, and nobody pays for nothing."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.house import opening
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players, row_of
from tests.tournaments.reader import got, of, sent
from tests.tournaments.test_pages_draft import sent_as_typed
from tournaments import commands, queries
from tournaments.models import Tournament
from tournaments.pages.draft_initial import SHAPES
from tournaments.pages.refusals import DRAFTS
from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.codec import from_json, to_json
from tournaments.rules.errors import Refused
from tournaments.rules.levels import generated
from tournaments.rules.log import line, read, replay
from tournaments.rules.structure import PrizeRules, Stage, Structure
from tournaments.rules.structure_checks import check_draft, check_structure
from wallet import queries as chips
from wallet.errors import Refusal

TABLE = Stage("main", "freezeout", size=4, levels=generated(10, 500, players=9), stack=500)
SOUND = Structure(
    (TABLE,),
    PrizeRules(100, 10, rebuy_price=50, addon_price=30),
    BuyingRules(500, 2, 1, 2, 2, 500, 500, 2, 800),
)
Change = Callable[[Structure], Structure]


def prizes(**changes: Any) -> Change:
    """Change what things cost."""
    return lambda one: replace(one, prizes=replace(one.prizes, **changes))


def buying(**changes: Any) -> Change:
    """Change what is sold."""
    return lambda one: replace(one, buying=replace(one.buying, **changes))


HOLES: dict[str, list[Change]] = {
    "fee-without-prize": [
        prizes(prize_part=0),
        lambda one: replace(one, prizes=PrizeRules(bounty_part=5, rebuy_price=50, addon_price=30)),
    ],
    "bounty-elsewhere": [
        lambda one: Structure((Stage("main", "single-elimination"),), PrizeRules(9, bounty_part=5))
    ],
    "reentry-never": [buying(late_until=-1)],
    "rebuy-unsold": [buying(rebuys=0)],
    "rebuy-brings-nothing": [buying(rebuy_chips=0)],
    "rebuy-never": [buying(rebuy_until=-1)],
    "rebuy-free": [prizes(rebuy_price=0)],
    "addon-brings-nothing": [buying(addon_chips=0)],
    "addon-never": [buying(addon_at=-1), buying(addon_at=-1, addon_chips=0)],
    "addon-free": [prizes(addon_price=0)],
    "sold-to-the-end": [
        buying(**{name: len(TABLE.levels) - 1})
        for name in ("late_until", "rebuy_until", "addon_at")
    ],
}
CASES = [(code, change) for code, changes in HOLES.items() for change in changes]


@pytest.mark.parametrize(("code", "change"), CASES)
def test_draft_that_takes_and_does_not_give_is_refused_and_replays(
    code: str, change: Change
) -> None:
    check_draft(SOUND)
    with pytest.raises(Refused) as refused:
        check_draft(change(SOUND))
    assert refused.value.code == code
    assert code in DRAFTS
    check_structure(change(SOUND))


def test_log_of_a_rebuy_from_before_it_said_what_it_brought_replays() -> None:
    """A freezeout announced when a rebuy could bring nothing."""
    old = replace(SOUND, buying=replace(SOUND.buying, rebuy_chips=0))
    log = opening(old, 3)
    names = ("p1", "p2", "p3")
    log += [
        e.StageStarted("main", names),
        e.Seated("main", tuple((one, 1, seat) for seat, one in enumerate(names, start=1))),
        read('{"chips":0,"entrant":"p1","kind":"rebought"}'),
        e.LevelBegan("main", 2),
        read('{"entrant":"p2","kind":"added-on"}'),
    ]
    held = replay(log).entrants
    assert (held["p1"].rebuys, held["p2"].addons) == (1, 1)
    assert line(e.Rebought("p1", 0)) == '{"chips":0,"entrant":"p1","kind":"rebought"}'


def test_event_says_what_was_bought_and_nothing_else() -> None:
    assert to_json(e.Rebought("p1", 20, 500)) == {"entrant": "p1", "chips": 20, "brings": 500}
    log = opening(SOUND, 3)
    names = ("p1", "p2", "p3")
    log += [
        e.StageStarted("main", names),
        e.Seated("main", tuple((one, 1, seat) for seat, one in enumerate(names, start=1))),
    ]
    assert replay([*log, e.Rebought("p1", 20, 500)]).entrants["p1"].rebuys == 1
    with pytest.raises(Refused) as refused:
        replay([*log, e.Rebought("p1", 20, 501)])
    assert refused.value.code == "brings-other"


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def typed(**fields: str) -> dict[str, Any]:
    """The form of a freezeout as a newcomer fills it in."""
    data = dict(sent_as_typed(Structure(SHAPES["freezeout"][2]), 32).items())
    return {**data, "prize_part": "100", "fee_part": "10", **fields}


@pytest.mark.django_db
def test_rebuy_whose_chips_are_left_at_0_brings_those_of_a_start(olga: User) -> None:
    fields = {"late_level": "4", "rebuys": "2", "rebuy_price": "50", "rebuy_chips": "0"}
    sent(of(olga), "/tournaments/new/", "save", **typed(**fields))
    made = from_json(Structure, Tournament.objects.get().structure)
    assert made.buying.rebuy_chips == made.stages[0].stack == 1000
    policies = got(of(olga), f"/tournaments/{Tournament.objects.get().pk}/edit/")
    assert 'name="rebuy_chips" value="1000"' in policies


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rebuy_price": "50"}, "nobody may buy one"),
        ({"rebuys": "2", "rebuy_price": "50"}, "No level has rebuys"),
        ({"late_level": "4", "addon_price": "30"}, "add-on brings no chips"),
        ({"addon_level": "4"}, "add-on brings no chips"),
        ({"addon_chips": "500", "addon_price": "30"}, "No level has the add-on"),
        ({"reentries": "1"}, "open as long as late entry"),
        ({"prize_part": "0"}, "part for the prizes too"),
        ({"late_level": "100"}, "name an earlier level"),
    ],
)
def test_form_says_what_would_take_and_not_give(
    olga: User, fields: dict[str, str], sentence: str
) -> None:
    for do in ("preview", "save"):
        _status, page = sent(of(olga), "/tournaments/new/", do, **typed(**fields))
        assert sentence in page, do
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_door_of_the_api_refuses_it_too(olga: User) -> None:
    hole = replace(SOUND, buying=replace(SOUND.buying, rebuy_chips=0))
    settings = {"name": "Copa", "structure": to_json(hole), "online": False}
    with pytest.raises(Refusal) as refused:
        commands.draft(user=olga, key=fresh(), settings=settings)
    assert (refused.value.code, "such as the stack" in refused.value.detail) == (
        "rebuy-brings-nothing",
        True,
    )


def running(olga: User, structure: Structure = SOUND, count: int = 3) -> tuple[list[User], int]:
    """A freezeout in a room that has started."""
    users = players(count)
    number = announced(olga, structure)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return users, number


@pytest.mark.django_db(transaction=True)
def test_announced_rebuy_that_brings_nothing_takes_nothing(
    olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was announced before such drafts were refused."""
    hole = replace(SOUND, buying=replace(SOUND.buying, rebuy_chips=0))
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.rules.structure_checks.check_sold", lambda _structure: None)
        users, number = running(olga, hole)
    assert "Buy chips again" not in got(of(users[0]), f"/tournaments/{number}/")
    with pytest.raises(Refusal) as refused:
        commands.rebuy(user=users[0], key=fresh(), tournament_id=number)
    assert refused.value.code == "brings-nothing"
    assert chips.balance(users[0].pk) == 890


@pytest.mark.django_db(transaction=True)
def test_price_is_on_the_button_and_two_taps_are_one_purchase(olga: User) -> None:
    users, number = running(olga)
    path, browser = f"/tournaments/{number}/", of(users[0])
    page = got(browser, path)
    assert "Buy chips again: 500 chips to play with for 50 …" in page
    assert ">Pay 50</button>" in page
    assert ">Buy chips again</button>" not in page
    key = fresh()
    for _tap in range(2):
        assert browser.post(path, {"do": "rebuy", "key": key}).status_code == 302
    assert chips.balance(users[0].pk) == 890 - 50
    lines = queries.log_text(row_of(number)).splitlines()
    told = [one for one in lines if "rebought" in one]
    assert len(told) == 1
    assert '"brings":500' in told[0]
    page = got(browser, path)
    assert "Buy chips again" not in page  # 1,000 in front are more than 500
    assert "+500 chips" in got(of(olga), f"/tournaments/{number}/console/")
