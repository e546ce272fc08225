"""Refusals of the live tables. Each says what would be right; refused means unchanged."""

from django.utils.translation import gettext_lazy as _

from engine.errors import IllegalAction
from wallet.errors import Refusal


class NoSuchTable(Refusal):
    """There is no table with that number."""

    code = "no-such-table"
    status = 404
    title = _("No such table")
    sentence = _("There is no table %(table)s; the lobby lists those that are open.")


class NoSuchHand(Refusal):
    """There is no hand with that id."""

    code = "no-such-hand"
    status = 404
    title = _("No such hand")
    sentence = _("There is no hand %(hand)s.")


class HandNotOver(Refusal):
    """The record of a hand can be had when the hand is over; until then it would show cards."""

    code = "hand-not-over"
    status = 409
    title = _("The hand is still in play")
    sentence = _("The record of a hand is open to all as soon as the hand is over.")


class TableClosed(Refusal):
    """The table takes no new players."""

    code = "table-closed"
    status = 409
    title = _("Table closed")
    sentence = _("This table is closed: choose another one in the lobby.")


class BadTable(Refusal):
    """The settings of a new table make no sense; the detail names them."""

    code = "bad-table"
    status = 422
    title = _("That table cannot be opened")


class TooManyTables(Refusal):
    """One person may own so many open tables and no more."""

    code = "too-many-tables"
    status = 409
    title = _("You own enough tables")
    sentence = _("You own %(most)s open tables: close one before you open another.")


class NotSeated(Refusal):
    """Only a player with a seat at this table can do that."""

    code = "not-seated"
    status = 403
    title = _("You have no seat here")
    sentence = _("You have no seat at this table: sit down first.")


class NotOwner(Refusal):
    """Only the table's owner can do that."""

    code = "not-owner"
    status = 403
    title = _("Not your table")
    sentence = _("Only the owner of this table can do that.")


class Arranged(Refusal):
    """The table belongs to a tournament, which alone seats, moves and lets go of players."""

    code = "arranged-table"
    status = 409
    title = _("A tournament's table")
    sentence = _("Tournament %(tournament)s gives and takes the seats here: see its page.")


class AlreadySeated(Refusal):
    """One player holds one seat at a table."""

    code = "already-seated"
    status = 409
    title = _("You already have a seat")
    sentence = _("You already sit in seat %(seat)s of this table.")


class SeatTaken(Refusal):
    """Somebody else holds that seat, or the table has no such seat."""

    code = "seat-taken"
    status = 409
    title = _("That seat is not free")
    sentence = _("Seat %(seat)s is not free; free seats: %(free)s.")


class TableFull(Refusal):
    """Every seat is taken."""

    code = "table-full"
    status = 409
    title = _("Table full")
    sentence = _("Every seat at this table is taken.")


class BuyInRange(Refusal):
    """The buy-in is outside the table's range."""

    code = "buy-in-range"
    status = 422
    title = _("Buy-in out of range")
    sentence = _("A buy-in here is a whole number of chips from %(min)s to %(max)s.")


class SeatsInUse(Refusal):
    """A table closes when every seat is free."""

    code = "seats-in-use"
    status = 409
    title = _("Players are still seated")
    sentence = _("A table closes when every seat is free: let the players leave first.")


class HandInPlay(Refusal):
    """Chips cannot leave while their hand is in play."""

    code = "hand-in-play"
    status = 409
    title = _("Your hand is in play")
    sentence = _(
        "Your hand is in play and the pot may still be yours: "
        "leave after the hand, or when it is over."
    )


class NoHand(Refusal):
    """No hand is in play at this table."""

    code = "no-hand"
    status = 409
    title = _("No hand in play")
    sentence = _("No hand is in play at this table: wait for the next deal.")


class NotInHand(Refusal):
    """The player has a seat but was not dealt into this hand."""

    code = "not-in-hand"
    status = 409
    title = _("You are not in this hand")
    sentence = _("You were not dealt into this hand: you play from the next deal.")


class Stale(Refusal):
    """The hand went on since the player looked."""

    code = "stale"
    status = 409
    title = _("The hand went on")
    sentence = _("The hand stands at %(seq)s, your action was for %(expected)s: look again.")


