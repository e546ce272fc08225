"""Every code that a problem may carry, in words: the pages under /problems are made from it.

A test holds this list against the refusals of every app and the codes of the engine.
"""

from django.utils.translation import gettext_lazy as _

from deploy.api.catalogue_chips import CHIPS, LIMITS
from deploy.api.catalogue_guests import GUESTS
from deploy.api.catalogue_tournaments import TOURNAMENTS
from deploy.api.kind import Kind

REQUESTS = {
    "invalid-request": Kind(
        _("Request not valid"),
        _("Fields are missing or wrong. `errors` names each field and says what it should hold."),
    ),
    "malformed-request": Kind(
        _("Request not readable"), _("The body is not JSON. Send one JSON object in UTF-8.")
    ),
    "bad-request": Kind(
        _("Request not understood"),
        _("Something in the request has a form that nobody here can read. The detail names it."),
    ),
    "not-authenticated": Kind(
        _("Who are you?"),
        _("Send `Authorization: Token …`, or sign in on the pages first."),
    ),
    "authentication-failed": Kind(
        _("Token not known"),
        _("The token was revoked, has run out or was never ours. Make a new one."),
    ),
    "csrf-failed": Kind(
        _("Page too old"),
        _("The request did not carry the page's own token. Load the page again and repeat it."),
    ),
    "forbidden": Kind(_("Not allowed"), _("Your role does not allow this.")),
    "not-found": Kind(_("Nothing here"), _("There is nothing at this address, or not for you.")),
    "method-not-allowed": Kind(
        _("Method not allowed"),
        _("The address exists, but not for this method. See the API's reference."),
    ),
    "not-acceptable": Kind(_("Only JSON"), _("We answer in JSON. Accept application/json.")),
    "unsupported-media-type": Kind(_("Only JSON"), _("Send the body as application/json.")),
    "too-large": Kind(_("Request too large"), _("No request of ours needs more than 64 KiB.")),
    "head-too-large": Kind(
        _("Too many headers"), _("Address and headers of a request have 64 KiB at most.")
    ),
    "too-many-requests": Kind(
        _("Too many tries"), _("Wait for the seconds in `retry_after`, then try again.")
    ),
    "internal-error": Kind(
        _("Our mistake"),
        _("The house made a mistake, and it is in our log. Send it again in a moment."),
    ),
    "unavailable": Kind(
        _("In a moment"),
        _("The house is catching its breath: send the same request again in a moment."),
    ),
    "refused": Kind(
        _("Refused"), _("The request was understood and refused; the detail says why.")
    ),
}
ACCOUNTS = {
    "username-taken": Kind(
        _("Name taken"), _("Somebody has that name, or one that looks the same. Choose another.")
    ),
    "username-invalid": Kind(
        _("Not a name for the table"),
        _("Choose a name of 3 to 20 characters: Latin letters, digits and _ - . only."),
    ),
    "password-weak": Kind(
        _("Password too weak"),
        _("`reasons` lists what is wrong with it. A few unrelated words do well."),
    ),
    "sign-in-failed": Kind(
        _("Not signed in"), _("That name and password do not belong together.")
    ),
    "no-token": Kind(
        _("No token to revoke"),
        _("Send the token that you want to revoke in the Authorization header."),
    ),
}
TABLES = {
    "no-such-table": Kind(
        _("No such table"), _("There is no table with that number. See the lobby.")
    ),
    "table-closed": Kind(_("Table closed"), _("The table takes no new players. Choose another.")),
    "bad-table": Kind(
        _("Not a table to play at"),
        _("The table's settings make no sense together; the detail names them."),
    ),
    "too-many-tables": Kind(
        _("You own enough tables"), _("Close one of your open tables before you open another.")
    ),
    "not-seated": Kind(
        _("No seat"), _("Only a player with a seat at this table can do that. Sit down first.")
    ),
    "not-owner": Kind(_("Not your table"), _("Only the table's owner can do that.")),
    "already-seated": Kind(_("Seated already"), _("One player holds one seat at a table.")),
    "seat-taken": Kind(_("Seat taken"), _("Somebody else holds that seat. Choose a free one.")),
    "table-full": Kind(_("Table full"), _("Every seat is taken. Choose another table, or wait.")),
    "buy-in-range": Kind(
        _("Buy-in out of range"), _("Buy in for an amount between the table's least and most.")
    ),
    "hand-in-play": Kind(
        _("Hand in play"),
        _("Chips cannot leave while their hand is in play. Leave after the hand."),
    ),
    "no-hand": Kind(_("No hand"), _("No hand is in play at this table. Wait for the next deal.")),
    "no-such-hand": Kind(_("No such hand"), _("There is no hand with that id.")),
    "hand-not-over": Kind(
        _("Hand still in play"), _("The record is given out when the hand has ended.")
    ),
    "seats-in-use": Kind(
        _("Seats in use"), _("That cannot change while somebody holds a seat at the table.")
    ),
    "not-watchable": Kind(
        _("Nobody watches this table"),
        _("The table is shown to its players only. Take a seat to see it."),
    ),
    "not-ahead": Kind(
        _("Not to be said ahead"),
        _("It is your turn: act. What is said ahead is for a turn that comes."),
    ),
    "no-reserve": Kind(
        _("No reserve to use"),
        _("Use your reserve of time in your own running turn, as long as some is left."),
    ),
    "too-much-talk": Kind(
        _("Too much talk"), _("Five phrases in ten seconds are enough. Wait a moment.")
    ),
    "not-in-hand": Kind(
        _("Not dealt in"), _("You were not dealt into this hand. Wait for the next deal.")
    ),
}
PLAY = {
    "illegal-move": Kind(_("Not a legal move"), _("`allowed` lists what would be legal now.")),
    "bad-action": Kind(
        _("Not an action"),
        _("An unknown kind, card or field, or an amount that is no whole number."),
    ),
    "not-your-turn": Kind(
        _("Not your turn"),
        _("Another player acts first. `allowed` says what you can do meanwhile."),
    ),
    "not-now": Kind(
        _("Not now"), _("This kind of action is not possible in this phase of the hand.")
    ),
    "above-cap": Kind(
        _("Above the cap"),
        _("The betting level may not pass the ante times the players dealt in."),
    ),
    "below-minimum": Kind(
        _("Below the minimum"), _("A raise must be more than the level; `allowed` has the bounds.")
    ),
    "not-enough-chips": Kind(
        _("Not enough chips in front of you"),
        _("You can bet no more than your stack at this table."),
    ),
    "not-held": Kind(_("Card not held"), _("You can only use cards that are in your hand.")),
    "melds-invalid": Kind(
        _("Not a way to go out"),
        _("Nine cards must stand in runs and groups, and each card counts once."),
    ),
    "stale": Kind(
        _("Too late"), _("The hand has moved on since. Read the table's state and decide again.")
    ),
    "hand-over": Kind(_("Hand over"), _("The hand has ended. Wait for the next deal.")),
}
GROUPS = (
    (_("Requests"), REQUESTS),
    (_("Accounts"), ACCOUNTS),
    (_("Chips"), CHIPS),
    (_("Limits"), LIMITS),
    (_("Tables"), TABLES | GUESTS),
    (_("Play"), PLAY),
    (_("Tournaments"), TOURNAMENTS),
)
KINDS: dict[str, Kind] = {code: kind for _name, group in GROUPS for code, kind in group.items()}


def title(code: str) -> str:
    """Return what a kind of problem is called, in the reader's language."""
    kind = KINDS.get(code)
    return str(kind.title) if kind else code.replace("-", " ").capitalize()
