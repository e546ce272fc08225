"""The sharp bot: it counts the cards, reads what others take and throw, and weighs its chances."""

import os
from collections.abc import Mapping, Sequence
from math import log
from typing import Final

from engine import cards
from engine.cards import Card
from engine.hand import Choose
from engine.jsonable import Json
from engine.melds import distance
from engine.pifpaf.bots.chances import Prospect, chances
from engine.pifpaf.bots.sight import Sight, Watched, others, sight, unseen, watched
from engine.pifpaf.bots.steady import first_way, improves, steady, without
from engine.pifpaf.points import VALUES

P = {k: float(v) for k, v in (kv.split("=") for kv in os.environ.get("SHARP", "").split(",") if kv)}
MELD=3

def sharp(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    moves = {str(move["kind"]): move for move in legal if move.get("options", True)}
    at_once = first_way(moves)
    if at_once:
        return at_once
    if "discard" in moves:
        return {"kind": "discard", "card": _throw(sight(view), moves["discard"]["cards"], choose)}
    if view["phase"] in ("bet", "stay", "window"):
        return steady(view, legal, choose)
    seen = sight(view)
    missing = distance(seen.held, seen.axes, seen.goal)
    if "announce" in moves and missing == 1:
        return {"kind": "announce"}
    takes = any(move.get("from") == "discard" for move in legal) and _takes(seen, missing)
    return {"kind": "draw", "from": "discard" if takes else "stock"}


def prospect(seen: Sight, story: Watched) -> Prospect:
    left = unseen(seen, story.lying, story.kept.values())
    mine = len(story.thrown.get(seen.view["you"], ()))
    turns = max(P.get("T", 6) - P.get("Td", 0.5) * mine, P.get("Tmin", 2))
    return Prospect(left, min(turns * P.get("per", 1.6) / sum(left), 0.5))


def _throw(seen: Sight, names: Sequence[str], choose: Choose) -> str:
    held, axes, goal = seen.held, seen.axes, seen.goal
    story = watched(seen.view)
    ahead = prospect(seen, story)
    worth = chances(held, axes, goal // MELD, ahead)
    score = {}
    beta = P.get("beta", 0) / 10 if seen.rules.scoring == "cards" else 0
    lam = P.get("lam", 0)
    danger = dangers(seen, story, ahead) if lam else None
    for name in names:
        card = cards.parse(name)
        score[name] = log(worth[held.index(card)] + 1e-9) + beta * VALUES[card]
        if danger:
            score[name] -= lam * danger(card)
    if P.get("nofilter"):
        return max(names, key=score.__getitem__)
    least = distance(held, axes, goal)
    ranked = sorted(names, key=score.__getitem__, reverse=True)
    for name in ranked:
        if distance(without(held, cards.parse(name)), axes, goal) == least:
            return name
    return ranked[0]


def _takes(seen: Sight, missing: int) -> bool:
    if seen.top is None:
        return False
    if improves(seen, missing):
        return True
    alpha = P.get("alpha", 0)
    if not alpha:
        return False
    story = watched(seen.view)
    ahead = prospect(seen, story)
    held = (*seen.held, seen.top)
    worth = chances(held, seen.axes, seen.goal // MELD, ahead)
    return max(worth[:-2]) > alpha * worth[-2]
