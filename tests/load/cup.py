"""A cup of eight over REST alone, from nothing to the payout, with nothing but `requests`.

    python -m tests.load.cup http://127.0.0.1:8000 ORGANISER_TOKEN PLAYER_TOKEN [PLAYER_TOKEN …]

Announces it, enters the players, starts it, reports each match as it becomes ready (the side that
was seated first wins), waits until the prizes are paid, proves the sums, and prints the log.
"""

import sys
import uuid
from typing import Any

import requests

CUP = {
    "stages": [{"id": "main", "kind": "single-elimination", "third_place": True}],
    "prizes": {"prize_part": 100, "fee_part": 10, "weights": [50, 30, 20]},
}


def run(house: str, organiser: str, players: list[str]) -> str:
    """Run the cup; return its log, which `python -m tournaments.rules verify` reads."""
    api = f"{house}/api/v1"

    def ask(token: str, method: str, path: str, body: Any = None) -> Any:  # noqa: ANN401 - JSON
        headers = {"Authorization": f"Token {token}", "Idempotency-Key": str(uuid.uuid4())}
        answer = requests.request(method, api + path, json=body, headers=headers, timeout=60)
        if not answer.ok:
            raise SystemExit(f"{method} {path}: {answer.text}")
        return answer.json()

    settings = {"name": "Copa", "online": False, "structure": CUP}
    here = f"/tournaments/{ask(organiser, 'POST', '/tournaments', settings)['id']}"
    ask(organiser, "POST", f"{here}/announce")
    for player in players:
        ask(player, "POST", f"{here}/entries")
    ask(organiser, "POST", f"{here}/start")
    seq = 0
    while ask(organiser, "GET", here)["phase"] != "paid":
        seq = ask(organiser, "GET", f"{here}/events?after={seq}&wait=5")["next"]
        if not ask(organiser, "GET", f"{here}/stages")["results"][0]["started"]:
            continue  # the worker starts it within a second
        for match in ask(organiser, "GET", f"{here}/stages/main/bracket")["matches"]:
            if match["status"] == "ready":
                result = {"places": [[side] for side in match["sides"]]}
                report = f"{here}/stages/main/matches/{match['match']}/report"
                ask(organiser, "POST", report, {"result": result})
    money = ask(organiser, "GET", f"{here}/payouts")
    proved = sum(money["awards"].values()) == money["pool"] == money["paid_in"] - money["fees"]
    if not proved:
        raise SystemExit(f"the sums are wrong: {money}")
    return requests.get(f"{api}{here}/log", timeout=60).text


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    print(run(sys.argv[1], sys.argv[2], sys.argv[3:]), end="")
