"""Rows of SQL of our own as the models' instances, for the few reads that every action makes.

The ORM builds and compiles each query anew; at an action that cost more than the database did.
What is read is the same: the columns and the converters are those of the model.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.base import ModelState

M = TypeVar("M", bound=Model)


class RawRows(Generic[M]):
    """One model's columns in a query, and its instances from what the query returned.

    `alias` is the name of the model's table in the query. With `only` or `without`, other fields
    are read when somebody asks for them, as by the ORM's `only` and `defer`.
    """

    def __init__(
        self, model: type[M], alias: str, only: Sequence[str] = (), without: Sequence[str] = ()
    ) -> None:
        fields = model._meta.concrete_fields  # noqa: SLF001 - documented for use outside
        names = {field.name for field in fields}
        if unknown := {*only, *without} - names:
            message = f"{model.__name__} has no fields {sorted(unknown)}"
            raise ValueError(message)
        wanted = (set(only) or names) - set(without)
        chosen = [field for field in fields if field.name in wanted or field.primary_key]
        self._key = next(at for at, field in enumerate(chosen) if field.primary_key)
        self._model = model
        self._names = [field.attname for field in chosen]
        self.columns = ", ".join(f'{alias}."{field.column}"' for field in chosen)
        self.width = len(chosen)
        self._chosen = chosen

    @cached_property
    def _converters(self) -> list[tuple[str, Any]]:
        """The converters by field: JSON for the most part."""
        return [
            (field.attname, convert)
            for field in self._chosen
            for convert in field.get_db_converters(connection)
        ]

    def make(self, values: Sequence[Any]) -> M | None:
        """Return an instance; None where an outer join found no row."""
        if values[self._key] is None:
            return None
        row = dict(zip(self._names, values, strict=True))
        for name, convert in self._converters:
            if row[name] is not None:
                row[name] = convert(row[name], None, connection)
        # What `Model.from_db` does, without a pass over every field that is there or is not.
        made = self._model.__new__(self._model)
        known = ModelState()
        known.adding, known.db = False, DEFAULT_DB_ALIAS
        made._state = known  # noqa: SLF001 - as `from_db` does
        made.__dict__.update(row)
        return made


def join(row: Model, field: str, other: Model | None) -> None:
    """Give an instance the one that it refers to, which was read by the same query.

    As to assign it, without the questions that the ORM asks of a stranger: those cost more.
    """
    row._state.fields_cache[field] = other  # noqa: SLF001 - as `select_related` does
