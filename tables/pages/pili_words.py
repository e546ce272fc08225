"""Words of the table page for Pili Pili: Missions, what is asked and said, how a round ends."""

import re

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables.pages.saying import Counted, Said

MISSIONS: dict[str, Said] = {
    "mission.none": _("No Mission"),
    "mission.PASS": _("Pass {n} on"),
    "mission.HAND": _("All change hands"),
    "mission.FORBID": _("No bid of {n}"),
    "mission.DRAW": _("One card more"),
    "mission.OPEN": _("Cards on the table"),
    "mission.FOREHEAD": _("On the forehead"),
    "mission.BLINDBID": _("Bid blind"),
    "mission.SIMUL": _("All at once"),
    "mission.REWARD": _("A bid that pays"),
    "mission.REVERSE": _("Upside down"),
    "mission.PEEK3": _("Three seconds"),
    "mission.FIRSTLAST": _("First and last"),
    "mission.NOECHO": _("No echo"),
    "mission.BLINDPLAY": _("Play blind"),
    "mission.SWAP": _("Swap a card"),
    "mission.HILO": _("High or low"),
    "mission.CURSED": _("Cursed numbers"),
    "mission.SHARED": _("Shared fate"),
    "mission-line.none": _("Bid how many tricks you will win; the highest number takes a trick."),
    "mission-line.PASS-L": _(
        "After the bids everybody hands {n} of their cards, unseen, to the player on the left."
    ),
    "mission-line.PASS-R": _(
        "After the bids everybody hands {n} of their cards, unseen, to the player on the right."
    ),
    "mission-line.HAND-L": _(
        "After the bids everybody gives the whole hand to the player on the left."
    ),
    "mission-line.HAND-R": _(
        "After the bids everybody gives the whole hand to the player on the right."
    ),
    "mission-line.FORBID": _("Nobody may bid {n}."),
    "mission-line.DRAW": _(
        "After the bids everybody draws one more card, so there is one trick more."
    ),
    "mission-line.OPEN": _("After the bids all hands lie face up."),
    "mission-line.FOREHEAD": _("While bidding you see all hands but your own."),
    "mission-line.BLINDBID": _("Nobody sees a card before all have bid."),
    "mission-line.SIMUL": _("In each trick all choose a card and show it at the same time."),
    "mission-line.REWARD": _("Make your bid and you throw away as many Pilis as you bid."),
    "mission-line.REVERSE": _("The lowest number takes the trick."),
    "mission-line.PEEK3": _("Look at your cards for three seconds, then bid from memory."),
    "mission-line.FIRSTLAST": _("The first and the last trick cost their winners one Pili each."),
    "mission-line.NOECHO": _("You may not bid the same as the player before you."),
    "mission-line.BLINDPLAY": _(
        "Look at your cards for five seconds; then you play them face down."
    ),
    "mission-line.SWAP": _(
        "Who wins a trick swaps a card, unseen, with a player of their choice."
    ),
    "mission-line.HILO": _("Play only your highest or your lowest number, or the Joker."),
    "mission-line.CURSED": _("A trick with {numbers} in it costs its winner one Pili."),
    "mission-line.SHARED": _(
        "After the bids you name another player and get their Pilis of this round too."
    ),
}

