"""Numbers in sentences, as the reader's language writes them."""

from collections.abc import Mapping
from typing import Final, TypedDict

from django.utils.formats import number_format
from django.utils.functional import Promise

# A number for each form that our languages have: one, and the others. French says none like one,
# which is for whoever picks a form, not for the list of them.
EACH_FORM: Final = (1, 2)


class Forms(TypedDict):
    """A counted sentence as a page's script gets it: the place of its number, and its forms."""

    by: str
    forms: list[str]


class Counted:
    """A sentence with a number before a word, so in the forms that a language has for it."""

    def __init__(self, words: Promise, by: str = "n") -> None:
        """Keep what ngettext_lazy returned; `by` names the place of the number that counts."""
        self.words = words
        self.by = by

    def form(self, number: int) -> str:
        """Return the sentence for this number, its places not filled in yet."""
        return str(self.words % number)

    def forms(self) -> Forms:
        """Return the sentence in each form, for a script that picks one."""
        return {"by": self.by, "forms": [self.form(number) for number in EACH_FORM]}

    def __str__(self) -> str:
        """Return the form for many."""
        return self.form(EACH_FORM[-1])


Said = str | Promise | Counted


def in_form(said: Said, numbers: Mapping[str, object]) -> str:
    """Return a sentence, a counted one in the form for its number, its places not filled in."""
    if not isinstance(said, Counted):
        return str(said)
    counts = numbers.get(said.by)
    if isinstance(counts, int):
        return said.form(counts)
    return said.form(1) if counts == "1" else str(said)  # written out: "2.5", or a whole "1"


def filled(said: Said, **numbers: int | str) -> str:
    """Return a sentence with its {names} filled in."""
    shown = {
        name: number_format(value, force_grouping=True) if isinstance(value, int) else value
        for name, value in numbers.items()
    }
    return in_form(said, numbers).format(**shown)


def decimal(parts: int, of: int) -> str:
    """Return `parts` / `of` with one decimal where it needs one: 25 of 10 is 2.5."""
    return str(number_format(parts / of, decimal_pos=0 if parts % of == 0 else 1))
