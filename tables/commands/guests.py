"""Private tables: the link that leads to one, who asks to play there, and whom its owner lets in.

A link lets people ask and shows them what is played; nothing at the table is seen before the owner
has agreed. To be let in holds until the owner takes it back, also when the link is renewed.
"""

import secrets
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tables.admission import owned
from tables.commands.locking import lock_table
from tables.commands.seats import give_up, is_held
from tables.commands.tables import LINK_BYTES
from tables.errors import (
    NoSuchGuest,
    NoSuchInvite,
    NotLetIn,
    NotPrivate,
    NotSeated,
    TableClosed,
    TooManyAsking,
)
from tables.log import Log
from tables.models import Guest, Seat, Table
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

# So many people may wait for the answer of one owner.
ASKING_MAX = 50


def renew_link(*, user: "User", key: str, table_id: int) -> dict[str, str | None]:
    """Give a private table a new link and end the one before; return {"invite"}.

    Who was let in stays so; who was refused may ask again by the new link. Refused: `NotOwner`,
    `NotPrivate`, `TableClosed`. The same key, the same link.
    """
    return _set_link(user, key, table_id, "renew-link", secrets.token_urlsafe(LINK_BYTES))


def revoke_link(*, user: "User", key: str, table_id: int) -> dict[str, str | None]:
    """End a private table's link, so that nobody new can ask; return {"invite"}, which is None.

    Who asked or was let in before stays so. Refused: `NotOwner`, `NotPrivate`, `TableClosed`.
    """
    return _set_link(user, key, table_id, "revoke-link", "")


def ask_to_play(*, user: "User", key: str, invite: str) -> dict[str, object]:
    """Ask the owner of a private table for a seat by its link; return {"table", "state"}.

    The owner alone is told. To ask again changes nothing while the owner has not answered, nor
    after a yes; after a no it takes a new link (`NotLetIn`). Refused: `NoSuchInvite`,
    `TableClosed`, `TooManyAsking`.
    """

    def work() -> dict[str, object]:
        table_id = table_of_link(invite)
        table, now = lock_table(table_id)
        if table.invite != invite:  # renewed while we waited for the table
            raise NoSuchInvite
        if table.state != Table.State.OPEN:
            raise TableClosed
        if table.owner_id == user.pk:
            return {"table": table.pk, "state": Guest.State.APPROVED.value}
        guest = Guest.objects.filter(table=table, user=user).first()
        if guest is not None and guest.state == Guest.State.REFUSED and guest.invite == invite:
            raise NotLetIn
        if guest is None or guest.state == Guest.State.REFUSED:
            guest = _ask(Log(table, now), user, guest)
        return {"table": table.pk, "state": str(guest.state)}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={"ask": invite}, work=work, rate="asking")


def answer_guest(
    *, user: "User", key: str, table_id: int, name: str, approve: bool
) -> dict[str, object]:
    """Let a guest play at one's private table, or not; return {"name", "state", "left"}.

    Either answer may be taken back by the other. A no to somebody who sits there removes them as
    `remove_player` does ("left" is false while their hand is in play). Refused: `NotOwner`,
    `NotPrivate`, `NoSuchGuest`.
    """

    def work() -> dict[str, object]:
        log = _own_table(user, table_id)
        asked = get_user_model().objects.called([name]).get(name)
        guest = Guest.objects.filter(table=log.table, user=asked).first()
        if asked is None or guest is None:
            raise NoSuchGuest(facts={"name": name})
        wanted = Guest.State.APPROVED if approve else Guest.State.REFUSED
        if guest.state != wanted:
            _answer(log, guest, wanted)
        seat = Seat.objects.filter(table=log.table, user=guest.user_id).first()
        left = seat is None if approve or seat is None else _show_out(log, seat)
        log.write()
        return {"name": asked.username, "state": wanted.value, "left": left}

    content = {"answer": table_id, "name": name, "approve": approve}
    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def remove_player(*, user: "User", key: str, table_id: int, seat: int) -> dict[str, object]:
    """Make a player leave one's private table with every chip of theirs; return {"left"}.

    Never in mid-hand: who plays in a hand or match leaves when it is over ("left" is then false).
    They come back only when the owner lets them in again. Refused: `NotOwner`, `NotPrivate`,
    `NotSeated` for a seat without a guest (bots have their own command, owners just leave).
    """

    def work() -> dict[str, object]:
        log = _own_table(user, table_id)
        found = Seat.objects.filter(table=log.table, number=seat, user__is_bot=False)
        row = found.exclude(user=user).select_related("user").first()
        if row is None:
            raise NotSeated(_("No guest sits in seat %(seat)s.") % {"seat": seat})
        guest = Guest.objects.filter(table=log.table, user=row.user_id).first()
        if guest is not None and guest.state != Guest.State.REFUSED:
            _answer(log, guest, Guest.State.REFUSED)
        left = _show_out(log, row)
        log.write()
        return {"left": left}

    content = {"remove-player": table_id, "seat": seat}
    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def table_of_link(invite: str) -> int:
    """Return the number of the private table that a link leads to, or raise `NoSuchInvite`."""
    found = Table.objects.filter(invite=invite).exclude(invite="").values_list("pk", flat=True)
    table_id = found.first()
    if table_id is None:
        raise NoSuchInvite
    return table_id


def _set_link(
    user: "User", key: str, table_id: int, what: str, invite: str
) -> dict[str, str | None]:
    def work() -> dict[str, str | None]:
        log = _own_table(user, table_id)
        if log.table.state != Table.State.OPEN:
            raise TableClosed
        Table.objects.filter(pk=table_id).update(invite=invite)
        log.tell("link", only_to=user.pk)
        log.write()
        return {"invite": invite or None}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={what: table_id}, work=work, rate="seats")


def _own_table(user: "User", table_id: int) -> Log:
    """Lock one's own private table and begin its log."""
    table, now = lock_table(table_id)
    owned(table, user, or_staff=False)
    if not table.private:
        raise NotPrivate
    return Log(table, now)


def _ask(log: Log, user: "User", guest: Guest | None) -> Guest:
    table = log.table
    if table.guests.filter(state=Guest.State.ASKED).count() >= ASKING_MAX:
        raise TooManyAsking(facts={"most": ASKING_MAX})
    guest = guest or Guest(table=table, user=user)
    guest.state, guest.invite = Guest.State.ASKED, table.invite
    guest.asked_at, guest.answered_at = log.now, None
    guest.save()
    log.tell("asked", name=user.username, only_to=table.owner_id)
    log.write()
    return guest


def _answer(log: Log, guest: Guest, answer: Guest.State) -> None:
    guest.state, guest.answered_at = answer, log.now
    guest.save(update_fields=["state", "answered_at"])
    log.tell(str(answer), name=guest.user.username, only_to=log.table.owner_id)


def _show_out(log: Log, seat: Seat) -> bool:
    """Let a seat go now, or when its hand or match is over; return whether it is gone."""
    if not is_held(log.table, seat):
        give_up(log, seat)
        return True
    if not seat.leaving:
        seat.leaving = True
        seat.save(update_fields=["leaving"])
        log.tell("leaving", seat=seat.number, name=seat.user.username)
    return False
