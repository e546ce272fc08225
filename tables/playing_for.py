"""What a table plays and what it plays for: its row, told to the engine."""

import json
from functools import lru_cache
from typing import Final

from engine.game import Rake, Rules, Stakes, game_for
from engine.hand import ANTE_CAPPED_ROUND, FIXED
from engine.match_setup import BUY_IN, MatchStakes, least_stack, natural_stakes
from tables.models import Table

# Kinds of match (`MatchRules.kind`) that go over several hands; of the others each hand is whole.
MATCHES: Final = frozenset({"penalty", "countdown", "fixed-hands"})
_SETTLED_MAX: Final = 256


def rules_of(table: Table) -> Rules:
    """Return the rules that a table plays by, every option settled."""
    return _settled(table.rules_id, json.dumps(table.options, sort_keys=True))


def plays_matches(table: Table) -> bool:
    """Whether the hands of a table add up to matches; else each hand pays for itself."""
    return rules_of(table).match.kind in MATCHES


def stakes_of(table: Table) -> tuple[Stakes, MatchStakes]:
    """Return what moves in each hand of a table and over each match, the house's rake on it."""
    hand, match = natural_stakes(table.stakes, table.ante, table.ante)
    rake = Rake(table.rake_per_mille, table.rake_cap) if table.rake_per_mille else None
    if hand.ante:
        hand = Stakes(hand.kind, hand.ante, rake)
    elif match.kind == BUY_IN:
        match = MatchStakes(match.kind, match.amount, rake)
    return hand, match


def least_chips(table: Table) -> int:
    """Return the chips that a seat needs to be dealt in, or to begin a match."""
    hand, match = stakes_of(table)
    return max(least_stack(rules_of(table), hand), match.amount)


def most_lost(table: Table, players: int, stack: int) -> int:
    """Return the most chips that a seat can lose in the next hand, or in a match that begins.

    Of a betting round that is the ante and the cap (an ante for each player); of other stakes all
    that lies there, since points may cost any number of them. 0 where nothing is played for.
    """
    hand, match = stakes_of(table)
    if hand.kind == ANTE_CAPPED_ROUND:
        return min(stack, hand.ante * (1 + players))
    if hand.kind == FIXED:
        return min(stack, hand.ante)
    if match.kind == BUY_IN:
        return min(stack, match.amount)
    return stack if match.amount else 0


@lru_cache(maxsize=_SETTLED_MAX)
def _settled(rules_id: str, options: str) -> Rules:
    rules: Rules = game_for(rules_id).rules(rules_id, json.loads(options))
    return rules
