"""Numbers in sentences, as the reader's language writes them."""

from django.utils.formats import number_format
from django.utils.functional import Promise


def filled(said: str | Promise, **numbers: int | str) -> str:
    """Return a sentence with its {names} filled in."""
    shown = {
        name: number_format(value, force_grouping=True) if isinstance(value, int) else value
        for name, value in numbers.items()
    }
    return str(said).format(**shown)


def decimal(parts: int, of: int) -> str:
    """Return `parts` / `of` with one decimal where it needs one: 25 of 10 is 2.5."""
    return str(number_format(parts / of, decimal_pos=0 if parts % of == 0 else 1))
