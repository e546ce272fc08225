"""The rules of Pili Pili as a table's page tells them."""

from collections.abc import Iterator

from engine.game import Rules, game_for
from tables.pages.rule_words import PILI
from tables.pages.saying import filled


def is_pili(rules_id: str) -> bool:
    """Whether a rule set is of Pili Pili."""
    return game_for(rules_id) is game_for("pili-pili")


def pili_told(rules: Rules) -> dict[str, Iterator[str]]:
    """Return the sections between stakes and clock, by heading."""
    return {
        "bids": iter([str(PILI["bids"]), str(PILI["sum"])]),
        "tricks": _tricks(rules),
        "missions": _missions(rules),
        "score": iter([str(PILI["pilis"])]),
        "match": iter([filled(PILI["end"], n=rules.match.threshold)]),
    }


def _tricks(rules: Rules) -> Iterator[str]:
    axes = dict(rules.options)
    with_missions = axes["missions"] != "none"
    yield filled(PILI["deal-mission" if with_missions else "deal"], n=str(axes["cards"]))
    yield from (str(PILI[key]) for key in ("lead", "follow", "equal", "joker"))


def _missions(rules: Rules) -> Iterator[str]:
    missions = getattr(rules, "missions", ())
    if missions:
        yield filled(PILI["missions"], n=len(missions))
        yield str(PILI["experts" if dict(rules.options)["experts"] else "no-experts"])
