"""The rules of one table in the reader's language: every axis that a player needs to know."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, TypedDict

from engine.game import Rake, Rules
from engine.hand import PLAY
from tables.commands.idle import SITS_OUT_MAX
from tables.models import Table
from tables.naming import RULE_SETS, rules_name
from tables.pages import rule_words as words
from tables.pages.rules_pili import is_pili, pili_told
from tables.pages.saying import decimal, filled
from tables.playing_for import plays_matches, rules_of, stakes_of

Axes = Mapping[str, Any]
OF_A_TABLE = {"stakes", "clock"}


class Section(TypedDict):
    """Some rules under one heading."""

    title: str
    lines: list[str]


class RuleSetTold(TypedDict):
    """The rules of a game, wherever it is played."""

    name: str
    about: str
    sections: list[Section]


class RulesTold(TypedDict):
    """What the table page needs to know of its rules before the first hand, and to tell them."""

    game: str
    name: str
    about: str
    line: str
    axes: dict[str, Any]
    match: bool
    sections: list[Section]


def rules_told(table: Table) -> RulesTold:
    """Return the rules that this table plays by, as its page shows them."""
    rules = rules_of(table)
    axes = dict(rules.options)
    parts = _pili(table, rules) if is_pili(table.rules_id) else _family(table, axes)
    return {
        "game": "pili-pili" if is_pili(table.rules_id) else "family",
        "name": rules_name(table.rules_id),
        "about": rules_about(table.rules_id),
        "line": table_line(table),
        "axes": axes,
        "match": plays_matches(table),
        "sections": _sections(parts),
    }


def rule_set_told(rules_id: str) -> RuleSetTold:
    """Return the rules of a set where nothing is chosen otherwise, in the words of its tables.

    Stakes and clock are left out: those are each table's own.
    """
    table = Table(rules_id=rules_id, stakes=PLAY)
    rules = rules_of(table)
    parts = _pili(table, rules) if is_pili(rules_id) else _family(table, dict(rules.options))
    told = {name: part for name, part in parts.items() if name not in OF_A_TABLE}
    return {
        "name": rules_name(rules_id),
        "about": rules_about(rules_id),
        "sections": _sections(told),
    }


def _sections(parts: Mapping[str, Iterator[str]]) -> list[Section]:
    return [
        {"title": str(words.HEADINGS[name]), "lines": lines}
        for name, part in parts.items()
        if (lines := list(part))
    ]


def _pili(table: Table, rules: Rules) -> dict[str, Iterator[str]]:
    return {
        "stakes": _stakes(table, {}),
        **pili_told(rules),
        "clock": _clock_pili(table),
    }


def _family(table: Table, axes: Axes) -> dict[str, Iterator[str]]:
    return {
        "stakes": _stakes(table, axes),
        "melds": _melds(axes),
        "turn": _turn(axes),
        "out": _out(axes),
        "score": _score(axes),
        "match": _match(axes),
        "clock": _clock(table, axes),
    }


def rules_about(rules_id: str) -> str:
    """Return a rule set in one line, '' where the house has none."""
    return str(RULE_SETS[rules_id][1]) if rules_id in RULE_SETS else ""


def stakes_line(rules_id: str, stakes: str, amount: int, *, arranged: bool = False) -> str:
    """Return what a table plays for in three words, such as "100 a match".

    `arranged`: by a tournament, whose prizes are what counts there.
    """
    if arranged and stakes == PLAY:
        return str(words.STAKES_LINE["tournament"])
    line = filled(words.STAKES_LINE[_stakes_key(rules_id, stakes)], n=amount)
    return f"{line} · {words.STAKES_LINE['tournament-chips']}" if arranged else line


def table_line(table: Table) -> str:
    """Return what a table plays for, with the house's rake where there is one."""
    arranged = table.tournament_id is not None
    line = stakes_line(table.rules_id, table.stakes, table.ante, arranged=arranged)
    rake = rake_of(table)
    return line if rake is None else f"{line} · {rake_line(rake.per_mille)}"


def rake_line(per_mille: int) -> str:
    """Return the house's share in two words, such as "rake 2.5 %"."""
    return filled(words.STAKES_LINE["rake"], share=decimal(per_mille, 10))


def rake_of(table: Table) -> Rake | None:
    """Return the house's rake at a table, None where it takes nothing of what moves there."""
    hand, match = stakes_of(table)
    rake = hand.rake or match.rake
    return rake if rake is not None and rake.cap else None


def _stakes_key(rules_id: str, stakes: str) -> str:
    return "per-pili" if stakes == "per-point" and is_pili(rules_id) else stakes


