"""What a seat knows of a hand, read from its view as a person reads a table.

Everything comes from the view: the seat's own cards, what has been thrown, taken and laid before
all eyes, the rules. Nothing is remembered from one question to the next.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from engine import cards
from engine.cards import JOKER, Card
from engine.jsonable import Json
from engine.melds import MeldAxes
from engine.pifpaf.combinations import JOKERS
from engine.pifpaf.rules import PifPafRules, settle_rules

COPIES: Final = 2
_RULES_MAX: Final = 512


class Sight(NamedTuple):
    """The hand as its seat sees it.

    `held`: its cards. `goal`: how many of them must be melded. `axes`: what a meld is in this
    hand. `top`: the discard that lies on top.
    """

    view: Json
    rules: PifPafRules
    axes: MeldAxes
    held: tuple[Card, ...]
    goal: int
    top: Card | None


class Watched(NamedTuple):
    """What has happened at the discard pile before all eyes.

    `lying`: the cards of the pile, the oldest first. `thrown`: by seat, what it threw, in order.
    `kept`: by seat, what it took and hasn't thrown since. `left`: by seat, what lay before it on
    top of the pile and it didn't take.
    """

    lying: list[Card]
    thrown: dict[int, list[Card]]
    kept: dict[int, list[Card]]
    left: dict[int, list[Card]]


def sight(view: Json) -> Sight:
    """What there is to see in a seat's view."""
    rules, axes = _rules(view["rules"], tuple(view["options"].items()), tuple(view["wilds"]))
    held = tuple(map(cards.parse, view["cards"]))
    laid = sum(len(meld) for meld in own_seat(view)["laid"])
    top = view["top"]
    return Sight(
        view, rules, axes, held, rules.hand_size - laid, None if top is None else cards.parse(top)
    )


def own_seat(view: Json) -> Json:
    """What all see of the viewer's seat."""
    seat: Json = next(seat for seat in view["seats"] if seat["seat"] == view["you"])
    return seat


def others(view: Json) -> list[Json]:
    """The other seats in play, in the order in which they play after the viewer."""
    seats = view["seats"] if view["direction"] == "clockwise" else view["seats"][::-1]
    at = next(at for at, seat in enumerate(seats) if seat["seat"] == view["you"])
    return [seat for seat in (*seats[at + 1 :], *seats[:at]) if not seat["folded"]]


def watched(seen: Sight) -> Watched:
    """The story of the discard pile, put in order."""
    view = seen.view
    story = Watched([], {}, {}, {})
    order = [view["you"], *(seat["seat"] for seat in others(view))]
    next_of = dict(zip(order, (*order[1:], order[0]), strict=True))
    for said in view["pile"]:
        words = said.split()
        if words[0] == "recycled":
            del story.lying[: None if seen.rules.stock_empty == "turn-over" else -1]
        elif words[0] == "turned":
            story.lying.append(cards.parse(words[1]))
        elif words[1] == "threw":
            seat = int(words[0])
            _threw(story, seat, cards.parse(words[2]), next_of.get(seat))
        else:
            _took(story, int(words[0]), cards.parse(words[2]))
    for one in view["seats"]:
        for name in (name for meld in one["laid"] for name in meld):
            _gives_up(story, one["seat"], cards.parse(name))
    return story


def _threw(story: Watched, seat: int, card: Card, after: int | None) -> None:
    story.lying.append(card)
    story.thrown.setdefault(seat, []).append(card)
    _gives_up(story, seat, card)
    if after is not None:
        story.left.setdefault(after, []).append(card)


def _took(story: Watched, seat: int, card: Card) -> None:
    story.lying.pop()
    story.kept.setdefault(seat, []).append(card)
    if story.left.get(seat, [])[-1:] == [card]:
        story.left[seat].pop()


def _gives_up(story: Watched, seat: int, card: Card) -> None:
    if card in story.kept.get(seat, ()):
        story.kept[seat].remove(card)


def unseen(seen: Sight, story: Watched) -> list[int]:
    """How many of each face may still be drawn: 53 counts, the joker last.

    Not to be drawn: the seat's own cards, those that lie open, and those that others keep.
    """
    left = [COPIES] * JOKER + [0 if seen.rules.jokers == "none" else JOKERS]
    view = seen.view
    others_keep = (kept for seat, kept in story.kept.items() if seat != view["you"])
    for card in chain(seen.held, story.lying, *others_keep):
        left[card] -= 1
    if view["vira"] is not None:
        left[cards.parse(view["vira"])] -= 1
    for seat in view["seats"]:
        for meld in seat["laid"]:
            for name in meld:
                left[cards.parse(name)] -= 1
    return [max(count, 0) for count in left]


@lru_cache(maxsize=_RULES_MAX)
def _rules(
    rules_id: str, options: tuple[tuple[str, object], ...], wilds: tuple[str, ...]
) -> tuple[PifPafRules, MeldAxes]:
    rules = settle_rules(rules_id, dict(options))
    if not wilds:
        return rules, rules.melds
    return rules, replace(rules.melds, wilds=frozenset(map(cards.parse, wilds)))
