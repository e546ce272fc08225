"""Tables that fill by use and together never hold more than so many entries.

What a table holds follows from its key alone, so forgetting costs only time, and threads that
share a table at worst work out an entry twice.
"""

from collections.abc import Hashable
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

ENTRIES_MAX: Final = 240_000
"""All tables of the process together; an entry takes 100 to 250 bytes."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Bounded(dict[K, V], Generic[K, V]):
    """A dict that works out what is missing; all of them are emptied when they hold too much."""

    __slots__ = ("__weakref__",)

    def __init__(self) -> None:
        super().__init__()
        _tables.add(self)

    def __hash__(self) -> int:  # type: ignore[override] # a table is itself and no other
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, key: K) -> V:
        value = self._work_out(key)
        if _held.entries >= ENTRIES_MAX:
            empty_all()
        _held.entries += 1
        self[key] = value
        return value

    def _work_out(self, key: K) -> V:
        """The value of a key that isn't in the table; each kind of table says how."""
        raise NotImplementedError


class _Held:
    """How many entries all tables hold together, at most."""

    entries: int = 0


_held: Final = _Held()
_tables: Final[WeakSet[Bounded[Any, Any]]] = WeakSet()


def empty_all() -> None:
    """Forget every entry of every table."""
    for table in list(_tables):
        table.clear()
    _held.entries = 0


def entries() -> int:
    """How many entries all tables hold together, at most."""
    return _held.entries
