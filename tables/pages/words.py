"""The words of the table page, handed to its scripts as one JSON block.

Keys are what `static/tables/*.js` ask for with `t(key)`; sources are English and land in the
`.po` files. {names} in braces are filled in by the page and must stay as they are.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tables.pages.pili_words import PILI_WORDS
from tables.pages.play_words import PLAY_WORDS
from tables.pages.replay_words import REPLAY
from tables.pages.saying import Counted, Forms, Said
from tables.pages.told_words import LOG, RULES, SPOKEN

Words = dict[str, Said]

CARDS: Words = {
    # Translators: how a card is called, such as "seven of clubs" or "sete de paus".
    "card.name": _("{rank} of {suit}"),
    "card.joker": _("joker"),
    "suit.C": pgettext_lazy("suit", "clubs"),
    "suit.D": pgettext_lazy("suit", "diamonds"),
    "suit.H": pgettext_lazy("suit", "hearts"),
    "suit.S": pgettext_lazy("suit", "spades"),
    # Translators: one or two letters that tell the four suits apart.
    "suit-letter.C": pgettext_lazy("suit letter of clubs", "C"),
    "suit-letter.D": pgettext_lazy("suit letter of diamonds", "D"),
    "suit-letter.H": pgettext_lazy("suit letter of hearts", "H"),
    "suit-letter.S": pgettext_lazy("suit letter of spades", "S"),
    "rank.A": pgettext_lazy("rank", "ace"),
    "rank.2": pgettext_lazy("rank", "two"),
    "rank.3": pgettext_lazy("rank", "three"),
    "rank.4": pgettext_lazy("rank", "four"),
    "rank.5": pgettext_lazy("rank", "five"),
    "rank.6": pgettext_lazy("rank", "six"),
    "rank.7": pgettext_lazy("rank", "seven"),
    "rank.8": pgettext_lazy("rank", "eight"),
    "rank.9": pgettext_lazy("rank", "nine"),
    "rank.T": pgettext_lazy("rank", "ten"),
    "rank.J": pgettext_lazy("rank", "jack"),
    "rank.Q": pgettext_lazy("rank", "queen"),
    "rank.K": pgettext_lazy("rank", "king"),
    "letter.A": pgettext_lazy("letter on an ace", "A"),
    "letter.T": "10",
    "letter.J": pgettext_lazy("letter on a jack", "J"),
    "letter.Q": pgettext_lazy("letter on a queen", "Q"),
    "letter.K": pgettext_lazy("letter on a king", "K"),
    **{f"letter.{number}": str(number) for number in range(2, 10)},
    "meld.in-group": _("in group {n}"),
    "meld.in-run": _("in run {n}"),
    "meld.n": _("meld {n}"),
    "meld.discard": _("thrown off"),
}

TABLE: Words = {
    "table.title": _("The table"),
    "table.seats": _("Seats, clockwise"),
    "top.lobby": _("All tables"),
    "top.tournament": _("The tournament"),
    "top.tournament-chips": _("tournament chips"),
    "top.rules": _("ante {ante} · bets up to {cap}"),
    "top.next-ante": _("next hand: ante {ante}"),
    "top.hand": _("hand {n}"),
    "top.mute": _("Sound off"),
    "top.unmute": _("Sound on"),
    "top.log": _("Log and rules"),
    "top.log-new": Counted(
        ngettext_lazy(
            "Log and rules, {n} new line",
            "Log and rules, {n} new lines",
        )
    ),
    "seat.you": _("you"),
    "seat.number": _("seat {n}"),
    "seat.free": _("free seat"),
    "seat.bot": _("bot"),
    "seat.bot-long": _("played by the house's program"),
    "seat.dealer": _("dealer"),
    "seat.bet": _("bet"),
    "seat.cards-one": _("one card"),
    "seat.cards": _("{n} cards"),
    "seat.folded": _("folded"),
    "seat.all-in": _("all in"),
    "seat.sitting-out": _("sitting out"),
    "seat.away": _("away"),
    "seat.grace": _("reconnecting"),
    "seat.next-hand": _("next hand"),
    "seat.leaving": _("leaving"),
    "seat.won": _("winner"),
    "seat.to-bet": _("to bet"),
    "seat.to-draw": _("to draw"),
    "seat.to-discard": _("to discard"),
    "seat.up-next": _("up next"),
    "pot.word": _("Pot"),
    "pot.main": _("Main pot"),
    "pot.side": _("Side pot {n}"),
    "pile.stock": _("Stock, {n} cards"),
    "pile.stock-one": _("Stock, one card"),
    "pile.discard-one": _("Discard pile, one card, {card} on top"),
    "pile.discard": _("Discard pile, {n} cards, {card} on top"),
    "pile.discard-empty": _("Discard pile, empty"),
    "pile.empty": _("empty"),
    "pile.recycled": _("discards turned over: {n}"),
    "now.your-turn": _("Your turn"),
    "now.turn": _("{name} {what}"),
    "now.window": _("Claims for {card}"),
    "now.next-hand": _("Next hand in"),
    "now.first-hand": _("First hand in"),
    "now.waiting-players": Counted(
        ngettext_lazy(
            "{n} is ready, {min} needed",
            "{n} ready, {min} needed",
        )
    ),
    "now.waiting-person": _("Starts when somebody sits down"),
    # Why a tournament's table stands still between hands.
    "held.paused": _("Paused: {reason}"),
    "held.paused-bare": _("The tournament is paused."),
    "held.break": _("Break. Play goes on at {time}."),
    "held.break-bare": _("Break."),
    "held.tables": _("Waiting for the other tables to end their hand."),
    "held.seats": _("Waiting for the new seats."),
    "held.rebuy": _("Somebody may buy chips again until {time}."),
    "held.next": _("The tournament goes on in a moment."),
    "held.away": _("All players are away. The next hand begins when one is back."),
    "now.closed": _("This table is closed"),
    "time.s": pgettext_lazy("short for seconds", "s"),
    "time.seconds": Counted(
        ngettext_lazy(
            "{n} second",
            "{n} seconds",
        )
    ),
}

HAND: Words = {
    "mine.title": _("Your place"),
    "hand.title": Counted(
        ngettext_lazy(
            "Your hand, {n} card",
            "Your hand, {n} cards",
        )
    ),
    "hand.help": _(
        "Arrow keys move between cards, space picks one, Enter throws the picked card, "
        "Shift with an arrow moves a card."
    ),
    "hand.new-card": _("just drawn"),
    "hand.moved": _("{card} moved to place {n}"),
    "hand.sort": _("Sort"),
    "hand.sort-by": _("Sort by"),
    "hand.sort-suit": _("Suit"),
    "hand.sort-rank": _("Rank"),
    "hand.sort-melds": _("Melds"),
    "hand.sort-suit-long": _("Sort by suit"),
    "hand.sort-rank-long": _("Sort by rank"),
    "hand.sort-melds-long": _("Sort melds first"),
    "bar.title": _("Your actions"),
    "act.check": pgettext_lazy("betting", "Check"),
    "act.call": pgettext_lazy("betting", "Call {n}"),
    "act.bet": pgettext_lazy("betting", "Bet {n}"),
    "act.raise": pgettext_lazy("betting", "Raise to {to} (+{pay})"),
    "act.bet-open": pgettext_lazy("betting", "Bet …"),
    "act.raise-open": pgettext_lazy("betting", "Raise to …"),
    "act.fold": pgettext_lazy("betting", "Fold"),
    "act.draw-stock": _("Draw from the stock"),
    "act.take": _("Take {card}"),
    "ahead.title": _("Say ahead what you do in your turn"),
    "ahead.check-fold": pgettext_lazy("betting", "Check, or fold"),
    "ahead.said-check": _("In your turn you check. This is dropped if anybody bets first."),
    "ahead.said-check-fold": _("In your turn you check if that is free, and fold if not."),
    "ahead.said-call": _("In your turn you call {n}. This is dropped if anybody raises first."),
    "ahead.said-fold": _("In your turn you fold."),
    "ahead.said-leave": _("In your turn you leave the hand."),
    "ahead.said-draw-stock": _("In your turn you draw from the stock."),
    "ahead.said-take-discard": _("You take {card} if nobody claims it first."),
    "ahead.dropped-price": _("Dropped what you said ahead: the price has changed."),
    "ahead.dropped-card": _("Dropped what you said ahead: the card is gone."),
    "ahead.back": pgettext_lazy("said ahead", "Take it back"),
    "act.take-later": _("Take {card} if unclaimed"),
    "act.take-queued": _("Taking {card} soon"),
    "act.discard": _("Discard {card}"),
    "act.discard-none": _("Pick a card"),
    "act.go-out": _("Go out (bater)"),
    "act.claim": _("Claim and go out"),
    "stake.bet": _("Amount of your bet"),
    "stake.raise": _("Amount to raise to"),
    "stake.amount": _("Chips, {min} to {max}"),
    "stake.min": _("Smallest, {n}"),
    "stake.max": _("Largest, {n}"),
    "stake.min-short": _("Min"),
    "stake.max-short": _("Max"),
    "stake.less": _("{n} less"),
    "stake.more": _("{n} more"),
    "facts.call": _(
        "You put in {paid} (ante included), {n} more to call. Bets up to {cap} (ante not counted)."
    ),
    "facts.open": _("You put in {paid} (ante included). Bets up to {cap} (ante not counted)."),
    "prompt.title": _("Your turn"),
    "prompt.bet": _("Your turn: check or bet"),
    "prompt.bet-call": _("Your turn: call, raise or fold"),
    "prompt.draw": _("Your turn: draw from the stock"),
    "prompt.draw-either": _("Your turn: draw, or take {card}"),
    "prompt.discard": _("Your turn: pick a card to discard"),
    "prompt.go-out": _("You can go out, or discard"),
    "prompt.window-mine": _("Your turn: draw now, or wait for {card}"),
    "prompt.drawn-wait": _("You drew. Others may still claim {card}"),
    "prompt.claimed": _("Claim made. It counts when the window closes"),
    "prompt.folded": _("You folded this hand"),
    "prompt.window": _("{name} threw {card}: claims are open"),
    "prompt.wait": _("{name} {what}"),
    "prompt.sending": _("Sending …"),
    "claim.title": _("Go out with {card}"),
    "claim.too-late": _("Too late: the time to claim that card is over."),
    "claim.too-late-short": _("Too late"),
    "act.back": _("I'm back"),
    "back.away": _(
        "You are away: the clock plays for you at once. Come back to get your time again."
    ),
    "back.out": _("You sit out after this hand. Come back to be dealt in again."),
    "back.folded": _("You folded and sit out. Come back to be dealt in again."),
    "out.title": _("Go out"),
    "out.lead": _("These melds, and {card} is thrown off. It wins the hand."),
    "out.gone": _("Going out is not possible now."),
    "out.choose": _("Ways to go out"),
    "out.which": _("{n} of {of}"),
    "out.before": _("Way before"),
    "out.after": _("Next way"),
}

PLACE: Words = {
    "watch.free": Counted(
        ngettext_lazy(
            "You are watching. There is {n} free seat.",
            "You are watching. There are {n} free seats.",
        )
    ),
    "watch.full": _("You are watching. All seats are taken."),
    "watch.closed": _("You are watching. This table is closed."),
    "watch.arranged": _("You are watching. The tournament gives the seats here."),
    "after.title": _("How it goes on"),
    "watch.guest": _("You are watching. Sign in to take a seat."),
    "watch.sign-in": _("Sign in"),
    "idle.sitting-out": _("You are sitting out: no cards and no antes until you come back."),
    "idle.sitting-out-free": _("You are sitting out: no cards until you come back."),
    "kept-out.loss-limit": _(
        "You sit out: the next hand could cost more than your loss limit of {limit} leaves "
        "({left} until {ends_at})."
    ),
    "kept-out.time-limit": Counted(
        ngettext_lazy(
            "You sit out: your time limit of {limit} minute a day is used up until {ends_at}.",
            "You sit out: your time limit of {limit} minutes a day is used up until {ends_at}.",
        ),
        by="limit",
    ),
    "kept-out.self-excluded": _("You sit out: you take a break from play."),
    "kept-out.play-frozen": _("You sit out: the house froze this account. {reason}"),
    "kept-out.where": _("See my limits"),
    "idle.next-hand": _("You are in from the next hand on."),
    "idle.waiting": _("Waiting for players. A hand starts with {min}."),
    "bots.title": _("Bots at this table"),
    "bots.add": _("Add: {what}"),
    "bots.away": _("Send {name} away"),
    "bots.away-hint": _("Who plays a hand or match leaves when it is over."),
    "bots.full": _("No seat is free for another bot."),
    "sit.here": _("Sit"),
    "sit.here-n": _("Sit down at seat {n}"),
    "sit.go": _("Sit down"),
    "sit.sending": _("Sending …"),
    "sit.title": _("Sit down at {name}"),
    "sit.lead": Counted(
        ngettext_lazy(
            "Each hand costs an ante of {ante}. You have {clock} second for a decision.",
            "Each hand costs an ante of {ante}. You have {clock} seconds for a decision.",
        ),
        by="clock",
    ),
    "sit.buy-in": _("Chips to bring"),
    "sit.range": _("A whole number from {min} to {max}."),
    "sit.balance": _("You have {n}."),
    "sit.least": _("Least: {n}"),
    "sit.most": _("Most: {n}"),
    "sit.poor": _("You have fewer chips than the smallest buy-in."),
    "sit.poor-bring": _("You have fewer chips than you left with: wait a while, then come back."),
    "sit.bring": Counted(
        ngettext_lazy(
            "You left with {n} chip a short while ago: bring at least as many again. So"
            " nobody takes winnings off the table.",
            "You left with {n} chips a short while ago: bring at least as many again. "
            "So nobody takes winnings off the table.",
        )
    ),
    "seat-menu.open": _("My seat"),
    "seat-menu.title": _("My seat"),
    "seat-menu.stack": Counted(
        ngettext_lazy(
            "You have {n} chip at this table.",
            "You have {n} chips at this table.",
        )
    ),
    "seat-menu.in": _("Play again"),
    "seat-menu.in-hint": _("You are dealt in from the next hand on."),
    "seat-menu.out": _("Sit out"),
    "seat-menu.out-hint": _("Keep the seat, but no cards and no antes."),
    "seat-menu.bots": _("Bots at this table"),
    "seat-menu.bots-hint": _("Add one, or send one away."),
    "seat-menu.leave": _("Leave the table"),
    "seat-menu.leave-hint": _("Your chips go back to your account now."),
    "seat-menu.leave-after": _("Leave after this hand"),
    "seat-menu.leave-after-hint": _("You play this hand to its end, then your chips go back."),
    "seat-menu.leaving": _("You leave when this hand is over."),
    "panel.close": _("Close"),
    "side.title": _("About this table"),
    "side.log": _("Log"),
    "side.rules": _("Rules"),
    "side.close": _("Close this panel"),
    "settings.title": _("Settings"),
    "settings.sound": _("Sound"),
    "settings.sound-hint": _("Tones for your turn, a claim, and ten seconds left."),
    "settings.vibrate": _("Vibration"),
    "settings.vibrate-hint": _("The device shakes when it is your turn."),
    "settings.big": _("Big cards"),
    "settings.big-hint": _("Larger cards in your hand."),
    "settings.letters": _("Suit letters"),
    "settings.letters-hint": _("A letter beside each suit sign."),
    "settings.tint": _("Mark melds"),
    "settings.tint-hint": _("Cards of your hand that already form melds get a number."),
    "settings.keys": _("Single keys"),
    "settings.keys-hint": _("Letters on the keyboard act at once."),
    "keys.title": _("Keyboard"),
    "keys.note": _("Keys rest while you type. They can be switched off in the settings."),
    "keys.check": _("check or call"),
    "keys.raise": _("amount of a bet or raise, then Enter"),
    "keys.fold": _("fold"),
    "keys.draw": _("draw from the stock"),
    "keys.take": _("take the discard"),
    "keys.move": _("move along your cards"),
    "keys.pick": _("pick a card"),
    "keys.discard": _("discard the picked card"),
    "keys.shift": _("move the card itself"),
    "keys.sort": _("sort by suit, rank, melds"),
    "keys.out": _("go out"),
    "keys.claim": _("claim the discard and go out"),
    "keys.ahead": _("the same keys while others play: say it ahead"),
    "keys.ahead-back": _("take back what you said ahead"),
    "keys.back": _("come back after being away or sitting out"),
    "keys.sit": _("sit down"),
    "keys.seat": _("my seat: sit out or leave"),
    "keys.log": _("log"),
    "keys.mute": _("sound on or off"),
    "keys.help": _("this list"),
}

HOST: Words = {
    "host.title": _("Guests and link"),
    "host.open-asking": Counted(
        ngettext_lazy(
            "Guests and link, {n} waits for your answer",
            "Guests and link, {n} waiting for your answer",
        )
    ),
    "host.lead": _("This table is private: whoever opens the link can ask you for a seat."),
    "host.no-link": _("No link leads to this table now. Who was let in may still play."),
    "host.link": _("Link to send"),
    "host.copy": _("Copy"),
    "host.copied": _("Copied"),
    "host.renew": _("New link"),
    "host.new-link": _("Make a link"),
    "host.revoke": _("End this link"),
    "host.asking": _("Asking for a seat"),
    "host.nobody-asks": _("Nobody is waiting for your answer."),
    "host.let-in": _("Let in"),
    "host.refuse": _("Say no"),
    "host.guests": _("Who may play"),
    "host.remove": _("Remove"),
    "host.take-back": _("Let in no more"),
    "host.remove-hint": _("Who plays a hand or match leaves when it is over, with every chip."),
}

WORDS: Words = {
    **CARDS, **TABLE, **HAND, **PLACE, **HOST, **RULES, **LOG, **SPOKEN,
    **PLAY_WORDS, **PILI_WORDS, **REPLAY,
}  # fmt: skip


def table_words() -> dict[str, str | Forms]:
    """Return every word of the table page in the active language, by key."""
    return {
        key: words.forms() if isinstance(words, Counted) else str(words)
        for key, words in WORDS.items()
    }
