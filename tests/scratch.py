"""A database of its own for whatever measures: nothing that somebody needs is touched."""

import os

import psycopg

ASKED = (
    "DATABASE_URL is not set: it is the address of a PostgreSQL where a database may be made,"
    " such as postgres://postgres@127.0.0.1:5432/postgres"
)


def server() -> str:
    """The address that DATABASE_URL has; ends the program with a sentence if there is none."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        raise SystemExit(ASKED)
    return url


def own_database(name: str) -> str:
    """Make an empty database of that name on that server; return its address."""
    url = server()
    with psycopg.connect(url, autocommit=True) as made:
        made.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())
        made.execute(f"CREATE DATABASE {name}".encode())
    return beside(url, name)


def beside(url: str, name: str) -> str:
    """The address with another database of the same server."""
    head, _slash, tail = url.rpartition("/")
    _name, mark, query = tail.partition("?")
    return f"{head}/{name}{mark}{query}"