def _stakes(table: Table, axes: Axes) -> Iterator[str]:
    arranged = table.tournament_id is not None
    key = _stakes_key(table.rules_id, table.stakes)
    if key != PLAY or not arranged:
        yield filled(words.STAKES_TOLD[key], n=table.ante)
    if arranged:
        yield str(words.STAKES_TOLD["tournament" if key == PLAY else "tournament-chips"])
    rake = rake_of(table)
    if rake is not None:
        told = words.STAKES_TOLD["rake"]
        yield filled(told, share=decimal(rake.per_mille, 10), cap=rake.cap)
    if table.stakes == "fixed" and axes["direto_pot"] > 1:
        yield filled(words.SCORE["direto-pot"], n=axes["direto_pot"])


def _melds(axes: Axes) -> Iterator[str]:
    told = words.MELDS
    yield str(told[f"size.{axes['meld_size']}"])
    yield str(told[f"ace.{axes['ace']}"])
    yield str(told[f"set.{axes['set_suits']}"])
    if axes["vira"] != "none":
        yield str(told[f"vira.{axes['vira']}"])
    if axes["jokers"] != "none" or axes["vira"] == "none":
        yield str(told[f"jokers.{axes['jokers']}"])
    if axes["jokers"] == "wild" or axes["vira"] != "none":
        yield str(told[f"cap.{axes['wild_cap']}"])
        if axes["wild_scope"] == "runs":
            yield str(told["scope.runs"])


def _turn(axes: Axes) -> Iterator[str]:
    told = words.TURN
    if axes["fold_cost"]:
        yield filled(told["fold"], n=axes["fold_cost"])
    if axes["direction"] != "clockwise":
        yield str(told["anticlockwise"])
    yield str(told["draw"])
    if axes["upcard"]:
        yield str(told["upcard"])
    if axes["rediscard"] != "allowed":
        yield str(told[f"rediscard.{axes['rediscard']}"])
    if axes["open_melds"]:
        yield str(told["open"])
    if axes["out_of_turn"] != "none":
        yield filled(told[f"out.{axes['out_of_turn']}"], n=axes["buy_cost"])
    yield str(told[f"stock.{axes['stock_empty']}"])


def _out(axes: Axes) -> Iterator[str]:
    told = words.OUT
    yield filled(told["nine"], n=axes["hand_size"])
    if axes["ten_card_out"]:
        yield filled(told["ten"], n=axes["hand_size"] + 1)
    if axes["false_go_out"] == "stock-only":
        yield str(told["false"])
    if axes["show_hands"]:
        yield str(told["shown"])


def _score(axes: Axes) -> Iterator[str]:
    told = words.SCORE
    if axes["scoring"] == "cards":
        yield str(told[f"cards.{axes['count_cards']}"])
        if axes["direto_points"] > 1:
            yield str(told["direto"])
    elif axes["scoring"] == "lives":
        key = "lives" if axes["ten_card_out"] else "lives-nine"
        yield filled(told[key], nine=axes["lose_nine"], ten=axes["lose_ten"])


def _match(axes: Axes) -> Iterator[str]:
    told, kind = words.MATCH, axes["match"]
    counts = {"penalty": "threshold", "countdown": "lives", "fixed-hands": "hands"}
    key = f"{kind}.{axes['match_end']}" if kind == "penalty" else kind
    yield filled(told[key], n=axes[counts[kind]] if kind in counts else 0)
    yield str(told[f"dealer.{axes['next_dealer']}"])


def _time(table: Table) -> Iterator[str]:
    told = words.CLOCK
    yield filled(told["act"], n=table.action_ms // 1000)
    if table.reserve_ms:
        key = "reserve-match" if plays_matches(table) else "reserve"
        yield filled(told[key], n=table.reserve_ms // 1000)
    if table.grace_ms:
        yield filled(told["grace"], n=table.grace_ms // 1000)
    if table.return_ms and table.stakes != "play" and not plays_matches(table):
        yield filled(told["return"], n=-(-table.return_ms // 60_000))


def _clock_pili(table: Table) -> Iterator[str]:
    yield from _time(table)
    yield str(words.PILI["timeout"])
    yield from _away()


def _clock(table: Table, axes: Axes) -> Iterator[str]:
    told = words.CLOCK
    yield from _time(table)
    if axes["out_of_turn"] != "none":
        yield filled(told["window"], n=decimal(table.window_ms, 1000))
    if table.stakes == "ante-capped-round":
        yield str(told["timeout-bets"])
    yield str(told["timeout"])
    yield from _away()


def _away() -> Iterator[str]:
    told = words.CLOCK
    yield str(told["sit-out"])
    yield filled(told["out"], n=SITS_OUT_MAX // timedelta(minutes=1))
