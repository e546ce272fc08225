"""Whether a body's JSON holds what the API's document says: nothing is taken for something else.

The framework's fields are made for forms, where all is text: to them "yes", "on" and 1 are true,
7 is the text "7", and a number is a UUID. A program that sends such a thing has made a mistake,
and is told which; `fields.ChipsField` does the same for numbers.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.fields import empty

AnyField = serializers.Field[Any, Any, Any, Any]


def wrong_types(fields: Mapping[str, AnyField], sent: Mapping[str, object]) -> dict[str, Any]:
    """Return what is wrong by name of the field, in the framework's form; {} if nothing is."""
    found = {
        name: _wrong(field, sent.get(name, empty))
        for name, field in fields.items()
        if not field.read_only
    }
    return {name: wrong for name, wrong in found.items() if wrong}


def _wrong(field: AnyField, value: object) -> list[ErrorDetail] | dict[Any, Any]:
    """Say what is wrong with one value; lists and objects by place. null is the field's to judge.

    What is no list or no object at all the framework refuses by itself, and a serializer inside
    looks after its own fields.
    """
    if value is None or value is empty:
        return []
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        inner = {at: _wrong(field.child, one) for at, one in enumerate(value)}
        return {at: wrong for at, wrong in inner.items() if wrong}
    if isinstance(field, serializers.DictField) and isinstance(value, Mapping):
        inner = {name: _wrong(field.child, one) for name, one in value.items()}
        return {name: wrong for name, wrong in inner.items() if wrong}
    return _wrong_leaf(field, value)


def _wrong_leaf(field: AnyField, value: object) -> list[ErrorDetail]:
    if isinstance(field, serializers.BooleanField) and type(value) is not bool:
        said = _("Send true or false as JSON has them, without quotation marks.")
        return [ErrorDetail(said, code="not-true-or-false")]
    if isinstance(field, serializers.ChoiceField) and _is_none_of(field, value):
        known = ", ".join(f'"{choice}"' for choice in field.choices)
        said = _("Send one of these texts: %(known)s.") % {"known": known}
        return [ErrorDetail(said, code="invalid_choice")]
    if isinstance(field, serializers.UUIDField) and type(value) is not str:
        said = _("Send the id as a JSON text, as we gave it.")
        return [ErrorDetail(said, code="not-a-text")]
    if isinstance(field, serializers.CharField) and type(value) is not str:
        said = _('Send a JSON text, in quotation marks, such as "7".')
        return [ErrorDetail(said, code="not-a-text")]
    return []


def _is_none_of(field: serializers.ChoiceField, value: object) -> bool:
    return type(value) is not str or not (
        value in field.choices or (not value and field.allow_blank)
    )
