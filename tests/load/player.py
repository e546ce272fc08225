"""A player over REST alone: sits down if need be, plays any rule set by what is legal, and leaves.

.venv/bin/python -m tests.load.player http://127.0.0.1:8000 TOKEN TABLE BUY_IN [HANDS]
"""

import random
import sys
import uuid
from typing import Any

import requests

Json = dict[str, Any]
AVOIDED = {"bet", "raise", "fold", "buy", "announce"}


def play(house: str, token: str, table: int, buy_in: int, hands: int = 1) -> int:
    """Play so many hands (and the match they belong to); return the hands that were played."""
    url, http, played = f"{house}/api/v1/tables/{table}", requests.Session(), 0
    http.headers["Authorization"] = f"Token {token}"

    def send(method: str, path: str, body: Json | None = None) -> requests.Response:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        return http.request(method, url + path, json=body, headers=key, timeout=60)

    state = http.get(url + "/state", timeout=60).json()
    if not state["you"]:
        send("POST", "/seats", {"buy_in": buy_in}).raise_for_status()
        state = http.get(url + "/state", timeout=60).json()
    cursor, leaving = state["head"], False
    while state["you"]:
        if played >= hands and not leaving:
            leaving = send("DELETE", "/seats/me?after_hand=true").ok
        elif action := choose(state["hand"], state["legal"]):
            seen = {"expected_seq": state["hand"]["seq"], "hand_id": state["hand"]["id"]}
            send("POST", "/actions", {**seen, "action": action})  # refused: the hand went on
        news = http.get(f"{url}/events?after={cursor}&wait=25", timeout=60).json()
        cursor, closed = news["next"], [e["type"] for e in news["events"]].count("close")
        played += closed
        if closed:
            print(f"hand {played} of {hands} is over", flush=True)
        state = http.get(url + "/state", timeout=60).json()
    return played


def choose(hand: Json | None, legal: list[Json]) -> Json | None:
    """Go out when that is possible, pay what is asked, and choose the rest by chance."""
    only = {"claim"} if hand and hand["phase"] == "window" else {one["kind"] for one in legal}
    able = [one for one in legal if one["kind"] in only - AVOIDED and one.get("options", True)]
    if not able:
        return None
    first = [one for one in able if one["kind"] in {"go-out", "claim", "lay"}]
    one = random.choice(first or able)
    action: Json = {name: one[name] for name in ("kind", "from") if name in one}
    if "count" in one:
        action["cards"] = random.sample(one["cards"], one["count"])
    for offered, name in (("cards", "card"), ("numbers", "number"), ("seats", "whom")):
        if offered in one and "count" not in one:
            action[name] = random.choice(one[offered])
    if "range" in one:
        action["number"] = random.randint(*one["range"])
    way: Json = random.choice(one.get("options", [{}]))
    return action | way


if __name__ == "__main__":
    if len(sys.argv) not in {5, 6}:
        sys.exit(__doc__)
    print(play(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])), "hands played")
