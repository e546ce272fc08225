"""A finished hand told in the reader's language, by the players' names.

The engine tells the same in English by seats (`engine.narrate`); what may be told is its say.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from engine import record
from engine.actions import HIDDEN_IN_WINDOW
from engine.cards import JOKER, parse
from engine.events import AWAY, BACK, CREDITED, LONGER, WINDOW_CLOSED
from engine.game import Game, State, game_for
from tables.pages.saying import filled
from tables.pages.telling_pili import mission_told, pili_said, pilis_said
from tables.pages.told_words import LOG
from tables.pages.turns import ENDS, Turn, Turns
from tables.pages.words import CARDS

Json = dict[str, Any]
SUIT_SIGNS = "♣♦♥♠"
RANKS = "A23456789TJQK"


class Dealt(NamedTuple):
    """Who was dealt which cards."""

    name: str
    cards: list[str]
    deals: bool


class Telling(NamedTuple):
    """A hand: the cards dealt, what happened, and what is wrong with its record if so.

    `begins`: what is said of a hand before its cards, such as the Mission of a round.
    """

    dealt: list[Dealt]
    turns: list[Turn]
    fault: str
    begins: str = ""


def tell(text: str, names: Mapping[int, str], result: Json | None = None) -> Telling:
    """Tell the record file of a finished hand; `names` are those of the seats.

    `result` is told at its end. A record that is not good is told as far as it goes, and `fault`
    says what is wrong.
    """
    telling = Telling([], [], "")
    try:
        begins = _tell_into(telling, record.load(text), names, result)
    except record.RecordFault as fault:
        said = _("This record is not good. Line %(line)s: %(reason)s.")
        return telling._replace(fault=said % {"line": fault.line_no, "reason": fault.reason})
    return telling._replace(begins=begins)


def _tell_into(
    telling: Telling, loaded: record.Record, names: Mapping[int, str], result: Json | None
) -> str:
    setup = record.setup_of(loaded.opening)
    game = game_for(setup.rules_id)
    steps = record.replay(loaded)
    _event, before = next(steps)
    hands = _hands(game, before)
    for seating in setup.seats:
        held = [card_sign(card) for card in in_suits(hands.get(seating.seat, ()))]
        deals = seating.seat == setup.dealer
        telling.dealt.append(Dealt(name_of(names, seating.seat), held or [_("face down")], deals))
    start = cast("int", loaded.opening["at"])
    turns = Turns(telling.turns, start)
    turns.begin(_("{name} deals.").format(name=name_of(names, setup.dealer)))
    asked = False
    for event, after in steps:
        if event["type"] in ENDS:
            turns.end(event, outcome_said(result, names))
        elif event.get("what") == WINDOW_CLOSED and not asked:
            pass  # nobody asked for the card: what comes next says it
        elif said := _said(game, event, (before, after), names):
            turns.add(event, game.waiting(before).kind, _trick(game, before), said)
        asked = _asks(event) or (asked and event["type"] == "clock")
        before = after
    mission = game.view(before, None).get("mission")
    return "" if mission is None else mission_told(mission["text"])


def _asks(event: Json) -> bool:
    """Whether somebody asks for the card of an open window."""
    action = record.action_of(event)
    return action is not None and action.kind in HIDDEN_IN_WINDOW


def _trick(game: Game, state: State) -> int:
    """Return the number of the running trick; 0 in a game without tricks."""
    tricks = game.view(state, None).get("tricks")
    return 0 if tricks is None else len(tricks) + 1


def in_suits(cards: Iterable[str]) -> list[str]:
    """Return cards by suit and rank, numbers in rising order, jokers last."""
    return sorted(cards, key=lambda card: int(card) if card.isdecimal() else 100 + parse(card))


def _hands(game: Game, state: State) -> dict[int, list[str]]:
    """Return the cards dealt to each seat, as far as anybody at the table saw them."""
    hands: dict[int, list[str]] = {}
    for entry in game.view(state, None)["seats"]:
        view = game.view(state, entry["seat"])
        hands.update(dict(view.get("hands", ())))
        if view["cards"] is not None:
            hands[entry["seat"]] = view["cards"]
    return hands


def _said(game: Game, event: Json, states: tuple[State, State], names: Mapping[int, str]) -> str:
    """Say what the event did between two states; '' for what nobody needs to read."""
    action = record.action_of(event)
    before, after = states
    if event["type"] == "clock":
        told = None if action is None else game.seen(before, action, after, None)
        return " ".join([_clock_said(event, names), *_followed(told or {}, names)])
    if action is None or action.seat is None:
        return ""
    # The hand is over: what each action's own seat knew of it may be told.
    seen = game.seen(before, action, after, action.seat)
    if seen is None:
        return ""
    name = name_of(names, action.seat)
    if "mission" in game.view(after, None):
        said = pili_said(seen, name, lambda seat: name_of(names, seat))
    else:
        said = " ".join([_action_said(seen, name), *_followed(seen, names)])
    return (
        filled(LOG["log.by-clock"], what=said.removesuffix("."))
        if event["by"] == "clock"
        else said
    )


def _action_said(seen: Json, name: str) -> str:
    action = seen["action"]
    key = f"log.{action['kind']}"
    if seen.get("false"):
        return filled(LOG["log.false"], name=name)
    if action["kind"] == "lay":
        melds = ", ".join(" ".join(map(card_sign, meld)) for meld in action.get("melds", ()))
        return filled(LOG["log.lay" if melds else "log.lay-some"], name=name, cards=melds)
    card = seen.get("card") or action.get("card")
    if action["kind"] == "draw" and card:
        key = "log.take" if action["from"] == "discard" else "log.draw-card"
    said = filled(
        LOG[key], name=name, to=action.get("to", ""), card=card_sign(card) if card else ""
    )
    turned = _("The pile is turned over.")
    return f"{said} {turned}" if seen.get("recycled") else said


def _clock_said(event: Json, names: Mapping[int, str]) -> str:
    if event["what"] == WINDOW_CLOSED:
        return _("The claim window closes.")
    if event["what"] == CREDITED:
        return filled(LOG["log.credited"], n=-(-event["ms"] // 1000))
    key = {AWAY: "log.away", BACK: "log.back", LONGER: "log.longer"}[event["what"]]
    seconds = event.get("ms", 0) // 1000
    return filled(LOG[key], name=name_of(names, event["seat"]), n=seconds)


def _followed(seen: Json, names: Mapping[int, str]) -> Iterator[str]:
    """Say what came of asking for a card: who was burned by it, who bought it."""
    for seat in seen.get("burned", ()):
        yield filled(LOG["log.burned"], name=name_of(names, seat))
    bought = seen.get("bought")
    if bought and bought.get("card"):
        name, card = name_of(names, bought["seat"]), card_sign(bought["card"])
        yield filled(LOG["log.bought-card"], name=name, card=card, n=bought["cost"])


def outcome_said(result: Json | None, names: Mapping[int, str]) -> str:
    """Say who won a finished hand, how much and how."""
    if result and "counts" in result:
        return pilis_said(result["points"], lambda seat: name_of(names, seat))
    if not result or result["winner"] is None:
        return filled(LOG["log.void"], why=void_said(result or {}))
    chips = won(result)
    return filled(
        LOG["log.won" if chips else "log.won-hand"],
        name=name_of(names, result["winner"]),
        n=chips,
        how=str(LOG[f"how.{result['how']}"]),
    )


def void_said(result: Json) -> str:
    """Say why a hand is void: by its rules where they end it so, else the reason in its record."""
    reason = result.get("reason")
    if reason is None:
        return str(LOG["how.void"])
    return str(LOG.get(f"void.{reason.replace(' ', '-')}", LOG["void.other"]))


def won(result: Json) -> int:
    """Return the chips of the pots that went to the winner."""
    return sum(pot["amount"] for pot in result["pots"] if pot["winner"] == result["winner"])


def name_of(names: Mapping[int, str], seat: int) -> str:
    """Return the name of who sat there, or the seat's, counted from 1, if the name was erased."""
    return names.get(seat) or _("seat %(n)s") % {"n": seat + 1}


def card_sign(text: str) -> str:
    """Write a card as its corner reads, such as 7♥ or 10♦, with the reader's letters."""
    if text.isdecimal():
        return text
    card = parse(text)
    if card == JOKER:
        return str(CARDS["card.joker"])
    suit, rank = divmod(card, len(RANKS))
    return f"{CARDS[f'letter.{RANKS[rank]}']}{SUIT_SIGNS[suit]}"
