"""Words of the table page for what only some rule sets have: rights, matches, stakes."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables.pages.saying import Counted, Said

ACTS: dict[str, Said] = {
    "act.cut": _("Cut in?"),
    "act.cut-sure": _("No way out seen: cut in anyway? Wrong means burned"),
    "act.buy": Counted(
        ngettext_lazy(
            "Buy {card} (+{n} point)",
            "Buy {card} (+{n} points)",
        )
    ),
    "act.announce": _("Tô de boa"),
    "act.lay": _("Lay the meld"),
    "act.lay-many": _("Lay {n} melds"),
    "act.declare": _("Show my hand?"),
    "act.stay": _("Play this hand"),
    "act.leave-hand": _("Leave the hand (−{n})"),
    "card.wild": _("{card}, wild"),
    "vira.word": _("Vira"),
    "vira.wild": _("wild"),
    "vira.title": _("Turned up: {card}. Wild: {wilds}"),
    "pot.match": _("Match pot"),
    "laid.title": _("Melds laid by {name}"),
    "laid.mine": _("Your laid melds"),
    "mark.burned": _("burned"),
    "mark.burned-long": _("cut in wrongly: no more cutting in this hand"),
    "mark.announced": _("boa!"),
    "mark.announced-long": _("has said “tô de boa”: needs one card"),
    "mark.stock-only": _("stock only"),
    "mark.stock-only-long": _("goes out only with a card from the stock"),
    "mark.bought": _("bought {n}"),
    "mark.bought-long": Counted(
        ngettext_lazy(
            "has bought {n} discard in this hand",
            "has bought {n} discards in this hand",
        )
    ),
    "now.anticlockwise": _("anticlockwise"),
    "now.window-buy": _("Buying {card}"),
    "now.next-match": _("Next match in"),
    "time.reserve": _("reserve"),
    "prompt.asked": _("You asked for the card. The player in turn goes first"),
    "prompt.window-buy": _("{name} threw {card}: it can be bought"),
    "prompt.discard-more": _("Your turn: discard {n} cards"),
    "prompt.stay": _("Your turn: play this hand, or leave it"),
    "prompt.stay-must": _("Your turn: with so few points you must play"),
    "prompt.lay": _("Your turn: lay your complete melds"),
    "prompt.go-out-must": _("All your melds are complete: go out"),
    "out.lead-all": _("All your cards stand in melds; nothing is thrown off. It wins the hand."),
    "false.title": _("Show your hand?"),
    "false.lead": _("The page sees melds for {n} of the {of} cards you need."),
    "false.rest": _("In no meld:"),
    "false.cost": _(
        "If your hand is none you take it back, and in this hand you go out only with a card "
        "from the stock."
    ),
    "false.keep": _("Keep playing"),
    "false.declare": _("Show it anyway"),
    "lay.title": _("Lay melds"),
    "lay.lead": _("What is laid stays on the table. Choose the way you like best."),
    "lay.go": _("Lay these"),
    "lay.gone": _("There is nothing to lay now."),
    "seat.to-stay": _("to choose"),
    "seat.out-of-match": _("out"),
    "seat.next-match": _("next match"),
    "how.all-melded": _("all cards melded"),
    "how.direto": _("direto, on the first turn"),
    "result.points": _("Points"),
    "result.hands": _("Cards the others were left with"),
    "result.won-hand": _("{name} wins the hand"),
    "result.you-won-hand": _("You win the hand"),
    "keys.stay": _("play this hand"),
    "keys.leave-hand": _("leave this hand"),
    "keys.lay": _("lay complete melds"),
    "keys.buy": _("buy the discard"),
    "keys.announce": _("say “tô de boa”"),
    "say.turn-stay": Counted(
        ngettext_lazy(
            "Your turn: play this hand, or leave it. {n} second.",
            "Your turn: play this hand, or leave it. {n} seconds.",
        )
    ),
}

MATCH: dict[str, Said] = {
    "side.standing": _("Standing"),
    "top.match": _("match {n}"),
    "match.title": _("Match {n}"),
    "match.none": _("No match has begun yet."),
    "match.goal-penalty": Counted(
        ngettext_lazy(
            "to {n} point",
            "to {n} points",
        )
    ),
    "match.goal-countdown": Counted(
        ngettext_lazy(
            "from {n} point down",
            "from {n} points down",
        )
    ),
    "match.goal-fixed-hands": Counted(
        ngettext_lazy(
            "{n} hand",
            "{n} hands",
        )
    ),
    "match.hands": _("hands played: {n}"),
    "match.pot": _("pot {n}"),
    "match.points": _("points: {n}"),
    "match.points-short": _("pts"),
    "match.wins": _("hands won: {n}"),
    "match.wins-short": _("won"),
    "match.rank": _("Place"),
    "match.player": _("Player"),
    "match.points-head": _("Points"),
    "match.wins-head": _("Won"),
    "match.chips-head": _("Chips"),
    "match.out-after": _("out (hand {n})"),
    "match.over": _("The match is over"),
    "match.won": _("{name} wins the match"),
    "match.you-won": _("You win the match"),
    "match.tie": _("A tie: {names}"),
    "match.void": _("Match {n} is void"),
    "match.how-threshold": _("the threshold is reached"),
    "match.how-last-left": _("one player is left"),
    "match.how-hands": _("all hands are played"),
    "match.how-limit": _("so many hands are the limit"),
    "match.how-hand": _("the hand is won"),
    "match.wait-next": _("A match is on (hand {n}). You play from the next match on."),
    "match.wait-out": _("You are out of this match. The next one begins when it is over."),
}

SEAT: dict[str, Said] = {
    "sit.clock": Counted(
        ngettext_lazy(
            "You have {clock} second for a decision.",
            "You have {clock} seconds for a decision.",
        ),
        by="clock",
    ),
    "top-up.title": _("Add chips"),
    "top-up.amount": _("Chips to add"),
    "top-up.now": _("They come from your account at once."),
    "top-up.after-hand": _("They come when this hand is over."),
    "top-up.after-match": _("They come when this match is over."),
    "top-up.full": _("That is all a seat may have here ({n})."),
    "top-up.waiting": Counted(
        ngettext_lazy(
            "{n} chip is on its way to your seat.",
            "{n} chips are on their way to your seat.",
        )
    ),
    "top-up.replaces": _("What you ask for now takes the place of that, and does not add to it."),
    "top-up.change": _("Ask for this instead"),
    "top-up.short": _("+{n} after the hand"),
    "top-up.short-match": _("+{n} after the match"),
    "top-up.go": _("Add them"),
    "top-up.cancel": _("Take that back"),
    "seat-menu.top-up": _("Add chips"),
    "seat-menu.top-up-hint": _("From your account to your seat, now or after the hand."),
    "seat-menu.out-match": _("Sit out"),
    "seat-menu.out-match-hint": _(
        "The match goes on: the clock plays for you until it is over, then you get no cards."
    ),
    "seat-menu.leave-free": _("Leave the table"),
    "seat-menu.leave-free-hint": _("Your seat is free for others at once."),
    "seat-menu.leave-match": _("Leave after this match"),
    "seat-menu.leave-match-hint": _(
        "What you paid for the match stays in it until it is over. If you go away, the clock "
        "plays your hands; then your chips go back."
    ),
    "seat-menu.leaving-match": _("You leave when this match is over."),
    "bot.calm": _("A calm bot"),
    "bot.calm-hint": _("Plays simply. Good for learning."),
    "bot.steady": _("A steady bot"),
    "bot.steady-hint": _("Plays soundly."),
    "bot.sharp": _("A sharp bot"),
    "bot.sharp-hint": _("Reads the discards and counts its chances."),
}

LOG_MORE: dict[str, Said] = {
    "log.stay": _("{name} plays this hand."),
    "log.leave-hand": _("{name} leaves this hand."),
    "log.announce": _("{name} says “tô de boa”."),
    "log.lay": _("{name} lays {cards}."),
    "log.lay-some": _("{name} lays complete melds."),
    "log.buy": _("{name} asks to buy the card."),
    "log.bought-card": Counted(
        ngettext_lazy(
            "{name} buys {card} for {n} point.",
            "{name} buys {card} for {n} points.",
        )
    ),
    "log.burned": _("{name} cut in wrongly and is burned."),
    "log.false": _("{name} showed a hand that was none."),
    "log.won-hand": _("{name} wins the hand: {how}."),
    "log.sat-free": _("{name} sits down."),
    "log.top-up-refused": _("{name} gets no more chips: there are none, or a limit is reached."),
}

PLAY_WORDS: dict[str, Said] = {**ACTS, **MATCH, **SEAT}
