"""The program that the API's help page shows, run as it stands there against the house."""

import html
import json
import re
import subprocess
import sys

import pytest
from django.test import Client

from deploy.accounts.commands import create_token
from deploy.accounts.models import User
from tables import asyncapi
from tables.api.serializers import ActSerializer
from tables.messages import Act
from tables.models import Hand
from tests.house import a_player, open_house

TOTAL = "the total that lies before me in this betting round, not what I add to it"


@pytest.mark.slow  # bots take their time
@pytest.mark.django_db(transaction=True)
def test_the_example_plays_a_hand_to_its_end() -> None:
    player: User = a_player("zeca", 1000)
    token = create_token(player)[1]
    with open_house() as house:
        page = Client(headers={"host": f"127.0.0.1:{house.port}"}).get("/help/api/")
        shown = re.search(r'id="whole-hand"><code>(.*?)</code>', page.content.decode(), re.DOTALL)
        assert shown is not None
        program = html.unescape(shown[1])
        done = subprocess.run(
            [sys.executable, "-I", "-c", program, token],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    winner, _end, record = done.stdout.partition("\n")
    hand = Hand.objects.get(state=Hand.State.CLOSED)
    assert re.fullmatch(r"won by seat (\d|None)", winner)
    assert str(hand.pk) in record


def test_what_to_means_is_said_in_all_three_places(client: Client) -> None:
    assert TOTAL in str(ActSerializer().fields["action"].help_text)
    assert TOTAL in json.dumps(asyncapi.schema(Act))
