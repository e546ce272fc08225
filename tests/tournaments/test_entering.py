"""From the draft to the start: registration, the waiting list, and everybody's chips."""

import pytest
from pytest_django import Settings

from deploy.accounts.models import User
from tests.tables.rest import Person
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands
from tournaments.book import chained
from tournaments.errors import (
    ConditionsNotMet,
    MayNotOrganise,
    NoSuchTournament,
    NotADraft,
    NotOrganiser,
    WrongPassword,
)
from tournaments.rules.structure import Stage, Structure
from wallet import commands as wallet
from wallet import queries as chips
from wallet.errors import InsufficientChips, Refusal, StillPlayedFor, TooManyRequests
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)

CAPPED = Structure((Stage("main", "single-elimination"),), PRIZES, cap=2)


def test_draft_is_its_organisers_alone() -> None:
    olga, (ana,) = an_organiser(), players(1)
    with pytest.raises(MayNotOrganise):
        drafted(ana)
    number = drafted(olga)
    with pytest.raises(NoSuchTournament):
        commands.announce(user=ana, key=fresh(), tournament_id=number)
    commands.announce(user=olga, key=fresh(), tournament_id=number)
    with pytest.raises(NotADraft):
        commands.announce(user=olga, key=fresh(), tournament_id=number)
    with pytest.raises(NotOrganiser):
        commands.start(user=ana, key=fresh(), tournament_id=number)


@pytest.mark.parametrize("phase", ["registering", "running"])
def test_entry_is_not_corrected_away_from_a_pool_that_is_played_for(phase: str) -> None:
    """Nor by the API, nor straight below the staff's command; the organiser can give it back."""
    olga, users = an_organiser(), players(2)
    number = announced(olga)
    entered(number, users)
    if phase == "running":
        commands.start(user=olga, key=fresh(), tournament_id=number)
        commands.advance(number)
    staff = User.objects.create(username="sofia", is_staff=True)
    entry = Transfer.objects.filter(kind="entry").values_list("pk", flat=True)[0]
    with pytest.raises(StillPlayedFor):
        wallet.correct(key="c", staff_id=staff.pk, transfer_id=entry, reason="r")
    with pytest.raises(StillPlayedFor):
        wallet.reverse(key="r", actor="a", transfer_id=entry, reason="r")
    asked = {"transfer": entry, "reason": "r"}
    answer = Person(staff).post("ledger/corrections", asked)
    assert (answer.status, answer.json["code"]) == (409, "still-played-for")
    assert chips.balance(users[0].pk) == 890
    assert chips.audit().ok


def test_chips_of_a_tournament_that_is_over_are_for_its_accounts_to_refuse() -> None:
    """Nobody counts on them any more; where they went, they are not in the pool."""
    olga, users = an_organiser(), players(2)
    number = announced(olga)
    entered(number, users)
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Storm.")
    commands.advance(number)
    staff = User.objects.create(username="sofia", is_staff=True)
    entry = Transfer.objects.filter(kind="entry").values_list("pk", flat=True)[0]
    with pytest.raises(Refusal) as refused:
        wallet.correct(key="c", staff_id=staff.pk, transfer_id=entry, reason="r")
    assert refused.value.code != "still-played-for"
    assert [chips.balance(user.pk) for user in users] == [1000, 1000]


def test_entry_is_paid_in_all_its_parts_and_once() -> None:
    number = announced(an_organiser())
    (ana,) = players(1)
    key = fresh()
    first = commands.register(user=ana, key=key, tournament_id=number)
    assert first == commands.register(user=ana, key=key, tournament_id=number)
    assert first == {"entrant": "p1", "status": "registered", "number": 1, "playing": False}
    assert chips.balance(ana.pk) == 890
    row = row_of(number)
    assert (row.entered, row.pool, row.cost) == (1, 100, 110)
    with pytest.raises(Refusal) as refused:
        commands.register(user=ana, key=fresh(), tournament_id=number)
    assert refused.value.code == "already-entered"
    assert chips.balance(ana.pk) == 890


def test_entry_without_the_chips_changes_nothing() -> None:
    number = announced(an_organiser())
    (ana,) = players(1, chips=109)
    with pytest.raises(InsufficientChips):
        entered(number, [ana])
    assert row_of(number).entered == 0
    assert state_of(number).entrants == {}


def test_waiting_list_moves_up_and_what_waited_in_vain_comes_back() -> None:
    olga, four = an_organiser(), players(4)
    number = announced(olga, CAPPED)
    entered(number, four)
    assert (row_of(number).entered, row_of(number).waiting) == (2, 2)
    assert [chips.balance(user.pk) for user in four] == [890] * 4
    commands.withdraw(user=four[0], key=fresh(), tournament_id=number)
    assert state_of(number).entrants["p3"].status == "registered"
    assert chips.balance(four[0].pk) == 1000
    commands.start(user=olga, key=fresh(), tournament_id=number)
    assert [chips.balance(user.pk) for user in four] == [1000, 890, 890, 1000]
    assert row_of(number).phase == "running"
    assert chips.audit().ok


