"""The house's own pages: forms, languages, error pages, the policy they keep to."""

import html
import re
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
from django.test import Client
from django.utils.translation import override

from deploy.accounts.models import User
from tables import consumers
from tables.asyncapi import TABLE as TABLE_SOCKET
from tables.models import Table
from tables.naming import RULE_SETS
from tables.pages.rules_told import rules_told
from tests.deploy.doors.conftest import PASSWORD
from tests.deploy.permission_table import TABLE
from tests.house import cookie_of, open_house
from tournaments import queries
from tournaments.errors import RuleRefused
from tournaments.messages import TOURNAMENT
from wallet.api.problem import problem_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
PAGES = sorted(
    row.name
    for row in TABLE
    if row.method == "GET"
    and row.expected["anonymous"] == 200
    and not row.name.startswith("api-")
    and not row.arguments
)

CLOCK = {"action_ms": 30_000, "window_ms": 3_000, "reserve_ms": 0, "grace_ms": 0}


def form(**fields: str) -> dict[str, str]:
    """Return the fields of a filled-in sign-up form."""
    return {"key": str(uuid.uuid4()), "username": "ana", "password": PASSWORD, **fields}


def test_signing_up_sits_the_player_down(client: Client) -> None:
    answer = client.post("/sign-up/", form(next="/help/"), follow=True)
    assert answer.redirect_chain == [("/help/", 302)]
    page = answer.content.decode()
    assert "ana" in page
    assert "1,000 chips" in page
    assert "Welcome, ana." in page


def test_pressing_twice_opens_one_account(client: Client) -> None:
    sent = form()
    assert client.post("/sign-up/", sent).status_code == 302
    assert client.post("/sign-up/", sent).status_code == 302
    assert User.objects.filter(username="ana").count() == 1


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"username": "a!"}, "username", "3 to 20 characters"),
        ({"username": ""}, "username", "required"),
        ({"username": "bia"}, "username", "Somebody has that name"),
        ({"password": "password"}, "password", "too common"),
        ({"password": ""}, "password", "required"),
    ],
)
def test_errors_stand_at_their_field(
    client: Client,
    make_user: Callable[..., User],
    fields: dict[str, str],
    field: str,
    words: str,
) -> None:
    """The field says by itself that it is wrong, and which text says why."""
    make_user("bia")
    answer = client.post("/sign-up/", form(**fields))
    assert answer.status_code == 422
    page = answer.content.decode()
    control = re.search(rf'<input[^>]*name="{field}"[^>]*>', page)
    assert control is not None
    assert 'aria-invalid="true"' in control[0]
    assert f"id_{field}_error" in control[0]
    told = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert told is not None
    assert words in told[1]
    assert User.objects.count() == 1


def test_the_forms_help_password_managers(client: Client) -> None:
    up, back = (client.get(page).content.decode() for page in ("/sign-up/", "/sign-in/"))
    assert 'autocomplete="username"' in up
    assert 'autocomplete="new-password"' in up
    assert 'autocomplete="current-password"' in back


def test_signing_in_and_out(client: Client, make_user: Callable[..., User]) -> None:
    make_user("ana")
    wrong = client.post("/sign-in/", {"username": "ana", "password": "no"})
    assert wrong.status_code == 422
    assert "do not belong together" in wrong.content.decode()
    answer = client.post("/sign-in/", {"username": "ana", "password": PASSWORD, "next": "/help/"})
    assert answer["Location"] == "/help/"
    assert client.get("/sign-out/").status_code == 405
    assert "Sign in" in client.post("/sign-out/", follow=True).content.decode()


@pytest.mark.parametrize(
    "address", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"]
)
def test_nobody_is_sent_elsewhere(
    client: Client, make_user: Callable[..., User], address: str
) -> None:
    make_user("ana")
    sent = {"username": "ana", "password": PASSWORD, "next": address}
    assert client.post("/sign-in/", sent)["Location"].startswith("/")
    assert (
        "elsewhere"
        not in client.post("/language/", {"language": "de", "next": address})["Location"]
    )


def test_pages_refuse_a_form_without_their_token(make_user: Callable[..., User]) -> None:
    make_user("ana")
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "ana"})
    assert answer.status_code == 403
    assert "That page was too old" in answer.content.decode()


