"""The forty lines of a player over REST alone, at tables of the house."""

import uuid

import pytest
from knox.models import get_token_model

from deploy.accounts.models import User
from engine.game import rules_ids
from tables import commands
from tables.models import Hand, Seat, Table
from tests.house import a_player, open_house
from tests.load.player import play

pytestmark = pytest.mark.django_db(transaction=True)

USUAL = ("pif-paf-aposta",)


def token_of(user: User) -> str:
    """Return a token of a user, as POST /tokens gives it."""
    made: str = get_token_model().objects.create(user=user)[1]
    return made


def plays_to_the_end(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the player play one hand (or match) against bots that think quickly, and go."""
    monkeypatch.setattr("tables.commands.hand.BOT_THINKS_MS", 1)
    monkeypatch.setattr("tables.sweeper.POLL_SECONDS", 0.005)
    user = a_player(f"ana-{rules}", 100_000)
    table_id = int(str(open_plain(user, rules)["id"]))
    Table.objects.filter(pk=table_id).update(window_ms=20, pause_ms=20)
    table = Table.objects.get(pk=table_id)
    for _ in range(table.min_players - 1):
        commands.add_bot(user=user, key=str(uuid.uuid4()), table_id=table_id)
    with open_house() as house:
        assert play(house.url, token_of(user), table_id, table.buy_in_max) >= 1
    assert Hand.objects.filter(table_id=table_id, players__user=user, state="closed").exists()
    assert not Seat.objects.filter(user=user).exists()


def open_plain(user: User, rules: str) -> dict[str, object]:
    """Open a table with what is usual for these rules."""
    chosen: dict[str, object] = {"name": "Mesa", "rules": rules}
    return commands.open_table(user=user, key=str(uuid.uuid4()), settings=chosen)


@pytest.mark.usefixtures("short_hands")
@pytest.mark.parametrize("rules", USUAL)
def test_the_player_plays_by_rest_alone(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plays_to_the_end(rules, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [one for one in rules_ids() if one not in USUAL])
def test_the_player_plays_every_rule_set(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plays_to_the_end(rules, monkeypatch)
