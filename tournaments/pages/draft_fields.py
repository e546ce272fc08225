"""Fields of the form of a draft, and what they hold when nothing is typed."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.pages.words import BREAKS, said

LIST: Final = r"^\s*\d{1,4}(\s*,\s*\d{1,4})*\s*$"
PER_CENT: Final = 100
YES: Final = "yes"
NO: Final = "no"


def whole(
    label: Any,  # noqa: ANN401 - lazy words
    least: int,
    most: int,
    initial: int | None,
    hint: Any = "",  # noqa: ANN401 - lazy words
) -> forms.IntegerField:
    """A field for a whole number within bounds."""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=initial,
        help_text=hint,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class SeparatedField(forms.RegexField):
    """Numbers in a row, parted as people part them, by commas, semicolons or spaces.

    What is kept has commas. A comma within a number is a decimal one where others part them:
    "33,3; 66,7".
    """

    def to_python(self, value: Any) -> str:  # noqa: ANN401 - as Django calls it
        """The same with commas, and a point in each fraction."""
        typed = str(super().to_python(value)).replace("%", " ").strip()
        by_commas = re.search(r"^,|,$|,\s|\s,", typed)
        if ";" in typed or (re.search(r"\d\s+\d", typed) and not by_commas):
            typed = re.sub(r"(?<=\d),(?=\d)", ".", typed)
        return ", ".join(re.split(r"\s*[,;]\s*|\s+", typed))


def numbers(label: Any, initial: str, hint: Any = "") -> forms.RegexField:  # noqa: ANN401 - lazy words
    """A field for whole numbers in a row."""
    return SeparatedField(
        regex=LIST,
        label=label,
        initial=initial,
        required=False,
        help_text=hint,
        error_messages={"invalid": _("Whole numbers, parted by commas or spaces: 4, 4")},
    )


def one_of(label: Any, words: Any, initial: str, hint: Any = "") -> forms.ChoiceField:  # noqa: ANN401 - lazy words
    """A field for one of several named policies."""
    return forms.ChoiceField(
        label=label, choices=list(words.items()), initial=initial, required=False, help_text=hint
    )


def one_sentence_of(label: Any, words: Any, initial: str) -> forms.ChoiceField:  # noqa: ANN401 - lazy words
    """A field for one of several policies that take a sentence each: no phone cuts these off."""
    choices = list(words.items())
    return forms.ChoiceField(
        label=label, choices=choices, initial=initial, required=False, widget=forms.RadioSelect
    )


def listed(text: str) -> tuple[int, ...]:
    """The numbers of a field for numbers."""
    return tuple(int(one) for one in text.split(",")) if text.strip() else ()


def weighed(text: str) -> tuple[int, ...]:
    """Percentages in basis points, exactly."""
    found = []
    for one in text.split(",") if text.strip() else ():
        units, _dot, parts = one.strip().partition(".")
        found.append(PER_CENT * int(units) + int(parts.ljust(2, "0") or 0))
    return tuple(found)


def usual(form: forms.Form, data: dict[str, Any]) -> dict[str, Any]:
    """The data of a form; a number or a choice that was left empty is what it usually is."""
    for name, field in form.fields.items():
        counted = isinstance(field, forms.IntegerField | forms.ChoiceField)
        if counted and data.get(name) in (None, ""):
            data[name] = field.initial
    return data


class InOrder(forms.MultiValueField):
    """Several of the tie-breaks, in the order in which they count; a tuple of their names."""

    def __init__(self, label: Any, initial: tuple[str, ...]) -> None:  # noqa: ANN401 - lazy words
        """A choice for each place; all of them may be empty."""
        choices = [("", "–"), *((name, said(BREAKS, name)) for name in BREAKS)]
        parts = [forms.ChoiceField(choices=choices, required=False) for _name in BREAKS]
        widget = forms.MultiWidget(
            [
                forms.Select(choices=choices, attrs={"aria-label": str(number)})
                for number, _name in enumerate(BREAKS, start=1)
            ]
        )
        widget.decompress = lambda value: [*(value or ()), *("",) * len(BREAKS)][: len(BREAKS)]  # type: ignore[method-assign]  # one widget, one way to be taken apart
        super().__init__(
            parts, label=label, required=False, require_all_fields=False, widget=widget
        )
        self.initial = initial

    def compress(self, data_list: list[str]) -> tuple[str, ...]:
        """The names that were chosen, each once."""
        return tuple(dict.fromkeys(name for name in data_list if name))

    def has_changed(self, initial: Any, data: Any) -> bool:  # noqa: ANN401 - as Django calls it
        """Whether the names are others."""
        return tuple(initial or ()) != self.compress(list(data or ()))
