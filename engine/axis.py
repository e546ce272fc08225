"""What rule sets are made of: axes, and the presets that give each of them a value."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.errors import BadRules

Value: TypeAlias = int | str | bool


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: its name in the API, what it may be, what it means and who says so.

    `values`: a range of whole numbers, or each value there is (an axis whose value is any text of
    some form lists those with a meaning of their own). `sources`: S0 to S4 are the sources, D1 to
    D33 and P01 to P47 the decisions on where they contradict each other or say nothing; "house"
    stands for rules known from elsewhere only.
    """

    name: str
    group: str
    values: range | tuple[Value, ...]
    meaning: str
    sources: str

    @property
    def form(self) -> str:
        """What its values are: "whole" numbers in a range, or a "choice" of some."""
        return "whole" if isinstance(self.values, range) else "choice"

    @property
    def told_values(self) -> str:
        """What it may be, in words."""
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return "one of " + ", ".join(told(value) for value in self.values)

    def checked(self, value: object) -> Value:
        """The value, if the axis can have it. Raises BadRules with what it can be."""
        # 1 and true are equal to Python; the type decides too.
        if isinstance(value, int | str):
            for known in self.values:
                if known == value and type(known) is type(value):
                    return known
        msg = f'"{self.name}" must be {self.told_values}.'
        raise BadRules(msg)

    def read(self, text: str) -> Value:
        """The value that a text from a form or a command line names. Raises BadRules."""
        for value in self.values:
            if told(value) == text.strip().lower():
                return value
        return self.checked(None)


def told(value: Value) -> str:
    """A value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


NO_YES: Final = (False, True)


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule set: what it is, who says so, the stakes natural with it, and all its axes.

    `stakes` is one of rules 0.2: "ante-capped-round", "fixed", "buy-in", "per-point" or "play".
    """

    about: str
    sources: str
    stakes: str
    axes: Mapping[str, Value]
