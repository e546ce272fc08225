"""Sentences of the table page: its rules, what happened, how it ended, and what is spoken."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables.pages.play_words import LOG_MORE
from tables.pages.saying import Counted, Said

RULES: dict[str, Said] = {
    "rules.cap": _("Highest bet"),
    "rules.cap-now": _("{n} in this hand ({players} dealt in)"),
    "rules.cap-rule": _("{ante} for each player dealt in"),
    "rules.players": _("Players"),
    "rules.players-range": _("{min} to {max}"),
    "rules.buy-in": _("Buy-in"),
    "rules.range": _("{min} to {max} chips"),
    "rules.pause": _("Pause between hands"),
    "rules.dealer": _("Dealer"),
}

LOG: dict[str, Said] = {
    **LOG_MORE,
    "log.zone": _("All times: {zone}"),
    "log.none": _("Nothing has happened yet."),
    "log.hand": _("Hand {n} is dealt."),
    "log.hand-before": _("A hand is dealt."),
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
    "log.by-clock": _("{what} (time was up)."),
    "log.won": _("{name} wins {n}: {how}."),
    "log.void": _("The hand is void: {why}. All chips go back."),
    "log.credited": Counted(
        ngettext_lazy(
            "The clock gives {n} second back for an outage.",
            "The clock gives {n} seconds back for an outage.",
        )
    ),
    "log.away": _("{name} is away: the clock plays at once."),
    "log.back": _("{name} has the time again."),
    "log.longer": Counted(
        ngettext_lazy(
            "{name} starts on the reserve: {n} second is left.",
            "{name} starts on the reserve: {n} seconds are left.",
        )
    ),
    "log.grace": Counted(
        ngettext_lazy(
            "{name} has lost the connection: {n} second more.",
            "{name} has lost the connection: {n} seconds more.",
        )
    ),
    "log.asked": _("{name} asks for a seat."),
    "log.approved": _("You let {name} in."),
    "log.refused": _("You said no to {name}."),
    "log.match": _("Match {n} begins."),
    "log.match-over": _("Match {n} is over: {name} wins."),
    "log.match-shared": _("Match {n} is over: {names} win together."),
    "log.match-void": _("Match {n} is void. What it cost goes back."),
    "log.topped-up": Counted(
        ngettext_lazy(
            "{name} adds {n} chip.",
            "{name} adds {n} chips.",
        )
    ),
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
    # Why a hand was broken off: the reason in its record, written with hyphens.
    "void.every-player-left-the-hand-alone": _("every player left the hand alone"),
    "void.a-player-did-not-come-in-time": _("a player did not come in time and forfeits"),
    "void.a-player-left-the-tournament": _("a player left the tournament and forfeits"),
    "void.a-player-was-disqualified": _("a player was disqualified and forfeits"),
    "void.the-players-reported-the-result": _("the players reported the result"),
    "void.the-organiser-decided-the-match": _("the organiser decided the match"),
    "void.a-result-was-corrected": _("the organiser corrected a result"),
    "void.the-match-is-decided": _("the match was decided away from the table"),
    "void.the-match-is-over": _("the match is over"),
    "void.the-tournament-is-cancelled": _("the tournament is cancelled"),
    "void.the-tournament-is-over": _("the tournament is over"),
    "void.the-tournament-goes-on-elsewhere": _("the tournament goes on at another table"),
    "void.other": _("the house broke it off"),
    "result.void": _("Nobody wins"),
    "result.broken-off": _("The hand was broken off"),
    "result.pots": _("Pots"),
    "result.pot-to": _("to {name}"),
    "result.pot-back": _("back to those who paid"),
    "result.returned": _("Unmatched bet"),
    # Of a pot that nobody won, with any bet that nobody matched: "Goes back 580 to Ana".
    "result.goes-back": _("Goes back"),
    "result.deltas": _("Won and lost"),
    "result.again": _("See this hand again"),
    "result.record": _("Record of this hand"),
    "result.hide": _("Hide the result"),
    "result.hide-last": _("Hide the last result"),
    "result.show": _("Show the result"),
}

SPOKEN: dict[str, Said] = {
    "say.turn-bet": Counted(
        ngettext_lazy(
            "Your turn to bet, {n} second.",
            "Your turn to bet, {n} seconds.",
        )
    ),
    "say.turn-play": Counted(
        ngettext_lazy(
            "Your turn, {n} second.",
            "Your turn, {n} seconds.",
        )
    ),
    "say.claim": _("You can claim the {card} and go out."),
    "say.warn": Counted(
        ngettext_lazy(
            "{n} second left.",
            "{n} seconds left.",
        )
    ),
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
