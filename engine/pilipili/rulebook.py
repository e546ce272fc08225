"""Rules of Pili Pili with their options settled, as a value."""

from dataclasses import dataclass

from engine.hand import MatchRules, Options


@dataclass(frozen=True, slots=True)
class PiliPiliRules:
    """What an organiser has settled; `axes.AXES` tells what each option means.

    `missions`: the Mission cards in play by their texts, as in "PASS(1,L) 5"; none in first games,
    where each gets `cards` cards.
    """

    rules_id: str
    options: Options
    stakes: str
    match: MatchRules
    min_players: int
    max_players: int
    missions: tuple[str, ...]
    cards: int
