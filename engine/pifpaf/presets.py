"""The rule sets of the family: each is a value for every axis, told as what changes from another.

Every rule set is one of the sources' games or one of their variants (rules 0.1).
"""

from collections.abc import Mapping
from typing import Final

from engine.axis import Preset, Value

_FR: Final[Mapping[str, Value]] = {
    "min_players": 2,
    "max_players": 8,
    "direction": "clockwise",
    "next_dealer": "left",
    "jokers": "wild",
    "vira": "none",
    "hand_size": 9,
    "upcard": True,
    "set_suits": "any",
    "meld_size": "exactly-three",
    "ace": "low-high",
    "wild_cap": 1,
    "wild_scope": "all",
    "rediscard": "allowed",
    "stock_empty": "shuffle",
    "recycle_limit": 10,
    "out_of_turn": "none",
    "buy_cost": 0,
    "open_melds": False,
    "ten_card_out": False,
    "false_go_out": "no-penalty",
    "show_hands": True,
    "scoring": "cards",
    "count_cards": "all",
    "direto_points": 2,
    "direto_pot": 1,
    "lose_nine": 0,
    "lose_ten": 0,
    "fold_cost": 0,
    "match": "penalty",
    "threshold": 100,
    "match_end": "end",
    "lives": 0,
    "hands": 0,
}
_DENEXA: Final[Mapping[str, Value]] = {
    **_FR,
    "min_players": 3,
    "next_dealer": "winner",
    "jokers": "none",
    "upcard": False,
    "set_suits": "exact3",
    "meld_size": "three-or-more",
    "ace": "low",
    "wild_cap": "none",
    "stock_empty": "turn-over",
    "out_of_turn": "claim",
    "show_hands": False,
    "scoring": "win",
    "direto_points": 1,
    "match": "chips",
    "threshold": 0,
}
_PIFE: Final[Mapping[str, Value]] = {
    **_FR,
    "jokers": "none",
    "upcard": False,
    "set_suits": "min3",
    "meld_size": "three-or-more",
    "wild_cap": "none",
    "rediscard": "card",
    "ten_card_out": True,
    "false_go_out": "stock-only",
    "scoring": "win",
    "direto_points": 1,
    "match": "hand",
    "threshold": 0,
}
_PARTIDA: Final[Mapping[str, Value]] = {
    **_PIFE,
    "scoring": "lives",
    "lose_nine": 1,
    "lose_ten": 2,
    "match": "countdown",
    "lives": 10,
}

PRESETS: Final[Mapping[str, Preset]] = {
    "pif-paf": Preset(
        "Three melds of exactly three cards, jokers wild, penalty points for the cards left.",
        "S0",
        "buy-in",
        _FR,
    ),
    "pif-paf-compra": Preset(
        "pif-paf with achat: a discard may be bought out of turn.",
        "S0 variant",
        "buy-in",
        {**_FR, "out_of_turn": "buy", "buy_cost": 5},
    ),
    "pif-paf-quatro": Preset(
        "pif-paf with twelve cards and four melds.",
        "S0 variant",
        "buy-in",
        {**_FR, "hand_size": 12},
    ),
    "pif-paf-sem-curinga": Preset(
        "pif-paf without jokers.",
        "S0 variant, D22",
        "buy-in",
        {**_FR, "jokers": "none", "wild_cap": "none"},
    ),
    "pif-paf-aberto": Preset(
        "pif-paf with melds laid open as soon as they are complete.",
        "S0 variant",
        "buy-in",
        {**_FR, "open_melds": True},
    ),
    "pif-paf-cassino": Preset(
        "pif-paf for a fixed stake each hand; going out on the first turn pays four times.",
        "S0 variant",
        "fixed",
        {
            **_FR,
            "scoring": "win",
            "direto_points": 1,
            "direto_pot": 4,
            "match": "chips",
            "threshold": 0,
        },
    ),
    "pif-paf-aposta": Preset(
        "Antes and one capped betting round, a discard claimed out of turn to go out, the winner"
        " takes the pot and deals.",
        "S1",
        "ante-capped-round",
        _DENEXA,
    ),
    "pife": Preset(
        "Nine cards or all ten melded go out; a false go-out is punished; each hand is a game.",
        "S3 S4",
        "ante-capped-round",
        _PIFE,
    ),
    "pife-partida": Preset(
        "pife as a match: ten points each, one or two lost a hand, the last one left wins.",
        "S3 S4",
        "buy-in",
        _PARTIDA,
    ),
    "cacheta": Preset(
        "pife-partida with a turned card that makes others wild, and tô de boa.",
        "S3 S4 variant",
        "buy-in",
        {**_PARTIDA, "vira": "colour", "out_of_turn": "announce"},
    ),
    "pife-curingas": Preset(
        "pife with four jokers as wild cards.",
        "S3 S4 variant",
        "ante-capped-round",
        {**_PIFE, "jokers": "wild"},
    ),
    "pife-curingas-mortos": Preset(
        "pife with four dead jokers, which meld only with each other.",
        "S3 S4 variant",
        "ante-capped-round",
        {**_PIFE, "jokers": "dead"},
    ),
    "pife-volta": Preset(
        "pife with runs round the corner: king, ace, two.",
        "S3 S4 variant",
        "ante-capped-round",
        {**_PIFE, "ace": "corner"},
    ),
}