SHOWN: dict[str, Said] = {
    "pili.mission-title": _("Mission of this round"),
    "pili.expert": _("expert"),
    "pili.fact-cards": _("Cards"),
    "pili.fact-tricks": _("Tricks"),
    "pili.fact-pot": _("Pot"),
    "pili.bids": _("Bids"),
    "pili.bids-so-far": _("Bids so far"),
    "pili.sum-over": _("{n} too many bid"),
    "pili.sum-under": _("{n} too few bid"),
    "pili.pilis-of": _("Pilis: {n} of {limit}"),
    "pili.tally": _("Tricks won: {taken}, bid: {bid}"),
    "pili.shares": _("also gets the Pilis of {name}"),
    "pili.hand-of": _("Cards of {name}"),
    "pili.joker-as": _("joker as {n}"),
    "pili.to-bid": _("to bid"),
    "pili.to-play": _("to play"),
    "pili.to-choose": _("to choose"),
    "pili.to-name": _("names the joker"),
    "pili.waiting-for": _("Waiting for {names}"),
    "pili.look": _("Remember your cards: they will be hidden"),
    "pili.all-look": _("All look at their cards"),
    "pili.trick-no": _("Trick {n} of {of}"),
    "pili.last-trick": _("Last trick"),
    "pili.no-trick": _("No trick was won yet."),
    "pili.ahead": _("ahead"),
    "pili.takes": _("{name} takes it: {why}."),
    "pili.you-take": _("You take it: {why}."),
    "pili.why-highest": _("{card} is the highest"),
    "pili.why-lowest": _("{card} is the lowest"),
    "pili.why-first": _("{card} was there first"),
    "pili.trick-costs": Counted(ngettext_lazy("It costs {n} Pili.", "It costs {n} Pilis.")),
    "pili.chosen": _("chosen"),
    "pili.card-barred": _("not playable now"),
    "pili.sort-up": _("Sort from low to high"),
    "pili.sort-down": _("Sort from high to low"),
    "pili.face-down": _("Card {n}, face down"),
    "pili.note-forehead": _("The others see these cards; you see theirs."),
    "pili.note-hidden": _("Hidden until all have bid."),
    "pili.hand-help": _(
        "Arrow keys move between cards, space picks one, Enter plays the picked card, Shift with "
        "an arrow moves a card."
    ),
}

ASKED: dict[str, Said] = {
    "pili.ask-bid": _("How many tricks will you win?"),
    "pili.ask-name": _("Give the joker its number"),
    "pili.ask-give": _("Cards to choose for {name}: {n}"),
    "pili.ask-share": _("Whose Pilis will you share?"),
    "pili.ask-swap": _("With whom do you swap a card?"),
    "pili.ask-turn": _("Your turn: turn one of your cards"),
    "pili.ask-together": _("Choose your card; all are shown together"),
    "pili.ask-play": _("Your turn: play a card"),
    "pili.ask-lead": _("Your turn: lead the trick"),
    "pili.you-chose": _("You chose {what}."),
    "pili.your-bid": _("Your bid"),
    "pili.bid-n": _("Bid {n}"),
    "pili.no-forbid": _("{n} is forbidden by the Mission."),
    "pili.no-echo": _("{n} was bid just before you."),
    "pili.no-sum": _("Not {n}: the bids would come to {of}, as many as there are tricks."),
    "pili.play": _("Play {card}"),
    "pili.play-joker": _("Play the joker …"),
    "pili.ahead-bids": _("Say ahead what you bid, if it is allowed in your turn."),
    "pili.ahead-bid": _("In my turn: bid {n}"),
    "pili.ahead-play": _("Play {card} in my turn"),
    "pili.ahead-said-bid": _("In your turn you bid {n}, if it is allowed."),
    "pili.ahead-said-play": _("In your turn you play {card}, if it is allowed."),
    "pili.turn": _("Turn card {n}"),
    "pili.give": _("Give {cards} to {name}"),
    "pili.give-more": _("Cards to pick: {n}"),
    "pili.joker-title": _("The joker"),
    "pili.joker-label": _("Its number, {min} to {max}"),
    "pili.joker-weak": _("weakest"),
    "pili.joker-just": _("just enough"),
    "pili.joker-strong": _("strongest"),
    "pili.joker-leads": _("You lead with it: the others play after you."),
    "pili.joker-ahead": _("{n} goes ahead of {best} ({name})."),
    "pili.joker-behind": _("{n} stays behind {best} ({name})."),
    "pili.joker-equal": _("{n} stays behind: of equal numbers the first one wins ({name})."),
    "pili.joker-play": _("Play the joker as {n}"),
    "pili.joker-name": _("The joker is {n}"),
    "pili.joker-gone": _("The joker is not to be named now."),
    "pili.bot-sharp": _("Remembers the cards and counts its chances."),
    "keys.bid": _("bid so many tricks"),
    "keys.play": _("play the picked card"),
    "keys.press": _("press the button below your cards"),
    "keys.choose": _("choose a player, or a card that lies face down"),
    "keys.order": _("sort your cards"),
    "keys.trick": _("look at the last trick"),
    "say.turn-bids": Counted(
        ngettext_lazy(
            "Your turn to bid, {n} second.",
            "Your turn to bid, {n} seconds.",
        )
    ),
    "say.turn-choose": Counted(
        ngettext_lazy(
            "Your turn to choose, {n} second.",
            "Your turn to choose, {n} seconds.",
        )
    ),
}

