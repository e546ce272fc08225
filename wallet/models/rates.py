"""How much of what is limited has been used."""

from django.db import models


class Allowance(models.Model):
    """How much of a limited request a bucket has used: one moment in time (wallet.rate_limits)."""

    bucket = models.CharField(primary_key=True, max_length=120)
    used_until = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_allowance"  # the accounts had it first

    def __str__(self) -> str:
        """The bucket and its moment."""
        return f"{self.bucket} until {self.used_until:%H:%M:%S}"
