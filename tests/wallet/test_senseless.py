"""Every command with arguments that make no sense: a refusal by name, and nothing changed."""

import inspect
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import pytest
from django.core import serializers
from django.test import override_settings

from wallet import commands
from wallet.commands import Asked, Leg, Receipt
from wallet.errors import AMOUNT_MAX, Refusal
from wallet.limits.models import Freeze
from wallet.models import Account, Entry, Hand, IssueRequest, Restore, Seal, Transfer, Unit

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
NO_TEXT: list[Any] = [
    None,
    True,
    0,
    7,
    1.5,
    b"x",
    [],
    ["x"],
    {},
    object(),
    "\x00",
    "x\ny",
    "x" * 201,
]
NO_AMOUNT: list[Any] = [
    0, -1, AMOUNT_MAX + 1, 2**63, True, False, 1.0, float("nan"), "5", "", None, [5], {}, object(),
]  # fmt: skip
NO_ID: list[Any] = [0, -1, 2**63, 10**40, True, 1.0, "1", "", None, [], [1], {}, object(), 987_654]
NO_SHARES: list[Any] = [
    None, True, 5, "x", [5], object(), {None: 1}, {"1": 1}, {0: 1}, {-1: 1}, {2**63: 1}, {True: 1},
    {987_654: 1, 987_655: -1}, {1: None}, {1: "5"}, {1: 0.5}, {1: True}, {1: AMOUNT_MAX + 1},
]  # fmt: skip
# Parameter → what it must not be.
SENSELESS: dict[str, list[Any]] = {
    "key": ["", *NO_TEXT[:10]],
    "actor": ["", *NO_TEXT],
    "paid_for": ["entry", *NO_TEXT],
    "reason": NO_TEXT,
    "note": NO_TEXT,
    "unit": ["", "no-such-unit", *NO_TEXT],
    "hand_id": ["", *NO_TEXT],
    "match_id": ["", *NO_TEXT],
    "amount": NO_AMOUNT,
    "buy_in": NO_AMOUNT,
    "fee": [amount for amount in NO_AMOUNT if amount is False or amount != 0],
    "bounty": [amount for amount in NO_AMOUNT if amount is False or amount != 0],
    "rake": [amount for amount in NO_AMOUNT if amount is False or amount != 0],
    "pot": [*NO_AMOUNT[1:], 5],
    "state": [None, "", "gone", 5, [], {}, object()],
    "user_ids": [None, 5, "x", "", [], {}, [None], ["1"], [0], [2**63], [True], [987_654], [[]]],
    "deltas": [*NO_SHARES, {1: 5}],
    "gains": [*NO_SHARES, {1: 5}],
    **{name: [*NO_SHARES, {}] for name in ("amounts", "prizes", "shares")},
    "winners": NO_SHARES,
    "growing": [shares for shares in NO_SHARES if shares is not None],
    **dict.fromkeys(
        ("user_id", "to_user_id", "staff_id", "transfer_id", "entry_id", "request_id"), NO_ID
    ),
    # Tables and tournaments are other apps' numbers: any whole number from 1 may be one.
    **dict.fromkeys(("table_id", "tournament_id"), NO_ID[:-1]),
}
NOBODY = 987_654
NO_COMMANDS = {"Asked", "Leg", "Receipt"}
EVERY = sorted(set(commands.__all__) - NO_COMMANDS)
TABLE, EVENT = 4, 9


class World(NamedTuple):
    """Two who play, a member of staff and one with an empty wallet; what they have done."""

    one: int
    two: int
    staff: int
    idle: int
    pot: int
    entry: int
    request: int


@pytest.fixture
def sane(player: Player) -> dict[str, dict[str, Any]]:
    """Make a world in which each command, asked like this, would do something."""
    one, two, staff, idle = player(1000), player(1000), player(), player()
    commands.fund_house(key="f", actor="a", amount=1000, reason="")
    commands.fund_promo(key="p", actor="a", amount=100, reason="")
    for user in (one, two):
        commands.buy_in(key="b", user_id=user, table_id=TABLE, amount=100)
    deltas = {one: 5, two: -6}
    commands.settle_hand(key="0", table_id=TABLE, hand_id="0", deltas=deltas, rake=1)
    paid = commands.collect_match(key="m", table_id=TABLE, match_id="m", amounts={one: 5, two: 5})
    entry = commands.enter(key="e", user_id=one, tournament_id=EVENT, buy_in=50, fee=5, bounty=5)
    commands.issue_stack(key="i", tournament_id=EVENT, user_id=one, amount=500)
    asked = commands.staff_grant(
        key="g", staff_id=staff, user_id=one, amount=10**6, reason="prize"
    )
    commands.freeze(key="z", staff_id=staff, user_id=staff, reason="test")
    assert asked.request is not None
    return asked_so(World(one, two, staff, idle, paid.amount, entry.transfer_id, asked.request))


