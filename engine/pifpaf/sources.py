"""What the marks in docstrings and in `python3 -m engine rules` stand for.

S: a rule text that we play by. D: a decision of ours where the text is silent or says two things.
"""

from typing import Final

SOURCES: Final = {
    "S1": "Pif Paf with bets, as Denexa Games describes it in English: 104 cards and a pot.",
    "D1": "A group counts suits: exactly three of them, so a fourth suit spoils it.",
    "D11": "An empty stock is the whole discard pile turned over, unshuffled, the top card too; "
    "it is turned when somebody wants to draw.",
    "D12": "A hand whose pile was turned over too often is void: every stake goes back, and the "
    "same player deals again.",
    "D13": "Whoever has not folded or discarded may claim the discard, to go out at once with it "
    "in a meld; the nearest after the discarder comes first.",
    "D23": "No bet of the round goes above the ante times the players dealt in. The ante is not "
    "counted, and folding does not lower it.",
    "D24": "Who takes the pot because all others folded has won the hand, and deals the next.",
}
