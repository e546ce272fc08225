"""The sharp bot: it counts the cards, reads what others take and throw, and weighs its chances."""

from collections.abc import Sequence
from math import log
from typing import Final

from engine import cards
from engine.hand import Choose
from engine.jsonable import Json
from engine.meld_axes import MELD_MIN
from engine.melds import distance
from engine.pifpaf.bots import betting
from engine.pifpaf.bots.chances import Prospect, chances
from engine.pifpaf.bots.danger import dangers
from engine.pifpaf.bots.sight import Sight, Watched, sight, unseen, watched
from engine.pifpaf.bots.steady import first_way, play_on, without
from engine.pifpaf.points import VALUES

_TURNS: Final = 6.0
_TURNS_LEFT_MIN: Final = 2.0
_TURN_SPENT: Final = 0.5
"""Turns that a hand is likely to last, from the first on; each turn played takes half of one."""
_CARDS_A_TURN: Final = 1.6
"""Cards to choose from in a turn: one of the stock, and often enough a discard that fits."""
_REACH_MAX: Final = 0.5
_DANGER: Final = 0.3
"""What a card that surely helps the next seat costs, as a logarithm of the own chance."""
_POINT: Final = 0.1
"""What a penalty point kept in the hand costs, as such a logarithm."""
_BUYS_TO: Final = 9
"""It buys whatever brings it nearer: two cards for five points are cheap."""
_NEAR_END: Final = 1
"""Cards missing, from which on the exact distance decides before the chances do."""
_LEAST: Final = 1e-9


def sharp(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Throws what costs it least and helps the next seat least; bets by its chance to win."""
    moves = {str(move["kind"]): move for move in legal if move.get("options", True)}
    at_once = first_way(moves)
    if at_once:
        return at_once
    seen = sight(view)
    if "discard" in moves:
        return {"kind": "discard", "card": _throw(seen, moves["discard"]["cards"], choose)}
    if "stay" in moves:
        leaves = "fold" in moves and betting.leaves(seen, moves["fold"]["cost"])
        return {"kind": "fold" if leaves else "stay"}
    if "fold" in moves:
        return betting.answer(seen, moves)
    return play_on(seen, moves, buys_to=_BUYS_TO)


def _throw(seen: Sight, names: Sequence[str], choose: Choose) -> str:
    """The card to throw: by the chance it leaves, the danger in it, the points it would count."""
    held, axes, goal = seen.held, seen.axes, seen.goal
    story = watched(seen)
    ahead = _prospect(seen, story)
    left = chances(held, axes, goal // MELD_MIN, ahead)
    faces = {name: cards.parse(name) for name in names}
    helped = dangers(seen, story, ahead.unseen, faces.values())
    point = _POINT if seen.rules.scoring == "cards" else 0.0
    worth = {
        name: log(left[held.index(card)] + _LEAST) - _DANGER * helped[card] + point * VALUES[card]
        for name, card in faces.items()
    }
    ranked = sorted(names, key=worth.__getitem__, reverse=True)
    # The distance knows melds of four and more, and where wilds may not stand: near the end it
    # decides.
    least = distance(held, axes, goal)
    if least <= _NEAR_END:
        for name in ranked:
            if distance(without(held, faces[name]), axes, goal) == least:
                return name
    best = [name for name in ranked if worth[name] == worth[ranked[0]]]
    return best[choose(len(best))] if len(best) > 1 else best[0]


def _prospect(seen: Sight, story: Watched) -> Prospect:
    left = unseen(seen, story)
    played = len(story.thrown.get(seen.view["you"], ()))
    turns = max(_TURNS - _TURN_SPENT * played, _TURNS_LEFT_MIN)
    return Prospect(left, min(turns * _CARDS_A_TURN / max(sum(left), 1), _REACH_MAX))
