"""Rounds of Pili Pili as the house would send them: the engine deals and plays, the page sees."""

from collections.abc import Callable, Sequence
from typing import Final

from engine import bots
from engine.actions import read_action
from engine.cards import parse
from engine.game import State, game_for
from engine.hand import PLAY, Seating, Setup, Stakes
from tests.browser.fake_table import HAND_ID, Json, idle, now_ms

RULES: Final = "pili-pili"
LIMIT: Final = 7
SCORES: Final = (2, 5, 0, 4, 6, 1, 3, 2)
# My cards and those of the others, so that every round is known beforehand.
HANDS: Final = (
    "12 33 41 JK 7 20 2", "9 28 44 51 3 30 16", "5 17 38 49 22 11 55", "1 25 36 47 14 53 18",
    "4 13 29 50 6 35 42", "8 19 31 40 24 46 10", "15 21 34 48 26 32 52", "23 27 37 43 39 45 54",
)  # fmt: skip
GAME: Final = game_for(RULES)


class Round:
    """A round between 2 to 8 seats under one Mission (or none), played on by steady bots."""

    def __init__(
        self, mission: str, players: int = 4, *, you: int | None = 0, dealer: int = 1
    ) -> None:
        """Deal it; `you` is the seat whose page looks at it, None a spectator's."""
        self.mission, self.you, self.players = mission, you, players
        self.options: Json = {"missions": mission}
        rules = GAME.rules(RULES, self.options)
        seats = tuple(Seating(seat, 900, SCORES[seat]) for seat in range(players))
        setup = Setup(RULES, tuple(self.options.items()), seats, dealer, Stakes(PLAY, 0))
        cards = [[parse(name) for name in hand.split()] for hand in HANDS[:players]]
        # Cards go round one by one from the dealer's left on.
        order = [(dealer + 1 + step) % players for step in range(players)]
        dealt = [cards[place][card] for card in range(7) for place in order]
        deck = (*dealt, *(card for card in GAME.pack(rules) if card not in set(dealt)))
        self.state: State = GAME.deal(setup, deck)

    def view(self) -> Json:
        """The round as the page's viewer sees it."""
        return GAME.view(self.state, self.you)

    def waits_for_me(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.you is not None and bool(GAME.legal(self.state, self.you))

    def does(self, seat: int | None, action: Json) -> "Round":
        """Let a seat do this."""
        done = read_action(action, seat, GAME.kinds)
        self.state = GAME.apply(self.state, done)
        return self

    def looked(self) -> "Round":
        """Let the time to look at the cards pass."""
        return self.does(None, {"kind": "close-window"})

    def until(self, wanted: Callable[[Json], object], me: Sequence[Json] = ()) -> "Round":
        """Play on until the viewer's view is as wanted; `me`: what the viewer does first."""
        own = list(me)
        while not wanted(self.view()):
            waiting = GAME.waiting(self.state)
            if not waiting.seats:
                self.looked()
                continue
            seat = next(one for one in waiting.seats if GAME.legal(self.state, one))
            if seat == self.you and own:
                self.does(seat, own.pop(0))
                continue
            view, legal = GAME.view(self.state, seat), GAME.legal(self.state, seat)
            self.does(seat, bots.steady(view, legal, lambda _count: 0))
        return self

    def my_turn(self, kind: str, me: Sequence[Json] = ()) -> "Round":
        """Play on until the viewer may do something of this kind."""
        return self.until(lambda _view: self._may(kind), me)

    def _may(self, kind: str) -> bool:
        legal = [] if self.you is None else GAME.legal(self.state, self.you)
        return any(act["kind"] == kind for act in legal)

    def page(self, *, over: bool = False) -> Json:
        """The state of a table with this round; `over`: the match ends with it."""
        state = idle(self.players, seats=max(4, self.players), you=self.you)
        view = self.view()
        waiting = GAME.waiting(self.state)
        seat = None if waiting.together or not waiting.seats else waiting.seats[0]
        what = {"over": "deal", "window": "window"}.get(waiting.kind, "act")
        due = now_ms() + {"deal": 8_000, "window": 2_600, "act": 24_000}[what]
        state["table"].update(
            rules=RULES, options=self.options, stakes="buy-in", ante=100, reserve_ms=60_000,
            pause_ms=10_000, min_players=2, rake_per_mille=25, rake_cap=50,
        )  # fmt: skip
        state["hand"] = {"id": HAND_ID, "hand_no": 7, **view}
        state["legal"] = [] if self.you is None else GAME.legal(self.state, self.you)
        state["clock"] = {"what": what, "due": due, "seat": seat, "reserve": False}
        state["match"] = self._match(view, over=over)
        state["watching"] = 0
        return state

    def _match(self, view: Json, *, over: bool) -> Json:
        gained = dict(view["result"]["points"]) if view["result"] else {}
        points = [max(0, SCORES[seat] + gained.get(seat, 0)) for seat in range(self.players)]
        won = sum(point == min(points) for point in points)
        standings = [
            {
                "seat": seat, "rank": sum(one < point for one in points) + 1, "points": point,
                "wins": 0, "out_after": None,
                "chips": 100 * self.players // won - 100 if point == min(points) else -100,
            }
            for seat, point in enumerate(points)
        ]  # fmt: skip
        return {
            "match_no": 2, "over": over, "how": "threshold" if over else None,
            "pot": 0 if over else 100 * self.players, "hands": 4 + bool(view["result"]),
            "standings": sorted(standings, key=lambda one: (one["rank"], one["seat"])),
        }  # fmt: skip


def last_bid(mission: str = "REVERSE 5") -> Json:
    """Return my bid, the last of four: one number is not allowed."""
    return Round(mission).my_turn("bid").page()


def first_bid() -> Json:
    """Return my bid, the first of eight, at a table without a Mission."""
    return Round("none", 8, dealer=0).page()


def no_echo() -> Json:
    """Return my bid where the Mission and the sum forbid one each."""
    bids: list[Json] = [{"kind": "bid", "number": number} for number in (1, 0, 1)]
    started = Round("NOECHO 5")
    for seat, bid in enumerate(bids, start=1):
        started.does(seat, bid)
    return started.page()


def forehead() -> Json:
    """Return my bid where I see all hands but my own."""
    return Round("FOREHEAD 2").my_turn("bid").page()


def follow() -> Json:
    """Return my turn to play to a trick that others lead, one trick after the first."""
    return Round("CURSED(7,13,44) 5").until(
        lambda view: view["tricks"] and view["trick"] and view["turn"] == 0
    ).page()  # fmt: skip


def eight() -> Json:
    """Return a full table in mid-trick under open hands."""
    return Round("OPEN 5", 8).until(lambda view: len(view["trick"]) == 6).page()


def peek() -> Json:
    """Return the look at my cards before they are hidden."""
    return Round("BLINDPLAY 4").page()


def blind() -> Json:
    """Return my turn to turn a face-down card."""
    return Round("BLINDPLAY 4").my_turn("turn").page()


def together() -> Json:
    """Return a trick to which all choose at once, and I have chosen."""
    started = Round("SIMUL 5").my_turn("play")
    return started.does(0, {"kind": "play", "card": "33"}).page()


def passing() -> Json:
    """Return the choice of two cards for my left neighbour."""
    return Round("PASS(2,L) 6").my_turn("give").page()


def sharing() -> Json:
    """Return the choice of a player whose Pilis I get too."""
    return Round("SHARED 5").my_turn("pick").page()


def high_low() -> Json:
    """Return my turn where only some cards may be played."""
    return Round("HILO 5").my_turn("play").page()


def ended() -> Json:
    """Return the end of a round."""
    return Round("FIRSTLAST 5").until(lambda view: view["phase"] == "over").page()


def match_over() -> Json:
    """Return the end of a match."""
    return Round("SHARED 5").until(lambda view: view["phase"] == "over").page(over=True)


def watching() -> Json:
    """Return a round as a spectator sees it."""
    return Round("none", 5, you=None).until(lambda view: len(view["trick"]) == 3).page()


def bid_comes() -> Json:
    """Others bid before me."""
    return (
        Round("none", dealer=1)
        .until(lambda view: view["phase"] == "bid" and view["turn"] != 0)
        .page()
    )


def card_comes() -> Json:
    """The bids are made, and another leads the trick."""
    play = Round("none", dealer=1).until(
        lambda view: view["phase"] == "play" and view["turn"] != 0
    )
    return play.page()


def said_ahead() -> Json:
    """Another leads, and my card is said."""
    page = card_comes()
    page["you"] |= {"preaction": "play", "preaction_with": {"card": "JK", "number": 56}}
    return page


STATES = {
    "bid-comes": bid_comes, "card-comes": card_comes, "said-ahead": said_ahead,
    "last-bid": last_bid, "first-bid": first_bid, "no-echo": no_echo, "forehead": forehead,
    "follow": follow, "eight": eight, "peek": peek, "blind": blind, "together": together,
    "passing": passing, "sharing": sharing, "high-low": high_low, "ended": ended,
    "match-over": match_over, "watching": watching,
}  # fmt: skip
