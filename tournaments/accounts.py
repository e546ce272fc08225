"""The accounts that a list of names means."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from deploy.accounts.models import User

TOLD_MAX: Final = 20
"""So many names that are nobody's are told at once."""


def accounts_called(names: Iterable[str]) -> "dict[str, User]":
    """The open accounts of these names, by the name as it was typed (compared as at sign-up)."""
    found = get_user_model().objects.called(names)
    return {name: user for name, user in found.items() if user.is_active}


def no_accounts(missing: Sequence[str]) -> str:
    """One sentence that names those whom nobody here is called."""
    if len(missing) == 1:
        return _("There is no account %s.") % missing[0]
    names, more = ", ".join(missing[:TOLD_MAX]), len(missing) - TOLD_MAX
    if more <= 0:
        return _("There are no accounts of these names: %s.") % names
    words = _("There are no accounts of these names: %(names)s, and %(n)s more.")
    return words % {"names": names, "n": more}
