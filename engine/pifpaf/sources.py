"""What the marks in docstrings and in `python3 -m engine rules` stand for.

S: a rule text that we play by. D: a decision of ours where the text is silent or says two things.
"""

from typing import Final

SOURCES: Final = {
    "S0": "Pif Paf in French: 108 cards with wild jokers, and penalty points up to a threshold; "
    "its variants too.",
    "S1": "Pif Paf with bets, as Denexa Games describes it in English: 104 cards and a pot.",
    "S3": "Pife (Pif-Paf, Cacheta) in German: 104 cards, out with nine or ten cards; its match "
    "and its variants too.",
    "S4": "The same rules as S3, in English.",
    "D1": "A group counts suits. S1: exactly three of them, so a fourth suit spoils it; S3 and "
    "S4: three or more; S0: any.",
    "D2": "In S0 an ace stands below the two or above the king, never between them.",
    "D3": "In S0 a meld holds one joker at most, which is right in every house; two by choice.",
    "D4": "A meld holds at least one card that is not wild. A wild card on its own face is not "
    "counted where wild cards are limited.",
    "D5": "The vira makes the next rank wild in its colour; in its suit only by choice.",
    "D6": "The vira lies beside the stock and is never played. A joker can't be one: the next "
    "card is turned.",
    "D8": "With all ten cards melded the player says whether to throw one, and what was said is "
    "scored.",
    "D9": "In S3 and S4 the very card taken from the discard pile isn't thrown at once, going out "
    "or not; its twin may be, unless chosen otherwise.",
    "D11": "An empty stock in S1 is the whole discard pile turned over, unshuffled, the top card "
    "too; it is turned when somebody wants to draw.",
    "D12": "A hand whose pile became the stock too often is void: every stake goes back, and the "
    "same player deals again.",
    "D13": "Whoever has not folded or discarded may claim the discard, to go out at once with it "
    "in a meld; the nearest after the discarder comes first.",
    "D14": "With nine cards anybody may announce to need one, true or not. Announcers cut in as "
    "in D13; who cuts in and can't go out is burned, and the next one is asked.",
    "D15": "After a false go-out the cards go back and the player still discards. In S3 and S4 "
    "only a card of the stock lets that player go out from then on.",
    "D16": "In S0 all cards left in the hand count, melded or not, but not those laid open; only "
    "the unmelded ones by choice.",
    "D17": "A direto in S0 is going out on one's own first turn. It doubles the points of the "
    "others.",
    "D18": "A match in S0 ends when a total reaches the threshold, and the lowest total wins; "
    "equal ones share. By choice the seat drops out instead.",
    "D19": "A discard is bought out of turn only after the player in turn declined it, the "
    "nearest first. It costs points at once, and a card of the stock comes with it.",
    "D20": "In the open variant of S0 as many melds as possible are laid between the draw and the "
    "discard; what lies stays.",
    "D21": "A direto in the casino variant of S0 costs every other seat the stake four times, so "
    "every seat must be able to pay that.",
    "D22": "Without jokers S0 is scored as with them.",
    "D23": "No bet of the round goes above the ante times the players dealt in. The ante is not "
    "counted, and folding does not lower it.",
    "D24": "Who takes the pot because all others folded has won the hand, and deals the next.",
    "D25": "Points to lose end at 0 and are never below. Who has won a hand loses none in it.",
    "D26": "Leaving a hand before play, for a point, is a house rule of cacheta and off unless "
    "chosen.",
    "D27": "Cards have values in S0 only.",
    "D29": "Dead jokers meld with each other only, three or four of them.",
    "D30": "Play goes clockwise; the other way round by choice.",
    "D32": "A joker on the discard pile may be taken, and one thrown, by whoever's turn it is.",
    "D33": "With twelve cards S0 is played, limited and scored as with nine.",
}
