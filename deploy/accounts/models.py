"""The user model, ours from the first migration, and what guards its doors."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from deploy.accounts.names import NameKey


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

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                NameKey(F("username")),
                name="accounts_name_looks_unique",
                violation_error_message="Somebody has that name, or one that looks the same.",
            )
        ]


class SocketTicket(models.Model):
    """A one-use pass to a socket. Only its hash is kept; taking it deletes it."""

    digest = models.CharField(primary_key=True, max_length=64)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        """Whose it is; the ticket itself is not known here."""
        return f"ticket of user {self.user_id}"
