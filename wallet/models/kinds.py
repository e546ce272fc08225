"""What accounts and transfers there are."""

from django.db import models
from django.utils.translation import gettext_lazy as _

HOUSE_CHIP = "chips"
# Before a tournament's number: the unit of the chips that are played with in it.
TOURNAMENT_UNIT = "tournament-"


class AccountKind(models.TextChoices):
    """What an account holds chips for; it decides whose the account is and when it is locked.

    The order here is the order of locks, so that no two transfers wait for each other: what one
    table uses first, what everybody uses last and for the shortest time.
    """

    SEAT = "seat", _("seat at a table")
    POT = "pot", _("match pot of a table")
    BOUNTY = "bounty", _("bounty")
    PRIZE_POOL = "prize_pool", _("prize pool")
    PLAYER = "player", _("player")
    PROMO = "promo", _("promotion")
    FEE = "fee", _("tournament fees")
    RAKE = "rake", _("rake of a table")
    HOUSE = "house", _("house")
    ISSUER = "issuer", _("issuer")


class AccountState(models.TextChoices):
    """Whether chips may move: frozen gives none, closed is empty and stays so."""

    OPEN = "open", _("open")
    FROZEN = "frozen", _("frozen")
    CLOSED = "closed", _("closed")


class TransferKind(models.TextChoices):
    """What happened."""

    GRANT = "grant", _("chips granted")
    FUND = "fund", _("house funded")
    STAKE = "stake", _("bot staked")
    UNSTAKE = "unstake", _("bot's chips returned")
    BUY_IN = "buy-in", _("bought in")
    LEAVE = "leave", _("left the table")
    SETTLEMENT = "settlement", _("hand settled")
    MATCH_COST = "match-cost", _("match paid for")
    MATCH_END = "match-end", _("match settled")
    BURN = "burn", _("chips taken out of play")
    TOP_UP = "top-up", _("topped up")
    RAKE_SWEEP = "rake-sweep", _("rake collected")
    PAYMENT = "payment", _("payment between players")
    PROMO_FUND = "promo-fund", _("promotion funded")
    PROMO_GIFT = "promo-gift", _("promotional chips")
    ENTRY = "entry", _("paid into a tournament")
    OVERLAY = "overlay", _("prize pool topped up by the house")
    PRIZE = "prize", _("prize")
    BOUNTY = "bounty", _("bounty")
    DEAL = "deal", _("prize pool shared by agreement")
    FEE_SWEEP = "fee-sweep", _("tournament fees collected")
    STACK = "stack", _("tournament chips issued")
    UNSTACK = "unstack", _("tournament chips taken out of play")
    REVERSAL = "reversal", _("correction")
    REFUND = "refund", _("refund")


class EntryFor(models.TextChoices):
    """What an ENTRY paid for, as its reason says; the first entry has no reason."""

    FIRST = "", _("paid into a tournament")
    REENTRY = "re-entry", _("re-entry into a tournament")
    REBUY = "rebuy", _("rebuy in a tournament")
    ADDON = "add-on", _("add-on in a tournament")


# The only kinds that may touch an issuer, i.e. make chips or take them out of existence. (A
# correction of one of them does so too.)
ISSUING_KINDS = (
    TransferKind.GRANT,
    TransferKind.FUND,
    TransferKind.BURN,
    TransferKind.STACK,
    TransferKind.UNSTACK,
    TransferKind.REVERSAL,
)
# The kinds that undo one earlier transfer, and are its exact negative.
REVERSING_KINDS = (TransferKind.REVERSAL, TransferKind.REFUND)
