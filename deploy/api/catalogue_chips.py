"""Problems with chips, the ledger and limits; a part of the catalogue."""

from django.utils.translation import gettext_lazy as _

from deploy.api.kind import Kind

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
