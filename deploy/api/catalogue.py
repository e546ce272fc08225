"""Every code that a problem may carry, in words: the pages under /problems are made from it.

A test holds this list against the refusals of every app and the codes of the engine.
"""

from django.utils.translation import gettext_lazy as _

from deploy.api.catalogue_entries import ENTRIES
from deploy.api.catalogue_guests import GUESTS
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
CHIPS = {
    "insufficient-chips": Kind(
        _("Not enough chips"),
        _("`have` and `need` say how many chips are there and how many are needed."),
    ),
    "bad-amount": Kind(
        _("Not an amount of chips"),
        _("An amount is a whole number of chips from 1 to 9007199254740991."),
    ),
    "key-missing": Kind(
        _("Idempotency key missing"),
        _("Send an Idempotency-Key of your own making, new for each new request."),
    ),
    "bad-key": Kind(
        _("Idempotency key not usable"),
        _("An idempotency key is text of 1 to 100 printable characters."),
    ),
    "key-reused": Kind(
        _("Idempotency key used before"),
        _("This key belongs to another request: make a new key for a new request."),
    ),
    "bad-cursor": Kind(
        _("Not a place in this list"),
        _("Follow `next` or `previous` of a page, or leave `cursor` out to begin anew."),
    ),
    "busy": Kind(
        _("Busy"),
        _("Others are changing the same things: send the same request again in a moment."),
    ),
    "account-frozen": Kind(
        _("Account frozen"), _("Chips cannot leave this account while it is frozen.")
    ),
    "account-closed": Kind(
        _("Account closed"), _("This account is closed: chips neither leave nor enter it.")
    ),
    "no-account": Kind(
        _("No such account"),
        _("A hand can only be settled between players who bought in at its table."),
    ),
    "unbalanced": Kind(_("Chips do not balance"), _("Gains and losses must sum to zero.")),
    "already-settled": Kind(
        _("Hand already settled"), _("The hand was settled before, with other results.")
    ),
    "account-held": Kind(
        _("Chips in play"),
        _("These chips play in an open hand: they can move when it is over."),
    ),
    "account-not-empty": Kind(
        _("Account not empty"),
        _(
            "A wallet can be closed when no chips are left in it, at tables, in matches or on"
            " bounties."
        ),
    ),
    "still-entered": Kind(
        _("Still in a tournament"),
        _("A wallet can be closed when every tournament that was entered is over."),
    ),
    "bad-name": Kind(_("Not a name"), _("A name is text of 1 to 100 printable characters.")),
    "bad-text": Kind(
        _("Not a text"),
        _("A reason or note is at most 200 printable characters, on one line."),
    ),
    "bad-state": Kind(_("Not a state"), _("An account is open, frozen or closed.")),
    "no-unit": Kind(_("No such unit"), _("There are no chips of the unit that `unit` names.")),
    "hand-elsewhere": Kind(
        _("Hand of another table"), _("A hand is settled by the table that dealt it: `hand`.")
    ),
    "hand-settled": Kind(
        _("Hand is over"), _("Chips can be held for a new hand only: `hand` is settled.")
    ),
    "too-many-legs": Kind(
        _("Too many accounts at once"),
        _("One transfer moves the chips of at most `most` accounts, not of `legs`."),
    ),
    "same-account-twice": Kind(
        _("Same account twice"),
        _("One transfer moves each account's chips once: add the amounts up."),
    ),
    "no-transfer": Kind(
        _("No such transfer"),
        _("There is no transfer of that number, or none that is yours to see."),
    ),
    "already-reversed": Kind(
        _("Transfer already corrected"), _("A transfer is undone at most once.")
    ),
    "still-played-for": Kind(
        _("Still played for"),
        _(
            "Chips of a match or a tournament are corrected when it is over; until then its"
            " organiser can give an entry back."
        ),
    ),
    "reason-missing": Kind(
        _("Reason missing"), _("Say why, in 1 to 200 characters: it stays on record.")
    ),
    "second-person": Kind(
        _("Needs a second person"), _("Somebody else than who asked for it has to agree.")
    ),
    "own-account": Kind(
        _("Your own account"),
        _("Somebody else of the staff has to do this: it moves chips of your own."),
    ),
    "no-request": Kind(_("No such request"), _("There is no request of that number.")),
    "already-decided": Kind(
        _("Already decided"), _("This request was agreed to or declined before.")
    ),
    "payments-off": Kind(
        _("No payments between players"),
        _("This house lets chips move at tables and in tournaments only."),
    ),
    "same-player": Kind(_("Same player twice"), _("Name another player: one cannot pay oneself.")),
    "tournament-not-paid-out": Kind(
        _("Tournament not paid out"),
        _("`left` chips are still to be paid or collected before it can be closed."),
    ),
    "issue-limit": Kind(
        _("No more chips can be issued"), _("The house has issued as many chips as it can count.")
    ),
}
LIMITS = {
    "loss-limit": Kind(
        _("Loss limit"),
        _("`left` chips may still be risked until `ends_at`. Chips at tables count as risked."),
    ),
    "deposit-limit": Kind(
        _("Deposit limit"),
        _("The player chose to receive no more than `limit` chips in that time; `left` are left."),
    ),
    "time-limit": Kind(
        _("Time limit"), _("The player's own time at tables is used up until `ends_at`.")
    ),
    "self-excluded": Kind(
        _("On a break from play"),
        _("The player takes a break until `ends_at` (null: for ever). Nobody can end it early."),
    ),
    "play-frozen": Kind(
        _("Frozen by the house"),
        _("The house keeps this player from playing; the detail says why and since when."),
    ),
    "bad-limit": Kind(
        _("Not a limit"),
        _("A limit is on deposit or loss in chips, or on time for a day in minutes, from 0 on."),
    ),
    "limit-unchanged": Kind(_("Already so"), _("The limit is what you ask for already.")),
    "no-such-change": Kind(
        _("No such change"), _("The change of a limit holds by now, or was cancelled.")
    ),
    "break-shorter": Kind(
        _("Your break is longer already"), _("A break from play can only be made longer.")
    ),
    "no-such-player": Kind(_("No such player"), _("There is no player with that number or name.")),
    "already-frozen": Kind(_("Frozen already"), _("The player is frozen already.")),
    "not-frozen": Kind(_("Not frozen"), _("There is no freeze to lift.")),
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
TOURNAMENTS = {
    "arranged-table": Kind(
        _("A tournament's table"),
        _("The seats of this table are given and taken by a tournament: see its page."),
    ),
    "no-such-tournament": Kind(
        _("No such tournament"),
        _("There is no tournament of that number, or none that you may see."),
    ),
    "not-organiser": Kind(
        _("Not your tournament"),
        _("Only the organiser of this tournament can do that."),
    ),
    "may-not-organise": Kind(
        _("You are no organiser"),
        _("Tournaments are made by organisers: ask the house to make you one."),
    ),
    "bad-tournament": Kind(
        _("That tournament cannot be"),
        _("A setting makes no sense; the detail names it and says what would."),
    ),
    "not-a-draft": Kind(
        _("It is announced"),
        _("What was announced stays as it is: cancel it, or make another one."),
    ),
    "still-a-draft": Kind(
        _("It is a draft"),
        _("This tournament is a draft: announce it first."),
    ),
    "rule-refused": Kind(
        _("Not by the rules"),
        _("The rules of tournaments refuse it; the code and the detail are theirs."),
    ),
    **ENTRIES,
    "not-in-match": Kind(
        _("Not your match"),
        _("The players of a match report its result, or the organiser does."),
    ),
    "note-missing": Kind(
        _("A reason, please"),
        _("Say why, in a sentence that the players may read."),
    ),
    "nothing-to-undo": Kind(
        _("Nothing to take back"),
        _("There is no correction that could be taken back, or put in force again."),
    ),
    "already-paid-out": Kind(
        _("The prizes are paid"),
        _("The prizes have been paid: the house corrects a payment, with its reason."),
    ),
    "nothing-changes": Kind(
        _("Nothing would change"),
        _("All stands like that already: say what is right instead, or leave it."),
    ),
    "stage-begun": Kind(
        _("The next stage has begun"),
        _("Its seats are taken: it goes on as it is, which a correction has to rule."),
    ),
    "no-deal": Kind(
        _("No such deal"),
        _("There is no open proposal that you could answer: propose one."),
    ),
    "bad-deal": Kind(
        _("That deal cannot be"),
        _("The detail says why: amounts that do not share exactly the prizes, say."),
    ),
    "seed-not-revealed": Kind(
        _("The seed is still sealed"),
        _("The seed of the draws is shown when the tournament is over."),
    ),
    "bad-result": Kind(
        _("That is no result"),
        _("A result names each player of the match once, in groups of equals, best first."),
    ),
    "import-refused": Kind(
        _("Some lines are wrong"),
        _("Nothing was taken in: `wrong` names each line, its field, and what is wrong."),
    ),
    "bad-webhook": Kind(
        _("Nothing can be sent there"),
        _("The detail says why: webhooks go to https addresses of the open internet."),
    ),
    "no-such-webhook": Kind(
        _("No such webhook"),
        _("There is no webhook or delivery of that number here."),
    ),
    "too-many-webhooks": Kind(
        _("Enough webhooks"),
        _("A tournament, or an organiser, has a few webhooks at most: remove one first."),
    ),
    "no-such-stage": Kind(
        _("No such stage"),
        _("The tournament's page lists its stages."),
    ),
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
