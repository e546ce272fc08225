"""The rule sets by name, and their rules in sentences a player needs. Sources are English.

`rules_told` puts the sentences together for the rules of one table.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables.pages.saying import Counted, Said

FAMILIES: tuple[tuple[Said, tuple[str, ...]], ...] = (
    (
        _("Pif Paf"),
        (
            "pif-paf-aposta",
            "pif-paf",
            "pif-paf-compra",
            "pif-paf-quatro",
            "pif-paf-sem-curinga",
            "pif-paf-aberto",
            "pif-paf-cassino",
        ),
    ),
    (
        _("Pife and Cacheta"),
        (
            "pife",
            "pife-partida",
            "cacheta",
            "pife-curingas",
            "pife-curingas-mortos",
            "pife-volta",
        ),
    ),
    (_("Pili Pili"), ("pili-pili", "pili-pili-sem-missoes")),
)

STAKES: dict[str, Said] = {
    "ante-capped-round": _("Ante and bets"),
    "fixed": _("Fixed stake a hand"),
    "buy-in": _("Price of a match"),
    "per-point": _("Chips a point"),
    "play": _("For fun, no chips"),
}
# The same as a short line, with the amount.
STAKES_LINE: dict[str, Said] = {
    "ante-capped-round": _("ante {n}"),
    "fixed": _("{n} a hand"),
    "buy-in": _("{n} a match"),
    "per-point": _("{n} a point"),
    "play": _("for fun"),
    "tournament": _("for the tournament"),
    "tournament-chips": _("tournament chips"),
    "per-pili": _("{n} a Pili"),
    "rake": _("rake {share} %"),
}
STAKES_TOLD: dict[str, Said] = {
    "ante-capped-round": _(
        "Each seat antes {n}. One betting round comes before play; nobody bets above {n} for each "
        "player dealt in. The winner takes the pot."
    ),
    "fixed": _("Each seat puts {n} in the pot. The winner of the hand takes it."),
    "buy-in": _("Each seat pays {n} for a match. The winner takes it all; a tie shares."),
    "per-point": _(
        "At the end of a match each seat pays every better one {n} for each point between them, "
        "but never more than its stack."
    ),
    "play": _("Nothing is played for."),
    "tournament": _(
        "No chips are moved at this table: the winner of the match goes on in the tournament, "
        "whose page tells its prizes."
    ),
    "tournament-chips": _(
        "The chips are the tournament's: they are worth nothing outside of it, and who has none "
        "left is out. The tournament's page tells its prizes."
    ),
    "per-pili": _(
        "At the end of a match each seat pays every better one {n} for each Pili between them, "
        "but never more than its stack."
    ),
    "rake": _("The house keeps {share} % of it as rake, {cap} chips at most."),
}

MELDS: dict[str, Said] = {
    "size.exactly-three": _("A meld has exactly three cards."),
    "size.three-or-more": _("A meld has three or more cards."),
    "set.any": _("A group is cards of one rank in any suits; twins may stand together."),
    "set.min3": _("A group is cards of one rank in at least three suits."),
    "set.exact3": _("A group is cards of one rank in exactly three suits."),
    "ace.low": _("A run is one suit in sequence, the ace below the two."),
    "ace.low-high": _("A run is one suit in sequence, the ace below the two or above the king."),
    "ace.corner": _("A run is one suit in sequence, also round the corner: king, ace, two."),
    "jokers.wild": _("The four jokers are wild."),
    "jokers.dead": _("The four jokers stand for nothing: three or more of them are a meld."),
    "jokers.none": _("There are no jokers."),
    "vira.colour": _("A card is turned up: the next rank in its colour is wild, four cards."),
    "vira.suit": _("A card is turned up: the next rank in its suit is wild, two cards."),
    "cap.none": _("A meld needs at least one card that is not wild."),
    "cap.1": _("A meld holds at most one wild card in place of another."),
    "cap.2": _("A meld holds at most two wild cards in place of others."),
    "scope.runs": _("Wild cards stand in for others in runs only."),
}

TURN: dict[str, Said] = {
    "draw": _("On your turn draw from the stock or take the discard, then throw a card."),
    "upcard": _("A card is turned up to begin the discards; the first player may take it."),
    "rediscard.card": _("A card just taken from the discards may not be thrown in that turn."),
    "rediscard.face": _(
        "A card just taken from the discards, or its twin, may not be thrown in that turn."
    ),
    "stock.shuffle": _("An empty stock is made of the discards but the top one, shuffled."),
    "stock.turn-over": _("An empty stock is made of the discards as they lie, turned over."),
    "open": _("After your draw every complete meld is laid on the table, and stays there."),
    "anticlockwise": _("Play goes anticlockwise."),
    "out.claim": _(
        "Anybody may claim a discard to go out with it, also out of turn. Of several claims the "
        "nearest after the discarder wins."
    ),
    "out.announce": _(
        "Say “tô de boa” when you need one card. Then you may cut in on a later discard to go "
        "out. Who cuts in wrongly is burned: no more cutting in this hand."
    ),
    "out.buy": Counted(
        ngettext_lazy(
            "Out of turn a discard can be bought for {n} penalty point, with a card of "
            "the stock on top; the player in turn has first refusal. Throw down to your"
            " number in your turn.",
            "Out of turn a discard can be bought for {n} penalty points, with a card of"
            " the stock on top; the player in turn has first refusal. Throw down to "
            "your number in your turn.",
        )
    ),
    "fold": Counted(
        ngettext_lazy(
            "Before play you may leave the hand for {n} point; with too few you must stay.",
            "Before play you may leave the hand for {n} points; with too few you must stay.",
        )
    ),
}

OUT: dict[str, Said] = {
    "nine": _("Go out when {n} cards stand in melds; the last one is thrown off."),
    "ten": _("With all {n} cards melded you go out without throwing one."),
    "false": _(
        "Whoever shows a hand that is none takes it back, and goes out in this hand only with a "
        "card from the stock."
    ),
    "shown": _("When somebody goes out the others show their hands."),
}

SCORE: dict[str, Said] = {
    "cards.all": _("The others count every card in hand: ace 1, court cards 10, joker 20."),
    "cards.unmelded": _(
        "The others count the cards that stand in no meld: ace 1, court cards 10, joker 20."
    ),
    "lives": Counted(
        ngettext_lazy(
            "Going out costs each other player {nine}, with all ten cards {ten} point.",
            "Going out costs each other player {nine}, with all ten cards {ten} points.",
        ),
        by="ten",
    ),
    "lives-nine": Counted(
        ngettext_lazy(
            "Going out costs each other player {nine} point.",
            "Going out costs each other player {nine} points.",
        ),
        by="nine",
    ),
    "direto": _("Out on your first turn (direto): the others count double."),
    "direto-pot": _("Out on your first turn (direto): the others pay {n} times the stake."),
}

MATCH: dict[str, Said] = {
    "penalty.end": Counted(
        ngettext_lazy(
            "At {n} point the match ends; the fewest points win.",
            "At {n} points the match ends; the fewest points win.",
        )
    ),
    "penalty.eliminate": Counted(
        ngettext_lazy(
            "With {n} point you are out; the last one left wins.",
            "With {n} points you are out; the last one left wins.",
        )
    ),
    "countdown": Counted(
        ngettext_lazy(
            "You start with {n} point; at 0 you are out. The last one left wins.",
            "You start with {n} points; at 0 you are out. The last one left wins.",
        )
    ),
    "fixed-hands": Counted(
        ngettext_lazy(
            "A match has {n} hand.",
            "A match has {n} hands.",
        )
    ),
    "hand": _("Each hand is a game of its own."),
    "chips": _("Each hand is a game of its own."),
    "dealer.left": _("The deal passes to the next seat."),
    "dealer.winner": _("The winner deals the next hand."),
}

CLOCK: dict[str, Said] = {
    "act": Counted(
        ngettext_lazy(
            "You have {n} second for a decision.",
            "You have {n} seconds for a decision.",
        )
    ),
    "reserve-match": Counted(
        ngettext_lazy(
            "Then a reserve of {n} second for a whole match runs.",
            "Then a reserve of {n} seconds for a whole match runs.",
        )
    ),
    "reserve": Counted(
        ngettext_lazy(
            "Then a reserve of {n} second runs; hands played fill it again.",
            "Then a reserve of {n} seconds runs; hands played fill it again.",
        )
    ),
    "grace": Counted(
        ngettext_lazy(
            "Whoever has lost the connection gets {n} second more to come back.",
            "Whoever has lost the connection gets {n} seconds more to come back.",
        )
    ),
    "return": Counted(
        ngettext_lazy(
            "Whoever leaves and comes back within {n} minute brings the same stack.",
            "Whoever leaves and comes back within {n} minutes brings the same stack.",
        )
    ),
    "timeout-bets": _("When your time is up you check if that is free, else you fold."),
    "timeout": _("In play the clock draws from the stock and throws that card for you."),
    "sit-out": _("After two such turns in a row you sit out."),
    "out": Counted(
        ngettext_lazy(
            "Whoever sits out for {n} minute leaves, with every chip.",
            "Whoever sits out for {n} minutes leaves, with every chip.",
        )
    ),
    "window": Counted(
        ngettext_lazy(
            "The window for others' rights to a discard is {n} second long.",
            "The window for others' rights to a discard is {n} seconds long.",
        )
    ),
}

PILI: dict[str, Said] = {
    "deal": _("The cards are numbers from 1 to 55, and one joker. Each is dealt {n} of them."),
    "deal-mission": _(
        "The cards are numbers from 1 to 55, and one joker. The Mission says how many are dealt."
    ),
    "bids": _("From the dealer on each bids how many tricks they will win."),
    "sum": _(
        "The bids must not come to the number of tricks, so the last one to bid may find a number "
        "forbidden. Somebody always misses."
    ),
    "lead": _("The dealer leads the first trick, then whoever won the one before."),
    "follow": _("Any card may be played. The highest number takes the trick."),
    "equal": _("Of equal numbers the one played first wins."),
    "joker": _("Who plays the joker gives it a number from 0 to 56."),
    "missions": Counted(
        ngettext_lazy(
            "{n} Mission: a new one each round, none twice until all have been.",
            "{n} Missions: a new one each round, none twice until all have been.",
        )
    ),
    "experts": _("Expert Missions are in play."),
    "no-experts": _("Expert Missions are left out."),
    "pilis": _("Each trick too many or too few costs one Pili."),
    "end": Counted(
        ngettext_lazy(
            "With {n} Pili of anybody the match ends. The fewest win; a tie wins together.",
            "With {n} Pilis of anybody the match ends. The fewest win; a tie wins together.",
        )
    ),
    "timeout": _(
        "When your time is up the clock makes the smallest bid or plays your lowest card."
    ),
}

HEADINGS: dict[str, Said] = {
    "stakes": _("What is played for"),
    "bids": _("The bids"),
    "tricks": _("The tricks"),
    "missions": _("The Missions"),
    "melds": _("Melds"),
    "turn": _("The turn"),
    "out": _("Going out"),
    "score": _("Points"),
    "match": _("The match"),
    "clock": _("Time"),
}
