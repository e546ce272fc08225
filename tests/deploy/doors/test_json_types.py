"""A body's JSON is taken as it is: nothing stands for true, for a number or for a text but itself.

Each field of each body of the API is tried with each kind of JSON that it is not.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.urls import get_resolver
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.test import APIClient, APIRequestFactory

from deploy.accounts.models import User
from tables.api.hand_serializers import MyHandsQuerySerializer
from tests.house import a_player, a_table
from tournaments.api.sheets import EntrantRowSerializer, Ignored
from wallet.api.caller import query
from wallet.api.fields import AS_TEXT, ChipsField, StrictSerializer

AnyField = serializers.Field[Any, Any, Any, Any]

# The kinds of JSON values, and some of each that are easily taken for another kind.
SAMPLES: Final[dict[type, list[object]]] = {
    bool: [True, False],
    int: [0, 1, 5],
    float: [1.0, 5.0, 1e3, 0.5],
    str: ["yes", "on", "true", "t", "1", "5", "5.0", ""],
    list: [[], [1], ["yes"]],
    dict: [{}, {"yes": True}],
}
# The first that fits says what a field takes; None: whatever its door's command judges.
TAKES: Final[tuple[tuple[type[AnyField], type | None], ...]] = (
    (serializers.BooleanField, bool),
    (ChipsField, int),
    (serializers.ChoiceField, str),
    (serializers.UUIDField, str),
    (serializers.CharField, str),
    (serializers.ListField, list),
    (serializers.DictField, dict),
    (serializers.Serializer, dict),
    (Ignored, None),
)
_LOADED: Final = get_resolver().url_patterns  # with the addresses come all bodies


def bodies(kind: type[StrictSerializer] = StrictSerializer) -> Iterator[type[StrictSerializer]]:
    """Give each shape of a body; what stands after a `?` is text, whatever it means."""
    for child in kind.__subclasses__():
        if "Query" not in child.__name__ and not child.__module__.startswith("tests."):
            yield child
        yield from bodies(child)


def takes(field: AnyField) -> type | None:
    """Return the kind of JSON that a field is for; a field of no known kind is a mistake."""
    found = [json for kind, json in TAKES if isinstance(field, kind)]
    assert found, f"say what {field!r} takes"
    return found[0]


def inside(field: AnyField, value: object) -> Iterator[tuple[AnyField, object]]:
    """Give (field, value) of a field and of what stands in it, packed as it would be sent."""
    yield field, value
    if isinstance(field, serializers.ListField) and is_known(field.child):
        yield from ((one, [held]) for one, held in inside(field.child, value))
    elif isinstance(field, serializers.DictField) and is_known(field.child):
        yield from ((one, {"p1": held}) for one, held in inside(field.child, value))


def is_known(field: AnyField) -> bool:
    return any(isinstance(field, kind) for kind, _json in TAKES)


def wrong_values() -> Iterator[tuple[type[StrictSerializer], str, object]]:
    """Give (shape, field, value) of each value of a kind that the field is not for."""
    for shape in bodies():
        for name, field in shape().fields.items():
            for kind, samples in SAMPLES.items():
                for sample in samples:
                    for inner, packed in inside(field, sample):
                        wanted = takes(inner)
                        if wanted is not None and kind is not wanted:
                            yield shape, name, packed


def test_no_field_of_any_body_takes_another_kind_of_json() -> None:
    tried = list(wrong_values())
    taken = []
    for shape, name, value in tried:
        given = shape(data={name: value})
        if given.is_valid() or name not in given.errors:
            taken.append((shape.__name__, name, value))
    assert taken == []
    assert len({shape for shape, _name, _value in tried}) > 35
    assert len(tried) > 1500


def test_what_is_right_is_still_taken() -> None:
    class Everything(StrictSerializer):
        truth = serializers.BooleanField(allow_null=True)
        text = serializers.CharField()
        one = serializers.ChoiceField(["a", "b"], allow_blank=True)
        names = serializers.ListField(child=serializers.CharField())
        votes = serializers.DictField(child=serializers.BooleanField())

    for truth in (True, False, None):
        sent = {"truth": truth, "text": "7", "one": "", "names": ["1"], "votes": {"1": False}}
        given = Everything(data=sent)
        assert given.is_valid(), given.errors
        assert given.validated_data == sent


def test_all_that_is_wrong_is_told_at_once_and_where_it_stands() -> None:
    class Inner(StrictSerializer):
        out = serializers.BooleanField()

    class Outer(StrictSerializer):
        name = serializers.CharField()
        kind = serializers.ChoiceField(["a", "b"])
        rows = serializers.ListField(child=Inner())
        by = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
        missing = serializers.CharField()

    sent = {"name": 7, "kind": "c", "rows": [{"out": True}, {"out": "yes"}], "by": {"x": ["a", 1]}}
    with pytest.raises(ValidationError) as error:
        Outer(data=sent).is_valid(raise_exception=True)
    assert error.value.get_codes() == {
        "name": ["not-a-text"],
        "kind": ["invalid_choice"],
        "rows": {1: {"out": ["not-true-or-false"]}},
        "by": {"x": {1: ["not-a-text"]}},
        "missing": ["required"],
    }
    assert 'Send one of these texts: "a", "b".' in str(error.value.detail)


def test_what_was_text_may_be_read_from_text() -> None:
    asked = Request(APIRequestFactory().get("/", {"won": "false", "table": "7"}))
    assert query(asked, MyHandsQuerySerializer)["won"] is False
    line = EntrantRowSerializer(data={"name": "Ana", "account": "true"}, context={AS_TEXT: True})
    assert line.is_valid()
    assert line.validated_data["account"] is True


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "field", "code", "says"),
    [
        ({"name": "m", "private": "yes"}, "private", "not-true-or-false", "Send true or false"),
        ({"name": "m", "private": 1}, "private", "not-true-or-false", "Send true or false"),
        ({"name": 7}, "name", "not-a-text", "Send a JSON text"),
        ({"name": "m", "seats": "4"}, "seats", "not-an-integer", "such as 3"),
        ({"name": "m", "seats": 4.0}, "seats", "not-an-integer", "such as 3"),
        ({"name": "m", "seats": True}, "seats", "not-an-integer", "such as 3"),
        ({"name": "m", "watch": 1}, "watch", "not-a-text", "Send a JSON text"),
    ],
)
def test_the_problem_says_what_would_be_right_and_nothing_is_done(
    sent: dict[str, object], field: str, code: str, says: str
) -> None:
    client = APIClient()
    client.force_authenticate(a_player("ana"))
    answer = client.post("/api/v1/tables", sent, headers={"Idempotency-Key": "k"})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid-request")
    (error,) = answer.json()["errors"]
    assert (error["field"], error["code"]) == (field, code)
    assert error["detail"].startswith(says) or says in error["detail"]
    assert client.get("/api/v1/tables").json()["results"] == []


@pytest.mark.django_db
def test_a_guest_is_let_in_by_true_alone(make_user: Callable[..., User]) -> None:
    owner, guest = a_player("ana"), a_player("bia")
    table_id = a_table(owner, private=True)
    client = APIClient()
    client.force_authenticate(owner)
    address = f"/api/v1/tables/{table_id}/guests/{guest.username}"
    for told in ("yes", "true", "on", 1, 0, "false", None):
        answer = client.put(address, {"approve": told}, headers={"Idempotency-Key": str(told)})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "approve")
