"""The user model, ours from the first migration, and what guards its doors."""

from collections.abc import Iterable
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import connection, models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from deploy.accounts.names import NameKey

KEY: Final = NameKey.template
CALLED: Final = (
    "SELECT accounts_user.*, typed.name AS typed FROM unnest(%s::text[]) AS typed(name)"  # noqa: S608 - our own words; names are parameters
    f" JOIN accounts_user ON {KEY % {'expressions': 'accounts_user.username'}}"
    f" = {KEY % {'expressions': 'typed.name'}}"
)
LOOK: Final = f"SELECT {KEY % {'expressions': '%s::text'}}"


class People(UserManager["User"]):
    """Accounts, found by their names as people type them.

    A name means the account that would keep it from being taken at sign-up: "NINA", "Niná" and
    "nina " are nina. Whoever takes a name from somebody asks here, at sign-in too.
    """

    use_in_migrations = False

    def called(self, names: Iterable[str]) -> "dict[str, User]":
        """Return the accounts that are meant, by the name as it was typed; one statement.

        Names that nobody has are missing from it.
        """
        plain = {name: name.strip() for name in names if "\0" not in name}
        found = {user.typed: user for user in self.raw(CALLED, [list(set(plain.values()))])}
        return {name: found[asked] for name, asked in plain.items() if asked in found}

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account that signs in by this name; User.DoesNotExist."""
        found = self.called([username or ""])
        if not found:
            raise self.model.DoesNotExist
        return found[username or ""]

    def look(self, name: str) -> str:
        """Return what a name is compared by: the same text for names that mean one account."""
        with connection.cursor() as cursor:
            cursor.execute(LOOK, [name.strip().replace("\0", "")])
            return str(cursor.fetchone()[0])


class User(AbstractUser):
    """A person or a bot. Roles are groups: player, organiser, auditor, staff."""

    is_bot = models.BooleanField(
        default=False, help_text="played by the house, and shown as such", verbose_name=_("bot")
    )
    language = models.CharField(
        max_length=10,
        blank=True,
        help_text="empty: the browser's choice",
        verbose_name=_("language"),
    )

    objects: ClassVar[People] = People()
    typed: str  # how the name was typed, in what People.called finds

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                NameKey(F("username")),
                name="accounts_name_looks_unique",
                violation_error_message="Somebody has that name, or one that looks the same.",
            )
        ]


User._meta.get_field("username").register_lookup(NameKey)  # noqa: SLF001 - as Django documents


class SocketTicket(models.Model):
    """A one-use pass to a socket. Only its hash is kept; taking it deletes it."""

    digest = models.CharField(primary_key=True, max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Whose it is; the ticket itself is not known here."""
        return f"ticket of user {self.user_id}"
