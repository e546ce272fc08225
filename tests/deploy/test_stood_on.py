"""The tests' own guard: they write in the database that was made for them, and in no other."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from deploy.measured import look_at_pool
from tests.stood_on import NotTheTestDatabase, check_may_be_made, check_stands, forget_pool

pytestmark = pytest.mark.django_db
Wrapper = Any  # PostgreSQL's connection, as no stub knows it


@pytest.fixture
def early() -> Iterator[Wrapper]:
    """A connection whose pool was opened while its settings named another database."""
    wrapper: Wrapper = connection.copy("early")
    here = wrapper.settings_dict["NAME"]
    wrapper.settings_dict = {**wrapper.settings_dict, "NAME": "postgres"}
    assert wrapper.pool is not None
    wrapper.settings_dict["NAME"] = here
    yield wrapper
    forget_pool(wrapper)


def test_a_pool_that_was_opened_too_early_is_found_out_and_forgotten(early: Wrapper) -> None:
    check_stands()
    with pytest.raises(NotTheTestDatabase, match="stand on the database 'postgres'"):
        check_stands(early)
    forget_pool(early)
    check_stands(early)


def test_a_test_database_of_the_houses_name_is_refused() -> None:
    with pytest.raises(NotTheTestDatabase, match="TEST_DB"):
        check_may_be_made({"NAME": "batida", "TEST": {"NAME": "batida"}})
    check_may_be_made({"NAME": "batida", "TEST": {"NAME": "test_batida"}})


def test_to_look_at_the_pool_makes_none() -> None:
    pools: dict[str, object] = connection._connection_pools  # type: ignore[attr-defined]  # the backend's
    kept = pools.pop("default", None)
    try:
        look_at_pool()
        assert "default" not in pools
    finally:
        if kept is not None:
            pools["default"] = kept
