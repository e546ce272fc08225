"""Reading the links and the guests of private tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from tables.admission import owned
from tables.errors import NoSuchGuest, NoSuchInvite
from tables.models import Guest, Seat, Table
from tables.queries import table as find_table

if TYPE_CHECKING:
    from deploy.accounts.models import User


@dataclass(frozen=True, slots=True)
class Invitation:
    """A private table as its link shows it to one user: what is played, not who plays."""

    table: Table
    taken: int  # seats
    standing: str  # "owner", "new", or a state of `Guest`


def invitation(invite: str, user: "User") -> Invitation:
    """Return where a link leads, for this user, or raise `NoSuchInvite`."""
    found = Table.objects.select_related("owner").filter(invite=invite).exclude(invite="").first()
    if found is None:
        raise NoSuchInvite
    taken = Seat.objects.filter(table=found).count()
    return Invitation(found, taken, _standing(found, invite, user))


def own_request(table_id: int, user: "User") -> Guest:
    """Return what a user asked for at a private table, or raise `NoSuchGuest`."""
    found = Guest.objects.filter(table_id=table_id, user=user).first()
    if found is None:
        raise NoSuchGuest(facts={"name": user.username})
    return found


def guests(table_id: int, user: "User") -> QuerySet[Guest]:
    """Return all who asked to play at one's own table, the first first; see `admission.owned`."""
    owned(find_table(table_id), user, or_staff=False)
    return Guest.objects.filter(table_id=table_id).select_related("user").order_by("asked_at")


def _standing(table: Table, invite: str, user: "User") -> str:
    if table.owner_id == user.pk:
        return "owner"
    guest = Guest.objects.filter(table=table, user=user).first()
    if guest is None or (guest.state == Guest.State.REFUSED and guest.invite != invite):
        return "new"
    return str(guest.state)
