"""Who may be at a private table: its owner, whoever has a seat, and the guests let in."""

from typing import TYPE_CHECKING

from tables.errors import NoSuchTable, NotAnsweredYet, NotLetIn, NotOwner
from tables.models import Guest, Seat, Table

if TYPE_CHECKING:
    from deploy.accounts.models import User


def let_in(table: Table, user: "User") -> None:
    """Refuse whoever may not take a seat: `NotAnsweredYet`, `NotLetIn`.

    `NoSuchTable` for those who never asked: that there is such a table is none of their business.
    """
    if not table.private or user.is_bot or table.owner_id == user.pk:
        return
    guest = Guest.objects.filter(table=table, user_id=user.pk).first()
    if guest is None:
        raise NoSuchTable(facts={"table": table.pk})
    if guest.state == Guest.State.ASKED:
        raise NotAnsweredYet
    if guest.state == Guest.State.REFUSED:
        raise NotLetIn


def is_admitted(table: Table, user_id: int) -> bool:
    """Whether a user may see a table at all; anybody may, unless it is private."""
    if not table.private or table.owner_id == user_id:
        return True
    let = Guest.objects.filter(table=table, user_id=user_id, state=Guest.State.APPROVED)
    return let.exists() or Seat.objects.filter(table=table, user_id=user_id).exists()


def refuse_stranger(table: Table, user: "User") -> None:
    """Refuse who never asked at a private table as if there were none: `NoSuchTable`."""
    asked = Guest.objects.filter(table=table, user=user)
    if not is_admitted(table, user.pk) and not asked.exists():
        raise NoSuchTable(facts={"table": table.pk})


def owned(table: Table, user: "User", *, or_staff: bool = True) -> None:
    """Refuse whoever neither owns a table nor is staff: `NotOwner`, to strangers `NoSuchTable`."""
    if table.owner_id == user.pk or (or_staff and user.is_staff):
        return
    refuse_stranger(table, user)
    raise NotOwner