def test_who_comes_back_is_at_the_end_of_the_line_and_pays_again() -> None:
    number, two = announced(an_organiser()), players(2)
    entered(number, two)
    commands.withdraw(user=two[0], key=fresh(), tournament_id=number)
    assert entered(number, two[:1]) == ["p1"]
    assert state_of(number).entrants["p1"].number == 3
    assert chips.balance(two[0].pk) == 890


def test_cancelled_tournament_gives_everything_back() -> None:
    olga, three = an_organiser(), players(3)
    number = announced(olga)
    entered(number, three)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    told = commands.cancel(user=olga, key=fresh(), tournament_id=number, note="No light.")
    assert told["refunded"] == 330
    assert [chips.balance(user.pk) for user in three] == [1000] * 3
    assert state_of(number).seed
    assert chained(row_of(number))
    assert chips.audit().ok


def test_password_and_invitations() -> None:
    olga, (ana, bia) = an_organiser(), players(2)
    number = announced(olga, password="jaca", conditions={"only": [ana.username.upper()]})
    with pytest.raises(WrongPassword):
        commands.register(user=ana, key=fresh(), tournament_id=number)
    with pytest.raises(ConditionsNotMet):
        commands.register(user=bia, key=fresh(), tournament_id=number, password="jaca")
    commands.register(user=ana, key=fresh(), tournament_id=number, password="jaca")


def test_too_few_cannot_start() -> None:
    olga = an_organiser()
    number = announced(olga)
    entered(number, players(1))
    with pytest.raises(Refusal) as refused:
        commands.start(user=olga, key=fresh(), tournament_id=number)
    assert refused.value.code == "too-few"
    assert row_of(number).phase == "registering"


@pytest.mark.parametrize(
    ("structure", "code"),
    [
        (Structure((Stage("s", "swiss"),)), "bad-rounds"),
        (Structure((Stage("s", "swiss", rounds=9),), cap=8), "too-many-rounds"),
        (Structure((Stage("r", "round-robin", groups=5),), cap=9), "bad-groups"),
        (Structure((Stage("m", "double-elimination", final="none such"),)), "bad-final"),
    ],
    ids=["no-rounds", "too-many-rounds", "groups", "final"],
)
def test_what_no_number_of_entrants_can_start_is_not_announced(
    structure: Structure, code: str
) -> None:
    olga = an_organiser()
    number = drafted(olga, structure)
    with pytest.raises(Refusal) as refused:
        commands.announce(user=olga, key=fresh(), tournament_id=number)
    assert refused.value.code == code
    assert row_of(number).phase == "draft"


@pytest.mark.parametrize(
    "structure",
    [
        Structure((Stage("s", "swiss", rounds=9),), cap=10),
        Structure((Stage("r", "round-robin", size=3, points=(3, 1, 0)),), cap=9),
        Structure((Stage("s", "swiss", rounds=200),)),
    ],
    ids=["at-the-cap", "one-number-only", "many-more"],
)
def test_what_some_number_of_entrants_can_start_is_announced(structure: Structure) -> None:
    assert row_of(announced(an_organiser(), structure)).phase == "registering"


def test_entering_and_leaving_in_turns_has_an_end(settings: Settings) -> None:
    """Each would be a line of the log that everybody reads, for ever."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "entries": (4, 3600.0)}
    olga, (ana, bia) = an_organiser(), players(2)
    number = announced(olga)
    for _turn in range(2):
        entered(number, [ana])
        commands.withdraw(user=ana, key=fresh(), tournament_id=number)
    lines = row_of(number).seq
    with pytest.raises(TooManyRequests):
        entered(number, [ana])
    assert row_of(number).seq == lines
    assert entered(number, [bia]) == ["p2"]
    commands.withdraw(user=bia, key=fresh(), tournament_id=number)
    assert entered(number, [bia]) == ["p2"]
    commands.withdraw(user=bia, key=fresh(), tournament_id=number)
    with pytest.raises(TooManyRequests):
        entered(number, [bia])


def test_notes_have_a_measure(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "talk": (2, 3600.0)}
    olga = an_organiser()
    number = announced(olga)
    for note in ("One.", "Two."):
        commands.say(user=olga, key=fresh(), tournament_id=number, note=note)
    with pytest.raises(TooManyRequests):
        commands.say(user=olga, key=fresh(), tournament_id=number, note="Three.")
    assert row_of(number).note == "Two."
