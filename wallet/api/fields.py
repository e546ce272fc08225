"""Serializer parts that every REST door shares: whole chips, and nothing taken for another."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from wallet.api.json_types import wrong_types
from wallet.errors import AMOUNT_MAX


class ChipsField(serializers.Field[int, Any, int, Any]):
    """An amount in whole chips, as a JSON integer from `min_value` to `max_value`.

    Error codes: not-an-integer (a string, true, 1.0 and 1e3 are none), below-minimum,
    above-maximum. It says what was sent instead of converting it.
    """

    default_error_messages = {
        "not-an-integer": _("Send a whole number of chips as a JSON integer, such as 100."),
        "below-minimum": _("Send at least {min_value} chips."),
        "above-maximum": _("Send at most {max_value} chips."),
    }

    def __init__(self, *, min_value: int = 1, max_value: int = AMOUNT_MAX, **kwargs: Any) -> None:
        self.min_value = min_value
        self.max_value = max_value
        super().__init__(**kwargs)

    def to_internal_value(self, data: object) -> int:
        """Take an int that is no bool and lies in the range; ValidationError otherwise."""
        if type(data) is not int:
            self.fail("not-an-integer")
        if data < self.min_value:
            self.fail("below-minimum", min_value=self.min_value)
        if data > self.max_value:
            self.fail("above-maximum", max_value=self.max_value)
        return data

    def to_representation(self, value: int) -> int:
        """Give the number as it is."""
        return value


AS_TEXT: Final = "as_text"
"""In a serializer's context: what it is given was text, an address's `?…` or a line of CSV."""


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that takes what its fields say and nothing else.

    Unknown fields are refused by name (code unknown-field): nobody may send `stack`, `role` or
    `seat` along and hope that something takes it. Values of another JSON type than the field's are
    refused too (`json_types`), unless the context says AS_TEXT.
    """

    def to_internal_value(self, data: object) -> object:
        """Refuse unknown names first, then validate; all that is wrong is told at once."""
        if not isinstance(data, Mapping):
            return super().to_internal_value(data)
        self._refuse_unknown(data)
        wrong = {} if self.context.get(AS_TEXT) else wrong_types(self.fields, data)
        try:
            taken = super().to_internal_value(data)
        except serializers.ValidationError as error:
            told = error.detail if isinstance(error.detail, dict) else {}
            raise serializers.ValidationError({**told, **wrong}) from None
        if wrong:
            raise serializers.ValidationError(wrong)
        return taken

    def _refuse_unknown(self, data: Mapping[Any, object]) -> None:
        unknown = [str(name) for name in data if name not in self.fields]
        if unknown:
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            message = _("There is no such field here. Known fields: %(known)s.") % {"known": known}
            wrong = serializers.ErrorDetail(message, code="unknown-field")
            raise serializers.ValidationError({name: [wrong] for name in unknown})
