"""Refusals: every "no" of the house, as classes with a stable code.

A refusal is an answer, not an accident: nothing was changed, `detail` says what would be right,
and `facts` carry the numbers. Each door (REST, socket, page) translates it once. Wallet, tables
and accounts all derive their refusals from `Refusal`.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# The largest whole number that every JSON reader keeps exact.
AMOUNT_MAX = 2**53 - 1


class Refusal(Exception):
    """A request that was understood and refused.

    A subclass sets `code` (stable, for machines), `status` (suggested HTTP status), `title` (a few
    words) and `sentence` (the default detail, with %(name)s places for facts). An instance may
    carry another `code`, `status` or detail, e.g. to relay a refusal of the engine.
    """

    code: str = "refused"
    status: int = 409
    title: "StrPromise | str" = _("Refused")
    sentence: "ClassVar[StrPromise | str]" = ""
    # A transient refusal says nothing about the request: its key may be tried again.
    transient: ClassVar[bool] = False

    def __init__(
        self,
        detail: "StrPromise | str" = "",
        *,
        facts: Mapping[str, Any] | None = None,
        code: str | None = None,
        status: int | None = None,
        title: "StrPromise | str | None" = None,
    ) -> None:
        """Refuse with `detail` (default: the class's sentence, filled in from `facts`)."""
        self.facts: dict[str, Any] = dict(facts or {})
        self.code = code or self.code
        self.status = status or self.status
        self.title = title or self.title
        self.detail = str(detail) or self._filled_in() or str(self.title)
        super().__init__(self.detail)

    def _filled_in(self) -> str:
        try:
            return str(self.sentence % self.facts)
        except KeyError:  # raised without its facts: then the title has to do
            return ""

    def problem(self) -> dict[str, Any]:
        """Return the refusal as JSON-able data, from which `from_problem` builds an equal one."""
        return {
            "code": self.code,
            "status": self.status,
            "title": str(self.title),
            "detail": self.detail,
            "facts": self.facts,
        }

    @staticmethod
    def from_problem(problem: Mapping[str, Any]) -> "Refusal":
        """Build the refusal that `problem()` described, of its own class where that is loaded."""
        kin = (kind for kind in _descendants(Refusal) if kind.code == problem["code"])
        kind = next(kin, Refusal)
        rebuilt = kind.__new__(kind)
        Refusal.__init__(
            rebuilt,
            problem["detail"],
            facts=problem["facts"],
            code=problem["code"],
            status=problem["status"],
            title=problem["title"],
        )
        return rebuilt

    def __eq__(self, other: object) -> bool:
        """Two refusals are equal when a client could not tell them apart."""
        return isinstance(other, Refusal) and self.problem() == other.problem()

    def __hash__(self) -> int:
        """Hash by what never differs between equal refusals."""
        return hash((self.code, self.detail))


def _descendants(parent: type[Refusal]) -> Iterator[type[Refusal]]:
    for child in parent.__subclasses__():
        yield child
        yield from _descendants(child)


class InsufficientChips(Refusal):
    """Fewer chips there than the request moves. Facts: have, need, account (its kind)."""

    code = "insufficient-chips"
    title = _("Not enough chips")
    sentence = ngettext_lazy(
        "This needs %(need)s chip and only %(have)s are there.",
        "This needs %(need)s chips and only %(have)s are there.",
        "need",
    )


class BadAmount(Refusal):
    """An amount that is not a whole number of chips from 1 to 2^53 - 1."""

    code = "bad-amount"
    status = 400
    title = _("Not an amount of chips")
    sentence = _("An amount is a whole number of chips from 1 to 9007199254740991.")


class BadName(Refusal):
    """A hand, a match, an actor or a unit without a name that could be kept."""

    code = "bad-name"
    status = 400
    title = _("Not a name")
    sentence = _("A name is text of 1 to 100 printable characters.")


class BadText(Refusal):
    """A reason or note that cannot be kept."""

    code = "bad-text"
    status = 400
    title = _("Not a text")
    sentence = _("A reason or note is at most 200 printable characters, on one line.")


class BadState(Refusal):
    """A state that no account can be in."""

    code = "bad-state"
    status = 400
    title = _("Not a state")
    sentence = _("An account is open, frozen or closed.")


class NoSuchUnit(Refusal):
    """There are no chips of that unit. Facts: unit."""

    code = "no-unit"
    status = 404
    title = _("No such unit")
    sentence = _("There are no chips of the unit %(unit)s.")


class KeyMissing(Refusal):
    """A change of state without an idempotency key."""

    code = "key-missing"
    status = 400
    title = _("Idempotency key missing")
    sentence = _("Send an Idempotency-Key of your own making, new for each new request.")


class BadKey(Refusal):
    """An idempotency key that is too long or has characters that do not print."""

    code = "bad-key"
    status = 400
    title = _("Idempotency key not usable")
    sentence = _("An idempotency key is text of 1 to 100 printable characters.")


class KeyReused(Refusal):
    """The key was used before, for a request with other content."""

    code = "key-reused"
    status = 422
    title = _("Idempotency key used before")
    sentence = _("This key belongs to another request: make a new key for a new request.")


class BadCursor(Refusal):
    """A place in a list that is none: made up, cut off, or of another list."""

    code = "bad-cursor"
    status = 400
    title = _("Not a place in this list")
    sentence = _("Follow `next` or `previous` of a page, or leave `cursor` out to begin anew.")


class Busy(Refusal):
    """Others hold what the request needs; nothing happened, and the same key may be sent again."""

    code = "busy"
    title = _("Busy")
    sentence = _("Others are changing the same things: send the same request again in a moment.")
    transient = True


class TooManyRequests(Refusal):
    """The same was tried too often. Facts: retry_after, in seconds."""

    code = "too-many-requests"
    status = 429
    title = _("Too many tries")
    sentence = ngettext_lazy(
        "That was tried too often. Try again in %(retry_after)s second.",
        "That was tried too often. Try again in %(retry_after)s seconds.",
        "retry_after",
    )
    transient = True


class AccountFrozen(Refusal):
    """A frozen account may receive chips, but gives none. Facts: account (its kind)."""

    code = "account-frozen"
    title = _("Account frozen")
    sentence = _("Chips cannot leave this account while it is frozen.")


class AccountClosed(Refusal):
    """A closed account neither gives nor receives. Facts: account (its kind)."""

    code = "account-closed"
    title = _("Account closed")
    sentence = _("This account is closed: chips neither leave nor enter it.")


class AccountHeld(Refusal):
    """The chips play in a hand that is still open. Facts: account (its kind)."""

    code = "account-held"
    title = _("Chips in play")
    sentence = _("These chips play in an open hand: they can move when it is over.")


class AccountNotEmpty(Refusal):
    """Only a wallet without chips, there or elsewhere, can be closed."""

    code = "account-not-empty"
    title = _("Account not empty")
    sentence = _(
        "A wallet can be closed when no chips are left in it, at tables, in matches or on"
        " bounties."
    )


class StillEntered(Refusal):
    """A wallet that a tournament may still pay into cannot be closed."""

    code = "still-entered"
    title = _("Still in a tournament")
    sentence = _("A wallet can be closed when every tournament that was entered is over.")


class NoSuchAccount(Refusal):
    """Some account that the request needs does not exist. Facts: users."""

    code = "no-account"
    title = _("No such account")
    sentence = _(
        "Chips move only between players that exist, and in a hand only between those who bought"
        " in at its table."
    )


class TooManyLegs(Refusal):
    """One transfer would touch more accounts than can be locked in a moment. Facts: most, legs."""

    code = "too-many-legs"
    status = 400
    title = _("Too many accounts at once")
    sentence = _("One transfer moves the chips of at most %(most)s accounts, not of %(legs)s.")


class SameAccountTwice(Refusal):
    """One transfer names an account twice."""

    code = "same-account-twice"
    status = 400
    title = _("Same account twice")
    sentence = _("One transfer moves each account's chips once: add the amounts up.")


class NoSuchTransfer(Refusal):
    """There is no such transfer, or none that can be undone. Facts: transfer."""

    code = "no-transfer"
    status = 404
    title = _("No such transfer")
    sentence = _("There is no transfer of that number that moved chips.")


class AlreadyReversed(Refusal):
    """A transfer is undone at most once. Facts: transfer."""

    code = "already-reversed"
    title = _("Transfer already corrected")
    sentence = _("Transfer %(transfer)s was undone before, and that happens only once.")


class StillPlayedFor(Refusal):
    """Chips of a match or a tournament that is not over are not corrected away from it."""

    code = "still-played-for"
    title = _("Still played for")
    sentence = _(
        "This moved chips that are still played for: correct it when the match or the tournament"
        " is over, or let the organiser give the entry back."
    )


class ReasonMissing(Refusal):
    """Staff move chips only with a reason, which stays on record."""

    code = "reason-missing"
    status = 400
    title = _("Reason missing")
    sentence = _("Say why, in 1 to 200 characters: it stays on record.")


class SecondPerson(Refusal):
    """Who asked for it cannot agree to it."""

    code = "second-person"
    status = 403
    title = _("Needs a second person")
    sentence = _("Somebody other than the person who asked has to agree.")


class OwnAccount(Refusal):
    """Staff who would give, take or correct chips of their own, or agree to it."""

    code = "own-account"
    status = 403
    title = _("Your own account")
    sentence = _("Somebody else of the staff has to do this: it moves chips of your own.")


class NoSuchRequest(Refusal):
    """There is no such request of staff."""

    code = "no-request"
    status = 404
    title = _("No such request")
    sentence = _("There is no request of that number.")


class AlreadyDecided(Refusal):
    """A request is decided once."""

    code = "already-decided"
    title = _("Already decided")
    sentence = _("This request was agreed to or declined before.")


class PaymentsOff(Refusal):
    """This house does not let players pay each other."""

    code = "payments-off"
    status = 403
    title = _("No payments between players")
    sentence = _("This house lets chips move at tables and in tournaments only.")


class SamePlayer(Refusal):
    """A payment to oneself."""

    code = "same-player"
    status = 400
    title = _("Same player twice")
    sentence = _("Name another player: one cannot pay oneself.")


class TournamentNotPaidOut(Refusal):
    """Chips are left in the prize pool, the fees or a bounty. Facts: left."""

    code = "tournament-not-paid-out"
    title = _("Tournament not paid out")
    sentence = ngettext_lazy(
        "%(left)s chip is still to be paid or collected before it can be closed.",
        "%(left)s chips are still to be paid or collected before it can be closed.",
        "left",
    )


class Unbalanced(Refusal):
    """What some win is not what others lose. Facts: sum."""

    code = "unbalanced"
    status = 422
    title = _("Chips do not balance")
    sentence = _("Gains and losses must sum to zero; these sum to %(sum)s.")


class AlreadySettled(Refusal):
    """The hand was settled before, with other results. Facts: hand."""

    code = "already-settled"
    title = _("Hand already settled")
    sentence = _("Hand %(hand)s is settled already, with other results.")


class HandElsewhere(Refusal):
    """A hand belongs to the table that dealt it. Facts: hand."""

    code = "hand-elsewhere"
    title = _("Hand of another table")
    sentence = _("Hand %(hand)s was dealt at another table, and only that one settles it.")


class HandSettled(Refusal):
    """A hand that is settled holds no chips any more. Facts: hand."""

    code = "hand-settled"
    title = _("Hand is over")
    sentence = _("Hand %(hand)s is settled: chips can be held for a new hand only.")


class IssueLimit(Refusal):
    """More chips would exist than a JSON number can say. Facts: have (still issuable), need."""

    code = "issue-limit"
    title = _("No more chips can be issued")
    sentence = ngettext_lazy(
        "Only %(have)s more chip can be issued, and this needs %(need)s.",
        "Only %(have)s more chips can be issued, and this needs %(need)s.",
        "have",
    )