ENDED: dict[str, Said] = {
    "pili.round": _("Round {n}"),
    "pili.top-round": _("round {n}"),
    "pili.you-none": _("No Pili for you"),
    "pili.you-get": _("Pilis for you: {n}"),
    "pili.you-less": _("Pilis thrown away: {n}"),
    "pili.exact": _("Bid and won the same: {names}"),
    "pili.exact-none": _("Nobody made their bid"),
    "pili.head-bid": _("Bid"),
    "pili.head-took": _("Won"),
    "pili.head-pilis": _("Pilis"),
    "pili.head-total": _("Total"),
    "pili.made": _("as bid"),
    "pili.missed": _("not as bid"),
    "pili.note-tricks": _("Pilis for tricks of the Mission: {n}."),
    "pili.note-shared": _("Shared: {names}."),
    "pili.note-reward": _("Who made a bid threw away as many Pilis."),
    "pili.rounds": _("rounds played: {n}"),
    "pili.next-round": _("Next round in"),
    "pili.first-round": _("First round in"),
    "pili.tie": _("They win together: {names}"),
    "pili.how-limit": _("the limit of Pilis is reached"),
    "match.goal-pili": Counted(
        ngettext_lazy(
            "to {n} Pili, the fewest win",
            "to {n} Pilis, the fewest win",
        )
    ),
}

TOLD: dict[str, Said] = {
    "pili.dealt": _("Round {n} is dealt."),
    "pili.dealt-before": _("A round is dealt."),
    "log.mission": _("Mission: {name}. {line}"),
    "log.bid": _("{name} bids {n}."),
    "log.play": _("{name} plays {card}."),
    "log.choose": _("{name} chooses a card."),
    "log.name": _("{name} makes the joker a {n}."),
    "log.turn": _("{name} turns {card}."),
    "log.give": _("{name} gives cards away."),
    "log.give-cards": _("{name} gives {cards}."),
    "log.pick": _("{name} chooses a player."),
    "log.pick-whom": _("{name} chooses {whom}."),
    "log.named": _("{name} names {whom}."),
    "log.gave": _("Cards change hands: {names}."),
    "log.shown": _("Shown together: {cards}."),
    "log.trick": _("{name} takes the trick."),
    "log.round": _("The round is over. Pilis: {pilis}."),
    "pili.log-joker": _("{card} as {n}"),
}

PILI_WORDS: dict[str, Said] = {**MISSIONS, **SHOWN, **ASKED, **ENDED, **TOLD}


def mission_said(text: str) -> tuple[str, str]:
    """Return the name and the sentence of a Mission card as the rules write it, "PASS(1,L) 5"."""
    found = re.match(r"([A-Z]+3?)(?:\(([^)]*)\))?", text)
    kind, printed = found.groups() if found else ("none", None)
    of = printed.split(",") if printed else []
    variant = f"{kind}-{of[-1]}" if of and of[-1] in {"L", "R"} else kind
    filled = {"n": of[0] if of else "", "numbers": ", ".join(of)}
    name, line = str(MISSIONS[f"mission.{kind}"]), str(MISSIONS[f"mission-line.{variant}"])
    return name.format(**filled), line.format(**filled)
