"""Accounts: sign-up, names, passwords, tokens, roles."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection
from django.test import Client
from knox.models import AuthToken
from rest_framework.test import APIClient

from deploy.accounts import commands, queries
from deploy.accounts.errors import PasswordWeak, UsernameInvalid, UsernameTaken
from deploy.accounts.models import CALLED, User
from deploy.accounts.names import clean_username
from tests.deploy.doors.conftest import PASSWORD
from wallet.errors import KeyReused, Refusal
from wallet.queries import balance

pytestmark = pytest.mark.django_db


def sign_up(name: str = "ana", password: str = PASSWORD, **more: str) -> User:
    return commands.sign_up(username=name, password=password, **more)


def test_signing_up_makes_a_player_with_welcome_chips() -> None:
    user = sign_up(language="pt-br")
    assert queries.roles(user) == ["player"]
    assert balance(user.pk) == settings.WELCOME_CHIPS
    assert user.language == "pt-br"
    assert user.check_password(PASSWORD)


def test_the_four_roles_exist_from_the_start() -> None:
    assert set(Group.objects.values_list("name", flat=True)) >= set(queries.ROLES)


def test_a_repeat_with_the_same_key_is_the_same_account() -> None:
    assert sign_up(key="k") == sign_up(key="k")
    assert User.objects.filter(username="ana").count() == 1
    assert balance(User.objects.get(username="ana").pk) == settings.WELCOME_CHIPS


def test_a_repeat_with_another_password_is_refused() -> None:
    """Whoever only knows key and name learns nothing and gets nothing."""
    sign_up(key="k")
    with pytest.raises(KeyReused):
        sign_up(password="another long one", key="k")


def test_when_the_grant_fails_there_is_no_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Account and welcome chips are one transaction."""

    def fail(**_kwargs: object) -> None:
        raise Refusal("no chips today")

    monkeypatch.setattr(commands, "grant", fail)
    with pytest.raises(Refusal):
        sign_up()
    assert not User.objects.filter(username="ana").exists()


@pytest.mark.parametrize("twin", ["ana", "ANA", "Aná", "\uff41\uff4e\uff41", " ana "])
def test_names_that_look_the_same_are_the_same(twin: str) -> None:
    """Case, accents, width and spaces do not make another name."""
    sign_up("ana")
    with pytest.raises(UsernameTaken):
        sign_up(twin)


@pytest.mark.parametrize(("name", "twin"), [("bill", "bi1l"), ("Illa", "lila"), ("zoe", "z0e")])
def test_letters_that_look_alike_are_alike(name: str, twin: str) -> None:
    sign_up(name)
    with pytest.raises(UsernameTaken):
        sign_up(twin)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 21,
        "ana maria",
        "ana@home",
        "<b>ana</b>",
        "123",
        "...",
        "аna",  # noqa: RUF001 - the first letter is Cyrillic, which is the point
        "анна",
        "an\u200ba",
        "an\u202ea",
        "ana\0",
        "admin",
        "Batida",
        None,
        7,
        ["ana"],
    ],
)
def test_names_that_nobody_may_have(name: object) -> None:
    with pytest.raises(UsernameInvalid):
        commands.sign_up(username=name, password=PASSWORD)
    assert User.objects.count() == 0


@pytest.mark.parametrize("name", ["Zé.da-Mesa_9", "Müller", "Søren", "naïve", "œuf", "ana"])
def test_names_of_the_four_languages_are_welcome(name: str) -> None:
    assert clean_username(name) == name


@pytest.mark.parametrize(
    "password", ["short", "password", "ana-maria", "", "a" * 129, "a\0bcdefgh", None, 12345678]
)
def test_weak_passwords_are_refused_with_every_reason(password: object) -> None:
    with pytest.raises(PasswordWeak) as refusal:
        commands.sign_up(username="ana-maria", password=password)
    assert refusal.value.facts["reasons"]
    assert User.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_name() -> None:
    """The database decides, not a look beforehand."""

    def attempt(number: int) -> bool:
        try:
            sign_up("ana" if number % 2 else "Aná")
        except UsernameTaken:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(attempt, range(6))) == 1


