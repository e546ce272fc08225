"""Every address is in the permission table, and the table is true."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.deploy.permission_table import PEOPLE, TABLE, Row

METHODS = ("get", "post", "put", "patch", "delete")


def addresses(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Walk every address with its name, `namespace:name` where there is a namespace."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, inner)
        else:
            yield f"{space}{pattern.name or ''}", pattern


def answered_methods(pattern: URLPattern) -> set[str]:
    """The methods that a class-based view has; of a function nobody can tell."""
    view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)
    if view is None or not view.__module__.startswith(("deploy", "wallet", "tables", "tourn")):
        return set()
    return {method.upper() for method in METHODS if hasattr(view, method)}


EVERY = [(name, p) for name, p in addresses(get_resolver()) if not name.startswith("admin:")]


def test_every_address_has_a_name() -> None:
    assert [str(pattern.pattern) for name, pattern in EVERY if not name] == []


def test_row_33_every_address_and_method_is_in_the_table() -> None:
    rows = {(row.method, row.name) for row in TABLE}
    assert len(rows) == len(TABLE), "two rows for the same method and address"
    named = {name for _method, name in rows}
    missing = {name for name, _pattern in EVERY} - named
    assert missing == set(), "add a row for each to tests/deploy/permission_table.py"
    methods = {(method, name) for name, p in EVERY for method in answered_methods(p)}
    assert methods - rows == set(), "add a row for each to tests/deploy/permission_table.py"
    assert named - {name for name, _pattern in EVERY} == set(), "rows without an address"


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.words)
def test_each_role_gets_what_the_table_says(row: Row, people: dict[str, Client]) -> None:
    """What an empty request gets, by role."""
    address = reverse(row.name, kwargs=row.arguments or None)
    body = "application/json" if row.name.startswith("api-") else "text/plain"
    got = {who: people[who].generic(row.method, address, "", body).status_code for who in PEOPLE}
    assert got == row.expected


def admin_addresses() -> list[str]:
    """Every address of the admin, with 1 wherever one needs an argument."""
    found = []
    for name, pattern in addresses(get_resolver()):
        if name.startswith("admin:") and name not in ("admin:logout", "admin:jsi18n", "admin:"):
            named = (*pattern.pattern.converters, *pattern.pattern.regex.groupindex)
            arguments = {a: "accounts" if a == "app_label" else "1" for a in named}
            found.append(reverse(name, kwargs=arguments or None))
    return found


@pytest.mark.parametrize("who", ["anonymous", "player", "organiser", "auditor"])
def test_the_admin_is_closed_to_all_but_staff(who: str, people: dict[str, Client]) -> None:
    """Everybody else is sent to sign in, by the house's own page with its limits."""
    for address in admin_addresses():
        answer = people[who].get(address)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith(("/admin/login/", "/sign-in/")), address


def test_staff_sees_the_admin_but_no_accounts_without_permission(
    people: dict[str, Client],
) -> None:
    """The flag opens the door; each model still asks for its own permission."""
    assert people["staff"].get("/admin/").status_code == 200
    assert people["staff"].get("/admin/accounts/user/").status_code == 403


def test_staff_reads_the_ledger_in_the_admin_and_writes_nothing(people: dict[str, Client]) -> None:
    staff = people["staff"]
    assert "permission to view or edit anything" not in staff.get("/admin/").content.decode()
    for model in ("account", "transfer", "seal", "unit", "issuerequest"):
        assert staff.get(f"/admin/wallet/{model}/").status_code == 200, model
        assert staff.get(f"/admin/wallet/{model}/add/").status_code == 403, model


def test_the_menu_leads_whoever_may_see_it_to_the_ledger(people: dict[str, Client]) -> None:
    shown = {who for who in PEOPLE if b'href="/staff/ledger/"' in people[who].get("/").content}
    assert shown == {"auditor", "staff"}


def test_a_superuser_may_not_add_or_delete_accounts(admin_client: Client) -> None:
    """Accounts are opened by sign-up and never deleted: their hands and transfers stay."""
    assert admin_client.get("/admin/accounts/user/").status_code == 200
    assert admin_client.get("/admin/accounts/user/add/").status_code == 403
    assert admin_client.get("/admin/knox/authtoken/").status_code == 404
