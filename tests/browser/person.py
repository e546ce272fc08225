"""Somebody at a page: what to do comes from a bot, how from fingers or keys."""

import contextlib

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PressedTooLate

from deploy.accounts.models import User
from engine import bots
from tables import queries
from tests.house import Json

# Long enough for a finger to claim, short enough for a test.
WINDOW_MS = 800
# The page shows this state, or a newer one.
SHOWS = "head => Number(document.querySelector('#table').dataset.head) >= head"
KEYS = {"check": "c", "call": "c", "stay": "c", "fold": "f"}
OUT_OF_TURN = {"claim": "k", "buy": "k", "announce": "a"}


class Person:
    """Somebody at a page who plays steadily: what to do comes from the bot, how from fingers."""

    def __init__(self, page: Page, name: str, *, by_keys: bool) -> None:
        """Sit at `page` as `name`."""
        self.page = page
        self.user = User.objects.get(username=name)
        self.by_keys = by_keys

    def act(self, state: Json) -> Json:
        """Do the next thing on the page once it shows `state`; return what was done."""
        # A finger that is faster than the news would press what was there before it.
        self.page.wait_for_function(SHOWS, arg=state["head"], timeout=60_000)
        action = bots.steady(state["hand"], state["legal"], lambda _count: 0)
        if not action:
            return action
        try:
            self._do(action)
        except PressedTooLate:
            # The clock or another player may have gone on under the finger: then look again.
            if queries.head(state["table"]["id"])[0] == state["head"]:
                raise
            return {}
        return action

    def _do(self, action: Json) -> None:
        kind = action["kind"]
        if kind == "discard":
            self._discard(action["card"])
        elif kind in {"bet", "raise"}:
            self.page.locator("#stake").fill(str(action["to"]))
            self._press("r", "wager")
        elif kind == "draw":
            key, name = ("d", "stock") if action["from"] == "stock" else ("t", "take")
            self._press(key, name)
        elif kind == "go-out":
            self._press("b", "out")
            self.page.locator("dialog .bater").click()
        elif kind in OUT_OF_TURN:
            # Others may end it all under the finger: then there is nothing left to press.
            with contextlib.suppress(PressedTooLate):
                self._press(OUT_OF_TURN[kind], kind, patience_ms=WINDOW_MS)
        elif kind == "lay":
            self._lay()
        elif kind in {"bid", "turn"}:
            self._press(str(action["number"]), kind)
        elif kind in {"play", "give", "name"}:
            self._cards(action)
        else:
            self._press(KEYS[kind], kind)

    def _cards(self, action: Json) -> None:
        """Play or give cards of Pili Pili; a Joker is given its number."""
        played = [action["card"]] if "card" in action else action.get("cards", [])
        for card in played:
            held = self.page.locator(f'[role="option"][data-key="{card}#0"]')
            held.focus()
            held.press("Space")
        self._press("p", action["kind"])
        if "number" in action:
            self.page.locator("#joker-value").fill(str(action["number"]))
            self.page.locator("#joker-value").press("Enter")

    def _lay(self) -> None:
        self._press("j", "lay")
        choice = self.page.get_by_role("button", name="Lay these")
        with contextlib.suppress(PressedTooLate):
            choice.click(timeout=WINDOW_MS)

    def _press(self, key: str, name: str, patience_ms: int = 10_000) -> None:
        button = self.page.locator(f'[aria-keyshortcuts="{key}"]:not([aria-disabled])').first
        button.wait_for(timeout=patience_ms)
        if self.by_keys:
            self.page.locator("body").press(key)
        else:
            button.tap(timeout=patience_ms)

    def _discard(self, card: str) -> None:
        held = self.page.locator(f'[role="option"][data-key^="{card}"]').first
        if self.by_keys:
            held.focus()
            held.press("Space")
            held.press("Enter")
        else:
            held.tap()
            self.page.locator(".bar .act", has_text="Discard").tap()
