"""Every axis in which the rule sets of the Pif Paf family differ: the one table of them.

Forms, the rules pages, the command line and the checks are all made from these lines. What each
rule set plays by default is in `presets`; which values don't go together, in `combinations`.
"""

from typing import Final

from engine.axis import NO_YES, Axis

AXES: Final[tuple[Axis, ...]] = (
    Axis(
        "min_players",
        "table",
        range(2, 9),
        "How many seats must be dealt in at least.",
        "S0 S3 S4: 2; S1: 3",
    ),
    Axis(
        "max_players",
        "table",
        range(2, 12),
        "How many seats are dealt in at most.",
        "S0 S1 S3 S4: 8",
    ),
    Axis(
        "direction",
        "table",
        ("clockwise", "anticlockwise"),
        "Which way cards are dealt, turns go and the deal passes.",
        "S0 S1 S3 S4: clockwise; D30 house: anticlockwise",
    ),
    Axis(
        "next_dealer",
        "table",
        ("left", "winner"),
        "Who deals the next hand: the seat after the dealer, or the hand's winner.",
        "S0 S3 S4: left; S1 D24: winner",
    ),
    Axis(
        "jokers",
        "cards",
        ("none", "wild", "dead"),
        "Whether the four jokers are in the pack: none, as wild cards, or as dead cards that meld"
        " only with each other, three or more.",
        "S0: wild; S1 S3 S4: none; S3 S4 variants: wild, dead; D29 D32",
    ),
    Axis(
        "vira",
        "cards",
        ("none", "colour", "suit"),
        "Whether a card is turned up after the deal that makes the next rank wild: in its colour"
        " (four cards) or in its suit (two).",
        "S3 S4 variant: colour or suit; D5 D6",
    ),
    Axis(
        "hand_size",
        "cards",
        (9, 12),
        "Cards dealt to each seat, which is also how many must be melded.",
        "S0 S1 S3 S4: 9; S0 variant: 12; D33",
    ),
    Axis(
        "upcard",
        "cards",
        NO_YES,
        "Whether a card of the stock is turned up to begin the discard pile; the first player may"
        " take it.",
        "S0: yes; S1 S3 S4: no",
    ),
    Axis(
        "set_suits",
        "melds",
        ("any", "min3", "exact3"),
        "Suits in a set: any, at least three different ones, or exactly three.",
        "S0: any; S3 S4: min3; S1: exact3; D1",
    ),
    Axis(
        "meld_size",
        "melds",
        ("exactly-three", "three-or-more"),
        "Cards in a meld.",
        "S0: exactly-three; S1 S3 S4: three-or-more",
    ),
    Axis(
        "ace",
        "melds",
        ("low", "low-high", "corner"),
        "Where an ace stands in a run: below the two, also above the king, or also round the"
        " corner (king, ace, two).",
        "S1: low; S0 S3 S4: low-high; S3 S4 variant: corner; D2",
    ),
    Axis(
        "wild_cap",
        "melds",
        ("none", 1, 2),
        "Most wild cards in one meld; one that stands on its own face doesn't count.",
        "S0: 1 or 2; S3 S4: none; house: 1; D3 D4",
    ),
    Axis(
        "wild_scope",
        "melds",
        ("all", "runs"),
        "Where a wild card may stand for another card: in all melds, or in runs only.",
        "S0 S3 S4: all; house: runs",
    ),
    Axis(
        "rediscard",
        "turn",
        ("allowed", "card", "face"),
        "Whether the card just taken from the discard pile may be thrown at once: allowed, not"
        " that card, or no card of its face.",
        "S0 S1: allowed; S3 S4: card; D9: face",
    ),
    Axis(
        "stock_empty",
        "turn",
        ("shuffle", "turn-over"),
        "When the stock is empty: shuffle all discards but the top one, or turn the whole pile"
        " over as it lies.",
        "S0 S3 S4: shuffle; S1 D11: turn-over",
    ),
    Axis(
        "recycle_limit",
        "turn",
        range(101),
        "How often the discard pile becomes the stock before the hand is void.",
        "D12: 10",
    ),
    Axis(
        "out_of_turn",
        "turn",
        ("none", "claim", "announce", "buy"),
        "Who may have a discard out of turn: nobody, who goes out with it, who has announced to"
        " need one card and goes out with it, or who pays for it.",
        "S0 S3 S4: none; S1 D13: claim; S3 S4 variant D14: announce; S0 variant D19: buy",
    ),
    Axis(
        "buy_cost",
        "turn",
        range(101),
        "Penalty points that a card bought out of turn costs.",
        "S0 variant D19: 5",
    ),
    Axis(
        "open_melds",
        "turn",
        NO_YES,
        "Whether melds are laid on the table as soon as they are complete.",
        "S0 variant D20: yes; S0 S1 S3 S4: no",
    ),
    Axis(
        "ten_card_out",
        "going out",
        NO_YES,
        "Whether one may go out with all cards melded and no discard.",
        "S3 S4: yes; S0 S1: no; D8",
    ),
    Axis(
        "false_go_out",
        "going out",
        ("no-penalty", "stock-only"),
        "What follows when the melds shown are none: nothing, or for the rest of the hand only a"
        " card from the stock lets that seat go out.",
        "S3 S4: stock-only; S0 S1 D15: no-penalty",
    ),
    Axis(
        "show_hands",
        "going out",
        NO_YES,
        "Whether the others show their cards when somebody has gone out.",
        "S0 (they are counted) S3 S4: yes; S1: no",
    ),
    Axis(
        "scoring",
        "score",
        ("win", "cards", "lives"),
        "What a hand counts in a match: who won, the values of the cards that the others are left"
        " with, or points that the others lose.",
        "S1, S3 S4 single hand: win; S0: cards (ace 1, court cards 10, joker 20); S3 S4 match:"
        " lives; D27",
    ),
    Axis(
        "count_cards",
        "score",
        ("all", "unmelded"),
        "Which cards left in the hand count: all, or those that no melds of natural cards hold.",
        "S0 D16: all",
    ),
    Axis(
        "direto_points",
        "score",
        (1, 2),
        "What the others' penalty points are multiplied by when the winner goes out on his first"
        " turn.",
        "S0 D17: 2",
    ),
    Axis(
        "direto_pot",
        "score",
        (1, 4),
        "What a fixed stake is multiplied by when the winner goes out on his first turn.",
        "S0 variant D21: 4",
    ),
    Axis(
        "lose_nine",
        "score",
        range(11),
        "Points that each other seat loses when somebody goes out and throws a card.",
        "S3 S4: 1",
    ),
    Axis(
        "lose_ten",
        "score",
        range(11),
        "Points that each other seat loses when somebody goes out with all cards melded.",
        "S3 S4: 2",
    ),
    Axis(
        "fold_cost",
        "score",
        range(11),
        "Points that leaving the hand before play costs; who plays and loses then loses at least"
        " one more. 0: nobody may leave.",
        "S3 S4: 0; D26 house: 1",
    ),
    Axis(
        "match",
        "match",
        ("hand", "chips", "penalty", "countdown", "fixed-hands"),
        "What hands add up to: each one a game, chips only, penalty points to a threshold, points"
        " to lose, or a fixed number of hands.",
        "S3 S4: hand; S1: chips; S0: penalty, fixed-hands; S3 S4 match: countdown",
    ),
    Axis(
        "threshold",
        "match",
        range(1001),
        "Penalty points at which the match ends, or the seat drops out.",
        "S0: 100 or 200; D18",
    ),
    Axis(
        "match_end",
        "match",
        ("end", "eliminate"),
        "What reaching the threshold means: the end of the match, or of that seat's part in it.",
        "S0: either; D18: end",
    ),
    Axis(
        "lives",
        "match",
        range(101),
        "Points that each seat starts with and loses.",
        "S3 S4: 10, or 7, or 5; D25",
    ),
    Axis(
        "hands",
        "match",
        range(1001),
        "How many hands a match of a fixed number of hands has.",
        "S0",
    ),
)

AXIS: Final = {axis.name: axis for axis in AXES}
