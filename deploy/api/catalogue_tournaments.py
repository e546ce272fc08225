"""Problems with tournaments and their webhooks; a part of the catalogue."""

from django.utils.translation import gettext_lazy as _

from deploy.api.kind import Kind

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
    "pays-own-entry": Kind(
        _("Each player pays for the own entry"),
        _(
            "Who pays chips for an entry enters by their own hand: send them the address. For a"
            " night with cash make a tournament that costs no chips: enter everybody there by a"
            " list, and take and pay the cash yourself."
        ),
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
    "wrong-password": Kind(
        _("Wrong password"),
        _("This tournament is entered with a password that its organiser gives out."),
    ),
    "conditions-not-met": Kind(
        _("You may not enter"),
        _("The tournament has conditions; the detail names the one that you do not meet."),
    ),
    "no-such-flight": Kind(
        _("No such flight"),
        _("No stage takes entrants of that flight: choose one of those in `flights`."),
    ),
    "not-entered": Kind(
        _("You are not in this tournament"),
        _("You have not entered this tournament."),
    ),
    "no-such-entrant": Kind(
        _("No such entrant"),
        _("Entrants are named as in the log: see the list of entrants."),
    ),
    "table-decides": Kind(
        _("The table decides"),
        _(
            "This match is played at a live table, and ends as it ends there. The organiser alone"
            " can decide it otherwise."
        ),
    ),
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
