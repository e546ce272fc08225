"""The rules of one table in the reader's language: every axis that a player needs to know."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, TypedDict

from django.utils.formats import number_format

from tables.commands.idle import SITS_OUT_MAX
from tables.models import Table
from tables.pages import rule_words as words
from tables.pages.rule_words import Said
from tables.playing_for import plays_matches, rules_of

Axes = Mapping[str, Any]


class Section(TypedDict):
    """Some rules under one heading."""

    title: str
    lines: list[str]


class RulesTold(TypedDict):
    """What the table page needs to know of its rules before the first hand, and to tell them."""

    name: str
    about: str
    line: str
    axes: dict[str, Any]
    match: bool
    sections: list[Section]


def rules_told(table: Table) -> RulesTold:
    """Return the rules that this table plays by, as its page shows them."""
    axes = dict(rules_of(table).options)
    parts = {
        "stakes": _stakes(table, axes),
        "melds": _melds(axes),
        "turn": _turn(axes),
        "out": _out(axes),
        "score": _score(axes),
        "match": _match(axes),
        "clock": _clock(table, axes),
    }
    return {
        "name": rules_name(table.rules_id),
        "about": rules_about(table.rules_id),
        "line": stakes_line(table.stakes, table.ante),
        "axes": axes,
        "match": plays_matches(table),
        "sections": [
            {"title": str(words.HEADINGS[name]), "lines": lines}
            for name, part in parts.items()
            if (lines := list(part))
        ],
    }


def rules_name(rules_id: str) -> str:
    """Return what players call a rule set; its id where the house has no word for it."""
    return str(words.RULE_SETS[rules_id][0]) if rules_id in words.RULE_SETS else rules_id


def rules_about(rules_id: str) -> str:
    """Return a rule set in one line, '' where the house has none."""
    return str(words.RULE_SETS[rules_id][1]) if rules_id in words.RULE_SETS else ""


def stakes_line(stakes: str, amount: int) -> str:
    """Return what a table plays for in three words, such as "100 a match"."""
    return _filled(words.STAKES_LINE[stakes], n=amount)


def _stakes(table: Table, axes: Axes) -> Iterator[str]:
    yield _filled(words.STAKES_TOLD[table.stakes], n=table.ante)
    if table.stakes == "fixed" and axes["direto_pot"] > 1:
        yield _filled(words.SCORE["direto-pot"], n=axes["direto_pot"])


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
        yield _filled(told["fold"], n=axes["fold_cost"])
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
        yield _filled(told[f"out.{axes['out_of_turn']}"], n=axes["buy_cost"])
    yield str(told[f"stock.{axes['stock_empty']}"])


def _out(axes: Axes) -> Iterator[str]:
    told = words.OUT
    yield _filled(told["nine"], n=axes["hand_size"])
    if axes["ten_card_out"]:
        yield _filled(told["ten"], n=axes["hand_size"] + 1)
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
        yield _filled(told[key], nine=axes["lose_nine"], ten=axes["lose_ten"])


def _match(axes: Axes) -> Iterator[str]:
    told, kind = words.MATCH, axes["match"]
    counts = {"penalty": "threshold", "countdown": "lives", "fixed-hands": "hands"}
    key = f"{kind}.{axes['match_end']}" if kind == "penalty" else kind
    yield _filled(told[key], n=axes[counts[kind]] if kind in counts else 0)
    yield str(told[f"dealer.{axes['next_dealer']}"])


def _clock(table: Table, axes: Axes) -> Iterator[str]:
    told = words.CLOCK
    yield _filled(told["act"], n=table.action_ms // 1000)
    if table.reserve_ms:
        key = "reserve-match" if plays_matches(table) else "reserve"
        yield _filled(told[key], n=table.reserve_ms // 1000)
    if table.grace_ms:
        yield _filled(told["grace"], n=table.grace_ms // 1000)
    if table.return_ms and table.stakes != "play" and not plays_matches(table):
        yield _filled(told["return"], n=-(-table.return_ms // 60_000))
    if axes["out_of_turn"] != "none":
        yield _filled(told["window"], n=_seconds(table.window_ms))
    if table.stakes == "ante-capped-round":
        yield str(told["timeout-bets"])
    yield str(told["timeout"])
    yield str(told["sit-out"])
    yield _filled(told["out"], n=SITS_OUT_MAX // timedelta(minutes=1))


def _seconds(ms: int) -> str:
    return str(number_format(ms / 1000, decimal_pos=0 if ms % 1000 == 0 else 1))


def _filled(said: Said, **numbers: int | str) -> str:
    shown = {
        name: number_format(value, force_grouping=True) if isinstance(value, int) else value
        for name, value in numbers.items()
    }
    return str(said).format(**shown)