class BadRequest(Refusal):
    """A field of the request is missing or of the wrong kind; the detail names it."""

    code = "bad-request"
    status = 400
    title = _("Bad request")


class IllegalMove(Refusal):
    """The engine refused the action; its own code, and what would be legal, come along."""

    code = "illegal-move"
    status = 409
    title = _("Not a legal action")

    @classmethod
    def of(cls, error: IllegalAction) -> "IllegalMove":
        """Relay the engine's refusal."""
        status = 400 if error.code == "bad-action" else 409
        return cls(error.detail, facts={"allowed": error.allowed}, code=error.code, status=status)


class NotWatchable(Refusal):
    """The table shows nothing to people without a seat."""

    code = "not-watchable"
    status = 403
    title = _("Nobody watches this table")
    sentence = _("This table is shown to its players only: take a seat to see it.")


class NotAhead(Refusal):
    """What was to be done ahead cannot be promised now; the detail says why."""

    code = "not-ahead"
    status = 409
    title = _("Not to be said ahead")
    sentence = _("It is your turn: act. What is said ahead is for a turn that comes.")


class NoReserve(Refusal):
    """There is no running turn of the player's, or nothing left to put on top of it."""

    code = "no-reserve"
    status = 409
    title = _("No reserve to use")
    sentence = _("A reserve is used in one's own running turn, as long as there is some left.")


class TooMuchTalk(Refusal):
    """So many phrases in so many seconds and no more."""

    code = "too-much-talk"
    status = 429
    title = _("Too much talk")
    sentence = _("%(most)s phrases in %(seconds)s seconds are enough: wait a moment.")
    transient = True


class NoSuchInvite(Refusal):
    """The link leads nowhere: it was never given, or it was taken back."""

    code = "no-such-invite"
    status = 404
    title = _("This link leads to no table")
    sentence = _("This link leads to no table: ask whoever sent it to you for a new one.")


class NotPrivate(Refusal):
    """Links and guests belong to private tables."""

    code = "not-private"
    status = 409
    title = _("Not a private table")
    sentence = _("This table is open to everybody: it has no link, and nobody has to ask.")


class NotAnsweredYet(Refusal):
    """The owner of a private table has not let this guest in yet."""

    code = "not-answered-yet"
    status = 403
    title = _("The owner has not answered yet")
    sentence = _("The owner of this table has not answered yet: you can sit down once they agree.")


class NotLetIn(Refusal):
    """The owner of a private table does not want this guest."""

    code = "not-let-in"
    status = 403
    title = _("The owner said no")
    sentence = _("The owner of this table said no. You can ask again by a new link of theirs.")


class NoSuchGuest(Refusal):
    """Nobody of that name has asked to play at the table."""

    code = "no-such-guest"
    status = 404
    title = _("No such guest")
    sentence = _("%(name)s has not asked to play at this table.")


class TooManyAsking(Refusal):
    """So many people may wait for an answer at a table and no more."""

    code = "too-many-asking"
    status = 409
    title = _("Too many people are asking")
    sentence = _("%(most)s people wait for an answer already: ask again when some have one.")


class TooManySeats(Refusal):
    """One person may sit at so many tables at once and no more."""

    code = "too-many-seats"
    status = 409
    title = _("You sit at enough tables")
    sentence = _("You have %(most)s seats already: leave one before you take another.")


class StackToBring(Refusal):
    """Who leaves a table and comes back soon brings what was taken away from it."""

    code = "stack-to-bring"
    status = 422
    title = _("Bring the stack that you left with")
    sentence = _(
        "You left this table with %(chips)s chips: within %(minutes)s minutes you come back "
        "with %(min)s to %(max)s of them, so that nobody takes winnings off the table."
    )


class NotStaff(Refusal):
    """Only the house's own people can do that."""

    code = "not-staff"
    status = 403
    title = _("Staff only")
    sentence = _("Only the staff of the house can do that.")


class HouseNameTaken(Refusal):
    """Another house table has that name."""

    code = "house-name-taken"
    status = 409
    title = _("That name is taken")
    sentence = _("The house keeps a table %(name)s already: choose another name.")


class NoSuchHouseTable(Refusal):
    """The house keeps no table of that number."""

    code = "no-such-house-table"
    status = 404
    title = _("No such house table")
    sentence = _("The house keeps no table of number %(house)s.")