def test_the_language_follows_browser_choice_and_account(
    client: Client, make_user: Callable[..., User]
) -> None:
    """The browser's language first, the footer's choice over it, the account's on any browser."""
    user = make_user("ana")
    assert (
        '<html lang="fr">' in client.get("/", headers={"Accept-Language": "fr"}).content.decode()
    )
    client.force_login(user)
    client.post("/language/", {"language": "pt-br", "next": "/"})
    page = client.get("/", headers={"Accept-Language": "fr"}).content.decode()
    assert '<html lang="pt-br">' in page
    other = Client()
    other.post("/sign-in/", {"username": "ana", "password": PASSWORD})
    assert '<html lang="pt-br">' in other.get("/").content.decode()


def test_each_language_is_offered_by_its_own_name(client: Client) -> None:
    client.cookies["django_language"] = "de"
    page = client.get("/").content.decode()
    offered = re.findall(r'name="language"[^>]*>([^<]+)</button>', page)
    assert offered == ["Português", "English", "Français", "Deutsch"]


def test_an_unknown_language_changes_nothing(
    client: Client, make_user: Callable[..., User]
) -> None:
    client.force_login(make_user("ana"))
    client.post("/language/", {"language": "xx", "next": "/"})
    assert User.objects.get(username="ana").language == ""


@pytest.mark.parametrize("language", ["en", "pt-br", "fr", "de"])
@pytest.mark.parametrize(
    "address", ["/", "/sign-up/", "/sign-in/", "/help/", "/help/api/", "/problems/", "/nowhere"]
)
def test_every_page_in_every_language_keeps_to_the_policy(
    client: Client, address: str, language: str
) -> None:
    """One heading, a way past the navigation, no script or style inside."""
    client.cookies["django_language"] = language
    answer = client.get(address)
    page = answer.content.decode()
    assert f'<html lang="{language}">' in page
    assert len(re.findall(r"<h1[ >]", page)) == 1
    assert 'href="#main"' in page
    assert "style=" not in page
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"\son\w+=", page) == []
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_an_unknown_page_looks_like_the_house(client: Client) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "not in this pack" in answer.content.decode()


def test_a_foreign_host_gets_a_400(client: Client) -> None:
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "We cannot read that request" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_error_pages_keep_no_connection(make_user: Callable[..., User]) -> None:
    """Django makes them in threads that hear of no request's end."""
    mine = {"Cookie": cookie_of(make_user("ana"))}
    with open_house() as house:
        for _ in range(4):
            answer = requests.get(f"{house.url}/tables/999/", headers=mine, timeout=60)
            assert answer.status_code == 404
            assert "ana" in answer.text, "the database was asked who is there"
        house.wait_for_threads(but=1)


@pytest.mark.parametrize("language", ["en", "pt-br", "fr", "de"])
def test_help_lists_every_game_with_its_rules(client: Client, language: str) -> None:
    """In the words of the tables that play it."""
    said = {"Accept-Language": language}
    assert 'href="/help/"' in client.get("/problems/", headers=said).content.decode()
    page = client.get("/help/", headers=said).content.decode()
    linked = re.findall(r'href="/help/rules/([a-z-]+)/"', page)
    assert linked == list(RULE_SETS)
    for rules_id in linked:
        told = client.get(f"/help/rules/{rules_id}/", headers=said).content.decode()
        with override(language):
            rules = rules_told(Table(rules_id=rules_id, stakes="play", **CLOCK))
        assert html.escape(rules["name"]) in told
        lines = [line for section in rules["sections"] for line in section["lines"]]
        shown = [line for line in lines if html.escape(line) in told]
        assert len(shown) >= 5, rules_id
    assert client.get("/help/rules/bridge/").status_code == 404


def test_a_code_of_the_rules_of_tournaments_leads_to_their_page(client: Client) -> None:
    """The `type` of each problem is an address that explains it, also of a relayed one."""
    with pytest.raises(RuleRefused) as refused:
        queries.plan_for({"stages": 1}, 8)
    page = client.get(problem_of(refused.value)["type"]).content.decode()
    assert "The rules of tournaments refuse it" in page
    assert f"<code>{refused.value.code}</code>" in page


def test_a_code_without_a_page_is_a_404(client: Client) -> None:
    assert client.get("/problems/no-such-code").status_code == 404


