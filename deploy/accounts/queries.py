"""What may be asked about accounts."""

from deploy.accounts.models import User

ROLES = ("player", "organiser", "auditor", "staff")


def roles(user: User) -> list[str]:
    """Return the user's roles, in the order of ROLES."""
    names = set(user.groups.values_list("name", flat=True))
    return [role for role in ROLES if role in names]
