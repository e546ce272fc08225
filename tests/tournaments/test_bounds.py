"""Numbers and moments that no clock, ledger or field can hold are refused with the draft."""

from typing import Any

import pytest

from tests.tables.rest import Person
from tests.tournaments.house import LEVELS
from tests.tournaments.organiser import an_organiser
from tournaments.commands.settings import structure_of
from tournaments.errors import BadTournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.codec import to_json
from tournaments.rules.errors import Refused
from tournaments.rules.levels import Level
from tournaments.rules.structure import PrizeRules, Stage, Structure
from tournaments.rules.structure_checks import CHIPS_MAX, SECONDS_MAX, check_bounds

Json = dict[str, Any]
KNOCK_OUT: Json = {"stages": [{"id": "m", "kind": "single-elimination"}]}
HUGE = 2**52


def freezeout(**changed: Any) -> Stage:
    """A freezeout that may be, but for what is changed."""
    return Stage("f", "freezeout", **{"size": 8, "stack": 1000, "levels": LEVELS, **changed})


def prizes(**changed: Any) -> PrizeRules:
    """Prizes of nothing, but for what is changed."""
    return PrizeRules(**changed)


BEYOND = {
    "seconds": Structure((freezeout(seconds=HUGE),)),
    "stack": Structure((freezeout(stack=HUGE),)),
    "ends_at": Structure((freezeout(ends_at=HUGE),)),
    "level": Structure((freezeout(levels=(Level(1, HUGE), Level(2, 60))),)),
    "ante": Structure((freezeout(levels=(Level(1, 60), Level(HUGE, 60))),)),
    "points": Structure((Stage("s", "swiss", rounds=1, points=(HUGE, 0)),)),
    "bye_points": Structure((Stage("s", "swiss", rounds=1, bye_points=HUGE),)),
    "fewest": Structure((freezeout(),), fewest=HUGE),
    **{
        name: Structure((freezeout(),), buying=BuyingRules(**{"start_chips": 0, name: HUGE}))
        for name in ("start_chips", "rebuy_chips", "rebuy_stack", "addon_chips")
    },
    **{
        name: Structure((freezeout(),), prizes(**{name: HUGE}))
        for name in (
            *("prize_part", "fee_part", "bounty_part", "rebuy_price", "addon_price", "unit"),
            *("guarantee", "seat_value", "seat_portion"),
        )
    },
}


@pytest.mark.parametrize("structure", BEYOND.values(), ids=BEYOND.keys())
def test_number_that_nothing_can_hold_is_refused(structure: Structure) -> None:
    with pytest.raises(Refused, match="at most"):
        check_bounds(structure)
    with pytest.raises(BadTournament, match="at most"):
        structure_of(to_json(structure))


def test_largest_numbers_are_taken() -> None:
    stage = freezeout(
        stack=CHIPS_MAX, seconds=SECONDS_MAX, levels=(Level(1, SECONDS_MAX), Level(CHIPS_MAX, 1))
    )
    pool = prizes(prize_part=CHIPS_MAX, guarantee=CHIPS_MAX)
    check_bounds(Structure((stage,), pool, BuyingRules(CHIPS_MAX)))


@pytest.mark.django_db(transaction=True)
class TestMoments:
    @pytest.mark.parametrize("name", ["opens_at", "closes_at", "starts_at"])
    @pytest.mark.parametrize(
        "moment",
        [
            "0001-01-01T00:00:00+14:00",
            "1999-12-31T23:59:59Z",
            "2200-01-01T00:00:00Z",
            "9999-12-31T23:59:59-14:00",
        ],
    )
    def test_one_that_no_page_could_show_is_refused(self, name: str, moment: str) -> None:
        olga = Person(an_organiser())
        asked = {"name": "Copa", "structure": KNOCK_OUT, "online": False, name: moment}
        answer = olga.post("tournaments", asked)
        assert answer.status == 422, answer
        assert "2000 to 2199" in answer.json["detail"]
        assert olga.get("tournaments").json["results"] == []

    def test_calendar_holds_the_longest_plan_that_may_be(self) -> None:
        """Nearly four years of levels, which no entry of a calendar needs to say."""
        olga = Person(an_organiser())
        levels = [{"ante": 1, "seconds": SECONDS_MAX}] * 200
        stage = {"id": "m", "kind": "freezeout", "size": 8, "stack": CHIPS_MAX, "levels": levels}
        asked = {
            "name": "Copa",
            "structure": {"stages": [stage]},
            "online": False,
            "starts_at": "2199-12-31T23:59:59Z",
        }
        number = olga.post("tournaments", asked).json["id"]
        assert olga.post(f"tournaments/{number}/announce").status == 200
        told = olga.client.get("/tournaments/calendar.ics")
        assert told.status_code == 200
        assert f"DURATION:PT{366 * 24 * 60}M" in told.content.decode()