def test_the_sockets_page_says_what_the_socket_does(client: Client) -> None:
    """Every close code, every frame of the client, and how often one may speak."""
    page = html.unescape(client.get("/help/sockets/").content.decode())
    codes = {
        consumers.BAD_FRAME,
        consumers.NO_SESSION,
        consumers.NOT_ALLOWED,
        consumers.NO_TABLE,
        consumers.HELLO_LATE,
        consumers.REPLACED,
        consumers.FLOOD,
        consumers.RESTART,
    }
    assert {int(code) for code in re.findall(r"<code>(\d{4})</code>", page)} == codes
    for kind in consumers.TableConsumer._HANDLERS:
        assert f'{{"type": "{kind.type}"' in page
    assert f"{consumers.FRAMES_BURST} at once and {consumers.FRAMES_A_SECOND:.0f} a second" in page
    assert "ws://testserver/ws/v1/tables/" in page
    table, tournament = page.split('<h2 id="tournament">')
    assert "ws://testserver/ws/v1/tournaments/" in tournament
    assert {f"<code>{code}</code>" for code in TOURNAMENT.close_codes} <= set(
        re.findall(r"<code>\d{4}</code>", tournament)
    )
    for part, channel in ((table, TABLE_SOCKET), (tournament, TOURNAMENT)):
        for name in (*channel.from_client, *channel.from_server):
            assert f'{{"type": "{name}"' in part, (channel.name, name)


@pytest.mark.parametrize("language", ["pt-br", "en", "fr", "de"])
@pytest.mark.parametrize(
    ("address", "sections"),
    [
        ("/help/chips/", ["get", "table", "limits", "ledger"]),
        (
            "/help/tournaments/",
            [
                *("enter", "play", "report", "disputes", "rebuys", "prizes", "removed"),
                "corrections",
            ],
        ),
    ],
)
def test_help_tells_of_chips_and_of_tournaments(
    client: Client, address: str, sections: list[str], language: str
) -> None:
    said = {"Accept-Language": language}
    assert f'href="{address}"' in client.get("/help/", headers=said).content.decode()
    page = client.get(address, headers=said).content.decode()
    assert re.findall(r'<h2 id="(\w+)">', page) == sections
    for link in re.findall(r'href="(/[a-z/]+/)"', page):
        assert client.get(link).status_code in {200, 302}


def test_the_first_lines_of_a_program_can_be_copied(client: Client) -> None:
    page = client.get("/help/api/").content.decode()
    assert page.count("http://testserver/api/v1/") == page.count("curl ") > 2
    assert page.count("Idempotency-Key: $(uuidgen)") == 3


def sheets() -> dict[str, str]:
    """Every template, by the name that includes it."""
    found = {
        str(one.relative_to(ROOT / app / "templates")): one.read_text("utf-8")
        for app in ("deploy", "tables", "tournaments", "wallet")
        for one in ROOT.glob(f"{app}/templates/**/*.html")
    }
    assert len(found) > 50
    return found


def test_every_moment_is_written_in_one_form() -> None:
    """A day by `SHORT_DATE_FORMAT` and an hour by `H:i`: English had "a.m." beside "14:05"."""
    assert [name for name, text in sheets().items() if "DATETIME_FORMAT" in text] == []


def test_no_line_begins_with_the_dot_that_parts_its_words() -> None:
    """The dot stays at the end of a line: no space before it at which a line could break."""
    apart = {name for name, text in sheets().items() if re.search(r"[ >\n]·", text)}
    assert apart <= {"base.html", "wallet/transfer.html"}, "a title in one line, and a dot alone"
    scripts = [
        one for app in ("tables", "tournaments") for one in ROOT.glob(f"{app}/static/**/*.js")
    ]
    assert len(scripts) > 50
    assert [
        one.name for one in scripts if re.search(r" (·|\\u00b7)", one.read_text("utf-8"))
    ] == []


def test_every_hour_stands_where_its_zone_is_told() -> None:
    """A bare 14:05 is UTC or the house's: a template that writes hours names the zone itself.

    One that is only part of others leaves it to all of those.
    """
    found = sheets()
    silent = {
        name for name, text in found.items() if 'date:"H:i' in text and "TIME_ZONE" not in text
    }
    for name in silent:
        around = [text for text in found.values() if f'include "{name}"' in text]
        assert around, name
        assert all("TIME_ZONE" in text for text in around), name


@pytest.mark.django_db
def test_the_doors_put_the_cursor_where_one_writes(client: Client) -> None:
    """Into the name, or into the first field that is wrong; the way to skip to it stays first."""

    def begun(page: str) -> list[str]:
        return re.findall(r'name="(\w+)"(?=[^>]*\bautofocus\b)', page)

    for door in ("/sign-in/", "/sign-up/"):
        page = client.get(door).content.decode()
        assert begun(page) == ["username"], door
        assert re.findall(r'<a class="(\w+)"', page)[0] == "skip"
    weak = client.post(
        "/sign-up/", {"username": "ana", "password": "ana", "key": str(uuid.uuid4())}
    )
    assert begun(weak.content.decode()) == ["password"]
