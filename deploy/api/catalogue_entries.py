"""The codes of refusals to whoever enters a tournament: a part of `catalogue`."""

from django.utils.translation import gettext_lazy as _

from deploy.api.kind import Kind

ENTRIES = {
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
    "pays-own-entry": Kind(
        _("Each player pays for the own entry"),
        _(
            "Who pays chips for an entry enters by their own hand: send them the address. For a"
            " night with cash make a tournament that costs no chips: enter everybody there by a"
            " list, and take and pay the cash yourself."
        ),
    ),
    "not-entered": Kind(
        _("You are not in this tournament"),
        _("You have not entered this tournament."),
    ),
    "no-such-entrant": Kind(
        _("No such entrant"),
        _("Entrants are named as in the log: see the list of entrants."),
    ),
}
