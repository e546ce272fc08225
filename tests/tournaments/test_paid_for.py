"""What a player paid for in a tournament is called by its name in the wallet's statement."""

import pytest
from django.test import Client

from tests.house import a_player
from tests.tables.rest import Person
from wallet import commands as wallet
from wallet.errors import BadText
from wallet.models import EntryFor, Transfer

pytestmark = pytest.mark.django_db

SAID = {
    "en": ("re-entry into a tournament", "rebuy in a tournament", "add-on in a tournament"),
    "pt-br": ("reentrada em torneio", "recompra em torneio", "add-on em torneio"),
    "fr": ("rentrée dans un tournoi", "recave dans un tournoi", "add-on dans un tournoi"),
    "de": (
        "Neueinstieg in ein Turnier",
        "Nachkauf in einem Turnier",
        "Add-on in einem Turnier",
    ),
}


@pytest.mark.parametrize("language", SAID)
def test_each_is_told_by_its_name(language: str) -> None:
    ana = a_player("ana")
    for what in EntryFor:
        wallet.enter(key=what.name, user_id=ana.pk, tournament_id=9, buy_in=10, paid_for=what)
    client = Client(headers={"Accept-Language": language})
    client.force_login(ana)
    page = client.get("/chips/").content.decode()
    for words in SAID[language]:
        assert page.count(words) == 1
        number = Transfer.objects.get(reason=list(EntryFor)[1 + SAID[language].index(words)]).pk
        assert words[1:] in client.get(f"/chips/transfers/{number}").content.decode()
    told = Person(ana).get("me/wallet/statement").json["results"]
    assert [(row["kind"], row["reason"], row["tournament"]) for row in told[:4]] == [
        ("entry", what.value, 9) for what in reversed(EntryFor)
    ]


def test_what_is_sold_under_no_known_name_is_not_sold() -> None:
    ana = a_player("ana")
    with pytest.raises(BadText):
        wallet.enter(
            key="k", user_id=ana.pk, tournament_id=9, buy_in=10, paid_for="second helping"
        )
    assert not Transfer.objects.filter(kind="entry").exists()