def asked_so(world: World) -> dict[str, dict[str, Any]]:
    """What to ask of each command in that world, so that it makes sense."""
    one, two, staff, idle, pot, entry, request = world
    deltas = {one: 5, two: -6}
    key = {"key": "k"}
    seat = key | {"user_id": one, "table_id": TABLE}
    issue = key | {"actor": "a", "user_id": one, "amount": 5, "reason": "why"}
    desk = key | {"staff_id": two, "user_id": one, "amount": 5, "reason": "why"}
    event = key | {"tournament_id": EVENT}
    decide = key | {"staff_id": two, "request_id": request}
    house = key | {"actor": "a", "amount": 5, "reason": "why"}
    return {
        "approve": decide,
        "decline": decide,
        "burn": issue,
        "grant": issue,
        "promo_gift": issue,
        "fund_house": house,
        "fund_promo": house,
        "buy_in": seat | {"amount": 5},
        "top_up": seat | {"amount": 5},
        "leave": seat,
        "close_tournament": {"tournament_id": EVENT + 1},
        "collect_match": key | {"table_id": TABLE, "match_id": "n", "amounts": {one: 5}},
        "settle_match": key
        | {"table_id": TABLE, "match_id": "m", "gains": {one: 10, two: 0}, "pot": pot},
        "settle_hand": key | {"table_id": TABLE, "hand_id": "h", "deltas": deltas, "rake": 1},
        "hold_stacks": {"table_id": TABLE, "hand_id": "h", "user_ids": [one, two]},
        "sweep_rake": key | {"table_id": TABLE},
        "correct": key | {"staff_id": two, "transfer_id": entry, "reason": "why"},
        "reverse": key | {"actor": "a", "transfer_id": entry, "reason": "why"},
        "refund": key | {"entry_id": entry},
        "deal": event | {"shares": {one: 5}},
        "pay_prizes": event | {"prizes": {one: 5}},
        "pay_bounty": event | {"user_id": one, "winners": {two: 3}, "growing": {two: 2}},
        "enter": event
        | {"user_id": two, "buy_in": 50, "fee": 5, "bounty": 5, "paid_for": "rebuy"},
        "overlay": event | {"amount": 5},
        "issue_stack": event | {"user_id": two, "amount": 5},
        "retire_stack": event | {"user_id": one, "amount": 5},
        "sweep_fees": event,
        "tournament_unit": {"tournament_id": EVENT + 1},
        "freeze": key | {"staff_id": two, "user_id": one, "reason": "why"},
        "unfreeze": key | {"staff_id": two, "user_id": staff, "reason": "why"},
        "close_account": key | {"staff_id": two, "user_id": staff, "reason": "why"},
        "close_my_account": key | {"user_id": idle},
        "pay": key | {"user_id": one, "to_user_id": two, "amount": 5},
        "note_restore": {},
        "seal": {},
        "set_player_state": {"user_id": one, "state": "frozen"},
        "staff_burn": desk,
        "staff_grant": desk,
        "stake_bot": key | {"user_id": one, "amount": 5},
        "unstake_bot": key | {"user_id": one, "amount": 5},
    }


def picture() -> str:
    """Everything but the keys that refusals are remembered under."""
    kinds = (Account, Entry, Freeze, Hand, IssueRequest, Restore, Seal, Transfer, Unit)
    return "".join(serializers.serialize("json", kind.objects.order_by("pk")) for kind in kinds)


@pytest.mark.parametrize("name", EVERY)
@override_settings(PLAYER_PAYMENTS=True)
def test_what_makes_no_sense_is_refused_by_name(
    name: str, sane: dict[str, dict[str, Any]]
) -> None:
    command = getattr(commands, name)
    asked = sane[name]
    before, keys = picture(), count(1)
    for parameter in inspect.signature(command).parameters:
        for senseless in SENSELESS[parameter]:
            if name == "leave" and senseless in (NOBODY, "no-such-unit"):
                continue  # who never sat there leaves with nothing: no error, an answer of 0
            called = dict(asked)
            if "key" in called:
                called["key"] = f"{next(keys)}"
            called[parameter] = senseless
            with pytest.raises(Refusal) as refused:
                pytest.fail(f"{name}({parameter}={senseless!r}) said {command(**called)!r}")
            assert refused.value.code not in ("", "refused"), (parameter, senseless)
            assert (
                refused.value.problem() == Refusal.from_problem(refused.value.problem()).problem()
            )
        assert picture() == before, parameter
    command(**asked)
    assert picture() != before or name == "close_tournament", "and with sense it does something"


def test_every_command_is_asked_and_no_more(sane: dict[str, dict[str, Any]]) -> None:
    assert sorted(sane) == EVERY
    assert {Asked, Leg, Receipt} == {getattr(commands, name) for name in NO_COMMANDS}
