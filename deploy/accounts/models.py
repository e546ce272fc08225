"""The user model, ours from the first migration."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person or a bot. Roles are groups: player, organiser, auditor, staff."""

    is_bot = models.BooleanField(default=False, help_text="played by the house, and shown as such")
    language = models.CharField(max_length=10, blank=True, help_text="empty: the browser's choice")
