"""A finished round of Pili Pili in the reader's language: its Mission, its acts, its Pilis."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tables.pages.pili_words import PILI_WORDS as WORDS
from tables.pages.saying import Said, in_form
from tables.pages.words import CARDS

Json = dict[str, Any]
Named = Callable[[int], str]
_MISSION = re.compile(r"([A-Z]+3?)(?:\(([^)]*)\))? \d")
_JOKER = "JK"


def mission_told(text: str) -> str:
    """Say a Mission card, as in "PASS(1,L) 5", by its name and what it changes; "" is none."""
    found = _MISSION.fullmatch(text)
    if found is None:
        return str(WORDS["mission.none"])
    kind, printed = found[1], (found[2] or "").split(",")
    variant = f"{kind}-{printed[-1]}" if printed[-1] in {"L", "R"} else kind
    what = {"n": printed[0], "numbers": ", ".join(printed)}
    return _fill(
        WORDS["log.mission"],
        name=_fill(WORDS[f"mission.{kind}"], **what),
        line=_fill(WORDS[f"mission-line.{variant}"], **what),
    )


def pili_said(seen: Json, name: str, named: Named) -> str:
    """Say an act as its own seat knew it, and what came of it."""
    return " ".join([_did(seen, name, named), *_follows(seen, named)])


def pilis_said(points: Sequence[Sequence[int]], named: Named) -> str:
    """Say how many Pilis each seat got in a round."""
    pilis = ", ".join(f"{named(seat)} {_signed(number)}" for seat, number in points)
    return _fill(WORDS["log.round"], pilis=pilis)


def _did(seen: Json, name: str, named: Named) -> str:
    action = seen["action"]
    kind, number = action["kind"], action.get("number")
    if kind == "turn":
        return _fill(WORDS["log.turn"], name=name, card=_card(seen["card"]))
    if kind == "give":
        cards = " ".join(map(_card, action["cards"]))
        return _fill(WORDS["log.give-cards"], name=name, cards=cards)
    if kind == "pick":
        return _fill(WORDS["log.pick-whom"], name=name, whom=named(action["whom"]))
    if kind == "play":
        return _fill(WORDS["log.play"], name=name, card=_card(action["card"], number))
    return _fill(WORDS[f"log.{kind}"], name=name, n=number)


def _follows(seen: Json, named: Named) -> Iterator[str]:
    for seat, whom in seen.get("named", ()):
        yield _fill(WORDS["log.named"], name=named(seat), whom=named(whom))
    if "gave" in seen:
        yield _fill(WORDS["log.gave"], names=", ".join(map(named, seen["gave"])))
    if "shown" in seen:
        cards = [
            f"{named(one['seat'])} {_card(one['card'], one['value'])}" for one in seen["shown"]
        ]
        yield _fill(WORDS["log.shown"], cards=", ".join(cards))
    if "trick" in seen:
        yield _fill(WORDS["log.trick"], name=named(seen["trick"]["winner"]))
        if seen["trick"]["pilis"]:
            yield _fill(WORDS["pili.trick-costs"], n=seen["trick"]["pilis"])


def _card(text: str, value: int | None = None) -> str:
    if text != _JOKER:
        return text
    joker = str(CARDS["card.joker"])
    return joker if value is None else _fill(WORDS["pili.log-joker"], card=joker, n=value)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"\u2212{-number}" if number < 0 else "0"


def _fill(words: Said, **what: object) -> str:
    return in_form(words, what).format(**what)
