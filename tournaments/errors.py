"""Refusals of tournaments. Each says what would be right; refused means unchanged."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from tournaments.rules.errors import Impossible, Refused
from wallet.errors import Refusal


class NoSuchTournament(Refusal):
    """There is no tournament with that number, or none that the asker may see."""

    code = "no-such-tournament"
    status = 404
    title = _("No such tournament")
    sentence = _("There is no tournament %(tournament)s; the list shows those that there are.")


class NotOrganiser(Refusal):
    """Only the tournament's organiser (or staff) can do that."""

    code = "not-organiser"
    status = 403
    title = _("Not your tournament")
    sentence = _("Only the organiser of this tournament can do that.")


class MayNotOrganise(Refusal):
    """Tournaments are made by organisers and staff."""

    code = "may-not-organise"
    status = 403
    title = _("You are no organiser")
    sentence = _("Tournaments are made by organisers: ask the house to make you one.")


class BadTournament(Refusal):
    """The settings of a tournament make no sense; the detail names them."""

    code = "bad-tournament"
    status = 422
    title = _("That tournament cannot be")


class PaysOwnEntry(Refusal):
    """Somebody would be entered for whom chips are to be paid: no chip moves without its owner."""

    code = "pays-own-entry"
    status = 422
    title = _("Each player pays for the own entry")
    sentence = _(
        "Who pays chips for an entry enters by their own hand: send them the address. For a night"
        " with cash make a tournament that costs no chips: enter everybody there by a list, and"
        " take and pay the cash yourself."
    )


class NotADraft(Refusal):
    """What was announced stays; only drafts are changed or thrown away."""

    code = "not-a-draft"
    status = 409
    title = _("It is announced")
    sentence = _("What was announced stays as it is: cancel it, or make another one.")


class StillADraft(Refusal):
    """Nothing happens in a tournament before it is announced."""

    code = "still-a-draft"
    status = 409
    title = _("It is a draft")
    sentence = _("This tournament is a draft: announce it first.")


class RuleRefused(Refusal):
    """The rules of tournaments refused; their own code and sentence come along."""

    code = "rule-refused"
    status = 409
    title = _("Not by the rules")

    @classmethod
    def of(cls, error: Refused) -> "RuleRefused":
        """Relay the refusal of the rules; `facts.nearest` has the plans that could be played."""
        near = [str(one) for one in error.nearest] if isinstance(error, Impossible) else []
        return cls(error.detail, facts={"nearest": near} if near else {}, code=error.code)


@contextmanager
def by_the_rules() -> Iterator[None]:
    """Relay what the rules refuse inside as RuleRefused, which every door answers with."""
    try:
        yield
    except Refused as refused:
        raise RuleRefused.of(refused) from refused


class WrongPassword(Refusal):
    """The tournament is entered with a password, and this is not it."""

    code = "wrong-password"
    status = 403
    title = _("Wrong password")
    sentence = _("This tournament is entered with a password that its organiser gives out.")


class ConditionsNotMet(Refusal):
    """The account does not meet the tournament's conditions; the detail names the first one."""

    code = "conditions-not-met"
    status = 403
    title = _("You may not enter")


class NoSuchFlight(Refusal):
    """No stage takes entrants of that flight. Facts: flights, those that there are."""

    code = "no-such-flight"
    status = 422
    title = _("No such flight")
    sentence = _("No stage takes entrants of the flight “%(flight)s”: choose one of: %(known)s.")


class NotEntered(Refusal):
    """Only somebody who entered the tournament can do that."""

    code = "not-entered"
    status = 403
    title = _("You are not in this tournament")
    sentence = _("You have not entered this tournament.")


class NoSuchEntrant(Refusal):
    """Nobody in the tournament has that name in the log."""

    code = "no-such-entrant"
    status = 404
    title = _("No such entrant")
    sentence = _("There is no entrant %(entrant)s in this tournament.")


class TableDecides(Refusal):
    """A player says how a match at a live table ended; only the table says that."""

    code = "table-decides"
    status = 409
    title = _("The table decides")
    sentence = _(
        "This match is played at a live table, and ends as it ends there. The organiser alone can"
        " decide it otherwise."
    )


class NotInMatch(Refusal):
    """Only a player of the match reports its result."""

    code = "not-in-match"
    status = 403
    title = _("Not your match")
    sentence = _("The players of a match report its result, or the organiser does.")


class NoteMissing(Refusal):
    """What touches others needs a reason, which everybody can read."""

    code = "note-missing"
    status = 422
    title = _("A reason, please")
    sentence = _("Say why, in a sentence that the players may read.")


class NothingToUndo(Refusal):
    """No correction is in force, or none was taken back."""

    code = "nothing-to-undo"
    status = 409
    title = _("Nothing to take back")
    sentence = _("There is no correction that could be taken back, or put in force again.")


class AlreadyPaidOut(Refusal):
    """The prizes are paid, and this would move them."""

    code = "already-paid-out"
    status = 409
    title = _("The prizes are paid")
    sentence = _("The prizes have been paid: the house corrects a payment, with its reason.")


class NothingChanges(Refusal):
    """A correction would leave everything as it is."""

    code = "nothing-changes"
    status = 409
    title = _("Nothing would change")
    sentence = _("All stands like that already: say what is right instead, or leave it.")


class StageBegun(Refusal):
    """A stage has begun with others than a correction would send there. Facts: gone, come."""

    code = "stage-begun"
    status = 409
    title = _("The next stage has begun")
    sentence = _(
        "Stage %(stage)s has begun, and its seats are taken, so nobody can be swapped in and it"
        ' is not played again: rule "keep" for it, or correct something else.'
    )


class NoDeal(Refusal):
    """There is no open proposal, or the asker is not one of those who would share."""

    code = "no-deal"
    status = 409
    title = _("No such deal")
    sentence = _("There is no open proposal that you could answer: propose one.")


class BadDeal(Refusal):
    """The proposal cannot be; the detail says why."""

    code = "bad-deal"
    status = 422
    title = _("That deal cannot be")


class SeedNotRevealed(Refusal):
    """The seed is sealed until the tournament is over."""

    code = "seed-not-revealed"
    status = 409
    title = _("The seed is still sealed")
    sentence = _("The seed of the draws is shown when the tournament is over.")


class BadResult(Refusal):
    """A result of a match that none can have; the detail says what it needs."""

    code = "bad-result"
    status = 422
    title = _("That is no result")


class ImportRefused(Refusal):
    """Lines of an import are wrong. Facts: wrong, a list of {row, field, detail}."""

    code = "import-refused"
    status = 422
    title = _("Some lines are wrong")
    sentence = _("Nothing was taken in: `wrong` names each line, its field, and what is wrong.")


class NoSuchStage(Refusal):
    """The tournament has no stage of that id."""

    code = "no-such-stage"
    status = 404
    title = _("No such stage")
    sentence = _("This tournament has no stage %(stage)s.")
