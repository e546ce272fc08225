"""The parts that REST doors share: whole chips, keys."""

from typing import Any

import pytest
from django.test import RequestFactory
from rest_framework.exceptions import ValidationError

from wallet.api.fields import ChipsField, StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.errors import BadKey, KeyMissing


class Stake(StrictSerializer):
    """An amount between bounds."""

    amount = ChipsField(min_value=5, max_value=100)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (True, "not-an-integer"),
        ("50", "not-an-integer"),
        (50.0, "not-an-integer"),
        (1e1, "not-an-integer"),
        (None, "null"),
        ([50], "not-an-integer"),
        ({}, "not-an-integer"),
        (-50, "below-minimum"),
        (0, "below-minimum"),
        (4, "below-minimum"),
        (101, "above-maximum"),
        (2**53, "above-maximum"),
    ],
)
def test_what_is_no_amount_of_chips(sent: Any, code: str) -> None:  # noqa: ANN401 - anything at all
    with pytest.raises(ValidationError) as error:
        Stake(data={"amount": sent}).is_valid(raise_exception=True)
    assert error.value.get_codes() == {"amount": [code]}


@pytest.mark.parametrize("sent", [5, 50, 100])
def test_whole_chips_between_the_bounds(sent: int) -> None:
    stake = Stake(data={"amount": sent})
    assert stake.is_valid()
    assert stake.validated_data == {"amount": sent}
    assert stake.data == {"amount": sent}


def test_without_bounds_it_is_one_to_what_json_keeps_exactly() -> None:
    assert ChipsField().run_validation(2**53 - 1) == 2**53 - 1
    with pytest.raises(ValidationError):
        ChipsField().run_validation(2**53)


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError) as error:
        Stake(data={"amount": 50, "seat": 3}).is_valid(raise_exception=True)
    assert error.value.get_codes() == {"seat": ["unknown-field"]}


@pytest.mark.parametrize(("sent", "read"), [("abc", "abc"), ('"abc"', "abc"), (" abc ", "abc")])
def test_keys_as_clients_write_them(sent: str, read: str) -> None:
    assert idempotency_key(RequestFactory().post("/", headers={"Idempotency-Key": sent})) == read


def test_no_key() -> None:
    with pytest.raises(KeyMissing):
        idempotency_key(RequestFactory().post("/"))


@pytest.mark.parametrize("sent", ["a" * 101, "a b", "é", "a\tb"])
def test_keys_of_another_form(sent: str) -> None:
    with pytest.raises(BadKey):
        idempotency_key(RequestFactory().post("/", headers={"Idempotency-Key": sent}))
