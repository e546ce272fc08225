"""What is said of a kind of problem."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Kind(NamedTuple):
    """A kind of problem: what it is called, and what to do about it."""

    title: "StrPromise"
    advice: "StrPromise"
