"""Problems with private tables, their guests, and seats; a part of the catalogue."""

from django.utils.translation import gettext_lazy as _

from deploy.api.kind import Kind

GUESTS = {
    "no-such-invite": Kind(
        _("This link leads to no table"),
        _("It was never given, or taken back. Ask whoever sent it for a new one."),
    ),
    "not-private": Kind(
        _("Not a private table"), _("The table is open to everybody: nobody has to ask.")
    ),
    "not-answered-yet": Kind(
        _("The owner has not answered yet"),
        _("You can sit down once the owner of the table agrees. Wait at its `request`."),
    ),
    "not-let-in": Kind(
        _("The owner said no"), _("You can ask again by a new link of the owner's.")
    ),
    "no-such-guest": Kind(
        _("No such guest"), _("Nobody of that name has asked to play at the table.")
    ),
    "too-many-asking": Kind(
        _("Too many people are asking"), _("Ask again when some of them have an answer.")
    ),
    "stack-to-bring": Kind(
        _("Bring the stack that you left with"),
        _("You left this table with `chips` a short while ago: bring `min` to `max`."),
    ),
    "too-many-seats": Kind(
        _("You sit at enough tables"), _("Leave one of your seats before you take another.")
    ),
    "not-staff": Kind(_("Staff only"), _("Only the staff of the house can do that.")),
    "house-name-taken": Kind(
        _("That name is taken"), _("The house keeps a table of that name. Choose another.")
    ),
    "no-such-house-table": Kind(
        _("No such house table"), _("The house keeps no table of that number.")
    ),
}