def test_sign_up_by_api_needs_a_key(api: APIClient) -> None:
    answer = api.post("/api/v1/accounts", {"username": "ana", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (400, "key-missing")
    assert User.objects.count() == 0


def test_the_way_in_by_api(api: APIClient) -> None:
    """Sign up, get a token, ask who I am, revoke the token."""
    body = {"username": "ana", "password": PASSWORD}
    made = api.post("/api/v1/accounts", body, headers={"Idempotency-Key": "k1"})
    assert (made.status_code, made.json()["chips"]) == (201, settings.WELCOME_CHIPS)
    again = api.post("/api/v1/accounts", body, headers={"Idempotency-Key": "k1"})
    assert again.json() == made.json()
    token = api.post("/api/v1/tokens", body).json()["token"]
    mine = {"Authorization": f"Token {token}"}
    me = api.get("/api/v1/me", headers=mine).json()
    assert (me["username"], me["roles"]) == ("ana", ["player"])
    assert api.delete("/api/v1/tokens/current", headers=mine).status_code == 204
    gone = api.get("/api/v1/me", headers=mine)
    assert (gone.status_code, gone.json()["code"]) == (401, "authentication-failed")


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    api: APIClient, make_user: Callable[..., User]
) -> None:
    make_user("ana")
    wrong = api.post("/api/v1/tokens", {"username": "ana", "password": "not it"})
    unknown = api.post("/api/v1/tokens", {"username": "bia", "password": "not it"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert wrong.json()["code"] == "sign-in-failed"


def test_a_closed_account_gets_no_token(api: APIClient, make_user: Callable[..., User]) -> None:
    user = make_user("ana")
    user.is_active = False
    user.save()
    answer = api.post("/api/v1/tokens", {"username": "ana", "password": PASSWORD})
    assert answer.json()["code"] == "sign-in-failed"


@pytest.mark.parametrize("text", ["", "x", "a b", "é" * 20, "a\0b", "0" * 64, "ç" * 64])
def test_a_text_that_is_no_token_is_refused(api: APIClient, text: str) -> None:
    answer = api.get("/api/v1/me", HTTP_AUTHORIZATION=f"Token {text}")
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication-failed")


def test_a_user_keeps_twenty_tokens(make_user: Callable[..., User]) -> None:
    user = make_user()
    first, _text = commands.create_token(user)
    for _ in range(commands.TOKENS_PER_USER):
        commands.create_token(user)
    assert AuthToken.objects.filter(user=user).count() == commands.TOKENS_PER_USER
    assert not AuthToken.objects.filter(pk=first.pk).exists()


def test_tidying_keeps_what_is_in_use(make_user: Callable[..., User]) -> None:
    commands.create_token(make_user())
    commands.tidy()
    assert AuthToken.objects.count() == 1


SPELLINGS = ("nina", "NINA", "Ni\u0301na", "\uff4eina", "n1na", " nina ")


@pytest.mark.parametrize("typed", SPELLINGS)
def test_a_name_is_read_as_sign_up_compares_it(
    api: APIClient, make_user: Callable[..., User], typed: str
) -> None:
    user = make_user("nina")
    assert User.objects.called([typed, "bia", "a\0b"]) == {typed: user}
    answer = api.post("/api/v1/tokens", {"username": typed, "password": PASSWORD})
    assert answer.status_code == 201
    assert Client().login(username=typed, password=PASSWORD)
    call_command("role", typed, "organiser")
    assert "organiser" in queries.roles(user)


@pytest.mark.parametrize("typed", ["", "n", "nin", "ninа", "nina%", "n na", "\0nina"])  # noqa: RUF001 - a Cyrillic letter
def test_a_name_that_looks_otherwise_is_nobodys(
    make_user: Callable[..., User], typed: str
) -> None:
    make_user("nina")
    assert User.objects.called([typed]) == {}


def test_a_name_is_found_by_the_index_that_keeps_it_unique() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN " + CALLED, [["nina"]])
        assert "accounts_name_looks_unique" in str(cursor.fetchall())
