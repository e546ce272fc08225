"""What a table plays and what it plays for: its row, told to the engine."""

import json
from functools import lru_cache
from typing import Final

from engine.errors import BadSetup
from engine.game import Rake, Rules, Stakes, game_for
from engine.hand import ANTE_CAPPED_ROUND, FIXED, PLAY, Options, Seating, Setup
from engine.match_setup import (
    BUY_IN,
    PER_POINT,
    MatchStakes,
    check_deal,
    least_stack,
    natural_stakes,
)
from tables.models import Table

# Kinds of match (`MatchRules.kind`) that go over several hands; of the others each hand is whole.
MATCHES: Final = frozenset({"penalty", "countdown", "fixed-hands"})
# What a table may play for: in each hand, or over a match where the rules make matches of hands.
_HAND_STAKES: Final = (ANTE_CAPPED_ROUND, FIXED, PLAY)
_MATCH_STAKES: Final = (BUY_IN, PER_POINT)
# Stakes that make a pot, of which the house can keep a share.
RAKED: Final = frozenset({ANTE_CAPPED_ROUND, FIXED, BUY_IN})
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


def possible_stakes(rules: Rules) -> tuple[str, ...]:
    """Return what a table of these rules may play for.

    Whether chips can move in a hand is the game's to say: it refuses a deal that it can't play.
    """
    in_hand = tuple(
        kind for kind in _HAND_STAKES if _can_be_dealt(rules.rules_id, rules.options, kind)
    )
    return in_hand + (_MATCH_STAKES if rules.match.kind in MATCHES else ())


@lru_cache(maxsize=_SETTLED_MAX)
def _can_be_dealt(rules_id: str, options: Options, kind: str) -> bool:
    rules: Rules = game_for(rules_id).rules(rules_id, dict(options))
    stakes, _match = natural_stakes(kind, 1, 1)
    stack = least_stack(rules, stakes)
    seats = tuple(Seating(seat, stack) for seat in range(rules.min_players))
    try:
        check_deal(Setup(rules_id, options, seats, 0, stakes))
    except BadSetup:
        return False
    return True


@lru_cache(maxsize=_SETTLED_MAX)
def _settled(rules_id: str, options: str) -> Rules:
    rules: Rules = game_for(rules_id).rules(rules_id, json.loads(options))
    return rules
