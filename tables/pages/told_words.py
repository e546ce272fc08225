"""Sentences of the table page: its rules, what happened, how it ended, and what is spoken."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RULES: dict[str, str | Promise] = {
    "game.pif-paf-aposta": _("Pif Paf with bets (pif-paf-aposta)"),
    "rules.game": _("Game"),
    "rules.ante": _("Ante"),
    "rules.cap": _("Highest bet"),
    "rules.cap-now": _("{n} in this hand ({players} dealt in)"),
    "rules.cap-rule": _("{ante} for each player dealt in"),
    "rules.players": _("Players"),
    "rules.players-range": _("{min} to {max}"),
    "rules.buy-in": _("Buy-in"),
    "rules.range": _("{min} to {max} chips"),
    "rules.clock": _("Time for a decision"),
    "rules.window": _("Claim window"),
    "rules.pause": _("Pause between hands"),
    "rules.dealer": _("Dealer"),
    "rules.how-title": _("How it is played"),
    "rules.how-melds": _(
        "A run is three or more cards of one suit in sequence, ace low. A group is three or more "
        "of a rank in exactly three suits."
    ),
    "rules.how-turn": _(
        "On your turn draw from the stock or take the discard, then throw a card."
    ),
    "rules.how-out": _("Go out when nine cards stand in melds; the tenth is thrown off."),
    "rules.how-claim": _(
        "Anybody still in may claim a discard to go out with it, also out of turn. Of several "
        "claims the nearest after the discarder wins."
    ),
    "rules.how-bet": _(
        "One betting round comes before the draw. The winner takes the pot and deals the "
        "next hand."
    ),
    "rules.how-timeout": _(
        "When your time is up you check if that is free, else you fold; in play you draw from the "
        "stock and throw that card. After two such turns in a row you sit out."
    ),
    "rules.how-stock": _(
        "When the stock is empty the discards are turned over, without a shuffle."
    ),
}

LOG: dict[str, str | Promise] = {
    "log.none": _("Nothing has happened yet."),
    "log.hand": _("Hand {n} is dealt."),
    "log.check": _("{name} checks."),
    "log.call": _("{name} calls."),
    "log.bet": _("{name} bets {to}."),
    "log.raise": _("{name} raises to {to}."),
    "log.fold": _("{name} folds."),
    "log.draw": _("{name} draws from the stock."),
    "log.draw-card": _("{name} draws {card}."),
    "log.take": _("{name} takes {card}."),
    "log.discard": _("{name} throws {card}."),
    "log.go-out": _("{name} goes out."),
    "log.claim": _("{name} claims the card and goes out."),
    "log.by-clock": _("{what} (time was up)"),
    "log.won": _("{name} wins {n}: {how}."),
    "log.void": _("The hand is void. All chips go back."),
    "log.credited": _("The clock gives {n} seconds back for an outage."),
    "log.away": _("{name} is away: the clock plays at once."),
    "log.back": _("{name} has the time again."),
    "log.longer": _("{name} uses {n} seconds of the reserve."),
    "log.match": _("Match {n} begins."),
    "log.match-over": _("Match {n} is over: {name} wins."),
    "log.match-void": _("Match {n} is void. What it cost goes back."),
    "log.topped-up": _("{name} adds {n} chips."),
    "log.opened": _("{name} opens the table."),
    "log.closed": _("{name} closes the table."),
    "log.sat": _("{name} sits down with {n}."),
    "log.left": _("{name} leaves."),
    "log.leaving": _("{name} leaves after this hand."),
    "log.bought": _("{name} brings {n} more."),
    "log.sat-out": _("{name} sits out."),
    "log.sat-in": _("{name} is back."),
    "how.folds": _("all others folded"),
    "how.stock": _("out with a card from the stock"),
    "how.discard": _("out with a card from the discards"),
    "how.claim": _("out with a claimed card"),
    "how.void": _("the stock was used up too often"),
    "result.title": _("Hand {n}"),
    "result.won": _("{name} wins {n}"),
    "result.you-won": _("You win {n}"),
    "result.void": _("Nobody wins"),
    "result.pots": _("Pots"),
    "result.pot-to": _("to {name}"),
    "result.pot-back": _("back to those who paid"),
    "result.returned": _("Unmatched bet"),
    "result.deltas": _("Won and lost"),
    "result.record": _("Record of this hand"),
    "result.hide": _("Hide the result"),
    "result.show": _("Show the result"),
}

SPOKEN: dict[str, str | Promise] = {
    "say.turn-bet": _("Your turn to bet, {n} seconds."),
    "say.turn-play": _("Your turn, {n} seconds."),
    "say.claim": _("You can claim the {card} and go out."),
    "say.warn": _("{n} seconds left."),
    "say.auto": _("Your time was up. {what}"),
    "line.connecting": _("Going to the table …"),
    "line.live": _("Connected"),
    "line.slow": _("Connected, slow"),
    "line.away": _("Not connected"),
    "line.refused": _("Not connected"),
    "line.lag": _("{n} ms"),
    "line.lost": _("Connection lost. Your seat is kept; reconnecting."),
    "line.reconnecting": _("Reconnecting, your seat is kept. Away for"),
    "line.again": _("Connect again"),
    "line.call-lost": _("No answer from the house. Check your connection and try again."),
    "line.code-4400": _("The house did not understand this page. Load it again."),
    "line.code-4401": _("You are signed out. Sign in and come back."),
    "line.code-4403": _("This page may not connect to the table."),
    "line.code-4409": _("You play this seat in another window now."),
    "line.code-4404": _("There is no such table."),
    "line.code-other": _("The connection was closed ({code})."),
}
